// Which rows of the target a promotion sets or removes, and what it only lists. Pure: it knows no file and writes nothing.
import { type Context, contextId, elementsOf, fullContext } from '../model/context.ts';
import type { ComparedRow } from '../model/comparison.ts';
import type { LeftDifference } from '../model/promotion.ts';
import { nameMatcher } from '../model/secrets.ts';
import {
  fileId,
  isFilePath,
  type Item,
  keyId,
  type Named,
  isPresent,
  type State,
} from '../model/state.ts';
import { type Effect, effectsOf } from '../semantics/effects.ts';
import { keysNamedIn, placeholderOf } from '../semantics/placeholders.ts';
import { type Groups, heaviest, indexGroups, weigher, weightOf } from '../semantics/resolution.ts';
import { EACH } from '../show/asked.ts';
import { type ContextPair, comparedRows, requestedIn, sameFor } from '../show/compare.ts';
import type { Side } from '../show/sides.ts';
import { atPattern, isOfPattern } from './asked.ts';

/** A row of the target that gets the text of another row, or is removed. */
export interface Proposal {
  item: Item;
  /** Of the target, in full. */
  context: Context;
  /** The context whose text it gets, in full; `undefined`: it is removed, because a broader row gives the same. */
  from: Context | undefined;
}

export interface PromotionRequest {
  pair: ContextPair;
  /** The same as it was asked for. */
  names: readonly [from: string, to: string];
  isChosen: (item: Named) => boolean;
  /** Globs of the names that environments differ in on purpose. */
  keep: readonly string[];
  /** Whether it also sets what only the target has. */
  exact: boolean;
  /** Whether it removes rows that a broader one makes superfluous. */
  tidy: boolean;
}

export interface Proposals {
  set: Proposal[];
  left: LeftDifference[];
  /** In full sentences. */
  notes: string[];
}

interface PromotedRows extends PromotionRequest {
  state: State;
  rows: (item: Item) => ComparedRow[];
  groups: Groups;
  isKept: (name: string) => boolean;
}

/** What is proposed for one item, and its rows afterwards. */
interface ItemProposals {
  set: Map<string, Proposal>;
  left: LeftDifference[];
  rows: readonly ComparedRow[];
}

/** For the chosen items, and for what their files and values refer to if the target lacks it. */
export function proposedRows(side: Side, request: PromotionRequest): Proposals {
  const { state, levels } = side;
  const items = [...state.items.values()].filter(isPresent);
  const compared = comparedRows(side, items);
  const promotedRows: PromotedRows = {
    ...request,
    state,
    rows: (item) => [...item.rows.values()].flatMap((row) => compared.get(row) ?? []),
    groups: indexGroups(levels, side.groups),
    isKept: nameMatcher(request.keep),
  };
  const chosen = new Set(items.filter(request.isChosen));
  const proposalsByItem = new Map<Item, ItemProposals>();
  // It grows while it is read.
  for (const item of chosen) {
    const settled = settle(item, promotedRows);
    proposalsByItem.set(item, settled);
    for (const { id, context, from } of needsOf(item, settled)) {
      const needed = state.items.get(id);
      if (needed === undefined || chosen.has(needed)) continue;
      const rows = promotedRows.rows(needed);
      if (!winnerAt(rows, context, promotedRows) && winnerAt(rows, from, promotedRows))
        chosen.add(needed);
    }
  }
  const proposals = [...proposalsByItem.values()];
  return {
    set: proposals.flatMap(({ set }) => [...set.values()]),
    left: proposals.flatMap(({ left }) => left),
    notes: [...proposalsByItem].flatMap(([item, settled]) =>
      missingNotes(item, settled, { proposalsByItem, promotedRows }),
    ),
  };
}

function settle(item: Item, promotedRows: PromotedRows): ItemProposals {
  const given = promotedRows.rows(item);
  const untouched: ItemProposals = { set: new Map(), left: [], rows: given };
  const differing = differences(item, given, promotedRows);
  if (differing === undefined)
    return {
      ...untouched,
      left: [leftOf(item, promotedRows, { why: 'too-many', reason: TOO_MANY })],
    };
  const why = leftAlone(item, given, promotedRows);
  if (why !== undefined)
    return {
      ...untouched,
      left: differing.map((difference) =>
        leftOf(item, promotedRows, { ...why(difference), difference }),
      ),
    };
  const { set, rows, withheld } = setAll(item, given, promotedRows);
  const left = (differences(item, rows, promotedRows) ?? []).map((difference) =>
    leftOf(item, promotedRows, {
      ...reasonFor(item, difference, { withheld, promotedRows }),
      difference,
    }),
  );
  // A row that goes could not hold back any longer what is withheld because of it.
  const isTidied = promotedRows.tidy && left.every(({ why }) => why !== 'others');
  const tidied = isTidied ? tidy(item, { set, rows, given }, promotedRows) : { set, rows };
  return { ...tidied, left };
}

