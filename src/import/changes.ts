// What an import changes: which live items documents can declare, why others are left out, and what leads from the declared state to them.
import { filePathProblem, isFileField, KEY_NAME } from '../model/document-fields.ts';
import { counted } from '../lib/text.ts';
import {
  type Context,
  elementsOf,
  EVERYWHERE,
  fullContext,
  isElementName,
} from '../model/context.ts';
import type { LeftOut } from '../model/import-plan.ts';
import { type Change, isTakingOver, type KeyChange, type RowChange } from '../model/plan.ts';
import { type Scope, WHOLE_REPOSITORY } from '../model/project.ts';
import {
  type Address,
  type Item,
  KEY_METADATA,
  onlyRows,
  type Row,
  rowAt,
  type State,
  withRows,
} from '../model/state.ts';
import { withCauses } from '../plan/causes.ts';
import { diff, diffOfPlans } from '../plan/diff.ts';
import { overridesIn, withDriftKept, withOverrides } from '../plan/drift.ts';
import { changeId, find, isDeclaredIn } from '../plan/find-item.ts';
import { complete } from '../plan/normalize.ts';
import { present } from '../plan/prune.ts';
import { looksSealed } from '../semantics/ciphers.ts';
import { storedText, valueProblem } from '../semantics/value-types.ts';
import type { OpenImport } from './import-input.ts';

/** The part of live that the project manages: a key that the documents declare is theirs, even where all of its values are others'. */
export function inScope(live: State, scope: Scope, desired: State): State {
  const { items } = onlyRows(live, ({ item, row }) => scope.row(item, row.context));
  const isOthers = (id: string, { rows }: Item) =>
    rows.size === 0 && (live.items.get(id)?.rows.size ?? 0) > 0 && !desired.items.has(id);
  return {
    items: new Map([...items].filter(([id, item]) => scope.item(item) && !isOthers(id, item))),
  };
}

export function declarable(live: State, depth: number): OpenImport['shown'] {
  const leftOut: LeftOut[] = [];
  const untyped = new Set<string>();
  const items = new Map<string, Item>();
  for (const [id, item] of live.items) {
    if (item.kind === 'key' && !KEY_NAME.test(item.name)) {
      leftOut.push({ item: item.name, reason: 'documents cannot declare a key with this name' });
      continue;
    }
    const shown = { ...item, rows: declarableRows(item, depth, leftOut) };
    if (item.kind === 'file' && shown.rows.size === 0) continue;
    items.set(id, shown);
    const { vdt } = item;
    const isFitting = (row: Row) =>
      !vdt || isHidden(item, row) || valueProblem(vdt, row.text) === undefined;
    if ([...shown.rows.values()].every(isFitting)) continue;
    untyped.add(id);
    leftOut.push({
      item: item.name,
      reason: `its type ${item.vdt}: some of its values do not fit it`,
    });
  }
  return { state: { items }, untyped, leftOut };
}

/** `db.host [Production;*]`: an item in messages. */
export function itemOf(name: string, context: Context, depth: number): string {
  return `${name} [${fullContext(context, depth)}]`;
}

function declarableRows(item: Item, depth: number, leftOut: LeftOut[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const [id, row] of item.rows) {
    const reason = rowReason(item, row, depth);
    if (reason === undefined) rows.set(id, row);
    else leftOut.push({ item: itemOf(item.name, row.context, depth), reason });
  }
  if (item.inactive) {
    const reason = `${counted(item.inactive, 'inactive value')}, which a push cannot read or write`;
    leftOut.push({ item: item.name, reason });
  }
  return rows;
}

function rowReason(item: Item, row: Row, depth: number): string | undefined {
  const { context, text, duplicates } = row;
  if (duplicates)
    return `the server stores it ${duplicates + 1} times, but a document can declare it only once`;
  if (item.kind === 'file') {
    const problem = filePathProblem(item.name);
    if (problem !== undefined) return `its path ${problem.why}`;
    if (isFileField(context)) return 'the name of its context is reserved in documents';
  } else if (item.vdt !== undefined && !isHidden(item, row) && storedText(item.vdt, text) !== text)
    return `the server would store it in a different form because its type is ${item.vdt}`;
  if (!isDeclarable(context, depth)) return 'documents cannot declare a context with this name';
  if (text?.includes('\0')) return 'it contains a NUL character';
  const isHalf = text !== null && /[\uD800-\uDFFF]/u.test(text);
  return isHalf ? 'it contains half of a surrogate pair, which is not a character' : undefined;
}

/** Whether the clear text, which the type applies to, is unknown. An encrypted text stays as read where documents declare null. */
function isHidden({ securityGroup }: Item, { text, unknown }: Row): boolean {
  return unknown === true || (securityGroup !== undefined && text !== null && looksSealed(text));
}

