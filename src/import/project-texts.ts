// The texts of a project: which of its files are documents, contents and sources.
import { matcher } from '../documents/globs.ts';
import { type Loaded, loadProject } from '../documents/load-project.ts';
import { decodeUtf8, filesInMemory } from '../documents/project-files.ts';
import { globsOf } from '../documents/source-path.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { rowsOf } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';

export interface ProjectInput {
  /** Every file of the project, by path; the project file too. */
  files: ReadonlyMap<string, Uint8Array>;
  projectFile: string;
  /** The target, if the project file has several. */
  choice?: TargetChoice | undefined;
  env: Readonly<Record<string, string | undefined>>;
  target: { levels: readonly string[] };
}

export interface ProjectTexts {
  /** By path. */
  texts: ReadonlyMap<string, string>;
  /** Paths. */
  documents: readonly string[];
  /** Paths of files that documents refer to. */
  contents: ReadonlySet<string>;
  isSource: (path: string) => boolean;
  isDocument: (path: string) => boolean;
}

/** Variables need not be set. */
export function loaded({ files, projectFile, choice, env, target: { levels } }: ProjectInput): Loaded {
  return loadProject(filesInMemory(files), { env, missingEnv: 'warning', projectFile, choice, levels });
}

/** A project may be empty, because the repository may be. */
export function mistakesIn({ diagnostics }: Loaded): Diagnostic[] {
  return diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'no-documents');
}

/** By the same rules as the reader: a file that a `path` names is no document, nor is one of a source. */
export function projectTexts(
  { state, project }: Loaded,
  { files, projectFile }: Pick<ProjectInput, 'files' | 'projectFile'>,
): ProjectTexts {
  const ofSources = project.sources.map((source) => matcher(globsOf(source)));
  const isSource = (path: string) => ofSources.some((matches) => matches(path));
  const isIncluded = matcher(project.include);
  const isDocument = (path: string) => isIncluded(path) && !isSource(path) && path !== projectFile;
  const named = rowsOf([...state.items.values()]).flatMap(({ contentPath }) => contentPath ?? []);
  const contents = new Set(named.filter((path) => !isSource(path)));
  const texts = [...files].flatMap(([path, bytes]): [string, string][] => {
    const decoded = decodeUtf8(bytes);
    return 'text' in decoded ? [[path, decoded.text]] : [];
  });
  const documents = texts.flatMap(([path]) => (isDocument(path) && !contents.has(path) ? [path] : []));
  return { texts: new Map(texts), documents, contents, isSource, isDocument };
}
