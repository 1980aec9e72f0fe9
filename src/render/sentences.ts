// Sentences about a plan as a whole, or those of several targets: titles, counts, and how to approve them.
import {
  allOf,
  counted,
  countedAre,
  itOrThem,
  listed,
  shellQuoted,
  withCommas,
  withName,
} from '../lib/text.ts';
import { APPROVAL_COMMAND } from '../model/approval.ts';
import type { Outcome } from '../model/outcome.ts';
import { nounOf } from '../model/targets.ts';
import {
  changesOf,
  ACTIONS,
  APPLY_WORKFLOW,
  type ApprovalWay,
  type Change,
  type Counts,
  countChanges,
  type Finding,
  hasRefusals,
  howToUpdate,
  isCounted,
  isOverride,
  isRestoring,
  isTakingOver,
  type ManualRun,
  type Plan,
} from '../model/plan.ts';

/** Title of the changes that the closing line does not count. */
export function rewrittenTitle(plan: Plan): string {
  const count = countRewritten(plan);
  const [what, them] = count === 1 ? ['1 item', 'it'] : [`${withCommas(count)} items`, 'them'];
  return `${what} cannot be compared with the server, so an apply writes ${them} again`;
}

function countRewritten({ changes }: Pick<Plan, 'changes'>): number {
  return changes.filter((change) => change.rewritten).length;
}

/** Sentences about items that the plan does not touch, and does not list. */
export function othersLines({
  converged,
  alreadySent = [],
  sentBy,
  alreadyThere = 0,
  unmanaged,
  unmanagedItems,
}: Plan): string[] {
  const { length } = alreadySent;
  const were = `${itemsWere(length)} sent by`;
  const sent =
    sentBy === undefined
      ? `${were} an apply that has not finished.`
      : `${were} ${sentBy}, which did not finish. This apply found ${itOrThem(length)} on the server.`;
  const sentences: [count: number, sentence: string][] = [
    [length, sent],
    [
      converged,
      `${counted(converged, 'item')} changed in the same way in the files and on the server, so no push is needed.`,
    ],
    [alreadyThere, `${countedAre(alreadyThere, 'item')} already on the server as declared.`],
    [
      unmanagedItems === undefined ? unmanaged : 0,
      `The server has ${counted(unmanaged, 'unmanaged item')}, which some applications may get (\`plan --unmanaged\` lists ${itOrThem(unmanaged)}).`,
    ],
  ];
  return sentences.flatMap(([count, sentence]) => (count > 0 ? sentence : []));
}

export function overridesText(
  overrides: readonly Change[],
  { prune, isDone }: Pick<Plan, 'prune' | 'isDone'>,
): string {
  const kinds = new Set(overrides.map(({ kind }) => kind));
  const [kind = 'item'] = kinds;
  const what = counted(overrides.length, kinds.size === 1 ? kind : 'item');
  const [were, them] = overrides.length === 1 ? ['was', 'it'] : ['were', 'them'];
  const override = overrides.length === 1 ? 'overrides' : 'override';
  const [deletes, leaves] = isDone
    ? ['This apply deleted', 'This apply left']
    : ['An apply deletes', 'An apply leaves'];
  const apply = prune === 'all' ? `${deletes} ${them}.` : `${leaves} ${them} alone.`;
  return `${what} ${were} added on the server and ${override} yours for some applications. ${apply}`;
}

/** Title of the drift that an apply overwrites, or is refused for. */
export function restoredTitle({ changes, onDrift, isDone }: Plan): string {
  const restored = changes.filter((change) => isCounted(change) && isRestoring(change));
  const [count, conflicts] = [
    restored.length,
    restored.filter(({ cause }) => cause === 'conflict').length,
  ];
  const them = itOrThem(count);
  if (onDrift !== 'overwrite' && conflicts === count)
    return `${itemsWere(count)} changed differently in the files and on the server (server → files)`;
  const since = `${itemsWere(count)} changed on the server since the last apply`;
  if (conflicts === 0) return `${since}. ${replaces(isDone, them)}`;
  const which = conflicts === count ? them : `${withCommas(conflicts)} of them`;
  return `${since}, and the files changed ${which} too. ${replaces(isDone, them)}`;
}

