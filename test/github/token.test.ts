// The token never appears in results or errors, and is sent only to the Git host.
import { inspect } from 'node:util';
import { describe, expect } from 'vitest';
import { BAD_GATEWAY, type Fault } from './server.ts';
import { onGitHost, test } from './stage.ts';

const LIST = /^GET .*\/comments/;
const TOKEN = 'ghs_Abc123Secret';

describe('the token', () => {
  test.for<[string, Fault['answer']]>([
    ['a Git host that repeats it', { status: 403, data: { message: `Not for ${TOKEN}` } }],
    ['a Git host that fails', BAD_GATEWAY],
    ['a connection that is cut', 'cut'],
  ])('is in no result and in no error, after %s', async ([, answer], { stage }) => {
    const { gitHost, server, api, comment } = stage;
    gitHost.token(TOKEN, {});
    server.fail(/./, answer, { times: 99 });
    expect(JSON.stringify(await comment({}, TOKEN))).not.toContain(TOKEN);
    const asking = api(TOKEN).ask({ method: 'GET', path: '/user' });
    const error: unknown = await asking.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: null })).not.toContain(TOKEN);
  });

  test('is not sent to another host by a redirect or a link to the next page', ({ stage: here }) =>
    onGitHost('github', async (there) => {
      const address = there.server.url.replace('127.0.0.1', 'localhost');
      const location = `${address}/repos/acme/shop/issues/1/comments`;
      here.server.fail(LIST, { status: 302, headers: { location } });
      there.gitHost.tokens.clear();
      const tokens: string[] = [];
      there.server.gate = async ({ token }) => void tokens.push(token);
      expect(await here.comment()).toEqual({ failed: 'bad-token' });
      expect(tokens).toEqual(['']);
      const link = `<${location}?page=2>; rel="next"`;
      here.server.fail(LIST, { status: 200, headers: { link }, data: [{}] });
      expect(await here.comment()).toMatchObject({ did: 'created' });
      expect(tokens).toHaveLength(1);
    }));
});
