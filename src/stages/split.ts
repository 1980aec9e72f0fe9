// Splits the plan of a commit into one for each stage: an ordinary plan whose scope is the rows of that stage.
import { grouped } from '../lib/collections.ts';
import { contextId, contextIn, elementsOf, isElementName } from '../model/context.ts';
import type { RowChange } from '../model/plan.ts';
import { isRead, keyChanges, rowChanges } from '../model/plan.ts';
import type { Scope } from '../model/project.ts';
import {
  type Address,
  elementsIn,
  mergedElements,
  fileId,
  filesIn,
  groupOf,
  type Item,
  itemId,
  keyId,
  keysIn,
  onlyRows,
  rowsIn,
  type State,
  isPresent,
} from '../model/state.ts';
import { addressId } from '../plan/find-item.ts';
import { type ClearText, type PlanInput, type ServerFacts, statesOf } from '../plan/input.ts';
import { type Compared, compareStates } from '../plan/make-plan.ts';
import { unsetOf } from '../plan/normalize.ts';
import { keysNamedIn } from '../semantics/placeholders.ts';
import type { Assignment } from './assign.ts';
import { changedContext, type StagedChange, ItemInStages } from './item-in-stages.ts';

/** What is known of all stages together. */
export interface Split {
  assignment: Assignment;
  /** The input of the whole commit, and what it comes to. */
  whole: PlanInput;
  compared: Compared;
  /** The keys and files with changes in several stages. */
  itemsInStages: ReadonlyMap<string, ItemInStages>;
  /** Deletions that a later stage than that of their context makes. */
  postponed: readonly StagedChange[];
  stageOf: (at: Address) => number | undefined;
  /** The stage that brings the fields of a key, and deletes it: the last one that has declared or managed rows of it. */
  lastStageOfKey: (id: string) => number;
  /** The stage that creates a key. */
  creatingStage: (id: string) => number;
  /** The stage that unlocks a key: the first one that has rows of it. */
  firstStageOfKey: (id: string) => number;
}

/** The plan of one stage, before its rules. */
export interface StageInput {
  index: number;
  input: PlanInput;
  compared: Compared;
}

/** Which stage makes each change. @param whole as the plan of the whole commit takes it; `compared`: what it comes to */
export function splitChanges(whole: PlanInput, compared: Compared, assignment: Assignment): Split {
  const { changes, after } = compared;
  const { live } = compared.input;
  const depth = whole.target.levels.length;
  const stagedChanges = rowChanges(changes).flatMap((change) => stagedChangeOf(change, assignment));
  waitForFiles(stagedChanges, compared);
  const itemsInStages = new Map<string, ItemInStages>();
  for (const [id, itemChanges] of grouped(stagedChanges, ({ change }) => itemId(change))) {
    const secretStages = secretStagesOf(id, whole, assignment);
    const itemStages = [...itemChanges.map(({ stage }) => stage), ...secretStages.values()];
    if (new Set(itemStages).size < 2) continue;
    const item = new ItemInStages(live.items.get(id), after.items.get(id), {
      changes: itemChanges,
      depth,
      secretStages,
    });
    moveDeletions(item);
    itemsInStages.set(id, item);
  }
  const postponed = stagedChanges.filter(
    ({ change, stage }) => stage !== stageOfContext(assignment, change.context),
  );
  const postponedTo = new Map(
    postponed.map(({ change, context, stage }) => [
      addressId({ id: itemId(change), context }),
      stage,
    ]),
  );
  const stageOf = (at: Address) =>
    postponedTo.get(addressId(at)) ?? stageOfContext(assignment, at.context);
  return {
    assignment,
    whole,
    compared,
    itemsInStages,
    postponed,
    stageOf,
    ...keyStages({ whole, compared, assignment, stageOf }),
  };
}

function stagedChangeOf(change: RowChange, assignment: Assignment): StagedChange[] {
  const stage = stageOfContext(assignment, change.context);
  return stage === undefined ? [] : [{ change, context: changedContext(change), stage }];
}

/** The stages of declared rows that only jobs with their variable or password can compare, by {@link contextId}. */
function secretStagesOf(
  id: string,
  { desired, live }: PlanInput,
  assignment: Assignment,
): ReadonlyMap<string, number> {
  const [item, liveItem] = [desired.items.get(id), live.items.get(id)];
  const stages = new Map<string, number>();
  for (const [context, row] of item?.rows ?? []) {
    const liveRow = liveItem?.rows.get(context);
    const group =
      item && (groupOf(item, row) ?? (liveRow && liveItem && groupOf(liveItem, liveRow)));
    const stage = stageOfContext(assignment, context);
    const isSecret = row.variable !== undefined || group !== undefined;
    if (isSecret && isPresent(row) && stage !== undefined) stages.set(context, stage);
  }
  return stages;
}

