// What is read again of a plan is what the whole export shows of it, for random servers, projects and others who write.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { withTouchedKeys } from '../src/core/keys.ts';
import { CommandError } from '../src/errors.ts';
import { jsonText, parseLenientJson } from '../src/lib/json.ts';
import type { Change, RowChange } from '../src/model/plan.ts';
import { keyId, rowsIn, type State } from '../src/model/state.ts';
import { rowNameAndType } from '../src/plan/find-item.ts';
import type { PlanInput } from '../src/plan/input.ts';
import { makePlan } from '../src/plan/make-plan.ts';
import { readByPulls } from '../src/remote/read-live.ts';
import { whatToReread, rereadContexts } from '../src/remote/touched-read.ts';
import type { Repository } from '../src/server/state.ts';
import { type Count, property } from './random/runs.ts';
import { pullSource } from './random/local-reader.ts';
import { type Case, nearCase, nearState, OPEN, SECRET, withMore } from './random/near-states.ts';
import { repositoryOf } from './random/repository.ts';
import { accepted, emptyRepository, inputOf, liveOf, pushTo, send } from './helpers/repository.ts';

const PASSWORD = () => 'passw0rd';
const GROUPS = [SECRET.name, OPEN.name];

function stageOf(one: Case): {
  repository: Repository;
  input: PlanInput;
  theirs: State | undefined;
} {
  const repository = withMore(repositoryOf(one, { securityGroups: [SECRET, OPEN] }), one);
  const live = liveOf(repository);
  const [desired, lastApplied, begun, theirs] = [
    one.desiredNear,
    one.lastAppliedNear,
    one.begunNear,
    one.baseNear,
  ].map((near) => near && nearState(live, near, { isWide: false, usual: one.usual }));
  if (desired === undefined) throw new Error('nothing is desired');
  const sealed = desired.items.get('sealed');
  if (sealed && one.knows) sealed.rows.set('*', { context: '*', text: 'other' });
  const input = inputOf({
    desired,
    live,
    ...(lastApplied && { lastApplied }),
    ...(begun && { begun: [begun] }),
    settings: { vdtEnabled: one.vdtEnabled, securityEnabled: true },
    prune: one.prune,
    onDrift: one.onDrift,
    forceKeyPush: one.force,
    ...(one.batch !== undefined && { batch: one.batch }),
    passwordOf: PASSWORD,
  });
  return { repository, input, theirs };
}

/** With a token that carries the groups; `undefined` where the server rejects it. */
function sent(repository: Repository, input: PlanInput): Repository | undefined {
  const token = { force: input.policy.forceKeyPush, securityGroups: GROUPS, passwordOf: PASSWORD };
  return accepted(() => send(repository, makePlan(input), token));
}

interface Reread {
  repository: Repository;
  input: PlanInput;
  changes: readonly Change[];
  isPushed: boolean;
}

interface Left {
  /** Of all changes, by all that there is. */
  all: Verdict;
  /** Of the changes that contexts show: by all that there is, and by these contexts. */
  part?: { changes: readonly Change[]; whole: Verdict; touched: Verdict };
}

/** What is left of the changes; `undefined` where nothing can be read. */
async function left(reread: Reread): Promise<Left | undefined> {
  const { repository, input, changes, isPushed } = reread;
  const again = { ...input, ...(isPushed && { purpose: 'check' as const }) };
  const whole = input.liveSource === 'export' ? liveOf(repository) : await pulled(again, reread);
  if (whole === undefined) return undefined;
  const verdictOn = (state: State, some: readonly Change[]) =>
    verdict(makePlan({ ...again, live: state }).changes, { changes: some, isPushed });
  const shown = shownIn(reread);
  const touched = await touchedOf({ ...reread, changes: shown });
  const all = verdictOn(whole, changes);
  if (shown.length === 0 || touched === undefined) return { all };
  return {
    all,
    part: { changes: shown, whole: verdictOn(whole, shown), touched: verdictOn(touched, shown) },
  };
}

