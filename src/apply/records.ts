// Apply records: where they are, without reading documents, and what is said of them.
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { CommandError } from '../errors.ts';
import { compareText, listed, shellQuoted } from '../lib/text.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import type { Finding } from '../model/plan.ts';
import { repositoryText, type ResolvedTarget } from '../model/targets.ts';
import { targetOf, type Untrusted, urlOf } from '../options.ts';
import { doubtOf } from '../core/doubt.ts';
import { isAncestor } from '../record/git-history.ts';
import { type GitRepository, nearestFolder, openRepository } from '../record/git-repository.ts';
import { ignoreGitError } from '../record/git-result.ts';
import { isOutage } from '../record/outage.ts';
import {
  type ApplyRecord,
  readApplies,
  type RecordedApply,
  type RecordPlace,
} from '../record/record.ts';
import { runningApply } from '../record/running.ts';
import {
  endOf,
  placeOf,
  type RecordedPlace,
  recordRef,
  RECORDS,
  recordsOf,
} from '../record/record-format.ts';
import { type MoveResult, refValuesBelow } from '../record/refs.ts';
import { duration } from '../semantics/push-time.ts';
import { gitProblem, openAround, originOut, tryAgain } from './git-files.ts';
import { settingsOf, type TargetOptions } from './project.ts';
import type { GitRuntime, Runtime } from './runtime.ts';
import { gitOf, trustedHistory } from '../world/git.ts';
import { recordFlags } from '../record/command-lines.ts';

/** The path within the Git repository of a file in the project folder. */
export function pathInGit({ folder }: GitRepository, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

/** @param projectFile its path within the Git repository */
export function placeFor(
  git: GitRepository,
  { url, repository }: ResolvedTarget,
  projectFile: string,
): RecordPlace {
  const target = { url, repository: repositoryText(repository) };
  return {
    repository: git,
    ref: recordRef(target, projectFile),
    folder: recordsOf(target),
    projectFile,
  };
}

/** The project file may no longer exist, only its record. Throws {@link CommandError} outside Git. */
export async function recordPlace(
  options: TargetOptions,
  runtime: GitRuntime,
): Promise<{ place: RecordPlace; target: ResolvedTarget }> {
  const { cwd, env, gitHost, pause } = runtime;
  const target = targetOf(options, settingsOf(options, runtime));
  const path = resolve(cwd, options.config);
  const folder = nearestFolder(dirname(path));
  const git = await openRepository(folder, { env, gitHost, pause }).catch(gitProblem);
  if (git !== undefined) {
    const projectFile = pathInGit(git, relative(folder, path).split(sep).join('/'));
    return { place: placeFor(git, target, projectFile), target };
  }
  throw new CommandError({
    code: 'no-git',
    message: 'Not a Git repository. Apply runs are recorded in Git.',
    hint: 'Run the command in a clone of the project.',
  });
}

/**
 * The record that this clone wrote before it had an origin, which has none of this project: it is not used, and an apply
 * would begin a new one, so that nothing that was removed since then would ever be deleted.
 * @param files what a new record would hold: nothing is lost if it is the same
 */
export async function recordInClone(
  { repository: git, ref }: RecordPlace,
  { head, unreachable }: Pick<ApplyRecord, 'head' | 'unreachable'>,
  untrusted: Untrusted | undefined,
  files?: ReadonlyMap<string, Uint8Array>,
): Promise<Omit<Finding, 'severity'> | undefined> {
  if (!git.origin || head !== undefined || unreachable !== undefined) return undefined;
  const commit = await git.objects.read(`${ref}^{commit}`);
  const apply = commit && (await lastApply(git, commit.id));
  if (apply === undefined || (files && apply.state === 'done' && isRecordOf(apply, files)))
    return undefined;
  const world = gitOf(Promise.resolve(git), untrusted);
  // Perhaps a copy of what somebody else wrote.
  if ((await doubtOf(world, apply)) !== undefined) return undefined;
  const first = (await isAtOrigin(git, apply.source, untrusted))
    ? 'run'
    : `first push the applied commit, ${shortCommit(apply.source)}, to the main branch of origin. Then run`;
  const name = shellQuoted(ref);
  return {
    code: 'record-in-clone',
    message:
      'This project was applied before `origin` was added. The record of those apply runs exists only in this clone, so it is ignored.',
    hint: `To take it over, ${first} \`git push origin ${name}\`. To start a new record instead, run \`git update-ref -d ${name}\`: then what you removed from the files since the last apply stays on the server.`,
  };
}

/** `undefined` if it is not a record that can be read. */
async function lastApply(git: GitRepository, commit: string): Promise<RecordedApply | undefined> {
  try {
    return (await readApplies(git, commit))[0];
  } catch {
    return undefined;
  }
}

function isRecordOf(
  { ids, ...recorded }: RecordedApply,
  files: ReadonlyMap<string, Uint8Array>,
): boolean {
  return ids.size === files.size && sameFiles(recorded.files, files);
}

export function sameFiles(
  a: ReadonlyMap<string, Uint8Array>,
  b: ReadonlyMap<string, Uint8Array>,
): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([path, bytes]) => {
    const other = b.get(path);
    return other !== undefined && Buffer.compare(bytes, other) === 0;
  });
}