function replaces(isDone: Plan['isDone'], them: string): string {
  return `${isDone ? 'This apply replaced' : 'An apply would replace'} ${them} with what the files declare (server → files)`;
}

/** `3 created, 1 updated, 2 deleted; 1 rewritten, which cannot be verified.`, and how many of these nobody merged. */
export function doneLine({ changes }: Pick<Plan, 'changes'>): string {
  const countedChanges = changes.filter(isCounted);
  const { length } = countedChanges.filter(({ cause }) => cause === 'drift');
  const rewritten = rewrittenText({ changes });
  const more = rewritten === '' ? '' : `; ${rewritten}`;
  const done = `${doneText(countChanges(changes))}${more}.`;
  if (length === 0) return done;
  const some = `${withCommas(length)} of these changes ${length === 1 ? 'undoes' : 'undo'}`;
  const all = length === 1 ? 'This change undoes' : 'These changes undo';
  const what = length < countedChanges.length ? some : all;
  return `${done} ${what} drift: somebody had changed the server directly, without a commit or pull request.`;
}

/** `Applied and verified.` with what was done: `Applied and verified: 3 created, 1 deleted.` */
export function withDone(
  line: string,
  { outcome, plan }: { outcome: Outcome; plan?: Plan | undefined },
): string {
  if (plan === undefined || (outcome !== 'verified' && outcome !== 'unchecked')) return line;
  const counts = countChanges(plan.changes);
  const done = ACTIONS.flatMap((action) =>
    counts[action] === 0 ? [] : `${withCommas(counts[action])} ${DONE[action]}`,
  ).join(', ');
  const told = [done, rewrittenText(plan)].filter((text) => text !== '');
  // Nothing was compared.
  const lead = done === '' && told.length > 0 ? line.replace(' and verified', '') : line;
  return told.length === 0 ? line : lead.replace(/\.?\n?$/, (end) => `: ${told.join('; ')}${end}`);
}

/** `1 rewritten, which cannot be verified`; empty: none. */
function rewrittenText(plan: Pick<Plan, 'changes'>): string {
  const count = countRewritten(plan);
  return count === 0 ? '' : `${withCommas(count)} rewritten, which cannot be verified`;
}

const DONE = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** Title of the items that were on the server before this project declared them. */
export function takenOverTitle({ changes, isDone }: Plan): string {
  const { length } = changes.filter(isTakingOver);
  const items = isDone ? itemsWere(length) : countedAre(length, 'item');
  const them = itOrThem(length);
  return `${items} already on the server, and the last apply did not include ${them}. ${replaces(isDone, them)}`;
}

/** What the arrow of an item means that drifted. */
export const DRIFTED = 'last applied → server';

export function driftTitle({ drift, onDrift }: Plan): string {
  const count = drift.filter((change) => isCounted(change) && !isOverride(change)).length;
  const since = `${itemsWere(count)} changed on the server since the last apply (${DRIFTED}`;
  if (onDrift !== 'keep') return `${since}; onDrift: ${onDrift})`;
  return `${since}), and ${count === 1 ? 'is' : 'are'} left alone (onDrift: keep)`;
}

function itemsWere(count: number): string {
  return `${counted(count, 'item')} ${count === 1 ? 'was' : 'were'}`;
}

/** `Drift on the server: 1 created (an override), 1 updated, 0 deleted.` or `No drift.` */
export function driftLine({ drift }: Plan): string {
  if (!drift.some(isCounted)) return 'No drift.';
  const { create, update, delete: deleted } = countChanges(drift);
  const { length } = drift.filter(isOverride);
  const some = length === create ? '' : `${withCommas(length)} of them `;
  const overrides = length === 0 ? '' : ` (${some}${length === 1 ? 'an override' : 'overrides'})`;
  return `Drift on the server: ${withCommas(create)} created${overrides}, ${withCommas(update)} updated, ${withCommas(deleted)} deleted.`;
}

