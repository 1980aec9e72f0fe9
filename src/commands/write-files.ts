// [edge] Writing files: each is written beside its place and flushed, so that what stands there is old or new, never half.
import { existsSync, linkSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../errors.ts';
import type { FileWrite } from '../model/import.ts';
import { type Stage, staged } from './beside.ts';
import type { NewFile } from './init.ts';

/**
 * Throws, before anything is written, where one of the files is there already. One that holds just what it would get
 * is of a run that was killed, as long as another is missing.
 */
export function writeNewFiles(root: string, files: readonly NewFile[]): void {
  staged(root, (stage) => {
    for (const { path, content } of missingOf(root, files))
      writeNewFile(join(root, path), { path, content, stage });
  });
}

function missingOf(root: string, files: readonly NewFile[]): readonly NewFile[] {
  const there = files.filter(({ path }) => existsSync(join(root, path)));
  const others = there.filter(({ path, content }) => contentOf(join(root, path)) !== content);
  if (others.length > 0 || there.length === files.length)
    throw alreadyThere((others.length > 0 ? others : there).map(({ path }) => path));
  return files.filter((file) => !there.includes(file));
}

function writeNewFile(target: string, { path, content, stage }: NewFile & { stage: Stage }): void {
  try {
    // A link, unlike a rename, fails where the name is taken.
    linkSync(stage.write(target, { content }), target);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? alreadyThere([path]) : error;
  }
}

/**
 * Creates, replaces and removes files, in their order. Everything is written before anything is put in place. Throws,
 * before that, where a file is no longer as it was when the writes were made.
 */
export function writeFiles(root: string, writes: readonly FileWrite[]): void {
  const changed = writes.filter(({ path, before }) => contentOf(join(root, path)) !== before);
  if (changed.length > 0) throw changedMeanwhile(changed.map(({ path }) => path));
  staged(root, (stage) => {
    const placed = writes.map(({ path, after }) => {
      const { target, mode } = placeOf(join(root, path));
      return {
        target,
        beside: after === undefined ? undefined : stage.write(target, { content: after, mode }),
      };
    });
    for (const { beside, target } of placed) {
      if (beside === undefined) rmSync(target);
      else renameSync(beside, target);
    }
  });
}

/** A link stays one: what it leads to is replaced, with the rights that it has. */
function placeOf(path: string): { target: string; mode?: number } {
  if (!existsSync(path)) return { target: path };
  const target = realpathSync(path);
  return { target, mode: statSync(target).mode };
}

function contentOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function changedMeanwhile(paths: string[]): CommandError {
  return new CommandError({
    code: 'changed-meanwhile',
    message: `${paths.join(', ')} changed while the import was being made; nothing was written.`,
    hint: 'Import again.',
  });
}

function alreadyThere(paths: string[]): CommandError {
  return new CommandError({
    code: 'already-there',
    message: `${paths.join(' and ')} ${paths.length === 1 ? 'is' : 'are'} there already; nothing was written.`,
    hint: 'init never overwrites: edit what is there, or remove it first.',
  });
}
