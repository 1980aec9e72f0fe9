// Reading live: the export, or by token one pull for each context.
import { CommandError } from '../errors.ts';
import { inParallel } from '../lib/parallel.ts';
import { contextId, contextIn, EVERYWHERE, fullContext } from '../model/context.ts';
import { unionOf } from '../model/merge-states.ts';
import type { PruneMode, RepositoryName } from '../model/project.ts';
import type { State } from '../model/state.ts';
import { ReadCrashed, ReadNotOffered } from './answer.ts';
import { isOfToken, type Reader } from './client.ts';
import type { Pull, PullRequest } from './pull.ts';
import { type KnownContexts as PulledKnown, pulledState } from './pulled-state.ts';
import type { RepositoryDetail } from './wire.ts';

// The export: all that the repository holds.

/** What an export shows, or the reason why there is none, as part of a sentence. */
export type Exported = State | { refusal: string };

export async function readExport(reader: Reader, repository: RepositoryName): Promise<Exported> {
  try {
    return await reader.exportState(repository);
  } catch (error) {
    if (error instanceof ReadNotOffered) return { refusal: error.reason };
    throw error;
  }
}

// One context asked for by a pull, in a way that no cache answers for others.

export interface ContextSource {
  reader: Reader;
  repository: RepositoryName;
  /** Once for a command: every further request is written in another way. */
  asked: AskedContext;
}

/** However it is asked, the answer is what somebody else asked for. */
export class OthersAnswer extends Error {}

/**
 * What answers in a context, which is written in full. Asked a second time in another way, the answer is not the one
 * that a cache has kept. Throws {@link OthersAnswer}.
 */
export async function askContext(
  { reader, repository, asked }: ContextSource,
  { context, content }: PullRequest,
): Promise<Pull> {
  const ask = () => reader.pull(repository, { context: asked(context), content });
  const pull = (await ask()) ?? (await ask());
  if (pull === undefined) throw new OthersAnswer();
  return pull;
}

export interface Freshness {
  /** Milliseconds of the clock: every run asks for other names. */
  now: number;
  /** Elements of each level by lower-cased name; absent where they cannot be read. */
  elements?: readonly ReadonlyMap<string, string>[];
}

/** A context in full → the text that asks for it, another one with every call. */
export type AskedContext = (context: string) => string;

/** At most one less of them stands in one place: the head of a request has 8 KiB. */
const BLANKS = 251;
/** Empty segments at the end vanish, and keep the blanks before them. */
const SEGMENTS = 60;

/**
 * A wildcard asked for as `*` would get the answer that caching keeps for `*` (behaviour.md, section 13), and a
 * context without wildcards the one for its text: a name that no element has, and blanks around `;`, make them new.
 */
export function askedContexts({ now, elements = [] }: Freshness): AskedContext {
  let calls = 0;
  const isElement = (name: string) => elements.some((names) => names.has(name));
  const freshName = (): string => {
    const name = `x${now.toString(36)}x${(++calls).toString(36)}`;
    return isElement(name) ? freshName() : name;
  };
  return (context) => {
    const names = context.split(';');
    if (!names.includes('*')) return withBlanks(names, now + ++calls);
    const name = freshName();
    return names.map((one) => (one === '*' ? name : one)).join(';');
  };
}

/** The same elements, with as many blanks around them as a number says. */
function withBlanks(names: readonly string[], number: number): string {
  let rest = number;
  const next = (base: number): number => {
    const digit = rest % base;
    rest = Math.floor(rest / base);
    return digit;
  };
  const separated = names.reduce(
    (text, name) => `${text}${' '.repeat(next(BLANKS))};${' '.repeat(next(BLANKS))}${name}`,
  );
  return `${separated}${' '.repeat(next(BLANKS))}${';'.repeat(1 + next(SEGMENTS))}`;
}

// Reading by token: one pull for each context that the files or the last apply name (behaviour.md, section 13).

export interface PullSource extends ContextSource {
  depth: number;
  /** Elements of each level by lower-cased name; absent where they cannot be read. */
  elements?: readonly ReadonlyMap<string, string>[];
  /** What `info` lists of files, by path. */
  listed: PulledKnown['listed'];
  /** A mirror looks at what is there for every context, whether somebody declares something for it or not. */
  prune: PruneMode;
}

type Known = Omit<PulledKnown, 'listed'>;

