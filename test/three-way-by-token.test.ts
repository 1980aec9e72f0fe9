// The combinations of three-way.test.ts once more, read by token: the same plan and the same state after it, or a reason why not.
import { expect, it } from 'vitest';
import { withTouchedKeys } from '../src/core/keys.ts';
import { type Change, hasRefusals, type Plan } from '../src/model/plan.ts';
import { makePlan } from '../src/plan/make-plan.ts';
import { uncachedContexts, readByPulls } from '../src/remote/read-live.ts';
import { jsonOf } from '../src/render/json.ts';
import type { Repository } from '../src/server/state.ts';
import { linesOf, stateOf } from './helpers/project.ts';
import {
  emptyRepository,
  type Given,
  inputOf,
  liveOf,
  planOf,
  pushTo,
  send,
} from './helpers/repository.ts';
import { localServer, pullSource } from './random/local-reader.ts';
import { CELLS, document, MODES, pushOf } from './three-way/combinations.ts';

type Input = Pick<Given, 'desired' | 'lastApplied'> & (typeof MODES)[number];

async function byToken(
  repository: Repository,
  input: Input,
  presumed: 'last-applied' | 'desired',
): Promise<Plan> {
  const { elements, files: listedFiles } = await localServer(repository).detail();
  const named = elements && { elements };
  const uncachedContext = uncachedContexts({ now: 0, ...named });
  const source = pullSource(repository, {
    ...{ uncachedContext, listedFiles, prune: input.prune },
    ...named,
  });
  const read = await readByPulls(source, { presumed, ...input });
  if ('rejection' in read) throw new Error(read.rejection);
  const given = inputOf({ ...input, live: read.state, liveSource: 'pulls' });
  return makePlan((await withTouchedKeys(given, { server: source })).input);
}

/** What is planned and counted, without who gets it, which pulls do not show fully, and without texts of files. */
function told({ changes, drift, converged, findings }: Plan): string[] {
  const told = (kind: string) => (change: Change) => {
    if (change.kind !== 'file')
      return `${kind} ${jsonOf({ ...change, place: undefined, removedFrom: undefined, affects: undefined })}`;
    return `${kind} ${change.action} ${change.name} ${change.context} ${change.cause}`;
  };
  return [
    ...changes.map(told('change')),
    ...drift.map(told('drift')),
    ...findings.map((finding) => `finding ${jsonOf(finding)}`),
    `converged ${converged}`,
  ];
}

const applied = (before: Repository, plan: Plan) =>
  hasRefusals(plan) ? before : send(before, plan, { force: true });
const held = (repository: Repository) => linesOf(liveOf(repository)).sort();

/** Nobody names the context of `k`, so that no pull asks for it: a mirror does not see it. */
function isUnseen(line: string): boolean {
  return /"name": "k"|^k /.test(line);
}

it.each(CELLS)('by token: $name', async ({ then, ours, there, name }) => {
  const lastApplied = then === 'none' ? {} : { lastApplied: stateOf(document(then)) };
  const namesNothing = then !== 'a' && ours === 'absent';
  const before = pushTo(emptyRepository(), pushOf(there), true);
  for (const mode of MODES) {
    const input = { ...mode, ...lastApplied, desired: stateOf(document(ours)) };
    const exported = planOf({ ...input, live: liveOf(before) });
    const pulled = await byToken(before, input, 'last-applied');
    const after = applied(before, pulled);
    const where = `${name} ${jsonOf(mode)}`;
    const seen = (line: string) => !(namesNothing && mode.prune === 'all' && isUnseen(line));
    expect(told(pulled), where).toEqual(told(exported).filter(seen));
    expect(held(after).filter(seen), where).toEqual(held(applied(before, exported)).filter(seen));
    if (!hasRefusals(pulled))
      expect((await byToken(after, input, 'desired')).changes, `${where}: read again`).toEqual([]);
  }
});
