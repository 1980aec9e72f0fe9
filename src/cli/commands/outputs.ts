// Refuses to write a plan or a page over a file of the project, before the server is read for its content.
import { join } from 'node:path';
import { folderOf } from '../../documents/project-files.ts';
import type { Options } from '../../options.ts';
import { chosenTargets } from '../../project/chosen-targets.ts';
import { openProject, ProjectError, type TargetOptions } from '../../project/open-project.ts';
import type { Runtime } from '../../runtime.ts';
import { checkOutput, isOutputThere, refuseOverwriting } from '../../world/plan-file.ts';

/**
 * Throws {@link CommandError} for a path that cannot be written, or that any target of the project file uses. Errors in
 * the files are left to the command.
 */
export async function checkOutputs(
  names: readonly (string | undefined)[],
  options: Options,
  runtime: Runtime,
): Promise<void> {
  const { cwd } = runtime;
  const outputs = names.filter((name) => name !== undefined);
  for (const name of outputs) checkOutput(name, cwd);
  const existing = outputs.filter((name) => isOutputThere(name, cwd));
  if (existing.length === 0) return;
  const everyTarget = chosenTargets({ ...options, targets: [], approvals: undefined }, runtime);
  for (const target of everyTarget) {
    const files = await filesOf(target, runtime);
    for (const name of existing) refuseOverwriting(name, cwd, files);
  }
}

/** Absolute paths of the project file, and of all documents, contents and sources. */
async function filesOf(options: TargetOptions, runtime: Runtime): Promise<string[]> {
  const { root, name } = folderOf(options.config, runtime.cwd);
  const opening = { runtime, missingEnv: 'warning', mayBeEmpty: true } as const;
  const project = await openProject(options, opening).catch((error: unknown) => {
    if (error instanceof ProjectError) return undefined;
    throw error;
  });
  return [name, ...(project?.files.keys() ?? [])].map((path) => join(root, path));
}
