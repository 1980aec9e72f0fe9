// What a plan of one stage has to say of the others: what is wrong, what waits, and what shows too early.
import { grouped } from '../lib/collections.ts';
import { counted, listed, someOf } from '../lib/text.ts';
import { covers, elementsOf, fullContext, meetOf } from '../model/context.ts';
import type { Place } from '../model/diagnostic.ts';
import {
  type Change,
  type Finding,
  keyChanges,
  nameInContext,
  type RowChange,
  rowChanges,
  valueChanges,
} from '../model/plan.ts';
import { fileId, isFilePath, type Item, itemId, keyId, rowsIn, isPresent } from '../model/state.ts';
import { placeInContent } from '../plan/rules/files.ts';
import { keysNamedIn } from '../semantics/placeholders.ts';
import { valueProblem } from '../semantics/value-types.ts';
import { reaches } from './assign.ts';
import { type Split, stageOfContext, type StageInput } from './split.ts';
import { type ThirdValue, changedContext } from './item-in-stages.ts';

type PlannedStage = Pick<StageInput, 'index' | 'compared'>;

/** Names one by one in a message. */
const MOST = 5;

/** @param later as {@link laterTypes} finds them */
export function stageFindings(
  split: Split,
  stage: PlannedStage,
  later: ReadonlySet<string>,
): Finding[] {
  return [
    ...wrongTypes(split, stage, later),
    ...laterValues(split, stage),
    ...valuesBetween(split, stage),
    ...unnamedElements(split, stage),
  ];
}

/** Keys whose type the commit changes with a later stage. */
export function laterTypes(
  { whole, lastStageOfKey }: Split,
  { index, compared }: PlannedStage,
): ReadonlySet<string> {
  const { items } = compared.input.live;
  const retyped = [...whole.desired.items].filter(([id, { vdt }]) => {
    const live = items.get(id)?.vdt;
    return vdt !== undefined && live !== undefined && vdt !== live && lastStageOfKey(id) > index;
  });
  return new Set(retyped.map(([id]) => id));
}

function wrongTypes(split: Split, stage: PlannedStage, later: ReadonlySet<string>): Finding[] {
  const { whole, lastStageOfKey, assignment } = split;
  if (!whole.server.settings.vdtEnabled) return [];
  return valueChanges(stage.compared.changes).flatMap((change): Finding[] => {
    const { name, context, vdt = 'Text', after, place } = change;
    const id = keyId(name);
    if (after === undefined || !later.has(id) || valueProblem(vdt, after) === undefined) return [];
    const type = whole.desired.items.get(id)?.vdt;
    const when = assignment.stages[lastStageOfKey(id)]?.name;
    const message = `The value of ${name} in \`${context}\` does not fit the type ${vdt}, which the key has until the stage \`${when}\` makes it ${type}.`;
    const hint = `Change the type in a commit of its own, apply all its stages, and set this value in the next one.`;
    return [{ severity: 'refusal', code: 'stage-type', message, hint, place }];
  });
}

/** Placeholders and paths that the commit gives a value, or a file, only with a later stage. */
function laterValues(split: Split, { index, compared }: PlannedStage): Finding[] {
  const { assignment, stageOf } = split;
  const depth = split.whole.target.levels.length;
  const later = (id: string, context: string) => {
    const rows = [...(compared.after.items.get(id)?.rows.values() ?? [])];
    return [...(split.compared.after.items.get(id)?.rows ?? [])].flatMap(([at, row]) => {
      const stage = stageOf({ id, context: at }) ?? index;
      const shared = meetOf(fullContext(row.context, depth), context);
      if (stage <= index || shared === undefined) return [];
      const isCovered = rows.some((row) => covers(fullContext(row.context, depth), shared));
      return isCovered ? [] : [assignment.stages[stage]?.name ?? ''];
    });
  };
  const findingsOf = (
    change: RowChange,
    what: string,
    id: string,
    place: Pick<Finding, 'place'>,
  ) => {
    const [stage] = later(id, change.context);
    if (stage === undefined) return [];
    const message = `${nameInContext(change)} ${what}, which has nothing for all of these contexts until the stage \`${stage}\` is applied.`;
    const hint =
      'Declare it for the contexts of this stage, too, or refer to it in a later commit, once all stages of this one are applied.';
    return [{ severity: 'refusal' as const, code: 'stage-later-value', message, hint, ...place }];
  };
  return rowChanges(compared.changes).flatMap((change): Finding[] => {
    const { after, kind, vdt, place } = change;
    if (after === undefined || after === null) return [];
    if (kind === 'file')
      return keysNamedIn(after).flatMap((name) => {
        const at = { place, ...placeInContent(`\${${name}`, { ...change, after }) };
        const what = change.secret ? 'refers to a key' : `refers to the key ${name}`;
        return findingsOf(change, what, keyId(name), at);
      });
    if (!isFilePath(vdt)) return [];
    const what = change.secret ? 'refers to a file' : `refers to the file ${after}`;
    return findingsOf(change, what, fileId(after), { place });
  });
}

