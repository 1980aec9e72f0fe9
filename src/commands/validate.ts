// validate: checks the project files without a server. Nothing is sent, so a missing variable is only a warning.
import { secretsInFiles } from '../documents/checks.ts';
import { configurationFiles, unreadWarning } from '../documents/find-documents.ts';
import { folderOf } from '../documents/project-files.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import { filesIn, keysIn, rowsOf } from '../model/state.ts';
import { distinct } from '../apply/targets.ts';
import { type OpenProject, openProject, ProjectError, type TargetOptions } from '../apply/project.ts';
import type { Runtime } from '../apply/runtime.ts';

interface Counts {
  /** Absent: the only target of a project file without `targets`. */
  name?: string | undefined;
  /** Files of sources included. */
  documents: number;
  /** Whether some of them are files of sources. */
  hasSources: boolean;
  keys: number;
  values: number;
  files: number;
}

interface Checked {
  project: OpenProject;
  counts: Counts;
  warnings: Diagnostic[];
  /** Configuration files in other formats. */
  unread: string[];
}

async function check(options: Pick<TargetOptions, 'config' | 'target' | 'file'>, runtime: Runtime): Promise<Checked> {
  const project = await openProject(options, { runtime, missingEnv: 'warning' });
  const { state, documents } = project;
  return {
    project,
    counts: {
      name: options.target,
      documents,
      hasSources: project.project.sources.length > 0,
      keys: keysIn(state).length,
      values: rowsOf(keysIn(state)).length,
      files: rowsOf(filesIn(state)).length,
    },
    warnings: [...project.diagnostics, ...secretsInFiles(project)].sort(compareDiagnostics),
    unread: configurationFiles(project.project, folderOf(options.config, runtime.cwd).files),
  };
}

/** Throws one error with the mistakes of all targets. */
export async function validate(
  targets: readonly Pick<TargetOptions, 'config' | 'target' | 'file'>[],
  runtime: Runtime,
): Promise<{ targets: Counts[]; warnings: Diagnostic[] }> {
  const mistakes: Diagnostic[] = [];
  const found: Checked[] = [];
  for (const options of targets) {
    try {
      found.push(await check(options, runtime));
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      mistakes.push(...error.diagnostics);
    }
  }
  if (mistakes.length > 0) throw new ProjectError(distinct(mistakes));
  const warnings = distinct(found.flatMap((one) => one.warnings));
  return { targets: found.map(({ counts }) => counts), warnings: [...warnings, ...unreadByAll(found)] };
}

/** What one target does not read may be read by another. */
function unreadByAll(found: readonly Checked[]): Diagnostic[] {
  const isRead = (path: string) => found.some(({ project }) => project.files.has(path));
  const left = [...new Set(found.flatMap(({ unread }) => unread))].filter((path) => !isRead(path)).sort();
  const [first] = found;
  if (first === undefined) return [];
  const sources = found.flatMap(({ project }) => project.project.sources);
  return unreadWarning(left, { display: first.project.display, sources });
}
