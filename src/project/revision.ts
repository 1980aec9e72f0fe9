// Loads the project from a commit, reading only the files that it uses; among them the base that a branch goes to.
import { basename, join, normalize, relative } from 'node:path/posix';
import { folderOfFile } from '../lib/paths.ts';
import { findCommit } from '../record/git-history.ts';
import { listFolder } from '../record/git-objects.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { gitErrorOf } from '../record/git-result.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import { type Loaded, type LoadOptions, loadProject } from '../documents/load-project.ts';
import { filesInMemory, type ProjectFiles } from '../documents/project-files.ts';
import { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { TargetChoice } from '../model/targets.ts';
import { asConverted, loadEntries } from './git-files.ts';
import { originOut } from '../core/record-sentences.ts';
import type { OpenProject } from './open-project.ts';
import { formerNameIn, projectInTree } from './renamed-project.ts';
import { firstError, type NamedRevision } from '../core/applied.ts';

/** @param option its name */
export async function readRevision(
  project: OpenProject,
  option: string,
  { revision, env }: { revision: string; env: LoadOptions['env'] },
): Promise<NamedRevision> {
  const { git } = project;
  const commit = git && (await findCommit(git, revision));
  if (git === undefined || commit === undefined)
    return { unknown: unknownRevision(git, option, revision) };
  try {
    const here = await listFolder(git, commit, git.folder);
    const { projectFile: name, choice, files } = project;
    const isHere = here.some(({ path }) => path === name);
    const former = isHere
      ? undefined
      : await formerNameIn(await projectInTree(project, git), commit);
    const path = former ?? join(git.folder, name);
    const [projectFile, display] = [basename(path), displayAt(project, path)];
    const options = { env, missingEnv: 'warning', projectFile, choice, display } as const;
    const entries = former === undefined ? here : await listFolder(git, commit, folderOfFile(path));
    const from = {
      git,
      entries,
      commit,
      tree: commit,
      folder: folderOfFile(path),
      inLfs: () => files.values(),
    };
    const loaded = await loadEntries(from, options, files.keys());
    const fileError = firstError(loaded);
    if (fileError === undefined) return { commit, loaded };
    return {
      commit,
      loaded,
      unreadable: `the documents of ${shortCommit(commit)} cannot be read (${fileError})`,
    };
  } catch (error) {
    return { commit, unreadable: gitErrorOf(error).message };
  }
}

/** As shown to users: paths relative to the folder of the project file when it was at another place of the Git repository. */
export function displayAt(
  project: Pick<OpenProject, 'git' | 'display'>,
  path: string,
): ProjectFiles['display'] {
  const [ownFolder, folder] = [project.git?.folder ?? '', folderOfFile(path)];
  if (ownFolder === folder) return project.display;
  return (below) =>
    normalize(project.display(relative(join('/', ownFolder), join('/', folder, below))));
}

function unknownRevision(
  git: GitRepository | undefined,
  option: string,
  revision: string,
): CommandError {
  if (git?.outage !== undefined) return originOut(git.outage, git);
  return new CommandError({
    code: 'unknown-revision',
    message: `Unknown ${option} \`${revision}\`: ${git === undefined ? 'this folder is not in a Git repository' : 'this clone has no such commit'}.`,
    hint:
      git === undefined
        ? 'Run the command in a clone of the project.'
        : 'Use a commit, branch or tag that exists in this clone, or a full commit SHA, which is fetched. In a workflow, set `fetch-depth: 0` for actions/checkout.',
  });
}

/** The documents of an apply, as its record has them; values from the environment are unknown. */
export function loadApply(
  { files, unread, attributes, projectFile, formerFile = projectFile }: RecordedApply,
  choice: TargetChoice,
  display: ProjectFiles['display'] = (path) => path,
): Loaded {
  const contents = new Map<string, Uint8Array>(files);
  for (const path of unread.keys()) contents.set(path, NOTHING);
  const problems = new Map([...unread].map(([path, problem]) => [path, { problem }]));
  return loadProject(
    { ...asConverted(filesInMemory(contents), problems, attributes), display },
    { env: 'unknown', projectFile: basename(formerFile), choice },
  );
}

const NOTHING = new Uint8Array();
