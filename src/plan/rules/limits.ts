// Limits on what one plan may do. Each refusal can be approved, for one plan at a time.
import { grouped } from '../../lib/collections.ts';
import { counted, listed, someOf, withCommas } from '../../lib/text.ts';
import { compareContexts, fullContext } from '../../model/context.ts';
import { type Change, countChanges, isCounted, isRead } from '../../model/plan.ts';
import { limitText, WHOLE_REPOSITORY } from '../../model/project.ts';
import { keysIn, type State, isPresent } from '../../model/state.ts';
import { isOfAnotherPlan } from '../digest.ts';
import { addressId, changeId, find, isDeclaredIn, thingIn } from '../find-item.ts';
import { statesOf } from '../input.ts';
import { oursIn, unmanaged } from '../prune.ts';
import { APPROVABLE, type GuardInput, type PlanRule, type RuleFinding } from './rule.ts';

export const LIMIT_RULES: readonly PlanRule[] = [
  { code: 'max-deletes', ...APPROVABLE, check: (input) => overMost(input, 'delete') },
  { code: 'max-updates', ...APPROVABLE, check: (input) => overMost(input, 'update') },
  { code: 'share-of-deletes', ...APPROVABLE, check: (input) => overShare(input, 'delete') },
  { code: 'share-of-updates', ...APPROVABLE, check: (input) => overShare(input, 'update') },
  { code: 'all-deleted', ...APPROVABLE, check: allDeleted },
  { code: 'first-apply', ...APPROVABLE, check: firstApply },
  { code: 'items-vanished', ...APPROVABLE, check: itemsVanished },
  { code: 'approval-mismatch', ...APPROVABLE, check: otherPlan },
];

/** Restoring an item that was deleted on the server counts as an update. */
function overMost(
  { changes, policy: { limits } }: GuardInput,
  action: LimitedAction,
): RuleFinding[] {
  const back = action === 'update' ? changes.filter(isBroughtBack).length : 0;
  const count = countChanges(changes)[action] + back;
  const name = action === 'update' ? 'maxUpdates' : 'maxDeletes';
  if (count <= limits[name]) return [];
  const limit = `more than the limit of ${withCommas(limits[name])} (${name})`;
  return [{ message: `The plan ${action}s ${counted(count, 'item')}, ${limit}.` }];
}

/** Contexts named one by one. */
const MAX_CONTEXTS = 5;

function overShare(input: GuardInput, action: LimitedAction): RuleFinding[] {
  // Also what is said that the plan does.
  const limit = `${action}s` as const;
  const { changes, liveSource, policy } = input;
  const { limits } = policy;
  const isTouched =
    countChanges(changes)[action] > 0 || (action === 'update' && changes.some(isBroughtBack));
  if (!isTouched || liveSource === 'none') return [];
  const items = existing(input);
  const all = tallyOf(items);
  const isOver = ({ items, [action]: count }: Tally) =>
    items >= limits.existing && count * 100 > limits[limit] * items;
  const sizeOf = ({ items, [action]: count }: Tally) => {
    const share = shareText(count, items, limits[limit]);
    return `${limit} ${withCommas(count)} of ${counted(items, 'item')} (${share}), more than the limit of ${limitText(limit, limits[limit])} (${limit})`;
  };
  // If one context has all items, it is the repository.
  const over = [...grouped(items, ({ context }) => context ?? '')]
    .flatMap(([context, some]) => (context === '' ? [] : [[context, tallyOf(some)] as const]))
    .filter(([, some]) => some.items < all.items && isOver(some))
    .sort(([a], [b]) => compareContexts(a, b));
  const rest = over.length - MAX_CONTEXTS;
  return [
    ...(isOver(all) ? [{ message: `The plan ${sizeOf(all)}.` }] : []),
    ...over.slice(0, MAX_CONTEXTS).map(([context, some], index) => {
      const more =
        rest > 0 && index === MAX_CONTEXTS - 1
          ? ` The same applies to ${counted(rest, 'more context')}.`
          : '';
      return { message: `In \`${context}\`, the plan ${sizeOf(some)}.${more}` };
    }),
  ];
}

/** Deleting a single item is visible enough; `protect` guards those that must stay. */
const MIN_ALL = 2;

