// Chooses the targets of a command: each gets options of its own.
import { basename } from 'node:path';
import { CommandError } from '../errors.ts';
import { globProblem, globTest } from '../lib/glob.ts';
import { listed, meant } from '../lib/text.ts';
import { approvalText } from '../model/approval.ts';
import type { Project } from '../model/project.ts';
import {
  type DeclaredTarget,
  isSamePlace,
  parseToken,
  TOKEN_PROBLEM,
  tokenVariable,
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
    const named = [...options.targets, ...namedIn(options.approvals)];
    if (named.length === 0) return [options];
    const message = `${basename(options.config)} has no \`targets\`, so there is no target ${quoted(named)}.`;
    throw new CommandError({
      code: 'no-target',
      message,
      hint: 'Leave out the name of the target.',
    });
  }
  if (options.repository !== undefined)
    throw new CommandError({
      code: 'bad-option',
      message: 'The option `repository` cannot be used with a project file that has `targets`.',
      hint: 'Remove it (--repository, CONFIGHUB_REPOSITORY), and choose targets with --target.',
    });
  // Errors in `targets` are reported together with all others, whichever target is read.
  if (targets.length === 0) return [{ ...options, target: '' }];
  refuseSameTarget(targets, options, project);
  const names = new Set(options.targets.flatMap((pattern) => namesOf(pattern, targets)));
  const chosen =
    options.targets.length === 0 ? targets : targets.filter(({ name }) => names.has(name));
  refuseOtherTargets(chosen, options.approvals);
  return chosen.map((target) => optionsFor(target, options, runtime.env));
}

function namedIn(approvals: Options['approvals']): string[] {
  return [...(approvals?.keys() ?? [])].filter((name) => name !== '');
}

/** An approval for no target, or for one of several that it does not name, would have no effect. */
function refuseOtherTargets(
  chosen: readonly DeclaredTarget[],
  approvals: Options['approvals'],
): void {
  const wrong = namedIn(approvals).filter((name) => chosen.every((target) => target.name !== name));
  if (wrong.length > 0)
    throw new CommandError({
      code: 'bad-option',
      message: `\`approve\` names ${quoted(wrong)}, but the chosen targets are ${quoted(chosen.map(({ name }) => name))}.`,
      hint: 'Correct the name before the digest, or choose that target with --target.',
    });
  const unnamed = approvals?.get('');
  if (unnamed !== undefined && chosen.length > 1)
    throw new CommandError({
      code: 'bad-option',
      message: '`approve` does not say which target it is for.',
      hint: `Write the name of the target before the digest, as in \`${chosen[0]?.name}: ${approvalText(unnamed)}\`. The targets are ${quoted(chosen.map(({ name }) => name))}.`,
    });
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
  { token: shared, approve: only, ...common }: TargetOptions,
  env: ProcessEnvironment,
): TargetOptions {
  const approval = common.approvals?.get(name) ?? only;
  const options = { ...common, ...(approval && { approve: approval }) };
  const variable = tokenVariable(name);
  const text = env[variable]?.trim() ?? '';
  if (text !== '') {
    const token = parseToken(text);
    if (token !== undefined) return { ...options, target: name, token };
    throw new CommandError({ code: 'bad-option', message: `${variable}: ${TOKEN_PROBLEM}` });
  }
  const isShared = shared !== undefined && !hasOwnServer;
  return { ...options, target: name, ...(isShared && { token: shared, isTokenShared: true }) };
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
function refuseSameTarget(
  targets: readonly DeclaredTarget[],
  options: Options,
  project: Project,
): void {
  const places = targets.map((target) => {
    return { ...target, url: urlOf(options, { target, url: target.url ?? project.url }) };
  });
  for (const [index, place] of places.entries()) {
    const same = places.slice(0, index).find((one) => isSamePlace(one, place));
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
