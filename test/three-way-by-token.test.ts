// The combinations of three-way.test.ts once more, read by token: the same plan and the same state after it, or a reason why not.
import { describe, it } from 'vitest';
import { withTouchedKeys } from '../src/core/keys.ts';
import { type Change, hasRefusals, type Plan } from '../src/model/plan.ts';
import type { State } from '../src/model/state.ts';
import { makePlan } from '../src/plan/make-plan.ts';
import { phasesOf } from '../src/plan/push-batches.ts';
import { pushBody } from '../src/remote/push-body.ts';
import { jsonOf } from '../src/render/json.ts';
import { linesOf, stateOf } from './helpers/project.ts';
import { type Reading, withReading } from './remote/pulls.ts';
import {
  emptyRepository,
  type Given,
  inputOf,
  liveOf,
  planOf,
  pushTo,
  send,
} from './helpers/repository.ts';
import { push, SHOP, type TestServer, withServer } from './helpers/server.ts';
import { CELLS, document, MODES, pushOf } from './three-way/combinations.ts';
import { representatives } from './helpers/suite.ts';

interface Combination {
  server: TestServer;
  reading: Reading;
  input: Pick<Given, 'desired' | 'prune' | 'onDrift'> & { lastApplied?: State };
}

async function mustPush(server: TestServer, body: object): Promise<void> {
  const { status, etag } = await push(server, body, { token: 'force' });
  if (status !== 200) throw new Error(`refused: ${etag}`);
}

async function byToken(
  { reading, input }: Combination,
  presumed: 'last-applied' | 'desired',
): Promise<Plan> {
  const { source, pulled } = reading;
  const live = await pulled({ ...input, presumed });
  const given = inputOf({ ...input, live, liveSource: 'pulls' });
  const { input: touched } = await withTouchedKeys(given, { server: source });
  return makePlan(touched);
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

/** What an apply of the plan leaves, without the keys that only live knows. */
async function applied({ server, reading }: Combination, plan: Plan): Promise<string[]> {
  if (!hasRefusals(plan)) {
    for (const changes of phasesOf(plan)) {
      if (changes.length > 0) await mustPush(server, pushBody({ changes }, 'test'));
    }
  }
  return linesOf(await reading.exported()).sort();
}

interface Outcome {
  lines: string[];
  after: string[];
}

/** What is planned where everything is read at once, and what its apply leaves. */
function runExported(there: string, input: Combination['input']): Outcome {
  const before = pushTo(emptyRepository(), pushOf(there), true);
  const plan = planOf({ ...input, live: liveOf(before) });
  const after = hasRefusals(plan) ? before : send(before, plan, { force: true });
  return { lines: told(plan), after: linesOf(liveOf(after)).sort() };
}

/** The same by token, from a server, and how many changes a second plan has. */
function runByToken(
  there: string,
  input: Combination['input'],
): Promise<Outcome & { again: number }> {
  return withServer(SHOP, async (server) => {
    await mustPush(server, pushOf(there));
    return withReading(server, async (reading) => {
      const combination = { server, reading, input };
      const first = await byToken(combination, 'last-applied');
      const after = await applied(combination, first);
      const { changes } = await withReading(server, (anew) =>
        byToken({ ...combination, reading: anew }, 'desired'),
      );
      return { lines: told(first), after, again: hasRefusals(first) ? 0 : changes.length };
    });
  });
}

/** Nobody names the context of `k`, so that no pull asks for it: a mirror does not see it. */
function isUnseen(line: string): boolean {
  return /"name": "k"|^k /.test(line);
}

describe.concurrent('by token', () => {
  it.for(representatives(CELLS, 5))('$name', async ({ then, ours, there, name }, { expect }) => {
    const lastApplied = then === 'none' ? {} : { lastApplied: stateOf(document(then)) };
    const namesNothing = then !== 'a' && ours === 'absent';
    for (const mode of MODES) {
      const input = { ...mode, ...lastApplied, desired: stateOf(document(ours)) };
      const exported = runExported(there, input);
      const pulled = await runByToken(there, input);
      const where = `${name} ${jsonOf(mode)}`;
      const seen = (line: string) => !(namesNothing && mode.prune === 'all' && isUnseen(line));
      expect(pulled.again, `${where}: read again`).toBe(0);
      expect(pulled.lines, where).toEqual(exported.lines.filter(seen));
      expect(pulled.after.filter(seen), where).toEqual(exported.after.filter(seen));
    }
  });
});
