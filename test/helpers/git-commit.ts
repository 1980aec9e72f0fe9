// A commit of the working tree without a process, as `git add --all` and `git commit` make it.
import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

interface Entry {
  path: string;
  mode: number;
  id: Buffer;
  stats: BigIntStats;
}

/** What was committed last in a repository. */
const last = new Map<string, { index: Buffer; entries: readonly Entry[] }>();

/** Settings that decide what is committed, and how. */
const SPECIAL =
  /^\s*(?:(?:autocrlf|eol|hooksPath|sparse\w*|worktree|symlinks|gpgSign|\w*encoding|objectFormat|name)\s*=|fileMode\s*=\s*false)/im;
const OF_OTHERS = ['hooks', 'info', 'objects/info'];
const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'SQUASH_MSG', 'index.lock'];

export interface Commit {
  message: string;
  /** Name and address. */
  person: string;
  /** A bare repository that gets the commit too, as its branch `main`. */
  origin?: string;
}

/** The id of the commit; `undefined`, and there is no commit, where only Git knows what belongs to it. */
export function committed(dir: string, { message, person, origin }: Commit): string | undefined {
  const git = join(dir, '.git');
  const ref = branchOf(git);
  const isPlain = !/^\s|\s$|[^\S\n]\n|\n{3}/.test(message);
  if (ref === undefined || !isPlain || !isPlainIndex(join(git, 'index'))) return undefined;
  const stores = [git, ...(origin === undefined ? [] : [origin])];
  const parent = textOf(join(git, ref));
  if (parent === '' && existsSync(join(git, 'packed-refs'))) return undefined;
  const mains =
    origin === undefined ? [] : [join(origin, MAIN), join(git, 'refs/remotes/origin/main')];
  if (existsSync(join(origin ?? git, 'hooks')) || mains.some((main) => textOf(main) !== parent))
    return undefined;
  const entries: Entry[] = [];
  const tree = treeOf(dir, '', { stores, entries });
  if (tree === undefined) return undefined;
  const by = `${person} ${Math.floor(Date.now() / 1000)} +0000`;
  const parents = parent === '' ? '' : `parent ${parent}`;
  const text = `tree ${tree.toString('hex')}\n${parents}author ${by}\ncommitter ${by}\n\n${message}\n`;
  const id = stored(stores, 'commit', Buffer.from(text)).toString('hex');
  for (const name of [join(git, ref), ...mains]) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, `${id}\n`);
  }
  const index = indexOf(entries);
  writeFileSync(join(git, 'index'), index);
  last.set(dir, { index, entries });
  return id;
}

const MAIN = 'refs/heads/main';

/** Whether nothing is in the working tree but what {@link committed} committed last, beside files that are new. */
export function isUnchanged(dir: string): boolean {
  const { entries = [] } = last.get(dir) ?? {};
  const isOwn = last.get(dir)?.index.equals(readFileSync(join(dir, '.git/index'))) === true;
  return isOwn && entries.every(({ path, stats }) => isSame(join(dir, path), stats));
}

function isSame(file: string, { mtimeNs, ctimeNs, ino }: BigIntStats): boolean {
  const now = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return now?.mtimeNs === mtimeNs && now.ctimeNs === ctimeNs && now.ino === ino;
}

/** The branch that is checked out in a repository without anything special. */
function branchOf(git: string): string | undefined {
  if ([...OF_OTHERS, ...UNDER_WAY].some((name) => existsSync(join(git, name)))) return undefined;
  if (SPECIAL.test(textOf(join(git, 'config')))) return undefined;
  return /^ref: (refs\/heads\/\S+)\n$/.exec(textOf(join(git, 'HEAD')))?.[1];
}

/** Whether nothing in an index outlives `git add --all`: no conflict, no submodule, no file that Git must not look at. */
function isPlainIndex(file: string): boolean {
  if (!existsSync(file)) return true;
  const bytes = readFileSync(file);
  if (bytes.readUInt32BE(4) !== 2) return false;
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const [mode, flags] = [bytes.readUInt32BE(at + 24), bytes.readUInt16BE(at + 60)];
    const length = flags & 0xfff;
    if (flags > 0xfff || length === 0xfff || (mode & 0o170000) === 0o160000) return false;
    at += (62 + length + 8) & ~7;
  }
  return true;
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

interface Place {
  /** The folders of Git. */
  stores: readonly string[];
  /** Gets the files. */
  entries: Entry[];
}

/** Writes what is in a folder; `undefined` where Git would look closer. */
function treeOf(dir: string, path: string, { stores, entries }: Place): Buffer | undefined {
  const members: { key: string; line: Buffer }[] = [];
  for (const name of readdirSync(join(dir, path))) {
    if (path === '' && name === '.git') continue;
    if (name.startsWith('.git')) return undefined;
    const below = path === '' ? name : `${path}/${name}`;
    const file = join(dir, below);
    const stats = lstatSync(file, { bigint: true });
    if (stats.isDirectory()) {
      const before = entries.length;
      const id = treeOf(dir, below, { stores, entries });
      if (id === undefined) return undefined;
      if (entries.length > before) members.push({ key: `${name}/`, line: line('40000', name, id) });
      continue;
    }
    if (!stats.isFile() && !stats.isSymbolicLink()) return undefined;
    const mode = stats.isSymbolicLink()
      ? 0o120000
      : (stats.mode & 0o100n) === 0n
        ? 0o100644
        : 0o100755;
    const content = stats.isSymbolicLink() ? Buffer.from(readlinkSync(file)) : readFileSync(file);
    const id = stored(stores, 'blob', content);
    entries.push({ path: below, mode, id, stats });
    members.push({ key: name, line: line(mode.toString(8), name, id) });
  }
  members.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return stored(stores, 'tree', Buffer.concat(members.map((member) => member.line)));
}

function line(mode: string, name: string, id: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);
}

function stored(stores: readonly string[], type: string, content: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const id = createHash('sha1').update(bytes).digest();
  const hex = id.toString('hex');
  for (const store of stores) {
    const file = join(store, 'objects', hex.slice(0, 2), hex.slice(2));
    if (existsSync(file)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, deflateSync(bytes, { level: 1 }), { mode: 0o444 });
  }
  return id;
}

/** Version 2 of the index. */
function indexOf(entries: Entry[]): Buffer {
  const sorted = entries
    .map((entry) => ({ ...entry, name: Buffer.from(entry.path) }))
    .sort((a, b) => Buffer.compare(a.name, b.name));
  const head = Buffer.alloc(12);
  head.write('DIRC');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(sorted.length, 8);
  const parts = [head, ...sorted.map(entryOf)];
  const body = Buffer.concat(parts);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

function entryOf({ name, mode, id, stats }: Entry & { name: Buffer }): Buffer {
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stats;
  const bytes = Buffer.alloc((62 + name.length + 8) & ~7);
  const second = 1_000_000_000n;
  const fields = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second];
  for (const [i, field] of [...fields, dev, ino, BigInt(mode), uid, gid, size].entries())
    bytes.writeUInt32BE(Number(field & 0xffffffffn), i * 4);
  id.copy(bytes, 40);
  bytes.writeUInt16BE(Math.min(name.length, 0xfff), 60);
  name.copy(bytes, 62);
  return bytes;
}
