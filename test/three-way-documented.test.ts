// The combinations of three-way.test.ts once more, where nothing can be read: what the last apply declared stands in for live.
import { describe, expect, it } from 'vitest';
import { hasRefusals } from '../src/model/plan.ts';
import type { State } from '../src/model/state.ts';
import { recordedLive } from '../src/plan/stand-in.ts';
import type { Repository } from '../src/server/state.ts';
import { linesOf, stateOf } from './helpers/project.ts';
import {
  approvedPlanOf,
  emptyRepository,
  liveOf,
  planOf,
  pushTo,
  send,
} from './helpers/repository.ts';
import { CELLS, document, MODES, pushOf } from './three-way/combinations.ts';

type Mode = (typeof MODES)[number];

interface Combination extends Mode {
  repository: Repository;
  lastApplied: State | undefined;
  desired: State;
}

function applyUnread({ repository, lastApplied, desired, ...mode }: Combination): Repository {
  const known = { types: new Map(), intents: [] };
  const plan = (recorded: State | undefined) =>
    approvedPlanOf({
      ...mode,
      desired,
      live: recordedLive({ ...known, ...(recorded && { state: recorded }) }, desired),
      liveSource: recorded === undefined ? 'none' : 'last-applied',
      ...(recorded ? { lastApplied: recorded } : { firstOf: 5 }),
    });
  const made = plan(lastApplied);
  expect(hasRefusals(made)).toBe(false);
  const after = send(repository, made);
  expect(plan(desired).changes, 'a second plan').toEqual([]);
  return after;
}

/** What an apply leaves that reads everything, and overwrites drift. */
function applyRead({ repository, lastApplied, desired, prune }: Combination): Repository {
  const input = {
    desired,
    prune,
    onDrift: 'overwrite',
    ...(lastApplied && { lastApplied }),
  } as const;
  return send(repository, planOf({ ...input, live: liveOf(repository) }));
}

const held = (repository: Repository) => linesOf(liveOf(repository)).sort();

/** Lines of the items in which the files say something else than at the last apply. */
function isTouched(
  line: string,
  { lastApplied, desired }: Pick<Combination, 'lastApplied' | 'desired'>,
): boolean {
  const [was, is] = [lastApplied, desired].map((state) =>
    state === undefined ? [] : linesOf(state),
  );
  const name = line.split(/[ :]/)[0] ?? '';
  const about = (lines: string[] = []) => lines.filter((one) => one.startsWith(name)).join('\n');
  return about(was) !== about(is);
}

describe('last applied × desired × live, unread', () => {
  it.each(CELLS)('$name', ({ then, ours, there }) => {
    const lastApplied = then === 'none' ? undefined : stateOf(document(then));
    const desired = stateOf(document(ours));
    for (const mode of MODES) {
      const combination = {
        ...mode,
        repository: pushTo(emptyRepository(), pushOf(there)),
        lastApplied,
        desired,
      };
      const [unread, read] = [held(applyUnread(combination)), held(applyRead(combination))];
      const where = JSON.stringify(mode);
      if (then === 'none') {
        // A first apply writes everything and deletes nothing: what others have stays.
        expect(
          read.filter((line) => !unread.includes(line)),
          where,
        ).toEqual([]);
      } else if (there === then && mode.prune !== 'all') {
        // Without drift there is no difference.
        expect(unread, where).toEqual(read);
      } else {
        // Drift is not seen, and neither is what a mirror would delete: what the files changed arrives, everything else
        // stays as others made it.
        const touched = (lines: string[]) => lines.filter((line) => isTouched(line, combination));
        expect(touched(unread), where).toEqual(touched(read));
      }
    }
  });
});