export function pullSource(
  { now, ...source }: { reader: Reader; repository: RepositoryName; now: Date; prune: PruneMode },
  {
    levels,
    elements,
    files,
  }: { levels: readonly string[] } & Pick<RepositoryDetail, 'elements'> & {
      files: PulledKnown['listed'];
    },
): PullSource {
  const known = elements === undefined ? {} : { elements };
  const asked = askedContexts({ now: now.getTime(), ...known });
  return { ...source, asked, depth: levels.length, listed: files, ...known };
}

interface Declared extends Pick<Known, 'desired'>, Partial<Pick<Known, 'presumed'>> {
  state?: State;
  pushed?: State;
}

/** What may have been pushed from here is asked for, and what is to be compared with. */
export function pullsOf(source: PullSource, declared: Declared): Promise<State | { refusal: string }> {
  return readByPulls(source, knownOf(declared));
}

export function knownOf({ desired, state, pushed, presumed = 'baseline' }: Declared): Known {
  const [first, ...others] = [...new Set([pushed, state])].filter((one) => one !== undefined);
  const baseline = first && unionOf(first, ...others);
  return { desired, presumed, ...(baseline && { baseline }) };
}

/** The state as far as pulls show it; a sentence where the server does not answer them. */
export async function readByPulls(source: PullSource, known: Known): Promise<State | { refusal: string }> {
  const asking = contextsOf(source, known);
  const ids = new Set(asking.map(({ id }) => id));
  try {
    const pulls = await inParallel(asking, async ({ id, ...request }) => {
      const pull = await pullOf(source, request);
      return [id, request.content === 'values' ? withOwnRows(pull, { id, ids }) : pull] as const;
    });
    return pulledState(new Map(pulls), { ...known, listed: source.listed });
  } catch (error) {
    if (error instanceof ReadNotOffered && isOfToken(error)) throw tokenRefused(error);
    if (error instanceof ReadNotOffered) return { refusal: error.reason };
    if (error instanceof OthersAnswer) return { refusal: 'it returns cached responses to other requests' };
    throw error instanceof ReadCrashed ? pullFailed(error) : error;
  }
}

/** Not a read that is missing: with another token it is there. */
function tokenRefused({ code, message, hint }: ReadNotOffered): CommandError {
  return new CommandError({ code, message, hint });
}

/** A Map or List that is none breaks every pull of its context (behaviour.md, section 8). */
function pullFailed({ code, message }: ReadCrashed): CommandError {
  const hint =
    'An invalid Map or List value breaks this read. Correct it on the server, or plan without reading it: `--reads documented`.';
  return new CommandError({ code, message, hint });
}

/** Rows of other contexts that are asked for come with those: many contexts times many keys would fill the memory. */
function withOwnRows(pull: Pull, { id, ids }: { id: string; ids: ReadonlySet<string> }): Pull {
  const values = pull.values.filter(({ context }) => {
    const row = contextId(contextIn(context));
    return row === id || !ids.has(row);
  });
  return { ...pull, values };
}

/** A context to ask for; its id is the one of states. */
interface Asking extends PullRequest {
  id: string;
}

/**
 * Every context that is declared, by the files or at the last apply, and can have rows: where it names an element
 * that its level does not have there are none, and nothing is asked. Files only where there may be one of ours.
 */
function contextsOf({ depth, elements, prune }: PullSource, { desired, baseline }: Known): Asking[] {
  const asking = new Map<string, Asking>();
  const add = (context: string, content: PullRequest['content']): void => {
    const id = contextId(context);
    if (content === 'values' && asking.has(id)) return;
    asking.set(id, { id, context: fullContext(context, depth), content });
  };
  for (const state of baseline === undefined ? [desired] : [desired, baseline]) {
    for (const key of state.keys.values())
      for (const { context } of key.values.values()) add(context, 'values');
    for (const { context } of state.files.values()) add(context, 'values and files');
  }
  if (prune === 'all') add(EVERYWHERE, 'values and files');
  const possible = [...asking.values()].filter(({ context }) => isPossible(context, elements));
  if (possible.length > 0) return possible;
  // Nothing that is declared has a context: one pull tells all the same whether the server answers them.
  return [{ id: EVERYWHERE, context: fullContext(EVERYWHERE, depth), content: 'values' }];
}

function isPossible(context: string, elements: PullSource['elements']): boolean {
  const names = context.toLowerCase().split(';');
  return names.every((name, level) => name === '*' || (elements?.[level]?.has(name) ?? true));
}

async function pullOf(source: PullSource, { context, content }: PullRequest): Promise<Pull> {
  return askContext(source, { context, content }).catch((error: unknown) => {
    // One file that cannot be rendered breaks the whole answer.
    if (error instanceof ReadCrashed && content === 'values and files')
      return askContext(source, { context, content: 'values' });
    throw error;
  });
}
