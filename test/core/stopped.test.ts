// A signal between two targets, or two stages, stops the apply before the next one begins its record.
import { expect, test } from 'vitest';
import { INTERRUPTIONS, interrupted, NOBODY } from '../helpers/interruptions.ts';
import { ended, MemoryProcess, Outside } from '../helpers/memory.ts';

const PROJECT = 'version: 1\nlevels: [Environment, Application]\n';
const DOCUMENT = 'keys:\n  a: { values: { Staging;*: 1, Production;*: 1 } }\n';
const NEW = 'allowNewContexts: [Staging, Production]\n';

function outside(more = ''): Outside {
  const one = new Outside();
  one.commit({ 'confighub.yaml': `${PROJECT}${NEW}${more}`, 'config/a.yaml': DOCUMENT });
  return one;
}

function targets(): MemoryProcess[] {
  return [outside(), outside()].map((one) => new MemoryProcess(one, { run: 'ada' }));
}

function stages(): MemoryProcess[] {
  const staged = outside('stages: [Staging, Production]\n');
  const names = staged.stages();
  return names.map((name, i) => {
    const stage = { name, after: names.slice(0, i) };
    return new MemoryProcess(staged, { run: 'ada', stage });
  });
}

test.each([
  ['targets', targets],
  ['stages', stages],
])('a signal between two %s begins no record for the next one', async (_, start) => {
  const all = interrupted(start(), NOBODY);
  await ended(all.targets);
  const last = all.asked.indexOf('moveRef', all.asked.indexOf('push')) + 1;
  expect(all.asked.slice(last)).toContain('writeCommits');

  const processes = start();
  const at = { n: last, what: INTERRUPTIONS['a signal comes'] };
  const { targets: stopped, asked } = interrupted(processes, NOBODY, at);
  const { code, rows } = await ended(stopped);
  expect([code, rows.map(({ outcome, error }) => error?.code ?? outcome)]).toEqual([
    4,
    ['verified', 'stopped'],
  ]);
  expect(asked.slice(last)).not.toContain('writeCommits');
});