/** The changes of all keys that the changed contexts show: a plan of these alone is not read again as a whole. */
function shownIn({ changes, isPushed }: Pick<Reread, 'changes' | 'isPushed'>): readonly Change[] {
  return changes.filter((change) => {
    const ofKey = changes.filter((one) => keyOf(one) === keyOf(change));
    return typeof whatToReread(ofKey, { isPushed }) !== 'string';
  });
}

async function touchedOf(reread: Reread): Promise<State | undefined> {
  const { repository, input, changes, isPushed } = reread;
  const { liveSource, live } = input;
  const contexts = whatToReread(changes, { isPushed });
  if (typeof contexts === 'string') return undefined;
  const rereading = { live, changes, contexts, source: pullSource(repository) };
  return rereadContexts(
    liveSource === 'export' ? rereading : { ...rereading, knowledge: knownOf(reread) },
  );
}

function knownOf({
  input: {
    desired,
    applied: { lastApplied },
  },
  isPushed,
}: Pick<Reread, 'input' | 'isPushed'>) {
  const presumed = isPushed ? ('desired' as const) : ('last-applied' as const);
  return { desired, presumed, listedFiles: new Map(), ...(lastApplied && { lastApplied }) };
}

/** As a plan by token reads it; `undefined` where a map that is none breaks every pull. */
async function pulled(
  input: PlanInput,
  reread: Omit<Reread, 'changes'>,
): Promise<State | undefined> {
  const source = pullSource(reread.repository);
  const read = await readByPulls(source, knownOf(reread)).catch(ifCrashed);
  if (read === undefined || 'rejection' in read) return undefined;
  const asked = await withTouchedKeys({ ...input, live: read.state }, { server: source });
  return asked.input.live;
}

function ifCrashed(error: unknown): undefined {
  if (!(error instanceof CommandError)) throw error;
}

/** What an apply makes of it before it pushes: it goes on with what is left of its plan, and with nothing else. */
type Verdict = { left: string[] } | { isOther: true };

function verdict(left: readonly Change[], { changes, isPushed }: Planned): Verdict {
  const addresses = new Set(changes.map(identityOf));
  // All that we declare of a key that loses a value is looked at before the push. What others add to it stays.
  const losing = new Set(
    isPushed ? [] : changes.filter(({ action }) => action === 'delete').map(keyOf),
  );
  // A key that none of the changes is about must not appear changed, whatever is read of it.
  const keys = new Set(changes.map(keyOf));
  const isTouched = (change: Change) =>
    addresses.has(identityOf(change)) ||
    (change.action !== 'delete' && losing.has(keyOf(change))) ||
    (change.kind === 'key' && change.action !== 'delete' && keys.has(keyOf(change)));
  const touched = left.filter((change) => isTouched(change) && !goesByValues(change));
  const texts = new Set(changes.map(textOf));
  return touched.every((change) => texts.has(textOf(change)))
    ? { left: touched.map(textOf) }
    : { isOther: true };
}

type Planned = Pick<Reread, 'changes' | 'isPushed'>;

function keyOf(change: Change): string {
  return change.kind === 'file' ? identityOf(change) : keyId(change.name);
}

/** Only its values are pushed: whether the key goes with the last of them, the server decides. */
function goesByValues(change: Change): boolean {
  return change.kind === 'key' && change.action === 'delete' && change.values > 0 && !change.whole;
}

/** What it makes of it after it has pushed. */
function isDone(found: Verdict): boolean {
  return 'left' in found && found.left.length === 0;
}

function identityOf(change: Change): string {
  return [change.kind, change.name, 'context' in change ? change.context : ''].join(' ');
}

/**
 * Any row of the key may be its anchor, and a map that others wrote in another form is the same. Which applications a change affects
 * depends on rows that are not read again, and nothing depends on that.
 */
