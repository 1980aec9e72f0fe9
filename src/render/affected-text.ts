// Says which applications a change affects, where its context does not show it, and how many changes affect each environment.
import { grouped } from '../lib/collections.ts';
import { allOf, counted, listed, withCommas } from '../lib/text.ts';
import {
  contextId,
  type ContextPattern,
  covers,
  elementsOf,
  patternText,
} from '../model/context.ts';
import { countsByElement, type ElementCounts } from '../model/element-counts.ts';
import {
  ACTIONS,
  type Change,
  type ShowAffected,
  isCounted,
  keyChanges,
  type Plan,
  type AffectedRegion,
  type WinningRow,
  type RowChange,
  valueChanges,
} from '../model/plan.ts';
import { QUOTED, quotedWithin } from './columns.ts';
import { MASK } from './mask.ts';

/** More patterns are counted by the element of the first level. */
const MAX_PATTERNS = 8;

/**
 * Lines such as `affects applications in Production;* except Billing` or `falls back to "20" from *;*`; empty if the change says
 * as much by itself. `short`: at most one line. `full`: one line for each context or group of contexts.
 */
export function affectedLines(change: RowChange, showAffected: ShowAffected): string[] {
  const { affects } = change;
  if (showAffected === 'none' || affects === undefined) return [];
  if (affects.regions.length === 0) return affects.isExact ? [noEffect(change)] : [];
  // Where an update makes room for a new and more specific value, the line of that value says so.
  const isOwn = ({ after }: AffectedRegion) =>
    after && contextId(after.context) === contextId(change.context);
  const regions = affects.regions.filter((region) => change.action !== 'update' || isOwn(region));
  const lines =
    showAffected === 'full'
      ? regions.map((region) => sentence(outcomeOf(region, change), [region], change))
      : shortLines(change, regions);
  const said = lines.filter((line) => line !== '');
  return showAffected === 'short' && said.length > 1 ? [said.join('; ')] : said;
}

function noEffect({ action, kind }: RowChange): string {
  const what = kind === 'file' ? 'content' : 'value';
  // Another value with the same text, or one that wins both before and after, is what they get.
  if (action !== 'create') return `no effect: every application gets the same ${what} as before`;
  return `no effect: every application already gets this ${what}`;
}

/** Whether applications in a context, whose missing elements are any, are affected by a change; by a change of a key, all are. */
export function affectsContext(change: Change, context: string): boolean {
  if (change.kind === 'key') return true;
  const wanted = elementsOf(context);
  const meets = (elements: readonly string[]) =>
    wanted.every(
      (element, level) =>
        [element, elements[level] ?? '*'].includes('*') ||
        contextId(element) === contextId(elements[level] ?? '*'),
    );
  const { affects } = change;
  if (!affects?.isExact) return meets(change.context.split(';'));
  return affects.regions.some(
    ({ contexts: { elements, except } }) =>
      meets(elements) && !except.some((excluded) => covers(excluded.join(';'), wanted.join(';'))),
  );
}

export const NOTHING_LEFT = {
  value: 'no application has a value afterwards',
  file: 'no application has this file afterwards',
};

/** Whether applications get nothing where they got this before. */
export function leavesNothing({ action, affects }: RowChange): boolean {
  return (
    action === 'delete' &&
    affects?.isExact === true &&
    affects.regions.some(({ after }) => after === undefined)
  );
}

/** The names of the keys that are deleted on the line of their first value, and leave no value to any application. */
export function emptiedKeys(changes: readonly Change[]): ReadonlySet<string> {
  const deleted = keyChanges(changes).filter(
    (change) => change.action === 'delete' && !isCounted(change),
  );
  if (deleted.length === 0) return new Set();
  const values = grouped(valueChanges(changes), ({ name }) => name);
  const names = deleted.map(({ name }) => name);
  return new Set(names.filter((name) => values.get(name)?.every(leavesNothing)));
}

function shortLines(change: RowChange, regions: readonly AffectedRegion[]): string[] {
  // Where applications got nothing before, the other new values of the key say the rest.
  const told =
    change.action === 'create' ? regions.filter(({ before }) => before !== undefined) : regions;
  const alike = grouped(told, (region) => outcomeOf(region, change));
  return [...alike].map(([outcome, same]) => sentence(outcome, same, change));
}