/** `undefined`: none, so it is left alone. */
export function stageOfContext({ stagesOf }: Assignment, context: string): number | undefined {
  const [stage] = stagesOf(contextId(contextIn(context)));
  return stage;
}

/** The server does not delete a key while a file has a placeholder for it, so the deletion waits for the stage of that file. */
function waitForFiles(stagedChanges: readonly StagedChange[], { after }: Compared): void {
  const deletesKey = ({ change }: StagedChange) =>
    change.kind === 'value' && change.action === 'delete' && !after.items.has(itemId(change));
  const keyDeletions = stagedChanges.filter(deletesKey);
  if (keyDeletions.length === 0) return;
  const lastStageNaming = new Map<string, number>();
  for (const { change, stage } of stagedChanges)
    if (change.kind === 'file')
      for (const name of keysNamedIn(change.before ?? ''))
        lastStageNaming.set(keyId(name), Math.max(stage, lastStageNaming.get(keyId(name)) ?? 0));
  for (const deletion of keyDeletions) {
    const stage = lastStageNaming.get(itemId(deletion.change)) ?? 0;
    if (stage <= deletion.stage) continue;
    deletion.stage = stage;
    deletion.waitsForFile = true;
  }
}

/**
 * A deletion moves to a later stage if it would uncover a row that a later one changes, or may, or take the last row of a key
 * that a later one gives others.
 */
function moveDeletions(item: ItemInStages): void {
  const { lastStage } = item;
  const isTooEarly = (staged: StagedChange) =>
    staged.change.action === 'delete' &&
    staged.stage < lastStage &&
    (item.uncoversLater(staged) ||
      (staged.change.kind === 'value' && item.isEmptyAfter(staged.stage)));
  for (let early = item.changes.filter(isTooEarly); early.length > 0; ) {
    for (const staged of early) staged.stage++;
    early = item.changes.filter(isTooEarly);
  }
}

function keyStages({
  whole: { desired, live, applied },
  assignment: { stages },
  stageOf,
}: Pick<Split, 'whole' | 'compared' | 'assignment' | 'stageOf'>): Pick<
  Split,
  'lastStageOfKey' | 'creatingStage' | 'firstStageOfKey'
> {
  const lastStage = stages.length - 1;
  const stagesOfRows = (
    id: string,
    item: Item | undefined,
    contextsOf: (row: Item['rows']) => string[],
  ) =>
    item === undefined
      ? []
      : contextsOf(item.rows).flatMap((context) => stageOf({ id, context }) ?? []);
  const everyContext = (rows: Item['rows']) => [...rows.keys()];
  const presentContexts = (rows: Item['rows']) =>
    [...rows].flatMap(([context, row]) => (isPresent(row) ? [context] : []));
  const firstStageNaming = new Map<string, number>();
  for (const file of filesIn(desired))
    for (const [context, { text }] of file.rows)
      for (const name of keysNamedIn(text ?? '').map(keyId)) {
        const stage = stageOf({ id: itemId(file), context }) ?? lastStage;
        firstStageNaming.set(name, Math.min(stage, firstStageNaming.get(name) ?? lastStage));
      }
  const everyStageOf = (id: string) => {
    // If the key is declared, values of others do not count, because how many of them a plan sees depends on what it reads.
    const ofOthers = isPresent(desired.items.get(id)) ? [] : [live];
    const states = [desired, ...(applied.lastApplied ? [applied.lastApplied] : []), ...ofOthers];
    const rowStages = states.flatMap(({ items }) => stagesOfRows(id, items.get(id), everyContext));
    return rowStages.length === 0 ? [lastStage] : rowStages;
  };
  return {
    lastStageOfKey: (id) => Math.max(...everyStageOf(id)),
    firstStageOfKey: (id) => Math.min(...everyStageOf(id)),
    creatingStage: (id) => {
      const declaredStages = stagesOfRows(id, desired.items.get(id), presentContexts);
      const namingStage = firstStageNaming.get(id);
      const candidates =
        namingStage === undefined ? declaredStages : [...declaredStages, namingStage];
      return candidates.length === 0 ? lastStage : Math.min(...candidates);
    },
  };
}

