// [edge] Files whose checked-out bytes differ from what Git stores: those with a filter or `eol=crlf` in .gitattributes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import posix from 'node:path/posix';
import { foldersAndFile } from '../lib/paths.ts';
import { attempt } from '../lib/attempt.ts';
import { inParallel } from '../lib/parallel.ts';
import type { FileError } from '../model/diagnostic.ts';
import type { FileContents, TreeEntry } from './git-objects.ts';
import type { GitRepository } from './git-repository.ts';
import { type Environment, bytesOf } from './git-result.ts';
import { blobId } from './working-tree-status.ts';

/**
 * What a checkout does with files, by path, as .gitattributes says it: `filter=<driver>`, `eol=crlf` or
 * `text=auto eol=crlf`. Not here: Git LFS, whose pointers name their contents, and what a setting of one machine does.
 */
export type Conversions = ReadonlyMap<string, string>;

const FILTER = 'filter=';

/** Whether what Git stores of a file is what a filter made of it: everybody who uses one wants to hide the content. */
export function isFiltered(conversions: Conversions, path: string): boolean {
  return conversions.get(path)?.startsWith(FILTER) === true;
}

/** Nearly no file of attributes says this, so that Git need not be asked. */
const MAY_CONVERT = /(?:^|\s)(?:filter=(?!lfs(?:\s|$))|eol=crlf)/m;

export const ATTRIBUTES = '.gitattributes';

/** Of a file with attributes, what {@link Conversions} may come from. */
export function convertingLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => MAY_CONVERT.test(line))
    .join('\n');
}

interface ConversionPlace {
  /** The folder that paths are relative to, in the Git repository. Default: the one that was opened. */
  folder?: string | undefined;
  /** A commit or tree, which has the attributes. Default: the working tree. */
  tree?: string | undefined;
}

/** Without `id` what Git does not track. */
type Entries = readonly (Pick<TreeEntry, 'path'> & Partial<TreeEntry>)[];

/** Whether a checkout may convert files in the folders of these, which include those with attributes. Throws GitError. */
export async function mayConvert(
  repository: GitRepository,
  entries: Entries,
  place: ConversionPlace,
): Promise<boolean> {
  return canConvert(repository, await attributeFiles(repository, entries, place));
}

function canConvert(repository: GitRepository, { counting }: { counting: FileContents }): boolean {
  const texts = [...counting.values(), ...attributesOfClone(repository)];
  return texts.some((text) => MAY_CONVERT.test(text.toString()));
}

/** Those that Git has, and those that count. */
async function attributeFiles(
  repository: GitRepository,
  entries: Entries,
  { folder = repository.folder, tree }: ConversionPlace,
): Promise<{ stored: FileContents; counting: FileContents }> {
  const stored = await storedAttributes(repository, entries, { folder, tree });
  if (tree !== undefined) return { stored, counting: stored };
  const paths = entries.map(({ path }) => posix.join(folder, path));
  return { stored, counting: new Map([...stored, ...attributesHere(repository, paths)]) };
}

/** @param entries all files in the folder, those with attributes too. Throws GitError. */
export async function conversionsOf(
  repository: GitRepository,
  entries: Entries,
  { folder = repository.folder, tree }: ConversionPlace = {},
): Promise<Conversions> {
  const paths = new Map(entries.map(({ path }) => [posix.join(folder, path), path]));
  const files = await attributeFiles(repository, entries, { folder, tree });
  if (!canConvert(repository, files)) return new Map();
  const { stored } = files;
  const answer = await (tree === undefined
    ? attributesOf(repository, paths.keys())
    : withIndexOf(repository, stored, (env) => attributesOf(repository, paths.keys(), env)));
  return new Map(
    [...answer].flatMap(([whole, said]): [string, string][] => {
      const [path, conversion] = [paths.get(whole), conversionIn(said)];
      return path === undefined || conversion === undefined ? [] : [[path, conversion]];
    }),
  );
}

