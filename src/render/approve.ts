// How a refused plan can be approved.
import { APPROVAL_COMMAND } from '../model/force.ts';
import type { Plan } from '../model/plan.ts';

/** The line that approves the plan in a review, or else the text of the option `force`, which names one of several targets. */
export function approvalText({ approvalWay, target: { declaredAs } }: Plan, force: string): string {
  if (approvalWay === 'review') return `${APPROVAL_COMMAND} ${force}`;
  return declaredAs === undefined ? force : `${declaredAs}: ${force}`;
}

/** One sentence for a terminal or a log; `undefined`: nothing in the plan can be approved. */
export function howToApprove(plan: Plan): string | undefined {
  const { force, approvalWay } = plan;
  if (force === undefined) return undefined;
  const text = approvalText(plan, force);
  const start = 'If this is intended, approve this one plan';
  if (approvalWay === 'review') return `${start} in a review of the pull request, with the line: ${text}`;
  if (approvalWay === 'dispatch') return `${start}: start the workflow by hand, with the input \`force: ${text}\`.`;
  const flag = text.includes(' ') ? `'${text}'` : text;
  return `${start}: confighub-sync apply --force ${flag}`;
}
