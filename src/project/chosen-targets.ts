// Chooses the targets of a command: each gets options of its own.
import { basename } from 'node:path';
import { badOption, CommandError } from '../errors.ts';
import { globProblem, globTest } from '../lib/glob.ts';
import { listed, meant } from '../lib/text.ts';
import { approvalText } from '../model/approval.ts';
import {
  type DeclaredTarget,
  isSamePlace,
  parseToken,
  TOKEN_PROBLEM,
  tokenVariable,
  type RowNoun,
} from '../model/targets.ts';
import { type Options, type ProcessEnvironment, urlOf } from '../options.ts';
import { projectFileOf, settingsOf, type TargetOptions } from './open-project.ts';
import type { Runtime } from '../runtime.ts';

/**
 * The options of each chosen target, in the order of the project file; of a file without `targets`, those of the only
 * one, which has no name. Throws {@link CommandError} if a name or glob matches none.
 */
export function chosenTargets(given: Options, runtime: Runtime): TargetOptions[] {
  const options = { ...given, file: projectFileOf(given, runtime) };
  const project = settingsOf(options, runtime);
  const { targets } = project;
  if (targets === undefined) {
    // With stages, approvals name these.
    const approved = project.stages.length > 0 ? [] : namedIn(options.approvals);
    const named = [...options.targets, ...approved];
    if (named.length === 0) return [options];
    const message = `${basename(options.config)} has no \`targets\`, so there is no target ${quoted(named)}.`;
    throw new CommandError({
      code: 'no-target',
      message,
      hint: 'Leave out the name of the target.',
    });
  }
  if (options.repository !== undefined)
    throw badOption(
      'The option `repository` cannot be used with a project file that has `targets`.',
      'Remove it (--repository, CONFIGHUB_REPOSITORY), and choose targets with --target (input `target`).',
    );
  // Errors in `targets` are reported together with all others, whichever target is read.
  if (targets.length === 0) return [{ ...options, target: '' }];
  refuseSameTarget(targets, options);
  const names = new Set(options.targets.flatMap((pattern) => namesOf(pattern, targets)));
  const chosen =
    options.targets.length === 0 ? targets : targets.filter(({ name }) => names.has(name));
  refuseOtherNames(chosen, options.approvals, 'target');
  return chosen.map((target) => optionsFor(target, options, runtime.env));
}

/**
 * For a command that plans or applies: of a project file with `stages`, the options of each stage that is chosen, in
 * order. Throws {@link CommandError} if there is no such stage, or an apply must name one.
 */
export function withStages(
  targets: readonly TargetOptions[],
  runtime: Runtime,
  { isApply = false } = {},
): TargetOptions[] {
  return targets.flatMap((options) => stagesOf(options, runtime, isApply));
}

function stagesOf(options: TargetOptions, runtime: Runtime, isApply: boolean): TargetOptions[] {
  const { stages, applyStages, targets } = settingsOf(options, runtime);
  const { stage: wanted } = options;
  const names = stages.map(({ name }) => name);
  // Errors in the project file are told first.
  if (!projectFileOf(options, runtime).isReadable) return [options];
  const isNamed = (name: string) => wanted?.toLowerCase() === name.toLowerCase();
  if (wanted !== undefined && !names.some(isNamed)) {
    const file = basename(options.config);
    throw new CommandError({
      code: 'no-stage',
      message:
        stages.length === 0
          ? `${file} has no \`stages\`, so there is no stage \`${wanted}\`.`
          : `No stage is named \`${wanted}\`.`,
      hint:
        stages.length > 0
          ? meant(wanted, names)
          : targets === undefined
            ? 'Leave out the name of the stage.'
            : 'To choose a target, use --target (input `target`).',
    });
  }
  if (stages.length === 0) return [options];
  if (isApply && wanted === undefined && applyStages === 'separately')
    throw new CommandError({
      code: 'stage-needed',
      message: '`applyStages: separately` in the project file: an apply is of one stage.',
      hint: `Name it with --stage (input \`stage\`): ${listed(names)}.`,
    });
  const chosen = wanted === undefined ? stages : stages.filter(({ name }) => isNamed(name));
  refuseOtherNames(chosen, options.approvals, 'stage');
  return chosen.map(({ name }) => {
    const after = wanted === undefined ? names.slice(0, names.indexOf(name)) : [];
    return {
      ...withTokenOf(name, withApprovalOf(name, options), runtime.env),
      isTokenShared:
        tokenIn(runtime.env, name) === undefined && chosen.length > 1 ? true : undefined,
      chosenStage: { name, after, isAlone: wanted === undefined ? undefined : true },
    };
  });
}