/** The input of a stage, for the server as others leave it. @param before the stages that are applied before it */
export function stageInput(split: Split, index: number, before: readonly number[]): StageInput {
  let live = split.whole.live;
  for (const earlier of before)
    live = liveAfter(live, compareStates(inputOfStage(split, earlier, live)));
  const input = inputOfStage(split, index, live);
  return { index, input, compared: compareStates(input) };
}

function inputOfStage(split: Split, index: number, live: State): PlanInput {
  const { whole, stageOf } = split;
  const { applied, policy, server, secrets } = whole;
  const onlyOfStage = (state: State) => onlyRows(state, (at) => stageOf(at) === index);
  const desired = desiredOf(split, index, live);
  const unset = unsetIn(whole, desired);
  const { name = '' } = split.assignment.stages[index] ?? {};
  const firstOf = firstOfStage(whole, live);
  const input: PlanInput = {
    ...whole,
    // What the plan says of the stage comes later.
    stage: {
      name,
      whole,
      inputOfStage: () => whole,
      findings: [],
      laterTypes: new Set(),
    },
    target: { ...whole.target, declaredAs: name },
    unset: unset.length > 0 ? unset : undefined,
    live,
    desired,
    applied: {
      ...applied,
      lastApplied: lastAppliedIn(whole, onlyOfStage),
      here: applied.here && onlyOfStage(applied.here),
      begun: applied.begun?.map(onlyOfStage),
    },
    policy: {
      ...policy,
      scope: scopeOfStage(split, index, live),
      stageElements: namedElements(split.assignment),
    },
    secrets: { ...secrets, ...clearTextOf(split, index, secrets.clearText) },
    server: { ...server, firstOf },
  };
  if (live === whole.live) return input;
  const { counted: _, elements, ...facts } = input.server;
  const depth = whole.target.levels.length;
  return {
    ...input,
    // There is a record by then.
    liveSource: whole.liveSource === 'none' ? 'last-applied' : whole.liveSource,
    server: {
      ...facts,
      typesKnown: true,
      elements: elements && mergedElements(elements, elementsIn(live, depth)),
    },
  };
}

/** On the first apply of a stage: without a read, without the keys that other stages have applied. Any other may be of anyone. */
function firstOfStage(
  { server: { firstOf }, liveSource, live: wholeLive, applied }: PlanInput,
  live: State,
): ServerFacts['firstOf'] {
  if (firstOf === undefined || firstOf === 'unknown') return firstOf;
  const states = statesOf(applied);
  const isAlone = live === wholeLive && states.length === 0;
  if (isRead(liveSource)) return isAlone ? firstOf : 'unknown';
  const ours = new Set(states.flatMap(madeKeys));
  const others = liveSource === 'none' ? firstOf : firstOf - ours.size;
  return others > 0 || isAlone ? others : undefined;
}

/** Ids of the keys that a state has, and of those that its files name: the server makes a key for each placeholder. */
function madeKeys(state: State): string[] {
  const named = filesIn(state).flatMap(({ rows }) =>
    [...rows.values()].flatMap(({ text }) => keysNamedIn(text ?? '').map(keyId)),
  );
  return [...keysIn(state).filter(isPresent).map(itemId), ...named];
}

/** On the first apply of a stage, the same as before those of earlier ones: nothing, unless it has rows that wait for it. */
function lastAppliedIn(
  { applied: { lastApplied }, server: { firstOf } }: PlanInput,
  onlyOfStage: (state: State) => State,
): State | undefined {
  const ofStage = lastApplied && onlyOfStage(lastApplied);
  const hasRows = ofStage !== undefined && !rowsIn(ofStage).next().done;
  return firstOf === undefined || hasRows ? ofStage : undefined;
}

function namedElements({ elements, stages }: Assignment): string[] {
  const names = stages.flatMap(({ contexts }, stage) =>
    elements[stage] ? [elements[stage].name] : contexts.flatMap(elementsOf),
  );
  return [...new Set(names)].filter(isElementName);
}

/** The variables that the rows of a stage need. That of a password is needed where any of them is in a group. */
function unsetIn({ unset = [], desired: wholeDesired, live }: PlanInput, desired: State): string[] {
  const variablesOf = (state: State) =>
    new Set([...rowsIn(state)].flatMap(({ row }) => unsetOf(row) ?? []));
  const [wholeVariables, stageVariables] = [variablesOf(wholeDesired), variablesOf(desired)];
  const hasGroup = [...rowsIn(desired)].some(
    ({ id, item, row }) => groupOf(item, row) ?? live.items.get(id)?.securityGroup,
  );
  return unset.filter(
    (name) => stageVariables.has(name) || (hasGroup && !wholeVariables.has(name)),
  );
}