/**
 * `Plan: 3 to create, 1 to update, 2 to delete.` or `No changes.`, and how many items are rewritten: the numbers add up to
 * the changes that a plan lists. If variables are not set, it is unknown whether the values that need them differ.
 */
export function closingLine({ changes, unset = [] }: Pick<Plan, 'changes' | 'unset'>): string {
  const rewritten = countRewritten({ changes });
  const why = `because ${rewritten === 1 ? 'it' : 'they'} cannot be compared`;
  if (!changes.some(isCounted))
    return rewritten === 0
      ? `No changes${unset.length === 0 ? '' : ` in what was compared: ${notSetText(unset)}`}.`
      : `No changes. An apply would rewrite ${counted(rewritten, 'item')}, ${why}.`;
  const more = rewritten === 0 ? '' : `, and ${withCommas(rewritten)} to rewrite ${why}`;
  return `Plan: ${toDoText(countChanges(changes))}${more}.`;
}

function notSetText(unset: readonly string[]): string {
  const [only, second] = unset;
  return second === undefined
    ? `${only} is not set`
    : `${counted(unset.length, 'variable')} are not set`;
}

export function toDoText({ create, update, delete: deleted }: Counts): string {
  return `${withCommas(create)} to create, ${withCommas(update)} to update, ${withCommas(deleted)} to delete`;
}

function doneText({ create, update, delete: deleted }: Counts): string {
  return `${withCommas(create)} created, ${withCommas(update)} updated, ${withCommas(deleted)} deleted`;
}

export function refusedTitle(isApply: boolean | undefined): string {
  return isApply
    ? 'The apply was refused: nothing was sent.'
    : 'This plan is refused: as it stands, neither an apply nor a merge changes anything on the server.';
}

export function refusals(plan: Pick<Plan, 'findings'>): Finding[] {
  return plan.findings.filter(({ severity }) => severity === 'refusal');
}

/** What a plan of a branch shows that lacks commits of its base; empty if it lacks none. */
export function behindText({ behind }: Pick<Plan, 'behind'>): string {
  if (behind === undefined) return '';
  const { base, commits } = behind;
  if (behind.applyRefused) return outOfDateText(behind);
  if (commits === undefined)
    return `It is not known whether this branch is behind \`${base}\`. If it is, this plan shows the missing commits as undone.`;
  const them = itOrThem(commits);
  return `This branch is ${counted(commits, 'commit')} behind \`${base}\`, and this plan shows ${them} as undone. To see what the merge changes, merge \`${base}\` into this branch.`;
}

function outOfDateText(behind: NonNullable<Plan['behind']>): string {
  const { base, commits, merged } = behind;
  const them = commits === 1 ? 'it' : 'them';
  const lacks =
    commits === undefined
      ? `This branch lacks commits of \`${base}\`, including the last applied one.`
      : `This branch is ${counted(commits, 'commit')} behind \`${base}\` and lacks the last applied commit.`;
  const shows = merged
    ? 'This plan shows the result of the merge.'
    : `This plan shows ${them} as undone.`;
  return `${lacks} ${shows} An apply here is refused until you update the branch: ${howToUpdate(behind)}.`;
}

export function pendingLines({ base, changes }: Plan): string[] {
  const { pending = 0, dropped = 0 } = base ?? {};
  const count = changes.filter(isCounted).length;
  const some = `${withCommas(pending)} of ${counted(count, 'change')}`;
  const what = pending < count ? some : allOf(count, 'change');
  const gone = dropped === 1 ? '1 change that was' : `${withCommas(dropped)} changes that were`;
  return [
    ...(pending === 0
      ? []
      : [
          `${what} ${pending === 1 ? 'was' : 'were'} pending already, and ${pending === 1 ? 'is' : 'are'} not from this branch.`,
        ]),
    ...(dropped === 0
      ? []
      : [`${gone} pending already ${dropped === 1 ? 'is' : 'are'} no longer planned.`]),
  ];
}

