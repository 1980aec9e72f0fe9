// import: live → documents, or edits of those that are there. Reads; writing is for those who ask first.
import { GitError } from '../baseline/git.ts';
import { committedPaths } from '../baseline/committed.ts';
import { CommandError } from '../errors.ts';
import { type ImportInput, planImport } from '../import/plan-import.ts';
import { NoDocumentPath } from '../import/workshop.ts';
import type { Import, Split } from '../model/import.ts';
import { secretNames } from '../model/secrets.ts';
import { type Options, targetOf } from '../options.ts';
import { createReader } from '../remote/client.ts';
import { connect } from './connect.ts';
import { type ImportLive, readForImport } from './import-live.ts';
import { type ImportProject, openForImport } from './import-project.ts';
import { ProjectError, type Surroundings } from './project.ts';

export interface ImportOptions {
  split: Split;
  /** Takes over what others changed since the last apply, and nothing else. */
  onlyDrift: boolean;
}

export interface ImportPlan {
  import: Import;
  project: ImportProject;
}

/** What an import would write; nothing is written yet. */
export async function planningImport(
  options: Options & ImportOptions,
  surroundings: Surroundings,
): Promise<ImportPlan> {
  const project = await openForImport(options, surroundings);
  const target = targetOf(options, project.project);
  const { clientVersion } = project.project;
  const reads = options.reads ?? project.project.reads;
  const connection = await connect(target.url, { ...options, clientVersion, reads }, surroundings);
  try {
    const reader = createReader(connection);
    surroundings.onStep(`Reading ${target.repository.account}/${target.repository.name}`);
    const read = await readForImport({ reader, options, surroundings, project, target });
    return { import: importOf(inputOf({ options, surroundings, project, target, ...read })), project };
  } finally {
    connection.http.close();
  }
}

type Target = ReturnType<typeof targetOf>;

interface Known extends ImportLive {
  options: Options & ImportOptions;
  surroundings: Surroundings;
  project: ImportProject;
  target: Target;
}

function inputOf({
  options,
  surroundings,
  project,
  target,
  inspection,
  settings,
  live,
  baseline,
  beside,
}: Known): ImportInput {
  const { levels } = inspection;
  const { file, isNew, files } = project.withProjectFile({ ...target, levels, prune: options.prune });
  return {
    target: { url: target.url, ...target.repository, levels },
    live,
    vdtEnabled: settings.vdtEnabled,
    desired: project.state,
    files,
    projectFile: file,
    isNew,
    include: project.project.include,
    scope: project.project.scope,
    isThere: project.isThere,
    isSecretName: secretNames(project.project.redact),
    env: surroundings.env,
    split: options.split,
    ...(baseline && { baseline }),
    ...(beside && { beside }),
  };
}

function importOf(input: ImportInput): Import {
  try {
    const result = planImport(input);
    if ('import' in result) return result.import;
    const error = new ProjectError(result.mistakes);
    throw new CommandError({
      code: 'import-failed',
      message: `What the import would write does not read back (${error.diagnostics[0]?.code}); nothing was written.`,
      hint: 'Please report this, with the shape of the documents. Importing into an empty folder may work.',
    });
  } catch (error) {
    if (!(error instanceof NoDocumentPath)) throw error;
    throw new CommandError({
      code: 'no-document-path',
      message: `\`include\` (${input.include.join(', ')}) matches no name for a new document.`,
      hint: 'Add `config/**/*.yaml` to it.',
    });
  }
}

/** What somebody has not committed yet would be mixed with what the server has, and could not be told apart. */
export async function refuseUncommitted({
  project: { open, display },
  import: { writes },
}: ImportPlan): Promise<void> {
  const paths = writes.filter(({ before }) => before !== undefined).map(({ path }) => path);
  if (open?.git === undefined || paths.length === 0) return;
  const committed = await committedPaths(open.git, paths).catch((error: unknown) => {
    if (!(error instanceof GitError)) throw error;
    throw new CommandError({ code: error.code, message: error.message, cause: error });
  });
  const changed = paths.filter((path) => !committed.has(path)).map(display);
  if (changed.length === 0) return;
  throw new CommandError({
    code: 'uncommitted',
    message: `${changed.join(', ')} would be edited, and ${changed.length === 1 ? 'has' : 'have'} changes that are not committed.`,
    hint: 'Commit or stash them first: then `git diff` shows what the import did, and `git checkout` takes it back.',
  });
}
