// What documents and project files say, item by item. Written and read here without any code of src.
import { posix } from 'node:path';
import { parse } from 'yaml';

/** Texts by item: `a Production;*` is the value of the key `a` in that context, `file f.txt` the content of a file. */
export type Items = ReadonlyMap<string, string>;
/** Texts by path: of a commit, from the root of the Git repository; of a project's documents, from its folder. */
export type Tree = ReadonlyMap<string, string>;

/** Everything that the projects of a sequence may declare. What others own alone has other names. */
export const ALL_ITEMS: readonly string[] = [
  ...[...'abcd'].flatMap((key) => ['*;*', 'Production;*', 'Test;Web'].map((at) => `${key} ${at}`)),
  // Of the last two, neither is narrower than the other.
  ...[...'efgh'].flatMap((key) => ['*;*', '*;Web', 'Test;*'].map((at) => `${key} ${at}`)),
  'file f.txt',
  'file g.txt',
];

export const keyOf = (item: string) => item.split(' ')[0] ?? '';

/** A key, or a file. */
export const nameOf = (item: string) => (item.startsWith('file ') ? item : keyOf(item));

export const contextOf = (item: string) =>
  item.startsWith('file ') ? '*;*' : (item.split(' ')[1] ?? '');

/** One line for each key and file, so that Git merges them as it merges code. */
export function documentOf(items: Items): string {
  const keys = new Map<string, string[]>();
  const files: string[] = [];
  for (const [item, text] of [...items].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [name = '', at = ''] = item.split(' ');
    if (name === 'file') files.push(`  ${at}: { "*;*": { content: ${text} } }\n`);
    else keys.set(name, [...(keys.get(name) ?? []), `"${at}": ${text}`]);
  }
  const lines = [...keys].map(
    ([key, values]) => `  ${key}: { vdt: Text, values: { ${values.join(', ')} } }\n`,
  );
  const ofKeys = lines.length === 0 ? 'keys: {}\n' : `keys:\n${lines.join('')}`;
  return files.length === 0 ? ofKeys : `${ofKeys}files:\n${files.join('')}`;
}

/** Throws where a merge left something that is no document. */
export function itemsOf(document: string): Map<string, string> {
  const { keys, files = {} } = parse(document) as {
    keys: Record<string, { values: Record<string, string> }>;
    files?: Record<string, Record<string, { content: string }>>;
  };
  const items = new Map<string, string>();
  for (const [key, { values }] of Object.entries(keys))
    for (const [context, text] of Object.entries(values)) items.set(`${key} ${context}`, text);
  for (const [path, contents] of Object.entries(files))
    for (const { content } of Object.values(contents)) items.set(`file ${path}`, content);
  return items;
}

/** What a project file says, as far as sequences change it. */
export interface Settings {
  /** Folder of the documents, from the folder of the project file. */
  documents: string;
  /** Keys that are out of scope. */
  hidden: readonly string[];
  /** At most so many values in one push. */
  batch?: number | undefined;
  /** What others changed stays. */
  keepsDrift: boolean;
  /** Keys and files that no plan shows, of this project or another one. */
  secret: readonly string[];
  /** The steps in which a commit is applied; none: at once. */
  stages?: readonly Stage[] | undefined;
  /** No apply is of all stages. */
  isSeparate?: boolean | undefined;
}

export interface Stage {
  name: string;
  /** As in the project file: each element is itself, or `**` for any; `!` in front: all others. */
  contexts: readonly string[];
}

/** The index of the stage that an item belongs to: each belongs to one. */
export function stageOf(item: string, stages: readonly Stage[]): number {
  const context = contextOf(item);
  return stages.findIndex(({ contexts }) => contexts.some((glob) => matches(glob, context)));
}

function matches(glob: string, context: string): boolean {
  if (glob.startsWith('!')) return !matches(glob.slice(1), context);
  const elements = context.split(';');
  return glob.split(';').every((pattern, i) => pattern === '**' || pattern === elements[i]);
}

export function projectFileOf(
  { documents, hidden, batch, keepsDrift, secret, stages = [], isSeparate }: Settings,
  url: string,
): string {
  const keys = ['*', ...hidden.map((key) => `!${key}`)];
  return [
    'version: 1',
    `url: ${url}`,
    'repository: acme/shop',
    'levels: [Environment, Application]',
    `include: [${documents}/*.yaml]`,
    'allowNewContexts: [Production, Test, Web]',
    'limits: { deletes: 100%, updates: 100%, existing: 1000 }',
    `scope: { keys: ${JSON.stringify(keys)} }`,
    `batch: ${batch ?? 'atomic'}`,
    ...(keepsDrift ? ['onDrift: keep'] : []),
    ...(secret.length > 0 ? [`redact: ${JSON.stringify(secret)}`] : []),
    ...(stages.length > 0 ? [`stages: ${JSON.stringify(stages)}`] : []),
    ...(isSeparate ? ['applyStages: separately'] : []),
    '',
  ].join('\n');
}

function settingsOf(projectFile: string): Settings {
  const { include, scope, batch, onDrift, redact, stages, applyStages } = parse(projectFile) as {
    include: string[];
    scope: { keys: string[] };
    batch: number | 'atomic';
    onDrift?: 'keep';
    redact?: string[];
    stages?: Stage[];
    applyStages?: 'separately';
  };
  return {
    documents: posix.dirname(include[0] ?? ''),
    hidden: scope.keys.slice(1).map((glob) => glob.slice(1)),
    batch: batch === 'atomic' ? undefined : batch,
    keepsDrift: onDrift === 'keep',
    secret: redact ?? [],
    stages,
    isSeparate: applyStages === 'separately',
  };
}

export interface Project {
  /** Of its project file. */
  path: string;
  /** Of its project file, with a slash behind it; `''`: the root. */
  folder: string;
  settings: Settings;
  documents: Tree;
  declared: Items;
  /** What nobody can apply: why. */
  fileError?: string;
}

/** By path of the project file. Throws where a merge left something that cannot be read. */
export function projectsIn(tree: Tree): Map<string, Project> {
  const paths = [...tree.keys()].filter((path) => /^confighub.*\.yaml$/.test(posix.basename(path)));
  return new Map(paths.map((path) => [path, projectAt(tree, path)]));
}

function projectAt(tree: Tree, path: string): Project {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const settings = settingsOf(tree.get(path) ?? '');
  const inFolder = [...tree].filter(
    ([one]) => posix.dirname(one) === `${folder}${settings.documents}`,
  );
  const documents = new Map(inFolder.map(([one, text]) => [one.slice(folder.length), text]));
  const declared = new Map<string, string>();
  let fileError = documents.size === 0 ? 'it has no document' : undefined;
  for (const document of documents.values())
    for (const [item, text] of itemsOf(document)) {
      if (declared.has(item)) fileError = `it declares \`${item}\` twice`;
      if (settings.hidden.includes(keyOf(item))) fileError = `\`${item}\` is out of its scope`;
      declared.set(item, text);
    }
  return {
    path,
    folder,
    settings,
    documents,
    declared,
    ...(fileError !== undefined && { fileError }),
  };
}

export function sameTree(a: Tree, b: Tree): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}