/** Of files that name another server: what follows matters more than what they change. */
export function notComparedText({ live, safety = [], target }: Plan): string {
  const { before, after } = safety.find(({ setting }) => setting === 'url') ?? {};
  if (live !== 'base' || before === undefined || after === undefined || after !== target.url)
    return '';
  return `Not compared with a server: this branch changes \`url\`. After the merge, the token goes to \`${after}\`, and so do all values that this server lacks, secrets included.`;
}

type RefusedPlan = Pick<
  Plan,
  'target' | 'findings' | 'approvalWay' | 'manualRun' | 'approval' | 'approved' | 'behind'
>;

export interface ApprovalRequest {
  /** `review` only if a review can approve all of them. */
  way: ApprovalWay | undefined;
  /** The lines of a review, or else the text of the option `approve`. */
  text: string;
  /** Whether an apply needs `allow-older` too. */
  isOlder: boolean;
  manualRun: ManualRun;
  of: readonly RefusedPlan[];
}

/** The approval of all refused plans of one run, because nothing is sent unless all are approved. */
export function approvalOf(plans: readonly RefusedPlan[]): ApprovalRequest | undefined {
  const of = plans.filter((plan) => plan.approval !== undefined && unliftable(plan).length === 0);
  if (of.length === 0 || plans.some(isOutOfDate)) return undefined;
  const isOlder = of.some(needsAllowOlder);
  const manualRun = of.find((plan) => plan.manualRun !== undefined)?.manualRun ?? APPLY_WORKFLOW;
  // A review cannot say `allow-older`: only who starts the workflow can.
  const ways = of.map((plan) =>
    plan.approvalWay === 'review' && needsAllowOlder(plan) ? 'dispatch' : plan.approvalWay,
  );
  const approving = { isOlder, manualRun, of };
  if (ways.every((way) => way === 'review'))
    return {
      ...approving,
      way: 'review',
      text: of.map(({ approval }) => `${APPROVAL_COMMAND} ${approval}`).join('\n'),
    };
  // Approvals that were given already must be given again with the new ones.
  const isGiven = ({ approval, approved }: RefusedPlan) =>
    approval === undefined && approved !== undefined;
  const texts = plans
    .filter((plan) => of.includes(plan) || isGiven(plan))
    .map(({ target, approval, approved }) => {
      const name = target.declaredAs;
      return withName(name, `${approval ?? approved}`);
    });
  return { ...approving, way: ways.find((way) => way !== 'review'), text: texts.join('; ') };
}

/** Whether the apply needs `allow-older` besides an approval. A plan only warns of it. */
function needsAllowOlder({ findings }: Pick<Plan, 'findings'>): boolean {
  return findings.some(({ liftedBy }) => liftedBy === 'allow-older');
}

/** Whether an apply is refused until the branch is up to date: then it is of another plan. */
export function isOutOfDate({ behind }: Pick<Plan, 'behind'>): boolean {
  return behind?.applyRefused === true;
}

/** The refusals that neither an approval nor an option lifts: with them, an approval would be of no use. */
export function unliftable(plan: Pick<Plan, 'findings'>): Finding[] {
  return refusals(plan).filter(({ approvable, liftedBy }) => !approvable && liftedBy === undefined);
}

/** Where an approval would lift some of the refusals, the others say that it does not lift them. */
export function refusalsToShow(plan: Pick<Plan, 'findings'>): Finding[] {
  const refused = refusals(plan);
  const others = unliftable(plan);
  if (!refused.some(({ approvable }) => approvable)) return refused;
  return refused.map((finding) =>
    others.includes(finding)
      ? {
          ...finding,
          hint: `${finding.hint === undefined ? '' : `${finding.hint} `}${NO_APPROVAL}`,
        }
      : finding,
  );
}

const NO_APPROVAL = 'No approval lifts this.';

/** A sentence without its end, and what a person copies. */
export interface HowToApprove {
  sentence: string;
  text: string;
}

/**
 * `undefined`: nothing in the plans of a run can be approved, or not that alone.
 * @param repeated flags that the same apply needs in a terminal, as a shell reads them
 */