function valuesBetween(split: Split, stage: PlannedStage): Finding[] {
  const thirdValues = [...split.itemsInStages.values()].flatMap((item) =>
    item.thirdValuesAfter(stage.index),
  );
  return thirdValueSentences(thirdValues).map(({ what, ...at }) => ({
    severity: 'warning',
    code: 'stage-between',
    message: `Until the later stages are applied, ${what}`,
    hint: 'If this must not happen, apply the two changes in two commits.',
    ...at,
  }));
}

/** Where a stage would show a third value because an earlier one does not apply this commit. */
export function thirdValueFindings(thirdValues: readonly ThirdValue[]): Finding[] {
  return thirdValueSentences(thirdValues).map(({ what, ...at }) => ({
    severity: 'refusal',
    code: 'stage-third-value',
    approvable: true,
    message: `Without the earlier stages of this commit, ${what}`,
    hint: 'Apply the earlier stages of this commit first; to roll back, roll those back first.',
    ...at,
  }));
}

function thirdValueSentences(
  thirdValues: readonly ThirdValue[],
): { what: string; place: Place | undefined }[] {
  return [...grouped(thirdValues, ({ change }) => change)].map(([change, valuesOfChange]) => {
    const contexts = someOf(
      valuesOfChange.map(({ context }) => `\`${context}\``),
      { most: MOST, noun: 'context' },
    );
    const isOne = valuesOfChange.length === 1;
    const name = nameInContext(change);
    const cause = change.action === 'delete' ? `once ${name} is deleted` : `from ${name}`;
    // The value is not shown, because what must be masked is known only for the whole plan.
    const what = `${contexts} ${isOne ? 'gets' : 'get'} another value ${cause}: neither what ${isOne ? 'it has' : 'they have'} now, nor what this commit gives ${isOne ? 'it' : 'them'}.`;
    return { what, place: change.place };
  });
}

/** Elements beside those of the stages, which go with the last one. */
function unnamedElements({ assignment, whole }: Split, { index }: PlannedStage): Finding[] {
  const { elements, stages } = assignment;
  const last = stages.length - 1;
  if (index !== last || elements.some((element) => element === undefined)) return [];
  const levels = new Set(elements.map((element) => element?.level));
  const named = new Set(stages.map(({ name }) => name.toLowerCase()));
  const rows = [...rowsIn(whole.desired)].filter(
    ({ item, row, context }) =>
      isPresent(item) && isPresent(row) && stageOfContext(assignment, context) === last,
  );
  const unnamed = rows.flatMap(({ row }) =>
    elementsOf(row.context).flatMap((element, level) =>
      element === '*' || !levels.has(level) || named.has(element.toLowerCase())
        ? []
        : [{ element, place: row.place }],
    ),
  );
  return [...grouped(unnamed, ({ element }) => element.toLowerCase()).values()].flatMap(
    ([first]) => {
      if (first === undefined) return [];
      const message = `No stage is named \`${first.element}\`, so its values are applied with \`${stages[last]?.name}\`, the last stage.`;
      const hint = 'If it needs a stage of its own, add it to `stages` in confighub.yaml.';
      return [
        { severity: 'warning', code: 'stage-unnamed', message, hint, place: first.place } as const,
      ];
    },
  );
}

