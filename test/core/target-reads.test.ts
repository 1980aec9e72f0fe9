// What a plan of many targets holds in memory.
import { expect } from 'vitest';
import { planTarget, type StageReads } from '../../src/commands/plan.ts';
import { SMALL } from '../helpers/process.ts';
import { test } from '../helpers/test.ts';

test('what was read of a target without stages is not kept until all are planned', async ({
  ada,
}) => {
  ada.commit(SMALL);
  const reads: StageReads = new Map();
  expect(await planTarget(ada.options(), ada.runtime(), { reads })).toMatchObject({
    outcome: 'planned',
  });
  expect(reads.size).toBe(0);
});
