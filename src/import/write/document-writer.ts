// Prepares writing documents: free names for files and variables, spelling of contexts, test for secrets.
import { isScalar, visit } from 'yaml';
import { isLiteral, matcher } from '../../documents/globs.ts';
import { grouped } from '../../lib/collections.ts';
import { type Context, contextOf, elementsOf } from '../../model/context.ts';
import { type IsSecret, isSecretText, type Passwords } from '../../model/secrets.ts';
import { keyId, type State, valuesIn } from '../../model/state.ts';
import { hasSecretParts } from '../../semantics/secret-parts.ts';
import { nameOf, type Root, sitesOf } from '../edit/sites.ts';
import { Variables } from '../variables.ts';
import type { ProjectTexts } from '../writes.ts';
import { ContentFiles } from './content-files.ts';
import { FreePaths, safePath } from './file-names.ts';
import type { DocumentWriter } from './shapes.ts';

export interface FullDocumentWriter extends DocumentWriter {
  /** A free path for a new document. Throws {@link NoDocumentPath} where `include` matches none. */
  pathFor: (name: string) => string;
  /** A free path for a new file of a source. Throws {@link NoDocumentPath} where there is none. */
  sourcePathFor: (name: string, extension: string) => string;
}

/** `include` leaves no name for a new document. */
export class NoDocumentPath extends Error {}

export interface DocumentWriterInput {
  target: { levels: readonly string[] };
  live: State;
  desired: State;
  /** What was last applied. */
  baseline?: State;
  include: readonly string[];
  exists: (path: string) => boolean;
  isSecretName: (name: string) => boolean;
  /** Other versions of the project, and other projects: what any of them calls secret is secret. */
  secretIn: readonly State[];
  passwords: Passwords;
}

export function newDocumentWriter(
  input: DocumentWriterInput,
  { documents, sources }: ProjectTexts,
): FullDocumentWriter {
  const { include, exists } = input;
  const paths = new FreePaths(exists);
  const used = documents.map(({ path }) => path.split('/').slice(0, -1).join('/'));
  const folders = ['config', ...used, '', ...include.map(folderOf)];
  const { roots } = sitesOf(documents);
  return {
    depth: input.target.levels.length,
    contentFiles: new ContentFiles({ paths, include, isSource: sources.matches, isSeveral: severalTest(input.live) }),
    variables: new Variables([...roots.flatMap(variablesIn), ...input.passwords.variables.values()]),
    isSecret: secretTest(input),
    spelled: speller([...contextsIn(input.desired), ...roots.flatMap(({ context }) => context ?? [])]),
    sourcePathFor: (name, extension) => {
      const path = paths.takeFirst(sourcePaths(safePath(name), { extension, isSource: sources.matches }));
      if (path === undefined) throw new NoDocumentPath();
      return path;
    },
    pathFor: (name) => {
      const path = documentPath(name, { include, isSource: sources.matches, folders, paths });
      if (path === undefined) throw new NoDocumentPath();
      return path;
    },
  };
}

/** The folder of a glob up to its first wildcard. */
function folderOf(glob: string): string {
  return (/^(?:[^!*?[{/]+\/)*/.exec(glob)?.[0] ?? '').slice(0, -1);
}

/** The second one if the first is a file, or a source reads all of it. */
const SOURCE_FOLDERS = ['config', 'imported/config'];
const MAX_NUMBER = 1000;

/** `config/default.env`, `config/default-2.env` …: those that no source reads yet. */
function* sourcePaths(
  name: string,
  { extension, isSource }: { extension: string; isSource: (path: string) => boolean },
): Generator<string> {
  for (const folder of SOURCE_FOLDERS) {
    for (let i = 1; i <= MAX_NUMBER; i++) {
      const path = `${folder}/${name}${i === 1 ? '' : `-${i}`}.${extension}`;
      if (!isSource(path)) yield path;
    }
  }
}

function severalTest({ keys, files }: State): (name: string) => boolean {
  const several = new Set([...keys.values()].filter(({ values }) => values.size > 1).map(({ name }) => name));
  for (const [path, entries] of grouped(files.values(), (file) => file.path)) if (entries.length > 1) several.add(path);
  return (name) => several.has(name);
}

/**
 * Items in a security group, with a secret name, or whose text is or contains a secret. Also all contexts of an item that
 * is secret in one of them: what the server has may be the same secret, moved. A plan masks the same items.
 */
function secretTest({ live, desired, baseline, isSecretName, secretIn }: DocumentWriterInput): IsSecret {
  const names = [
    ...namesIn(live, ({ securityGroup }) => securityGroup !== undefined),
    ...[desired, ...(baseline ? [baseline] : []), ...secretIn].flatMap((state) =>
      namesIn(state, ({ secret }) => secret === true),
    ),
  ];
  const guarded = new Set(names);
  return (name, text) => isSecretName(name) || guarded.has(name) || guarded.has(keyId(name)) || holdsSecret(name, text);
}

/** Ids of keys and paths of files; of a key, also its values are tested. */
function namesIn({ keys, files }: State, test: (item: Tested) => boolean): string[] {
  const found = [...keys].filter(([, key]) => [key, ...key.values.values()].some(test)).map(([id]) => id);
  return [...found, ...[...files.values()].filter(test).map(({ path }) => path)];
}

interface Tested {
  securityGroup?: string;
  secret?: true;
}

function holdsSecret(name: string, text: string | null): boolean {
  return isSecretText(name, text) || hasSecretParts(text);
}

/** Spells elements as documents do, because two spellings of one element are a mistake. */
function speller(contexts: readonly Context[]): (context: Context) => Context {
  const spellings = new Map<string, string>();
  for (const context of contexts) {
    for (const [level, element] of elementsOf(context).entries()) {
      const id = `${level};${element.toLowerCase()}`;
      if (!spellings.has(id)) spellings.set(id, element);
    }
  }
  const spelled = (element: string, level: number) => spellings.get(`${level};${element.toLowerCase()}`) ?? element;
  return (context) => contextOf(elementsOf(context).map(spelled));
}

function contextsIn(state: State): Context[] {
  return [...valuesIn(state), ...state.files.values()].map(({ context }) => context);
}

/** Names of the environment variables that a document uses. */
function variablesIn({ node }: Root): string[] {
  const names: string[] = [];
  visit(node, {
    Pair: (_, pair) => {
      if (nameOf(pair) === 'env' && isScalar(pair.value)) names.push(String(pair.value.value));
    },
  });
  return names;
}

const EXTENSIONS = ['yaml', 'yml', 'json'];

interface DocumentPlaces {
  include: readonly string[];
  isSource: (path: string) => boolean;
  folders: readonly string[];
  paths: FreePaths;
}

/** A free path for a document; `undefined` if `include` matches none. */
function documentPath(name: string, { include, isSource, folders, paths }: DocumentPlaces): string | undefined {
  const isIncluded = matcher(include);
  const isDocument = (path: string) => isIncluded(path) && !isSource(path);
  const base = safePath(name).toLowerCase();
  const named = [...new Set(folders)].flatMap((folder) =>
    EXTENSIONS.map((extension) => `${folder === '' ? '' : `${folder}/`}${base}.${extension}`),
  );
  const literals = include.filter(isLiteral).filter((path) => !paths.exists(path));
  const found = [...named, ...literals].find(isDocument);
  if (found === undefined) return undefined;
  const taken = paths.take(found);
  return isDocument(taken) ? taken : undefined;
}
