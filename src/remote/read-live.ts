// Reads live by token, with one pull for each context, and reports which ways to read the server does not offer.
import { CommandError } from '../errors.ts';
import { inParallel } from '../lib/parallel.ts';
import { contextId, contextIn, EVERYWHERE, fullContext } from '../model/context.ts';
import type { Project, PruneMode } from '../model/project.ts';
import type { MissingRead } from '../model/server-reads.ts';
import type { RepositoryName } from '../model/targets.ts';
import { rowsIn, type State } from '../model/state.ts';
import { PullsSeen } from './agreement.ts';
import { ifOffered, type Offered, ReadCrashed, ReadNotOffered } from './answer.ts';
import { isOfToken, type ServerReader } from './client.ts';
import { infoOf, type Pull, type ContextPull, type RepositoryInfo } from './wire.ts';
import {
  type FileKnowledge,
  knownDeleted,
  type FilePlace,
  placeId,
  type PullKnowledge,
  pulledState,
  type Pulls,
} from './pulled-state.ts';

export interface ContextSource {
  /** `undefined` if a cache answered another request. */
  pull: (request: ContextPull) => Promise<Pull | undefined>;
  /** Shared by a command, because every request is written differently. */
  uncachedContext: UncachedContext;
}

/** A cache answered with the response to another request. */
export class CachedAnswer extends Error {}

/** Pulls a full context. Repeats a request that a cache answered, written differently. Throws {@link CachedAnswer}. */
export async function pullPastCaches(
  { pull: send, uncachedContext }: ContextSource,
  { context, content }: ContextPull,
): Promise<Pull> {
  const ask = () => send({ context: uncachedContext(context), content });
  const pull = (await ask()) ?? (await ask());
  if (pull === undefined) throw new CachedAnswer();
  return pull;
}

/**
 * What an application gets in a full context, without files if one of them breaks the answer. Throws
 * {@link CommandError}, also if only a cache answers.
 */
export async function pullContext(source: ContextSource, context: string): Promise<Pull> {
  try {
    return await pullOf(source, { context, content: 'values and files' });
  } catch (error) {
    if (error instanceof ReadCrashed) throw pullFailed(error);
    if (error instanceof ReadNotOffered && !isOfToken(error))
      throw new CommandError({
        code: 'no-export',
        message: `Cannot read what an application gets (GET /rest/pull: ${error.reason}).`,
      });
    if (!(error instanceof CachedAnswer)) throw error;
    throw new CommandError({
      code: 'pull-cached',
      message: 'The server returns cached responses to other requests.',
      hint: 'Try again, or ask the operator of the server to turn off caching.',
    });
  }
}

/** Converts a full context to the text of a request, different with every call. */
export type UncachedContext = (context: string) => string;

/** Number bases that keep the head of a request below 8 KiB. */
const SPACES = 251;
const SEGMENTS = 60;

/**
 * Makes requests that no cached answer fits (behaviour.md, section 13): with a name that no element has in place of a
 * wildcard, or with spaces around `;` and empty segments at the end, which the server ignores.
 *
 * @param now the time in milliseconds, so that every run uses other names
 */
export function uncachedContexts({
  now,
  elements = [],
}: Pick<PullSource, 'elements'> & { now: number }): UncachedContext {
  let calls = 0;
  const isElement = (name: string) => elements.some((names) => names.has(name));
  const freshName = (): string => {
    const name = `x${now.toString(36)}x${(++calls).toString(36)}`;
    return isElement(name) ? freshName() : name;
  };
  return (context) => {
    const names = context.split(';');
    if (!names.includes('*')) return withSpaces(names, now + ++calls);
    const name = freshName();
    return names.map((element) => (element === '*' ? name : element)).join(';');
  };
}

/** The context that such a request asks for. */
export function contextAsked(asked: string): string {
  return asked
    .replace(/ *; */g, ';')
    .replace(/;+$/, '')
    .replace(/\bx[0-9a-z]+x[0-9a-z]+\b/g, '*');
}

