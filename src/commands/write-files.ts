// [edge] Writing files: each is written beside its place and flushed, so that what stands there is old or new, never half.
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../errors.ts';
import type { FileWrite } from '../model/import.ts';
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
    writeFlushed(beside, content);
    // A link, unlike a rename, fails where the name is taken.
    linkSync(beside, target);
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? alreadyThere([path]) : error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Goes through to the disk: a rename must not come before what it renames. */
function writeFlushed(path: string, content: string, mode = 0o666): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Creates, replaces and removes files, in their order. Everything is written before anything is put in place. Throws,
 * before that, where a file is no longer as it was when the writes were made.
 */
export function writeFiles(root: string, writes: readonly FileWrite[]): void {
  const changed = writes.filter(({ path, before }) => contentOf(join(root, path)) !== before);
  if (changed.length > 0) throw changedMeanwhile(changed.map(({ path }) => path));
  const placed = writes.map((write) => ({ ...write, ...placeOf(join(root, write.path)) }));
  try {
    for (const { after, beside, target, mode } of placed) {
      if (after === undefined) continue;
      mkdirSync(dirname(target), { recursive: true });
      writeFlushed(beside, after, mode);
    }
    for (const { after, beside, target } of placed) {
      if (after === undefined) rmSync(target);
      else renameSync(beside, target);
    }
  } finally {
    for (const { beside } of placed) rmSync(beside, { force: true });
  }
}

/** A link stays one: what it leads to is replaced, with the rights that it has. */
function placeOf(path: string): { target: string; beside: string; mode?: number } {
  const target = existsSync(path) ? realpathSync(path) : path;
  const mode = existsSync(target) ? { mode: statSync(target).mode } : {};
  return { target, beside: `${target}.${process.pid}.tmp`, ...mode };
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
