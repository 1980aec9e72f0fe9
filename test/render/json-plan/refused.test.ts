// What a JSON plan must not hold, each said with the member that is wrong; what is passed over; and how long it takes.
import { describe, expect, test } from 'vitest';
import { CommandError } from '../../../src/errors.ts';
import { errorMembers, jsonError, jsonPlan, jsonTargets, planMembers } from '../../../src/render/json.ts';
import { readJsonPlans } from '../../../src/render/read-json-plan.ts';
import { planComment } from '../../../src/render/markdown/comment.ts';
import { handedOverStatus } from '../../../src/render/markdown/status.ts';
import type { MaskedPlan } from '../../../src/render/mask.ts';
import { fileChange, keyChange, placeAt, refusal, shownPlan, valueChange } from '../../helpers/plans.ts';
import { readJsonPlan } from './read-plan.ts';

const PLAN = shownPlan({
  changes: [
    valueChange({ key: 'a', before: '1', after: '2', place: placeAt(4) }),
    valueChange({ key: 'b', before: 'x', after: 'y', secret: true }),
    keyChange({ key: 'c', after: { vdt: 'Text' } }),
    fileChange({ path: 'f', after: 'x\n' }),
  ],
  findings: [refusal({ code: 'protected', message: 'No.', place: placeAt(5) })],
  safety: [{ setting: 'prune', before: 'managed', after: 'all' }],
});

/** The JSON of {@link PLAN} with a value put where a path leads: `changes.0.place.line`. */
function forged(path: string, value: unknown): string {
  const root = JSON.parse(jsonPlan(PLAN));
  const names = path.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce((one, name) => one[name], root);
  owner[last] = value;
  return JSON.stringify(root);
}

