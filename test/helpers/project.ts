// Projects for a test: held in memory or written to a folder, read by the real reader, shown in lines.
import { afterEach } from 'vitest';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Loaded, type LoadOptions, loadProject } from '../../src/documents/load-project.ts';
import { filesInMemory, workingTreeFiles } from '../../src/documents/project-files.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { keysIn, type Row, type State } from '../../src/model/state.ts';
import { fileRowsIn } from './states.ts';

export type Contents = Record<string, string | Uint8Array>;

/** The project file of a test that says nothing else. */
const PROJECT = 'levels: [Environment, Application]\n';

/** Reads files from memory; a project file is put beside them where they have none. */
export function load(files: Contents, options: Partial<LoadOptions> = {}): Loaded {
  const all = Object.entries({ 'confighub.yaml': PROJECT, ...files });
  const bytes = new Map(
    all.map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
  const loaded = loadProject(filesInMemory(bytes), { env: {}, ...options });
  watcher?.({
    files: Object.fromEntries(all),
    loaded,
    projectFile: options.projectFile ?? 'confighub.yaml',
  });
  return loaded;
}

/** What {@link load} read. */
export interface Reading {
  files: Contents;
  loaded: Loaded;
  projectFile: string;
}

let watcher: ((reading: Reading) => void) | undefined;

/** Shows every reading of {@link load} to a function, or to none. */
export function watchReadings(watch: typeof watcher): void {
  watcher = watch;
}

/** Reads one document from memory. */
export function loadDocument(text: string, options: Partial<LoadOptions> = {}): Loaded {
  return load({ 'config/doc.yaml': text }, options);
}

/** The state of one document, or of these files, of which nothing is reported. */
export function stateOf(text: string | Contents, options: Partial<LoadOptions> = {}): State {
  const files = typeof text === 'string' ? { 'config/doc.yaml': text } : text;
  const { state, diagnostics } = load(files, options);
  const [fileError] = fileErrors(diagnostics);
  if (fileError !== undefined) throw new Error(fileError);
  return state;
}

/** `file:line:column code`, in the order in which they are shown. */
export function fileErrors(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ place, file, code }) => `${place ?? file} ${code}`);
}

/** A text in which `«code»` stands where an error is to be reported, without these marks, and what they say. */
export function unmark(file: string, marked: string): { text: string; expected: string[] } {
  const expected: string[] = [];
  let text = '';
  let from = 0;
  for (const match of marked.matchAll(/«([a-z0-9-]+)»/g)) {
    text += marked.slice(from, match.index);
    from = match.index + match[0].length;
    const lines = text.split('\n');
    expected.push(`${file}:${lines.length}:${(lines.at(-1) ?? '').length + 1} ${match[1]}`);
  }
  return { text: text + marked.slice(from), expected };
}

/** One line for each fact that a state holds, sorted by key and file. */
export function linesOf(state: State): string[] {
  const keys = keysIn(state).flatMap((key) => [
    ...(key.absent ? [`${key.name} must not exist`] : []),
    ...(['vdt', 'readme', 'deprecated', 'push'] as const)
      .filter((field) => key[field] !== undefined)
      .map((field) => `${key.name} ${field} ${key[field]}`),
    ...[...key.rows.values()].map((value) => `${key.name} [${value.context}] ${textOf(value)}`),
  ]);
  const files = fileRowsIn(state).map(
    ({ path, context, ...row }) => `file ${path} [${context}] ${textOf(row)}`,
  );
  return [...keys, ...files];
}

function textOf({ text, absent, unknown, secret, native }: Omit<Row, 'context'>): string {
  if (absent) return 'must not exist';
  const marks = [
    ...(native ? ['native'] : []),
    ...(unknown ? ['unknown'] : []),
    ...(secret ? ['secret'] : []),
  ];
  return [JSON.stringify(text), ...marks].join(' ');
}

/** A folder on disk with the files of a project. `dispose` removes it. */
export class Folder {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'confighub-project-')));

  constructor(files: Contents = {}) {
    for (const [path, content] of Object.entries({ 'confighub.yaml': PROJECT, ...files })) {
      this.write(path, content);
    }
  }

  path(...parts: string[]): string {
    return join(this.dir, ...parts);
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  load(options: Partial<LoadOptions> = {}): Loaded {
    return loadProject(workingTreeFiles(this.dir, this.dir), { env: {}, ...options });
  }

  dispose(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Makes folders with these files in them; they go after each test. */
export function temporaryFolders(): (files?: Contents) => Folder {
  const folders: Folder[] = [];
  afterEach(() => {
    for (const one of folders.splice(0)) one.dispose();
  });
  return (files = { 'config/a.yaml': 'keys: { a: 1 }\n' }) => {
    const made = new Folder(files);
    folders.push(made);
    return made;
  };
}
