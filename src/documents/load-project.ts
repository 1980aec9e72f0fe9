// Reads a whole project: project file, documents and content files → Project and desired State, with all errors.
import { compareDiagnostics, type Diagnostic, type Report } from '../model/diagnostic.ts';
import { type Project, PROJECT_FILE } from '../model/project.ts';
import { emptyState, type State } from '../model/state.ts';
import { isAt, type TargetChoice } from '../model/targets.ts';
import { checkEvery, checkRow, checkScope } from './checks.ts';
import { ContentReader, type ContentEnvironment } from './content.ts';
import { type Entry, Fields } from './fields.ts';
import { findDocuments, type FoundFile, reportEmptiness } from './find-documents.ts';
import { type ContextChecker, type Depth, StateBuilder } from './state-builder.ts';
import { parseTrees } from './parse-trees.ts';
import { type ProjectFile, readProjectFile, type Settings, settingsIn } from './project-file.ts';
import type { ProjectFiles } from './project-files.ts';
import { readDocument } from './read-document.ts';
import { readSourceFile } from './read-sources.ts';

/** Diagnostics are sorted by place. Nothing may be sent while one of them is an error. */
export interface Loaded extends Settings {
  state: State;
  /** Number of levels in the declared contexts; absent if all of them are `*`. */
  depth?: Depth;
  documents: number;
  /** Every file that was read, by path relative to the root; the record stores these. */
  files: Map<string, Uint8Array>;
}

export interface LoadOptions {
  env: ContentEnvironment;
  /** Severity of an unset variable; `warning` if nothing will be pushed. Default: `error`. */
  missingEnv?: 'error' | 'warning';
  /** Name of the project file inside the root. Default: `confighub.yaml`. */
  projectFile?: string;
  file?: ProjectFile | undefined;
  /** The target, if the project file has several. */
  choice?: TargetChoice | undefined;
  /** Overrides the levels of the project file, for example with those of the server. */
  levels?: readonly string[];
  /** What earlier texts wrote. Default: nothing. */
  contexts?: ContextChecker | undefined;
}

