// validate: checks the project files without a server. Nothing is sent, so a missing variable is only a warning.
import { secretsInFiles } from '../documents/checks.ts';
import { configurationFiles, unreadWarning } from '../documents/find-documents.ts';
import { folderOf } from '../documents/project-files.ts';
import { compareDiagnostics, type Diagnostic } from '../model/diagnostic.ts';
import { ENV_FILE } from '../model/project.ts';
import { filesIn, keysIn, rowsOf } from '../model/state.ts';
import { distinctDiagnostics } from '../model/diagnostic.ts';
import {
  type OpenProject,
  openProject,
  ProjectError,
  type TargetOptions,
} from '../project/open-project.ts';
import type { Runtime } from '../runtime.ts';
import { inFolder } from '../record/git-repository.ts';

/** Throws one error with the errors of all targets. */
export async function validate(targets: readonly TargetOptions[], runtime: Runtime) {
  const fileErrors: Diagnostic[] = [];
  const projects: OpenProject[] = [];
  for (const options of targets) {
    try {
      projects.push(
        await openProject(options, { runtime, missingEnv: 'warning', asCommitted: true }),
      );
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      fileErrors.push(...error.diagnostics);
    }
  }
  if (fileErrors.length > 0) throw new ProjectError(distinctDiagnostics(fileErrors));
  const warnings = projects.flatMap((project) =>
    [...project.diagnostics, ...secretsInFiles(project)].sort(compareDiagnostics),
  );
  return {
    targets: projects.map(({ state, documents, project }, i) => ({
      name: targets[i]?.target,
      // With the files of sources.
      documents,
      hasSources: project.sources.length > 0,
      keys: keysIn(state).length,
      values: rowsOf(keysIn(state)).length,
      files: rowsOf(filesIn(state)).length,
    })),
    warnings: [
      ...distinctDiagnostics(warnings),
      ...trackedEnv(projects),
      ...unreadByAll(projects, targets[0]?.config, runtime),
    ],
  };
}

/** A `.env` that nothing reads is there for secrets. */
function trackedEnv(projects: readonly OpenProject[]): Diagnostic[] {
  const [first] = projects;
  const isTracked =
    first?.git && inFolder(first.index, first.git.folder).some(({ path }) => path === ENV_FILE);
  if (!isTracked || projects.some(({ files }) => files.has(ENV_FILE))) return [];
  const file = first.display(ENV_FILE);
  const message = `Git tracks \`${file}\`: everyone with access to this repository can read it once it is pushed.`;
  const hint = `If it has secrets, run \`git rm --cached ${file}\`, add /${ENV_FILE} to .gitignore, and change the secrets.`;
  return [{ severity: 'warning', code: 'env-tracked', message, hint, file }];
}

/** What one target does not read may be read by another. */
function unreadByAll(
  projects: readonly OpenProject[],
  config = '',
  { cwd }: Runtime,
): Diagnostic[] {
  const [first] = projects;
  if (first === undefined) return [];
  const { files } = folderOf(config, cwd);
  const unread = new Set(projects.flatMap(({ project }) => configurationFiles(project, files)));
  const left = [...unread]
    .filter((path) => projects.every((project) => !project.files.has(path)))
    .sort();
  const sources = projects.flatMap(({ project }) => project.sources);
  return unreadWarning(left, { display: first.display, sources });
}