function textOf(change: Change): string {
  const { place: _, removedFrom: __, before, ...rest } = change;
  const shown = { ...rest, affects: undefined };
  const text =
    shown.kind === 'value' && isParsed(shown.vdt) && typeof before === 'string'
      ? meaning(before)
      : before;
  return JSON.stringify({ ...shown, before: text, anchor: undefined });
}

function meaning(text: string): unknown {
  const parsed = parseLenientJson(text);
  return parsed === undefined ? text : jsonText(parsed);
}

async function check(one: Case, liveSource: 'export' | 'pulls', count: Count): Promise<void> {
  const { repository, input: given, theirs } = stageOf(one);
  const by = { ...given, liveSource };
  const live =
    liveSource === 'export'
      ? given.live
      : await pulled(by, { repository, input: by, isPushed: false });
  if (live === undefined) return;
  const input = { ...by, live };
  const { changes, findings } = makePlan(input);
  // With the last value of a declared key, the server deletes the key: such a plan is always refused.
  if (changes.length === 0 || findings.some(({ code }) => code === 'last-value')) return;
  const written =
    theirs &&
    sent(repository, { ...given, desired: theirs, policy: { ...given.policy, prune: 'none' } });
  const others = written ?? repository;
  const before = await left({ repository: others, input, changes, isPushed: false });
  if (before === undefined) return;
  if (before.part) expect(before.part.touched).toEqual(before.part.whole);
  // What is another plan by now is not pushed.
  const pushed = 'left' in before.all ? sent(others, input) : undefined;
  const after = pushed && (await left({ repository: pushed, input, changes, isPushed: true }));
  if (after?.part) expect(isDone(after.part.touched)).toBe(isDone(after.part.whole));
  const isOf = (is: (change: RowChange) => boolean) =>
    after?.part?.changes.some((change) => change.kind === 'value' && is(change)) === true;
  if (before.part !== undefined) count('before');
  if (after?.part !== undefined) count('after');
  if (before.part !== undefined && written !== undefined) count('others');
  if (isOf(({ vdt }) => isParsed(vdt))) count('parsed');
  if (isOf(({ name }) => name === 'sealed')) count('sealed');
}

for (const liveSource of ['export', 'pulls'] as const)
  property(
    `what is read again of a plan is what reading everything shows of it: ${liveSource}`,
    nearCase,
    {
      check: (one, count) => check(one, liveSource, count),
      enough: { before: 1 / 8, after: 1 / 8, others: 1 / 50, parsed: 1 / 50, sealed: 1 / 50 },
    },
  );

test('a server that nobody changed gives the same state again, so nothing is planned again', async () => {
  const repository = pushTo(emptyRepository(), {
    enableKeyCreation: true,
    data: [
      { key: 'text', readme: 'Why', values: [{ context: 'Production;*', value: 'a' }] },
      { key: 'map', vdt: 'Map', values: [{ context: '*;*', value: '{ "b": 1 }' }] },
    ],
  });
  const live = liveOf(repository);
  const changes = [...rowsIn(live)].map(
    ({ item, row }): Change => ({
      ...rowNameAndType(item, row, 2),
      action: 'update',
      before: row.text,
      after: 'c',
    }),
  );
  const contexts = new Map([...rowsIn(live)].map(({ context, row }) => [context, row.context]));
  const source = pullSource(repository);
  const again = await rereadContexts({ live, changes, contexts, source });
  expect(isDeepStrictEqual(again, live), JSON.stringify([...(again?.items ?? [])])).toBe(true);
});

test('a Map whose unknown text is deleted is verified in its context alone', () => {
  const change: Change = {
    kind: 'value',
    action: 'delete',
    name: 'map',
    vdt: 'Map',
    context: 'P;*',
  };
  expect(whatToReread([change], { isPushed: true })).toEqual(new Map([['p;*', 'P;*']]));
});

function isParsed(vdt: string | undefined): boolean {
  return vdt === 'Map' || vdt === 'List';
}
