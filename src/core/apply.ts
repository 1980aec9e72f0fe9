// The whole of an apply: plans all targets, asks once, then begins, pushes, verifies and records each, up to the first that fails.
import { CommandError } from '../errors.ts';
import { parseApproval } from '../model/approval.ts';
import { hasRefusals, type Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { planDigest } from '../plan/digest.ts';
import { secretTextsIn } from '../plan/encoded-secrets.ts';
import { withDeletedBefore } from './deleted-before.ts';
import { withLineage } from './elsewhere.ts';
import type { ShownPlan } from './plan-facts.ts';
import { leftOpen, nothingSent, withSender } from './unsent.ts';
import { plan } from './plan.ts';
import { pushPlan } from './push-plan.ts';
import {
  beginApply,
  closeArrived,
  finishApply,
  recordUnchanged,
  unlessClosed,
  whileBegun,
} from './recording.ts';
import type { Reporter } from './report.ts';
import { refuseUnreviewed, withReviews } from './reviews.ts';
import { refuseStopped } from './send.ts';
import { approvedWith, resultOf, shownPlan } from './shown-plan.ts';
import {
  type ApplyOutcome,
  eachTarget,
  failedRow,
  isDone,
  plannedOutcome,
  rowCalled,
  type TargetRow,
} from './target-rows.ts';
import { refuseUnrecordable } from './unrecordable.ts';
import { verify } from './verify.ts';
import type { ApplyWorld, World } from './world.ts';

/** Who applies: an entry, with its targets, perhaps a person, and where sentences go. */
export interface EntryPoint {
  /** Opens a target, which is read from then on. Rejects with CommandError. */
  open(options: Options): Promise<OpenTarget>;
  /** Asks a person. Absent: nobody has to be asked. */
  confirm?: ((question: Question) => Promise<boolean>) | undefined;
  /** From now on, a signal is an answer: before, it ends the process. */
  heedSignals(): void;
  report: Reporter;
}

export interface OpenTarget {
  world: World;
  /** With the settings of the trusted branch. */
  options: Options;
  /** Sentences about the settings. */
  remarks: readonly string[];
  /** The world that can also write. Nothing gets it before the plan was shown and confirmed. */
  writable(): Promise<ApplyWorld>;
  close(): void;
}

/** What a person is asked before anything is sent. */
export type Question =
  /** `plan`: of the only target. */
  | { ask: 'apply'; plan: Plan | undefined; rows: readonly TargetRow[] }
  /** Whether the plan is to be approved, and applied. */
  | { ask: 'approve'; approval: string };

/** A target that was planned; without `shown`, only its row says why there is no plan. */
interface PlannedTarget {
  row: TargetRow;
  shown?: ShownPlan;
  target?: OpenTarget;
}

/** Nothing is sent to any target if one of the plans is refused or could not be made, or if a person says no. */
export async function applyTargets(
  targets: readonly Options[],
  entry: EntryPoint,
): Promise<TargetRow[]> {
  const openTargets: OpenTarget[] = [];
  try {
    const planned: PlannedTarget[] = [];
    for await (const target of eachTarget(targets, (options) =>
      planIn(options, entry, openTargets),
    ))
      planned.push(target);
    const confirmed = await confirm(planned, entry);
    entry.heedSignals();
    const rows: TargetRow[] = [];
    for await (const row of applyInTurn(confirmed, (again) => planIn(again, entry, openTargets))) {
      await entry.report({ about: 'apply', row });
      rows.push(row);
    }
    return rows;
  } finally {
    for (const { close } of openTargets) close();
  }
}

async function planIn(
  given: Options,
  entry: EntryPoint,
  open: OpenTarget[],
): Promise<PlannedTarget> {
  const target = await entry.open(given);
  open.push(target);
  return plannedAs(await planToApply(target), target);
}

function plannedAs(shown: ShownPlan, target: OpenTarget): PlannedTarget {
  const outcome = plannedOutcome(shown.plan);
  return { row: { ...resultOf(shown), ...rowCalled(shown.options), outcome }, shown, target };
}

/** The plan of one target, with the refusals that only an apply has. */
async function planToApply({ world, options, remarks }: OpenTarget): Promise<ShownPlan> {
  const planned = await plan(world, options);
  const shown = await shownPlan(world, planned, { remarks, isApply: true });
  const caused = await withLineage(world, shown);
  return refuse(world, await withReviews(world, caused, { isApply: true }));
}

async function refuse(world: World, shown: ShownPlan): Promise<ShownPlan> {
  const recordable = await refuseUnrecordable(world, shown);
  const reviewed = await refuseUnreviewed(world, recordable, shown.options);
  return { ...shown, plan: await withDeletedBefore(world, reviewed, shown) };
}

/** Shows the plans, and asks once for all of them: what is left to be applied. */
async function confirm(
  planned: readonly PlannedTarget[],
  { confirm: ask, report }: EntryPoint,
): Promise<readonly PlannedTarget[]> {
  const asking = ask && (await questionFor(planned));
  const rows = planned.map(({ row }) => row);
  await report({ about: 'plans', rows, isAsked: asking !== undefined });
  if (ask === undefined || asking === undefined) return planned;
  if (await ask(asking.question)) return asking.approved;
  return rows.map((row) => ({ row: isDone(row) ? { ...row, outcome: 'declined' } : row }));
}

/** With the targets as a yes approves them; `undefined`: nothing is to be sent, or no answer would allow it. */
async function questionFor(
  planned: readonly PlannedTarget[],
): Promise<{ question: Question; approved: readonly PlannedTarget[] } | undefined> {
  const rows = planned.map(({ row }) => row);
  const [only, ...others] = planned;
  const onlyPlan = others.length === 0 ? only?.row.plan : undefined;
  if (rows.every(isDone) && rows.some((row) => (row.plan?.changes.length ?? 0) > 0))
    return { question: { ask: 'apply', plan: onlyPlan, rows }, approved: planned };
  const approved =
    onlyPlan?.approval === undefined ? undefined : await withApproval(only, onlyPlan.approval);
  return (
    approved && {
      question: { ask: 'approve', approval: onlyPlan?.approval ?? '' },
      approved: [approved],
    }
  );
}

/** The target with the approval that its plan asks for; `undefined`: that would not be enough. */
async function withApproval(
  { shown, target }: Partial<PlannedTarget> = {},
  text: string,
): Promise<PlannedTarget | undefined> {
  const approval = parseApproval(text);
  if (!shown || !target || approval === undefined || shown.options.approve !== undefined)
    return undefined;
  const approved = await refuse(target.world, await approvedWith(target.world, shown, approval));
  return hasRefusals(approved.plan) ? undefined : plannedAs(approved, target);
}

/** One target after the other, up to the first that fails; yields what became of each. */
async function* applyInTurn(
  planned: readonly PlannedTarget[],
  planAgain: (options: Options) => Promise<PlannedTarget>,
): AsyncGenerator<TargetRow> {
  let failed = planned.map(({ row }) => row).find((row) => !isDone(row));
  for (const { row, shown, target } of planned) {
    if (failed === undefined && shown !== undefined && target !== undefined) {
      const became = await inItsTurn({ shown, target }, planAgain)
        .then(async (turn) => applyPlan(await turn.target.writable(), turn.shown))
        .catch((error: unknown) => failedRow(error, row));
      const applied: TargetRow = { ...row, ...became, isAttempted: true };
      if (!isDone(applied)) failed = applied;
      yield applied;
    } else if (isDone(row)) {
      const why = `\`${failed?.name}\` ${failed?.outcome === 'refused' ? 'was refused' : 'failed'}`;
      yield { ...row, outcome: 'not-attempted', reason: `Not attempted, because ${why}.` };
    } else yield row;
  }
}

/**
 * A later stage was planned for the server as the earlier ones leave it, so it is planned again after them. Throws
 * {@link CommandError} if that is not the plan that was shown.
 */
async function inItsTurn(
  planned: Required<Pick<PlannedTarget, 'shown' | 'target'>>,
  planAgain: (options: Options) => Promise<PlannedTarget>,
): Promise<typeof planned> {
  const { options, plan: before, input } = planned.shown;
  const { chosenStage, digestKey } = options;
  if (chosenStage === undefined || chosenStage.after.length === 0) return planned;
  const shownChanges = [...before.changes, ...before.drift];
  const shownSecrets = secretTextsIn(shownChanges, input.stage?.whole ?? input);
  const alone = { ...options, chosenStage: { ...chosenStage, after: [], shownSecrets } };
  const { shown, target } = await planAgain(alone);
  const isSame = shown && planDigest(shown.plan, digestKey) === planDigest(before, digestKey);
  if (isSame && target !== undefined) return { shown, target };
  throw new CommandError({
    code: 'changed-meanwhile',
    message: `After the earlier stages, the plan of \`${chosenStage.name}\` is not the one that was shown; nothing of it was sent.`,
    hint: `Plan this stage again, and apply it: \`--stage ${chosenStage.name}\`.`,
  });
}

/**
 * Applies what was prepared, shown and approved. Stops on a signal only before it begins its record, and before a
 * push (`refuseStopped` in send.ts): each push is all or nothing, and none is under way there. A second signal does not
 * wait for the answer to a push. If nothing was sent, the record is withdrawn, otherwise it stays for the next apply
 * (`whileBegun` in recording.ts). `remarks` are about the push and the record alone. Throws {@link CommandError}, whose
 * exit code tells whether something was sent.
 */
async function applyPlan(world: ApplyWorld, shown: ShownPlan): Promise<ApplyOutcome> {
  refuseStopped(world);
  const { options, lastApplied } = shown;
  const closed = await closeArrived(world, shown);
  const current = closed
    ? {
        ...shown,
        lastApplied: {
          ...lastApplied,
          recorded: { ...lastApplied.recorded, record: closed.record },
        },
      }
    : shown;
  const { plan: begun, open } = await beginApply(world, current);
  if (hasRefusals(begun)) return { plan: begun, remarks: [], outcome: 'refused' };
  if (begun.changes.length === 0) {
    const recorded = { recorded: closed?.recorded, ...(await recordUnchanged(world, current)) };
    return { ...recorded, ...nothingSent(shown, world.caller, recorded) };
  }
  const { remarks, outcome, ...checked } = await whileBegun(world, open, async () => {
    const sent = await pushPlan(world, shown, open);
    // Before it is recorded as done: what has not arrived stays begun.
    return {
      ...sent,
      outcome: options.verify
        ? await verify(world, shown).catch((error: unknown) => unlessClosed(world, open, error))
        : ('unchecked' as const),
    };
  });
  const finished = await finishApply(world, open, lastApplied);
  const isOpen = open !== undefined && finished.recorded === undefined;
  if (isOpen && outcome !== 'verified') throw leftOpen(finished);
  const done = finished.recorded === undefined ? begun : withSender(begun, shown, world.caller);
  return {
    ...checked,
    ...finished,
    plan: done,
    remarks: [...remarks, ...finished.remarks],
    outcome,
  };
}
