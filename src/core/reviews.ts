// Who may lift the refusals of a plan: reviews of its pull request approve it, and a plan file says what was reviewed.
import { parseApproval, type ReviewAnswer } from '../model/approval.ts';
import { type Plan, withFindings } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { planDigest } from '../plan/digest.ts';
import type { ShownPlan } from './plan-facts.ts';
import { approvedWith } from './shown-plan.ts';
import type { Reviewers, World } from './world.ts';

/** Approves a refused plan if reviews of its pull request do; otherwise notes where it can be approved. */
export async function withReviews(
  world: World,
  shown: ShownPlan,
  { isApply }: { isApply: boolean },
): Promise<ShownPlan> {
  const { options, commit } = shown;
  const { approval: text } = shown.plan;
  if (world.reviews === undefined || text === undefined) return shown;
  const approval = parseApproval(text);
  // A digest that was given decides alone.
  if (approval === undefined || options.approve !== undefined)
    return withWay(world, shown, { way: 'dispatch', notes: [] });
  const parents = commit === undefined ? [] : await world.parents(commit);
  const answer = await world.reviews({
    digest: approval.digest,
    names: approval.names,
    commits: commit === undefined ? [] : [commit, ...parents],
    isApply,
  });
  const { approved } = answer;
  if (approved === undefined) return withWay(world, shown, answer);
  const lifted = await approvedWith(world, shown, { ...approved, digest: approval.digest });
  return withWay(world, lifted, answer);
}

function withWay(
  { caller: { manualRun } }: World,
  shown: ShownPlan,
  { way, notes }: Pick<ReviewAnswer, 'way' | 'notes'>,
): ShownPlan {
  const plan: Plan = {
    ...shown.plan,
    notes: [...shown.plan.notes, ...notes],
    approvalWay: way,
    manualRun,
  };
  return { ...shown, plan };
}

/** The plan with a refusal if it is not the one of the plan file. Without changes nothing is sent, whatever was reviewed. */
export async function refuseUnreviewed(
  world: Reviewers,
  plan: Plan,
  { plan: file, digestKey }: Pick<Options, 'plan' | 'digestKey'>,
): Promise<Plan> {
  if (file === undefined) return plan;
  const reviewed = await world.reviewedDigest(file);
  if (plan.changes.length === 0 || reviewed === planDigest(plan, digestKey)) return plan;
  return withFindings(plan, {
    severity: 'refusal',
    code: 'not-reviewed',
    message: `This plan is not the one in ${file}.`,
    hint: NOT_REVIEWED,
  });
}

const NOT_REVIEWED =
  'Since the review, the files or the server have changed, or this apply has another target, `prune` or digest key. This plan shows what would be applied now. Make a new plan file, and have it reviewed.';
