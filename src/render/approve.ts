// How a refused plan can be approved, and what the approval covers.
import { APPROVAL_COMMAND, parseForce } from '../model/force.ts';
import type { Finding, Plan } from '../model/plan.ts';

/** The line that approves the plan in a review of the pull request. */
export function approvalLine(force: string): string {
  return `${APPROVAL_COMMAND} ${force}`;
}

/** One sentence for a terminal or a log; `undefined`: nothing in the plan can be approved. */
export function howToApprove({ force: digest, approvalWay, target }: Plan): string | undefined {
  if (digest === undefined) return undefined;
  const force = approvalWay === 'review' ? digest : forceInput(digest, target);
  const start = 'If this is intended, approve this one plan';
  if (approvalWay === 'review')
    return `${start} in a review of the pull request, with the line: ${approvalLine(force)}`;
  if (approvalWay === 'dispatch') return `${start}: start the workflow by hand, with the input \`force: ${force}\`.`;
  const flag = force.includes(' ') ? `'${force}'` : force;
  return `${start}: confighub-sync apply --force ${flag}`;
}

/** The text of the option `force`, which names one target of several. */
export function forceInput(force: string, { declaredAs }: Plan['target']): string {
  return declaredAs === undefined ? force : `${declaredAs}: ${force}`;
}

export interface Coverage {
  /** The codes of the refusals that the approval covers. */
  codes: string[];
  /** Protected items that the approval names. */
  names: readonly string[];
  /** The codes of refusals that nothing can approve. */
  others: string[];
}

export function coverageOf(plan: Plan): Coverage {
  const refused = plan.findings.filter(({ severity }) => severity === 'refusal');
  const codesOf = (found: readonly Finding[]) => [...new Set(found.map(({ code }) => code))];
  return {
    codes: codesOf(refused.filter(({ approvable }) => approvable)),
    names: parseForce(plan.force ?? '')?.names ?? [],
    others: codesOf(refused.filter(({ approvable }) => !approvable)),
  };
}
