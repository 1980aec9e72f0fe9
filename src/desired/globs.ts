// Globs of the project file: checked, so that none keeps the program busy or leads out of the project's folder.
import { elementsOf } from '../model/context.ts';
import { globProblem } from '../model/glob.ts';
import type { Fields } from './fields.ts';
import { cut } from './hints.ts';
import { expanded } from './glob-paths.ts';
import type { Entry, Node } from './tree.ts';

/** Globs of documents. */
export function readInclude(fields: Fields, entry: Entry): string[] | undefined {
  const globs = fields.texts(entry);
  if (globs === undefined || !areSimple(fields, entry, { globs, problemOf: globProblem })) return undefined;
  const escaping = [...globs.entries()].filter(([, glob]) => leadsOut(glob));
  for (const [index, glob] of escaping) {
    fields.error({
      code: 'outside-root',
      at: itemAt(entry, index),
      message: `\`${cut(glob)}\` leads out of the project's folder.`,
      hint: 'Globs are relative to the folder of confighub.yaml; move that file up if it must see more.',
    });
  }
  return escaping.length === 0 ? globs : undefined;
}

/** The glob itself, in a list or alone. */
function itemAt({ value }: Entry, index: number): Node {
  return value.kind === 'sequence' ? (value.items[index] ?? value) : value;
}

function leadsOut(glob: string): boolean {
  const { includes, excludes } = expanded([glob]);
  return [glob, ...includes, ...excludes].some((one) => /^\/|^[a-zA-Z]:|(^|[/{,])\.\.(\/|$)/.test(one));
}

/** Globs of names. */
export function readGlobs(fields: Fields, entry: Entry, problemOf = globProblem): string[] | undefined {
  const globs = fields.texts(entry);
  return globs !== undefined && areSimple(fields, entry, { globs, problemOf }) ? globs : undefined;
}

/** Globs of contexts: every element is a glob of its own. */
export function readContextGlobs(fields: Fields, entry: Entry): string[] | undefined {
  return readGlobs(fields, entry, (context) => elementsOf(context).map(globProblem).find(Boolean));
}

/** One that could take for ever, or that has no meaning here, is refused. */
function areSimple(
  fields: Fields,
  entry: Entry,
  { globs, problemOf }: { globs: readonly string[]; problemOf: typeof globProblem },
): boolean {
  let isSimple = true;
  for (const [index, glob] of globs.entries()) {
    const problem = problemOf(glob);
    if (problem === undefined) continue;
    isSimple = false;
    fields.error({
      code: 'bad-option',
      at: itemAt(entry, index),
      message: `The glob \`${cut(glob)}\` of \`${entry.key.text}\` ${problem}.`,
      hint: 'Write several simpler ones: `*`, `**`, `?`, `[…]`, `{a,b}` and a leading `!` have a meaning.',
    });
  }
  return isSimple;
}
