// Does something around each question to a world: `--verbose` tells it, tests count it or let it fail.
import type { ApplyWorld } from '../core/world.ts';
import { timed } from '../lib/trace.ts';
import { contextAsked } from '../remote/read-live.ts';

/** What is no question. */
const ASIDE: readonly (keyof ApplyWorld)[] = [
  'now',
  'onSecret',
  'serverTime',
  'tell',
  'newId',
  'avoidCaches',
  'pause',
  'stopped',
];

/** Questions about names, commits and contexts, which are shown. Of any other, nothing is: it may be about secrets. */
const NAMING: readonly (keyof ApplyWorld)[] = [
  'appliedHere',
  'commitsSince',
  'differences',
  'fetchEarlier',
  'idsIn',
  'isAncestor',
  'isUnpushed',
  'keyData',
  'mergeLineage',
  'parents',
  'projectsIn',
  'pull',
  'reviewedDigest',
  'reword',
  'version',
  'wasApplied',
];

/** @param use gets the text of the question, and asks it */
export function around<Questions extends Partial<ApplyWorld>>(
  world: Questions,
  use: (question: string, ask: () => Promise<unknown>) => Promise<unknown>,
): Questions {
  type Ask = (...given: unknown[]) => Promise<unknown>;
  const has = (list: readonly string[], name: string) => list.includes(name);
  const questions = Object.entries<Ask>(world as never).map(([name, ask]) => {
    const asked: Ask = (...given) => {
      const about = has(NAMING, name) ? given.flatMap(textOf) : [];
      return use([name, ...about].join(' '), () => ask(...given));
    };
    return [name, ask instanceof Function && !has(ASIDE, name) ? asked : ask];
  });
  return Object.fromEntries(questions) as Questions;
}

/** Of what a question is about: names, commits and contexts. */
function textOf(given: unknown): string[] {
  if (typeof given === 'string') return given === '' ? [] : [given];
  const isPull = given instanceof Object && 'context' in given;
  return isPull ? [contextAsked(String(given.context))] : [];
}

/** Tells each question after the requests and processes that it took. */
export function told<Questions extends Partial<ApplyWorld>>(world: Questions): Questions {
  return around(world, async (question, ask) => {
    const tell = timed();
    try {
      return await ask();
    } finally {
      tell(() => `= ${question}`);
    }
  });
}
