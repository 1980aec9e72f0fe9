// A url that leads past the server: one error that quotes what was answered, and nothing is planned.
import { describe, expect, test } from 'vitest';
import { startDocumentedServer } from '../documented/server.ts';
import { SMALL, withDesk, withShop } from '../helpers/process.ts';

const projectAt = (url: string, more = '') =>
  `version: 1\nurl: ${url}\nrepository: acme/shop\nlevels: [Environment, Application]\n${more}`;
const HINT =
  '`url` must be the address in front of `/rest`, as in https://config.example.com/base for https://config.example.com/base/rest/info/all.';

describe.concurrent('a url at which nothing answers as the server does', () => {
  const ADDRESSES: [name: string, path: string, inFile: boolean][] = [
    ['in the project file, with a wrong base path', '/wrong', true],
    ['in the project file, with the path of the interface', '/rest', true],
    ['from the environment, with a wrong base path', '/wrong', false],
  ];

  test.for(ADDRESSES)('%s: one error, with what was answered', async ([, path, inFile]) => {
    await withShop(SMALL, async ({ desk, server, requests }) => {
      const url = `${server.url}${path}`;
      if (inFile) desk.env.CONFIGHUB_URL = '';
      else desk.env.CONFIGHUB_URL = url;
      desk.commit('Open the shop', { 'confighub.yaml': projectAt(inFile ? url : server.url) });
      requests.length = 0;
      const place = inFile ? 'confighub.yaml:2:6: ' : '';
      const answers = ['info/all', 'info', 'export', 'pull']
        .map((read) => `GET /rest/${read}: answered with a web page`)
        .join('; ');
      for (const command of ['plan', 'apply']) {
        const ended = await desk.cli([command]);
        expect(ended).toMatchObject({ status: 1, stdout: '' });
        expect(ended.stderr).toContain(
          `error unexpected-response: ${place}${url} does not answer as a configuration repository server (${answers}).\n`,
        );
        expect(ended.stderr).toContain(HINT);
      }
      expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
    });
  });

  test('the levels are not known either: the same line is named', async () => {
    await withShop(SMALL, async ({ desk, server }) => {
      desk.env.CONFIGHUB_URL = '';
      desk.write({
        'confighub.yaml': `version: 1\nurl: ${server.url}/wrong\nrepository: acme/shop\n`,
      });
      const { stderr } = await desk.cli(['plan']);
      expect(stderr).toContain(
        'error levels-unknown: confighub.yaml:2:6: Cannot determine the context levels of acme/shop (GET /rest/info/all: answered with a web page).\n',
      );
      expect(stderr).toContain(HINT);
    });
  });

  test('`reads: documented` is for a server that only accepts pushes', async () => {
    const server = await startDocumentedServer({ list: false });
    try {
      await withDesk(SMALL, async (desk) => {
        const env = { CONFIGHUB_TOKEN: 'token-of-shop' };
        desk.commit('Open the shop', { 'confighub.yaml': projectAt(server.url) });
        const refused = await desk.cli(['plan'], { env });
        expect(refused.output).toContain('GET /rest/info: status 404');
        expect(refused.output).toContain(
          'If the server only accepts pushes, set `reads: documented`.',
        );
        desk.commit('Pushes alone', {
          'confighub.yaml': projectAt(server.url, 'reads: documented\n'),
        });
        const { stderr, stdout } = await desk.cli(['plan'], { env });
        expect(stderr).toBe('');
        expect(stdout).toContain('Based on the files alone; the server was not read.');
      });
    } finally {
      await server.close();
    }
  });
});
