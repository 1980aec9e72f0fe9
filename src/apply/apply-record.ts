// Refuses what cannot be recorded, or may undo a newer apply, before a person is asked.
import { fitText } from '../core/applied.ts';
import { appliedCommit, branchAppliedText, type Lineage, notFollowing } from '../core/lineage.ts';
import {
  notRecorded,
  type RecordFinding,
  runningFinding,
  tryAgain,
} from '../core/record-sentences.ts';
import { runningNow, uncommitted } from '../core/recording.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type Finding, howToUpdate, type Plan, withFindings } from '../model/plan.ts';
import { forgetLine, moveLine } from '../record/command-lines.ts';
import { runningApply } from '../record/recorded-apply.ts';
import { contentElsewhere } from './content-elsewhere.ts';
import { isUnpushed } from './lineage.ts';
import type { Prepared } from './prepare.ts';
import { recordInClone } from './records.ts';
import { isBest, UNCHANGED_FIRST } from './renamed-project.ts';

/** With refusals for what cannot be recorded, or may undo a newer apply. Throws if origin is out of reach. */
export async function refuseUnrecordable(prepared: Prepared): Promise<Plan> {
  const { plan } = prepared.result;
  const { record, problem } = prepared.lastApplied;
  const isSending = plan.changes.length > 0;
  // Without changes, too: what the other project file declared is not known to be managed.
  const orphan = orphaned(prepared);
  if (!isSending && problem === undefined) return withSaid(plan, 'refusal', [orphan]);
  if (record?.unreachable !== undefined)
    throw notRecorded({ outcome: 'unreachable', reason: record.unreachable }, prepared.runtime);
  const older = await olderCommit(prepared);
  // With nothing to send, renewing the record is all that it does. Otherwise it waits for its turn to begin.
  const running = isSending
    ? undefined
    : runningNow(prepared, prepared.connection.http.now(), prepared.runtime);
  const said = [
    uncommitted(prepared, prepared.runtime),
    orphan,
    await inClone(prepared),
    older,
    running,
  ];
  const refused = withFindings(withSaid(plan, 'refusal', said), ...elsewhere(prepared));
  return withSaid(refused, 'warning', [older === undefined ? await unmerged(prepared) : undefined]);
}

function elsewhere({ project, runtime }: Prepared): Finding[] {
  return contentElsewhere(project, runtime.merge);
}

/** For a plan: what an apply will be refused for, and what it may be refused for. @param mayBeOlder whether the applied commit will be another one */
export async function warnOfRecord(
  plan: Plan,
  prepared: Prepared,
  mayBeOlder: boolean,
): Promise<Plan> {
  const { record } = prepared.lastApplied;
  const now = prepared.connection.http.now();
  const running = record && runningApply(record, { now });
  const isSending = plan.changes.length > 0;
  const older = isSending && !mayBeOlder ? await olderCommit(prepared) : undefined;
  const merge = isSending && mayBeOlder ? await prepared.mergeLineage() : undefined;
  const said = withSaid(plan, 'refusal', [orphaned(prepared)]);
  const refused = isSending ? withFindings(said, ...elsewhere(prepared)) : said;
  return withSaid(refused, 'warning', [
    running && runningFinding(running, now),
    await inClone(prepared),
    older && { ...older, message: `An apply of this commit will be refused. ${older.message}` },
    merge?.kind === 'branch' ? { code: 'older-commit', ...branchAppliedText(merge) } : undefined,
  ]);
}

function withSaid(
  plan: Plan,
  severity: Finding['severity'],
  said: readonly (RecordFinding | undefined)[],
): Plan {
  return withFindings(plan, ...said.flatMap((one) => (one ? [{ severity, ...one }] : [])));
}

