// What an announcement of an apply says, and the tree that holds what is to be applied.
import { OWN_INTENT } from './commit.ts';
import { type ApplyRecord, parseRecord } from './message.ts';
import type { Where } from './refs.ts';
import { type Files, readFiles, readMessage } from './snapshot.ts';
import type { GitRepository } from './work-tree.ts';

/** What an announcement says. */
export interface Applying
  extends Partial<Pick<ApplyRecord, 'summary' | 'source' | 'projectFile' | 'run' | 'actor'>> {
  where: Where;
  commit: string;
  since?: Date;
  /** From then on it counts as dead. Absent: nobody knows. */
  until?: Date;
  /** Its last sign of life after `since`. */
  renewed?: Date;
  /** When the push began that was under way at that time. */
  pushSince?: Date;
  /** What was to be applied: by itself, and by the dead ones that it took over. */
  intents: Files[];
  /** The commits that they are of, in the same order; `undefined`: it is not known. */
  sources: (string | undefined)[];
  /** By itself alone; empty where nothing of it may be in a record. */
  own: Files;
  /** Why it cannot be read. */
  problem?: string;
}

/** What is at `applying` now; what cannot be read is a `problem`, never an error. */
export async function readApplying(
  repository: GitRepository,
  { where, commit }: { where: Where; commit: string },
): Promise<Applying> {
  try {
    const [files, message] = await Promise.all([
      readFiles(repository, commit),
      readMessage(repository, commit),
    ]);
    const { summary, source, projectFile, run, actor, takenOver = '', ...record } = parseRecord(message);
    const times = {
      since: timeOf(record.since),
      until: timeOf(record.expires),
      renewed: timeOf(record.renewed),
      pushSince: timeOf(record.pushSince),
    };
    const intents = [...intentsOf(files)].sort(([a], [b]) => Number(a) - Number(b));
    const own = intents.find(([name]) => name === String(OWN_INTENT))?.[1] ?? new Map();
    const taken = takenOver.split(' ').map((one) => (one === '-' || one === '' ? undefined : one));
    const sources = intents.map(([name]) => [source, ...taken][Number(name)]);
    const said = { summary, source, projectFile, run, actor, ...defined(times) };
    return { where, commit, ...said, intents: intents.map(([, one]) => one), sources, own };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { where, commit, intents: [], sources: [], own: new Map(), problem: error.message };
  }
}

function timeOf(text: string | undefined): Date | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time);
}

type Times = Pick<Applying, 'since' | 'until' | 'renewed' | 'pushSince'>;

function defined(times: { [Name in keyof Times]: Date | undefined }): Times {
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
}

/** The tree of an announcement has a folder for each intent: `0` its own, the others those taken over. */
function intentsOf(files: Files): Map<string, Files> {
  const intents = new Map<string, Files>();
  for (const [path, content] of files) {
    const slash = path.indexOf('/');
    const intent: Files = intents.get(path.slice(0, slash)) ?? new Map();
    intents.set(path.slice(0, slash), intent.set(path.slice(slash + 1), content));
  }
  return intents;
}

/** Its own intent, and those of the dead ones that it takes over. */
export function treeOf(intents: readonly ReadonlyMap<string, Uint8Array>[]): Map<string, Uint8Array> {
  const files = intents.flatMap((intent, i) =>
    [...intent].map(([path, content]): [string, Uint8Array] => [`${OWN_INTENT + i}/${path}`, content]),
  );
  return new Map(files);
}