/** A whole number. A share over the limit never reads as the limit, and only all items as 100%. */
function shareText(count: number, items: number, limit: number): string {
  const percent = Math.max(Math.floor((count * 100) / items), Math.floor(limit) + 1);
  return percent >= 100 && count < items ? 'over 99%' : `${percent}%`;
}

function allDeleted(input: GuardInput): RuleFinding[] {
  if (countChanges(input.changes).delete === 0 || input.liveSource === 'none') return [];
  const existingItems = existing(input);
  return ['keys and values', 'files'].flatMap((what) => {
    const { items, delete: deleted } = tallyOf(
      existingItems.filter(({ kind }) => (kind === 'file') === (what === 'files')),
    );
    if (items < MIN_ALL || deleted < items) return [];
    const message = `The plan deletes all ${what} on the server that belong to this project (${counted(items, 'item')}).`;
    return [{ message }];
  });
}

type LimitedAction = 'update' | 'delete';

/** An item of live, or a row with its context, and what the plan does with it. */
type Existing = Pick<Change, 'kind' | 'context'> & { action?: LimitedAction | undefined };

/** What the files or the last apply declare of live, and what the plan changes or brings back; nothing else counts. */
function existing(input: GuardInput): Existing[] {
  const { live, desired, changes, target } = input;
  const ours = oursIn(input);
  const touched = changes.filter((change) => isCounted(change) && change.action !== 'create');
  const actions = new Map(
    touched.map((change) => [changeId(change), change.action as LimitedAction]),
  );
  const items: Existing[] = [];
  for (const [id, item] of live.items) {
    const { kind } = item;
    const declared = desired.items.get(id);
    for (const [context, row] of item.rows) {
      const action = actions.get(addressId({ id, context }));
      if (action !== undefined || declared?.rows.has(context) || ours({ id, context }))
        items.push({ kind, context: fullContext(row.context, target.levels.length), action });
    }
    const ofItem = { id, context: '' };
    const action = actions.get(addressId(ofItem));
    const isOurs = item.rows.size === 0 && (declared !== undefined || ours(ofItem));
    if (action !== undefined || isOurs) items.push({ kind, action });
  }
  const back = changes
    .filter(isBroughtBack)
    .map(({ kind, context }) => ({ kind, context, action: 'update' as const }));
  return [...items, ...back];
}

/** How many there are, and how many of them the plan updates and deletes. */
type Tally = Record<'items' | LimitedAction, number>;

function tallyOf(items: readonly Existing[]): Tally {
  const having = (action: LimitedAction) => items.filter((item) => item.action === action).length;
  return { items: items.length, update: having('update'), delete: having('delete') };
}

/** Whether the plan restores an item that was deleted on the server. */
function isBroughtBack(change: Change): boolean {
  return change.action === 'create' && isCounted(change) && change.cause === 'drift';
}

/** Not for an empty repository, nor after an import that leaves nothing to change. */
function firstApply(input: GuardInput): RuleFinding[] {
  const { firstOf } = input.server;
  if (firstOf === undefined || !input.changes.some(isCounted)) return [];
  const subject = input.stage === undefined ? 'this project' : `the stage \`${input.stage.name}\``;
  if (!isRead(input.liveSource)) return firstUnread(firstOf, subject);
  const changes = input.changes.filter((change) => isForeign(change, input));
  const { update, delete: deleted } = countChanges(changes);
  const others = othersIn(input);
  if (others + update + deleted === 0) return [];
  const variables = variablesOf({ ...input, changes });
  if (others + deleted === 0 && variables !== undefined)
    return otherText(update, variables, subject);
  const parts = [
    ...(others > 0 ? [counted(others, 'unmanaged item')] : []),
    ...(update > 0 ? [`${counted(update, 'item')} that this plan updates`] : []),
    ...(deleted > 0 ? [`${counted(deleted, 'item')} that this plan deletes`] : []),
  ];
  const message = `This is the first apply of ${subject}, and the server already has ${listed(parts)}.`;
  return [
    {
      message,
      hint: 'Check that this is the right configuration repository. To keep its content, import it first: `confighub-sync import`.',
    },
  ];
}

/** Whether a change is of something that no other stage applied, or will before this one. */
function isForeign(change: Change, { stage }: GuardInput): boolean {
  if (stage === undefined) return true;
  const { live, applied } = stage.whole;
  return (
    thingIn(live, change) !== undefined &&
    !statesOf(applied).some((state) => isDeclaredIn(state, change))
  );
}

