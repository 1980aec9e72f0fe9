// [edge] Writing files: each is written beside its place and flushed, so that what stands there is old or new, never half.
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../errors.ts';
import type { FileWrite } from '../model/import-plan.ts';
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
    message: `${paths.join(', ')} changed during the import; nothing was written.`,
    hint: 'Import again.',
  });
}

function alreadyThere(paths: string[]): CommandError {
  return new CommandError({
    code: 'already-there',
    message: `${paths.join(' and ')} already ${paths.length === 1 ? 'exists' : 'exist'}; nothing was written.`,
    hint: 'init never overwrites files. Edit them, or remove them first.',
  });
}

// Where files are written before they are put in place, and what a run that was killed left there.

/** Hidden from `include`, and from Git by what is in it. */
const STAGE = '.confighub-sync.tmp';
const HIDING = '.gitignore';

/** Writes, beside the files of a project, what is to take their places; all of it is gone afterwards. */
function staged<Result>(root: string, use: (stage: Stage) => Result): Result {
  const stage = new Stage(root);
  try {
    return use(stage);
  } finally {
    stage.clear();
  }
}

class Stage {
  readonly #root: string;
  readonly #folder: string;
  readonly #elsewhere: string[] = [];
  #count = 0;

  /** What is there already is of a run that was killed. */
  constructor(root: string) {
    this.#root = root;
    this.#folder = join(root, STAGE);
    this.clear();
  }

  /** Flushed, and on the disk of its place: a rename must not come before what it renames, nor copy it. */
  write(target: string, { content, mode }: { content: string; mode?: number | undefined }): string {
    mkdirSync(dirname(target), { recursive: true });
    const beside = this.#beside(target);
    writeFlushed(beside, content, mode);
    return beside;
  }

  #beside(target: string): string {
    if (statSync(dirname(target)).dev === statSync(this.#root).dev) {
      if (this.#count === 0) this.#hide();
      this.#count += 1;
      return join(this.#folder, String(this.#count));
    }
    // Through a link, to a disk of its own.
    const beside = join(dirname(target), `.${basename(target)}${STAGE}`);
    rmSync(beside, { force: true });
    this.#elsewhere.push(beside);
    return beside;
  }

  /** Once, because Git sees everything while this is being written. */
  #hide(): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, HIDING), '*\n');
  }

  clear(): void {
    for (const path of this.#elsewhere) rmSync(path, { force: true });
    // What hides the others goes last.
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    for (const name of names) if (name !== HIDING) rmSync(join(this.#folder, name), { force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Fails where the name is taken. */
export function writeFlushed(path: string, content: string, mode = 0o666): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A name beside this one that no other process writes to; what dead ones left there is removed. */
export function besideOf(path: string): string {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) && /^(\d+)\.tmp$/.exec(name.slice(prefix.length))?.[1];
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid)))) rmSync(join(folder, name));
  }
  return `${path}.${process.pid}.tmp`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