/** Encodes a number as spaces around the same elements. */
function withSpaces(names: readonly string[], number: number): string {
  let rest = number;
  const next = (base: number): number => {
    const digit = rest % base;
    rest = Math.floor(rest / base);
    return digit;
  };
  const separated = names.reduce(
    (text, name) => `${text}${' '.repeat(next(SPACES))};${' '.repeat(next(SPACES))}${name}`,
  );
  return `${separated}${' '.repeat(next(SPACES))}${';'.repeat(1 + next(SEGMENTS))}`;
}

/** What reading by token needs (behaviour.md, section 13). */
export interface PullSource extends ContextSource {
  depth: number;
  /** Elements of each level by lower-case name; absent if they cannot be read. */
  elements?: readonly ReadonlyMap<string, string>[] | undefined;
  /** The files in `info`, by path. */
  listedFiles: FileKnowledge['listedFiles'];
  /** With `all`, unmanaged items are read too. */
  prune: PruneMode;
}

export interface Pulled {
  state: State;
  seen: PullsSeen;
  /** Contexts, in full, that the server cannot show. */
  unread: readonly string[];
}

/**
 * The state as far as pulls show it, or the reason why the server does not answer them. Throws {@link Contradiction}.
 * @param mayBeUnread whether a context that the server cannot show is no error; default: false
 */
export async function readByPulls(
  source: PullSource,
  { mayBeUnread = false, ...knowledge }: PullKnowledge & { mayBeUnread?: boolean },
): Promise<Pulled | { rejection: string }> {
  const requests = contextsOf(source, knowledge);
  const seen = new PullsSeen();
  try {
    const pulls = await inParallel([...requests], async ([id, request]) => {
      const pull = await pullOf(source, request).catch((error: unknown) => {
        if (mayBeUnread) return unreadAfter(error);
        throw error;
      });
      seen.add(id, pull);
      return [id, request.content === 'values' ? withOwnRows(pull, id, requests) : pull] as const;
    });
    seen.check();
    const unread = [...requests.values()].flatMap(({ context }, i) =>
      pulls[i]?.[1].isUnread ? [context] : [],
    );
    const shown = new Map(pulls);
    const restored = await restoredFiles(source, shown, knowledge);
    return {
      state: pulledState(shown, { ...knowledge, listedFiles: source.listedFiles, restored }),
      seen,
      unread,
    };
  } catch (error) {
    // With another token it would work: not a missing read.
    if (error instanceof ReadNotOffered && !isOfToken(error)) return { rejection: error.reason };
    if (error instanceof CachedAnswer)
      return { rejection: 'it returns cached responses to other requests' };
    throw error instanceof ReadCrashed ? pullFailed(error) : error;
  }
}

/** Files that others created again where the last apply deleted them: no broader context shows their paths. */
async function restoredFiles(
  source: PullSource,
  pulls: Pulls,
  knowledge: PullKnowledge,
): Promise<Set<string>> {
  const deleted = knownDeleted(pulls, knowledge);
  const broader = new Set(deleted.flatMap(({ context }) => broaderThan(context)));
  const asked = await inParallel([...broader], async (context) => {
    const { files } = await pullOf(source, { context, content: 'values and files' }).catch(
      unreadAfter,
    );
    return [context, files] as const;
  });
  const files = new Map(asked);
  const isRestored = ({ context, path }: FilePlace) =>
    broaderThan(context).every((wider) => files.get(wider)?.has(path) === false);
  return new Set(deleted.filter(isRestored).map(placeId));
}

/** The contexts with one element less. */
function broaderThan(context: string): string[] {
  const names = context.split(';');
  return names.flatMap((name, level) => (name === '*' ? [] : [names.with(level, '*').join(';')]));
}

const UNREAD: Pull = { values: [], isUnread: true };

/** Throws the error, unless the server cannot show a value. */
function unreadAfter(error: unknown): Pull {
  if (error instanceof ReadCrashed && error.isOfValue) return UNREAD;
  throw error;
}

/** An invalid Map or List breaks every pull of its context (behaviour.md, section 8). */
function pullFailed({ code, message, hint, isOfValue }: ReadCrashed): CommandError {
  return new CommandError({ code, message, hint: isOfValue ? INVALID_VALUE : hint });
}