const TOO_MANY = 'too many contexts have rows of it to compare them';

type Differing = Effect<ComparedRow>;

/** Where the target receives something else. */
function differences(
  item: Item,
  rows: readonly ComparedRow[],
  { pair, groups }: PromotedRows,
): Differing[] | undefined {
  const between = [requestedIn(pair[0]), requestedIn(pair[1])] as const;
  return effectsOf({ before: rows, after: rows, groups, same: sameFor(item), between });
}

/** Why nothing of an item is promoted; `undefined`: it is. */
function leftAlone(
  { name, securityGroup }: Item,
  rows: readonly ComparedRow[],
  promotedRows: PromotedRows,
): ((difference: Differing) => WhyLeft) | undefined {
  const { pair, isKept } = promotedRows;
  // Where every environment is the target, its rows are those of every environment.
  const isAsked = (element: string, level: number) =>
    element === '*' ||
    [pair[0][level], pair[1][level]].some(
      (part) => part === EACH || part === '*' || part?.toLowerCase() === element.toLowerCase(),
    );
  const isSecret = rows.some(
    ({ isMasked, context }) => isMasked && elementsOf(context).every(isAsked),
  );
  if (isSecret)
    return ({ before, after }) => ({
      why: 'secret',
      reason: secretReason(before, after, securityGroup),
    });
  return isKept(name) ? () => ({ why: 'keep', reason: '`promote.keep` names it' }) : undefined;
}

/** Which variable to set, and which one the source takes. */
function secretReason(
  from: ComparedRow | undefined,
  targetRow: ComparedRow | undefined,
  group: string | undefined,
): string {
  const guard = group === undefined ? '' : `, in the security group ${group}`;
  const origin = from?.variable === undefined ? 'has one' : `takes it from ${from.variable}`;
  const source = from === undefined ? '' : `; ${from.context} ${origin}${guard}`;
  if (targetRow?.variable !== undefined) return `set ${targetRow.variable}${source}`;
  return targetRow === undefined
    ? `declare one with \`{ env: … }\`, and set that variable${source}`
    : `it is not compared${source}`;
}

interface SetRows {
  set: Map<string, Proposal>;
  rows: readonly ComparedRow[];
  /** Sentences by the {@link contextId} of what is not set, because others would receive it. */
  withheld: ReadonlyMap<string, string>;
}

/** Sets rows until nothing more follows: one that is set may win where another row of the target gave the same before. */
function setAll(item: Item, given: readonly ComparedRow[], promotedRows: PromotedRows): SetRows {
  const set = new Map<string, Proposal>();
  let rows = given;
  for (;;) {
    const withheld = new Map<string, string>();
    const count = set.size;
    const wanted = (differences(item, rows, promotedRows) ?? [])
      .flatMap((difference) => settingFor(item, difference, { rows, promotedRows }) ?? [])
      .filter(({ context }) => !set.has(contextId(context)));
    for (const setting of wanted) {
      const after = withRow(rows, setting);
      const losing = promotedRows.exact ? [] : othersLosing({ before: rows, after }, promotedRows);
      if (losing === undefined) withheld.set(contextId(setting.context), TOO_MANY);
      else if (losing.length > 0)
        withheld.set(contextId(setting.context), othersReason(setting, losing));
      else {
        rows = after;
        set.set(contextId(setting.context), {
          item,
          context: setting.context,
          from: setting.row.context,
        });
      }
    }
    // A row that was set may be what others would have received.
    if (set.size === count) return { set, rows, withheld };
  }
}

interface Setting {
  context: Context;
  /** What the context gets. */
  row: ComparedRow;
}

