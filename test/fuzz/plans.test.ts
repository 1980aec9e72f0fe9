// Plan files that anybody may have written: read or refused.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reviewedDigest } from '../../src/world/plan-file.ts';
import { CommandError } from '../../src/errors.ts';
import { planDigest } from '../../src/plan/digest.ts';
import { fileChange, keyChange, placeAt, shownPlan, valueChange } from '../helpers/plans.ts';
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
});
const file = {
  version: 1,
  digest: planDigest(plan, undefined),
  targets: [{ name: 'shop', digest: 'f'.repeat(64) }],
};
const review = Buffer.from(JSON.stringify(file));
const before = prototypes();
const words = ['"version":', '"digest":', '"targets":', '"name":"shop"', 'null', '{}', '[]'];

function expectNamed(read: () => void): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(CommandError);
    expect((error as CommandError).message.length).toBeLessThan(5000);
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
        const digest = reviewedDigest('plan.json', { cwd: folder, row: {} });
        expect(digest).toBe(JSON.parse(input.toString()).digest);
      });
    },
  });
});
