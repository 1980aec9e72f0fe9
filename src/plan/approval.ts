// Approval of refusals (`force`): the digest of a plan, and what its approval changes.
import { allows, DIGEST_LENGTH, forceText } from '../model/force.ts';
import type { Finding, Plan } from '../model/plan.ts';
import { planDigest } from './digest.ts';
import type { GuardInput } from './rules/rule.ts';
import { approveLater } from './unset.ts';

/** A finding that may be approved. `name`: the protected item that the approval must name. */
export type Approvable = Finding & { name?: string };

export type Judged = Pick<Plan, 'findings' | 'force' | 'forced' | 'approvedBy'>;

/** YAML would read `123456` and `12e456` as numbers. */
const UNMISTAKABLE = new RegExp(`(?=[0-9a-f]{0,${DIGEST_LENGTH - 1}}[abcdf])[0-9a-f]{${DIGEST_LENGTH}}`);

/** A part of the digest that a person can type. */
function digestOf(input: GuardInput): string {
  const hash = planDigest({ ...input, prune: input.policy.prune }, input.secrets.digestKey);
  return UNMISTAKABLE.exec(hash)?.[0] ?? `f${hash.slice(1, DIGEST_LENGTH)}`;
}

/** Whether the approval is for a different plan. */
export function isOfAnother({ force, ...input }: GuardInput): boolean {
  return input.unset === undefined && force !== undefined && force.digest !== digestOf(input);
}

/** An approved refusal becomes a warning, so that it stays visible. */
export function judged(found: readonly Approvable[], input: GuardInput): Judged {
  const refused = found.filter(({ approvable }) => approvable);
  if (refused.length === 0) return { findings: [...found] };
  const { unset, purpose, force: given } = input;
  if (purpose === 'offline') return { findings: found.map((one) => withHint(one, OFFLINE)) };
  if (unset !== undefined) return { findings: found.map((one) => withHint(one, approveLater(unset))) };
  const digest = digestOf(input);
  const isApproved = ({ approvable, name }: Approvable) =>
    approvable && given?.digest === digest && (name === undefined || allows(given, name));
  const approved = refused.filter(isApproved);
  const forced = forceText({ digest, names: namesOf(approved) });
  const by = given?.by;
  const hint = `Approved ${by === undefined ? `by \`force: ${forced}\`` : `in a review by ${by.join(', ')}`}.`;
  return {
    findings: found.map((one) => {
      const { name: _, approvable, ...finding } = one;
      if (isApproved(one)) return { ...finding, severity: 'warning', hint };
      return approvable ? { ...finding, approvable } : finding;
    }),
    ...(approved.length < refused.length && { force: forceText({ digest, names: namesOf(refused) }) }),
    ...(approved.length > 0 && { forced, ...(by && { approvedBy: by }) }),
  };
}

const OFFLINE = 'If this is intended, approve it with the digest that an apply prints.';

function withHint({ name: _, approvable, hint, ...finding }: Approvable, how: string): Finding {
  if (!approvable) return { ...finding, hint };
  return { ...finding, hint: hint === undefined ? how : `${hint} ${how}` };
}

function namesOf(found: readonly Approvable[]): string[] {
  return [...new Set(found.flatMap(({ name }) => name ?? []))].sort();
}
