// The plan in a world that knows neither the server, nor the record, nor the values of variables: what the base declares is live.
import { safetyChanges } from '../documents/project-fields.ts';
import { badOption, CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import { withFindings } from '../model/plan.ts';
import { elementsIn, emptyState, itemNames, mergedElements } from '../model/state.ts';
import { type Options, urlOf } from '../options.ts';
import { offlinePlan, withSameVariables } from '../plan/against-base.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { standIn } from '../plan/stand-in.ts';
import { type BaseAnswer, baseOf, type ProjectContents } from './applied.ts';
import { clearTextIn } from './clear-text.ts';
import { maskNotes, readInput } from './input.ts';
import { USUAL_SETTINGS } from './inspect.ts';
import type { PlanResult } from './plan-facts.ts';
import { NOTHING_APPLIED } from './last-applied.ts';
import { masksOf } from './masks.ts';
import { withMovedOut } from './moved-out.ts';
import { notCompared } from './pending.ts';
import { inputInStage } from './stages.ts';
import type { Planned } from './plan.ts';
import type { Git, Versions } from './world.ts';

/** The commit that an offline plan is compared with. Throws {@link CommandError} without one. */
export function offlineBase({ base, lastApplied }: Options): string {
  if (base === undefined)
    throw badOption('An offline plan needs a commit to compare with.', 'Pass --base <revision>.');
  if (lastApplied !== undefined)
    throw badOption(
      'An offline plan is compared with its base, not with what was last applied.',
      'Remove --last-applied.',
    );
  return base;
}

/** Throws {@link CommandError} if there is no such base. */
export async function planOffline(
  world: Git & Versions,
  options: Options,
  revision: string,
): Promise<PlanResult> {
  const { files, plan: made, base: answer } = await planAgainstBase(world, options, revision);
  const { base, unreadable } = answer;
  const planned = offlinePlan(made);
  const refusals = planned.changes.length === 0 ? [] : await world.contentElsewhere();
  const refused = withFindings(planned, ...refusals);
  const compared = base && { base: { commit: base.commit }, safety: safetyChanges(base, files) };
  const mergeUnknown =
    'the server was not read, so this plan compares only the files of the two branches';
  const plan = await withMovedOut(
    world,
    { ...refused, ...compared, mergeUnknown },
    { files, applied: base === undefined ? [] : [base.files] },
  );
  const named = ({ state }: Pick<ProjectContents, 'state'>) =>
    elementsIn(state, plan.target.levels.length);
  return {
    plan,
    warnings: files.diagnostics,
    remarks: notCompared(unreadable),
    changeComment: await world.changeComment(),
    commit: await world.head(),
    removedAt: base?.commit,
    declared: itemNames(files.state),
    elements: mergedElements(named(files), base === undefined ? [] : named(base)),
    untracked: files.untracked,
  };
}

/** Throws {@link CommandError} if there is no such base. */
async function planAgainstBase(
  world: Git & Versions,
  options: Options,
  revision: string,
): Promise<Pick<Planned, 'plan'> & { files: ProjectContents; base: BaseAnswer }> {
  const files = await world.files();
  const base = baseOf(await world.version(revision, 'base'));
  if (base.unknown !== undefined) throw base.unknown;
  const masks = await masksOf(world, { files, options: {}, base, lastApplied: NOTHING_APPLIED });
  const input = offlineInput(files, options, base);
  const clearText = clearTextIn(files, { base: base.base, ...input });
  const secrets = { ...input.secrets, ...masks.secrets, clearText };
  const notes = [...input.notes, ...maskNotes({ masks })];
  const inputWithMasks = { ...input, secrets, notes };
  const plan = makePlan(inputInStage(inputWithMasks, { files, options, isRecorded: false }));
  return { files, base, plan };
}

/** A pull request from a fork may not even know the URL. An apply may know more: a token, passwords, types. */
function offlineInput(files: ProjectContents, options: Options, { base }: BaseAnswer): PlanInput {
  const { project, passwords, depth } = files;
  const applied = base?.isEmpty ? undefined : base;
  const live = standIn(applied?.state ?? emptyState());
  const { repository = { account: '', name: '' } } = { ...project, ...options };
  const count = depth?.levels ?? applied?.depth?.levels ?? 1;
  const levels = project.levels ?? Array.from({ length: count }, (_, i) => `Level ${i + 1}`);
  const { digestKey: _, approve: __, ...optionsHere } = options;
  const nothing = { answered: [], missing: [] };
  const input = readInput({
    files: { ...files, state: withSameVariables(files.state, live) },
    target: { url: urlOf(options, project) ?? '', repository },
    options: optionsHere,
    inspection: { levels, files: new Map(), ...nothing },
    lastApplied: { ...NOTHING_APPLIED, done: applied?.state },
    live: { state: live, source: 'none', ...nothing },
  });
  // A password that is missing here may be set where the apply runs.
  const passwordOf: PlanInput['secrets']['passwordOf'] = (group) =>
    passwords.variables.has(group) ? 'not known offline' : undefined;
  return {
    ...input,
    liveSource: base === undefined ? 'none' : 'base',
    secrets: { ...input.secrets, passwordOf },
    server: { settings: USUAL_SETTINGS, hasToken: true, typesKnown: true },
    notes: [
      base === undefined
        ? 'Planned offline without a readable base: every declared item is shown as new.'
        : `Planned offline against commit ${shortCommit(base.commit)}: the state of the server and the values of variables are not checked.`,
    ],
    purpose: 'offline',
  };
}
