// validate: configuration files in other formats that nothing reads.
import { describe, expect, test } from 'vitest';
import { withDesk } from '../helpers/process.ts';

const FILES = {
  'confighub.yaml': 'levels: [Environment, Application]\n',
  'config/a.yaml': 'keys: { a: 1 }\n',
  'config/app.properties': 'x=1\n',
  'config/eu/app.properties': 'x=1\n',
  'config/.env': 'Y=1\n',
  'config/.env.example': 'Y=\n',
  'pyproject.toml': '[tool]\n',
};

describe.concurrent('files that nothing reads', () => {
  test('are named once, with the sources that would read them', async () => {
    await withDesk(FILES, async (desk) => {
      const { status, stderr } = await desk.cli(['validate']);
      expect(status).toBe(0);
      expect(stderr).toBe(
        `config/.env warning unread-file: config/.env, config/app.properties, config/eu/app.properties are not read.
  To read them, add \`sources: ["config/.env", "config/*.properties", "config/eu/*.properties"]\` to the project file. Otherwise exclude them in \`include\`.
`,
      );
      desk.write({
        'confighub.yaml': `levels: [Environment, Application]
include: ["config/**/*.yaml", "!config/.env"]
sources: ["config/**/*.properties"]
`,
        'config/eu/app.properties': 'y=1\n',
      });
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
      desk.write({
        'confighub.yaml': `levels: [Environment, Application]
sources: [{ path: "config/*.properties", exclude: ["config/eu/*", config/.env] }]
`,
      });
      expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
    });
  });

  test('are not those that another target reads', async () => {
    const targets = `levels: [Environment, Application]
targets:
  one: { repository: acme/one, include: "config/**/*.yaml" }
  two: { repository: acme/two, include: "config/**/*.yaml", sources: ["config/**/*.properties", config/.env] }
`;
    await withDesk(
      { ...FILES, 'confighub.yaml': targets, 'config/eu/app.properties': 'z=1\n' },
      async (desk) => {
        expect(await desk.cli(['validate'])).toMatchObject({ status: 0, stderr: '' });
      },
    );
  });

  test('may look secret: a warning with the line, as in documents', async () => {
    const secret = 'ok=1\ndb.password=hunter2-of-production\n';
    const sources = 'levels: [Environment, Application]\nsources: [config/app.properties]\n';
    await withDesk({ 'confighub.yaml': sources, 'config/app.properties': secret }, async (desk) => {
      const { stderr } = await desk.cli(['validate']);
      expect(stderr).toContain('config/app.properties:2:1 warning ');
      expect(stderr).not.toContain('hunter2');
    });
  });
});