/** Reads a whole project. Never throws for what a user wrote. */
export function loadProject(files: ProjectFiles, options: LoadOptions): Loaded {
  const reading = readProjectFiles(files, options);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** Like {@link loadProject}, but yields before each document so the caller can do other work. */
export function* readProjectFiles(
  files: ProjectFiles,
  options: LoadOptions,
): Generator<void, Loaded> {
  const { env, missingEnv = 'error', choice, projectFile = PROJECT_FILE } = options;
  const { file = readProjectFile(files, projectFile) } = options;
  const settings = settingsIn(file, choice, { env, missingEnv });
  const loaded: Loaded = {
    ...settings,
    state: emptyState(),
    documents: 0,
    files: new Map(file.files),
  };
  const { project, diagnostics } = loaded;
  // A project file without `targets` may be that of another target than the one named now.
  const isOnly = choice?.name === undefined || choice.at === undefined || isAt(project, choice.at);
  const isChosen = project.targets === undefined ? isOnly : project.target !== undefined;
  const isValid = diagnostics.every(({ severity }) => severity !== 'error');
  if (!isChosen && isValid)
    diagnostics.push(noTarget(files.display(projectFile), project.targets, choice));
  if (isChosen && file.isReadable) yield* readDocuments(files, loaded, options);
  return { ...loaded, diagnostics: withoutFollowUps(diagnostics).sort(compareDiagnostics) };
}

/** Drops further errors at the place of an unresolved alias: they follow from it. */
function withoutFollowUps(diagnostics: Diagnostic[]): Diagnostic[] {
  const idOf = ({ place }: Diagnostic) => place && `${place.file}\0${place.offset}`;
  const aliases = new Set(diagnostics.filter(({ code }) => code === 'yaml-alias').map(idOf));
  return diagnostics.filter(
    (diagnostic) => diagnostic.code === 'yaml-alias' || !aliases.has(idOf(diagnostic)),
  );
}

function noTarget(
  file: string,
  targets: Project['targets'] = [],
  choice?: TargetChoice,
): Diagnostic {
  const names = targets.map(({ name }) => name).join(', ');
  const what =
    choice?.name === undefined ? 'No target is chosen' : `There is no target \`${choice.name}\``;
  const message = `${what}; the project file has ${names === '' ? 'none' : names}.`;
  return { severity: 'error', code: 'no-target', message, hint: 'Choose one with --target.', file };
}

function* readDocuments(
  files: ProjectFiles,
  loaded: Loaded,
  options: LoadOptions,
): Generator<void, void> {
  const { env, missingEnv = 'error', projectFile = PROJECT_FILE, levels, contexts } = options;
  const project =
    levels === undefined ? loaded.project : { ...loaded.project, levels: [...levels] };
  const report: Report = (diagnostic) => loaded.diagnostics.push(diagnostic);
  const finding = { project, projectFile, report, bytes: loaded.files };
  const { foundFiles, listing } = findDocuments(files, finding);
  const read = yield* readAll(
    foundFiles,
    { project, contexts },
    () => new ContentReader(files, { env, missingEnv }),
  );
  const { builder, documents } = read;
  const { depth } = builder.contexts;
  const check = {
    depth: depth?.levels ?? loaded.project.levels?.length ?? 1,
    passwords: loaded.passwords,
    report,
  };
  // Before sorting: in the order of reading this takes a third of the time.
  for (const item of builder.state.items.values())
    for (const row of item.rows.values()) checkRow(item, row, check);
  loaded.state = builder.finish();
  for (const diagnostic of read.diagnostics) report(diagnostic);
  reportEmptiness(files, finding, { ...read, listing });
  checkScope(loaded.state, project.scope, report);
  checkEvery(loaded.state, { project, depth: check.depth, report });
  loaded.documents = documents;
  if (depth !== undefined) loaded.depth = depth;
  for (const [path, content] of read.reader.contents) loaded.files.set(path, content);
}

interface ReadDocuments {
  builder: StateBuilder;
  reader: ContentReader;
  /** The builder adds to them when it finishes. */
  diagnostics: Diagnostic[];
  documents: number;
  holdNothing: boolean;
}

interface ReadingSettings extends Pick<LoadOptions, 'contexts'> {
  project: Project;
}

function* readAll(
  foundFiles: readonly FoundFile[],
  settings: ReadingSettings,
  newReader: () => ContentReader,
): Generator<void, ReadDocuments> {
  const read = yield* readEach(foundFiles, settings, newReader());
  const { named } = read.reader;
  const isContent = ({ path, sources }: FoundFile) => sources.length === 0 && named.has(path);
  const contents = foundFiles.filter(isContent);
  if (contents.length === 0) return read;
  // A file referenced by `path` is content, even if `include` matches it: read again without those files.
  const documents = foundFiles.filter((file) => !isContent(file));
  const again = yield* readEach(documents, settings, newReader());
  again.diagnostics.push(...contents.flatMap((file) => contentWithReferences(file, read.reader)));
  return again;
}

/** One at a time, so that only one syntax tree is in memory. */
function* readEach(
  foundFiles: readonly FoundFile[],
  { project, contexts }: ReadingSettings,
  reader: ContentReader,
): Generator<void, ReadDocuments> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const builder = new StateBuilder(project, report, contexts);
  const expansion = { nodes: 0 };
  let holdNothing = true;
  for (const file of foundFiles) {
    yield;
    const { path, text, sources, problem } = file;
    const before = diagnostics.length;
    const fields = new Fields(text, report);
    builder.isFiltered = file.filtered === true;
    if (problem) report(problem);
    else
      for (const source of sources) readSourceFile({ ...file, source }, project, fields, builder);
    const isDocument = sources.length === 0;
    const trees = problem || !isDocument ? [] : parseTrees(text, report, { expansion });
    const content = (field: Entry) => reader.field(fields, field, path);
    for (const tree of trees) readDocument({ fields, builder, content }, tree);
    holdNothing &&= isDocument && trees.length === 0 && diagnostics.length === before;
  }
  builder.isFiltered = false;
  builder.complete();
  return { builder, reader, diagnostics, documents: foundFiles.length, holdNothing };
}

/** The error of a file that is both content and a document with references. */
function contentWithReferences(
  { path, text }: FoundFile,
  { named, naming }: ContentReader,
): Diagnostic[] {
  const place = named.get(path);
  if (place === undefined || !naming.has(path)) return [];
  const message = `${text.file} is referenced by a \`path\`, so it is content, but it refers to other files like a document.`;
  const hint = 'Exclude the content file from `include`, or do not use a document as content.';
  return [{ severity: 'error', code: 'document-is-content', message, hint, place }];
}
