// Refuses what cannot be recorded, or may undo a newer apply, before a person is asked.
import { CommandError } from '../errors.ts';
import { withFullStop } from '../lib/text.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type Finding, howToUpdate, type Plan, withFindings } from '../model/plan.ts';
import { forgetLine, moveLine } from '../record/command-lines.ts';
import { runningApply } from '../record/recorded-apply.ts';
import { fitText, isBest, UNCHANGED_FIRST } from './applied.ts';
import type { ShownPlan } from './plan-facts.ts';
import { appliedCommit, branchAppliedText, type Lineage, notFollowing } from './lineage.ts';
import { notRecorded, type RecordFinding, runningFinding, tryAgain } from './record-sentences.ts';
import { revertedFinding } from './reverted.ts';
import { runningNow, uncommittedFinding } from './recording.ts';
import type { World } from './world.ts';

/** With refusals for what cannot be recorded, or may undo a newer apply. Throws if origin is out of reach. */
export async function refuseUnrecordable(world: World, shown: ShownPlan): Promise<Plan> {
  const { plan } = shown;
  const { warnings, recorded } = shown.lastApplied;
  const { place, record, unusable: { problem } = {} } = recorded;
  const isSending = plan.changes.length > 0;
  const running = runningNow(shown, world.serverTime(), world.caller);
  // While another apply runs, an earlier stage with nothing to send is not recorded: applying it first would not help.
  const waitsForStage = isRefusedForStage(plan);
  // Without changes, too: what the other project file declared is not known to be managed.
  const orphan = orphaned(shown);
  if (!isSending && problem === undefined)
    return withSaid(plan, 'refusal', [orphan, waitsForStage ? running : undefined]);
  if (record?.unreachable !== undefined)
    throw notRecorded({ outcome: 'unreachable', reason: record.unreachable }, world.caller);
  // Without it there is no lock, and nothing would say what was sent.
  if (place !== undefined && record === undefined) throw unreadable(warnings.join(' '));
  const older = (await olderCommit(world, shown)) ?? (await revertedCommit(world, shown));
  const findings = [
    uncommittedFinding(shown, world.caller),
    orphan,
    await inClone(world, shown),
    older,
    // With nothing to send, renewing the record is all that it does. Otherwise it waits for its turn to begin.
    isSending && !waitsForStage ? undefined : running,
  ];
  const refused = withFindings(
    withSaid(plan, 'refusal', findings),
    ...(await world.contentElsewhere()),
  );
  return withSaid(refused, 'warning', [
    older === undefined ? await unmerged(world, shown) : undefined,
  ]);
}

function isRefusedForStage({ findings }: Plan): boolean {
  return findings.some(({ code, severity }) => code === 'stage-order' && severity === 'refusal');
}

/** This clone itself cannot be read. @param reason as a sentence */
function unreadable(reason: string): CommandError {
  return new CommandError({
    code: 'not-recorded',
    message: `This apply cannot be recorded, so nothing was sent: ${withFullStop(reason)}`,
    hint: 'Run `git fsck` here for details, or apply from a new clone.',
  });
}

/** For a plan: what an apply will be refused for, and what it may be refused for. @param mayBeOlder whether the applied commit will be another one */
export async function warnOfRecord(
  world: World,
  shown: ShownPlan,
  mayBeOlder: boolean,
): Promise<Plan> {
  const { plan, mergeLineage } = shown;
  const { record } = shown.lastApplied.recorded;
  const now = world.serverTime();
  const running = record && runningApply(record, { now });
  const isSending = plan.changes.length > 0;
  const older = isSending && !mayBeOlder ? await olderCommit(world, shown) : undefined;
  const merge = isSending && mayBeOlder ? await mergeLineage() : undefined;
  const withOrphaned = withSaid(plan, 'refusal', [orphaned(shown)]);
  const refused = isSending
    ? withFindings(withOrphaned, ...(await world.contentElsewhere()))
    : withOrphaned;
  return withSaid(refused, 'warning', [
    running && runningFinding(running, now),
    await inClone(world, shown),
    older && { ...older, message: `An apply of this commit will be refused. ${older.message}` },
    merge?.kind === 'branch' ? { code: 'older-commit', ...branchAppliedText(merge) } : undefined,
  ]);
}

