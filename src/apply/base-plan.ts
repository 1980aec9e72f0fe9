// Compares a branch with its base: by the plan that the base would have, or without a server or token by the files alone.
import { safetyChanges } from '../documents/project-fields.ts';
import { CommandError } from '../errors.ts';
import { type Change, type Plan, withFindings } from '../model/plan.ts';
import { type Options, urlOf } from '../options.ts';
import { offlinePlan, withPending } from '../plan/against-base.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { withoutUnset } from '../plan/normalize.ts';
import { changeComment } from './change-comment.ts';
import { contentElsewhere } from './content-elsewhere.ts';
import { openAround } from './git-files.ts';
import { leavesOutUncommitted } from './committed-files.ts';
import { withMovedOut } from '../core/moved-out.ts';
import { policyOf, secretRulesOf } from '../core/input.ts';
import type { PlanResult, ShownPlan } from '../core/known.ts';
import { openProject, type TargetOptions, withoutMissingEnv } from './project.ts';
import type { Runtime } from './runtime.ts';
import { refuseWithoutGit } from './trust.ts';
import type { Base } from '../core/applied.ts';
import { planAgainstBase } from '../core/against-base.ts';
import { withoutServer } from './world.ts';

/** Marks changes that were already pending at the base. A base that cannot be read is a warning. */
export function withBase({ files, input, base: answer, plan, options }: ShownPlan): {
  plan: Plan;
  remarks: string[];
} {
  if (answer === undefined) return { plan, remarks: [] };
  const { base, unknown, unreadable } = answer;
  if (unknown !== undefined) return { plan, remarks: [[unknown.message, unknown.hint].join(' ')] };
  if (base === undefined) return { plan, remarks: notCompared(unreadable) };
  const pending = withPending(plan, {
    commit: base.commit,
    before: changesOf(base, input, options),
  });
  return { plan: { ...pending, safety: safetyChanges(base, files) }, remarks: [] };
}

function notCompared(why: string | undefined): string[] {
  return why === undefined ? [] : [`Cannot compare with the base: ${why}.`];
}

/** What an apply of the base would push now. */
function changesOf(base: Base, input: PlanInput, options: Options): readonly Change[] {
  const { target } = input;
  const { repository } = { ...base.project, ...options };
  const isSameTarget =
    urlOf(options, base.project) === target.url &&
    repository?.account === target.account &&
    repository.name === target.name;
  const depth = base.depth?.levels ?? target.levels.length;
  if (base.isEmpty || !isSameTarget || depth !== target.levels.length) return [];
  const secrets = { ...input.secrets, ...secretRulesOf(base) };
  const own: PlanInput = {
    ...input,
    policy: policyOf(base, options),
    secrets,
    desired: base.state,
    notes: [],
  };
  return makePlan(withoutUnset(own, base)).changes;
}

/** A fork does not see the values of variables, so only their names are compared. */
const NO_VALUES = {};

/** Throws {@link CommandError} without a base, or if there is no such commit. */
export async function planOffline(options: TargetOptions, runtime: Runtime): Promise<PlanResult> {
  const { base: revision } = options;
  if (revision === undefined)
    throw badOption('An offline plan needs a commit to compare with.', 'Pass --base <revision>.');
  if (options.lastApplied !== undefined)
    throw badOption(
      'An offline plan is compared with its base, not with what was last applied.',
      'Remove --last-applied.',
    );
  refuseWithoutGit(options, runtime);
  const opening = openAround(options.config, runtime);
  const project = await openProject(options, {
    runtime,
    missingEnv: 'warning',
    values: NO_VALUES,
    opening,
    asCommitted: true,
    onlyCommitted: leavesOutUncommitted(options, runtime.env),
  });
  const { git } = project;
  const { merge: _, ...offline } = runtime;
  const world = withoutServer({
    options,
    runtime: { ...offline, env: NO_VALUES },
    opening: Promise.resolve(project),
  });
  const found = await planAgainstBase({ ...world, past: async () => undefined }, options, revision);
  const { base, unreadable } = found.base;
  const planned = offlinePlan(found.plan);
  const refusals = planned.changes.length === 0 ? [] : contentElsewhere(project, runtime.merge);
  const made = withFindings(planned, ...refusals);
  const compared = base && { base: { commit: base.commit }, safety: safetyChanges(base, project) };
  const head = await git?.head();
  const applied = base === undefined ? [] : [base.files];
  const mergeUnknown =
    'the server was not read, so this plan compares only the files of the two branches';
  return {
    plan: await withMovedOut(
      withoutServer({ options, runtime, opening: Promise.resolve(project) }),
      { ...made, ...compared, mergeUnknown },
      { files: project, applied },
    ),
    warnings: withoutMissingEnv(project.diagnostics),
    remarks: notCompared(unreadable),
    changeComment: await changeComment(options, { git, head, runtime }),
    commit: head?.commit,
    removedAt: base?.commit,
    declared: [...project.state.items.values()],
    untracked: project.untracked,
  };
}

function badOption(message: string, hint: string): CommandError {
  return new CommandError({ code: 'bad-option', message, hint });
}
