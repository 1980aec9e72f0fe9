// The token never appears in results or errors, and is sent only to the Git host.
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { BAD_GATEWAY, type Fault } from './server.ts';
import { onGitHost } from './stage.ts';

const LIST = /^GET .*\/comments/;

describe('the token', () => {
  const TOKEN = 'ghs_Abc123Secret';

  test.each([
    ['a Git host that repeats it', { status: 403, data: { message: `Not for ${TOKEN}` } }],
    ['a Git host that fails', BAD_GATEWAY],
    ['a connection that is cut', 'cut'],
  ] as const)('is in no result and in no error, after %s', (_, answer) =>
    onGitHost('github', async ({ gitHost, server, api, comment }) => {
      gitHost.token(TOKEN, {});
      const fault: Fault = { on: /./, when: 'before', answer };
      server.faults.push(...Array.from({ length: 99 }, () => fault));
      expect(JSON.stringify(await comment({}, TOKEN))).not.toContain(TOKEN);
      const error: unknown = await api(TOKEN)
        .ask({ method: 'GET', path: '/user' })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: null })).not.toContain(TOKEN);
    }),
  );

  test('is not sent to another host by a redirect or a link to the next page', () =>
    onGitHost('github', async (here) =>
      onGitHost('github', async (there) => {
        const location = `${there.server.url.replace('127.0.0.1', 'localhost')}/repos/acme/shop/issues/1/comments`;
        here.server.faults.push({
          on: LIST,
          when: 'before',
          answer: { status: 302, headers: { location } },
        });
        there.gitHost.tokens.clear();
        const tokens: string[] = [];
        there.server.gate = async ({ token }) => void tokens.push(token);
        expect(await here.comment()).toEqual({ failed: 'bad-token' });
        expect(tokens).toEqual(['']);
        const link = `<${location}?page=2>; rel="next"`;
        here.server.faults.push({
          on: LIST,
          when: 'before',
          answer: { status: 200, headers: { link }, data: [{}] },
        });
        expect(await here.comment()).toMatchObject({ did: 'created' });
        expect(tokens).toHaveLength(1);
      }),
    ));
});
