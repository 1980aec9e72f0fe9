// Policies about items that others changed, own, or protect. The server knows nothing of them.
import { fullContext } from '../../model/context.ts';
import type { Place } from '../../model/diagnostic.ts';
import { type Change, nameInContext } from '../../model/plan.ts';
import { type Item, KEY_METADATA, type Row, type State, stands } from '../../model/state.ts';
import type { OtherProject } from '../input.ts';
import { prunedChanges } from '../prune.ts';
import { APPROVABLE, at, findingsAt, type GuardInput, type Rule, type RuleFinding } from './rule.ts';

export const OWNERSHIP_RULES: readonly Rule[] = [
  {
    code: 'conflict',
    severity: 'refusal',
    advice:
      'To keep the change made on the server, run `confighub-sync import --only drift`. To overwrite it, apply once with `--on-drift overwrite` (input `on-drift: overwrite`).',
    check: conflict,
  },
  {
    code: 'drift',
    severity: 'refusal',
    advice:
      'To keep the change made on the server, run `confighub-sync import --only drift`. To overwrite it, apply once with `--on-drift overwrite` (input `on-drift: overwrite`).',
    check: driftFound,
  },
  {
    code: 'declared-twice',
    severity: 'refusal',
    advice: 'Declare it in only one of the two projects.',
    check: declaredTwice,
  },
  { code: 'other-project', ...APPROVABLE, check: otherUnreadable },
  { code: 'protected', ...APPROVABLE, check: protectedItems },
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
  return findingsAt(withoutKeysOfValues(drift), (change) => {
    const what = change.cause === 'override' ? 'created' : 'changed';
    return `${nameInContext(change)} was ${what} on the server since the last apply.`;
  });
}

function protectedItems({ changes, policy: { isProtected } }: GuardInput): RuleFinding[] {
  const deleted = withoutKeysOfValues(changes.filter(({ action }) => action === 'delete'));
  return findingsAt(deleted, (change) => {
    const name = change.name;
    if (!isProtected(name)) return undefined;
    return { message: `${nameInContext(change)} would be deleted, but \`protect\` matches it.`, name };
  });
}

/** A key created or deleted with its values is covered by them. */
function withoutKeysOfValues(changes: readonly Change[]): Change[] {
  return changes.filter((change) => change.kind !== 'key' || change.action === 'update' || change.values === 0);
}

/** Two projects that declare one item would keep overwriting each other. */
function declaredTwice({ desired, others = [], target }: GuardInput): RuleFinding[] {
  const depth = target.levels.length;
  return others.filter(({ isCertain }) => isCertain).flatMap((other) => declaredInBoth(desired, { other, depth }));
}

function declaredInBoth(ours: State, { other, depth }: { other: OtherProject; depth: number }): RuleFinding[] {
  const found: RuleFinding[] = [];
  const report = (what: string, mine: Item | Row, theirs: Item | Row) => {
    if (isSamePlace(mine.place, theirs.place)) return;
    const there = String(theirs.place ?? other.name);
    const message = `${what} is declared by two projects: here, and by ${other.name} at ${there}.`;
    found.push({ message, ...at(mine) });
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
      if (same !== undefined && (stands(same) || stands(row)))
        report(`${item.name} in \`${fullContext(row.context, depth)}\``, row, same);
    }
  }
  return found;
}

/** Two projects may include the same document. */
function isSamePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a !== undefined && a.offset === b?.offset && a.source.text === b.source.text;
}

function isSameMetadata(a: Item, b: Item): boolean {
  return KEY_METADATA.every((name) => a[name] === undefined || b[name] === undefined || a[name] === b[name]);
}

/** While the files of another project have mistakes, its declarations are not fully known. */
function otherUnreadable({ changes, desired, others = [] }: GuardInput): RuleFinding[] {
  const broken = others.filter(({ mistake }) => mistake !== undefined);
  if (broken.length === 0 || prunedChanges(changes, { desired }).length === 0) return [];
  return broken.map(({ name, mistake }) => ({
    message: `The plan deletes an item that ${name} may declare: its files have mistakes (${mistake}).`,
  }));
}