export function howToApprove(
  plans: readonly RefusedPlan[],
  repeated = '',
): HowToApprove | undefined {
  const approval = approvalOf(plans);
  if (approval === undefined) return undefined;
  const { way, text, isOlder, manualRun, of } = approval;
  const start = `If all of this is intended, approve ${of.length === 1 ? 'this one plan' : `these ${of.length} plans`}`;
  if (way === 'review')
    return {
      sentence: `${start} in a review of the pull request that has only the line${of.length === 1 ? '' : 's'}`,
      text,
    };
  if (way === 'dispatch') {
    const merged = manualRun.isAfterMerge ? ' after the merge' : '';
    return {
      sentence: `${start}${merged}: run ${workflowText(manualRun)}, ${formText(manualRun, isOlder)}`,
      text,
    };
  }
  // Nothing is sent to any target unless all plans are approved.
  if (plans.some((plan) => unliftable(plan).length > 0)) return undefined;
  const plan = of.length === 1 ? 'it' : `these ${of.length} plans`;
  return {
    sentence: `If all of this is intended, apply ${plan} anyway with`,
    text: approvingCommand(text, { isOlder, repeated }),
  };
}

/** @param repeated flags that the same apply needs, as a shell reads them */
export function approvingCommand(
  text: string,
  { isOlder, repeated = '' }: { isOlder: boolean; repeated?: string },
): string {
  const older = isOlder && !repeated.includes('--allow-older') ? '--allow-older' : '';
  const words = ['confighub-sync apply', repeated, older, '--approve', shellQuoted(text)];
  return words.filter((word) => word !== '').join(' ');
}

export function workflowText({ name, branch }: ManualRun): string {
  return `the workflow \`${name}\`${branch === undefined ? '' : ` on \`${branch}\``}`;
}

/** What to enter in the form: `with \`command\` set to \`apply\` and this text as \`approve\``. */
export function formText(
  { field, stage, isAgain }: ManualRun,
  isOlder: boolean,
  approval = 'this text',
): string {
  const fields = [
    ...(field ? [field] : []),
    ...(stage === undefined ? [] : [['stage', stage] as const]),
    ...(isOlder ? [['allow-older', 'true'] as const] : []),
  ];
  const set = fields.map(([name, value]) => `\`${name}\` set to \`${value}\``);
  return `with ${isAgain ? 'the values of this run, but with ' : ''}${listed([...set, `${approval} as \`approve\``])}`;
}

/** For a terminal or a log. The text to copy comes at the end, alone. */
export function howToApproveText({ sentence, text }: HowToApprove): string {
  return `${sentence}:${text.includes('\n') ? '\n' : ' '}${text}`;
}

/** `3 targets: 1 with changes, 2 unchanged. Plan: 3 to create, 1 to update, 0 to delete.` */
export function planTotal(rows: readonly { plan?: Plan; isStage?: true }[]): string {
  const plans = rows.flatMap(({ plan }) => plan ?? []);
  const refused = plans.filter(hasRefusals);
  const others = plans.filter((plan) => !hasRefusals(plan));
  const changed = others.filter(({ changes }) => changes.some(isCounted)).length;
  const failed = rows.length - plans.length;
  const parts = [
    [changed, 'with changes'],
    [others.length - changed, 'unchanged'],
    [refused.length, 'refused'],
    [failed, 'failed'],
  ] as const;
  const told = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const line = `${counted(rows.length, nounOf(rows))}: ${told.join(', ')}.`;
  const changes = changesOf(plans);
  // Of a target that failed, nobody knows.
  return changes.some(isCounted) || failed === 0 ? `${line} ${closingLine({ changes })}` : line;
}

/** `3 targets: 2 changes on the server.` */
export function driftTotal(rows: readonly { plan?: Plan }[]): string {
  const plans = rows.flatMap(({ plan }) => plan ?? []);
  const count = plans.flatMap(({ drift }) => drift).filter(isCounted).length;
  const drift =
    count === 0 ? 'no drift' : `${counted(count, 'change')} on the server since the last apply`;
  const failed = rows.length - plans.length;
  return `${counted(rows.length, 'target')}: ${drift}${failed === 0 ? '' : `, ${failed} failed`}.`;
}