/** The files with attributes that Git has, by their paths in the repository. */
async function storedAttributes(
  { objects }: GitRepository,
  entries: readonly Partial<TreeEntry>[],
  { folder = '', tree }: ConversionPlace,
): Promise<FileContents> {
  const contents: FileContents = new Map();
  const read = async (path: string, name: string) => {
    const blob = await objects.read(name);
    if (blob?.type === 'blob') contents.set(path, blob.content);
  };
  const above = foldersAndFile(folder).slice(0, -1);
  for (const folderAbove of folder === '' ? [] : ['', ...above]) {
    const path = posix.join(folderAbove, ATTRIBUTES);
    await read(path, `${tree ?? ''}:${path}`);
  }
  for (const { path = '', id } of entries)
    if (id !== undefined && posix.basename(path) === ATTRIBUTES)
      await read(posix.join(folder, path), id);
  return contents;
}

/** Those in the working tree that count for these paths. */
function attributesHere({ topLevel }: GitRepository, paths: Iterable<string>): FileContents {
  const ownFolders = new Set([...paths].map((path) => posix.dirname(path)));
  const folders = new Set(['', ...[...ownFolders].flatMap(foldersAndFile)]);
  return new Map(
    [...folders].flatMap((folder): [string, Buffer][] => {
      const path = posix.join(folder, ATTRIBUTES);
      const bytes = attempt(() => readFileSync(join(topLevel, path)));
      return bytes === undefined ? [] : [[path, bytes]];
    }),
  );
}

/** The files with attributes that belong to the clone or to the person. */
function attributesOfClone(repository: GitRepository): Buffer[] {
  const path = join(commonFolder(repository.topLevel), 'info/attributes');
  return [attempt(() => readFileSync(path)), attributesOfPerson(repository)].filter(
    (text) => text !== undefined,
  );
}

function attributesOfPerson({ topLevel, settings, env }: GitRepository): Buffer | undefined {
  const home = env.HOME ?? env.USERPROFILE ?? '';
  const named = settings.findLast(({ key }) => key === 'core.attributesfile')?.value;
  const path = named ?? join(env.XDG_CONFIG_HOME || join(home, '.config'), 'git/attributes');
  return attempt(() => readFileSync(resolve(topLevel, path.replace(/^~(?=\/)/, home))));
}

/** Where a clone keeps what its working trees share. */
function commonFolder(topLevel: string): string {
  const textOf = (path: string) => attempt(() => readFileSync(path, 'utf8'))?.trim();
  const dotGit = join(topLevel, '.git');
  const gitFolder = resolve(topLevel, textOf(dotGit)?.replace(/^gitdir: /, '') ?? '.git');
  return resolve(gitFolder, textOf(join(gitFolder, 'commondir')) ?? '.');
}

interface IndexFile {
  GIT_INDEX_FILE: string;
}

type Attributes = Partial<Record<string, string>>;

/** Of line ends, what only one person's file says does not count: others would read something else. */
async function attributesOf(
  repository: GitRepository,
  paths: Iterable<string>,
  env: Partial<IndexFile> = {},
): Promise<ReadonlyMap<string, Attributes>> {
  const asked = [...paths];
  const said = await checkedAttributes(repository, asked, { env, names: ['filter', ...LINE_ENDS] });
  if (!/eol=crlf/.test(attributesOfPerson(repository)?.toString() ?? '')) return said;
  const settings = ['-c', 'core.attributesFile=/dev/null'];
  const shared = await checkedAttributes(repository, asked, { env, names: LINE_ENDS, settings });
  return new Map([...said].map(([path, own]) => [path, { ...own, ...shared.get(path) }]));
}

const LINE_ENDS = ['text', 'eol'];

