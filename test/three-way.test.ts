// Every combination of last applied × desired × live, under every prune mode and every choice about drift: what is planned, and
// what the built-in server holds after it is applied; and what becomes of it by token, and where nothing can be read.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTouchedKeys } from '../src/core/keys.ts';
import { type Change, hasRefusals, type Plan } from '../src/model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../src/model/project.ts';
import type { State } from '../src/model/state.ts';
import { makePlan } from '../src/plan/make-plan.ts';
import { recordedLive } from '../src/plan/stand-in.ts';
import { uncachedContexts, readByPulls } from '../src/remote/read-live.ts';
import { jsonOf } from '../src/render/json.ts';
import { mask } from '../src/render/mask.ts';
import { textPlan } from '../src/render/text.ts';
import type { Repository } from '../src/server/state.ts';
import { linesOf, stateOf } from './helpers/project.ts';
import {
  approvedPlanOf,
  emptyRepository,
  inputOf,
  liveOf,
  planOf,
  pushTo,
  send,
} from './helpers/repository.ts';
import { localServer, pullSource } from './random/local-reader.ts';

/** `absent`: not there, or not declared; `none`: nothing was ever applied. */
const LAST_APPLIED = ['none', 'absent', 'a'] as const;
const DESIRED = ['absent', 'a', 'b'] as const;
const LIVE = ['absent', 'a', 'b', 'c'] as const;

const CELLS = LAST_APPLIED.flatMap((then) =>
  DESIRED.flatMap((ours) =>
    LIVE.map((there) => {
      const input = {
        desired: stateOf(document(ours)),
        ...(then !== 'none' && { lastApplied: stateOf(document(then)) }),
      };
      return [`${then}-${ours}-${there}`, { then, ours, there, input }] as const;
    }),
  ),
);
const MODES = PRUNE_MODES.flatMap((prune) => ON_DRIFT.map((onDrift) => ({ prune, onDrift })));

type Input = { desired: State; lastApplied?: State } & (typeof MODES)[number];

/** A value, a file and a readme that all are `text`; `absent` leaves them out. A second value keeps the key alive. */
function document(text: string): string {
  if (text === 'absent') return '{ keys: { other: x, meta: x } }';
  return `{ keys: { other: x, k: { values: { "P;*": ${text} } }, meta: { readme: ${text}, value: x } },
    files: { f: { "*;*": { content: ${text} } } } }`;
}

/** A server with the same, beside what others hold there. */
function serverWith(text: string): Repository {
  const value = (content: string, context = '*;*') => [{ context, value: content }];
  const items = [
    { key: 'k', vdt: 'Text', push: true, values: value(text, 'P;*') },
    { file: 'f', context: '*;*', content: text },
  ];
  const readme = text === 'absent' ? {} : { readme: text };
  const data = [
    { key: 'other', push: true, values: value('x') },
    { key: 'meta', ...readme, push: true, values: value('x') },
    { key: 'foreign', push: true, values: value('theirs') },
    ...(text === 'absent' ? [] : items),
  ];
  return pushTo(emptyRepository(), { enableKeyCreation: true, data });
}

const applied = (before: Repository, plan: Plan) =>
  hasRefusals(plan) ? before : send(before, plan);
const held = (repository: Repository) => linesOf(liveOf(repository)).sort();

describe('last applied × desired × live', () => {
  it.each(CELLS)('%s', async (name, { there, input: states }) => {
    const before = serverWith(there);
    const texts = MODES.map((mode) => {
      const input = { ...states, ...mode };
      const plan = planOf({ ...input, live: liveOf(before) });
      const text = textPlan(mask(plan), { color: false });
      const head = `=== prune: ${mode.prune}, onDrift: ${mode.onDrift}\n${text}`;
      if (hasRefusals(plan)) return head;
      const after = send(before, plan);
      const again = planOf({ ...input, live: liveOf(after) });
      expect(again.changes, 'applied again').toEqual([]);
      return `${head}--- after\n${held(after).join('\n')}\n`;
    });
    const file = join(import.meta.dirname, 'three-way', `${name}.txt`);
    await expect(texts.join('\n')).toMatchFileSnapshot(file);
  });
});

