// A secret that a branch commits in clear text does not look like one from the environment, in any output.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';
import { runStep } from '../helpers/workflow.ts';

const files = (own: string, lines: string) => ({
  ...SMALL,
  'config/a.yaml': `keys:\n  old.password: hunter1-in-git\n${own}files: { app.conf: { "*": { path: app.conf } } }\n`,
  'config/app.conf': `host=a\n${lines}`,
});
const ROW = '(secret, created, in clear text in Git)';
const MESSAGE =
  'The value of db.password in `*;*` looks like a secret, and it is in Git in clear text.';

test('every plan says it where it is new, and an apply once', async () => {
  await withShop(files('', ''), async ({ desk }) => {
    desk.env.OTHER_PASSWORD = 'hunter2-from-env';
    const base = desk.commit('Open the shop');
    desk.git('remote', 'add', 'origin', `file://${desk.sandbox.bare()}`);
    desk.git('push', '-q', 'origin', 'main');
    const first = await desk.cli(['apply', '--yes']);
    expect(first.output).toMatch(/old\.password +\*;\* +\(secret, created, in clear text in Git\)/);

    const own =
      '  db.password: hunter2-in-git\n  other.password: { value: { env: OTHER_PASSWORD } }\n';
    desk.commit('Add passwords', files(own, 'api.token=hunter3-in-git\n'));
    for (const line of ['plan', `plan --base ${base}`, `plan --base ${base} --offline`]) {
      const { output, status } = await desk.cli(line.split(' '));
      expect(status, line).toBe(0);
      expect(output).toMatch(
        /^ {2}\+ db\.password +\*;\* +\(secret, created, in clear text in Git\) /m,
      );
      expect(output).toMatch(/^ {2}\+ other\.password +\*;\* +\(secret, created\) /m);
      expect(output).toMatch(/^ {2}~ app\.conf .* with a new secret in clear text in Git/m);
      expect(output).toContain(
        `config/a.yaml:3:3 warning secret-in-file: ${MESSAGE}\n  Removing it from Git is not enough`,
      );
      expect(output).toContain(
        'config/app.conf:2:1 warning secret-in-file: The content of app.conf in `*;*` contains',
      );
      expect(output).not.toContain('old.password');
    }
    const page = desk.path('plan.html');
    const { stdout } = await desk.cli(['plan', '--json', '--html', page]);
    const { changes, findings } = JSON.parse(stdout);
    expect(changes).toMatchObject([
      {},
      { key: 'db.password', after: '(secret)', clearText: true },
      {},
      {},
      { path: 'app.conf', clearText: true },
    ]);
    expect(findings).toMatchObject([
      { code: 'secret-in-file', message: MESSAGE, place: { line: 3 } },
      { place: { file: 'config/app.conf', line: 2 } },
    ]);
    expect(readFileSync(page, 'utf8')).toContain(ROW);
    expect((await desk.cli(['plan', '--summary'])).stdout).toContain(MESSAGE);

    const { summary, log } = await runStep(desk, { with: { command: 'plan', comment: 'never' } });
    for (const text of [summary, log.shown.join('\n')]) expect(text).toContain(ROW);
    expect(summary).toContain('Removing it from Git is not enough');
    expect(log.annotations).toMatchObject([
      { kind: 'warning', file: 'config/a.yaml', line: '3', text: expect.stringContaining(MESSAGE) },
      { kind: 'warning', file: 'config/app.conf', line: '2' },
    ]);

    await desk.cli(['apply', '--yes']);
    expect((await desk.cli(['plan'])).output).not.toContain('clear text');
  });
});