function namedIn(approvals: Options['approvals']): string[] {
  return [...(approvals?.keys() ?? [])].filter((name) => name !== '');
}

/** An approval for no target or stage, or for one of several that it does not name, would have no effect. */
function refuseOtherNames(
  chosen: readonly { name: string }[],
  approvals: Options['approvals'],
  noun: RowNoun,
): void {
  const wrong = namedIn(approvals).filter((name) => chosen.every((target) => target.name !== name));
  if (wrong.length > 0)
    throw badOption(
      `\`approve\` names ${quoted(wrong)}, but the chosen ${noun}s are ${quoted(chosen.map(({ name }) => name))}.`,
      `Correct the name before the digest, or choose that ${noun} with --${noun} (input \`${noun}\`).`,
    );
  const unnamed = approvals?.get('');
  if (unnamed !== undefined && chosen.length > 1)
    throw badOption(
      `\`approve\` does not say which ${noun} it is for.`,
      `Write the name of the ${noun} before the digest, as in \`${chosen[0]?.name}: ${approvalText(unnamed)}\`. The ${noun}s are ${quoted(chosen.map(({ name }) => name))}.`,
    );
}

/** For a command that is for one target: throws {@link CommandError} if several are chosen. */
export function oneTarget(options: Options, runtime: Runtime): TargetOptions {
  const chosen = chosenTargets(options, runtime);
  const [first, second] = chosen;
  if (first !== undefined && second === undefined) return first;
  throw new CommandError({
    code: 'several-targets',
    message: `This command works on one target, but several are chosen: ${quoted(chosen.flatMap(({ target }) => target ?? []))}.`,
    hint: 'Choose one with --target (input `target`).',
  });
}

function optionsFor(
  { name, hasOwnServer }: DeclaredTarget,
  { token: shared, ...common }: TargetOptions,
  env: ProcessEnvironment,
): TargetOptions {
  const options = { ...withApprovalOf(name, common), target: name };
  const isShared = shared !== undefined && !hasOwnServer && tokenIn(env, name) === undefined;
  return isShared
    ? { ...options, token: shared, isTokenShared: true }
    : withTokenOf(name, options, env);
}

function withApprovalOf(name: string, { approve: only, ...options }: TargetOptions): TargetOptions {
  return { ...options, approve: options.approvals?.get(name) ?? only };
}

function withTokenOf(name: string, options: TargetOptions, env: ProcessEnvironment): TargetOptions {
  const token = tokenIn(env, name);
  return token === undefined ? options : { ...options, token };
}

/** The token of a target or stage of its own. */
function tokenIn(env: ProcessEnvironment, name: string): string | undefined {
  const variable = tokenVariable(name);
  const text = env[variable]?.trim() ?? '';
  if (text === '') return undefined;
  const token = parseToken(text);
  if (token !== undefined) return token;
  throw badOption(`${variable}: ${TOKEN_PROBLEM}`);
}

/** The names that a name or glob matches; at least one. */
function namesOf(pattern: string, targets: readonly DeclaredTarget[]): string[] {
  const names = targets.map(({ name }) => name);
  const problem = globProblem(pattern);
  const matching = problem === undefined ? names.filter(globTest(pattern, { nocase: false })) : [];
  if (matching.length > 0) return matching;
  throw new CommandError({
    code: 'no-target',
    message:
      problem === undefined
        ? `No target matches \`${pattern}\`.`
        : `The glob \`${pattern}\` ${problem}.`,
    hint: meant(pattern, names),
  });
}

/** The address from the environment may make two targets the same. */
function refuseSameTarget(targets: readonly DeclaredTarget[], options: Options): void {
  const places = targets.map((target) => {
    return { ...target, url: urlOf(options, { target, url: target.url }) };
  });
  for (const [index, place] of places.entries()) {
    const same = places.slice(0, index).find((earlier) => isSamePlace(earlier, place));
    if (same === undefined) continue;
    throw new CommandError({
      code: 'same-target',
      message: `The targets ${quoted([same.name, place.name])} are the same repository on the same server.`,
      hint: 'Remove the option `url` (CONFIGHUB_URL), or make them one target.',
    });
  }
}

function quoted(names: readonly string[]): string {
  return listed(names.map((name) => `\`${name}\``));
}