async function planByToken(
  repository: Repository,
  input: Input,
  presumed: 'last-applied' | 'desired',
): Promise<Plan> {
  const { elements, files: listedFiles } = await localServer(repository).detail();
  const named = elements && { elements };
  const uncachedContext = uncachedContexts({ now: 0, ...named });
  const source = pullSource(repository, {
    uncachedContext,
    listedFiles,
    prune: input.prune,
    ...named,
  });
  const read = await readByPulls(source, { presumed, ...input });
  if ('rejection' in read) throw new Error(read.rejection);
  const given = inputOf({ ...input, live: read.state, liveSource: 'pulls' });
  return makePlan((await withTouchedKeys(given, { server: source })).input);
}

/** What is planned and counted, without who gets it, which pulls do not show fully, and without texts of files. */
function told({ changes, drift, converged, findings }: Plan): string[] {
  const ofKind = (kind: string) => (change: Change) => {
    if (change.kind !== 'file')
      return `${kind} ${jsonOf({ ...change, place: undefined, removedFrom: undefined, affects: undefined })}`;
    return `${kind} ${change.action} ${change.name} ${change.context} ${change.cause}`;
  };
  return [
    ...changes.map(ofKind('change')),
    ...drift.map(ofKind('drift')),
    ...findings.map((finding) => `finding ${jsonOf(finding)}`),
    `converged ${converged}`,
  ];
}

/** Nobody names the context of `k`, so that no pull asks for it: a mirror does not see it. */
function isUnseen(line: string): boolean {
  return /"name": "k"|^k /.test(line);
}

describe('by token: the same plan and the same state after it, or a reason why not', () => {
  it.each(CELLS)('%s', async (_, { then, ours, there, input: states }) => {
    const namesNothing = then !== 'a' && ours === 'absent';
    const before = serverWith(there);
    for (const mode of MODES) {
      const input = { ...states, ...mode };
      const exported = planOf({ ...input, live: liveOf(before) });
      const pulled = await planByToken(before, input, 'last-applied');
      const after = applied(before, pulled);
      const where = jsonOf(mode);
      const seen = (line: string) => !(namesNothing && mode.prune === 'all' && isUnseen(line));
      expect(told(pulled), where).toEqual(told(exported).filter(seen));
      expect(held(after).filter(seen), where).toEqual(held(applied(before, exported)).filter(seen));
      if (hasRefusals(pulled)) continue;
      const again = await planByToken(after, input, 'desired');
      expect(again.changes, `${where}: read again`).toEqual([]);
    }
  });
});

function applyUnread(repository: Repository, { desired, lastApplied, ...mode }: Input): Repository {
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
  expect(plan(desired).changes, 'a second plan').toEqual([]);
  return send(repository, made);
}

/** Lines of the items in which the files say something else than at the last apply. */
function isTouched(line: string, { lastApplied, desired }: Input): boolean {
  const [was, is] = [lastApplied, desired].map((state) => (state ? linesOf(state) : []));
  const name = line.split(/[ :]/)[0] ?? '';
  const about = (lines: string[] = []) => lines.filter((one) => one.startsWith(name)).join('\n');
  return about(was) !== about(is);
}

describe('unread, where what the last apply declared stands in for live', () => {
  it.each(CELLS)('%s', (_, { then, there, input: states }) => {
    const before = serverWith(there);
    for (const mode of MODES) {
      const input = { ...states, ...mode };
      const overwriting = { ...input, onDrift: 'overwrite' as const, live: liveOf(before) };
      const unread = held(applyUnread(before, input));
      const read = held(send(before, planOf(overwriting)));
      const where = jsonOf(mode);
      // A first apply writes everything and deletes nothing: what others have stays.
      if (then === 'none') expect(unread, where).toEqual(expect.arrayContaining(read));
      // Without drift there is no difference.
      else if (there === then && mode.prune !== 'all') expect(unread, where).toEqual(read);
      // Drift is not seen, and neither is what a mirror would delete: what the files changed arrives, everything else
      // stays as others made it.
      else {
        const touched = (lines: string[]) => lines.filter((line) => isTouched(line, input));
        expect(touched(unread), where).toEqual(touched(read));
      }
    }
  });
});
