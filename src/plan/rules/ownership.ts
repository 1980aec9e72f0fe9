// Policies about items that others changed, own or protect, and about the record, which says what is ours.
import { counted } from '../../lib/text.ts';
import { fullContext } from '../../model/context.ts';
import type { Place } from '../../model/diagnostic.ts';
import { type Change, isRead, isTakingOver, nameInContext } from '../../model/plan.ts';
import { type Item, KEY_METADATA, type Row, type State, isPresent } from '../../model/state.ts';
import { addressIn, isDeclaredIn, thingIn } from '../find-item.ts';
import type { OtherProject } from '../input.ts';
import { leftInDoubt, prunedChanges } from '../prune.ts';
import { appliedRow, isSame } from '../causes.ts';
import {
  APPROVABLE,
  placedAt,
  findingsAt,
  type GuardInput,
  type PlanRule,
  type RuleFinding,
} from './rule.ts';

const KEEP_OR_OVERWRITE =
  'To keep the change made on the server, run `confighub-sync import --only drift`. To overwrite it, apply once with `--on-drift overwrite` (input `on-drift: overwrite`).';

export const OWNERSHIP_RULES: readonly PlanRule[] = [
  { code: 'conflict', severity: 'refusal', advice: KEEP_OR_OVERWRITE, check: conflict },
  { code: 'drift', severity: 'refusal', advice: KEEP_OR_OVERWRITE, check: driftFound },
  {
    code: 'unmanaged',
    ...APPROVABLE,
    advice: 'To keep what the server has, run `confighub-sync import --only drift`.',
    check: takenOver,
  },
  {
    code: 'declared-twice',
    severity: 'refusal',
    advice: 'Declare it in only one of the two projects.',
    check: declaredTwice,
  },
  { code: 'other-project', ...APPROVABLE, check: otherUnreadable },
  { code: 'protected', ...APPROVABLE, check: protectedItems },
  { code: 'record-unreadable', ...APPROVABLE, check: recordUnreadable },
  { code: 'record-unconfirmed', ...APPROVABLE, check: recordUnconfirmed },
  { code: 'unfinished-only', ...APPROVABLE, check: unfinishedOnly },
  { code: 'older-commit', ...APPROVABLE, check: appliedElsewhere },
];

/** An item changed differently in the files and on the server is overwritten only with `onDrift: overwrite`. */
function conflict({ changes, policy: { onDrift } }: GuardInput): RuleFinding[] {
  if (onDrift === 'overwrite') return [];
  const conflicts = withoutKeysOfValues(changes.filter(({ cause }) => cause === 'conflict'));
  return findingsAt(
    conflicts,
    (change) => `${nameInContext(change)} was changed differently in the files and on the server.`,
  );
}

function driftFound({ drift, policy: { onDrift } }: GuardInput): RuleFinding[] {
  if (onDrift !== 'fail') return [];
  return findingsAt(
    withoutKeysOfValues(drift),
    (change) => `${nameInContext(change)} was changed on the server since the last apply.`,
  );
}

/** What the server had before the files declared it may be the work of others. */
function takenOver({ changes, policy: { onDrift } }: GuardInput): RuleFinding[] {
  if (onDrift === 'overwrite') return [];
  return findingsAt(
    changes.filter(isTakingOver),
    (change) =>
      `${nameInContext(change)} is already on the server, and the last apply did not include it.`,
  );
}

function protectedItems({ changes, policy: { isProtected } }: GuardInput): RuleFinding[] {
  const deleted = changes.filter(({ action, name }) => action === 'delete' && isProtected(name));
  return findingsAt(withoutKeysOfValues(deleted), (change) => {
    const message = `${nameInContext(change)} would be deleted, but the setting \`protect\` covers it.`;
    return { message, name: change.name };
  });
}

/** A key created or deleted with its values is covered by them. */
function withoutKeysOfValues(changes: readonly Change[]): Change[] {
  return changes.filter(
    (change) => change.kind !== 'key' || change.action === 'update' || change.values === 0,
  );
}

/** Two projects that declare one item would keep overwriting each other. */
function declaredTwice({ desired, others = [], target }: GuardInput): RuleFinding[] {
  const certain = others.filter(({ isCertain, source }) => isCertain && source === undefined);
  return certain.flatMap((other) => declaredInBoth(desired, other, target.levels.length));
}

function declaredInBoth(ours: State, other: OtherProject, depth: number): RuleFinding[] {
  const findings: RuleFinding[] = [];
  const report = (what: string, mine: Item | Row, theirs: Item | Row) => {
    if (isSamePlace(mine.place, theirs.place)) return;
    const theirPlace = String(theirs.place ?? other.name);
    const message = `${what} is declared by two projects: here, and by ${other.name} at ${theirPlace}.`;
    findings.push({ message, ...placedAt(mine) });
  };
  for (const [id, item] of ours.items) {
    const theirs = other.state.items.get(id);
    if (theirs === undefined) continue;
    if (item.absent !== theirs.absent || !isSameMetadata(item, theirs)) {
      report(item.name, item, theirs);
      continue;
    }
    for (const [context, row] of item.rows) {
      const same = theirs.rows.get(context);
      if (same !== undefined && (isPresent(same) || isPresent(row)))
        report(`${item.name} in \`${fullContext(row.context, depth)}\``, row, same);
    }
  }
  return findings;
}

