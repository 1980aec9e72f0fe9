// A pull request: what the plan of a branch says about its merge, the merge does, or the plan says that nobody knows.
import { asMerged } from '../../../src/project/git-files.ts';
import { planTarget } from '../../../src/commands/plan.ts';
import { CommandError } from '../../../src/errors.ts';
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
  const end = await applyAt(world, random, { at: 'main', path, share: 0 });
  if (end !== undefined && promised !== undefined) compare(promised, end);
}

/** `undefined`: the plan says that nobody knows, or there is none. */
async function promiseOf(world: World, topic: string, path: string): Promise<Promised | undefined> {
  const base = world.commit('main');
  const member = world.checkout('plain', world.commit(topic));
  const options = member.options({ config: path, url: '', repository: '' });
  try {
    const merged = await asMerged({ base, into: 'main' }, options, member.runtime());
    const asked = { ...options, base: merged.base, untrusted: { commit: base, branch: 'main' } };
    const { plan: made } = await planTarget(asked, merged.runtime);
    if (made.mergeUnknown !== undefined) return undefined;
    const codes = (isWanted: (severity: string) => boolean) =>
      made.findings.filter(({ severity }) => isWanted(severity)).map(({ code }) => code);
    return {
      refusals: codes((severity) => severity === 'refusal'),
      findings: codes(() => true),
      changes: changesOf(made),
    };
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

function compare(
  { refusals, findings, changes }: Promised,
  { outcome, codes, changes: applied = [] }: End,
): void {
  if (outcome === 'refused') {
    const unsaid = codes.filter((code) => !findings.includes(code));
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
