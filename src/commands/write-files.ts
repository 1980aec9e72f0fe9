// [edge] Writing new files, all or none: written beside, flushed, and put in place only where nothing stands yet.
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../errors.ts';
import type { NewFile } from './init.ts';

/** Throws, before anything is written, where one of the files is there already. */
export function writeNewFiles(root: string, files: readonly NewFile[]): void {
  const there = files.filter(({ path }) => existsSync(join(root, path)));
  if (there.length > 0) throw alreadyThere(there.map(({ path }) => path));
  for (const { path, content } of files) writeNewFile(join(root, path), { path, content });
}

function writeNewFile(target: string, { path, content }: NewFile): void {
  mkdirSync(dirname(target), { recursive: true });
  const beside = `${target}.${process.pid}.tmp`;
  try {
    const file = openSync(beside, 'wx');
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // A link, unlike a rename, fails where the name is taken.
    linkSync(beside, target);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? alreadyThere([path]) : error;
  } finally {
    rmSync(beside, { force: true });
  }
}

function alreadyThere(paths: string[]): CommandError {
  return new CommandError({
    code: 'already-there',
    message: `${paths.join(' and ')} ${paths.length === 1 ? 'is' : 'are'} there already; nothing was written.`,
    hint: 'init never overwrites: edit what is there, or remove it first.',
  });
}
