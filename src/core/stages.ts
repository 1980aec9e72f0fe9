// Restricts what a plan is made from to the stage that the command works on.
import { CommandError } from '../errors.ts';
import { counted } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Plan } from '../model/plan.ts';
import type { AppliedStage, Stage } from '../model/stages.ts';
import { type Elements, elementsIn, type State } from '../model/state.ts';
import type { Options } from '../options.ts';
import type { PlanInput, ServerFacts } from '../plan/input.ts';
import { type Compared, compareStates } from '../plan/make-plan.ts';
import { assignmentOf } from '../stages/assign.ts';
import { rowProblems, type StagePlan, stagePlan } from '../stages/stage-plan.ts';
import type { ApplyRecord } from '../record/recorded-apply.ts';
import type { ProjectContents } from './applied.ts';
import type { Versions } from './world.ts';

interface Planning {
  input: PlanInput;
  compared: Compared;
}

interface StageFacts {
  files: Pick<ProjectContents, 'project'>;
  options: Pick<Options, 'chosenStage' | 'allowOlder'>;
  /** The elements of the server; absent: unknown. */
  elements?: Elements | undefined;
  isRecorded: boolean;
  /** As in {@link StageQuestion}. */
  inOrder?: State | undefined;
  /** As {@link ServerFacts} has it, if nothing was applied in the contexts of a stage. Absent: as for the whole commit. */
  firstOf?: (stage: Stage) => ServerFacts['firstOf'];
}

/**
 * The same without a stage. With `allowOlder`, an earlier stage need not have the commit if it once had the same
 * declarations. Throws {@link CommandError} with all errors at once: names that no element has, and rows that no stage has,
 * or several.
 */
export async function inStage<Given extends Planning>(
  world: Pick<Versions, 'earlierStates'>,
  given: Given,
  facts: StageFacts & { record: ApplyRecord | undefined },
): Promise<Given & { stage?: AppliedStage }> {
  const { record, options } = facts;
  const plannedInTurn = planOfStage(given, facts);
  if (plannedInTurn === undefined) return given;
  let openStages = options.allowOlder ? plannedInTurn.waiting : [];
  const finished = new Set<string>();
  if (openStages.length > 0) {
    await world.earlierStates(record, (state, { stage }) => {
      for (const { name, isAppliedIn } of openStages)
        if ((stage === undefined || stage.name === name) && isAppliedIn(state)) finished.add(name);
      openStages = openStages.filter(({ name }) => !finished.has(name));
      return openStages.length > 0;
    });
  }
  const plan =
    finished.size === 0 ? plannedInTurn : (planOfStage(given, facts, finished) ?? plannedInTurn);
  return { ...given, input: plan.input, compared: plan.compared, stage: plan.applied };
}

/** `undefined`: no stage is chosen. */
function planOfStage(
  { input, compared }: Planning,
  { files, options, elements, isRecorded, inOrder, ...facts }: StageFacts,
  finished: ReadonlySet<string> = new Set(),
): StagePlan | undefined {
  const { chosenStage: chosen } = options;
  if (chosen === undefined) return undefined;
  const { levels } = input.target;
  const { lastApplied } = input.applied;
  const states = [input.desired, ...(lastApplied ? [lastApplied] : [])];
  const elementsByLevel = levels.map((_, level) => {
    const ofStates = states.flatMap((state) => [
      ...(elementsIn(state, levels.length)[level] ?? []),
    ]);
    return new Map([...ofStates, ...(elements?.[level] ?? [])]);
  });
  const isComplete = elements !== undefined;
  const assignment = assignmentOf(
    files.project.stages,
    { elements: elementsByLevel, isComplete },
    levels,
  );
  if ('problems' in assignment) {
    throw invalid(
      assignment.problems.map(({ message, hint, place }) => ({
        severity: 'error',
        code: 'stage-name',
        message,
        hint,
        place,
      })),
    );
  }
  const problems = rowProblems(input, assignment);
  if (problems.length > 0) throw invalid(problems);
  const stage = assignment.stages.find(({ name }) => name === chosen.name);
  const firstOf = input.server.firstOf ?? (stage && facts.firstOf?.(stage));
  const whole = { ...input, server: { ...input.server, firstOf } };
  return stagePlan(whole, compared, { assignment, chosen, isRecorded, inOrder, finished });
}

/** The same for an input that was not compared yet. */
export function inputInStage(input: PlanInput, facts: StageFacts): PlanInput {
  if (facts.options.chosenStage === undefined) return input;
  return planOfStage({ input, compared: compareStates(input) }, facts)?.input ?? input;
}

/** Throws {@link CommandError} if variables that a stage needs are not set. */
export function refuseUnset(diagnostics: readonly Diagnostic[], unset: Plan['unset']): void {
  const missing = ofVariables(diagnostics, unset).filter(({ code }) => code === 'env-missing');
  if (missing.length === 0) return;
  const errors = missing.map((diagnostic) => ({ ...diagnostic, severity: 'error' as const }));
  throw new CommandError({
    code: 'invalid',
    message: `${counted(errors.length, 'error')} in the project files; nothing was sent.`,
    diagnostics: errors,
  });
}

/** Without variables that only other stages need. */
export function ofVariables(
  diagnostics: readonly Diagnostic[],
  unset: Plan['unset'] = [],
): Diagnostic[] {
  const isOf = (message: string) =>
    unset.some((name) => message.startsWith(`The environment variable ${name} is `));
  return diagnostics.filter(({ code, message }) => code !== 'env-missing' || isOf(message));
}

function invalid(diagnostics: readonly Diagnostic[]): CommandError {
  const count = diagnostics.length;
  const what = count === 1 ? '1 name or row does' : `${count} names or rows do`;
  return new CommandError({
    code: 'invalid',
    message: `${what} not fit \`stages\`; nothing was sent.`,
    diagnostics,
  });
}
