// What an import starts from, and a project with the texts of its files: which are documents, contents and sources.
import { isAscii } from 'node:buffer';
import { matcher } from '../documents/globs.ts';
import { type Loaded, loadProject } from '../documents/load-project.ts';
import { decodeUtf8, filesInMemory } from '../documents/project-files.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { LeftOut } from '../model/import-plan.ts';
import type { Target } from '../model/plan.ts';
import { globsOf, type DeclaredSource } from '../model/sources.ts';
import { type Named, rowsOf, type State } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';
import type { OtherProject } from '../plan/input.ts';

export interface ImportInput {
  /** Every file of the project, by path; the project file too. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Whether Git stores one of them through a filter, so that no line of it is shown. */
  isFiltered?: (path: string) => boolean;
  projectFile: string;
  /** The target, if the project file has several. */
  choice?: TargetChoice | undefined;
  env: Readonly<Record<string, string | undefined>>;
  target: Target;
  /** What the server has. */
  live: State;
  vdtEnabled: boolean;
  /** There is no project file yet: this one is in `files` and is to be written. */
  isNew: boolean;
  /** Files that other projects of the Git repository use, each with the project file of one that does. */
  usedElsewhere?: ReadonlyMap<string, string>;
  /** Variables that other targets of the project file, or other projects of the Git repository, use for something else. */
  variablesElsewhere?: readonly string[];
  /** Whether the project's folder has something at a path. */
  exists: (path: string) => boolean;
  isSecretName: (name: string) => boolean;
  /** Other versions of the project, and other projects: what any of them calls secret is secret. */
  secretIn: readonly State[];
  /** If given, only drift since the last apply is imported. */
  lastApplied?: State;
  /** Given the items that differ, which of them are imported; default: all. Throws if there is none of a name. */
  choose?: ((differing: readonly Named[]) => (item: Named) => boolean) | undefined;
  /** Whether what the files declare and the server lacks goes from the files. With a last applied state, what others deleted goes. */
  removeMissing?: boolean | undefined;
  /** What each apply declared that began since and is not done: no drift where it was sent. */
  begun?: readonly State[];
  /** What other projects applied: no drift where the files declare it from now on. */
  here?: State | undefined;
  /** Other projects of the Git repository: what they declare is no drift. */
  others?: readonly OtherProject[] | undefined;
  /** The document for everything that is declared nowhere yet. */
  document?: string | undefined;
  /** A file that gets a line for each new variable. */
  envExample?: { path: string; before?: string | undefined } | undefined;
}

/** A project as its files declare it. */
export interface ProjectVersion extends Omit<Loaded, 'documents'> {
  /** The texts of its files by path. */
  texts: ReadonlyMap<string, string>;
  documents: readonly string[];
  /** Paths of files that documents refer to. */
  contents: ReadonlySet<string>;
  /** The source that reads a file. */
  sourceOf: (path: string) => DeclaredSource | undefined;
  isDocument: (path: string) => boolean;
}

/** What is known before anything is edited. */
export interface OpenImport extends ImportInput {
  before: ProjectVersion;
  /** Decrypted, and within the scope of the project. */
  live: State;
  /** What documents can declare of it, and what they cannot. */
  shown: {
    state: State;
    /** Ids of keys whose type is not declared because some of their values do not fit it. */
    untyped: Set<string>;
    leftOut: LeftOut[];
  };
}

/** Contents that no document names any more, and that could be read as documents; and those that another project uses. */
export function unusedContents(
  { before, usedElsewhere }: Pick<OpenImport, 'before' | 'usedElsewhere'>,
  after: ProjectVersion,
): { gone: string[]; notes: string[] } {
  const unused = [...before.contents].filter((path) => !after.contents.has(path));
  const notes = unused.flatMap((path) => {
    const project = usedElsewhere?.get(path);
    return project === undefined ? [] : `\`${path}\` is kept, because \`${project}\` also uses it.`;
  });
  return { gone: unused.filter((path) => !usedElsewhere?.has(path)), notes };
}

/** Errors in the files. A project may be empty, because the repository may be. */
export function errorsIn(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(
    ({ severity, code }) => severity === 'error' && code !== 'no-documents',
  );
}

/** By the same rules as the reader: a file that a `path` names is no document, nor is one of a source. Variables need not be set. */
export function versionOf({
  files,
  projectFile,
  choice,
  env,
  target: { levels },
}: ImportInput): ProjectVersion {
  const loaded = loadProject(filesInMemory(files), {
    env,
    missingEnv: 'warning',
    projectFile,
    choice,
    levels,
  });
  const { state, project } = loaded;
  const sources = project.sources.map((source) => {
    return { source, isOfIt: matcher(globsOf(source)) };
  });
  const sourceOf = (path: string) => sources.find(({ isOfIt }) => isOfIt(path))?.source;
  const isIncluded = matcher(project.include);
  const isDocument = (path: string) =>
    isIncluded(path) && sourceOf(path) === undefined && path !== projectFile;
  const named = rowsOf([...state.items.values()]).flatMap(({ contentPath }) => contentPath ?? []);
  const contents = new Set(named.filter((path) => sourceOf(path) === undefined));
  const texts = [...files].flatMap(([path, bytes]): [string, string][] => {
    // What is edited is written as UTF-8.
    const isLatin1 = sourceOf(path)?.encoding === 'latin1' && !isAscii(bytes);
    const decoded = isLatin1 ? undefined : decodeUtf8(bytes);
    return decoded && 'text' in decoded ? [[path, decoded.text]] : [];
  });
  const documents = texts.flatMap(([path]) =>
    isDocument(path) && !contents.has(path) ? [path] : [],
  );
  return { ...loaded, texts: new Map(texts), documents, contents, sourceOf, isDocument };
}
