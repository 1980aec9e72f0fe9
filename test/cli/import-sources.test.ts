// import --only drift in a project that has only sources: what it shows, where new keys go, and what is left to people.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withDesk, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const FILES = {
  'confighub.yaml': `repository: acme/shop
levels: [Environment, Application]
sources:
  - app.properties
  - app.yml
  - { path: "nginx/{Environment}/**", as: files, root: nginx }
`,
  'app.properties': 'db.host=a\r\ndb.port=1\r\n',
  'app.yml': 'hosts: [a, b]\napi.tokens: [geheim12]\n',
  'nginx/prod/conf.d/site.conf': 'server {\n  listen 80;\n}\n',
};

const DRIFT = {
  enableKeyCreation: true,
  data: [
    { key: 'db.host', values: [{ context: '*;*', value: 'b' }] },
    { key: 'hosts', vdt: 'List', values: [{ context: '*;*', value: '["a","c"]' }] },
    { key: 'api.tokens', vdt: 'List', values: [{ context: '*;*', value: '["anders34"]' }] },
    { key: 'db.port', values: [{ context: 'prod;*', value: '2' }] },
    { file: 'conf.d/site.conf', context: 'prod;*', content: 'server {\n  listen 8080;\n}\n' },
  ],
};

const SHOWN = `
  ~ app.properties
      | @@ -1,2 +1,2 @@
      | -db.host=a
      | +db.host=b
      |  db.port=1
  ~ nginx/prod/conf.d/site.conf
      | @@ -1,3 +1,3 @@
      |  server {
      | -  listen 80;
      | +  listen 8080;
      |  }
  + config/imported.yaml  4 lines
      | @@ -1,0 +1,4 @@
      | +keys:
      | +  db.port:
      | +    values:
      | +      prod;*: 2

Not imported:
  app.yml:2  api.tokens [*;*]: it is a secret, which is not written to app.yml; declare it in a document, from the environment. On the server: (secret)
  app.yml:1  hosts [*;*]: its value in app.yml is a list or a mapping; change it manually. On the server: \`["a","c"]\`

Import into your files: 1 to add, 2 to change, 0 to remove; 1 file to create, 2 files to edit.
`;

describe.concurrent('import --only drift with sources alone', () => {
  test('shows every edit, and names what is left to do manually', async () => {
    await withShop(FILES, async ({ desk, server }) => {
      desk.commit('As it was');
      const valid = await desk.cli(['validate']);
      expect(valid.stdout).toContain('declared in 3 files.');
      expect(await desk.cli(['apply', '--yes'])).toMatchObject({ status: 0 });
      await push(server, DRIFT, { token: 'force' });
      const { status, stdout } = await desk.cli(['import', '--only', 'drift', '--yes']);
      expect(status).toBe(0);
      expect(stdout).toContain(SHOWN);
      expect(stdout).not.toContain('anders34');
      expect(readFileSync(desk.path('config/imported.yaml'), 'utf8')).toContain('db.port');
      expect(readFileSync(desk.path('app.properties'), 'utf8')).toBe('db.host=b\r\ndb.port=1\r\n');
    });
  });

  test('without a project file: how to name the target', async () => {
    await withDesk({}, async (desk) => {
      const { status, stderr } = await desk.cli(['import', '--url', 'http://127.0.0.1:9']);
      expect(status).toBe(1);
      expect(stderr).toContain('no-target: No repository is configured.');
      expect(stderr).toContain('or pass --repository (CONFIGHUB_REPOSITORY).');
    });
  });
});
