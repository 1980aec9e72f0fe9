// Globs of the project file: checked, so that none keeps the program busy or leads out of the project's folder.
import type { Fields } from './fields.ts';
import { cut } from './hints.ts';
import { countExpansions, expanded } from './project-files.ts';
import type { Entry } from './tree.ts';

/** Globs of documents. */
export function readInclude(fields: Fields, entry: Entry): string[] | undefined {
  const globs = fields.texts(entry);
  if (globs === undefined || !globs.every((glob) => isExpandable(fields, entry, glob))) return undefined;
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
const MAX_STARS = 8;

/** A glob that would keep the program busy for minutes is refused before it is expanded. */
function isExpandable(fields: Fields, entry: Entry, glob: string): boolean {
  const problem =
    glob.length > MAX_GLOB_LENGTH
      ? `has more than ${MAX_GLOB_LENGTH} characters`
      : countExpansions(glob) > MAX_EXPANSIONS && `stands for more than ${MAX_EXPANSIONS} globs`;
  if (problem) refuseGlob(fields, entry, { glob, problem });
  return !problem;
}

/** Globs of names. Every `*` multiplies the ways in which a long name can fail to match. */
export function readGlobs(fields: Fields, entry: Entry): string[] | undefined {
  const globs = fields.texts(entry);
  const starry = globs?.find((glob) => glob.split('*').length > MAX_STARS + 1);
  if (starry !== undefined)
    return refuseGlob(fields, entry, { glob: starry, problem: `has more than ${MAX_STARS} \`*\`` });
  return globs?.every((glob) => isExpandable(fields, entry, glob)) ? globs : undefined;
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
