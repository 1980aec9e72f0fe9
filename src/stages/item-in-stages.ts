// One key or file on its way through the stages: which row wins where after each of them.
import { firstOfEach } from '../lib/collections.ts';
import { contextId, contextIn, fullContext } from '../model/context.ts';
import type { RowChange } from '../model/plan.ts';
import type { Item, Row } from '../model/state.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';

/** A change of a row, and the index of the stage that makes it. */
export interface StagedChange {
  change: RowChange;
  /** The {@link contextId} of its row. */
  context: string;
  stage: number;
  /** A deletion that waits for a file with a placeholder for its key. */
  waitsForFile?: true;
}

/** A context that gets neither what it had before a stage nor what the commit gives it, and the change that does it. */
export interface ThirdValue {
  change: RowChange;
  /** In full; `*` is any other element. */
  context: string;
}

/** More contexts of one row would take longer than a reader waits. */
const MAX_CONTEXTS = 20_000;

interface RankedRow {
  /** The {@link contextId}. */
  id: string;
  /** In lower case, one for each level. */
  elements: readonly string[];
  weight: number;
  row: Row;
}

/**
 * A key or a file before the first stage and after the last one, with its changes between. As the server does not tell
 * them, context groups count as elements.
 */
export class ItemInStages {
  readonly changes: readonly StagedChange[];
  readonly #depth: number;
  readonly #before: ReadonlyMap<string, RankedRow>;
  readonly #after: ReadonlyMap<string, RankedRow>;
  readonly #secretStages: ReadonlyMap<string, number>;
  /** The elements of each level that tell its contexts apart. */
  readonly #names: readonly ReadonlySet<string>[];

  /** @param given.secretStages of rows that only jobs with their variable or password can compare, by {@link contextId} */
  constructor(
    before: Item | undefined,
    after: Item | undefined,
    given: {
      changes: readonly StagedChange[];
      depth: number;
      secretStages?: ReadonlyMap<string, number>;
    },
  ) {
    const { changes, depth, secretStages = new Map<string, number>() } = given;
    this.changes = changes;
    this.#depth = depth;
    this.#secretStages = secretStages;
    this.#before = ranked(before, depth);
    // Rows that no stage changes are the same ones.
    const rowsAfter = new Map(this.#before);
    const written = ranked(after, depth);
    for (const { context } of changes) {
      const row = written.get(context);
      if (row === undefined) rowsAfter.delete(context);
      else rowsAfter.set(context, row);
    }
    this.#after = rowsAfter;
    const rows = [...this.#before.values(), ...this.#after.values()];
    this.#names = Array.from(
      { length: depth },
      (_, level) => new Set(['*', ...rows.map(({ elements }) => elements[level] ?? '*')]),
    );
  }

  /** The rows after a stage, heaviest first; -1: before the first. */
  #rowsAfter(stage: number, restored?: StagedChange): RankedRow[] {
    const rows = new Map(this.#before);
    for (const staged of this.changes) {
      if (staged.stage > stage || staged === restored) continue;
      const row = this.#after.get(staged.context);
      if (row === undefined) rows.delete(staged.context);
      else rows.set(staged.context, row);
    }
    return byWeight(rows.values());
  }

  /** Whether a key has rows after all stages, and none after this one. */
  isEmptyAfter(stage: number): boolean {
    return this.#after.size > 0 && this.#rowsAfter(stage).length === 0;
  }

  /** Whether a deletion, done in its stage, would uncover what a later stage changes. */
  uncoversLater(deletion: StagedChange): boolean {
    const left = this.#rowsAfter(deletion.stage);
    const before = this.#rowsAfter(deletion.stage, deletion);
    const after = byWeight(this.#after.values());
    const contexts = this.#contextsOf(deletion);
    // Moving a deletion without need is safe.
    if (contexts === undefined) return this.lastStage > deletion.stage;
    return contexts.some((context) => {
      if (winner(before, context)?.id !== deletion.context) return false;
      const shown = winner(left, context);
      // Of rows, not of their texts, which may be unknown: if another row wins in the end, a later stage makes it win.
      if (shown !== winner(after, context)) return true;
      // The later stage may change it, for all that this job knows. It moves in every job, so that all make the same plan.
      return (this.#secretStages.get(shown?.id ?? '') ?? -1) > deletion.stage;
    });
  }

  /** The last one that changes it, or may. */
  get lastStage(): number {
    return Math.max(...this.changes.map(({ stage }) => stage), ...this.#secretStages.values());
  }

  /** Where a stage gives neither what was there before it, nor what the commit gives: a later stage would change that. */
  thirdValuesAfter(stage: number): ThirdValue[] {
    const ownChanges = this.changes.filter((staged) => staged.stage === stage);
    if (ownChanges.length === 0 || !this.changes.some((staged) => staged.stage > stage)) return [];
    const [before, now] = [this.#rowsAfter(stage - 1), this.#rowsAfter(stage)];
    const after = byWeight(this.#after.values());
    const thirdValues = ownChanges.flatMap((staged) => {
      const cause = staged.change.action === 'delete' ? before : now;
      return (this.#contextsOf(staged) ?? []).flatMap((context) => {
        // Of several changes, the one that shows there.
        if (winner(cause, context)?.id !== staged.context) return [];
        const shown = winner(now, context);
        const isExpected = [before, after].some((rows) => isSame(winner(rows, context), shown));
        return isExpected ? [] : { change: staged.change, context: this.#spelled(context) };
      });
    });
    return firstOfEach(thirdValues, ({ context }) => context);
  }

  /** The contexts that a row applies to, as far as other rows tell them apart; `undefined`: too many. */
  #contextsOf({ change }: StagedChange): string[][] | undefined {
    const elements = fullContext(change.context, this.#depth).toLowerCase().split(';');
    let contexts: string[][] = [[]];
    for (const [level, element] of elements.entries()) {
      const names = element === '*' ? [...(this.#names[level] ?? [])] : [element];
      contexts = contexts.flatMap((context) => names.map((name) => [...context, name]));
      if (contexts.length > MAX_CONTEXTS) return undefined;
    }
    return contexts;
  }

  /** In the spelling of a row that names each element. */
  #spelled(context: readonly string[]): string {
    const rows = [...this.#before.values(), ...this.#after.values()].map(({ row }) =>
      fullContext(row.context, this.#depth).split(';'),
    );
    return context
      .map((name, level) => rows.find((row) => row[level]?.toLowerCase() === name)?.[level] ?? name)
      .join(';');
  }
}

function ranked(item: Item | undefined, depth: number): Map<string, RankedRow> {
  const groups = indexGroups(Array(depth).fill(''), []);
  return new Map(
    [...(item?.rows ?? [])].flatMap(([id, row]): [string, RankedRow][] => {
      if (row.absent) return [];
      const full = fullContext(row.context, depth).toLowerCase();
      return [[id, { id, elements: full.split(';'), weight: weightOf(full, groups), row }]];
    }),
  );
}

function byWeight(rows: Iterable<RankedRow>): RankedRow[] {
  return [...rows].sort((a, b) => b.weight - a.weight);
}

function winner(rows: readonly RankedRow[], context: readonly string[]): RankedRow | undefined {
  return rows.find(({ elements }) =>
    elements.every((element, level) => element === '*' || element === context[level]),
  );
}

function isSame(a: RankedRow | undefined, b: RankedRow | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isKnown = !a.row.unknown && !b.row.unknown;
  return a === b || (isKnown && a.row.text === b.row.text);
}

/** The address of the row of a change within its item. */
export function changedContext(change: RowChange): string {
  return contextId(contextIn(change.context));
}
