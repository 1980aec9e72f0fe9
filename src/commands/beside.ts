// [edge] Where files are written before they are put in place, and what a run that was killed left there.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Hidden from `include`, and from Git by what is in it. */
const STAGE = '.confighub-sync.tmp';
const HIDING = '.gitignore';

/** Writes, beside the files of a project, what is to take their places; all of it is gone afterwards. */
export function staged<Result>(root: string, use: (stage: Stage) => Result): Result {
  const stage = new Stage(root);
  try {
    return use(stage);
  } finally {
    stage.clear();
  }
}

export class Stage {
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
