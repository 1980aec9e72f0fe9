// The plan of one stage of a commit: what it changes, whether its turn has come, and what it leaves to others.
import { counted, listed, someOf } from '../lib/text.ts';
import { type Diagnostic, compareDiagnostics } from '../model/diagnostic.ts';
import { type Finding, isRead, type ItemName, nameInContext } from '../model/plan.ts';
import type { AppliedStage, ChosenStage } from '../model/stages.ts';
import {
  type Address,
  emptyState,
  fileId,
  type Item,
  keyId,
  type LocatedRow,
  MERGED_METADATA,
  onlyRows,
  type Row,
  rowAt,
  rowsIn,
  type State,
  isPresent,
} from '../model/state.ts';
import { appliedRow, isSame } from '../plan/causes.ts';
import { rowName } from '../plan/find-item.ts';
import type { PlanInput, StageOfPlan } from '../plan/input.ts';
import { type Compared, compareStates } from '../plan/make-plan.ts';
import type { Assignment } from './assign.ts';
import { laterTypes, stageFindings, stageNotes, thirdValueFindings } from './findings.ts';
import { type Split, splitChanges, stageOfContext, stageInput } from './split.ts';
import { changedContext, ItemInStages } from './item-in-stages.ts';

export interface StagePlan {
  input: PlanInput;
  compared: Compared;
  /** What an apply of it does of the commit. */
  applied: AppliedStage;
  /** Earlier stages that have not applied the commit, and whether an apply that declared a state had. */
  waiting: readonly { name: string; isAppliedIn: (state: State) => boolean }[];
}

export interface StageQuestion {
  assignment: Assignment;
  chosen: ChosenStage;
  /** Whether apply runs are recorded: without a record, nobody knows what earlier stages have applied. */
  isRecorded: boolean;
  /** What earlier stages have applied; default: what was last applied. */
  inOrder?: State | undefined;
  /** Earlier stages that once finished an apply of the same declarations, which a rollback restores. */
  finished?: ReadonlySet<string>;
}

/** @param compared what the input of the whole commit comes to */
export function stagePlan(
  whole: PlanInput,
  compared: Compared,
  question: StageQuestion,
): StagePlan {
  const { assignment, chosen, isRecorded, finished } = question;
  const inOrder = withoutGone(whole, question.inOrder);
  const { stages } = assignment;
  const index = stages.findIndex(({ name }) => name === chosen.name);
  const wholeSplit = splitChanges(whole, compared, assignment);
  const stagesBefore = stages.flatMap(({ name }, stage) =>
    chosen.after.includes(name) ? [stage] : [],
  );
  const otherEarlierStages = stages.flatMap((_, stage) =>
    stage < index && !stagesBefore.includes(stage)
      ? [{ stage, unapplied: unappliedIn(wholeSplit, stage, inOrder) }]
      : [],
  );
  const nameOf = (stage: number) => stages[stage]?.name ?? '';
  const waiting = isRecorded
    ? otherEarlierStages.filter(({ unapplied }) => unapplied.length > 0)
    : [];
  const skipped = new Set(waiting.map(({ stage }) => stage));
  const split = withoutSkipped(wholeSplit, skipped);
  const { input, compared: stageComparison } = stageInput(split, index, stagesBefore);
  const plannedStage = { index, compared: stageComparison };
  const retypedLater = laterTypes(split, plannedStage);
  const thirdValues = skipped.size === 0 ? [] : thirdValuesIn(wholeSplit, index, skipped);
  const stage: StageOfPlan = {
    name: chosen.name,
    whole,
    inputOfStage: (otherInput) => {
      const otherSplit = splitChanges(otherInput, compareStates(otherInput), assignment);
      return stageInput(withoutSkipped(otherSplit, skipped), index, stagesBefore).input;
    },
    findings: [
      ...waiting
        .filter(({ stage }) => !finished?.has(nameOf(stage)))
        .map(({ stage, unapplied }) => stageOrder(nameOf(stage), unapplied)),
      ...thirdValueFindings(thirdValues),
      ...stageFindings(split, plannedStage, retypedLater),
    ],
    laterTypes: retypedLater,
    shownSecrets: chosen.shownSecrets,
  };
  const later = stages.slice(index + 1).map(({ name }) => `\`${name}\``);
  const laterNotes =
    chosen.isAlone && later.length > 0
      ? [
          `This is only one stage: after it, ${listed(later)} ${later.length === 1 ? 'follows' : 'follow'}.`,
        ]
      : [];
  const { unset = [] } = input;
  const unsetNotes =
    unset.length > 0
      ? [
          `Without ${listed(unset)}, not everything is compared. An apply of this stage may make a different plan, which an approval of this one does not cover.`,
        ]
      : [];
  const notes = [...input.notes, ...stageNotes(split, plannedStage), ...laterNotes, ...unsetNotes];
  const inputWithNotes = { ...input, notes, stage };
  return {
    input: inputWithNotes,
    compared: { ...stageComparison, input: { ...stageComparison.input, notes, stage } },
    applied: appliedOf(split, index),
    waiting: waiting.map(({ stage: earlier }) => ({
      name: nameOf(earlier),
      isAppliedIn: (state) => unappliedIn(wholeSplit, earlier, state).length === 0,
    })),
  };
}