/** The variables that every updated row gets its text from; `undefined` if another text is updated, too. */
function variablesOf({ changes, desired }: GuardInput): string[] | undefined {
  const names = changes
    .filter(({ action }) => action === 'update')
    .map((change) => find(desired, change).row?.variable);
  const variables = names.filter((name) => name !== undefined);
  return variables.length === names.length ? [...new Set(variables)].sort() : undefined;
}

/** Right after an import, the files differ from the server only if a variable has another text. */
function otherText(updates: number, variables: readonly string[], subject: string): RuleFinding[] {
  const some = someOf(variables, { most: 5, noun: 'variable' });
  const message = `This is the first apply of ${subject}, and it would replace ${counted(updates, 'secret')} on the server with what is in ${some}.`;
  const [each, is] = variables.length === 1 ? ['the variable', 'is'] : ['the variables', 'are'];
  const hint = `If the server is right, as after an import, correct ${each}: the web interface of the server shows the text. If ${each} ${is} right, approve this plan.`;
  return [{ message, hint }];
}

function firstUnread(keys: number | 'unknown', subject: string): RuleFinding[] {
  if (keys === 0) return [];
  const holds =
    keys === 'unknown'
      ? 'the server does not report what it contains'
      : `the configuration repository has ${counted(keys, 'key')} that cannot be read`;
  const message = `No earlier apply of ${subject} is known, and ${holds}: this plan may overwrite the work of others.`;
  return [{ message, hint: 'Check that it is the right repository.' }];
}

/** If live is incomplete, the server's own count of keys shows whether there is more. */
function othersIn(input: GuardInput): number {
  const { liveSource, server, policy } = input;
  const { firstOf } = server;
  // Nobody knows in which stage they are.
  const {
    live,
    policy: { scope },
  } = input.stage?.whole ?? input;
  const unmanagedCount = unmanaged(input.desired, {
    ...input,
    policy: { ...policy, prune: 'managed' },
  }).unmanaged;
  if (liveSource === 'export' || scope !== WHOLE_REPOSITORY || typeof firstOf !== 'number')
    return unmanagedCount;
  return Math.max(unmanagedCount, firstOf - keysIn(live).length);
}

/**
 * Many missing items are data loss rather than drift: more than the share `limits.deletes`, counted from
 * `limits.existing` items on, or all items of the repository.
 */
function itemsVanished({
  applied,
  live,
  liveSource,
  policy: { limits },
  changes,
  drift,
}: GuardInput): RuleFinding[] {
  const { lastApplied } = applied;
  if (lastApplied === undefined || !isRead(liveSource) || changes.length + drift.length === 0)
    return [];
  const { items, gone } = vanished(lastApplied, live);
  const isEmpty = items > 0 && live.items.size === 0;
  const isMost = items >= limits.existing && gone * 100 > limits.deletes * items;
  if (!isEmpty && !isMost) return [];
  const message = isEmpty
    ? `The configuration repository is empty, but this project applied ${counted(items, 'item')} to it. This may be another server, or one that lost its data (\`serve\` without \`--data\`).`
    : `${withCommas(gone)} of the ${counted(items, 'item')} that this project last applied are missing on the server. This may be another server, or a restored backup.`;
  return [{ message, hint: 'Check that it is the right server, with its data.' }];
}

/** How many values and files were applied, and how many of them are missing from live. */
export function vanished(lastApplied: State, live: State): { items: number; gone: number } {
  let [items, gone] = [0, 0];
  for (const [id, item] of lastApplied.items) {
    if (!isPresent(item)) continue;
    const liveItem = live.items.get(id);
    for (const [context, row] of item.rows) {
      if (!isPresent(row)) continue;
      items++;
      if (!liveItem?.rows.has(context)) gone++;
    }
  }
  return { items, gone };
}

function otherPlan(input: GuardInput): RuleFinding[] {
  if (input.purpose === 'offline' || input.changes.length === 0 || !isOfAnotherPlan(input))
    return [];
  // Without that digest: people copy the first one that they see.
  const message =
    'The digest given as `approve` approves a different plan: the files or the server have changed since, or it is for another repository.';
  return [{ message, hint: 'Review this plan.' }];
}
