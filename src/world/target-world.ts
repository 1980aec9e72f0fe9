// What answers a command: the server of its target, and the Git repository and the files of its project.
import type { Differences } from '../core/applied.ts';
import type { Caller, Git, Versions, World } from '../core/world.ts';
import { ahead } from '../lib/parallel.ts';
import { listFolder } from '../record/git-objects.ts';
import { ignoreGitError } from '../record/git-result.ts';
import type { ApplyRecord } from '../record/recorded-apply.ts';
import { gitOf } from './git.ts';
import { told } from './around.ts';
import type { Connected } from './connect.ts';
import { contentElsewhere } from '../project/content-elsewhere.ts';
import { differences } from '../project/uncommitted.ts';
import { type OpenProject, reportSecrets, type TargetOptions } from '../project/open-project.ts';
import { actorOf, changeComment } from './change-comment.ts';
import { movedTo } from '../project/moved-documents.ts';
import { rowCalled } from '../core/target-rows.ts';
import { reviewedDigest } from './plan-file.ts';
import { fitOf, projectInTree } from '../project/renamed-project.ts';
import { isUnpushed, lineageOf, mergeLineageOf } from '../project/ancestry.ts';
import { trustedApprovals } from '../project/trust.ts';
import { pathInGit, placeFor } from '../project/record-places.ts';
import { recordInClone } from './record-in-clone.ts';
import type { Runtime } from '../runtime.ts';
import { otherProjects, otherProjectsIn } from '../project/other-projects.ts';
import { earlierStates, lastAppliedHere, readRecorded } from '../project/recorded-documents.ts';
import { secretsOfHistory } from '../project/secret-history.ts';
import { readRevision } from '../project/revision.ts';

interface Answering {
  options: TargetOptions;
  runtime: Runtime;
  opening: Promise<OpenProject>;
  connected: Connected;
  /** The record, if it is being read already. */
  recording?: Promise<ApplyRecord | undefined>;
  /** Whether the files are to be applied. Default: false. */
  isApply?: boolean;
}

export function worldOf({ connected, recording, ...answering }: Answering): World {
  const { reader, target, connection } = connected;
  const { options, runtime, opening } = answering;
  const { reviews } = runtime;
  return told<World>({
    ...reader,
    ...withoutServer(answering),
    target,
    record: async () => readRecorded(await opening, target, recording),
    recordInClone: async (record, { isUnchanged }) => {
      const { git, projectFile, files } = await opening;
      if (git === undefined) return undefined;
      const place = placeFor(git, target, pathInGit(git, projectFile));
      return recordInClone(place, record, options.untrusted, isUnchanged ? files : undefined);
    },
    reviews:
      reviews &&
      ((question) => {
        const approvals = (base: string | undefined) =>
          trustedApprovals(base, { options, runtime });
        return reviews({ ...question, approvals });
      }),
    reviewedDigest: async (file) =>
      reviewedDigest(file, { cwd: runtime.cwd, row: rowCalled(options) }),
    caller: callerOf(runtime),
    onSecret: runtime.onSecret,
    now: runtime.now,
    serverTime: () => connection.http.now(),
    tell: runtime.onStep,
  });
}

function callerOf({ env, run, facts, manualRun }: Runtime): Caller {
  return { env, run, mergesInto: facts?.mergesInto, manualRun };
}

/** A world that knows neither the server nor what was applied to it. */
export function withoutServer({
  options,
  runtime,
  opening,
  isApply = false,
}: Omit<Answering, 'connected' | 'recording'>): Git & Versions {
  // After the files were read, so that a change of them before is noticed.
  const comparing = ahead(opening.then((project) => (isApply ? differences(project) : undefined)));
  const git = ahead(opening.then((project) => project.git));
  return {
    ...gitOf(git, options.untrusted),
    files: () => opening,
    differences: async (former) => {
      const compared = await comparing;
      const project = await opening;
      return compared && withFormer(compared, former, project, runtime);
    },
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
      return fitOf(await projectInTree(project, project.git, refs), apply).catch(ignoreGitError);
    },
    lineage: async (followed) => {
      const { git } = await opening;
      return lineageOf({ git, head: await git?.head(), followed, options });
    },
    mergeLineage: async (followed, base) => {
      const { git } = await opening;
      return mergeLineageOf({ git, head: await git?.head(), followed, options }, base);
    },
    appliedHere: async (record, head) => lastAppliedHere(await opening, record, head),
    earlierStates: async (record, visit) => {
      for await (const { state, apply } of earlierStates(await opening, record))
        if (!visit(state, apply)) return;
    },
    movedTo: async (gone) => movedTo(await opening, gone, runtime.merge),
    changeComment: async (plan) => {
      const { git } = await opening;
      return changeComment(options, { git, head: await git?.head(), plan, runtime });
    },
    actor: async () => actorOf(runtime, (await opening).git),
    isUnpushed: async (commit) => {
      const { git } = await opening;
      return git !== undefined && isUnpushed(git, commit, options);
    },
    contentElsewhere: async () => contentElsewhere(await opening, runtime.merge),
  };
}

/** A project file whose removal is not committed was not renamed. */
async function withFormer(
  compared: Omit<Differences, 'elsewhere'>,
  former: string | undefined,
  project: OpenProject,
  { merge }: Runtime,
): Promise<Differences> {
  const { git } = project;
  const head = await git?.head();
  const listed = git && head && former !== undefined ? await listFolder(git, head.commit, '') : [];
  const left = listed.flatMap(({ path }) => (path === former ? `${path} (removed)` : []));
  const uncommitted = [...compared.uncommitted, ...left];
  return { ...compared, uncommitted, elsewhere: contentElsewhere(project, merge) };
}