/** Sentences about what this stage leaves to others, and does for them. */
export function stageNotes(split: Split, { index }: PlannedStage): string[] {
  const { assignment, postponed } = split;
  const { stages } = assignment;
  const stageName = (stage: number) => `\`${stages[stage]?.name}\``;
  const waiting = postponed.filter(
    ({ change }) => stageOfContext(assignment, change.context) === index,
  );
  const taken = postponed.filter(({ stage }) => stage === index);
  const someNames = (changes: readonly Change[]) =>
    someOf(changes.map(nameInContext), { most: MOST });
  const away = [
    ...grouped(waiting, ({ stage, waitsForFile = false }) => `${stage} ${waitsForFile}`).values(),
  ].flatMap((changes) => {
    const [first] = changes;
    if (first === undefined) return [];
    const names = someNames(changes.map(({ change }) => change));
    const isOne = changes.length === 1;
    const why = first.waitsForFile
      ? `files have placeholders for ${isOne ? 'it' : 'them'} until then`
      : 'applications could get an outdated value, or none, until then';
    return `${counted(changes.length, 'deletion')} of this stage ${isOne ? 'waits' : 'wait'} for ${stageName(first.stage)}, because ${why}: ${names}.`;
  });
  const here = [
    ...grouped(taken, ({ change }) => stageOfContext(assignment, change.context) ?? index),
  ];
  const takenNotes = here.map(([stage, changes]) => {
    const names = someNames(changes.map(({ change }) => change));
    return `This stage also makes ${counted(changes.length, 'deletion')} of ${stageName(stage)} that had to wait, with the token of this stage: ${names}.`;
  });
  return [...away, ...takenNotes, ...broadNotes(split, index), ...leftAlone(split, index)];
}

/** What a later stage changes for the contexts of this one: values for every environment, and fields of keys. */
function broadNotes(split: Split, index: number): string[] {
  const { assignment, compared, stageOf, lastStageOfKey } = split;
  const { contexts = [], name } = assignment.stages[index] ?? {};
  const later = (change: Change) =>
    change.kind === 'key'
      ? lastStageOfKey(itemId(change))
      : stageOf({ id: itemId(change), context: changedContext(change) });
  const broad = rowChanges(compared.changes).filter(
    (change) =>
      (later(change) ?? index) > index &&
      stageOfContext(assignment, change.context) !== index &&
      reaches(change.context, contexts),
  );
  const fields = keyChanges(compared.changes).filter(
    (change) =>
      change.action === 'update' &&
      (later(change) ?? index) > index &&
      hasRowsIn(split, itemId(change), index),
  );
  const stagesOf = (changes: readonly Change[]) =>
    listed(
      [...new Set(changes.map((change) => later(change) ?? index))]
        .sort()
        .map((stage) => `\`${assignment.stages[stage]?.name}\``),
    );
  return [
    ...(broad.length === 0
      ? []
      : [
          `${counted(broad.length, 'change')} for contexts that include those of \`${name}\` ${broad.length === 1 ? 'comes' : 'come'} later, with ${stagesOf(broad)}: ${someOf(broad.map(nameInContext), { most: MOST })}.`,
        ]),
    ...(fields.length === 0
      ? []
      : [
          `The type and other fields of existing keys change later, with ${stagesOf(fields)}: ${someOf(
            fields.map((change) => change.name),
            { most: MOST },
          )}.`,
        ]),
  ];
}

function hasRowsIn({ whole, stageOf }: Split, id: string, index: number): boolean {
  const rows = (item: Item | undefined) => [...(item?.rows.keys() ?? [])];
  return [whole.desired, whole.live].some(({ items }) =>
    rows(items.get(id)).some((context) => stageOf({ id, context }) === index),
  );
}

/** Rows on the server that no stage has are told with the last one. */
function leftAlone({ whole, assignment }: Split, index: number): string[] {
  if (index !== assignment.stages.length - 1) return [];
  const { scope } = whole.policy;
  const left = [...rowsIn(whole.live)].filter(
    ({ item, row, context }) =>
      stageOfContext(assignment, context) === undefined && scope.row(item, row.context),
  );
  if (left.length === 0) return [];
  return [
    `${counted(left.length, 'item')} on the server ${left.length === 1 ? 'is' : 'are'} in the contexts of no stage, and ${left.length === 1 ? 'is' : 'are'} left alone.`,
  ];
}
