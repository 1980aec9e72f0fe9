// Stages: the steps in which one commit is applied, such as first Staging, then Production.
import type { Place } from './diagnostic.ts';

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