function problemOf(json: string): string {
  try {
    readJsonPlan(json, 'plan.json');
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
  return 'read';
}

const said = (what: string) => `plan.json is not a JSON plan of version 1: ${what}.`;
const show = (plan: MaskedPlan) => planComment(plan, { status: handedOverStatus(plan) });

describe('is refused', () => {
  test.each<[path: string, value: unknown, problem: string]>([
    ['version', 2, '`version` is not 1'],
    ['version', undefined, '`version` is missing'],
    ['target', undefined, '`target` is missing'],
    ['target', 'acme/shop', '`target` is not an object'],
    ['target.account', 7, '`target.account` is not a string'],
    ['target.levels', {}, '`target.levels` is not an array'],
    ['target.levels', ['a', null], '`target.levels[1]` is not a string'],
    ['live', 'guessed', '`live` is not one of export, pulls, baseline, none, base'],
    ['counts.converged', -1, '`counts.converged` is not an integer of at least 0'],
    ['notes', ['x'.repeat(100_001)], '`notes[0]` is longer than 100,000 characters'],
    ['notes', Array(100_001).fill(''), '`notes` has more than 100,000 elements'],
    ['changes.0', null, '`changes[0]` is not an object'],
    ['changes.0.kind', 'link', '`changes[0].kind` is not one of key, value, file'],
    ['changes.0.kind', 'toString', '`changes[0].kind` is not one of key, value, file'],
    ['changes.0.action', 'deleted', '`changes[0].action` is not one of create, update, delete'],
    ['changes.0.vdt', 'Number', expect.stringContaining('`changes[0].vdt` is not one of Text, Code')],
    ['changes.0.context', ['*'], '`changes[0].context` is not a string'],
    ['changes.0.after', { toString: 1 }, '`changes[0].after` is not a string'],
    ['changes.0.after', 'x'.repeat(10_000_001), '`changes[0].after` is longer than 10,000,000 characters'],
    ['changes.0.pending', 'yes', '`changes[0].pending` is not true'],
    ['changes.1.before', 'hunter2', '`changes[1].before` shows a secret'],
    ['changes.1.after', null, '`changes[1].after` shows a secret'],
    ['changes.2.after', { deprecated: 1 }, '`changes[2].after.deprecated` is not a boolean'],
    ['changes.3.after', null, '`changes[3].after` is not a string'],
    ['drift', [{ kind: 'value' }], '`drift[0].action` is missing'],
    ['findings.0.severity', 'note', '`findings[0].severity` is not one of refusal, warning'],
    ['safety.0.setting', '<b>', expect.stringContaining('`safety[0].setting` is not one of url, repository')],
    ['safety.0.effect', 'none', '`safety[0].effect` is not one of looser, stricter'],
    ['base', { commit: null }, '`base.commit` is not a string'],
    ['changes.0.place', 'config/a.yaml:1:1', '`changes[0].place` is not an object'],
    ['changes.0.place.line', 0, '`changes[0].place.line` is not an integer of at least 1'],
    ['changes.0.place.line', '1', '`changes[0].place.line` is not an integer of at least 1'],
    ['changes.0.place.column', 1.5, '`changes[0].place.column` is not an integer of at least 1'],
    ['findings.0.place.line', 1e20, '`findings[0].place.line` is not an integer of at least 1'],
  ])('%s: %j', (path, value, problem) => {
    const whole = typeof problem === 'string' ? said(problem) : problem;
    expect(problemOf(forged(path, value))).toEqual(whole);
  });

  test.each([
    ...['', '.', '..', '/etc/passwd', '../x', 'a/../../x', 'a/..', 'a//b', 'a/', './a'],
    ...['C:/x', 'c:', 'a\\b', '..\\x', 'a\ud800'],
  ])('a place in %j', (file) => {
    expect(problemOf(forged('changes.0.place.file', file))).toBe(
      said('`changes[0].place.file` is not a relative file path'),
    );
  });

  test.each<[what: string, json: string, problem: string]>([
    ['nothing', '', 'it is not valid JSON'],
    ['half a plan', jsonPlan(PLAN).slice(0, 400), 'it is not valid JSON'],
    ['a list', '[]', 'it is not an object'],
    ['null', 'null', 'it is not an object'],
    ['too deep', `${'['.repeat(33)}${']'.repeat(33)}`, 'it is nested deeper than 32 levels'],
    ['millions of brackets', '['.repeat(19_000_000), 'it is nested deeper than 32 levels'],
    ['too large', ' '.repeat(20_000_001), 'it is larger than 20 MB'],
    ['too large in bytes', 'é'.repeat(10_000_001), 'it is larger than 20 MB'],
    ['an error', jsonError(new CommandError({ code: 'x', message: '' })), '`target` is missing'],
  ])('%s', (_, json, problem) => expect(problemOf(json)).toBe(said(problem)));
});

/** One target with {@link PLAN}, and one without a plan because of a mistake in its files. */
function targetsWith(path: string, value: unknown): string {
  const mistake = { severity: 'error', code: 'wrong-type', message: 'No.', place: placeAt(4) } as const;
  const error = new CommandError({ code: 'invalid', message: 'One mistake.', hint: 'Correct it.' });
  const members = errorMembers(Object.assign(error, { diagnostics: [mistake] }));
  const removed = [{ server: 'config.example.com', repository: 'acme/old' }];
  const root = JSON.parse(
    jsonTargets(
      [
        { name: 'shop', members: planMembers(PLAN) },
        { name: 'mail', members },
      ],
      removed,
    ),
  );
  const names = path.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce((one, name) => one[name], root);
  owner[last] = value;
  return JSON.stringify(root);
}

function problemOfTargets(json: string): string {
  try {
    readJsonPlans(json, 'plan.json');
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
  return 'read';
}

describe('of several targets', () => {
  test('each is read, with its name', () => {
    const { plans, removed } = readJsonPlans(targetsWith('later', 1), 'plan.json');
    expect(plans.map((one) => [one.name, 'plan' in one ? one.plan.target.declaredAs : one.error])).toEqual([
      ['shop', 'shop'],
      ['mail', expect.objectContaining({ message: 'One mistake.', hint: 'Correct it.' })],
    ]);
    const [shop, mail] = plans;
    expect(shop && 'plan' in shop && show(shop.plan)).toBe(show(PLAN));
    expect(mail && 'error' in mail && String(mail.error.diagnostics[0]?.place)).toBe('config/shop.yaml:4:3');
    expect(removed).toEqual([{ server: 'config.example.com', repository: 'acme/old' }]);
  });

  test('a plan without a name is one of a project file without `targets`', () => {
    const { plans } = readJsonPlans(jsonPlan(PLAN), 'plan.json');
    expect(plans.map((one) => [one.name, 'plan' in one && show(one.plan)])).toEqual([[undefined, show(PLAN)]]);
  });

  test.each<[path: string, value: unknown, problem: string]>([
    ['version', 2, '`version` is not 1'],
    ['targets', {}, '`targets` is not an array'],
    ['targets', [], '`targets` is empty'],
    ['targets', null, '`targets` is not an array'],
    ['targets.0', null, '`targets[0]` is not an object'],
    ['targets.0.name', undefined, '`targets[0].name` is missing'],
    ['targets.0.name', '@octocat', '`targets[0].name` is not the name of a target'],
    ['targets.0.name', 'a'.repeat(65), '`targets[0].name` is not the name of a target'],
    ['targets.0.name', 'mail', '`targets[1].name` is the name of another target too'],
    ['targets.0.changes.1.before', 'hunter2', '`targets[0].changes[1].before` shows a secret'],
    ['targets.0.changes.0.place.file', '../x', '`targets[0].changes[0].place.file` is not a relative file path'],
    ['targets.0.approvalWay', 'mail', '`targets[0].approvalWay` is not one of review, dispatch'],
    ['targets.1.error', 'No.', '`targets[1].error` is not an object'],
    ['targets.1.error.message', 7, '`targets[1].error.message` is not a string'],
    [
      'targets.1.error.diagnostics.0.code',
      'x',
      expect.stringContaining('`targets[1].error.diagnostics[0].code` is not'),
    ],
    ['removed.0.server', null, '`removed[0].server` is not a string'],
  ])('%s: %j is refused', (path, value, problem) => {
    const whole = typeof problem === 'string' ? said(problem) : problem;
    expect(problemOfTargets(targetsWith(path, value))).toEqual(whole);
  });
});

describe('is taken', () => {
  test('an approval, but only from a run that is trusted', () => {
    const json = jsonPlan(shownPlan({ force: '3f9c2a7be1d04c58a6f07712c9e5d3b4', approvalWay: 'review' }));
    expect(readJsonPlan(json, 'plan.json')).not.toHaveProperty('force');
    expect(readJsonPlan(json, 'plan.json')).not.toHaveProperty('approvalWay');
    const [one] = readJsonPlans(json, 'plan.json').plans;
    expect(one && 'plan' in one && one.plan).toMatchObject({ approvalWay: 'review' });
  });

  test('a path with dots in its names, and brackets and quotes in texts', () => {
    const text = `${'[{'.repeat(50)}\\"${'['.repeat(50)}`;
    for (const json of [forged('changes.0.place.file', '..a/b..c/.d'), forged('notes', [text, '\\'])])
      expect(problemOf(json)).toBe('read');
  });

  test('what a later version adds is passed over, also where it looks like more', () => {
    const json = jsonPlan(PLAN).replaceAll('{', '{"__proto__": {"secret": true, "pending": true}, "later": [[1]],');
    expect(JSON.parse(json).changes[0]).toHaveProperty('later');
    const plan = readJsonPlan(json, 'plan.json');
    expect(show(plan)).toBe(show(PLAN));
    expect(Object.getPrototypeOf(plan.changes[0])).toBe(Object.prototype);
    expect(({} as { pending?: unknown }).pending).toBeUndefined();
  });

  test('what was counted is not believed', () => {
    const plan = readJsonPlan(forged('counts', { create: 0, update: 0, delete: 0, converged: 0, unmanaged: 0 }), 'f');
    expect(show(plan)).toContain('**2 to create, 2 to update, 0 to delete.**');
  });

  test('the largest plan, in a few seconds', { timeout: 30_000 }, () => {
    const lines = Array.from({ length: 120_000 }, (_, i) => (i % 2 === 0 ? '\n' : 'x')).join('');
    const changes = Array.from({ length: 45 }, (_, i) =>
      fileChange({ path: `f${i}`, before: lines, after: `${lines.replaceAll('x', 'y')}${i}` }),
    );
    const json = jsonPlan(shownPlan({ changes }));
    expect(json.length).toBeGreaterThan(15_000_000);
    expect(show(readJsonPlan(json, 'plan.json'))).toContain('**0 to create, 45 to update, 0 to delete.**');
  });
});