/** What makes the target receive the same; `undefined`: nothing that is set without being asked for. */
function settingFor(
  item: Item,
  { before: from, after: targetRow }: Differing,
  { rows, promotedRows }: { rows: readonly ComparedRow[]; promotedRows: PromotedRows },
): Setting | undefined {
  const { pair, groups, exact } = promotedRows;
  if (from === undefined) return undefined;
  const isOfTarget = targetRow !== undefined && isOfPattern(targetRow.context, pair[1]);
  if (isOfPattern(from.context, pair[0])) {
    const context = atPattern(from.context, pair[1]);
    // Another row of the target wins over the one that would be set.
    const isOutweighed =
      targetRow !== undefined && weightOf(targetRow.context, groups) > weightOf(context, groups);
    if (!isOutweighed) return isAbsent(item, context) ? undefined : { context, row: from };
  }
  if (!exact || !isOfTarget || isAbsent(item, atPattern(targetRow.context, pair[0])))
    return undefined;
  // One row may win for several applications: it gets what its own counterpart receives.
  const row = winnerAt(rows, atPattern(targetRow.context, pair[0]), promotedRows);
  return row && !sameFor(item)(row, targetRow) ? { context: targetRow.context, row } : undefined;
}

function isAbsent({ rows }: Item, context: Context): boolean {
  const id = contextId(context);
  return [...rows.values()].some(
    (row) => row.absent && contextId(fullContext(row.context, elementsOf(context).length)) === id,
  );
}

function withRow(rows: readonly ComparedRow[], { context, row }: Setting): ComparedRow[] {
  const { text, isMasked } = row;
  const others = rows.filter((row) => contextId(row.context) !== contextId(context));
  return [...others, { text, isMasked, context, variable: undefined, place: undefined }];
}

function winnerAt(
  rows: readonly ComparedRow[],
  context: Context,
  { groups }: PromotedRows,
): ComparedRow | undefined {
  const serial = rows.map((row, at) => ({ row, context: row.context, serial: at }));
  return heaviest(serial, weigher(elementsOf(context), groups))?.row;
}

/**
 * Contexts of other elements than the two whose rows win no longer, even over the same text: the next edit of one would
 * not reach its applications. `undefined`: there are too many to compare.
 */
function othersLosing(
  { before, after }: { before: readonly ComparedRow[]; after: readonly ComparedRow[] },
  { pair, groups }: PromotedRows,
): Context[] | undefined {
  if (!isBroad(pair)) return [];
  const same = (row: ComparedRow, other: ComparedRow) => row.context === other.context;
  const isOther = (element: string, level: number) =>
    element !== '*' &&
    pair[0][level] !== EACH &&
    pair.every((pattern) => pattern[level]?.toLowerCase() !== element.toLowerCase());
  const lost = effectsOf({ before, after, groups, same })?.flatMap(({ before: row }) =>
    row !== undefined && elementsOf(row.context).some(isOther) ? row.context : [],
  );
  return lost && [...new Set(lost)];
}

/** Whether the target is every element of a level, so that its rows are received by others too. */
function isBroad(pair: ContextPair): boolean {
  return pair[1].some((element, level) => element === '*' && pair[0][level] !== '*');
}

function othersReason({ context, row }: Setting, losing: readonly Context[]): string {
  return `the value of ${row.context} for ${context} would win over that of ${losing.join(', ')}; --exact sets it`;
}

type WhyLeft = Pick<LeftDifference, 'why' | 'reason'> & { context?: Context | undefined };

function reasonFor(
  item: Item,
  { before: from, after: targetRow }: Differing,
  {
    withheld,
    promotedRows: { pair, exact },
  }: { withheld: SetRows['withheld']; promotedRows: PromotedRows },
): WhyLeft {
  if (from !== undefined && isOfPattern(from.context, pair[0])) {
    const context = atPattern(from.context, pair[1]);
    const reason = withheld.get(contextId(context));
    if (reason !== undefined) return { why: 'others', reason, context };
    if (isAbsent(item, context))
      return { why: 'deleted', reason: 'it is declared with `opp: delete`', context };
  }
  if (targetRow === undefined || !isOfPattern(targetRow.context, pair[1])) {
    const isOwn = from !== undefined && isOfPattern(from.context, pair[0]);
    const reason = isOwn
      ? `${from.context} does not win there, because ${targetRow?.context} is more specific`
      : `${pair[0].join(';')} gets it from ${from?.context ?? 'no row'}, which is not promoted`;
    return { why: 'elsewhere', reason };
  }
  const source = atPattern(targetRow.context, pair[0]);
  if (isAbsent(item, source))
    return { why: 'deleted', reason: `${source} is declared with \`opp: delete\`` };
  if (from === undefined)
    return { why: 'deleted', reason: `${source} gets nothing; remove it if it is no longer used` };
  const how = exact ? '' : '; --exact sets the same here, --exact --tidy removes this row';
  return isOfPattern(from.context, pair[0])
    ? { why: 'own', reason: `${source} gets the row ${from.context}${how}` }
    : { why: 'own', reason: `overrides ${from.context}, which ${source} gets${how}` };
}

