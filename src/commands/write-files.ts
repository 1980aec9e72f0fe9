// [edge] Writes files atomically: each is written to a temporary file and flushed before it replaces the old one.
import {
  accessSync,
  closeSync,
  constants,
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
import { CommandError, knownError } from '../errors.ts';
import { codeOf, filesOfProcesses, isAlive } from '../lib/system.ts';
import type { FileWrite } from '../model/import-plan.ts';
import type { NewFile } from './init.ts';

/**
 * Throws, before anything is written, if one of the files exists. A file with the same content is accepted as the remains
 * of a killed run, as long as another file is missing.
 */
export function writeNewFiles(root: string, files: readonly NewFile[]): void {
  staged(root, (stage) => {
    for (const { path, content } of missingOf(root, files)) writeNewFile(join(root, path), { path, content, stage });
  });
}

function missingOf(root: string, files: readonly NewFile[]): readonly NewFile[] {
  const existing = files.filter(({ path }) => existsSync(join(root, path)));
  const others = existing.filter(({ path, content }) => contentOf(join(root, path)) !== content);
  if (others.length > 0 || existing.length === files.length)
    throw alreadyThere((others.length > 0 ? others : existing).map(({ path }) => path));
  return files.filter((file) => !existing.includes(file));
}

function writeNewFile(target: string, { path, content, stage }: NewFile & { stage: Stage }): void {
  try {
    // A link, unlike a rename, fails if the name exists.
    linkSync(stage.write(target, { content }), target);
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? alreadyThere([path]) : error;
  }
}

/**
 * Creates, replaces and deletes files, in this order. All new content is written before any file is replaced. Throws,
 * before that, if a file has changed since the writes were planned.
 */
export function writeFiles(root: string, writes: readonly FileWrite[]): void {
  const changed = writes.filter(({ path, before }) => contentOf(join(root, path)) !== before);
  if (changed.length > 0) throw changedMeanwhile(changed.map(({ path }) => path));
  staged(root, (stage) => {
    const placed = writes.map(({ path, after }) => {
      const { target, mode } = placeOf(join(root, path));
      return {
        target,
        staging: after === undefined ? undefined : stage.write(target, { content: after, mode }),
      };
    });
    for (const { target } of placed) accessSync(dirname(target), constants.W_OK);
    replaceAll(placed);
  });
}

/** The new content is on the disk by then, so only a change of permissions meanwhile can stop this. */
function replaceAll(placed: readonly { staging: string | undefined; target: string }[]): void {
  let done = 0;
  try {
    for (const { staging, target } of placed) {
      if (staging === undefined) rmSync(target);
      else renameSync(staging, target);
      done += 1;
    }
  } catch (error) {
    const known = knownError(error);
    if (known === undefined || done === 0) throw error;
    const { code, message } = known;
    const hint = `Before that, ${done} of ${placed.length} files were written: \`git status\` shows them. Fix the problem, then import again.`;
    throw new CommandError({ code, message, hint, cause: error });
  }
}

/** A link is kept: its target is replaced, with the same permissions. */
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

export function alreadyThere(paths: readonly string[]): CommandError {
  return new CommandError({
    code: 'already-there',
    message: `${paths.join(' and ')} already ${paths.length === 1 ? 'exists' : 'exist'}; nothing was written.`,
    hint: 'init never overwrites files. Edit them, or remove them first.',
  });
}

/** The folder for temporary files, hidden from `include`, and from Git by its own `.gitignore`. */
const STAGE = '.confighub-sync.tmp';
const HIDING = '.gitignore';

/** Provides temporary files in the project folder, and always removes them afterwards. */
function staged(root: string, use: (stage: Stage) => void): void {
  const stage = new Stage(root);
  try {
    use(stage);
  } finally {
    stage.clear();
  }
}

class Stage {
  readonly #root: string;
  readonly #folder: string;
  readonly #elsewhere: string[] = [];
  #count = 0;

  /** Removes the remains of a killed run. */
  constructor(root: string) {
    this.#root = root;
    this.#folder = join(root, STAGE);
    this.clear();
  }

  /** Flushed, and on the same disk as the target, so that renaming is atomic. */
  write(target: string, { content, mode }: { content: string; mode?: number | undefined }): string {
    mkdirSync(dirname(target), { recursive: true });
    const staging = this.#staging(target);
    writeFlushed(staging, content, mode);
    return staging;
  }

  #staging(target: string): string {
    if (statSync(dirname(target)).dev === statSync(this.#root).dev) {
      if (this.#count === 0) this.#hide();
      this.#count += 1;
      return join(this.#folder, String(this.#count));
    }
    // A link leads to another disk.
    const staging = join(dirname(target), `.${basename(target)}${STAGE}`);
    rmSync(staging, { force: true });
    this.#elsewhere.push(staging);
    return staging;
  }

  /** Hides the temporary files from Git. */
  #hide(): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(join(this.#folder, HIDING), '*\n');
  }

  clear(): void {
    for (const path of this.#elsewhere) rmSync(path, { force: true });
    // The `.gitignore` is deleted last.
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    for (const name of names) if (name !== HIDING) rmSync(join(this.#folder, name), { force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Throws if the file exists. */
export function writeFlushed(path: string, content: string, mode = 0o666): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The path of a temporary file for this process; removes those of dead processes. */
export function stagingPath(path: string): string {
  for (const { pid, path: staging } of filesOfProcesses(path, 'tmp'))
    if (pid === process.pid || !isAlive(pid)) rmSync(staging);
  return `${path}.${process.pid}.tmp`;
}