function stageOrder(stage: string, unapplied: readonly ItemName[]): Finding {
  const names = someOf(unapplied.map(nameInContext), { most: 5 });
  return {
    severity: 'refusal',
    code: 'stage-order',
    approvable: true,
    message: `The earlier stage \`${stage}\` has not applied ${counted(unapplied.length, 'change')} of this commit: ${names}.`,
    hint: `Apply \`${stage}\` first (\`--stage ${stage}\`, input \`stage\`).`,
  };
}

/** What a stage has not applied of the commit, by the files and what it last applied. Secrets do not count. */
function unappliedIn(
  { whole, stageOf, lastStageOfKey }: Split,
  index: number,
  lastApplied: State,
): ItemName[] {
  const { desired, target } = whole;
  const depth = target.levels.length;
  const isOfStage = (at: Address) => stageOf(at) === index;
  const rows = [...rowsIn(desired)].filter(
    ({ item, ...at }) => isOfStage(at) && !isApplied(at, item, whole.desired, lastApplied),
  );
  const removed = [...rowsIn(lastApplied)].filter(
    ({ item, row, ...at }) =>
      isOfStage(at) &&
      isPresent(item) &&
      isPresent(row) &&
      (rowAt(desired, at) === undefined || !isPresent(desired.items.get(at.id))) &&
      whole.policy.prune !== 'none',
  );
  // Rows that others added to a key that is deleted.
  const unmanaged = [...rowsIn(whole.live)].filter(
    ({ item, row, ...at }) =>
      desired.items.get(at.id)?.absent &&
      isOfStage(at) &&
      !lastApplied.items.get(at.id)?.absent &&
      rowAt(lastApplied, at) === undefined &&
      whole.policy.scope.row(item, row.context),
  );
  const keys = [...desired.items].flatMap(([id, item]): ItemName[] => {
    if (item.kind === 'file' || !isPresent(item) || lastStageOfKey(id) !== index) return [];
    const before = lastApplied.items.get(id);
    const isNew = before === undefined && item.rows.size === 0;
    const isChanged = MERGED_METADATA.some(
      (name) => before !== undefined && item[name] !== undefined && item[name] !== before[name],
    );
    return isNew || isChanged ? [{ kind: 'key', name: item.name }] : [];
  });
  const rowsLeft = [...rows, ...removed, ...unmanaged];
  return [...keys, ...rowsLeft.map(({ item, row }) => rowName(item, row, depth))];
}

/** What was last applied, without rows that are to go, and that a read shows to be gone: no stage has to delete them. */
function withoutGone(
  { desired, live, liveSource, applied }: PlanInput,
  lastApplied = applied.lastApplied ?? emptyState(),
): State {
  return isRead(liveSource)
    ? onlyRows(lastApplied, (at) => [desired, live].some((state) => rowAt(state, at) !== undefined))
    : lastApplied;
}

function isApplied(at: Address, item: Item, desired: State, lastApplied: State): boolean {
  const row = rowAt(desired, at);
  const [wanted, applied] = [desired, lastApplied].map((state) => appliedRow(state, at, item.vdt));
  if (wanted === undefined || wanted === 'absent')
    return applied === undefined || applied === 'absent';
  // The record does not know the values of variables.
  const isSecret = row?.variable !== undefined || wanted === 'unknown';
  if (isSecret || applied === 'unknown') return isSecret && applied === 'unknown';
  return isSame(applied, wanted);
}

/** Without what the skipped stages left to others. */
function withoutSkipped(split: Split, skipped: ReadonlySet<number>): Split {
  if (skipped.size === 0) return split;
  const isSkipped = (context: string) =>
    skipped.has(stageOfContext(split.assignment, context) ?? -1);
  return {
    ...split,
    postponed: split.postponed.filter(({ change }) => !isSkipped(change.context)),
    stageOf: (at) =>
      isSkipped(at.context) ? stageOfContext(split.assignment, at.context) : split.stageOf(at),
  };
}

