// What `--verbose` tells of a question to a world.
import { expect, test } from 'vitest';
import { around } from '../../src/world/around.ts';

test('names and commits that a question is about, and nothing that may be secret', async () => {
  const told: string[] = [];
  const world = around(
    {
      keyData: async (_name: string) => undefined,
      parents: async (_commit: string) => [],
      actor: async (_text?: string) => undefined,
      onSecret: (_text: string) => undefined,
    },
    (question, ask) => {
      told.push(question);
      return ask();
    },
  );
  await world.keyData('db.host');
  await world.parents('c1');
  await world.actor('hunter2');
  world.onSecret('hunter2');
  expect(told).toEqual(['keyData db.host', 'parents c1', 'actor']);
});
