// That the world in memory is true: an apply asks the same there as with a server over HTTP and real Git, and ends alike.
import { expect, test } from 'vitest';
import { listen } from '../../src/lib/trace.ts';
import { AT_HAND, interrupted, NOBODY } from '../helpers/interruptions.ts';
import { ended, type ExportedEntry, MemoryProcess, Outside, rowsIn } from '../helpers/memory.ts';
import { REPOSITORY } from '../helpers/process.ts';
import { exported } from '../helpers/server.ts';
import { withTeam } from '../helpers/team.ts';

const PROJECT =
  'version: 1\nlevels: [Environment, Application]\nlimits: { deletes: 100%, updates: 100% }\n';
const shop = (keys: string, more = '') => ({
  'confighub.yaml': PROJECT,
  'config/shop.yaml': `keys:\n${keys}${more}`,
});

/** Applied one after the other. */
const STEPS = [
  shop('  a: { values: { "*": 1, Production;*: 2 } }\n  b: 1\n  c: 1\n'),
  shop('  a: { values: { "*": 3, Production;*: 2 } }\n  b: 1\n  c: 1\n'),
  shop('  a: { values: { "*": 3, Production;*: 2 } }\n  b: 1\n'),
  shop('  a: 3\n  b: 1\n  new: 1\n', 'files:\n  app.conf: { content: "new = ${new}" }\n'),
  shop('  a: 3\n  b: 1\n  new: 1\n', 'files:\n  app.conf: { content: "new = ${new}" }\n'),
];

/** The questions of each step, sorted because some are asked at once, and what became of it. */
async function inMemory(isOpen: boolean) {
  const outside = new Outside({ isOpen });
  const steps = [];
  for (const files of STEPS) {
    outside.commit(files);
    const processes = [new MemoryProcess(outside, { run: 'ada' })];
    const { targets, asked } = interrupted(processes, NOBODY);
    const { rows } = await ended(targets);
    steps.push({ outcome: rows[0]?.outcome, asked: asked.toSorted() });
  }
  return { steps, states: outside.states(), rows: isOpen ? outside.rows() : [] };
}

async function inReality(isOpen: boolean) {
  return withTeam(
    async (team) => {
      const ada = team.member('ada');
      const steps = [];
      for (const files of STEPS) {
        ada.commit(files);
        const asked: string[] = [];
        const end = listen((line) => {
          const [, name] = /^= (\w+)/.exec(line) ?? [];
          if (name !== undefined && !AT_HAND.includes(name)) asked.push(name);
        });
        const { outcome } = await ada.apply();
        end();
        steps.push({ outcome, asked: asked.toSorted() });
      }
      const entries = isOpen ? ((await exported(team.server)) as ExportedEntry[]) : [];
      return { steps, states: team.refStates(), rows: rowsIn(entries) };
    },
    { repositories: [{ ...REPOSITORY, flags: { tokenFreePull: isOpen } }] },
  );
}

test.each([true, false])('the export is offered: %s', async (isOpen) => {
  expect(await inMemory(isOpen)).toEqual(await inReality(isOpen));
});
