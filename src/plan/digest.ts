// The digest of a plan (its target, its prune mode and everything it changes), and what approving it by `approve` allows.
import { createHash, createHmac } from 'node:crypto';
import { listed, someOf } from '../lib/text.ts';
import { allows, DIGEST_LENGTH, approvalText } from '../model/approval.ts';
import { type Change, type Finding, holdsSecret, inJson, type Plan } from '../model/plan.ts';
import { secretTexts } from '../semantics/secret-lines.ts';
import type { GuardInput } from './rules/rule.ts';

/**
 * Two plans with the same digest do the same. Without a digest key, a secret counts only by address and action, and a
 * text with a secret inside by the rest of it.
 * @param digestKey for digests of secrets, because short secrets could be guessed from plain digests
 */
export function planDigest(
  { target, prune, changes }: Pick<Plan, 'target' | 'prune'> & { changes: readonly Change[] },
  digestKey: string | undefined,
): string {
  const { url, account, name } = target;
  const items = changes.map((change) => {
    const { kind, name, context, action } = change;
    return { ...inJson({ kind, name, context }), action, digest: digestOf(change, digestKey) };
  });
  return createHash('sha256')
    .update(JSON.stringify([url, account, name, prune, items]))
    .digest('hex');
}

function digestOf(change: Change, digestKey: string | undefined): string | undefined {
  const isOpen = !holdsSecret(change);
  const hash =
    isOpen || digestKey === undefined ? createHash('sha256') : createHmac('sha256', digestKey);
  const content = isOpen || digestKey !== undefined ? change : withoutSecrets(change);
  return content && hash.update(JSON.stringify(contentOf(content))).digest('hex');
}

/** The change without the secrets inside of its texts; `undefined` if one of another version would be left. */
function withoutSecrets(change: Change): Change | undefined {
  if (change.kind === 'key' || change.secret || change.secrets === undefined) return undefined;
  const { before, after, secrets } = change;
  // The longest first: one secret may contain another.
  const secretsHere = [before, after].flatMap(secretTexts).sort((a, b) => b.length - a.length);
  const cut = <Text>(text: Text) =>
    typeof text === 'string'
      ? secretsHere.reduce<string>((rest, secret) => rest.replaceAll(secret, '\0'), text)
      : text;
  const sides = { before: cut(before), after: cut(after) };
  const isLeft = secrets.texts.some((secret) =>
    [sides.before, sides.after].some((text) => text?.includes(secret)),
  );
  return isLeft ? undefined : ({ ...change, ...sides } as Change);
}

/** All that decides what the push does to the item; the place may move. */
export function contentOf(change: Change): unknown {
  const present = [
    change.before !== undefined,
    change.after !== undefined,
    change.rewritten ?? false,
  ];
  if (change.kind === 'key') {
    const metadata = [sortedEntries(change.before), sortedEntries(change.after)];
    const whole = change.action === 'delete' ? optional(change.whole) : [];
    return ['key', ...present, ...metadata, ...whole];
  }
  const texts = [change.before ?? null, change.after ?? null];
  return change.kind === 'value'
    ? ['value', ...present, ...texts, change.vdt, ...optional(change.surplus)]
    : ['file', ...present, ...texts, null, ...optional(change.securityGroup)];
}

function optional<One>(value: One | undefined): One[] {
  return value === undefined ? [] : [value];
}

