// A server that only accepts pushes: the error that names `reads: documented`, and a plan with it.
import { expect, test } from 'vitest';
import { startDocumentedServer } from '../documented/server.ts';
import { SMALL, withDesk } from '../helpers/process.ts';

const projectAt = (url: string, more = '') =>
  `version: 1\nurl: ${url}\nrepository: acme/shop\nlevels: [Environment, Application]\n${more}`;
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
