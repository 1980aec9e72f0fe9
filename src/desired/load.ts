// The project in one go: project file, documents, content files → Project and desired State, with all mistakes at once.
import { compareDiagnostics, type Diagnostic, type Report } from '../model/diagnostic.ts';
import { Passwords } from '../model/passwords.ts';
import { PROJECT_FILE, type Project } from '../model/project.ts';
import { secretNames } from '../model/secrets.ts';
import { emptyState, type State } from '../model/state.ts';
import { ContentReader, type Environment } from './content.ts';
import type { Depth } from './contexts.ts';
import { findDocuments, reportEmptiness } from './find-documents.ts';
import { checkScope } from './ownership.ts';
import { defaultProject, type ProjectFile, readProject } from './project-file.ts';
import type { ProjectFiles } from './project-files.ts';
import { readAll } from './read-documents.ts';
import { checkCipherTexts } from './secured.ts';
import { readSource } from './source.ts';
import { checkTypes } from './types.ts';

export interface Loaded {
  project: Project;
  state: State;
  /** Of the security groups that the project file names. */
  passwords: Passwords;
  /** What the documents say of the number of levels; `undefined` while they wrote nothing but `*`. */
  depth?: Depth;
  /** Sorted by place. Nothing may be sent while one of them is an error. */
  diagnostics: Diagnostic[];
  /** How many documents were read. */
  documents: number;
  /** Every file that the state was read from, by path relative to the root: what a baseline keeps. */
  files: Map<string, Uint8Array>;
}

export interface LoadOptions {
  env: Environment;
  /** What a variable that is not set means: `warning` where nothing will be sent. Default: `error`. */
  missingEnv?: 'error' | 'warning';
  /** Name of the project file inside the root. Default: `confighub.yaml`. */
  projectFile?: string;
  /** Overrides the levels of the project file, for a caller that knows them better. */
  levels?: readonly string[];
}

/** Reads a whole project. Never throws for what a user wrote. */
export function loadProject(files: ProjectFiles, options: LoadOptions): Loaded {
  const reading = readProjectFiles(files, options);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** The same in steps, one for each document. */
export function* readProjectFiles(files: ProjectFiles, options: LoadOptions): Generator<void, Loaded> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const bytes = new Map<string, Uint8Array>();
  const name = options.projectFile ?? PROJECT_FILE;
  const source = readSource(files, name, { report, bytes, missing: 'no-project-file' });
  const { env, missingEnv = 'error' } = options;
  const newReader = () => new ContentReader({ files, env, missingEnv });
  const read = source === undefined ? noProject() : readProject(source, { report, reader: newReader() });
  const loaded: Loaded = { ...read, state: emptyState(), documents: 0, diagnostics, files: bytes };
  if (source !== undefined) yield* readDocuments(files, loaded, { ...options, newReader, report });
  return { ...loaded, diagnostics: withoutFollowUps(diagnostics).sort(compareDiagnostics) };
}

/** Whatever an alias without an anchor leads to at its place is no second mistake. */
function withoutFollowUps(diagnostics: Diagnostic[]): Diagnostic[] {
  const idOf = ({ place }: Diagnostic) => place && `${place.file}\0${place.offset}`;
  const aliases = new Set(diagnostics.filter(({ code }) => code === 'yaml-alias').map(idOf));
  return diagnostics.filter((one) => one.code === 'yaml-alias' || !aliases.has(idOf(one)));
}

/** What the project file says, as far as it can be read; its mistakes are for others to report. */
export function loadProjectFile(files: ProjectFiles, name: string): Project {
  return readProjectFileAlone(files, name).project;
}

/** The project file without its documents. */
export function readProjectFileAlone(
  files: ProjectFiles,
  name: string,
): Pick<Loaded, 'project' | 'diagnostics'> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const source = readSource(files, name, { report, bytes: new Map(), missing: 'no-project-file' });
  const reader = new ContentReader({ files, env: 'unknown', missingEnv: 'warning' });
  const { project } = source === undefined ? noProject() : readProject(source, { report, reader });
  return { project, diagnostics };
}

function noProject(): ProjectFile {
  return { project: defaultProject(), passwords: new Passwords() };
}

function* readDocuments(
  files: ProjectFiles,
  loaded: Loaded,
  options: LoadOptions & { newReader: () => ContentReader; report: Report },
): Generator<void, void> {
  const { project } = loaded;
  const { newReader, report, projectFile = PROJECT_FILE } = options;
  const { found, listing } = findDocuments(files, { project, projectFile, report, bytes: loaded.files });
  const levels = options.levels ?? project.levels;
  const read = yield* readAll(found, {
    levels,
    isSecretName: secretNames(project.redact),
    newReader,
  });
  // In the order in which they were read, and so lie in memory: in that of the state it takes three times as long.
  const depth = read.builder.contexts.depth?.levels ?? project.levels?.length ?? 1;
  checkTypes(read.builder.state, depth, report);
  const { state, contexts } = read.builder.finish();
  for (const diagnostic of read.diagnostics) report(diagnostic);
  reportEmptiness(files, read, { project, projectFile, report, listing });
  checkScope(state, { scope: project.scope, report });
  checkCipherTexts(state, loaded.passwords, report);
  loaded.state = state;
  loaded.documents = read.documents;
  if (contexts.depth !== undefined) loaded.depth = contexts.depth;
  for (const [path, content] of read.reader.contents) loaded.files.set(path, content);
}