async function checkedAttributes(
  repository: GitRepository,
  paths: readonly string[],
  {
    env,
    names,
    settings = [],
  }: { env: Partial<IndexFile>; names: readonly string[]; settings?: readonly string[] },
): Promise<ReadonlyMap<string, Attributes>> {
  const cached = env.GIT_INDEX_FILE === undefined ? [] : ['--cached'];
  const answer = await repository.git(
    [...settings, 'check-attr', ...cached, '--stdin', '-z', ...names],
    { env, input: paths.map((path) => `${path}\0`).join('') },
  );
  const words = bytesOf('Cannot read the attributes of files', answer).toString().split('\0');
  const said = new Map<string, Attributes>();
  for (let i = 0; i + 2 < words.length; i += 3) {
    const [path = '', name = '', value] = words.slice(i, i + 3);
    said.set(path, { ...said.get(path), [name]: value });
  }
  return said;
}

/** Every Git reads attributes from an index; only new ones read them from a tree. */
function withIndexOf<Result>(
  repository: GitRepository,
  files: FileContents,
  use: (env: IndexFile) => Promise<Result>,
): Promise<Result> {
  return inNewFolder(async (folder) => {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    const like = (await repository.head())?.commit;
    const lines = [...files].map(([path, bytes]) => `100644 ${blobId(bytes, like)}\t${path}\0`);
    const added = await repository.git(['update-index', '-z', '--index-info'], {
      env,
      input: lines.join(''),
    });
    bytesOf('Cannot read the attributes of files', added);
    return await use(env);
  });
}

async function inNewFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What Git says of an attribute without a text. */
const NO_TEXT = ['unspecified', 'unset', 'set', undefined];

function conversionIn({ filter, text, eol }: Attributes): string | undefined {
  if (!NO_TEXT.includes(filter) && filter !== 'lfs') return `${FILTER}${filter}`;
  if (eol !== 'crlf' || text === 'unset') return undefined;
  return text === 'auto' ? 'text=auto eol=crlf' : 'eol=crlf';
}

// --- Contents ------------------------------------------------------------------------------------------------------

export type Converted = { bytes: Uint8Array } | { problem: FileError };

/**
 * Of these files as Git stores them, those that a checkout converts, by path.
 * @param folder that paths are relative to; default: the one that was opened
 */
export async function convertedFiles(
  repository: GitRepository,
  files: FileContents,
  conversions: Conversions,
  folder = repository.folder,
): Promise<Map<string, Converted>> {
  const filtered = [...files].flatMap(([path, stored]) => {
    const conversion = conversions.get(path);
    return conversion === undefined ? [] : [{ path, conversion, stored }];
  });
  const contents = await inParallel(
    filtered,
    async ({ path, conversion, stored }): Promise<[string, Converted]> => {
      if (!conversion.startsWith(FILTER)) return [path, { bytes: withCrlf(stored, conversion) }];
      const driver = conversion.slice(FILTER.length);
      const bytes = await smudged(repository, driver, { path: posix.join(folder, path), stored });
      return [path, bytes === undefined ? { problem: locked(driver, path) } : { bytes }];
    },
  );
  return new Map(contents);
}

/** What a file that is not committed will be. @param committed the same for what is committed of it */
export function uncommittedContent(
  repository: GitRepository,
  { path, conversion, bytes }: { path: string; conversion: string; bytes: Uint8Array },
  committed: Converted | undefined,
): Converted {
  if (!conversion.startsWith(FILTER))
    return { bytes: withCrlf(asStored(bytes, conversion), conversion) };
  if (committed !== undefined && 'problem' in committed) return committed;
  const driver = conversion.slice(FILTER.length);
  return isSetUp(repository, driver) ? { bytes } : { problem: locked(driver, path) };
}

function locked(driver: string, path: string): FileError {
  return {
    code: 'git-filter',
    message: `The content of ${path} is not known, because the Git filter \`${driver}\` does not work in this clone.`,
    hint: `Set the filter up in this clone, for example with \`git-crypt unlock\`, and check the file out again. If the file needs no filter, remove the attribute \`filter=${driver}\` from it, and run \`git add --renormalize\`.`,
  };
}

function settingOf({ settings }: GitRepository, key: string): string | undefined {
  return settings.findLast((setting) => setting.key === key)?.value || undefined;
}