function sortedEntries(metadata: object = {}): unknown[] {
  const entries = Object.entries(metadata).filter(([, value]) => value !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A finding that may be approved. `name`: the protected item that the approval must name. */
export type ApprovableFinding = Finding & { name?: string };

export type Judged = Pick<Plan, 'findings' | 'approval' | 'approved' | 'approvedBy'>;

/** YAML would read `123456` and `12e456` as numbers. */
const UNMISTAKABLE = new RegExp(
  `(?=[0-9a-f]{0,${DIGEST_LENGTH - 1}}[abcdf])[0-9a-f]{${DIGEST_LENGTH}}`,
);

/**
 * Parts of the digest that a person can type: one for the plan of a stage in its turn, one for the same plan before its
 * turn. An approval of the first does not count before its turn, because it was given without knowing that an earlier
 * stage is left out. An approval of the second counts for both.
 */
function approvalDigests(input: GuardInput): { inTurn: string; outOfTurn: string } {
  const digest = planDigest({ ...input, prune: input.policy.prune }, input.secrets.digestKey);
  const outOfTurn = createHash('sha256').update(`${digest} out of turn`).digest('hex');
  return { inTurn: unmistakable(digest), outOfTurn: unmistakable(outOfTurn) };
}

/** Whether it is about other stages, not about what the plan changes. */
function isOfTurn({ code, approvable }: ApprovableFinding, { stage }: GuardInput): boolean {
  return approvable === true && stage?.findings.some((finding) => finding.code === code) === true;
}

/** So much of a digest, with a letter that makes it no number to a YAML reader. */
export function unmistakable(digest: string): string {
  return UNMISTAKABLE.exec(digest)?.[0] ?? `f${digest.slice(1, DIGEST_LENGTH)}`;
}

/** Whether the approval is for a different plan. */
export function isOfAnotherPlan({ approval, ...input }: GuardInput): boolean {
  if (input.unset !== undefined || approval === undefined) return false;
  return !Object.values(approvalDigests(input)).includes(approval.digest);
}

/** An approved refusal becomes a warning, so that it stays visible. */
export function judged(findings: readonly ApprovableFinding[], input: GuardInput): Judged {
  const refused = findings.filter(({ approvable }) => approvable);
  if (refused.length === 0) return { findings: [...findings] };
  const { unset, purpose, approval } = input;
  // An apply makes another plan.
  const later =
    purpose === 'offline'
      ? 'If all of this is intended, approve it with the digest that an apply prints.'
      : unset && `Set ${listed(unset)} and plan again to approve it.`;
  if (later !== undefined)
    return {
      findings: findings.map((finding) =>
        finding.approvable ? withHint(finding, later) : finding,
      ),
    };
  const { inTurn, outOfTurn } = approvalDigests(input);
  const digest = refused.some((finding) => isOfTurn(finding, input)) ? outOfTurn : inTurn;
  const isApproved = (finding: ApprovableFinding) => {
    const { approvable, name } = finding;
    if (!approvable || approval === undefined) return false;
    const isOfThis = isOfTurn(finding, input) ? [outOfTurn] : [inTurn, outOfTurn];
    return isOfThis.includes(approval.digest) && (name === undefined || allows(approval, name));
  };
  const approved = refused.filter(isApproved);
  const text = approvalText({ digest: approval?.digest ?? digest, names: namesOf(approved) });
  const by = approval?.by;
  const how = `Approved ${by === undefined ? `with \`--approve\` (input \`approve\`): \`${text}\`` : `in a review by ${by.join(', ')}`}`;
  const left = findings.filter((finding) => finding.severity === 'refusal' && !isApproved(finding));
  const hint = left.length === 0 ? `${how}.` : `${how}, but ${stillRefused(left)}`;
  return {
    findings: findings.map((given) => {
      const { name: _, approvable, ...finding } = given;
      if (isApproved(given)) return { ...finding, severity: 'warning', hint };
      return approvable ? { ...finding, approvable } : finding;
    }),
    approval:
      approved.length < refused.length
        ? approvalText({ digest, names: namesOf(refused) })
        : undefined,
    ...(approved.length > 0 && { approved: text, approvedBy: by }),
  };
}

/** Why nothing is sent although something is approved. */
function stillRefused(left: readonly ApprovableFinding[]): string {
  const rules = left.map(
    ({ code, name }) => `\`${code}\`${name === undefined ? '' : ` of ${name}`}`,
  );
  const shown = someOf([...new Set(rules)], { most: 5, noun: 'refusal' });
  return `the plan is still refused: the approval does not cover ${shown}.`;
}

function withHint(
  { name: _, approvable: __, hint, ...finding }: ApprovableFinding,
  how: string,
): Finding {
  return { ...finding, hint: hint === undefined ? how : `${hint} ${how}` };
}

function namesOf(findings: readonly ApprovableFinding[]): string[] {
  return [...new Set(findings.flatMap(({ name }) => name ?? []))].sort();
}
