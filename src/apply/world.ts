// What answers a command: the server of its target, and the Git repository and the files of its project.
import type { Differences } from '../core/applied.ts';
import type { World } from '../core/world.ts';
import { ahead } from '../lib/parallel.ts';
import { listFolder } from '../record/git-objects.ts';
import type { GitRepository } from '../record/git-repository.ts';
import { ignoreGitError } from '../record/git.ts';
import type { ApplyRecord } from '../record/record.ts';
import { gitOf } from '../world/git.ts';
import { told } from '../world/around.ts';
import { serverOf } from '../world/server.ts';
import type { Connected } from './connect.ts';
import { contentElsewhere } from './content-elsewhere.ts';
import { gitProblem } from './git-files.ts';
import { differences, type OpenProject, reportSecrets, type TargetOptions } from './project.ts';
import { fitOf, inTree } from './renamed-project.ts';
import type { Runtime } from './runtime.ts';
import { otherProjects, otherProjectsIn } from './other-projects.ts';
import { readRecorded } from './last-applied.ts';
import { secretsOfHistory } from './secret-history.ts';
import { readRevision } from './revision.ts';

interface Answering {
  options: TargetOptions;
  runtime: Runtime;
  connecting: Connected | Promise<Connected>;
  opening: Promise<OpenProject>;
  git: Promise<GitRepository | undefined>;
  /** The record, if it is being read already. */
  recording?: Promise<ApplyRecord | undefined>;
  /** Whether the files are to be applied. Default: false. */
  isApply?: boolean;
}

export function worldOf(answering: Answering): World {
  const { options, runtime, connecting, opening, git, recording, isApply = false } = answering;
  // After the files were read, so that a change of them before is noticed.
  const comparing = ahead(opening.then((project) => (isApply ? differences(project) : undefined)));
  return told({
    ...serverOf(connecting),
    ...gitOf(git, options.untrusted),
    now: runtime.now,
    tell: runtime.onStep,
    files: () => opening,
    differences: async (former) => {
      const [project, compared] = [await opening, await comparing.catch(gitProblem)];
      const merge = { former, merge: runtime.merge };
      return compared && withFormerFile(project, { ...compared, ...merge }).catch(gitProblem);
    },
    record: async () => readRecorded(await opening, (await connecting).target, recording),
    version: async (revision, what) => {
      const isBase = what === 'base';
      const env = isBase ? runtime.env : 'unknown';
      const read = await readRevision(await opening, what, { revision, env });
      if (isBase && read.loaded) reportSecrets(read.loaded, runtime.onSecret);
      return read;
    },
    past: async (commits) => {
      const project = await opening;
      return project.git && secretsOfHistory(project.git, project, commits);
    },
    otherProjects: async (record) => otherProjects(await opening, record, runtime.merge),
    projectsIn: async (commit, record) => otherProjectsIn(await opening, record, commit),
    fitOf: async (apply, refs) => {
      const project = await opening;
      if (project.git === undefined) return undefined;
      return fitOf(await inTree(project, project.git, refs), apply).catch(ignoreGitError);
    },
  });
}

/** A project file whose removal is not committed was not renamed. */
async function withFormerFile(
  project: OpenProject,
  {
    ids,
    uncommitted: found,
    former,
    merge,
  }: Omit<Differences, 'isCommitted'> & {
    former: string | undefined;
    merge: Runtime['merge'];
  },
): Promise<Differences> {
  const { git } = project;
  const head = await git?.head();
  const listed = git && head && former !== undefined ? await listFolder(git, head.commit, '') : [];
  const isThere = listed.some(({ path }) => path === former);
  const uncommitted = isThere ? [...found, `${former} (removed)`] : found;
  const isCommitted = uncommitted.length === 0 && contentElsewhere(project, merge).length === 0;
  return { ids, uncommitted, isCommitted };
}
