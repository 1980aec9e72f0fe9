// Where a value of the wrong type breaks reads by token: an apply makes all that is declared as declared, and leaves the
// rows alone that neither the files nor the last apply declare.
import fc from 'fast-check';
import { expect } from 'vitest';
import { withTouchedKeys } from '../src/core/keys.ts';
import { sameJson } from '../src/lib/json.ts';
import type { Change } from '../src/model/plan.ts';
import {
  filesIn,
  type Item,
  keysIn,
  rowAt,
  rowsIn,
  type State,
  isPresent,
} from '../src/model/state.ts';
import type { PlanInput } from '../src/plan/input.ts';
import { makePlan } from '../src/plan/make-plan.ts';
import { type Pulled, readByPulls } from '../src/remote/read-live.ts';
import type { ListedFile } from '../src/remote/wire.ts';
import type { Repository } from '../src/server/state.ts';
import { type Count, property } from './random/runs.ts';
import { localServer, pullSource } from './random/local-reader.ts';
import { type Case, nearCase, nearState, withMore } from './random/near-states.ts';
import { repositoryOf } from './random/repository.ts';
import { accepted, inputOf, liveOf, pushTo, send } from './helpers/repository.ts';

interface Broken {
  one: Case;
  /** Which key gets the other type. */
  pick: number;
}

const broken: fc.Arbitrary<Broken> = fc.record({ one: nearCase, pick: fc.nat(20) });

/** What another client does to the type of one key; `undefined` if the server does not take it. */
function retyped(repository: Repository, pick: number): Repository | undefined {
  const keys = keysIn(liveOf(repository)).filter(({ vdt }) => vdt === 'Text');
  const key = keys[pick % Math.max(keys.length, 1)];
  if (key === undefined) return undefined;
  const data = [{ key: key.name, push: key.push, deprecated: key.deprecated, vdt: 'List' }];
  return accepted(() => pushTo(repository, { data }, true));
}

/** As `info` lists them. */
function listedIn(repository: Repository): Map<string, ListedFile> {
  return new Map(filesIn(liveOf(repository)).map(({ name, rows }) => [name, { count: rows.size }]));
}

async function pulled(
  repository: Repository,
  { desired, applied: { lastApplied } }: PlanInput,
): Promise<Pulled | undefined> {
  const source = pullSource(repository, { listedFiles: listedIn(repository) });
  const known = { desired, presumed: 'last-applied', mayBeUnread: true } as const;
  const read = await readByPulls(source, { ...known, ...(lastApplied && { lastApplied }) });
  return 'rejection' in read ? undefined : read;
}

/** `key context` and `path context` of the rows that no state declares, and that no key declared absent takes along. */
function undeclaredRows(live: State, { desired, applied: { lastApplied } }: PlanInput): string[] {
  const states = lastApplied === undefined ? [desired] : [desired, lastApplied];
  return [...rowsIn(live)]
    .filter((at) => !desired.items.get(at.id)?.absent && !states.some((state) => rowAt(state, at)))
    .map(({ id, context, row }) => `${id} ${context} ${row.text}`)
    .sort();
}

function hasValues({ rows }: Item): boolean {
  return [...rows.values()].some(isPresent);
}

/** By token, a Map or List that others wrote in another form is the same, and an empty one reads as null. */
function isReformatted(change: Change): boolean {
  const { before, after } = change.kind === 'value' ? change : {};
  if (before == null) return false;
  return after == null ? before.trim() === '' : sameJson(before, after);
}

async function check({ one, pick }: Broken, count: Count): Promise<void> {
  // A secured key needs the password of its group, which is another matter.
  const bare = { ...one, secured: undefined };
  const before = withMore(repositoryOf(bare), bare);
  // Nobody can tell whether a key that is declared without values keeps one that is not seen.
  const stateNear = (near: Case['desiredNear']): State => {
    const { items } = nearState(liveOf(before), near, { isWide: true, usual: one.usual });
    return {
      items: new Map(
        [...items].filter(([, item]) => item.kind === 'file' || item.absent || hasValues(item)),
      ),
    };
  };
  const lastApplied = one.lastAppliedNear && stateNear(one.lastAppliedNear);
  const given = inputOf({
    desired: stateNear(one.desiredNear),
    live: liveOf(before),
    ...(lastApplied && { lastApplied }),
    settings: { vdtEnabled: one.vdtEnabled, securityEnabled: true },
    forceKeyPush: true,
    liveSource: 'pulls',
  });
  const repository = retyped(before, pick);
  if (repository === undefined) return;
  const read = await pulled(repository, given);
  if (read === undefined || read.unread.length === 0) return;
  count('unread');
  const input = { ...given, live: read.state, server: { ...given.server, unread: read.unread } };
  const asked = await withTouchedKeys(input, { server: localServer(repository) });
  expect(
    makePlan({ ...asked.input, policy: { ...asked.input.policy, onDrift: 'keep' } }).findings,
  ).toContainEqual(expect.objectContaining({ code: 'context-unread' }));
  // A type that the files do not name may not fit their values, and so on.
  const { findings } = makePlan(asked.input);
  const isRefused = findings.some(
    ({ severity, approvable }) => severity === 'refusal' && !approvable,
  );
  const after = isRefused
    ? undefined
    : accepted(() => send(repository, makePlan(asked.input), { force: true }));
  if (after === undefined) return;
  count('done');
  const live = liveOf(after);
  const left = makePlan({
    ...given,
    live,
    liveSource: 'export',
    policy: { ...given.policy, prune: 'none' },
  }).changes;
  // What is only in the files may have been there, and nobody could see it: it is written all the same.
  expect(left.filter((change) => !isReformatted(change))).toEqual([]);
  expect(undeclaredRows(live, given)).toEqual(undeclaredRows(liveOf(repository), given));
}

property('what the server cannot show is written again, and nothing else', broken, {
  check,
  enough: { unread: 1 / 8, done: 1 / 50 },
});
