// validate: checks the project files without a server. Nothing is sent, so a missing variable is only a warning.
import { secretsInFiles } from '../documents/secrets-in-files.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import type { Options } from '../options.ts';
import { openProject } from './project.ts';
import type { GitRuntime, Runtime } from './runtime.ts';

export interface ValidateResult {
  documents: number;
  keys: number;
  values: number;
  files: number;
  warnings: Diagnostic[];
}

type ValidateRuntime = GitRuntime & Pick<Runtime, 'onSecret'>;

export async function validate(options: Pick<Options, 'config'>, runtime: ValidateRuntime): Promise<ValidateResult> {
  const project = await openProject(options, { runtime, missingEnv: 'warning' });
  const { state, documents } = project;
  const diagnostics = [...project.diagnostics, ...secretsInFiles(project)].sort(compareDiagnostics);
  const values = [...state.keys.values()].reduce((sum, key) => sum + key.values.size, 0);
  return { documents, keys: state.keys.size, values, files: state.files.size, warnings: diagnostics };
}
