// An apply that is verified by reads by token, when others or the network interfere.
import { describe, expect, test } from 'vitest';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { REPOSITORY, SMALL, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

describe.concurrent('with reads by token only', () => {
  const closed = {
    repositories: [{ ...REPOSITORY, flags: { tokenFreePull: false, cachingEnabled: true } }],
  };
  const files = {
    'confighub.yaml': 'levels: [Environment, Application]\n',
    'config/shop.yaml': [
      'keys:',
      '  port: { vdt: Integer, values: { "*;*": 80, "Production;*": 81, "Production;Web": 82 } }',
      '  limits: { vdt: Map, value: { big: 12345678901234567890 } }',
      'files:',
      '  a.conf: { "*;*": { content: "listen ${port}" }, "Production;*": { content: "public ${port}" } }',
      '',
    ].join('\n'),
  };

  test.for([
    ['was taken', { passed: '' }, 0, 'Applied and verified: '],
    ['was not', 'cut', 4, 'error push-unknown: '],
  ] as const)(
    'the answer to a push got lost that %s: pulls tell',
    async ([, onPush, status, sentence]) => {
      await withShop(
        SMALL,
        ({ desk, server }) => {
          const fault = ({ method }: Request): Fault => (method === 'POST' ? onPush : 'pass');
          return withFaults({ behind: server, fault }, async ({ url, requests }) => {
            desk.env.CONFIGHUB_URL = url;
            desk.commit('Open the shop');
            const ended = await desk.cli(['apply']);
            expect(ended.status).toBe(status);
            expect(ended.output).toContain(sentence);
            expect(requests.filter((one) => one === 'POST /rest/push')).toHaveLength(1);
          });
        },
        closed,
      );
    },
  );

  test('detects concurrent changes during verification', async () => {
    await withShop(
      files,
      ({ desk, server }) => {
        const theirs = {
          key: 'port',
          vdt: 'Integer',
          values: [{ context: 'Production;Web', value: '9' }],
        };
        const after = () => push(server, { data: [theirs] }, { token: 'default' });
        const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
        const fault = ({ method }: Request): Fault =>
          method === 'POST' ? { passed: answer, after } : 'pass';
        return withFaults({ behind: server, fault }, async ({ url }) => {
          desk.env.CONFIGHUB_URL = url;
          desk.commit('Open the shop');
          const { status, stderr } = await desk.cli(['apply']);
          expect(status).toBe(4);
          expect(stderr).toMatch(/error verify-failed: .* 1 change is still missing/);
          expect(stderr).toMatch(/~ port +Production;Web +"9" → "82"/);
        });
      },
      closed,
    );
  });
});
