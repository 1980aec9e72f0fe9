// Approval of a refused plan: by reviews of its pull request, or by a person in a terminal.
import { parentsOf } from '../record/git-history.ts';
import { type Force, parseForce, type ReviewAnswer } from '../model/force.ts';
import type { Plan } from '../model/plan.ts';
import { makePlan } from '../plan/make-plan.ts';
import { changeComment } from './change-comment.ts';
import type { PlanResult, Prepared } from './prepare.ts';
import { trustedApprovals } from './trust.ts';

/** Approves a refused plan if reviews of its pull request do; otherwise notes where it can be approved. */
export async function withReviews(prepared: Prepared, { isApply }: { isApply: boolean }): Promise<Prepared> {
  const { options, runtime, project } = prepared;
  const { force: text } = prepared.result.plan;
  if (runtime.reviews === undefined || text === undefined) return prepared;
  const force = parseForce(text);
  // A digest that was given decides alone.
  if (force === undefined || options.force !== undefined) return withWay(prepared, { way: 'dispatch', notes: [] });
  const head = prepared.head?.commit;
  const parents = project.git === undefined || head === undefined ? [] : await parentsOf(project.git, head);
  const answer = await runtime.reviews({
    digest: force.digest,
    names: force.names,
    commits: head === undefined ? [] : [head, ...parents],
    isApply,
    approvals: (base) => trustedApprovals(base, { options, runtime }),
  });
  const { approved } = answer;
  if (approved === undefined) return withWay(prepared, answer);
  return withWay(await withForce(prepared, { ...approved, digest: force.digest }), answer);
}

function withWay(prepared: Prepared, { way, notes }: Pick<ReviewAnswer, 'way' | 'notes'>): Prepared {
  const { result } = prepared;
  const plan: Plan = { ...result.plan, notes: [...result.plan.notes, ...notes], approvalWay: way };
  return { ...prepared, result: { ...result, plan } };
}

/** The plan made again, with an approval. */
export async function withForce(prepared: Prepared, force: Force): Promise<Prepared> {
  const input = { ...prepared.input, force };
  const plan = makePlan(input);
  const { options, runtime, head, project } = prepared;
  const comment = await changeComment(options, { git: project.git, head, plan, runtime });
  const result: PlanResult = { ...prepared.result, plan, changeComment: comment };
  return { ...prepared, input, result };
}
