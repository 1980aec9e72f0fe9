// An apply that only limits refuse: somebody who is there is asked, and the yes approves this one plan.
import { parseForce } from '../model/force.ts';
import { hasRefusals, type Plan } from '../model/plan.ts';
import type { Options } from '../options.ts';
import { makePlan } from '../plan/make-plan.ts';
import { changeComment } from './change-comment.ts';
import { resultOf } from './plan.ts';
import type { Prepared } from './prepare.ts';
import type { Surroundings } from './project.ts';

interface Asking {
  options: Options;
  surroundings: Surroundings;
  /** What else an apply finds when it begins. */
  check: (prepared: Prepared) => Promise<Plan>;
}

/** As it was where nothing is to be asked, nobody can be, the approval was given otherwise, or the answer is no. */
export async function withApproval(prepared: Prepared, asking: Asking): Promise<Prepared> {
  const { options, surroundings, check } = asking;
  const { force: text } = prepared.plan;
  if (surroundings.approve === undefined || options.force !== undefined || text === undefined)
    return prepared;
  const approved = await approvedBy(text, { prepared, ...asking });
  if (hasRefusals(await check(approved))) return prepared;
  return (await surroundings.approve(resultOf(prepared))) ? approved : prepared;
}

async function approvedBy(
  text: string,
  { prepared, options, surroundings }: { prepared: Prepared } & Pick<Asking, 'options' | 'surroundings'>,
): Promise<Prepared> {
  const force = parseForce(text);
  const input = { ...prepared.input, ...(force && { force }) };
  const plan = makePlan(input);
  const { head, project } = prepared;
  const comment = await changeComment(options, { git: project.git, head, plan, surroundings });
  return { ...prepared, input, plan, changeComment: comment };
}
