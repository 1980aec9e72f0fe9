// Changes values in the text of one source file, and reads it again: only what arrives as wanted is changed.
import { sourceValue } from '../../documents/read-sources.ts';
import { isToml, readFormat, type Reading, type SourceEntry } from '../../documents/source-formats.ts';
import { Source } from '../../model/diagnostic.ts';
import { editLines, isLineFormat } from './line-forms.ts';
import { editNested } from './nested-edits.ts';
import type { EntryChange } from '../text-edits.ts';
import { editToml } from './toml-edits.ts';

/** A file with the settings that it is read by. */
export interface SourceText extends Omit<Reading, 'report'> {
  text: string;
}

export interface EditedText {
  text: string;
  /** What the file cannot hold. */
  refused: EntryChange[];
}

/** Everything else in the file stays as it is. */
export function editText(file: SourceText, changes: readonly EntryChange[]): EditedText {
  const before = entriesIn(file);
  let accepted: readonly EntryChange[] = [];
  let { text } = file;
  const refused: EntryChange[] = [];
  // Those that do not arrive are refused. If others do not, each half is tried, down to a single one.
  const attempt = (batch: readonly EntryChange[]): void => {
    const all = [...accepted, ...batch];
    const tried = changedText(file, all);
    const differing = differences(entriesIn({ ...file, text: tried }), changedEntries(before, all));
    const [only] = batch;
    const wrong = batch.filter(({ offset }) => differing?.has(offset));
    if (differing?.size === 0) [accepted, text] = [all, tried];
    else if (batch.length === 1 && only !== undefined) refused.push(only);
    else if (wrong.length > 0 && wrong.length === differing?.size) {
      refused.push(...wrong);
      if (wrong.length < batch.length) attempt(batch.filter(({ offset }) => !differing.has(offset)));
    } else {
      const half = Math.ceil(batch.length / 2);
      for (const part of [batch.slice(0, half), batch.slice(half)]) if (part.length > 0) attempt(part);
    }
  };
  if (changes.length > 0) attempt(changes);
  return { text, refused };
}

function changedText({ text, format, path }: SourceText, changes: readonly EntryChange[]): string {
  if (isLineFormat(format)) return editLines(format, text, changes);
  return isToml(format, path) ? editToml(text, changes) : editNested({ path, text }, changes);
}

/** Name, kind and text of each entry. */
interface ReadEntry {
  offset: number;
  read: string;
}

/** `undefined`: the file has mistakes. */
function entriesIn({ text, ...reading }: SourceText): ReadEntry[] | undefined {
  let isWrong = false;
  const report = () => {
    isWrong = true;
  };
  const entries = readFormat(new Source(reading.path, text), { ...reading, report });
  return isWrong ? undefined : entries.map((entry) => ({ offset: entry.offset, read: readAs(entry) }));
}

function readAs({ name, value }: SourceEntry): string {
  return JSON.stringify([name, value.kind === 'scalar' ? 'scalar' : 'other', sourceValue(value).text]);
}

function changedEntries(entries: ReadEntry[] | undefined, changes: readonly EntryChange[]): ReadEntry[] | undefined {
  const wanted = new Map(changes.map((change) => [change.offset, change]));
  return entries?.flatMap((entry) => {
    const change = wanted.get(entry.offset);
    if (change === undefined) return entry;
    const [name] = JSON.parse(entry.read) as string[];
    return change.text === undefined ? [] : { ...entry, read: JSON.stringify([name, 'scalar', change.text]) };
  });
}

/** The offsets of the entries that are not as wanted; `undefined` if there are others than wanted. */
function differences(some: ReadEntry[] | undefined, wanted: ReadEntry[] | undefined): Set<number> | undefined {
  if (some === undefined || wanted === undefined || some.length !== wanted.length) return undefined;
  return new Set(wanted.flatMap(({ offset, read }, i) => (read === some[i]?.read ? [] : [offset])));
}