async function isAtOrigin(
  git: GitRepository,
  source: string,
  untrusted: Untrusted | undefined,
): Promise<boolean> {
  for await (const commit of trustedHistory(git, untrusted))
    if ((await isAncestor(git, source, commit)).answer === 'yes') return true;
  return false;
}

/** Records of targets that the project file no longer names, sorted. Empty if they cannot be read, which plans report. */
export async function removedTargets(
  [options]: readonly TargetOptions[],
  runtime: GitRuntime,
): Promise<(RecordedPlace & { projectFile: string })[]> {
  if (options?.target === undefined) return [];
  try {
    const git = await openAround(options.config, runtime);
    if (git === undefined) return [];
    const projectFile = pathInGit(git, basename(options.config));
    const read = await refValuesBelow(git, RECORDS);
    if ('unreachable' in read) return [];
    // Also those at the servers of the project file where an option names another.
    const declared = (settingsOf(options, runtime).targets ?? []).flatMap((target) => {
      const repository = repositoryText(target.repository);
      const urls = [target.url, urlOf(options, { target, url: target.url })];
      return urls.flatMap((url) =>
        url === undefined ? [] : [recordRef({ url, repository }, projectFile)],
      );
    });
    const refs = [...read.values.keys()].filter(
      (ref) => ref.endsWith(endOf(projectFile)) && !declared.includes(ref),
    );
    return refs
      .flatMap((ref) => placeOf(ref) ?? [])
      .map((place) => ({ ...place, projectFile }))
      .sort((a, b) => compareText(a.server, b.server) || compareText(a.repository, b.repository));
  } catch (error) {
    ignoreGitError(error);
    return [];
  }
}

/** What became of each, and what to do. The name of a record has no scheme, so any finds it again. */
export function removedText(
  removed: Awaited<ReturnType<typeof removedTargets>>,
  file: string,
): string[] {
  return removed.map(
    ({ server, repository, projectFile }) =>
      `${file} no longer names ${repository} at ${server}: what it declared stays there (docs/targets.md says how to delete that). To end this reminder: confighub-sync history --forget ${recordFlags(projectFile, { url: `https://${server}`, repository })}`,
  );
}

/** Sentences about the unfinished work of others, which this apply takes over, or the next one. */
export function unfinishedRemarks(
  { begun }: Pick<ApplyRecord, 'begun'>,
  { now, isApply }: { now: Date; isApply: boolean },
): string[] {
  const next = isApply
    ? 'This apply takes over its work, unless it is refused.'
    : 'The next apply takes over its work.';
  const left = runningApply({ begun }, { now }) === undefined ? begun : begun.slice(1);
  return left.map(
    (apply) =>
      `An earlier ${applyText(apply)} did not finish: it may have sent all, some or none of its changes. ${next}`,
  );
}

