// Plan files that anybody may have written: read or refused.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { refuseUnreviewed } from '../../src/commands/plan-file.ts';
import { CommandError } from '../../src/errors.ts';
import { reviewOf } from '../../src/plan/review.ts';
import { fileChange, keyChange, placeAt, refusal, shownPlan, valueChange, warning } from '../helpers/plans.ts';
import { fuzz, FUZZ_TIMEOUT, kept, prototypes } from './fuzz.ts';
import { mutatedJson } from './mutate-json.ts';

const folder = mkdtempSync(join(tmpdir(), 'confighub-plans-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plan = shownPlan({
  changes: [
    keyChange({ key: 'a', after: { vdt: 'Text', readme: 'r' }, values: 1 }),
    valueChange({ key: 'a', after: '1', place: placeAt(3) }),
    valueChange({ key: 'db.password', before: 'x', after: 'y', secret: true }),
    fileChange({ path: 'f/x', before: 'a\nb\n', after: 'a\nc\n' }),
  ],
  drift: [valueChange({ key: 'd', before: '1', after: '2' })],
  findings: [refusal({ code: 'limits', message: 'Too `much`.' }), warning({ code: 'w', message: 'Hm.', hint: 'Do.' })],
  notes: ['Read by export.'],
});
const review = Buffer.from(JSON.stringify({ version: 1, review: reviewOf(plan, undefined) }));
const before = prototypes();
const words = [
  '"kind":"key"',
  '"kind":"value"',
  '"secret":true',
  '"before":null',
  '"place":',
  '"../x"',
  'null',
  '{}',
  '[]',
  '<!--',
  '```',
  '@all',
];

function expectNamed(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    expect((error as CommandError).message.length).toBeLessThan(5000);
    return false;
  } finally {
    expect(prototypes()).toBe(before);
  }
}

test('plan files of an apply', { timeout: FUZZ_TIMEOUT }, async () => {
  const material = { inputs: [review, ...kept('plan-files')], words };
  await fuzz({
    name: 'plan-files',
    runs: 1000,
    make: (random) => mutatedJson(random, material),
    check: (input) => {
      writeFileSync(join(folder, 'plan.json'), input);
      expectNamed(() => {
        const given = { planFile: 'plan.json' };
        expect(refuseUnreviewed(plan, given, folder).findings.length).toBeGreaterThanOrEqual(plan.findings.length);
      });
    },
  });
});