function leftOf(
  item: Item,
  { pair, rows }: PromotedRows,
  { why, reason, context, difference }: WhyLeft & { difference?: Differing },
): LeftDifference {
  const { kind, name, vdt } = item;
  const { before, after } = difference ?? {};
  const elements = difference?.contexts.elements ?? [];
  const asked = pair[1].map((element, at) => (element === EACH ? (elements[at] ?? '*') : element));
  const rowOfTarget = after && isOfPattern(after.context, pair[1]) ? after : undefined;
  const source = before && rows(item).find((row) => row.context === before.context);
  return {
    kind: kind === 'key' ? 'value' : kind,
    name,
    vdt: kind === 'key' ? (vdt ?? 'Text') : undefined,
    why,
    context: context ?? rowOfTarget?.context ?? asked.join(';'),
    text: after?.text,
    reason,
    place: rowOfTarget?.place ?? source?.place,
  };
}

/** Removes rows that give the same as a broader one, narrow ones first. */
function tidy(
  item: Item,
  {
    set,
    rows,
    given,
  }: { set: Map<string, Proposal>; rows: readonly ComparedRow[]; given: readonly ComparedRow[] },
  { pair, groups }: PromotedRows,
): Pick<ItemProposals, 'set' | 'rows'> {
  const promoted = new Set([
    ...set.keys(),
    ...rows.flatMap(({ context }) =>
      isOfPattern(context, pair[0]) ? contextId(atPattern(context, pair[1])) : [],
    ),
  ]);
  const isMeant = ({ context }: ComparedRow) =>
    promoted.has(contextId(atPattern(context, pair[1]))) &&
    isOfPattern(context, pair[1]) !== isBroad(pair);
  const narrowFirst = [...rows]
    .filter(isMeant)
    .sort((a, b) => weightOf(b.context, groups) - weightOf(a.context, groups));
  const isSuperfluous = (row: ComparedRow, among: readonly ComparedRow[]) => {
    const after = among.filter((candidate) => candidate !== row);
    const effects = effectsOf({ before: among, after, groups, same: sameFor(item) });
    return among.includes(row) && effects?.length === 0;
  };
  const proposals = new Map(set);
  let left = rows;
  // One that goes may make another one superfluous.
  for (;;) {
    const row = narrowFirst.find((candidate) => isSuperfluous(candidate, left));
    if (row === undefined) break;
    left = left.filter((candidate) => candidate !== row);
    const id = contextId(row.context);
    if (given.some(({ context }) => contextId(context) === id))
      proposals.set(id, { item, context: row.context, from: undefined });
    else proposals.delete(id);
  }
  return { set: proposals, rows: left };
}

/** What a row that is set refers to: keys in placeholders, and the file of a FileRef or FileEmbed. */
function needsOf(item: Item, { set, rows }: ItemProposals) {
  return [...set.values()].flatMap(({ context, from }) => {
    const text = rows.find((row) => row.context === context)?.text;
    if (from === undefined || text == null) return [];
    if (item.kind === 'file')
      return keysNamedIn(text).map((name) => ({ id: keyId(name), name, context, from }));
    return isFilePath(item.vdt) ? [{ id: fileId(text), name: text, context, from }] : [];
  });
}

/** Sentences about what the target still lacks afterwards, where the source has it. */
function missingNotes(
  item: Item,
  settled: ItemProposals,
  {
    proposalsByItem,
    promotedRows,
  }: { proposalsByItem: ReadonlyMap<Item, ItemProposals>; promotedRows: PromotedRows },
): string[] {
  return needsOf(item, settled).flatMap(({ id, name, context, from }) => {
    const needed = promotedRows.state.items.get(id);
    const rows = needed && (proposalsByItem.get(needed)?.rows ?? promotedRows.rows(needed));
    if (needed === undefined || rows === undefined || winnerAt(rows, context, promotedRows))
      return [];
    if (winnerAt(rows, from, promotedRows) === undefined) return [];
    const isKey = item.kind === 'file';
    const what = isKey ? `the placeholder ${placeholderOf(name)}` : `the file ${name}`;
    const lacks = isKey ? 'that key has no value' : 'that file does not exist';
    return [`${item.name} in ${context} needs ${what}, but ${lacks} there.`];
  });
}