function applyText({ source, actor }: RecordedApply): string {
  return `apply of commit ${shortCommit(source)}${actor === undefined ? '' : ` by ${actor}`}`;
}

/** Whose unfinished work an apply took over: `attempt 1 of this run`, or the commit and the run. */
export function senderOf(
  { begun }: Pick<ApplyRecord, 'begun'>,
  { run: own }: Pick<Runtime, 'run'>,
): string {
  return listed(
    begun.map((apply) => {
      const { run, attempt } = apply;
      if (own !== undefined && run === own && attempt !== undefined)
        return `attempt ${attempt} of this run`;
      return `an ${applyText(apply)}${run === undefined ? '' : ` (${run})`}`;
    }),
  );
}

export function runningFinding(
  { apply, until }: NonNullable<ReturnType<typeof runningApply>>,
  now: Date,
): Omit<Finding, 'severity'> {
  if (until === undefined) {
    const says =
      apply.until === undefined
        ? 'does not say when it ends'
        : `ends at '${apply.until}', which cannot be`;
    return {
      code: 'apply-running',
      message: `Another apply has started, and its record ${says}: ${described(apply, now)}.`,
      hint: 'Wait for it to finish. If no apply is running, run `confighub-sync unlock`.',
    };
  }
  return {
    code: 'apply-running',
    message: `Another apply may still be running: ${described(apply, now)}.`,
    hint: `Wait for it to finish, at the latest at ${shownTime(until.toISOString())}: then the next apply takes over. If it is no longer running, run \`confighub-sync unlock\` (in a workflow, \`command: unlock\`).`,
  };
}

/** `apply of commit 0123456789 by ada, started 9 minutes ago, https://github.com/…/runs/42`. */
export function described(apply: RecordedApply, now: Date): string {
  const { since, run } = apply;
  const seconds = Math.round((now.getTime() - Date.parse(since)) / 1000);
  const started = Number.isNaN(seconds) ? [] : [`started ${duration(Math.max(0, seconds))} ago`];
  return [applyText(apply), ...started, ...(run === undefined ? [] : [run])].join(', ');
}

const PERSIST = '`persist-credentials` of actions/checkout (or `github-token` of this action)';

type NotMoved = Extract<MoveResult, { reason: string }>;
type RecordsPlace = Pick<GitRuntime, 'env'>;

/** Why a ref was not moved, as the end of a sentence. */
export function whyNotMoved({ outcome, reason }: NotMoved): string {
  return `origin ${outcome === 'unreachable' ? 'could not be reached' : 'rejected its record'} (${reason})`;
}

export function notRecorded(moved: NotMoved, where: RecordsPlace): CommandError {
  const { outcome, reason } = moved;
  const isOut = outcome === 'unreachable';
  if (isOut && isOutage(reason, where.env)) return originOut(reason, where);
  const needed = isOut
    ? neededToReach(reason, where)
    : `In a workflow, the job needs \`permissions: contents: write\`${isAnonymous(reason) ? `, and ${PERSIST}` : ''}. Elsewhere, check that you may push to \`refs/confighub-sync/*\`.`;
  return new CommandError({
    code: 'not-recorded',
    message: `This apply cannot be recorded, so nothing was sent: ${whyNotMoved(moved)}.`,
    hint: /matches more than one/.test(reason)
      ? 'Remove the branch or tag at origin that has the name of the record.'
      : `${needed} To apply without a record, without a lock and without pruning, set \`record: false\` in the project file.`,
  });
}

/** What to do so that origin can be reached. */
export function neededToReach(reason: string, where: RecordsPlace): string {
  if (isOutage(reason, where.env)) return tryAgain(where);
  return isAnonymous(reason)
    ? `In a workflow, set ${PERSIST}. Elsewhere, set up a credential helper for Git.`
    : 'Check its address (`git remote get-url origin`), the network, and your access.';
}

function isAnonymous(reason: string): boolean {
  return /could not read (Username|Password)|terminal prompts disabled|Authentication/i.test(
    reason,
  );
}