function sentence(outcome: string, regions: readonly AffectedRegion[], change: RowChange): string {
  const patterns = joined(regions.map(({ contexts }) => contexts));
  const isItsContext = patterns
    .map(patternText)
    .every((text) => contextId(text) === contextId(change.context));
  // Applications elsewhere may well get a value.
  const isEverywhere = /^[*;]*$/.test(change.context);
  const saysWhere = outcome === NOTHING_LEFT[change.kind] && !isEverywhere;
  if (isItsContext && !saysWhere && (change.affects?.isExact || outcome === '')) return outcome;
  const where = whereText(patterns);
  const isExcept = patterns.some(({ except }) => except.length > 0);
  const more = change.affects?.isExact ? '' : `${isExcept ? ',' : ''} and maybe elsewhere`;
  if (change.action === 'delete') return outcome === '' ? '' : `${where}${more}: ${outcome}`;
  // Applications also get a new value where there was none before.
  const also =
    change.action === 'create' && regions.length < (change.affects?.regions.length ?? 0)
      ? 'also '
      : '';
  return `${also}affects applications ${where}${more}${outcome === '' ? '' : `, ${outcome}`}`;
}

/** The same contexts with fewer patterns: an exception that is a pattern of its own is replaced with the exceptions of that. */
function joined(patterns: readonly ContextPattern[]): ContextPattern[] {
  const byElements = new Map(patterns.map((pattern) => [pattern.elements.join(';'), pattern]));
  const absorbed = new Set<ContextPattern>();
  const wider = patterns.map(({ elements, except }) => {
    const taken = except.map((excluded) => within(elements, excluded));
    const left = taken.flatMap((part, i) => {
      const inner = byElements.get(part.join(';'));
      const isApart = taken.every((other) => other === part || areApart(part, other));
      if (inner === undefined || !isApart) return [except[i] ?? []];
      absorbed.add(inner);
      return inner.except.map((exception) => within(inner.elements, exception));
    });
    return { elements, except: left };
  });
  return wider.filter((_, index) => !absorbed.has(patterns[index] as ContextPattern));
}

/** What an exception takes away: of `Production;*`, `*;Billing` is `Production;Billing`. */
function within(elements: readonly string[], exception: readonly string[]): string[] {
  return exception.map((element, level) => (element === '*' ? (elements[level] ?? '*') : element));
}

function areApart(one: readonly string[], other: readonly string[]): boolean {
  return one.some(
    (element, level) => element !== '*' && other[level] !== '*' && other[level] !== element,
  );
}

function whereText(patterns: readonly ContextPattern[]): string {
  const hasExceptions = patterns.some(({ except }) => except.length > 0);
  if (patterns.length <= MAX_PATTERNS) {
    const texts = patterns.map((pattern) =>
      patternText(pattern).replace(/^\*(?:;\*)*(?= |$)/, 'everywhere'),
    );
    if (!hasExceptions && !texts.includes('everywhere')) return `in ${texts.join(', ')}`;
    return texts.map((text) => (text.startsWith('everywhere') ? text : `in ${text}`)).join(' and ');
  }
  const byElement = grouped(patterns, ({ elements }) => elements[0] ?? '*');
  const counts = [...byElement].map(
    ([element, { length }]) => `${element} (${withCommas(length)})`,
  );
  return `in ${counted(patterns.length, 'group')} of contexts: ${counts.join(', ')}`;
}

function outcomeOf({ before, after }: AffectedRegion, change: RowChange): string {
  if (change.action === 'delete') {
    if (after !== undefined) return `falls back to ${rowText(after, change)}`;
    return change.affects?.isExact ? NOTHING_LEFT[change.kind] : '';
  }
  return change.action === 'update' || before === undefined
    ? ''
    : `instead of ${rowText(before, change)}`;
}

/** `"20" from *;*`. */
function rowText({ context, text, secret }: WinningRow, { kind }: RowChange): string {
  if (kind === 'file') return `the file of ${context}`;
  if (secret) return `${MASK} from ${context}`;
  return text === undefined
    ? `the value of ${context}`
    : `${quotedWithin(text, QUOTED)} from ${context}`;
}

// Which changes affect the applications of each element of the first context level.

/** More elements are counted, not named. */
const MAX_ROWS = 12;
/** Fewer changes are read faster than a table. */
const LEAST_CHANGES = 10;
/** What affects each of more elements is told together where it is the same. */
const FEW_ELEMENTS = 4;
/** Instead of `*`. */
export const ANY_OTHER = 'any other';

/** The heads of {@link ElementTable}: what a change does to what applications get, which a creation may only change. */
export const SEEN = { create: 'add', update: 'change', delete: 'remove' } as const;

