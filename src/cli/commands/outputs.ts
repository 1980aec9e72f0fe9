// Refuses to write a plan or a page over a file of the project, before the server is read for its content.
import { join } from 'node:path';
import { folderOf } from '../../documents/project-files.ts';
import { openProject, ProjectError, type TargetOptions } from '../../project/open-project.ts';
import type { Runtime } from '../../runtime.ts';
import { checkOutput, isOutputThere, refuseOverwriting } from '../../world/plan-file.ts';

/** Throws {@link CommandError} for a path that cannot be written, or is in use. Errors in the files are left to the command. */
export async function checkOutputs(
  names: readonly (string | undefined)[],
  targets: readonly TargetOptions[],
  runtime: Runtime,
): Promise<void> {
  const { cwd } = runtime;
  for (const name of names) checkOutput(name, cwd);
  const outputs = names.filter((name) => name !== undefined && isOutputThere(name, cwd));
  if (outputs.length === 0) return;
  for (const options of targets) {
    const files = await filesOf(options, runtime);
    for (const name of outputs) if (name !== undefined) refuseOverwriting(name, cwd, files);
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
