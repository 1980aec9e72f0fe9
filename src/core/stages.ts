// Restricts what a plan is made from to the stage that the command works on.
import { CommandError } from '../errors.ts';
import { counted } from '../lib/text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Plan } from '../model/plan.ts';
import type { AppliedStage } from '../model/stages.ts';
import { type Elements, elementsIn } from '../model/state.ts';
import type { Options } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { type Compared, compareStates } from '../plan/make-plan.ts';
import { assignmentOf } from '../stages/assign.ts';
import { rowProblems, stagePlan } from '../stages/stage-plan.ts';
import type { ProjectContents } from './applied.ts';

interface Planning {
  input: PlanInput;
  compared: Compared;
}

interface Facts {
  files: Pick<ProjectContents, 'project'>;
  options: Pick<Options, 'chosenStage'>;
  /** The elements of the server; absent: unknown. */
  elements?: Elements | undefined;
  isRecorded: boolean;
}

/**
 * The same without a stage. Throws {@link CommandError} with all errors at once: names that no element has, and rows that
 * no stage has, or several.
 */
export function inStage<Given extends Planning>(
  given: Given,
  { files, options, elements, isRecorded }: Facts,
): Given & { stage?: AppliedStage } {
  const { chosenStage: chosen } = options;
  const { input } = given;
  if (chosen === undefined) return given;
  const { levels } = input.target;
  const { lastApplied } = input.applied;
  const states = [input.desired, ...(lastApplied ? [lastApplied] : [])];
  const known = levels.map((_, level) => {
    const found = states.flatMap((state) => [...(elementsIn(state, levels.length)[level] ?? [])]);
    return new Map([...found, ...(elements?.[level] ?? [])]);
  });
  const isComplete = elements !== undefined;
  const assignment = assignmentOf(files.project.stages, { elements: known, isComplete }, levels);
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
  const plan = stagePlan(input, given.compared, { assignment, chosen, isRecorded });
  return { ...given, input: plan.input, compared: plan.compared, stage: plan.applied };
}

/** The same for an input that was not compared yet. */
export function inputInStage(input: PlanInput, facts: Facts): PlanInput {
  if (facts.options.chosenStage === undefined) return input;
  return inStage({ input, compared: compareStates(input) }, facts).input;
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
  const [first] = diagnostics;
  return new CommandError({
    code: 'invalid',
    message:
      diagnostics.length === 1 && first !== undefined
        ? first.message
        : `${diagnostics.length} values, files or names do not fit \`stages\`.`,
    diagnostics,
  });
}
