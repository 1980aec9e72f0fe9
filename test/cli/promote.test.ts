// promote in a terminal; what else it says is in test/transcripts/promote.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withDesk } from '../helpers/process.ts';
import { hasScript, onTerminal } from './terminal.ts';

const PROJECT = {
  'confighub.yaml':
    'url: http://127.0.0.1:1\nrepository: acme/shop\nlevels: [Environment, Application]\n',
  'config/shop.yaml': `keys:
  a:
    values:
      "*": 1
      Staging;*: 2
  b.password: { values: { Staging;*: { env: B_PASSWORD } } }
`,
};
const PROMOTED = PROJECT['config/shop.yaml'].replace('Staging;*: 2\n', '$&      Production;*: 2\n');
const TO_PRODUCTION = ['promote', '--from', 'Staging', '--to', 'Production'];

test.runIf(hasScript())('asks in a terminal', async () => {
  await withDesk(PROJECT, async (desk) => {
    const no = await onTerminal(desk, TO_PRODUCTION, { input: 'n\n' });
    expect(no.output).toMatch(/Write 1 file\? \[y\/N\]/);
    expect(no.output).toContain('Nothing was written.');
    const yes = await onTerminal(desk, TO_PRODUCTION, { input: 'y\n' });
    expect(yes.output).toContain('Wrote 1 file.');
    expect(readFileSync(desk.path('config/shop.yaml'), 'utf8')).toBe(PROMOTED);
  });
});
