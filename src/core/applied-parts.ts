// What apply runs of several stages applied together: each row, and the fields of each key, as the newest that applied it has it.
import { isDeepStrictEqual } from 'node:util';
import {
  type Address,
  type Item,
  KEY_METADATA,
  type Row,
  rowsIn,
  type State,
} from '../model/state.ts';
import { contextsTest } from '../model/project.ts';
import type { AppliedStage, Stage } from '../model/stages.ts';

/** What an apply declared. Without a stage, it applied all of it. */
export interface AppliedPart {
  apply: { state: 'begun' | 'done'; stage?: AppliedStage | undefined };
  state: State;
}

/** What the finished ones applied; `undefined`: none is. @param parts the newest first */
export function doneIn(parts: readonly AppliedPart[]): State | undefined {
  const done = finishedIn(parts);
  const [newest] = done;
  return newest?.apply.stage === undefined ? newest?.state : stateOf(sourcesIn(done));
}

/** What would be applied if the unfinished one had finished. */
export function doneWith(
  parts: readonly AppliedPart[],
  unfinished: AppliedPart,
): State | undefined {
  return doneIn(
    parts.map((part) =>
      part === unfinished ? { ...part, apply: { ...part.apply, state: 'done' } } : part,
    ),
  );
}

/** What each unfinished one was to apply, newest first, as far as nothing newer applied it. @param parts the newest first */
export function begunIn(parts: readonly AppliedPart[]): State[] {
  const states = countingStates(parts);
  return parts.flatMap((part, i) => (isDone(part) ? [] : (states[i] ?? [])));
}

/** What each of them applied, or was to apply, as far as nothing newer applied it. @param parts the newest first */
export function countingStates(parts: readonly AppliedPart[]): State[] {
  return parts.map((part, i) => {
    const newer = finishedIn(parts.slice(0, i));
    const isWhole = newer.length === 0 && part.apply.stage === undefined;
    return isWhole ? part.state : stateOf(sourcesIn([part], newer));
  });
}

/**
 * Those that still count once another apply is done. Without one of them, something that is managed would be unknown, or
 * known in another form than it was applied, or it would be unknown which commit a stage applied last.
 * @param parts the newest first
 * @param stages the names of those that the project has
 */
export function countingBeside<Part extends AppliedPart>(
  newest: AppliedPart,
  parts: readonly Part[],
  stages: readonly string[],
): Part[] {
  if (newest.apply.stage === undefined) return [];
  const finished = finishedIn(parts);
  const last = lastOfEach([newest, ...finished], stages);
  let counting = finished;
  for (const part of finished.toReversed()) {
    if (last.has(part)) continue;
    const others = counting.filter((other) => other !== part);
    if (isAlike(sourcesIn([newest, ...others]), sourcesIn([newest, ...counting])))
      counting = others;
  }
  const isLeft = (part: Part, i: number) => {
    const newer = [newest, ...finishedIn(parts.slice(0, i))];
    return sourcesIn([part], newer).size > 0;
  };
  return parts.filter((part, i) => (isDone(part) ? counting.includes(part) : isLeft(part, i)));
}

/**
 * Whether an apply would count the same if its stage had left and taken this instead: what it did or left then may be done
 * by now.
 * @param parts the newest first
 */
export function isAlikeWith(
  stage: AppliedStage,
  last: AppliedPart['apply'],
  parts: readonly AppliedPart[],
): boolean {
  const finished = finishedIn(parts);
  const part = finished.find(({ apply }) => apply === last);
  const { later, taken } = stage;
  if (part === undefined || !isDeepStrictEqual({ ...last.stage, later, taken }, stage))
    return false;
  const again = { ...part, apply: { ...last, stage } };
  const others = finished.filter((other) => other !== part);
  return isAlike(sourcesIn([again, ...others]), sourcesIn(finished), isSameFields);
}

/**
 * Those that the next apply must follow: they applied some of its addresses (whatever their stage was called), and no
 * finished apply has done so since, or they began to apply them.
 * @param parts the newest first
 */
export function followedBy<Part extends AppliedPart>(
  next: AppliedPart,
  parts: readonly Part[],
): Part[] {
  if (next.apply.stage === undefined) return [...parts];
  const states = [next, ...parts].map(({ state }) => state);
  let addresses = states.flatMap(addressesIn).filter(reachOf(next));
  if (addresses.length === 0) return lastOfItsName(next, parts);
  const followed: Part[] = [];
  for (const part of parts) {
    const reaches = reachOf(part);
    if (addresses.some(reaches)) followed.push(part);
    if (isDone(part)) addresses = addresses.filter((at) => !reaches(at));
  }
  return followed;
}

/** A stage without rows can only be found by its name. */
function lastOfItsName<Part extends AppliedPart>(next: AppliedPart, parts: readonly Part[]) {
  const { name } = next.apply.stage ?? {};
  const last = parts.find(({ apply }) => apply.stage === undefined || apply.stage.name === name);
  return last === undefined ? [] : [last];
}

/**
 * Whether an apply was of a stage, whatever that was called: of the same contexts, or of one in which it or the files have
 * a row.
 */
export function isOfStage({ apply, state }: AppliedPart, next: Stage, files: State): boolean {
  const { stage } = apply;
  if (stage === undefined || isDeepStrictEqual(stage.contexts, next.contexts)) return true;
  const tests = [stage, next].map(({ contexts }) => contextsTest(contexts));
  const contexts = new Set(
    [state, files].flatMap((rows) => [...rowsIn(rows)].map((at) => at.context)),
  );
  return [...contexts].some((context) => tests.every((test) => test(context)));
}

