// validate: checks the project files without a server. Nothing is sent, so a missing variable is only a warning.
import { secretsInFiles } from '../documents/secrets-in-files.ts';
import { configurationFiles, unreadWarning } from '../documents/find-documents.ts';
import { folderOf } from '../documents/work-tree-files.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import { filesIn, keysIn, rowsOf } from '../model/state.ts';
import type { Options } from '../options.ts';
import { distinct, type TargetOptions } from './targets.ts';
import { type OpenProject, openProject, ProjectError } from './project.ts';
import type { GitRuntime, Runtime } from './runtime.ts';

export interface ValidateResult {
  /** Files of sources included. */
  documents: number;
  /** Whether some of them are files of sources. */
  hasSources: boolean;
  keys: number;
  values: number;
  files: number;
  warnings: Diagnostic[];
}

type ValidateRuntime = GitRuntime & Pick<Runtime, 'onSecret'>;

export async function validate(
  options: Pick<Options, 'config' | 'target'>,
  runtime: ValidateRuntime,
): Promise<ValidateResult> {
  const { checked, ...found } = await check(options, runtime);
  return { ...checked, warnings: [...checked.warnings, ...unreadByAll([found])] };
}

interface Found {
  /** Configuration files in other formats, and all files that were read. */
  unread: string[];
  read: Set<string>;
  display: OpenProject['display'];
  sources: OpenProject['project']['sources'];
}

interface Checked extends Found {
  checked: ValidateResult;
}

async function check(options: Pick<Options, 'config' | 'target'>, runtime: ValidateRuntime): Promise<Checked> {
  const project = await openProject(options, { runtime, missingEnv: 'warning' });
  const { state, documents } = project;
  const warnings = [...project.diagnostics, ...secretsInFiles(project)].sort(compareDiagnostics);
  return {
    checked: {
      documents,
      hasSources: project.project.sources.length > 0,
      keys: keysIn(state).length,
      values: rowsOf(keysIn(state)).length,
      files: rowsOf(filesIn(state)).length,
      warnings,
    },
    unread: configurationFiles(project.project, folderOf(options.config, runtime.cwd).files),
    read: new Set(project.files.keys()),
    display: project.display,
    sources: project.project.sources,
  };
}

export interface ValidTargets {
  targets: (Omit<ValidateResult, 'warnings'> & { name: string })[];
  warnings: Diagnostic[];
}

/** Throws one error with the mistakes of all targets. */
export async function validateTargets(
  targets: readonly TargetOptions[],
  runtime: ValidateRuntime,
): Promise<ValidTargets> {
  const valid: ValidTargets = { targets: [], warnings: [] };
  const mistakes: Diagnostic[] = [];
  const found: Checked[] = [];
  for (const options of targets) {
    try {
      const one = await check(options, runtime);
      const { warnings, ...counts } = one.checked;
      found.push(one);
      valid.targets.push({ name: options.target, ...counts });
      valid.warnings.push(...warnings);
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      mistakes.push(...error.diagnostics);
    }
  }
  if (mistakes.length > 0) throw new ProjectError(distinct(mistakes));
  return { ...valid, warnings: [...distinct(valid.warnings), ...unreadByAll(found)] };
}

/** What one target does not read may be read by another. */
function unreadByAll(found: readonly Found[]): Diagnostic[] {
  const isRead = (path: string) => found.some(({ read }) => read.has(path));
  const left = [...new Set(found.flatMap(({ unread }) => unread))].filter((path) => !isRead(path)).sort();
  const [first] = found;
  if (first === undefined) return [];
  return unreadWarning(left, { display: first.display, sources: found.flatMap(({ sources }) => sources) });
}
