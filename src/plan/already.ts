// What the files and the server changed alike since the last apply: counted, so that nobody wonders where it is.
import type { FileEntry, Key, State } from '../model/state.ts';
import { type CauseInput, fileThen, isSame, type Now, type Then, valueThen } from './causes.ts';

/** How many items desired and live hold, or lack, alike, where the last apply had it otherwise. */
export function countAlready(
  desired: State,
  live: State,
  { baseline }: Pick<CauseInput, 'baseline'>,
): number {
  if (baseline === undefined) return 0;
  let count = 0;
  const compare = (now: { ours: Now; theirs: Now }, then: Then) => {
    const isAgreed = now.ours?.text === now.theirs?.text;
    if (isAgreed && then !== 'unknown' && !isSame(then, now.ours)) count++;
  };
  const compareKey = (id: string, ours: Key | undefined) => {
    const theirs = live.keys.get(id);
    const was = baseline.keys.get(id);
    const vdt = ours?.vdt ?? was?.vdt ?? theirs?.vdt ?? 'Text';
    for (const context of idsOf(ours?.values, was?.values)) {
      const then = valueThen(baseline, { key: id, context, vdt });
      compare({ ours: presentText(ours, context), theirs: theirs?.values.get(context) }, then);
    }
  };
  for (const [id, ours] of desired.keys) compareKey(id, ours);
  for (const id of baseline.keys.keys()) if (!desired.keys.has(id)) compareKey(id, undefined);
  for (const id of idsOf(desired.files, baseline.files)) {
    const [ours, theirs] = [desired.files.get(id), live.files.get(id)];
    const now = { ours: ours?.absent ? undefined : textOf(ours), theirs: textOf(theirs) };
    compare(now, fileThen(baseline, id));
  }
  return count;
}

function presentText(key: Key | undefined, context: string): Now {
  const value = key?.values.get(context);
  return key?.absent || value?.absent ? undefined : value;
}

function textOf(file: FileEntry | undefined): Now {
  return file === undefined ? undefined : { text: file.content };
}

/** The ids of both, each once. */
function* idsOf(
  a: ReadonlyMap<string, unknown> | undefined,
  b: ReadonlyMap<string, unknown> | undefined,
): Generator<string> {
  if (a !== undefined) yield* a.keys();
  if (b !== undefined) for (const id of b.keys()) if (!a?.has(id)) yield id;
}
