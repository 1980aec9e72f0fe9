// Overrides in a workflow: counted and listed by a plan and by `command: drift`, and left alone.
import { expect } from 'vitest';
import { runStep } from '../helpers/workflow.ts';
import { change, test } from './stage.ts';

test('are outputs and lines of the summary, apart from drift', async ({
  shop: { desk, server },
}) => {
  desk.commit('Open the shop');
  expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
  await change(server, 'Theirs', { context: 'Production;*' });
  const planned = await runStep(desk, { event: 'pull_request', with: { 'dry-run': 'true' } });
  expect(planned.outputs).toMatchObject({ changes: 'false', drift: '0', overrides: '1' });
  const line = '`"Theirs"`, overrides `*;*` from `config/shop.yaml:2`';
  expect(planned.summary).toContain(`**\`shop.title\`** \`Production;*\`: ${line}`);
  expect(planned.summary).toContain(
    '#### 1 value was added on the server and overrides yours for some applications.',
  );
  const looked = await runStep(desk, { with: { command: 'drift' } });
  expect(looked.outputs).toMatchObject({ drift: '1', overrides: '1' });
  expect(looked.summary).toContain(line);
  expect(looked.summary).toContain(
    'An apply leaves overrides alone. To delete one, declare it with `opp: delete`.',
  );
  expect(looked.summary).not.toContain('The next apply restores');
});
