// What documents and project files say, item by item. Written and read here without any code of src.
import { posix } from 'node:path';
import { parse } from 'yaml';

/**
 * Texts by item: `a Production;*` is the value of the key `a` in that context, `file f.txt` the content of a file in every
 * context, `file f.txt Test;*` in that one. `s3` is what the variable S3 has, `v3${a}` has a placeholder for the key `a`.
 */
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

/** What some sequences may declare as well: files that are not for every context. */
export const RARE_FILES: readonly string[] = ['f.txt', 'g.txt'].flatMap((path) =>
  ['', ' Test;*', ' Production;*', ' *;Web'].map((at) => `file ${path}${at}`),
);

export const keyOf = (item: string) => item.split(' ')[0] ?? '';

/** A key, or a file. */
export const nameOf = (item: string) =>
  item.startsWith('file ') ? item.split(' ', 2).join(' ') : keyOf(item);

export const contextOf = (item: string) =>
  (item.startsWith('file ') ? item.split(' ')[2] : item.split(' ')[1]) ?? '*;*';

/** Of a file: its item in a context. */
export const fileItem = (path: string, context: string) =>
  context === '*;*' ? `file ${path}` : `file ${path} ${context}`;

/** The variable that a text is in; none: it is in the document. */
export const variableOf = (text: string | undefined): string | undefined =>
  /^s\d+$/.test(text ?? '') ? text?.toUpperCase() : undefined;

/** The keys that a text has placeholders for. */
export const keysIn = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/\$\{(\w+)\}/g)].map(([, key = '']) => key);

/** One line for each key and file, so that Git merges them as it merges code. */
export function documentOf(items: Items): string {
  const sorted = [...items].sort(([a], [b]) => (a < b ? -1 : 1));
  const linesOf = (isFile: boolean, rowOf: (text: string) => string) => {
    const rows = new Map<string, string[]>();
    for (const [item, text] of sorted) {
      const name = nameOf(item);
      if (name.startsWith('file ') === isFile)
        rows.set(name, [...(rows.get(name) ?? []), `"${contextOf(item)}": ${rowOf(text)}`]);
    }
    return [...rows];
  };
  const keys = linesOf(false, (text) => inVariable(text) ?? text).map(([key, rows]) => {
    return `  ${key}: { vdt: Text, values: { ${rows.join(', ')} } }\n`;
  });
  const files = linesOf(true, (text) => inVariable(text) ?? `{ content: ${quoted(text)} }`).map(
    ([name, rows]) => `  ${name.slice('file '.length)}: { ${rows.join(', ')} }\n`,
  );
  const ofKeys = keys.length === 0 ? 'keys: {}\n' : `keys:\n${keys.join('')}`;
  return files.length === 0 ? ofKeys : `${ofKeys}files:\n${files.join('')}`;
}

function inVariable(text: string): string | undefined {
  const variable = variableOf(text);
  return variable && `{ env: ${variable} }`;
}

function quoted(text: string): string {
  return keysIn(text).length > 0 ? JSON.stringify(text) : text;
}

type Written = string | number | { env: string };

const textOf = (value: Written) =>
  typeof value === 'object' ? value.env.toLowerCase() : String(value);

/** Throws where a merge left something that is no document. */
export function itemsOf(document: string): Map<string, string> {
  const { keys, files = {} } = parse(document) as {
    keys: Record<string, { values: Record<string, Written> }>;
    files?: Record<string, Record<string, { content: string } | { env: string }>>;
  };
  const items = new Map<string, string>();
  for (const [key, { values }] of Object.entries(keys))
    for (const [context, value] of Object.entries(values))
      items.set(`${key} ${context}`, textOf(value));
  for (const [path, contents] of Object.entries(files))
    for (const [context, content] of Object.entries(contents))
      items.set(fileItem(path, context), textOf('content' in content ? content.content : content));
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
  /** What nobody declares goes, whoever made it. */
  prunesAll?: boolean | undefined;
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

/** The index of the stage that an item belongs to: what projects declare belongs to one; -1: none. */
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
  { documents, hidden, batch, keepsDrift, prunesAll, stages = [], isSeparate }: Settings,
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
    ...(prunesAll ? ['prune: all'] : []),
    ...(stages.length > 0 ? [`stages: ${JSON.stringify(stages)}`] : []),
    ...(isSeparate ? ['applyStages: separately'] : []),
    '',
  ].join('\n');
}

function settingsOf(projectFile: string): Settings {
  const { include, scope, batch, onDrift, prune, stages, applyStages } = parse(projectFile) as {
    include: string[];
    scope: { keys: string[] };
    batch: number | 'atomic';
    onDrift?: 'keep';
    prune?: 'all';
    stages?: Stage[];
    applyStages?: 'separately';
  };
  return {
    documents: posix.dirname(include[0] ?? ''),
    hidden: scope.keys.slice(1).map((glob) => glob.slice(1)),
    batch: batch === 'atomic' ? undefined : batch,
    keepsDrift: onDrift === 'keep',
    prunesAll: prune === 'all',
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
  for (const document of documents.values()) {
    for (const [item, text] of itemsOf(document)) {
      if (declared.has(item)) fileError = `it declares \`${item}\` twice`;
      if (settings.hidden.includes(keyOf(item))) fileError = `\`${item}\` is out of its scope`;
      declared.set(item, text);
    }
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