function clearTextOf(
  { stageOf }: Split,
  index: number,
  wholeClearText: ClearText | undefined,
): { clearText?: ClearText } {
  if (wholeClearText === undefined) return {};
  const { findings, isCompared } = wholeClearText;
  const stageFindings = [...findings].filter(([address]) => {
    const [id = '', context = ''] = address.split('\0');
    return stageOf({ id, context }) === index;
  });
  return { clearText: { findings: new Map(stageFindings), isCompared } };
}

/** What the files declare for a stage: its rows, and the keys that come with it. */
function desiredOf(split: Split, index: number, live: State): State {
  const { whole, stageOf, lastStageOfKey, creatingStage, firstStageOfKey } = split;
  const items = new Map<string, Item>();
  for (const [id, item] of whole.desired.items) {
    const rows = new Map([...item.rows].filter(([context]) => stageOf({ id, context }) === index));
    if (item.kind === 'file') {
      if (rows.size > 0) items.set(id, { ...item, rows });
      continue;
    }
    const liveItem = live.items.get(id);
    const isLast = lastStageOfKey(id) === index;
    const isCreated = liveItem === undefined && creatingStage(id) === index;
    const isUnlocked = liveItem?.push === false && firstStageOfKey(id) === index;
    // `opp: delete` of a key names no rows, so a stage deletes those that the server has.
    const isDeleted =
      item.absent &&
      [...(liveItem?.rows.keys() ?? [])].some((at) => stageOf({ id, context: at }) === index);
    if (rows.size === 0 && !isLast && !isCreated && !isUnlocked && !isDeleted) continue;
    if (item.absent) items.set(id, { ...item, rows });
    else items.set(id, { ...item, rows, ...(isLast ? {} : fieldsOf(item, liveItem, isUnlocked)) });
  }
  return { items };
}

/** Before its last stage: a key that exists keeps its fields, except that the first one unlocks it; a new one is not locked. */
function fieldsOf(
  { vdt, push }: Item,
  liveItem: Item | undefined,
  isUnlocked: boolean,
): Partial<Item> {
  if (liveItem === undefined) return { push: push === false ? undefined : push };
  return {
    vdt: vdt && liveItem.vdt,
    readme: undefined,
    deprecated: undefined,
    securityGroup: undefined,
    push: isUnlocked && push === true ? push : undefined,
  };
}

function scopeOfStage(
  { whole, stageOf, lastStageOfKey }: Split,
  index: number,
  live: State,
): Scope {
  const { scope } = whole.policy;
  const isLast = (item: Parameters<Scope['item']>[0]) => lastStageOfKey(itemId(item)) === index;
  // In contexts that were not read, a key may have values of other stages, or of none, which `prune: all` is to keep.
  const mayHideRows = whole.liveSource === 'pulls' && whole.policy.prune === 'all';
  const mayGoWhole = (id: string) => !mayHideRows || whole.desired.items.get(id)?.absent === true;
  return {
    ...scope,
    item: (item) =>
      scope.item(item) && (isLast(item) || (live.items.get(itemId(item))?.rows.size ?? 0) > 0),
    whole: (item) => scope.whole(item) && isLast(item) && mayGoWhole(idOf(item)),
    row: (item, context) =>
      scope.row(item, context) &&
      stageOf({ id: idOf(item), context: contextId(contextIn(context)) }) === index,
  };
}

function idOf({ kind, name }: Parameters<Scope['item']>[0]): string {
  return kind === 'file' ? fileId(name) : keyId(name);
}

/** Live after a plan. */
function liveAfter(live: State, { changes, after }: Compared): State {
  const items = new Map(live.items);
  for (const [id, itemChanges] of grouped(changes, itemId)) {
    const planned = after.items.get(id);
    const liveItem = live.items.get(id);
    if (planned === undefined) {
      items.delete(id);
      continue;
    }
    const isKeyWritten = keyChanges(itemChanges).some(({ action }) => action !== 'delete');
    const rows = new Map(liveItem?.rows);
    for (const context of rowChanges(itemChanges).map(changedContext)) {
      const row = planned.rows.get(context);
      if (row === undefined) rows.delete(context);
      else rows.set(context, row);
    }
    items.set(id, { ...(isKeyWritten || liveItem === undefined ? planned : liveItem), rows });
  }
  return { items };
}
