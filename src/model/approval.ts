// Approval of a refused plan: its digest, the protected names that it may delete, and the reviews that give it.
import { attempt } from '../lib/attempt.ts';
import type { ApprovalWay } from './plan.ts';
import { escapedUnit } from '../lib/text.ts';
import type { Approvals } from './project.ts';

export interface Approval {
  /** Identifies the one plan that is approved. */
  digest: string;
  /** Protected keys and files that the plan may delete. */
  names: readonly string[];
  /** Logins of the people whose reviews approved it; absent: the person who applies gave the digest. */
  by?: readonly string[];
}

/** By the name of the target; `''`: the only one. */
export type TargetApprovals = ReadonlyMap<string, Approval>;

/** Hexadecimal digits. Of a shorter digest, a second plan could be found that has the same. */
export const DIGEST_LENGTH = 32;

/** A refused plan is approved by a review with this line, followed by the digest and protected names. */
export const APPROVAL_COMMAND = 'confighub approve';

/**
 * A digest, then protected names, or `undefined` for anything else. May be in the quotes in which a plan prints it for
 * a shell.
 */
export function parseApproval(text: string): Approval | undefined {
  const inner = /^'([^']*)'$/.exec(text.trim())?.[1] ?? text;
  const [digest = '', ...written] = inner.trim().split(/\s+/);
  const names = written.map(readName);
  const isDigest = digest.length === DIGEST_LENGTH && /^[0-9a-f]+$/i.test(digest);
  if (!isDigest || !names.every((name) => name !== undefined)) return undefined;
  return { digest: digest.toLowerCase(), names };
}

/** One approval, or several as `target: digest names`, separated by `;` or line breaks, perhaps after the input's name. */
export function parseApprovals(text: string): TargetApprovals | undefined {
  const approvals = new Map<string, Approval>();
  const parts = text.replace(/^\s*approve:/, '').split(/[;\r\n]+/);
  for (const part of parts.filter((written) => written.trim() !== '')) {
    const [, target = '', rest = part] = /^\s*([^\s:"]+):(.*)$/.exec(part) ?? [];
    const approval = parseApproval(rest);
    if (approval === undefined || approvals.has(target)) return undefined;
    approvals.set(target, approval);
  }
  return approvals.size === 0 ? undefined : approvals;
}

export function approvalText({ digest, names }: Approval): string {
  return [digest, ...names.map(writtenName)].join(' ');
}

/** Ignores case, as the server does. */
export function allows({ names }: Pick<Approval, 'names'>, name: string): boolean {
  return names.some((approved) => approved.toLowerCase() === name.toLowerCase());
}

/** In a form that neither YAML nor a shell interprets. */
function writtenName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(name)) return name;
  const escaped = name.replace(/[^\p{L}\p{N}._/-]/gu, (character) =>
    character.split('').map(escapedUnit).join(''),
  );
  return `"${escaped}"`;
}

function readName(written: string): string | undefined {
  if (!written.startsWith('"')) return written;
  const name = attempt((): unknown => JSON.parse(written));
  return typeof name === 'string' ? name : undefined;
}

const EXAMPLE = '3f9c2a7be1d04c58a6f07712c9e5d3b4';

export const APPROVAL_PROBLEM = `\`approve\` must be the digest that a refused plan prints, such as --approve ${EXAMPLE} (input \`approve: ${EXAMPLE}\`), followed by the protected names to delete. If no plan is refused, omit it.`;

/** What an entry needs to find the reviews that approve a plan. */
export interface ReviewQuestion {
  digest: string;
  /** The protected items that the plan deletes. */
  names: readonly string[];
  /** The commit that is checked out, then its parents. */
  commits: readonly string[];
  /** Whether the plan is about to be applied: then only reviews of a merged pull request count. */
  isApply: boolean;
  /**
   * Whose reviews count.
   * @param base the commit that the change is based on, so that no change decides on its own approval
   */
  approvals: (base: string | undefined) => Promise<Approvals>;
}

export interface ReviewAnswer {
  way: ApprovalWay;
  /** The protected names in the reviews that approve it, and who wrote them. Absent: there are none. */
  approved?: Pick<Approval, 'names'> & { by: readonly string[] };
  /** Why reviews do not count, in full sentences. */
  notes: string[];
}
