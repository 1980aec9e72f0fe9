// Compares two states: the changes that lead from live to desired. Ignores rows already marked `kept`.
import { firstOfEach } from '../lib/collections.ts';
import { compareContexts, fullContext } from '../model/context.ts';
import { type Change, compareChanges, type RowChange, type KeyChange } from '../model/plan.ts';
import {
  type Item,
  itemId,
  KEY_METADATA,
  type KeyMetadata,
  type Row,
  rowsNotIn,
  type State,
} from '../model/state.ts';
import { rowNameAndType } from './find-item.ts';

/** Whether a row is kept as it is on the other side, even if its text is unknown. */
type IsKept = (row: Row, other: Row) => boolean;

/**
 * The sorted changes from live to what is planned. Kept rows are no changes.
 * @param depth number of context levels, to write contexts in full
 */
export function diff(
  planned: State,
  live: State,
  depth: number,
  isKept: IsKept = ({ kept }) => kept === true,
): Change[] {
  const changes: Change[] = [];
  const compare = (item: Item | undefined, there: Item | undefined) => {
    for (const change of changesOfItem(item, there, depth, isKept)) changes.push(change);
  };
  for (const [id, item] of planned.items) compare(item, live.items.get(id));
  for (const [id, item] of live.items) if (!planned.items.has(id)) compare(undefined, item);
  return changes.sort(compareChanges);
}

/** The same between two planned states. Rows that both keep are no changes. */
export function diffOfPlans(planned: State, other: State, depth: number): Change[] {
  return diff(
    planned,
    other,
    depth,
    (row, otherRow) => row.kept === true && otherRow.kept === true,
  );
}

function changesOfItem(
  item: Item | undefined,
  live: Item | undefined,
  depth: number,
  isKept: IsKept,
): Change[] {
  const named = item ?? live;
  if (named === undefined) return [];
  const ofKey = named.kind === 'key' ? keyChange(item, live, depth) : undefined;
  const changes: Change[] = ofKey === undefined ? [] : [ofKey];
  for (const [context, row] of item?.rows ?? []) {
    const liveRow = live?.rows.get(context);
    if (liveRow !== undefined && (isSame(row, liveRow, named) || isKept(row, liveRow))) continue;
    // Drift is compared in the other direction: what is planned is unknown.
    const isTheirs = row.drifted && liveRow !== undefined && !liveRow.unknown;
    const sides = {
      securityGroup: row.securityGroup ?? live?.securityGroup,
      after: isTheirs ? undefined : row.text,
      surplus: surplusOf(liveRow?.duplicates ? liveRow : row, named),
      ...actionOf(row, liveRow),
    };
    changes.push(Object.assign(rowNameAndType(named, row, depth), sides));
  }
  for (const [, row] of live === undefined ? [] : rowsNotIn(live, item)) {
    const isUnknown = row.unknown && (named.kind === 'file' || row.text === null);
    changes.push({
      ...rowNameAndType(named, row, depth),
      action: 'delete',
      before: isUnknown ? undefined : row.text,
      surplus: surplusOf(row, named),
    });
  }
  return changes;
}

function keyChange(
  item: Item | undefined,
  live: Item | undefined,
  depth: number,
): KeyChange | undefined {
  if (item === undefined)
    return (
      live && {
        kind: 'key',
        action: 'delete',
        name: live.name,
        before: metadata(live),
        values: live.rows.size,
      }
    );
  const named = { kind: 'key', name: item.name } as const;
  if (live === undefined)
    return { ...named, action: 'create', after: metadata(item), values: item.rows.size };
  if (KEY_METADATA.every((name) => item[name] === live[name])) return undefined;
  // Rows have no order (behaviour.md, section 13), so choose the same one every time.
  const stays = [...live.rows].flatMap(([id, { context }]) => (item.rows.has(id) ? [context] : []));
  const [broadest] = stays.sort(compareContexts);
  return {
    ...named,
    action: 'update',
    before: metadata(live),
    after: metadata(item),
    values: 0,
    anchor: broadest === undefined ? undefined : fullContext(broadest, depth),
  };
}

/** A value that the server stores more than once is written even if it is the same. */
function isSame(row: Row, liveRow: Row, { kind }: Item): boolean {
  if (row.unknown || liveRow.unknown || (kind === 'key' && liveRow.duplicates)) return false;
  return row.text === liveRow.text && row.securityGroup === liveRow.securityGroup;
}

function actionOf(
  row: Row,
  liveRow: Row | undefined,
): Pick<RowChange, 'action' | 'rewritten' | 'before'> {
  if (liveRow === undefined) return { action: 'create' };
  if (liveRow.differs && !row.unknown) return { action: 'update' };
  if (liveRow.unknown || (row.unknown && !row.drifted))
    return { action: 'update', rewritten: true };
  return { action: 'update', before: liveRow.text };
}

function surplusOf({ duplicates }: Row, { kind }: Item): number | undefined {
  return kind === 'file' ? undefined : duplicates;
}

function metadata(key: Item): KeyMetadata {
  const names = KEY_METADATA.filter((name) => key[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, key[name]]));
}

export function firstOfEachKey<One extends Change>(changes: readonly One[]): One[] {
  return firstOfEach(
    changes.filter(({ kind }) => kind !== 'file'),
    itemId,
  );
}
