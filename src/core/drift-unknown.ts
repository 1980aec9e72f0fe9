// Errors of the commands that show or import drift, where it cannot be determined: "unknown" must not look like "no drift".
import { CommandError } from '../errors.ts';
import { GIVE_TOKEN, mayRead, type ReadMode, readHint } from '../model/server-reads.ts';
import type { LastApplied, ProjectContents } from './applied.ts';

export function driftUnknown(why: string, hint: string | undefined): CommandError {
  return new CommandError({
    code: 'drift-unknown',
    message: `Cannot determine drift: ${why}.`,
    hint,
  });
}

/** The error if nothing is recorded as applied. */
export function nothingApplied(
  { begun, reason }: Pick<LastApplied, 'begun' | 'reason'>,
  { git }: Pick<ProjectContents, 'git'>,
): CommandError {
  if (begun.length > 0) return driftUnknown(UNFINISHED, APPLY_AGAIN);
  return driftUnknown(reason, git === undefined ? USE_GIT : APPLY_FIRST);
}

const UNFINISHED = 'the first apply of this project has not finished';
const APPLY_AGAIN = 'Wait for it to finish. If it was interrupted, apply again.';
const APPLY_FIRST =
  'Run `confighub-sync apply` once. Drift is detected from then on. Or name the commit that was last applied: `confighub-sync drift --last-applied <commit>`.';
const USE_GIT =
  'Run `git init` in the project folder, commit the files, and apply once. `confighub-sync plan` shows differences without a record.';

/** @param mode the reads that are allowed; default: all */
export function serverNotRead(mode: ReadMode | undefined): CommandError {
  const why = mayRead(mode, 'pull')
    ? 'the server offers neither the export nor, with a token, `pull`'
    : `with \`reads: ${mode}\`, the values on the server are not read`;
  return driftUnknown(why, readHint('pull', mode, GIVE_TOKEN));
}
