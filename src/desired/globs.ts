// Globs of the project file: checked, so that none keeps the program busy or leads out of the project's folder.
import { isTestable } from '../model/glob.ts';
import type { Fields } from './fields.ts';
import { cut } from './hints.ts';
import { countExpansions, expanded } from './glob-paths.ts';
import type { Entry } from './tree.ts';

/** Globs of documents. */
export function readInclude(fields: Fields, entry: Entry): string[] | undefined {
  const globs = fields.texts(entry);
  if (globs === undefined || !areSimple(fields, entry, globs)) return undefined;
  const escaping = globs.find(leadsOut);
  if (escaping === undefined) return globs;
  return fields.error({
    code: 'outside-root',
    at: entry.value,
    message: `\`${cut(escaping)}\` leads out of the project's folder.`,
    hint: 'Globs are relative to the folder of confighub.yaml; move that file up if it must see more.',
  });
}

function leadsOut(glob: string): boolean {
  const { includes, excludes } = expanded([glob]);
  return [glob, ...includes, ...excludes].some((one) => /^\/|^[a-zA-Z]:|(^|[/{,])\.\.(\/|$)/.test(one));
}

const MAX_GLOB_LENGTH = 500;
const MAX_EXPANSIONS = 1000;

/** Globs of names. */
export function readGlobs(fields: Fields, entry: Entry): string[] | undefined {
  const globs = fields.texts(entry);
  return globs !== undefined && areSimple(fields, entry, globs) ? globs : undefined;
}

/** What would keep the program busy for minutes is refused before it is expanded: one glob, or all together. */
function areSimple(fields: Fields, entry: Entry, globs: readonly string[]): boolean {
  let expansions = 0;
  for (const glob of globs) {
    const problem = problemOf(glob, (count) => (expansions += count));
    if (problem === undefined) continue;
    refuseGlob(fields, entry, { glob, problem });
    return false;
  }
  return true;
}

function problemOf(glob: string, sum: (count: number) => number): string | undefined {
  if (glob.length > MAX_GLOB_LENGTH) return `has more than ${MAX_GLOB_LENGTH} characters`;
  const count = countExpansions(glob);
  if (count > MAX_EXPANSIONS) return `stands for more than ${MAX_EXPANSIONS} globs`;
  if (sum(count) > MAX_EXPANSIONS)
    return `and those in front of it stand for more than ${MAX_EXPANSIONS} globs`;
  return isTestable(glob) ? undefined : 'is no glob, but an expression that could take for ever';
}

function refuseGlob(
  fields: Fields,
  entry: Entry,
  { glob, problem }: { glob: string; problem: string },
): undefined {
  return fields.error({
    code: 'bad-option',
    at: entry.value,
    message: `The glob \`${cut(glob)}\` of \`${entry.key.text}\` ${problem}.`,
    hint: 'Write a simpler one, or several.',
  });
}
