// --verbose shows requests, Git processes and file reads with their time, without secrets; --quiet only the result.
import { describe, expect } from 'vitest';
import { debugLine } from '../../src/render/printable.ts';
import { REPOSITORY, type Shop, SMALL, TOKEN, withDesk, withShop } from '../helpers/process.ts';
import { test } from '../helpers/test.ts';

// Not concurrent: what is traced belongs to the process.
describe('--verbose', () => {
  test('by a flag, CONFIGHUB_DEBUG or RUNNER_DEBUG, prints a line for each request, Git process and file', async ({
    shop: { desk, server, requests },
  }) => {
    desk.commit('Open the shop');
    const plain = await desk.cli(['plan']);
    expect(plain.stderr).toBe('');
    for (const env of [undefined, { CONFIGHUB_DEBUG: '1' }, { RUNNER_DEBUG: '1' }]) {
      requests.length = 0;
      const args = env === undefined ? ['plan', '--verbose'] : ['plan'];
      const { status, stdout, stderr } = await desk.cli(args, { ...(env && { env }) });
      expect({ env, status, stdout }).toEqual({ env, status: 0, stdout: plain.stdout });
      const lines = stderr.trimEnd().split('\n');
      for (const line of lines)
        expect(line).toMatch(/^debug: (?:GET|git|read|search|=) .+, \d+ ms$/);
      const asked = lines.filter((line) => line.startsWith('debug: GET'));
      expect(asked).toHaveLength(requests.length);
      const answered = /^debug: GET (.*)\/rest\/\S+: status \d+, [\d,]+ bytes, /.exec(
        asked[0] ?? '',
      );
      expect(answered?.[1]).toBe(server.url);
      expect(stderr).toMatch(/^debug: git -C \S+ rev-parse .*: status 0, /m);
      // What a plan asks, behind what it took.
      expect(stderr).toMatch(
        /^debug: GET .*\/export\/.*\n(?:debug: .*\n)*debug: = exported, \d+ ms$/m,
      );
      expect(stderr).toMatch(/^debug: read \S+config\/shop\.yaml: \d+ bytes, /m);
      expect(stderr).not.toContain(TOKEN);
      expect((await desk.cli(['plan'])).stderr).toBe('');
    }
  });

  test('shows that every command reads the project file once, for all targets', async () => {
    const targets =
      'levels: [Environment, Application]\ntargets:\n  shop: { repository: acme/shop }\n  more: { repository: acme/more }\n';
    const more = { ...REPOSITORY, repository: 'more', tokens: { default: { value: 'tok-more' } } };
    const files = { ...SMALL, 'confighub.yaml': targets };
    const use = async ({ desk }: Shop) => {
      Object.assign(desk.env, { CONFIGHUB_REPOSITORY: '', CONFIGHUB_TOKEN_MORE: 'tok-more' });
      desk.commit('Open the shops');
      const one = '--target shop';
      for (const line of [
        'validate',
        'plan',
        'apply --yes',
        'drift',
        `show ${one}`,
        `history ${one}`,
      ]) {
        const { stderr } = await desk.cli([...line.split(' '), '--verbose']);
        expect(stderr.match(/^debug: read \S*confighub\.yaml: /gm), line).toHaveLength(1);
      }
    };
    await withShop(files, use, { repositories: [REPOSITORY, more] });
  });

  test('hides the tokens of targets', async () => {
    const [token, document] = ['tok-canary-of-shop', 'keys: { a: 1 }\n'];
    await withDesk({ ...SMALL, [`config/${token}.yaml`]: document }, async (desk) => {
      const env = { CONFIGHUB_TOKEN_SHOP: token };
      const { stderr } = await desk.cli(['validate', '--verbose'], { env });
      expect(stderr).toContain('config/***.yaml');
      expect(stderr).not.toContain(token);
    });
  });

  test('names a request that fails', async () => {
    await withDesk(SMALL, async (desk) => {
      const at = ['--url', 'http://127.0.0.1:9', '--repository', 'acme/shop'];
      const { stderr } = await desk.cli(['plan', '--verbose', ...at]);
      expect(stderr).toMatch(
        /^debug: GET http:\/\/127\.0\.0\.1:9\/rest\/\S+: ECONNREFUSED, \d+ ms$/m,
      );
    });
  });

  test('masks secrets and the logins of URLs, and shows no control characters', () => {
    const line =
      'git fetch https://bob:p@ss@git.example.com/a.git hunter2hunter2 hunter2 \u001b[31m ssh://git@host/x';
    expect(debugLine(line, new Set(['hunter2', 'hunter2hunter2', '']))).toBe(
      'git fetch https://***@git.example.com/a.git *** *** \\u{1b}[31m ssh://***@host/x',
    );
  });
});
