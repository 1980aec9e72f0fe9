// `plan --offline`: head against base, without a server and without a token; for pull requests that have no secrets.
import { CommandError } from '../errors.ts';
import { shortCommit } from '../model/apply-entry.ts';
import type { Target } from '../model/plan.ts';
import { emptyState } from '../model/state.ts';
import type { Options } from '../options.ts';
import type { PlanInput } from '../plan/input.ts';
import { makePlan } from '../plan/make-plan.ts';
import { offlinePlan, withSameVariables } from '../plan/offline.ts';
import { safetyChanges } from '../plan/safety.ts';
import { standIn } from '../plan/stand-in.ts';
import { type Base, type BaseAnswer, readBase } from './base.ts';
import { changeComment } from './change-comment.ts';
import type { PlanResult } from './plan.ts';
import { policyOf } from './policy.ts';
import { type OpenProject, openProject, type Surroundings } from './project.ts';

/** Values of variables differ between those who may see them and those who may not; their names do not. */
const NO_VALUES = {};

/** Throws {@link CommandError} without a base, or with one that is not there: nothing could be compared. */
export async function planOffline(options: Options, surroundings: Surroundings): Promise<PlanResult> {
  const { base: revision } = options;
  if (revision === undefined || options.baseline !== undefined) throw badOptions(options);
  const project = await openProject(options, { surroundings, missingEnv: 'warning', values: NO_VALUES });
  const { onSecret } = surroundings;
  const answer = await readBase(project, { revision, env: NO_VALUES, onSecret });
  if ('unknown' in answer) throw answer.unknown;
  const made = offlinePlan(makePlan(inputOf({ project, options, answer })));
  const base = 'base' in answer ? answer.base : undefined;
  const { git } = project;
  const head = await git?.head();
  const compared = base && { base: { commit: base.commit }, safety: safetyChanges(base, project) };
  return {
    plan: { ...made, ...compared },
    warnings: project.diagnostics.filter(({ code }) => code !== 'env-missing'),
    remarks: 'unreadable' in answer ? [`There is no base: ${answer.unreadable}.`] : [],
    changeComment: await changeComment(options, { git, head, surroundings }),
  };
}

interface Compared {
  project: OpenProject;
  options: Options;
  answer: Exclude<BaseAnswer, { unknown: unknown }>;
}

function inputOf({ project, options, answer }: Compared): PlanInput {
  const base = 'base' in answer && !answer.base.isEmpty ? answer.base : undefined;
  const live = base === undefined ? emptyState() : standIn(base.state);
  return {
    ...policyOf(project, options),
    // A password that is missing here is not missing where an apply runs.
    passwordOf: (group) => (project.passwords.variables.has(group) ? 'not known offline' : undefined),
    target: targetOf({ project, options, base }),
    settings: { vdtEnabled: true },
    desired: withSameVariables(project.state, live),
    live,
    liveSource: 'base' in answer ? 'base' : 'none',
    ...(base && { baseline: base.state }),
    listUnmanaged: false,
    hasToken: true,
    notes: [noteOf(answer)],
    isOffline: true,
    typesKnown: true,
  };
}

/** A pull request from elsewhere may lack even the address. */
function targetOf({ project, options, base }: Omit<Compared, 'answer'> & { base: Base | undefined }): Target {
  const { url = '', repository = { account: '', name: '' } } = { ...project.project, ...options };
  const depth = project.depth?.levels ?? base?.depth?.levels ?? 1;
  const levels = project.project.levels ?? Array.from({ length: depth }, (_, i) => `Level ${i + 1}`);
  return { url, ...repository, levels };
}

function noteOf(answer: Compared['answer']): string {
  if ('unreadable' in answer)
    return 'Made offline, and without a base that can be read: every declared item is shown as new.';
  return `Made offline, against what commit ${shortCommit(answer.base.commit)} declares: what only the server knows, and the values of variables, are not checked.`;
}

function badOptions({ base }: Options): CommandError {
  const message =
    base === undefined
      ? 'Offline, a plan needs a base to compare with.'
      : 'Offline, a plan is compared with its base: it takes no baseline.';
  const hint = base === undefined ? 'Give --base <revision>.' : 'Leave out --baseline and --no-baseline.';
  return new CommandError({ code: 'bad-option', message, hint });
}