/** Where the stage would give a third value because the skipped ones are not applied. */
function thirdValuesIn(
  { itemsInStages, compared, whole, assignment }: Split,
  index: number,
  skipped: ReadonlySet<number>,
) {
  const depth = whole.target.levels.length;
  return [...itemsInStages].flatMap(([id, item]) => {
    const contextsWithoutSkipping = new Set(
      item.thirdValuesAfter(index).map(({ context }) => context),
    );
    const changes = item.changes.map((staged) => {
      const contextStage = stageOfContext(assignment, staged.change.context) ?? index;
      return skipped.has(contextStage) ? { ...staged, stage: Number.POSITIVE_INFINITY } : staged;
    });
    const sides = [compared.input.live.items.get(id), compared.after.items.get(id)] as const;
    const thirdValues = new ItemInStages(...sides, { changes, depth }).thirdValuesAfter(index);
    return thirdValues.filter(({ context }) => !contextsWithoutSkipping.has(context));
  });
}

function appliedOf(
  { assignment, postponed, whole, lastStageOfKey }: Split,
  index: number,
): AppliedStage {
  const { name, contexts } = assignment.stages[index] ?? { name: '', contexts: [] };
  const lastStage = assignment.stages.length - 1;
  const later = emptyState();
  const taken = emptyState();
  for (const { change, stage } of postponed) {
    const contextStage = stageOfContext(assignment, change.context);
    if (contextStage !== index && stage !== index) continue;
    addRow(contextStage === index ? later : taken, change, {
      context: changedContext(change),
      text: null,
    });
  }
  for (const { item, row, context } of unseenRows(whole))
    if (stageOfContext(assignment, context) === index)
      addRow(later, { kind: item.kind === 'file' ? 'file' : 'value', name: item.name }, row);
  const states = [whole.desired, whole.live, whole.applied.lastApplied ?? emptyState()];
  const keys = new Map(states.flatMap(({ items }) => [...items]));
  for (const [id, key] of keys) {
    if (key.kind === 'file') continue;
    const rows = whole.desired.items.get(id)?.rows;
    const isDeclaredHere = [...(rows?.keys() ?? [])].some(
      (context) => stageOfContext(assignment, context) === index,
    );
    const isHere = isDeclaredHere || (rows?.size === 0 && index === lastStage);
    // A new key comes with its fields, but for a lock.
    const isNew = !whole.live.items.has(id) && key.push !== false;
    const isOfStage = lastStageOfKey(id) === index || (isDeclaredHere && isNew);
    if (isHere === isOfStage) continue;
    addRow(isHere ? later : taken, { kind: 'value', name: key.name }, { context: '', text: null });
  }
  return { name, contexts, isLast: index === lastStage, later, taken };
}

/**
 * Rows that were applied and are no longer declared, of an item that is, and of which the server showed nothing. The plan
 * deletes none of them, so they stay managed until a read shows the item, which this apply creates if it is gone.
 */
function unseenRows({ desired, live, applied }: PlanInput): LocatedRow[] {
  return [...rowsIn(applied.lastApplied ?? emptyState())].filter(({ id, context }) => {
    const declared = desired.items.get(id)?.rows ?? new Map<string, Row>();
    return declared.size > 0 && !declared.has(context) && !live.items.has(id);
  });
}

function addRow({ items }: State, { kind, name }: Pick<ItemName, 'kind' | 'name'>, row: Row): void {
  const id = kind === 'file' ? fileId(name) : keyId(name);
  const empty: Item = { kind: kind === 'file' ? 'file' : 'key', name, rows: new Map() };
  const item = items.get(id) ?? empty;
  item.rows.set(row.context.toLowerCase(), row);
  items.set(id, item);
}

/** Declared and managed rows that no stage has, or several. */
export function rowProblems(
  { desired, live, applied, policy }: PlanInput,
  { stagesOf, stages }: Assignment,
): Diagnostic[] {
  const managed = [...rowsIn(applied.lastApplied ?? emptyState())].filter(
    (at) => rowAt(live, at) !== undefined && rowAt(desired, at) === undefined,
  );
  const rows = [...rowsIn(desired), ...managed].filter(
    ({ item, row, context }) =>
      stagesOf(context).length !== 1 && policy.scope.row(item, row.context),
  );
  const problems = rows.map(({ item, row, context }): Diagnostic => {
    const names = stagesOf(context).map((stage) => `\`${stages[stage]?.name}\``);
    const where = names.length === 0 ? 'no stage' : `the stages ${listed(names)}`;
    const what = `${item.kind === 'file' ? 'The file' : 'The value of'} ${item.name} in \`${row.context}\``;
    return {
      severity: 'error',
      code: 'stage-row',
      message: `${what} belongs to ${where}.`,
      hint: 'Change `stages` in confighub.yaml, so that exactly one stage has this context.',
      place: row.place ?? item.place,
    };
  });
  return problems.sort(compareDiagnostics);
}