/** Two projects may include the same document. */
function isSamePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a !== undefined && a.offset === b?.offset && a.source.text === b.source.text;
}

function isSameMetadata(a: Item, b: Item): boolean {
  return KEY_METADATA.every(
    (name) => a[name] === undefined || b[name] === undefined || a[name] === b[name],
  );
}

/** While the files of another project have errors, its declarations are not fully known. */
function otherUnreadable({ changes, desired, others = [] }: GuardInput): RuleFinding[] {
  const broken = others.filter(({ fileError }) => fileError !== undefined);
  if (broken.length === 0 || prunedChanges(changes, { desired }).length === 0) return [];
  return broken.map(({ name, fileError }) => ({
    message: `The plan deletes an item that ${name} may declare: its files have errors (${fileError}).`,
  }));
}

function recordUnreadable({ applied: { problem }, policy, liveSource }: GuardInput): RuleFinding[] {
  if (problem === undefined) return [];
  // `prune: all` deletes what it reads, whatever the record says.
  const isPruning = policy.prune === 'all' && isRead(liveSource);
  const hint = `Pass the last applied commit as \`--last-applied <commit>\` (input \`last-applied\`). If you approve this plan instead, ${isPruning ? '' : 'nothing is pruned, and '}the apply writes a new record.`;
  return [{ message: problem, hint }];
}

function recordUnconfirmed({
  changes,
  desired,
  policy,
  liveSource,
  applied: { unconfirmed },
}: GuardInput): RuleFinding[] {
  // `prune: all` deletes what it reads, whatever the record says; where it reads nothing, it relies on the record.
  if (unconfirmed === undefined || (policy.prune === 'all' && isRead(liveSource))) return [];
  const {
    reason,
    confirmed: { lastApplied, begun = [] },
  } = unconfirmed;
  const isSent = (change: Change) =>
    begun.some((state) =>
      isRead(liveSource) ? isTextOf(state, change) : isDeclaredIn(state, change),
    );
  const doubtful = prunedChanges(changes, { desired }).filter(
    (change) => !(lastApplied && isDeclaredIn(lastApplied, change)) && !isSent(change),
  );
  if (doubtful.length === 0) return [];
  const what = `${counted(doubtful.length, 'deletion')} ${doubtful.length === 1 ? 'is' : 'are'}`;
  return [
    { message: `${what} based on a record that ${reason}: it may claim items that others own.` },
  ];
}

/** Whether an unfinished apply would have written what is there. Live is encrypted for rules, and a change is not. */
function isTextOf(state: State, change: Change): boolean {
  if (change.kind === 'key' || change.before === undefined) return false;
  const vdt = change.kind === 'value' ? change.vdt : undefined;
  return isSame(appliedRow(state, addressIn(change), vdt), { text: change.before });
}

/** What was applied from a commit that the trusted branch does not have may be undone, and no newer commit will have it. */
function appliedElsewhere({ changes, applied: { left } }: GuardInput): RuleFinding[] {
  return left === undefined || changes.length === 0 ? [] : [left];
}

/** The apply may have been killed before its push: then another client made what the server has. */
function unfinishedOnly(input: GuardInput): RuleFinding[] {
  return isRead(input.liveSource) ? leftAlone(input) : deletedUnread(input);
}

function leftAlone(input: GuardInput): RuleFinding[] {
  return leftInDoubt(input).map((item) => {
    const removedFrom = input.applied.begun?.flatMap(
      (state) => thingIn(state, item)?.place ?? [],
    )[0];
    return {
      severity: 'warning',
      removedFrom,
      message: `${nameInContext(item)} is kept. Only an interrupted apply declared it, and the value on the server could not be matched to that apply, so someone else may own it.`,
      hint: 'To delete it, declare it with `opp: delete`.',
    };
  });
}

function deletedUnread({
  changes,
  desired,
  applied: { lastApplied, begun = [] },
}: GuardInput): RuleFinding[] {
  const doubtful = prunedChanges(changes, { desired }).filter(
    (change) =>
      begun.some((state) => isDeclaredIn(state, change)) &&
      !(lastApplied && isDeclaredIn(lastApplied, change)),
  );
  if (doubtful.length === 0) return [];
  const [are, item, them] =
    doubtful.length === 1 ? ['is', 'this item', 'it'] : ['are', 'these items', 'them'];
  const message = `${counted(doubtful.length, 'deletion')} ${are} uncertain. Only an interrupted apply declared ${item}. That apply may never have reached the server, so someone else may have created ${them}.`;
  return [{ message }];
}
