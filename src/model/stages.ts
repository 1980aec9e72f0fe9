// Stages: the steps in which one commit is applied, such as first Staging, then Production.
import type { Place } from './diagnostic.ts';
import type { State } from './state.ts';

/** Whether one `apply` runs all stages, one after the other, or only the one that it names; the first is the default. */
export const APPLY_STAGES = ['together', 'separately'] as const;
export type ApplyStages = (typeof APPLY_STAGES)[number];

/** A stage and its contexts, in the globs of `scope.contexts`. */
export interface Stage {
  name: string;
  contexts: readonly string[];
}

/** In the order in which they are applied; empty: the whole commit is applied at once. */
export type Stages = readonly Stage[];

/** A stage as the project file has it. */
export interface DeclaredStage {
  name: string;
  /** Absent: the contexts of the element `name`, of whichever level has it; for the last stage, all others too. */
  contexts?: readonly string[];
  place: Place;
}

/** `Staging, then Production`; with their contexts, where the project file has them. */
export function stagesText(stages: readonly DeclaredStage[]): string | undefined {
  if (stages.length === 0) return undefined;
  const texts = stages.map(({ name, contexts }) =>
    contexts === undefined ? name : `${name} (${contexts.join(', ')})`,
  );
  return texts.join(', then ');
}

/** The stage that a command works on. */
export interface ChosenStage {
  name: string;
  /** Earlier stages that the same command applies before it. */
  after: readonly string[];
  /** The command is for this stage only. */
  isAlone?: true | undefined;
  /** Texts that were secret when its plan was shown: an earlier stage may have taken them from the server since. */
  shownSecrets?: readonly string[];
}

/** What an apply of a stage did of the commit that it applied. */
export interface AppliedStage extends Stage {
  /** No stage comes after it: it applies keys without rows, too. */
  isLast: boolean;
  /**
   * What of its contexts it left to a later stage: rows, and with the context `''` the fields of keys. They are still as an
   * apply before it left them.
   */
  later: State;
  /** What it did for an earlier stage, outside of its contexts. */
  taken: State;
}
