// The comment about plans that other jobs or runs made. Pull request, commit and marker never come from the plans.
import { removedText } from '../commands/removed-targets.ts';
import { nameOf } from '../commands/comment.ts';
import { CommandError } from '../errors.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import { planComment } from '../render/markdown/comment.ts';
import { handedOverStatus, workflowKind } from '../render/markdown/status.ts';
import { targetsComment } from '../render/markdown/targets.ts';
import type { TargetPage } from '../render/markdown/targets-table.ts';
import type { MaskedPlan } from '../render/mask.ts';
import { type ReadPlan, type ReadPlans, withoutApproval } from '../render/read-json-plan.ts';
import type { EventContext } from './event-context.ts';
import { proposalOf } from './event.ts';
import { digest, type Message, type PageFacts, pageOptions, statusFacts } from './publish.ts';
import type { EventFacts } from './pull-request.ts';
import { isNews } from './step.ts';
import { driftDigests } from './unseen-drift.ts';

export interface HandedOver {
  /** The commit of the run that made the plans. */
  head: string;
  /** URL of the run that made the plans. */
  run: string | undefined;
  /** Whether this run itself made them, in jobs before this one. */
  isOwn: boolean;
}

/**
 * Throws a {@link CommandError} unless the event is a pull request, whose run made the plans itself, or the end of a
 * workflow run of a pull request.
 */
export function handedOver(facts: EventFacts & Pick<EventContext, 'run'>): HandedOver {
  const proposal = facts.event === 'pull_request' ? proposalOf(facts) : undefined;
  if (proposal !== undefined) return { head: proposal.head, run: facts.run, isOwn: true };
  const run = facts.event === 'workflow_run' ? facts.payload.workflow_run : undefined;
  if (!isPlainObject(run) || run.event !== 'pull_request' || typeof run.head_sha !== 'string') throw notHandedOver();
  const { head_sha: head, html_url: url } = run;
  return { head, run: typeof url === 'string' ? url : undefined, isOwn: false };
}

/**
 * The target of the marker. Comments of trusted runs are found by server and repository, which a handed-over plan could
 * forge. So its comment is found by the project file in the inputs of this workflow: it cannot replace other comments,
 * there is only one of it, and no file has to be checked out.
 *
 * @param projectFile relative to the workspace, with `/`
 */
export function handedOverTarget(projectFile: string): string {
  return `handed over: ${projectFile}`;
}

/** Whether no plan was compared with a server, as in a run without secrets, which may not write comments either. */
export function isAllOffline({ plans }: ReadPlans): boolean {
  return plans.every((one) => !('plan' in one) || one.plan.live === 'base');
}

interface Handing {
  facts: HandedOver;
  context: EventContext;
  folder: string;
  /** Path of the project file. */
  config: string;
  /** The branch whose pushes are applied, if the pull request goes there. */
  mergeInto: string | undefined;
}

export function handedOverMessage(read: ReadPlans, handing: Handing): Message & { head: string } {
  const { facts, context, folder } = handing;
  const { head, isOwn, run = context.run } = facts;
  const page = { ...context, commit: head, folder, run };
  const [first, second] = read.plans;
  const isOne = first !== undefined && second === undefined && first.name === undefined;
  const markdown =
    isOne && 'plan' in first ? ofOne(first.plan, { ...handing, page }) : ofSeveral(read, { ...handing, page });
  const plans = read.plans.flatMap((one) => ('plan' in one ? [one.plan] : []));
  const hasNews = !isOwn || plans.length < read.plans.length || plans.some(isNews);
  const drift = isOwn ? driftDigests(plans) : [];
  return { markdown, hasNews, phase: 'planned', plan: digest(markdown), drift, head };
}

interface Shown extends Handing {
  page: PageFacts;
}

function ofOne(plan: MaskedPlan, { facts: { isOwn }, mergeInto, page }: Shown): string {
  const status = isOwn ? { kind: workflowKind(plan), mergeInto } : handedOverStatus(plan);
  const shown = { ...pageOptions(page), status: { ...status, ...statusFacts(page) }, removedAt: removedAtOf(plan) };
  return planComment(isOwn ? plan : withoutApproval(plan), shown);
}

function ofSeveral({ plans, removed }: ReadPlans, { facts: { isOwn }, config, mergeInto, page }: Shown): string {
  const status = { ...(isOwn ? { mergeInto } : { madeBy: 'pull-request' as const }), ...statusFacts(page) };
  const notes = removedText(removed, config);
  return targetsComment(
    plans.map((one) => targetPage(one, isOwn)),
    { ...pageOptions(page), status, notes },
  );
}

function targetPage(one: ReadPlan, isOwn: boolean): TargetPage {
  const name = nameOf(one);
  if (!('plan' in one)) {
    const { message: reason, hint, diagnostics } = one.error;
    return { name, kind: 'failed', reason, hint, ...(diagnostics.length > 0 && { diagnostics }) };
  }
  const plan = isOwn ? one.plan : withoutApproval(one.plan);
  const kind = isOwn ? workflowKind(plan) : handedOverStatus(plan).kind;
  return { name, kind, plan, removedAt: removedAtOf(plan) };
}

function removedAtOf({ live, base }: MaskedPlan): string | undefined {
  return live === 'base' ? base?.commit : undefined;
}

function notHandedOver(): CommandError {
  return new CommandError({
    code: 'bad-event',
    message: '`command: comment` needs plans made by the run of a pull request.',
    hint: 'Use it in a workflow `on: pull_request`, after the jobs that plan, or in a workflow `on: workflow_run` after it.',
  });
}
