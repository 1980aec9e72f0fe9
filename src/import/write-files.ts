// [edge] Writes files of the project, each to a temporary file first, which then replaces the old one.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenProject } from '../project/open-project.ts';
import { CommandError, knownError } from '../errors.ts';
import type { FileWrite } from '../model/import-plan.ts';
import { inFolder } from '../record/git-repository.ts';
import { committedOf } from '../record/working-tree-status.ts';

/**
 * Throws, before it writes, if one of the new files exists; but a killed run may have left the same content, if another
 * is missing.
 */
export function writeNewFiles(root: string, writes: readonly FileWrite[]): void {
  const files = writes.filter(({ before }) => before === undefined);
  const existing = files.filter(({ path }) => existsSync(join(root, path)));
  const others = existing.filter(({ path, after }) => !isContent(join(root, path), after));
  if (others.length > 0 || existing.length === files.length)
    throw alreadyThere((others.length > 0 ? others : existing).map(({ path }) => path));
  writeFiles(
    root,
    writes.filter((file) => !existing.includes(file)),
  );
}

export function alreadyThere(paths: readonly string[]): CommandError {
  return new CommandError({
    code: 'already-exists',
    message: `${paths.join(' and ')} already ${paths.length === 1 ? 'exists' : 'exist'}; nothing was written.`,
    hint: 'init never overwrites files. Edit them, or remove them first.',
  });
}

/** Uncommitted changes could not be told apart from the imported ones. */
export async function refuseUncommitted(
  { git, index, display }: Pick<OpenProject, 'git' | 'index' | 'display'>,
  writes: readonly FileWrite[],
  what: 'import' | 'promotion',
): Promise<void> {
  const paths = writes.filter(({ before }) => before !== undefined).map(({ path }) => path);
  if (git === undefined || paths.length === 0) return;
  const committed = await committedOf(git, { index: inFolder(index, git.folder), paths });
  const changed = paths.filter((path) => !committed.has(path)).map(display);
  if (changed.length === 0) return;
  throw new CommandError({
    code: 'uncommitted',
    message: `The ${what} would edit ${changed.join(', ')}, which ${changed.length === 1 ? 'has' : 'have'} uncommitted changes.`,
    hint: `Commit or stash them first. Then \`git diff\` shows what the ${what} did, and \`git checkout\` reverts it.`,
  });
}

/** The folder for temporary files, hidden from `include`, and from Git by its own `.gitignore`. */
const STAGE = '.confighub-sync.tmp';

/** In this order. Throws, before anything is written, if a file has changed since the writes were planned. */
export function writeFiles(root: string, writes: readonly FileWrite[]): void {
  const changed = writes.filter(({ path, before }) => !isContent(join(root, path), before));
  if (changed.length > 0)
    throw new CommandError({
      code: 'changed-meanwhile',
      message: `${changed.map(({ path }) => path).join(', ')} changed meanwhile; nothing was written.`,
      hint: 'Run the command again.',
    });
  for (const { path } of writes) mkdirSync(dirname(join(root, path)), { recursive: true });
  const stage = join(root, STAGE);
  // The remains of a killed run.
  rmSync(stage, { recursive: true, force: true });
  let done = 0;
  try {
    mkdirSync(stage);
    // Once: while it is written anew, Git would see the folder.
    writeFileSync(join(stage, '.gitignore'), '*\n');
    for (const write of writes) {
      const target = join(root, write.path);
      if (write.after === undefined) rmSync(target);
      else writeOne(target, write.after, write.before === undefined, join(stage, 'new'));
      done += 1;
    }
  } catch (error) {
    const commandError = done === 0 ? undefined : knownError(error);
    const hint = `Before that, ${done} of ${writes.length} files were written: \`git status\` shows them. Fix the problem, then run the command again.`;
    throw commandError?.reworded({ hint }) ?? error;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function writeOne(target: string, after: string, isNew: boolean, temporary: string): void {
  rmSync(temporary, { force: true });
  // A link is kept: its target is replaced, with the same permissions.
  const real = isNew ? target : realpathSync(target);
  writeFileSync(temporary, after, { flush: true, mode: isNew ? undefined : statSync(real).mode });
  // A hard link, unlike a rename, fails if the name exists.
  if (isNew) linkSync(temporary, real);
  else renameSync(temporary, real);
}

/** @param text `undefined`: there is no such file */
function isContent(path: string, text: string | undefined): boolean {
  const bytes = existsSync(path) ? readFileSync(path) : undefined;
  return text === undefined ? bytes === undefined : bytes?.equals(Buffer.from(text)) === true;
}
