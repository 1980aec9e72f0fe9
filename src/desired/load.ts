// The project in one go: project file, documents, content files → Project and desired State, with all mistakes at once.
import { compareDiagnostics, type Diagnostic, type Report } from '../model/diagnostic.ts';
import { Passwords } from '../model/passwords.ts';
import { Place, Source } from '../model/place.ts';
import { PROJECT_FILE, type Project } from '../model/project.ts';
import { secretNames } from '../model/secrets.ts';
import { emptyState, type State } from '../model/state.ts';
import { StateBuilder } from './builder.ts';
import { ContentReader, type Environment } from './content.ts';
import type { Depth } from './contexts.ts';
import { readDocument } from './document.ts';
import { Fields } from './fields.ts';
import { cut } from './hints.ts';
import { checkScope } from './ownership.ts';
import { parseTrees } from './parse.ts';
import { defaultProject, type ProjectFile, readProject } from './project-file.ts';
import { decodeUtf8, type FileProblem, type ProjectFiles } from './project-files.ts';
import { references } from './references.ts';
import type { Node } from './tree.ts';
import { checkTypes } from './types.ts';
import { checkCipherTexts } from './secured.ts';

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
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const bytes = new Map<string, Uint8Array>();
  const name = options.projectFile ?? PROJECT_FILE;
  const source = readSource(files, name, { report, bytes, missing: 'no-project-file' });
  const { env, missingEnv = 'error' } = options;
  const reader = new ContentReader({ files, env, missingEnv });
  const read = source === undefined ? noProject() : readProject(source, { report, reader });
  const loaded: Loaded = { ...read, state: emptyState(), documents: 0, diagnostics, files: bytes };
  if (source !== undefined) readDocuments(files, loaded, { ...options, reader, report, projectFile: name });
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
  const report: Report = () => undefined;
  const source = readSource(files, name, { report, bytes: new Map(), missing: 'no-project-file' });
  const reader = new ContentReader({ files, env: 'unknown', missingEnv: 'warning' });
  return (source === undefined ? noProject() : readProject(source, { report, reader })).project;
}

function noProject(): ProjectFile {
  return { project: defaultProject(), passwords: new Passwords() };
}

/** 400,000 keys. What is larger could exhaust the memory, and no server would take it in one push. */
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const TOO_LARGE: FileProblem = {
  code: 'file-unreadable',
  message: 'This document is larger than 16 MiB.',
  hint: 'Split it, or move long texts into files and name them with `path`.',
};

interface Tree {
  path: string;
  nodes: Node[];
  source: Source;
  diagnostics: Diagnostic[];
}

function readDocuments(
  files: ProjectFiles,
  loaded: Loaded,
  options: LoadOptions & { reader: ContentReader; report: Report; projectFile: string },
): void {
  const { project } = loaded;
  const { reader, report } = options;
  const { paths, problems, unmatched } = files.list(project.include);
  const { include } = project.places;
  const place = include === undefined ? {} : { place: include };
  for (const { path, ...problem } of problems) {
    // A file that is not there has no text to point into; what names it has.
    if (problem.code === 'file-missing')
      report({ severity: 'error', ...problem, file: files.display(path), ...place });
    else reportFile(files, path, { problem, report });
  }
  const trees = paths
    .filter((path) => path !== options.projectFile)
    .map((path) => parseFile(files, path, loaded.files));
  const documents = withoutContents(trees, report);
  const holdNothing = documents.every(({ nodes, diagnostics }) => nodes.length + diagnostics.length === 0);
  if (holdNothing && problems.length === 0) {
    const what = documents.length === 0 ? 'No document matches' : 'There is nothing in any document of';
    report({ ...noDocuments(files, { project, projectFile: options.projectFile, what }), ...place });
  }

  if (documents.length > 0) {
    for (const glob of unmatched)
      report({ ...nothingMatches(files.display(options.projectFile), glob), ...place });
  }

  const isSecretName = secretNames(project.redact);
  const builder = new StateBuilder({ levels: options.levels ?? project.levels, isSecretName, report });
  for (const { path, source, nodes, diagnostics } of documents) {
    for (const diagnostic of diagnostics) report(diagnostic);
    const input = { fields: new Fields(source, report), builder, reader, document: path };
    for (const node of nodes) readDocument(input, node);
  }
  const { state, contexts } = builder.finish();
  checkTypes(state, contexts.depth?.levels ?? project.levels?.length ?? 1, report);
  checkScope(state, { scope: project.scope, report });
  checkCipherTexts(state, loaded.passwords.of, report);
  loaded.state = state;
  loaded.documents = documents.length;
  if (contexts.depth !== undefined) loaded.depth = contexts.depth;
  for (const [path, content] of reader.contents) loaded.files.set(path, content);
}