function withSaid(
  plan: Plan,
  severity: Finding['severity'],
  said: readonly (RecordFinding | undefined)[],
): Plan {
  return withFindings(
    plan,
    ...said.flatMap((finding) => (finding ? [{ severity, ...finding }] : [])),
  );
}

/** A project file that no longer exists has a record, and nobody can tell whether this one continues it. */
export function orphaned({
  lastApplied: { recorded },
  target,
}: Pick<ShownPlan, 'lastApplied' | 'target'>): RecordFinding | undefined {
  const { place, orphans: [orphan, other] = [] } = recorded;
  if (place === undefined || orphan === undefined) return undefined;
  const { path, fit } = orphan;
  const projectFile = place.projectFile;
  const isHeir = fit !== undefined && isBest(fit, projectFile);
  const forget = `If a newer commit has it, apply that one. If it was removed for good, run \`${forgetLine(path, target)}\`: what it declared then stays on the server.`;
  return {
    code: 'record-orphaned',
    message: `It is not clear whether ${projectFile} continues ${path}, which has an apply record and is not in this commit: ${fitText(fit)}${fit?.heir !== undefined && other ? `, but it may also continue ${other.path}` : ''}.`,
    hint: `${isHeir ? `If ${projectFile} continues it, run \`${moveLine(path, projectFile, target)}\`.` : UNCHANGED_FIRST} ${forget}`,
  };
}

async function inClone(world: World, shown: ShownPlan): Promise<RecordFinding | undefined> {
  const { lastApplied, plan } = shown;
  const { place, record } = lastApplied.recorded;
  if (place === undefined || record === undefined || record.former !== undefined) return undefined;
  return world.recordInClone(record, { isUnchanged: plan.changes.length === 0 });
}

/**
 * The last applied commits must be ancestors of this one, so that re-running an old job does not undo newer applies.
 * What an approval lifts is a finding of the plan itself: see `core/elsewhere.ts`.
 */
async function olderCommit(
  { caller }: World,
  { options, commit: head, lineage }: ShownPlan,
): Promise<RecordFinding | undefined> {
  if (options.allowOlder || head === undefined) return undefined;
  const related = await lineage();
  const message = notFollowing(related, head);
  if (message === undefined || related.kind === 'left') return undefined;
  if (related.kind === 'behind') return behindBranch(related);
  if (related.kind === 'unknown' && related.isOutage)
    return { code: 'older-commit', message, hint: tryAgain(caller), liftedBy: 'allow-older' };
  const hint = related.kind === 'diverged' ? DIVERGED : OLDER;
  return { code: 'older-commit', message, hint, liftedBy: 'allow-older' };
}

/** An apply of an older commit is refused anyway. A plan does not ask origin for it. */
async function revertedCommit(world: World, shown: ShownPlan): Promise<RecordFinding | undefined> {
  const { options, plan, lineage } = shown;
  if (options.allowOlder || plan.changes.length === 0) return undefined;
  return (await lineage()).kind === 'following' ? revertedFinding(world, shown) : undefined;
}

const OLDER =
  'Apply the newest commit: an older one would undo what was applied since. To roll back on purpose, apply once with --allow-older (input `allow-older: true`).';
const DIVERGED =
  'Merge that commit into this branch, then apply the merge. To apply this commit anyway, apply once with --allow-older (input `allow-older: true`). If each environment has a branch of its own, give each branch its own project file and `scope`.';

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
async function unmerged(
  world: World,
  { files, commit: head }: ShownPlan,
): Promise<RecordFinding | undefined> {
  if (files.git === undefined || head === undefined) return undefined;
  const commit = shortCommit(head);
  const { mergesInto: into } = world.caller;
  if (into !== undefined)
    return {
      code: 'unmerged-commit',
      message: `This applies a pull request before its merge: \`${into}\` does not contain commit ${commit}, and never will after a squash or rebase merge.`,
      hint: `Use \`command: auto\`, which plans a pull request and applies its merge. Until \`${into}\` contains this commit, an apply of \`${into}\` that changes something is refused (\`older-commit\`).`,
    };
  if (!(await world.isUnpushed(head))) return undefined;
  return {
    code: 'unmerged-commit',
    message: `No branch at origin contains this commit, ${commit}.`,
    hint: 'Push it, and if it is on a branch, merge it with a merge commit. Until the default branch contains it, an apply there that changes something is refused (`older-commit`).',
  };
}
