// What people do with branches: on the way to main, and back.
import type { Random, World } from '../world.ts';
import { editOn, publish } from './edits.ts';

/** A branch with one or two commits of its own. Its name. */
export function branch(world: World, random: Random): string {
  const topic = `topic-${world.step}`;
  world.git('checkout', '--quiet', '-B', topic, 'main');
  publish(world, topic);
  editOn(world, random, topic);
  if (random.chance(0.3)) editOn(world, random, topic);
  return topic;
}

/** How a branch comes to main, on which the work begins. `false`: there is a conflict. */
export const MERGES: { [how: string]: (world: World, topic: string) => boolean } = {
  merged: (world, topic) =>
    world.tries('merge', '--quiet', '--no-ff', '--no-edit', '-X', 'theirs', topic),
  squashed: (world, topic) =>
    world.tries('merge', '--quiet', '--squash', '-X', 'theirs', topic) &&
    world.tries('commit', '--quiet', '--allow-empty', '--message', `Squash ${topic}`),
  rebased: (world, topic) =>
    world.tries('rebase', '--quiet', '-X', 'theirs', 'main', topic) &&
    world.tries('checkout', '--quiet', 'main') &&
    world.tries('merge', '--quiet', '--ff-only', topic),
  'cherry-picked, its last commit alone': (world, topic) =>
    world.tries('cherry-pick', '--allow-empty', '-X', 'theirs', topic),
};

export function merge(world: World, random: Random): void {
  const topic = random.pick(world.topics()) ?? branch(world, random);
  const [how, mergeIt] = random.pick(Object.entries(MERGES)) ?? [];
  onMain(world, `${topic} is ${how}`, () => mergeIt?.(world, topic) === true);
  world.tries('branch', '--quiet', '-D', topic);
}

export function revert(world: World): void {
  const parents = world.git('rev-list', '--parents', '--max-count=1', 'main').split(' ').length - 1;
  if (parents === 0) return;
  const mainline = parents > 1 ? ['-m', '1'] : [];
  onMain(world, 'its last commit is reverted', () =>
    world.tries('revert', '--no-edit', '-X', 'theirs', ...mainline, 'HEAD'),
  );
}

export function forcePush(world: World, random: Random): void {
  if (!world.tries('rev-parse', '--verify', '--quiet', 'main~1')) return;
  if (random.chance(0.5))
    onMain(world, 'force push, without its last commit', () =>
      world.tries('reset', '--quiet', '--hard', 'HEAD~1'),
    );
  else
    onMain(world, 'force push, its last commit is another one with the same files', () =>
      world.tries('commit', '--quiet', '--amend', '--message', `Amended in step ${world.step}`),
    );
}

/** What leaves a conflict, or files that are none, is given up. */
export function onMain(world: World, words: string, work: () => boolean): boolean {
  world.git('checkout', '--quiet', 'main');
  const before = world.commit();
  const isDone = work();
  for (const command of isDone ? [] : ['merge', 'rebase', 'cherry-pick', 'revert'])
    world.tries(command, '--abort');
  world.git('checkout', '--quiet', '--force', 'main');
  const isWhole = isDone && world.projects('main').size > 0;
  if (!isWhole) world.git('reset', '--quiet', '--hard', before);
  publish(world, 'main');
  world.tell(`main: ${words}${isWhole ? '' : ', but given up for a conflict'}.`);
  return isWhole;
}
