// A pull request: what the plan of a branch says about its merge, the merge does, or the plan says that nobody knows.
import { asMerged } from '../../../src/project/git-files.ts';
import { planTarget } from '../../../src/commands/plan.ts';
import { CommandError } from '../../../src/errors.ts';
import { withStages } from '../../../src/project/chosen-targets.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { changesOf } from '../apply.ts';
import { type End, Fault } from '../oracle/oracle.ts';
import type { Random, World } from '../world.ts';
import { applyAt } from './applies.ts';
import { branch, MERGES, onMain } from './branches.ts';

interface Promised {
  refusals: readonly string[];
  /** Codes of all findings: an apply that is running may have ended by then. */
  findings: readonly string[];
  changes: readonly string[];
}

export async function pullRequest(world: World, random: Random): Promise<void> {
  const topic = random.pick(world.topics()) ?? branch(world, random);
  const path = random.pick(world.projects(topic).keys());
  if (path === undefined) return;
  world.tell(`${path} is planned for a pull request of ${topic};`);
  const promised = await promiseOf(world, topic, path);
  const ways = Object.entries(MERGES).filter(([how]) => !how.startsWith('cherry-picked'));
  const [how, mergeIt] = random.pick(ways) ?? [];
  const isMerged = onMain(world, `${topic} is ${how}`, () => mergeIt?.(world, topic) === true);
  world.tries('branch', '--quiet', '-D', topic);
  // A project may have ended on main.
  if (!isMerged || !world.projects('main').has(path)) return;
  const { stages = [] } = world.projects('main').get(path)?.settings ?? {};
  const names = stages.map(({ name }) => name);
  for (const stage of names.length === 0 ? [undefined] : names) {
    const end = await applyAt(world, random, { at: 'main', path, stage, share: 0 });
    const ofStage = promised?.get(stage);
    if (end !== undefined && ofStage !== undefined) compare(ofStage, end);
    if (end?.outcome === 'refused') return;
  }
}

/** By stage, if the project has any. `undefined`: the plan says that nobody knows, or there is none. */
async function promiseOf(
  world: World,
  topic: string,
  path: string,
): Promise<ReadonlyMap<string | undefined, Promised> | undefined> {
  const base = world.commit('main');
  const member = world.checkout('plain', world.commit(topic));
  const options = member.options({ config: path, url: '', repository: '' });
  try {
    const merged = await asMerged({ base, into: 'main' }, options, member.runtime());
    const asked = { ...options, base: merged.base, untrusted: { commit: base, branch: 'main' } };
    const promised = new Map<string | undefined, Promised>();
    for (const target of withStages([asked], merged.runtime)) {
      const { plan: made } = await planTarget(target, merged.runtime);
      if (made.mergeUnknown !== undefined) return undefined;
      promised.set(target.chosenStage?.name, promisedBy(made));
    }
    return promised;
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

function promisedBy(plan: Plan): Promised {
  const codes = (isWanted: (severity: string) => boolean) =>
    plan.findings.filter(({ severity }) => isWanted(severity)).map(({ code }) => code);
  return {
    refusals: codes((severity) => severity === 'refusal'),
    findings: codes(() => true),
    changes: changesOf(plan),
  };
}

function compare(
  { refusals, findings, changes }: Promised,
  { outcome, codes, changes: applied = [] }: End,
): void {
  if (outcome === 'refused') {
    // While an apply of the earlier stage may run, one that has nothing to send records nothing, and the next stage waits.
    const said = findings.includes('apply-running') ? [...findings, 'stage-order'] : findings;
    const unsaid = codes.filter((code) => !said.includes(code));
    if (unsaid.length > 0)
      throw new Fault(`The plan of the pull request says nothing of ${unsaid}.`);
    return;
  }
  if (refusals.length > 0)
    throw new Fault(`The plan of the pull request was refused (${refusals}), the merge was not.`);
  if (outcome !== 'unknown' && applied.join() !== changes.join())
    throw new Fault(
      `The pull request promised ${changes.join('; ')}, and the merge applied ${applied.join('; ')}.`,
    );
}
