// The scenarios of test/cases once more, on a server that allows no export: the same plan, or a reason why not.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { CASES, casesWith, PLAIN_CASES, representativeCases, textOf } from './helpers/cases.ts';
import { runScenario } from './helpers/scenario.ts';

/** What reading by token does not see; the plan that it makes is `plan-by-token.txt`. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'declared-deletions': 'the text of a file that nobody here applied',
  'file-replaced-by-something-else': 'the text of a file that somebody else wrote',
  'inactive-rows-are-not-seen': 'inactive values',
  'key-removed-others-added-to-it': 'values in a context that nobody here names',
  'key-removed-with-inactive-rows': 'inactive values',
  'native-values': 'how a Map is written, only what it says',
  'no-longer-declared-absent-with-prune-all': 'the text of a file that others wrote',
  'prune-from-the-options-wins': 'values in a context that nobody here names',
  'removed-with-prune-all': 'values in a context that nobody here names',
  'removed-with-prune-managed': 'values in a context that nobody here names',
  'removed-with-prune-none': 'values in a context that nobody here names',
  'secret-no-longer-declared': 'the text of a file that came from the environment',
  secrets: 'values in a context that nobody here names',
  'type-leaves-a-bad-value': 'values in a context that nobody here names',
};

describe.concurrent('the case', () => {
  it.for(representativeCases(DIFFERENT))('%s', async (name, { expect }) => {
    const folder = join(CASES, name);
    const { files, planned, again, secrets } = await runScenario(folder, {
      flags: { tokenFreePull: false },
    });
    const refused = files['plan.txt']?.includes('This plan is refused') ?? false;
    expect(files['error.txt'] ?? '', 'an apply reads again what it pushed, and finds it').toBe(
      textOf(folder, 'error.txt'),
    );
    if (!refused && files['error.txt'] === undefined)
      expect(again, 'a second plan').toMatch(/^No changes\./);
    expect(new Set(planned), 'a plan only reads').toEqual(new Set(['GET']));
    for (const secret of secrets) expect(files['plan.txt']).not.toContain(secret);
    expect(JSON.parse(files['plan.json'] ?? '')).toMatchObject({ live: 'pulls' });
    const same = samePlan(files['plan.json'], readFileSync(join(folder, 'plan.json'), 'utf8'));
    expect(same ? 'the same plan' : 'another plan').toBe(
      DIFFERENT[name] === undefined ? 'the same plan' : 'another plan',
    );
    if (same) expect(files['live-after.json'] ?? '').toBe(textOf(folder, 'live-after.json'));
    else await expect(files['plan.txt']).toMatchFileSnapshot(join(folder, 'plan-by-token.txt'));
  });

  it('of the table of differences is there', ({ expect }) => {
    expect(Object.keys(DIFFERENT).filter((name) => !PLAIN_CASES.includes(name))).toEqual([]);
    expect(casesWith('plan-by-token.txt')).toEqual(Object.keys(DIFFERENT).sort());
  });
});

/** The same changes and findings; what was read, the notes about it, and what it shows of others are not the same. */
function samePlan(one = '', other = ''): boolean {
  const [a, b] = [one, other].map((text) => {
    // Without all rows of a key, which applications a change affects is not known exactly.
    const { changes, drift, findings, counts, refused } = JSON.parse(
      text,
      (name, value: unknown) => (name === 'affects' ? undefined : value),
    ) as Record<string, unknown>;
    return JSON.stringify({
      changes,
      drift,
      // What others have there, it counts.
      findings: (findings as { code: string }[]).filter(({ code }) => code !== 'first-apply'),
      counts: { ...(counts as object), unmanaged: 0 },
      refused,
    });
  });
  return a === b;
}