export const INVALID_VALUE =
  'The server cannot answer this request if a Map or List value does not fit its type. If that value belongs to a key of this project, `apply` writes it again; otherwise, correct it on the server.';

/** Drops the rows of other requested contexts, which would fill the memory. */
function withOwnRows(pull: Pull, id: string, requests: ReadonlyMap<string, ContextPull>): Pull {
  const values = pull.values.filter(({ context }) => {
    const row = contextId(contextIn(context));
    return row === id || !requests.has(row);
  });
  return { ...pull, values };
}

/**
 * By {@link contextId}, every context in desired or in the last applied state whose elements exist: others have no rows. Files are
 * requested only for contexts with a declared file.
 */
function contextsOf(
  { depth, elements, prune }: PullSource,
  { desired, lastApplied }: PullKnowledge,
): Map<string, ContextPull> {
  const requests = new Map<string, ContextPull>();
  const add = (context: string, content: ContextPull['content']): void => {
    const id = contextId(context);
    if (content === 'values' && requests.has(id)) return;
    requests.set(id, { context: fullContext(context, depth), content });
  };
  for (const state of lastApplied === undefined ? [desired] : [desired, lastApplied]) {
    for (const { item, row } of rowsIn(state))
      add(row.context, item.kind === 'key' ? 'values' : 'values and files');
  }
  if (prune === 'all') add(EVERYWHERE, 'values and files');
  const possible = [...requests].filter(([, { context }]) => isPossible(context, elements));
  if (possible.length > 0) return new Map(possible);
  // One pull shows whether the server answers at all.
  return new Map([[EVERYWHERE, { context: fullContext(EVERYWHERE, depth), content: 'values' }]]);
}

/** Whether all elements of a context exist, as far as they are known. */
export function isPossible(context: string, elements: PullSource['elements']): boolean {
  const names = context.toLowerCase().split(';');
  return names.every((name, level) => name === '*' || (elements?.[level]?.has(name) ?? true));
}

async function pullOf(source: ContextSource, { context, content }: ContextPull): Promise<Pull> {
  return pullPastCaches(source, { context, content }).catch((error: unknown) => {
    // A file that cannot be rendered breaks the whole answer.
    if (error instanceof ReadCrashed && content === 'values and files')
      return pullPastCaches(source, { context, content: 'values' });
    throw error;
  });
}

// --- Which reads are not offered -------------------------------------------------------------------------------------

/** Key ids have at most 120 characters, so no server has this one. */
const NO_KEY = 'x'.repeat(121);

/**
 * The reads that are not offered. Tries each once, with the smallest possible request.
 * @param list what became of the list of repositories
 */
export async function missingReads(
  reader: ServerReader,
  repository: RepositoryName,
  {
    list,
    levels,
    hasToken,
  }: { list: Offered<RepositoryInfo[]>; levels: Project['levels']; hasToken: boolean },
): Promise<MissingRead[]> {
  const [detail, exported, keyData] = await Promise.all([
    ifOffered('info', reader.detail()),
    ifOffered('export', reader.exportKeys()),
    ifOffered('keyData', reader.keyData(NO_KEY)),
  ]);
  const listed = 'answer' in list ? infoOf(list.answer, repository)?.levels : undefined;
  const levelNames = listed ?? ('answer' in detail ? detail.answer.levels : levels);
  const pull = hasToken ? await pullOffered(reader, levelNames) : notPulled('no token is given');
  const all: Offered<unknown>[] = [list, detail, exported, pull, keyData];
  return all.flatMap((offered) => ('missing' in offered ? offered.missing : []));
}

async function pullOffered(
  reader: ServerReader,
  levels: readonly string[] | undefined,
): Promise<Offered<unknown>> {
  if (levels === undefined) return notPulled('the context levels are unknown');
  const context = uncachedContexts({ now: 0 })(fullContext(EVERYWHERE, levels.length));
  const offered = await ifOffered('pull', reader.pull({ context, content: 'values' }));
  const isCached = 'answer' in offered && offered.answer === undefined;
  return isCached ? notPulled('its answers come from a shared cache') : offered;
}

function notPulled(reason: string): Offered<never> {
  return { missing: { read: 'pull', reason } };
}
