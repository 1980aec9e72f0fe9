// Rules about how much one plan may do: policies that a person may approve, for one plan at a time.
import { counted, withCommas } from '../../lib/text.ts';
import { compareContexts } from '../../model/context.ts';
import { countChanges, isCounted, isRead } from '../../model/plan.ts';
import { type LimitName, limitText } from '../../model/project.ts';
import { WHOLE_REPOSITORY } from '../../model/scope.ts';
import type { State } from '../../model/state.ts';
import { isOfAnother } from '../approval.ts';
import { existing, isBroughtBack, type Tally } from '../existing-items.ts';
import { unmanaged } from '../prune.ts';
import type { RuleFinding, GuardInput, RuleGroup } from './rule.ts';

export const LIMIT_RULES: RuleGroup = {
  title: 'Limits on one plan',
  rules: [
    {
      code: 'max-deletes',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes more items than `maxDeletes` allows',
      server: 'would delete them',
      advice: 'If this is intended, approve this one plan with `force` and the digest that it prints.',
      check: maxDeletes,
    },
    {
      code: 'max-updates',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'updates more items than `maxUpdates` allows',
      server: 'would update them',
      advice: 'If this is intended, approve this one plan with `force` and the digest that it prints.',
      check: maxUpdates,
    },
    {
      code: 'share-of-deletes',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes a larger share of the repository, or of one context, than `deletes` allows',
      server: 'would delete them',
      advice: 'If this is intended, approve this one plan with `force` and the digest that it prints.',
      check: shareOfDeletes,
    },
    {
      code: 'share-of-updates',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'updates a larger share of the repository, or of one context, than `updates` allows',
      server: 'would update them',
      advice: 'If this is intended, approve this one plan with `force` and the digest that it prints.',
      check: shareOfUpdates,
    },
    {
      code: 'all-deleted',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'deletes all keys and values, or all files, of this project (two or more)',
      server: 'would delete them',
      advice: 'If this is intended, approve this one plan with `force` and the digest that it prints.',
      check: allDeleted,
    },
    {
      code: 'first-apply',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'is applied for the first time from here, to a repository that is not empty',
      server: 'would accept it, and does not track who declared what',
      advice:
        'Check that it is the right repository; `import` writes its content to files. Then approve this one plan with `force` and the digest that it prints.',
      check: firstApply,
    },
    {
      code: 'live-vanished',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects:
        'is planned when more of the last applied items than `deletes` allows are missing on the server, or the repository is empty',
      server: 'would accept it, whichever server it is',
      advice:
        'Check that it is the right server, with its data. Approve the plan that restores it with `force`, or ignore the recorded baseline with `--no-baseline`.',
      check: liveVanished,
    },
    {
      code: 'force-of-another',
      severity: 'refusal',
      found: 'plan',
      isPolicy: true,
      isApprovable: true,
      detects: 'comes with a `force` that approves a different plan',
      server: 'would accept it',
      advice: 'Review this plan and approve it with the digest that it prints, or omit `force`.',
      check: otherPlan,
    },
  ],
};

// Rules about how much a plan may do at once: numbers, shares, and all items of a kind.

function maxDeletes({ changes, limits }: GuardInput): RuleFinding[] {
  const { delete: count } = countChanges(changes);
  if (count <= limits.maxDeletes) return [];
  const message = `The plan deletes ${counted(count, 'item')}, more than the limit of ${limits.maxDeletes} (maxDeletes).`;
  return [{ message }];
}

/** What others deleted and an apply brings back is a change of what is there. */
function maxUpdates({ changes, limits }: GuardInput): RuleFinding[] {
  const count = countChanges(changes).update + changes.filter(isBroughtBack).length;
  if (count <= limits.maxUpdates) return [];
  const message = `The plan updates ${counted(count, 'item')}, more than the limit of ${limits.maxUpdates} (maxUpdates).`;
  return [{ message }];
}

function shareOfDeletes(input: GuardInput): RuleFinding[] {
  return overShare(input, { limit: 'deletes', action: 'delete', does: 'deletes' });
}

function shareOfUpdates(input: GuardInput): RuleFinding[] {
  return overShare(input, { limit: 'updates', action: 'update', does: 'updates' });
}

interface Share {
  limit: Extract<LimitName, 'deletes' | 'updates'>;
  action: 'delete' | 'update';
  does: string;
}

/** So many contexts are named one by one. */
const MAX_CONTEXTS = 5;

function overShare(input: GuardInput, share: Share): RuleFinding[] {
  // Where nothing is known of what is there, nothing has a share of it.
  const { changes, liveSource } = input;
  const isTouched =
    countChanges(changes)[share.action] > 0 || (share.action === 'update' && changes.some(isBroughtBack));
  if (!isTouched || liveSource === 'none') return [];
  const { all, contexts } = existing(input);
  const isOver = (some: Tally) => exceeds(some, { input, share });
  // One context that holds all is the repository.
  const over = [...contexts]
    .filter(([, some]) => some.items < all.items && isOver(some))
    .sort(([a], [b]) => compareContexts(a, b));
  const rest = over.length - MAX_CONTEXTS;
  return [
    ...(isOver(all) ? [{ message: `The plan ${sizeOf(all, { input, share })}.` }] : []),
    ...over.slice(0, MAX_CONTEXTS).map(([context, some], index) => {
      const more =
        rest > 0 && index === MAX_CONTEXTS - 1
          ? ` The same applies to ${counted(rest, 'more context')}.`
          : '';
      return { message: `In \`${context}\`, the plan ${sizeOf(some, { input, share })}.${more}` };
    }),
  ];
}