/** The one that applied an address last; `undefined`: none did. @param finished the newest first */
export function lastAppliedAt<Part extends AppliedPart>(
  finished: readonly Part[],
): (at: Address) => Part | undefined {
  const reaching = finished.map((part) => ({ part, reaches: reachOf(part) }));
  return (at) => reaching.find(({ reaches }) => reaches(at))?.part;
}

/** The same for all that an apply applied; `undefined` among them: some of it was applied by none. */
export function lastBefore<Part extends AppliedPart>(
  next: AppliedPart,
  finished: readonly Part[],
): Set<Part | undefined> {
  const addresses = [next, ...finished].flatMap(({ state }): Address[] => [
    ...[...state.items.keys()].map((id) => ({ id, context: '' })),
    ...rowsIn(state),
  ]);
  return new Set(addresses.filter(reachOf(next)).map(lastAppliedAt(finished)));
}

/** Its rows, and the keys that it has without rows. */
function addressesIn(state: State): Address[] {
  const keys = [...state.items].filter(([, { rows }]) => rows.size === 0);
  return [...rowsIn(state), ...keys.map(([id]) => ({ id, context: '' }))];
}

/** The newest one of each stage; of everything only until each stage has one, all of which are newer. */
function lastOfEach(
  newestFirst: readonly AppliedPart[],
  stages: readonly string[],
): ReadonlySet<AppliedPart> {
  const last = new Map(newestFirst.toReversed().map((part) => [part.apply.stage?.name, part]));
  if (stages.every((name) => last.has(name))) last.delete(undefined);
  return new Set(last.values());
}

export function finishedIn<Part extends AppliedPart>(parts: readonly Part[]): Part[] {
  return parts.filter(isDone);
}

function isDone({ apply }: AppliedPart): boolean {
  return apply.state === 'done';
}

/** What of an item comes from which apply. */
interface Sources {
  /** The item as the apply declared it that applied its fields. */
  fields?: Item;
  named: Item;
  rows: Map<string, Row>;
}

/** By the id of the item. @param over newer ones, which hide what they applied */
function sourcesIn(
  parts: readonly AppliedPart[],
  over: readonly AppliedPart[] = [],
): Map<string, Sources> {
  const sourcesById = new Map<string, Sources>();
  const hiding = over.map(reachOf);
  for (const part of parts) {
    const reaches = reachOf(part);
    const isFromPart = (at: Address) => reaches(at) && !hiding.some((hides) => hides(at));
    for (const [id, item] of part.state.items) {
      const sources: Sources = sourcesById.get(id) ?? { named: item, rows: new Map() };
      sourcesById.set(id, sources);
      if (isFromPart({ id, context: '' })) sources.fields = item;
      for (const [context, row] of item.rows)
        if (isFromPart({ id, context })) sources.rows.set(context, row);
    }
    hiding.push(reaches);
  }
  // Fields alone are those of a key that is declared without rows.
  for (const [id, { fields, rows }] of sourcesById)
    if (rows.size === 0 && fields?.rows.size !== 0) sourcesById.delete(id);
  return sourcesById;
}

/** Whether an apply applied a row, or with the context `''` the fields of an item: what it does not declare, it deleted. */
function reachOf({ apply: { stage }, state }: AppliedPart): (at: Address) => boolean {
  if (stage === undefined) return () => true;
  const { contexts, isLast, later, taken } = stage;
  const isOfStage = contextsTest(contexts);
  const tested = new Map<string, boolean>();
  const isIn = (context: string) => {
    const isInStage = tested.get(context) ?? isOfStage(context);
    tested.set(context, isInStage);
    return isInStage;
  };
  const hasFields = (id: string) => {
    const rows = state.items.get(id)?.rows;
    if (rows === undefined) return false;
    return rows.size === 0 ? isLast : [...rows.keys()].some(isIn);
  };
  return ({ id, context }) => {
    if (later.items.get(id)?.rows.has(context)) return false;
    if (taken.items.get(id)?.rows.has(context)) return true;
    return context === '' ? hasFields(id) : isIn(context);
  };
}

function stateOf(sources: ReadonlyMap<string, Sources>): State {
  const items = new Map<string, Item>();
  for (const [id, { fields, named, rows }] of sources) {
    const { kind, name } = named;
    const { absent, ...declared }: Item = fields ?? { kind, name, rows };
    const isWhole = fields !== undefined && isSameRows(fields.rows, rows);
    items.set(id, isWhole ? fields : { ...declared, rows });
  }
  return { items };
}

function isSameRows(a: ReadonlyMap<string, Row>, b: ReadonlyMap<string, Row>): boolean {
  return a.size === b.size && [...a].every(([context, row]) => b.get(context) === row);
}

function isAlike(
  a: ReadonlyMap<string, Sources>,
  b: ReadonlyMap<string, Sources>,
  isSame: (fields: Item | undefined, other: Item | undefined) => boolean = Object.is,
): boolean {
  return (
    a.size === b.size &&
    [...a].every(([id, { fields, rows }]) => {
      const other = b.get(id);
      return other !== undefined && isSame(fields, other.fields) && isSameRows(other.rows, rows);
    })
  );
}

function isSameFields(fields: Item | undefined, other: Item | undefined): boolean {
  const names = [...KEY_METADATA, 'absent', 'secret'] as const;
  const isBoth = fields !== undefined && other !== undefined;
  return fields === other || (isBoth && names.every((name) => fields[name] === other[name]));
}
