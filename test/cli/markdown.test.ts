// plan --markdown prints what the comment on a pull request says.
import { describe, expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const SECRET = { 'config/secret.yaml': 'keys:\n  db.password: { value: { env: PASSWORD } }\n' };

describe.concurrent('plan --markdown', () => {
  test('prints the plan as Markdown, masked', async () => {
    await withShop({ ...SMALL, ...SECRET }, async ({ desk, server }) => {
      const commit = desk.commit('Open the shop');
      const { status, stdout } = await desk.cli(['plan', '--markdown'], {
        env: { PASSWORD: 'hunter-one' },
      });
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

  test('prints one page for several targets', async () => {
    const { 'confighub.yaml': _, ...documents } = SMALL;
    const targets =
      'targets:\n  shop: { repository: acme/shop }\n  billing: { repository: acme/billing }\n';
    const project = {
      'confighub.yaml': `version: 1\nlevels: [Environment, Application]\n${targets}`,
    };
    await withShop({ ...documents, ...project }, async ({ desk, server }) => {
      desk.commit('Open the shop');
      const { status, stdout, stderr } = await desk.cli(['plan', '--markdown'], {
        env: { CONFIGHUB_REPOSITORY: '' },
      });
      expect(status).toBe(1);
      expect(stdout).toMatch(/^### ❌ No plan: 1 of 2 targets, nothing is applied\n/);
      expect(stdout).toContain(
        `| **\`shop\`** \`acme/shop\` at \`${new URL(server.url).host}\` | Changes | 3 |`,
      );
      expect(stdout).toContain('### Plan: `shop`\n\n**3 to create, 0 to update, 0 to delete.**\n');
      expect(stdout).toContain('### ❌ No plan: `billing`\n');
      expect(stderr).toContain('billing: ');
      expect(stdout).not.toContain('2 targets:');
    });
  });

  test('has the exit code of a plan, and no JSON beside it', async () => {
    await withShop(SMALL, async ({ desk }) => {
      expect((await desk.cli(['plan', '--markdown', '--detailed-exitcode'])).status).toBe(2);
      const { status, stderr } = await desk.cli(['plan', '--markdown', '--json']);
      expect(status).toBe(1);
      expect(stderr).toContain('`--markdown` cannot be used with option `--json`');
    });
  });
});