interface Sharing {
  input: GuardInput;
  share: Share;
}

function exceeds(tally: Tally, { input: { limits }, share }: Sharing): boolean {
  const { items, [share.action]: count } = tally;
  return items >= limits.existing && count * 100 > limits[share.limit] * items;
}

function sizeOf(tally: Tally, { input: { limits }, share }: Sharing): string {
  const { items, [share.action]: count } = tally;
  // Rounded up: what is over the limit must not read as the limit.
  const percent = Math.ceil((count * 10_000) / items) / 100;
  const limit = limitText(share.limit, limits[share.limit]);
  return `${share.does} ${withCommas(count)} of ${counted(items, 'item')}, ${percent}%, more than the limit of ${limit} (${share.limit})`;
}

/** That one item goes, the plan says in one line; `protect` is for those that must not. */
const MIN_ALL = 2;

const KINDS = { keys: 'keys and values', files: 'files' } as const;

function allDeleted(input: GuardInput): RuleFinding[] {
  if (countChanges(input.changes).delete === 0 || input.liveSource === 'none') return [];
  const found = existing(input);
  return (['keys', 'files'] as const).flatMap((kind) => {
    const { items, delete: deleted } = found[kind];
    if (items < MIN_ALL || deleted < items) return [];
    const message = `The plan deletes all ${KINDS[kind]} on the server that belong to this project (${counted(items, 'item')}).`;
    return [{ message }];
  });
}

// Rules about what somebody has to approve once: the first apply to what is there already, and an approval of something else.

/** What import took over, and nothing changes, is no surprise to anybody; neither is an empty repository. */
function firstApply(input: GuardInput): RuleFinding[] {
  if (input.firstOf === undefined || !input.changes.some(isCounted)) return [];
  if (!isRead(input.liveSource)) return firstUnread(input.firstOf);
  const { update, delete: deleted } = countChanges(input.changes);
  const others = othersIn(input);
  if (others + update + deleted === 0) return [];
  const parts = [
    ...(others > 0 ? [counted(others, 'unmanaged item')] : []),
    ...(update > 0 ? [`${counted(update, 'item')} that this plan updates`] : []),
    ...(deleted > 0 ? [`${counted(deleted, 'item')} that this plan deletes`] : []),
  ];
  const message = `This is the first apply from here, and the repository is not empty: it has ${parts.join(', ')}.`;
  return [{ message, hint: 'Check that it is the right repository; `import` writes its content to files.' }];
}

/** An empty repository can lose nothing. */
function firstUnread(keys: number | 'unknown'): RuleFinding[] {
  if (keys === 0) return [];
  const holds =
    keys === 'unknown'
      ? 'the server does not report what the repository contains'
      : `the repository has ${counted(keys, 'key')} that cannot be read`;
  const message = `No earlier apply from here is known, and ${holds}: this plan may overwrite the work of others.`;
  return [{ message, hint: 'Check that it is the right repository.' }];
}

/** Where live is not all of it, the server's own count of keys tells that there is more. */
function othersIn(input: GuardInput): number {
  const { live, liveSource, firstOf, scope } = input;
  const known = unmanaged(input.desired, { ...input, prune: 'managed' }).unmanaged;
  if (liveSource === 'export' || scope !== WHOLE_REPOSITORY || typeof firstOf !== 'number') return known;
  return Math.max(known, firstOf - live.keys.size);
}

/**
 * Drift is what people change. What is gone by the dozen was lost: more than the share of `limits.deletes`, from as many
 * items on as `limits.existing` says, or all that the repository held.
 */
function liveVanished(input: GuardInput): RuleFinding[] {
  const { baseline, live, liveSource, limits, changes, drift } = input;
  if (baseline === undefined || !isRead(liveSource) || changes.length + drift.length === 0) return [];
  const { items, gone } = vanished(baseline, live);
  const isEmpty = items > 0 && live.keys.size === 0 && live.files.size === 0;
  const isMost = items >= limits.existing && gone * 100 > limits.deletes * items;
  if (!isEmpty && !isMost) return [];
  const were = `${counted(items, 'item')} ${items === 1 ? 'was' : 'were'}`;
  const message = isEmpty
    ? `The repository is empty, but ${were} applied from here. It may be another server, or one that lost its data (\`serve\` without \`--data\`).`
    : `${withCommas(gone)} of the ${counted(items, 'item')} last applied from here are missing on the server. It may be another server, or a restored backup.`;
  return [{ message, hint: 'To ignore the recorded baseline, use `--no-baseline`.' }];
}

/** Values and files that were applied, and how many of them are no longer there. */
export function vanished(baseline: State, live: State): { items: number; gone: number } {
  let [items, gone] = [0, 0];
  const look = (isThere: boolean) => {
    items += 1;
    if (!isThere) gone += 1;
  };
  for (const [id, key] of baseline.keys) {
    if (key.absent) continue;
    for (const [context, { absent }] of key.values)
      if (!absent) look(live.keys.get(id)?.values.has(context) === true);
  }
  for (const [id, { absent }] of baseline.files) if (!absent) look(live.files.has(id));
  return { items, gone };
}

function otherPlan(input: GuardInput): RuleFinding[] {
  if (input.isOffline || input.changes.length === 0 || !isOfAnother(input)) return [];
  const message = `\`force: ${input.force?.digest}\` approves a different plan: the files or the server have changed since, or it is for another repository.`;
  return [{ message, hint: 'Review this plan.' }];
}