function isDeclarable(context: Context, depth: number): boolean {
  const elements = elementsOf(context);
  const isNamed = (name: string) => name === '*' || isElementName(name);
  return context === EVERYWHERE || (elements.length === depth && elements.every(isNamed));
}

/** The changes that lead from what documents declare to live. Their cause is set if the documents changed them too. */
export function changesTo(opened: OpenImport, desired: State): Change[] {
  const { lastApplied, target } = opened;
  const { state: live } = opened.shown;
  const declared = withoutHidden(present(complete(desired, opened.live, opened)), opened);
  const drift = lastApplied && withDrift(declared, lastApplied, opened);
  const differing = diffOfPlans(drift?.state ?? live, declared, target.levels.length);
  const changes = differing.map((change) =>
    drift?.conflicts.has(changeId(change)) ? { ...change, cause: 'conflict' as const } : change,
  );
  return changes.filter((change) => {
    if (!change.rewritten || change.kind === 'key') return !change.rewritten;
    return lastApplied === undefined && isKnownToDiffer(change, desired, live);
  });
}

/** Without what takes something out of the files because the server lacks it. */
export function withoutRemovals(changes: readonly Change[]): Change[] {
  return changes.flatMap((change): Change[] => {
    if (change.action === 'delete') return [];
    if (change.kind !== 'key' || change.action === 'create') return [change];
    const after = { ...change.before, ...change.after };
    return KEY_METADATA.some((name) => after[name] !== change.before?.[name])
      ? [{ ...change, after }]
      : [];
  });
}

/** Names of the metadata of a key that the files have and the server lacks. */
export function lackedMetadata({ action, before = {}, after = {} }: KeyChange): string[] {
  if (action !== 'update') return [];
  return KEY_METADATA.filter((name) => before[name] !== undefined && after[name] === undefined);
}

/** Of what cannot be compared: secured texts that documents contain in clear, and files whose group differs. */
function isKnownToDiffer(change: RowChange, desired: State, live: State): boolean {
  const declared = groupOfChange(desired, change);
  const group = groupOfChange(live, change);
  const isFromEnv = find(desired, change).row?.variable !== undefined;
  const isInOther = change.kind === 'file' && declared !== undefined && declared !== group;
  return (!isFromEnv && group !== undefined) || isInOther;
}

export function groupOfChange(state: State, change: Change): string | undefined {
  const { item, row } = find(state, change);
  return item?.securityGroup ?? row?.securityGroup;
}

/** Without items and rows that live has in a form that documents cannot declare. */
function withoutHidden(declared: State, { live, shown }: OpenImport): State {
  const isHidden = (at: Address) =>
    rowAt(live, at) !== undefined && rowAt(shown.state, at) === undefined;
  const { items } = onlyRows(declared, (row) => !isHidden(row));
  return {
    items: new Map([...items].filter(([id]) => !live.items.has(id) || shown.state.items.has(id))),
  };
}

/** What documents would declare that leave live as others made it, and the items that they changed too, and differently. */
function withDrift(
  declared: State,
  last: State,
  { target, before, shown, begun = [], here, others = [] }: OpenImport,
) {
  const desired = before.state;
  const live = shown.state;
  const depth = target.levels.length;
  const [lastApplied, ...unfinished] = [last, ...begun].map((state) =>
    withKnownTexts(state, desired, live),
  );
  const applied = { lastApplied, begun: unfinished, here };
  const isTheirs = (change: Change) =>
    !isDeclaredIn(desired, change) && others.some(({ state }) => isDeclaredIn(state, change));
  const differing = diff(declared, live, depth).filter((change) => !isTheirs(change));
  const caused = withCauses(differing, { desired, live, applied });
  const added = overridesIn(
    desired,
    { live, applied, others, policy: { scope: WHOLE_REPOSITORY } },
    depth,
  );
  const changes = withOverrides(caused, added).map((change) =>
    change.cause === 'override' ? { ...change, cause: 'drift' as const } : change,
  );
  const ofOthersToo = changes.filter(
    (change) => change.cause === 'conflict' || isTakingOver(change),
  );
  const state = withDriftKept(declared, changes, { live, applied }, [
    'drift',
    'conflict',
    'unmanaged',
  ]);
  return { state, conflicts: new Set(ofOthersToo.map(changeId)) };
}

/**
 * Replaces unknown texts of the last applied state, which came from the environment: by those declared now, or by those of live if
 * the documents no longer take them from there. Then drift is unknown, and a secret of the server stays there.
 */
function withKnownTexts(lastApplied: State, desired: State, live: State): State {
  return withRows(lastApplied, (row, at) => {
    if (!row.unknown) return row;
    const now = rowAt(desired, at);
    return (now?.variable === undefined ? rowAt(live, at) : now) ?? row;
  });
}
