// validate: checks the project files without a server. Nothing is sent, so a missing variable is only a warning.
import { secretsInFiles } from '../documents/secrets-in-files.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import type { Options } from '../options.ts';
import { distinct } from './each-target.ts';
import { openProject, ProjectError } from './project.ts';
import type { GitRuntime, Runtime } from './runtime.ts';
import type { TargetOptions } from './targets.ts';

export interface ValidateResult {
  documents: number;
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
  const project = await openProject(options, { runtime, missingEnv: 'warning' });
  const { state, documents } = project;
  const diagnostics = [...project.diagnostics, ...secretsInFiles(project)].sort(compareDiagnostics);
  const values = [...state.keys.values()].reduce((sum, key) => sum + key.values.size, 0);
  return { documents, keys: state.keys.size, values, files: state.files.size, warnings: diagnostics };
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
  for (const options of targets) {
    try {
      const { warnings, ...counts } = await validate(options, runtime);
      valid.targets.push({ name: options.target, ...counts });
      valid.warnings.push(...warnings);
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      mistakes.push(...error.diagnostics);
    }
  }
  if (mistakes.length > 0) throw new ProjectError(distinct(mistakes));
  return { ...valid, warnings: distinct(valid.warnings) };
}