/** Parses without reporting: whether the file is a document at all is known only when all are parsed. */
function parseFile(files: ProjectFiles, path: string, bytes: Map<string, Uint8Array>): Tree {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const source = readSource(files, path, { report, bytes, missing: 'file-missing' });
  const readable = source ?? new Source(files.display(path), '');
  const nodes = source === undefined ? [] : parseTrees(source, report);
  return { path, source: readable, nodes, diagnostics };
}

/** A file that a `path` names is content, not a document, even where `include` matches it. */
function withoutContents(trees: Tree[], report: Report): Tree[] {
  const byPath = new Map<string, Place>();
  const naming = new Set<string>();
  for (const { path: document, source, nodes } of trees) {
    for (const { path, offset } of nodes.flatMap((node) => references(document, node))) {
      naming.add(document);
      if (!byPath.has(path)) byPath.set(path, new Place(source, offset));
    }
  }
  for (const { path, source } of trees) {
    const place = byPath.get(path);
    if (place !== undefined && naming.has(path)) report(documentIsContent(source, place));
  }
  return trees.filter(({ path }) => !byPath.has(path));
}

function documentIsContent(source: Source, place: Place): Diagnostic {
  return {
    severity: 'error',
    code: 'document-is-content',
    message: `${source.file} is named by a \`path\`, so it is content, but it names other files as a document does.`,
    hint: 'Move the content out of what `include` matches, or do not name a document.',
    place,
  };
}

function readSource(
  files: ProjectFiles,
  path: string,
  {
    report,
    bytes,
    missing,
  }: { report: Report; bytes: Map<string, Uint8Array>; missing: 'no-project-file' | 'file-missing' },
): Source | undefined {
  const found = files.read(path);
  if ('problem' in found) {
    const problem =
      found.problem.code === 'file-missing' ? { ...found.problem, code: missing } : found.problem;
    const hint =
      missing === 'no-project-file'
        ? 'Run `confighub-sync init` to make one, or name it with --config.'
        : undefined;
    reportFile(files, path, { problem: hint === undefined ? problem : { ...problem, hint }, report });
    return undefined;
  }
  if (found.bytes.length > MAX_DOCUMENT_BYTES) {
    reportFile(files, path, { problem: TOO_LARGE, report });
    return undefined;
  }
  bytes.set(path, found.bytes);
  const decoded = decodeUtf8(found.bytes);
  if ('text' in decoded) return new Source(files.display(path), decoded.text);
  // Good enough to point into, never to read a value from.
  const lossy = new TextDecoder().decode(found.bytes);
  const start = lossy.split('\n', decoded.line - 1).reduce((offset, line) => offset + line.length + 1, 0);
  report({
    severity: 'error',
    code: 'not-utf8',
    message: 'This line is not UTF-8 text.',
    hint: 'Convert the file to UTF-8.',
    place: new Place(new Source(files.display(path), lossy), start),
  });
  return undefined;
}

function reportFile(
  files: ProjectFiles,
  path: string,
  { problem, report }: { problem: FileProblem; report: Report },
): void {
  report({ severity: 'error', ...problem, file: files.display(path) });
}

/** Not an error: documents may be yet to come. */
function nothingMatches(file: string, glob: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'no-documents',
    message: `No file matches \`${cut(glob)}\`.`,
    hint: 'Correct it in `include`, or remove it.',
    file,
  };
}

function noDocuments(
  files: ProjectFiles,
  { project, projectFile, what }: { project: Project; projectFile: string; what: string },
): Diagnostic {
  return {
    severity: 'error',
    code: 'no-documents',
    message: `${what} \`include\` (${project.include.map(cut).join(', ')}).`,
    hint: 'An empty project is never applied. Add a document, or correct `include` in the project file.',
    file: files.display(projectFile),
  };
}
