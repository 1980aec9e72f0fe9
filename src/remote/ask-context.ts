// One context asked for by a pull, in a way that no cache answers for others.
import type { RepositoryName } from '../model/project.ts';
import type { Reader } from './client.ts';
import type { Pull, PullRequest } from './pull.ts';

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
