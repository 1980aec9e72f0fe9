// The scenarios of test/cases once more, on a server that offers the documented interface and nothing else: the same
// state after the apply, or a reason why not.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { CASES, casesWith, PLAIN_CASES, representativeCases, textOf } from './helpers/cases.ts';
import { runScenario } from './helpers/scenario.ts';

/** What ends otherwise where nothing is read; the plan that is made then is `plan-documented.txt`. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'metadata-of-a-key-without-values':
    'a type that nobody declares: the first apply gives the key the type Text',
  'native-values': 'how a Map is written: the first apply writes it anew',
  'no-longer-declared-absent-with-prune-all': 'what others made',
  'removed-with-prune-all': 'what others made',
  'secret-moves-to-another-context': 'what is there before the first apply',
  secrets: 'what is there before the first apply',
  'type-leaves-a-bad-value': 'a value of others that does not fit',
  'type-left-out': 'a type that nobody declares: the first apply gives the key the type Text',
};

describe.concurrent('the case', () => {
  it.for(representativeCases(DIFFERENT))('%s', async (name, { expect }) => {
    const folder = join(CASES, name);
    const { files, planned, again, secrets, before, after } = await runScenario(folder, {
      isDocumented: true,
    });
    const refused = files['plan.txt']?.includes('This plan is refused') ?? false;
    if (!refused && files['error.txt'] === undefined)
      expect(again, 'a second plan').toMatch(/^No changes\./);
    expect(new Set(planned), 'a plan only reads').toEqual(new Set(['GET']));
    for (const secret of secrets) expect(files['plan.txt']).not.toContain(secret);
    const { live } = JSON.parse(files['plan.json'] ?? '{}') as { live?: string };
    expect(live).toBe(existsSync(join(folder, 'applied')) ? 'last-applied' : 'none');
    const usual = join(folder, 'live-after.json');
    const expected = existsSync(usual) ? readFileSync(usual, 'utf8') : before;
    const same = after === expected && (files['error.txt'] ?? '') === textOf(folder, 'error.txt');
    const kind = DIFFERENT[name] === undefined ? 'the same state' : 'another state';
    expect(same ? 'the same state' : 'another state').toBe(kind);
    if (!same)
      await expect(files['plan.txt']).toMatchFileSnapshot(join(folder, 'plan-documented.txt'));
  });

  it('of the table of differences is there', ({ expect }) => {
    expect(Object.keys(DIFFERENT).filter((name) => !PLAIN_CASES.includes(name))).toEqual([]);
    expect(casesWith('plan-documented.txt')).toEqual(Object.keys(DIFFERENT).sort());
  });
});
