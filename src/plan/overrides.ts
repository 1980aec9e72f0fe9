// Overrides: values and files that others created next to declared ones, so that some readers get them instead.
import { type Context, contextId, contextIn, covers, fullContext } from '../model/context.ts';
import type { Change, FileChange, ValueChange } from '../model/plan.ts';
import { type FileEntry, fileId, type Key, keyId, type State, type Value } from '../model/state.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';
import type { PlanInput } from './input.ts';
import { isDeclaredIn, oursIn } from './prune.ts';

type Row = ValueChange | FileChange;
type OverrideInput = Pick<PlanInput, 'live' | 'baseline' | 'announced' | 'scope' | 'others'> & {
  depth: number;
};

/**
 * Items of others that no other project declares either, each as the change that created it. Only keys and paths that
 * the last apply declared count.
 *
 * @param declared as the files declare it, absent items included
 */
export function overridesIn(declared: State, { live, scope, others = [], depth, ...applied }: OverrideInput): Row[] {
  const { baseline } = applied;
  if (baseline === undefined) return [];
  const ours = oursIn({ ...applied, live });
  const [now, before] = [declarationsIn(declared), declarationsIn(baseline)];
  const isTheirs = (row: Row): boolean => {
    if (before(row).length === 0) return false;
    if (others.some(({ state }) => isDeclaredIn(state, row))) return false;
    const context = contextIn(row.context);
    if (row.kind === 'file') return scope.file(row.path, context) && !ours.file(fileId(row.path, context));
    return scope.value(row.key, context) && !ours.value(keyId(row.key), contextId(context));
  };
  return rowsBeside(declared, { live, depth })
    .filter(isTheirs)
    .map((row) => ({ ...row, cause: 'override', ...overriddenBy(row, { declared: now(row), depth }) }));
}

/** The same changes; deletes of overrides get the cause `override`. */
export function withOverrides(changes: Change[], overrides: readonly Row[]): Change[] {
  const known = new Map(overrides.map((row) => [rowId(row), row]));
  return changes.map((change) => {
    const row = change.kind === 'key' ? undefined : known.get(rowId(change));
    return row === undefined
      ? change
      : { ...change, cause: 'override', ...(row.overrides && { overrides: row.overrides }) };
  });
}

/** `value dev;* db.pool.size`; contexts contain no blanks. */
function rowId(change: Change): string {
  if (change.kind === 'key') return `key ${keyId(change.key)}`;
  const name = change.kind === 'file' ? change.path : keyId(change.key);
  return `${change.kind} ${contextId(contextIn(change.context))} ${name}`;
}

/** Live items of declared keys and paths in contexts that are not declared. */
function rowsBeside(declared: State, { live, depth }: { live: State; depth: number }): Row[] {
  const rows: Row[] = [];
  for (const [id, key] of declared.keys) {
    const there = live.keys.get(id);
    if (there === undefined || !isPresent(key)) continue;
    const { name, vdt = 'Text' } = there;
    for (const [context, value] of there.values)
      if (!key.values.has(context))
        rows.push({ ...created(value, depth), kind: 'value', key: name, vdt, after: value.text });
  }
  const undeclared = [...live.files].filter(([id]) => !declared.files.has(id));
  const paths = new Set(undeclared.length === 0 ? [] : presentFiles(declared).map(({ path }) => path));
  for (const [, file] of undeclared)
    if (paths.has(file.path))
      rows.push({ ...created(file, depth), kind: 'file', path: file.path, after: file.content });
  return rows;
}

function created({ context }: Value | FileEntry, depth: number) {
  return { action: 'create', context: fullContext(context, depth) } as const;
}

/** The items that a state declares for the key or path of a row. */
function declarationsIn(state: State): (row: Row) => (Value | FileEntry)[] {
  return (row) => {
    if (row.kind === 'file') return presentFiles(state).filter(({ path }) => path === row.path);
    const key = state.keys.get(keyId(row.key));
    return key === undefined || key.absent ? [] : [...key.values.values()].filter(({ absent }) => !absent);
  };
}

function isPresent({ absent, values }: Key): boolean {
  return !absent && [...values.values()].some((value) => !value.absent);
}

function presentFiles({ files }: State): FileEntry[] {
  return [...files.values()].filter(({ absent }) => !absent);
}

/** The most specific declared row that covers this one: what its readers would get without it. */
function overriddenBy(
  { context }: Row,
  { declared, depth }: { declared: readonly (Value | FileEntry)[]; depth: number },
): Pick<Row, 'overrides'> {
  const groups = indexGroups(Array(depth).fill(''), []);
  const weight = (one: { context: Context }) => weightOf(fullContext(one.context, depth), groups);
  const covering = declared.filter((one) => covers(fullContext(one.context, depth), context));
  const [nearest] = covering.sort((a, b) => weight(b) - weight(a));
  if (nearest === undefined) return {};
  const { place } = nearest;
  return { overrides: { context: fullContext(nearest.context, depth), ...(place && { place }) } };
}