function isSetUp(repository: GitRepository, driver: string): boolean {
  return ['smudge', 'process'].some(
    (name) => settingOf(repository, `${FILTER_SETTINGS}${driver}.${name}`) !== undefined,
  );
}

const FILTER_SETTINGS = 'filter.';

/** By driver, path and id: the record, the base and the files often have the same content. */
const outputs = new WeakMap<GitRepository, Map<string, Promise<Buffer | undefined>>>();

/** `undefined` if the filter is not set up, fails, or ends with what Git stores, as one without its key may. */
async function smudged(
  repository: GitRepository,
  driver: string,
  { path, stored }: { path: string; stored: Buffer },
): Promise<Buffer | undefined> {
  if (!isSetUp(repository, driver)) return undefined;
  const id = blobId(stored, (await repository.head())?.commit);
  const ofRepository = outputs.get(repository) ?? new Map<string, Promise<Buffer | undefined>>();
  outputs.set(repository, ofRepository);
  const key = [driver, path, id].join('\0');
  const asked = ofRepository.get(key) ?? smudge(repository, driver, { path, id, stored });
  ofRepository.set(key, asked);
  return asked;
}

async function smudge(
  repository: GitRepository,
  driver: string,
  { path, id, stored }: { path: string; id: string; stored: Buffer },
): Promise<Buffer | undefined> {
  if (stored.length === 0) return stored;
  // The content must not depend on what a machine does with line ends, and a failure must not pass for the content.
  const settings = [
    'core.autocrlf=false',
    'core.eol=lf',
    `${FILTER_SETTINGS}${driver}.required=true`,
  ];
  const mayBeSame = settingOf(repository, `${FILTER_SETTINGS}${driver}.smudge`) === 'cat';
  const run = async (more: readonly string[] = [], env: Environment = {}) => {
    const options = [...settings, ...more].flatMap((setting) => ['-c', setting]);
    const args = [...options, 'cat-file', '--filters', `--path=${path}`, id];
    const answer = await repository.git(args, { env });
    const isStored = answer.stdout.subarray(-stored.length).equals(stored);
    return answer.status === 0 && (mayBeSame || !isStored) ? answer.stdout : undefined;
  };
  const content = await run();
  if (content !== undefined) return content;
  // The clone may lack what Git stores, and in the working tree, the path of another time may have no attributes any more.
  return inNewFolder(async (folder) => {
    const env = {
      GIT_OBJECT_DIRECTORY: folder,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(commonFolder(repository.topLevel), 'objects'),
    };
    await repository.git(['hash-object', '-w', '--stdin'], { env, input: stored });
    const attributes = join(folder, 'attributes');
    writeFileSync(attributes, `* filter=${driver}\n`);
    return run([`core.attributesFile=${attributes}`], env);
  });
}

// --- Line ends -----------------------------------------------------------------------------------------------------

/** What `text=auto` leaves alone, as Git sees it: a text has neither NUL nor a lone CR, and hardly any control characters. */
function isLeftAlone(text: string): boolean {
  if (/\0|\r(?!\n)/.test(text)) return true;
  const odd = text.match(/[\x01-\x07\x0b\x0e-\x1a\x1c-\x1f\x7f]/g)?.length ?? 0;
  return (text.length - odd) >> 7 < odd;
}

function withCrlf(stored: Uint8Array, conversion: string): Buffer {
  const text = Buffer.from(stored).toString('latin1');
  const isKept = isAuto(conversion) && (text.includes('\r') || isLeftAlone(text));
  return Buffer.from(isKept ? text : text.replace(/(?<!\r)\n/g, '\r\n'), 'latin1');
}

/** What Git will store of a file that is not committed. */
function asStored(bytes: Uint8Array, conversion: string): Buffer {
  const text = Buffer.from(bytes).toString('latin1');
  const isKept = isAuto(conversion) && isLeftAlone(text);
  return Buffer.from(isKept ? text : text.replaceAll('\r\n', '\n'), 'latin1');
}

function isAuto(conversion: string): boolean {
  return conversion.startsWith('text=auto');
}
