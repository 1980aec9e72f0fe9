// A key without values in a security group, read by token: what no read shows is not taken for "none".
import { describe, expect, test } from 'vitest';
import { REPOSITORY, TOKEN, withShop } from '../helpers/process.ts';

const CLOSED = {
  repositories: [
    {
      ...REPOSITORY,
      flags: { tokenFreePull: false },
      securityGroups: [{ name: 'Sec', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' as const }],
      tokens: { default: { value: TOKEN, securityGroups: ['Sec'] } },
    },
  ],
};
const project = (document: string) => ({
  'confighub.yaml': 'levels: [Environment, Application]\npasswords: { Sec: { env: SEC_PASSWORD } }\n',
  'config/shop.yaml': document,
});

describe.concurrent('a key without values in a security group, by token', () => {
  test('is applied, verified, and left alone by the next apply', async () => {
    const document = 'keys:\n  a: { securityGroup: Sec, readme: "The first." }\n  b: { value: 1 }\n';
    await withShop(
      project(document),
      async ({ desk }) => {
        desk.env.SEC_PASSWORD = 'passw0rd';
        desk.commit('Open the shop');
        const first = await desk.cli(['apply']);
        expect(first).toMatchObject({ status: 0, stderr: '' });
        expect(first.stdout).toMatch(/Applied, read again and verified\.\n$/);
        expect((await desk.cli(['plan'])).stdout).toMatch(/\nNo changes\.\n$/);
        desk.commit('Tell more', project(document.replace('The first.', 'The very first.')));
        const second = await desk.cli(['apply']);
        expect(second).toMatchObject({ status: 0, stderr: '' });
        expect(second.stdout).toContain('readme "The first." → "The very first."');
        expect(second.stdout).not.toContain('securityGroup');
      },
      CLOSED,
    );
  });
});