export interface ElementTable {
  title: string;
  level: string;
  rows: ElementCounts[];
  /** How many rows are left out. */
  left: number;
  /** How the numbers relate to those of the plan. */
  note: string;
}

/** A table, or a sentence where one says as much; `undefined`: unknown, or the change itself says it. */
export function affectedTable(plan: Plan): ElementTable | string | undefined {
  const counts = countsByElement(plan);
  const all = plan.changes.filter(isCounted);
  const changes = all.filter(({ kind }) => kind !== 'key').length;
  const [first] = counts;
  if (changes < 2 || first === undefined) return undefined;
  const level = plan.target.levels[0] ?? '';
  const name = level.toLowerCase() || 'application';
  const most = isExact(plan) ? '' : 'at least ';
  const keys = all.length - changes;
  const kinds = keys === 0 ? '' : ' of values and files';
  const what = `${withCommas(changes)} changes${kinds}`;
  const ofKeys =
    keys === 0
      ? ''
      : ` ${counted(keys, 'more change')} ${keys === 1 ? 'is of a key' : 'are of keys'} alone.`;
  const isRewriting = plan.changes.some(({ rewritten }) => rewritten);
  const apart = `${ofKeys}${isRewriting ? ' What is written again does not count.' : ''}`;
  const isEqual = counts.every((count) =>
    ACTIONS.every((action) => count[action] === first[action]),
  );
  const isEverywhere = isEqual && counts.some(({ element }) => element === '*');
  if (isEverywhere && totalOf(first) === changes)
    return `${allOf(changes, 'change')}${kinds} affect every ${name}.${apart}`;
  if (isEverywhere && isExact(plan) && groupsOf(counts, plan).length === 1) {
    const total = totalOf(first);
    const others = changes - total === 1 ? 'the other affects' : 'the others affect';
    return `${withCommas(total)} of the ${what} ${affect(total)} every ${name}; ${others} none.${apart}`;
  }
  const isFew = counts.length <= FEW_ELEMENTS;
  if (changes >= LEAST_CHANGES && !(isEverywhere && isFew))
    return {
      title: `How many${most === '' ? '' : ', at least,'} of the ${what} add, change or remove what applications get, by ${name}`,
      level,
      rows: counts.slice(0, MAX_ROWS),
      left: Math.max(0, counts.length - MAX_ROWS),
      note: `One change may count in more than one ${name}.${apart}`,
    };
  if (counts.length > MAX_ROWS) return undefined;
  const anyOther = `${plan.elements?.length === 0 ? 'every' : ANY_OTHER} ${name}`;
  const named = ({ element }: ElementCounts) => (element === '*' ? anyOther : `\`${element}\``);
  const groups = isFew ? counts.map((count) => [count]) : groupsOf(counts, plan);
  const isAll = ([alike]: readonly ElementCounts[]) =>
    alike !== undefined && totalOf(alike) === changes;
  const clauses = groups
    .filter((group) => !isAll(group))
    .map((alike) => {
      const total = alike[0] === undefined ? 0 : totalOf(alike[0]);
      return `${most}${withCommas(total)} ${affect(total)} ${listed(alike.map(named))}`;
    });
  const some = isFew ? listed(clauses) : clauses.join('; ');
  const affectedByAll = groups.filter(isAll).flat().map(named);
  if (affectedByAll.length === 0) return `Of the ${what}, ${some}.${apart}`;
  const rest = some === '' ? '' : `; ${some}`;
  return `${allOf(changes, 'change')}${kinds} affect ${listed(affectedByAll)}${rest}.${apart}`;
}

function affect(count: number): string {
  return count === 1 ? 'affects' : 'affect';
}

/** The elements that the same changes affect, together. */
function groupsOf(
  counts: readonly ElementCounts[],
  plan: Pick<Plan, 'changes' | 'elements'>,
): ElementCounts[][] {
  const affected = plan.changes.map((change) => {
    const affectedElements = countsByElement({ ...plan, changes: [change] });
    return new Set(affectedElements.map(({ element }) => element));
  });
  const idOf = ({ element }: ElementCounts) =>
    affected.map((elements) => Number(elements.has(element))).join('');
  return [...grouped(counts, idOf).values()];
}

export function totalOf({ create, update, delete: deleted }: ElementCounts): number {
  return create + update + deleted;
}

/** Whether all changes that affect applications are known. */
export function isExact({ changes }: Pick<Plan, 'changes'>): boolean {
  return changes.every((change) => change.kind === 'key' || change.affects?.isExact !== false);
}
