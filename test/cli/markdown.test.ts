// plan --markdown prints what the comment on a pull request says.
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const SECRET = { 'config/secret.yaml': 'keys:\n  db.password: { value: { env: PASSWORD } }\n' };

describe.concurrent('plan --markdown', () => {
  test('prints the plan as Markdown, masked', async () => {
    await withShop({ ...SMALL, ...SECRET }, async ({ desk, server }) => {
      const commit = desk.commit('Open the shop');
      const { status, stdout } = await desk.cli(['plan', '--markdown'], { env: { PASSWORD: 'hunter-one' } });
      expect(status).toBe(0);
      expect(stdout).toContain(
        `### Plan: \`acme/shop\` at \`${new URL(server.url).host}\`\n\n**4 to create, 0 to update, 0 to delete.**\n\nCommit \`${commit.slice(0, 7)}\`\n`,
      );
      expect(stdout).toContain(
        '- `+` **`db.password`** `*;*`: (secret, created), new key, Text · `config/secret.yaml:2`\n',
      );
      expect(stdout).not.toContain('hunter');
    });
  });

  test('has the exit status of a plan, and no JSON beside it', async () => {
    await withShop(SMALL, async ({ desk }) => {
      expect((await desk.cli(['plan', '--markdown', '--detailed-exitcode'])).status).toBe(2);
      const { status, stderr } = await desk.cli(['plan', '--markdown', '--json']);
      expect(status).toBe(1);
      expect(stderr).toContain("'--markdown' cannot be used with option '--json'");
    });
  });
});
