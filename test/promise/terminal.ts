// The same in a terminal: what `plan` shows is what `apply` does at once after it, or the plan says why not.
import type { Ended } from '../helpers/run.ts';
import type { Situation } from './situations.ts';
import { tokensOf, withStage } from './stage.ts';
import { AFTER, documentOf, OF_OTHERS, World } from './world.ts';

/** Where a person stands: on the branch, on it with an edit, on main, with a commit of main that is not pushed, on an old commit. */
export const STANDS = [
  'branch',
  'branch with an edit',
  'main',
  'main with a commit',
  'old commit',
] as const;
export type Stand = (typeof STANDS)[number];

interface Told {
  status: number | null;
  /** `update a *;*`, in the order of the plan. */
  changes: string[];
  refusals: string[];
  /** Codes of all findings, warnings too. */
  findings: string[];
  error: string | undefined;
  /** Whether it says that an apply here is refused until the branch is up to date. */
  isOutOfDate: boolean;
  /** Warnings beside the plan. */
  stderr: string;
}

/** What a plan says in its warnings of what an apply then ends with. */
const SAID: Readonly<Record<string, RegExp>> = {
  'not-committed': /Not committed yet: |Git does not track /,
  'push-needs-token': /No token is set: /,
};

export interface PlayedHere {
  plan: Told;
  apply: Told;
}

export function playHere(situation: Situation, stand: Stand): Promise<PlayedHere> {
  return withStage(async (stage) => {
    const world = new World(stage, situation);
    await world.begin();
    await world.branch();
    await world.changeServer();
    const place = stand.startsWith('branch') ? world.after : (world.before ?? world.after);
    const { folder, file } = place;
    if (stand.startsWith('branch'))
      stage.sh('git switch --quiet feature; git submodule --quiet update --init');
    if (stand === 'branch with an edit')
      stage.write({ [`${folder}config/a.yaml`]: documentOf({ ...AFTER, a: '3' }) });
    if (stand === 'main with a commit') stage.sh('git commit --quiet --allow-empty -m Unpushed');
    if (stand === 'old commit')
      stage.sh('git switch --quiet --detach main; git checkout --quiet HEAD~1 || true');
    const left = { untracked: 'left', ignored: 'local' }[situation.files as string];
    if (left !== undefined)
      stage.write({ [`${folder}config/${left}.yaml`]: documentOf({ [left]: '1' }) });
    stage.front = situation.server === 'unreachable' ? 'closed' : 'open';
    const run = (...args: string[]) =>
      stage
        .cli(world.dirOf(place), [...args, '--json', '--config', file], tokensOf(situation))
        .then(told);
    return { plan: await run('plan'), apply: await run('apply', '--yes') };
  });
}

function told({ status, stdout, stderr }: Ended): Told {
  const json = JSON.parse(stdout || '{}');
  const { changes = [], findings = [], notes = [], behind, error } = json;
  const counted = changes.filter((one: { rewritten?: true }) => !one.rewritten);
  const codes = (severity?: string) =>
    findings
      .filter((one: { severity: string }) => severity === undefined || one.severity === severity)
      .map(({ code }: { code: string }) => code)
      .sort();
  return {
    status,
    changes: counted.map(
      (one: Record<string, string>) => `${one.action} ${one.key ?? one.path} ${one.context}`,
    ),
    refusals: codes('refusal'),
    findings: codes(),
    error: error?.code,
    isOutOfDate: behind?.applyRefused === true,
    stderr: [...notes, stderr].join('\n'),
  };
}

/** What is wrong; empty: the property holds. */
export function judgeHere(played: PlayedHere, stand: Stand): string[] {
  const undone = played.plan.changes.filter((change) => change === `delete ${OF_OTHERS} *;*`);
  // Who checks out an old commit of main rolls back on purpose.
  const isSaid = played.plan.isOutOfDate || undone.length === 0 || stand === 'old commit';
  return [
    ...(isSaid
      ? []
      : [
          'the plan shows the work of others on main as deleted, and does not say that the branch lacks it',
        ]),
    ...judgeApply(played),
  ];
}

function judgeApply({ plan, apply }: PlayedHere): string[] {
  const says = (code: string) =>
    plan.findings.includes(code) || SAID[code]?.test(plan.stderr) === true;
  if (apply.error !== undefined) {
    const isSaid = plan.error === apply.error || says(apply.error);
    return isSaid ? [] : [`the plan says nothing of the error ${apply.error} of the apply`];
  }
  // The plan is of the merge.
  if (plan.isOutOfDate)
    return apply.refusals.includes('older-commit') ? [] : ['the apply is not refused as older'];
  if (plan.error !== undefined)
    return [`no plan (${plan.error}), and the apply ended with ${apply.status}`];
  const unsaid = apply.refusals.filter((code) => !says(code));
  const undone = apply.refusals.length === 0 ? plan.refusals : [];
  return [
    ...unsaid.map((code) => `the apply is refused for ${code}, of which the plan says nothing`),
    ...undone.map((code) => `the plan is refused for ${code}, and the apply is not refused`),
    ...(plan.changes.join() === apply.changes.join()
      ? []
      : [`planned: ${plan.changes.join('; ')}; applied: ${apply.changes.join('; ')}`]),
  ];
}