/** A project file that no longer exists has a record, and nobody can tell whether this one continues it. */
export function orphaned({
  lastApplied: { place, orphans: [orphan, other] = [] },
  target,
}: Prepared): RecordFinding | undefined {
  if (place === undefined || orphan === undefined) return undefined;
  const { path, fit } = orphan;
  const own = place.projectFile;
  const isHeir = fit !== undefined && isBest(fit, own);
  const forget = `If it was removed for good, run \`${forgetLine(path, target)}\`: what it declared then stays on the server.`;
  return {
    code: 'record-orphaned',
    message: `It is not clear whether ${own} continues ${path}, which no longer exists and has an apply record: ${fitText(fit)}${fit?.heir !== undefined && other ? `, but it may also continue ${other.path}` : ''}.`,
    hint: `${isHeir ? `If ${own} continues it, run \`${moveLine(path, own, target)}\`.` : UNCHANGED_FIRST} ${forget}`,
  };
}

async function inClone({
  lastApplied: { place, record },
  options,
  project,
  result,
}: Prepared): Promise<RecordFinding | undefined> {
  const { git: repository } = project;
  if (repository === undefined || place === undefined) return undefined;
  if (record === undefined || record.former !== undefined) return undefined;
  const files = result.plan.changes.length > 0 ? undefined : project.files;
  return recordInClone({ ...place, repository }, record, options.untrusted, files);
}

/**
 * The last applied commits must be ancestors of this one, so that re-running an old job does not undo newer applies.
 * What an approval lifts is a finding of the plan itself: see `apply/elsewhere.ts`.
 */
async function olderCommit({
  options,
  head,
  lineage,
  project: { git },
}: Prepared): Promise<RecordFinding | undefined> {
  if (options.allowOlder || head === undefined) return undefined;
  const found = await lineage();
  const message = notFollowing(found, head.commit);
  if (message === undefined || found.kind === 'left') return undefined;
  if (found.kind === 'behind') return behindBranch(found);
  if (found.kind === 'unknown' && git?.outage !== undefined)
    return { code: 'older-commit', message, hint: tryAgain(git), liftedBy: 'allow-older' };
  const hint = found.kind === 'diverged' ? DIVERGED : OLDER;
  return { code: 'older-commit', message, hint, liftedBy: 'allow-older' };
}

const OLDER =
  'Apply the newest commit: an older one would undo what was applied since. To roll back on purpose, apply once with --allow-older (input `allow-older: true`).';
const DIVERGED =
  'Merge that commit into this branch, then apply the merge. To apply this commit all the same, apply once with --allow-older (input `allow-older: true`). If each environment has a branch of its own, give each branch its own project file and `scope`.';

/** Whoever needs to roll back knows `--allow-older`: on a branch that is out of date, it would undo the work of others. */
function behindBranch({
  apply,
  trusted: { branch },
}: Extract<Lineage, { kind: 'behind' }>): RecordFinding {
  return {
    code: 'older-commit',
    message: `${appliedCommit(apply)} is on \`${branch}\` and not on this branch: an apply would undo it.`,
    hint: `To update the branch, ${howToUpdate({ base: branch })}. Then apply again.`,
  };
}

/** Later apply runs of the branch that it is merged into may take this commit for one of another branch. */
async function unmerged({
  project: { git },
  options,
  runtime,
  head,
}: Prepared): Promise<RecordFinding | undefined> {
  if (git === undefined || head === undefined) return undefined;
  const commit = shortCommit(head.commit);
  const into = runtime.facts?.mergesInto;
  if (into !== undefined)
    return {
      code: 'unmerged-commit',
      message: `This applies a pull request before its merge: \`${into}\` does not contain commit ${commit}, and never will after a squash or rebase merge.`,
      hint: `Use \`command: auto\`, which plans a pull request and applies its merge. Until \`${into}\` contains this commit, an apply of \`${into}\` that changes something is refused (\`older-commit\`).`,
    };
  if (!(await isUnpushed(git, head.commit, options))) return undefined;
  return {
    code: 'unmerged-commit',
    message: `No branch at origin contains this commit, ${commit}.`,
    hint: 'Push it, and if it is on a branch, merge it with a merge commit. Until the default branch contains it, an apply there that changes something is refused (`older-commit`).',
  };
}
