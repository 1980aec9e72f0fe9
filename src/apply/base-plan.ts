// Compares a branch with its base: by the plan that the base would have, or without a server or token by the files alone.
import { safetyChanges } from '../documents/project-fields.ts';
import { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { type Change, type Plan, withFindings } from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import { type Options, urlOf } from '../options.ts';
import { offlinePlan, withPending, withSameVariables } from '../plan/against-base.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { standIn } from '../plan/stand-in.ts';
import { withoutUnset } from '../plan/normalize.ts';
import { changeComment } from './change-comment.ts';
import { clearTextIn } from '../core/clear-text.ts';
import { contentElsewhere } from './content-elsewhere.ts';
import { openAround } from './git-files.ts';
import { leavesOutUncommitted } from './committed-files.ts';
import { USUAL_SETTINGS } from '../core/inspect.ts';
import { withMovedOut } from './moved-out.ts';
import { maskNotes, policyOf, secretRulesOf } from '../core/input.ts';
import type { PlanResult, Prepared } from './prepare.ts';
import { type OpenProject, openProject, type TargetOptions, withoutMissingEnv } from './project.ts';
import { readBase } from './revision.ts';
import type { Runtime } from './runtime.ts';
import { masksOf } from './secret-sources.ts';
import { refuseWithoutGit } from './trust.ts';
import type { Base } from '../core/applied.ts';

/** Marks changes that were already pending at the base. A base that cannot be read is a warning. */
export function withBase(
  { project, input, base: answer, result: { plan } }: Prepared,
  options: Options,
): { plan: Plan; remarks: string[] } {
  if (answer === undefined) return { plan, remarks: [] };
  const { base, unknown, unreadable } = answer;
  if (unknown !== undefined) return { plan, remarks: [[unknown.message, unknown.hint].join(' ')] };
  if (base === undefined) return { plan, remarks: notCompared(unreadable) };
  const pending = withPending(plan, {
    commit: base.commit,
    before: changesOf(base, input, options),
  });
  return { plan: { ...pending, safety: safetyChanges(base, project) }, remarks: [] };
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
  const offline = { env: NO_VALUES, onSecret: runtime.onSecret };
  const answer = await readBase(project, { ...offline, revision });
  if (answer.unknown !== undefined) throw answer.unknown;
  const { base, unreadable } = answer;
  const known = {
    project,
    options: {},
    runtime: offline,
    lastApplied: { versions: [] },
    base: answer,
    isOffline: true,
  };
  const masks = await masksOf(known);
  const input = offlineInput(project, options, base);
  const secrets = {
    ...input.secrets,
    ...masks.secrets,
    clearText: clearTextIn(project, { base, ...input }),
  };
  const planned = offlinePlan(
    makePlan({ ...input, secrets, notes: [...input.notes, ...maskNotes({ masks })] }),
  );
  const refusals = planned.changes.length === 0 ? [] : contentElsewhere(project, runtime.merge);
  const made = withFindings(planned, ...refusals);
  const compared = base && { base: { commit: base.commit }, safety: safetyChanges(base, project) };
  const head = await git?.head();
  const applied = base === undefined ? [] : [base.files];
  const mergeUnknown =
    'the server was not read, so this plan compares only the files of the two branches';
  return {
    plan: await withMovedOut(
      { ...made, ...compared, mergeUnknown },
      { project, applied, merge: runtime.merge },
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

/** A pull request from a fork may not even know the URL. @param base absent: it cannot be read */
function offlineInput(
  project: OpenProject,
  options: TargetOptions,
  base: Base | undefined,
): PlanInput {
  const applied = base?.isEmpty ? undefined : base;
  const live = standIn(applied?.state ?? emptyState());
  const url = urlOf(options, project.project) ?? '';
  const { repository = { account: '', name: '' } } = { ...project.project, ...options };
  const depth = project.depth?.levels ?? applied?.depth?.levels ?? 1;
  const levels =
    project.project.levels ?? Array.from({ length: depth }, (_, i) => `Level ${i + 1}`);
  return {
    target: { url, ...repository, levels, declaredAs: project.choice.name },
    policy: policyOf(project, options),
    secrets: {
      ...secretRulesOf(project),
      // A password that is missing here may be set where the apply runs.
      passwordOf: (group) =>
        project.passwords.variables.has(group) ? 'not known offline' : undefined,
    },
    desired: withSameVariables(project.state, live),
    live,
    liveSource: base === undefined ? 'none' : 'base',
    applied: { lastApplied: applied?.state },
    server: { settings: USUAL_SETTINGS, hasToken: true, typesKnown: true },
    listUnmanaged: false,
    notes: [
      base === undefined
        ? 'Planned offline without a readable base: every declared item is shown as new.'
        : `Planned offline against commit ${shortCommit(base.commit)}: the state of the server and the values of variables are not checked.`,
    ],
    purpose: 'offline',
  };
}

function badOption(message: string, hint: string): CommandError {
  return new CommandError({ code: 'bad-option', message, hint });
}
