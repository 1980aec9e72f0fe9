// The ten errors that people make most: each has a message of its own, with its line and the line to write.
import { describe, expect, test } from 'vitest';
import { withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const LEVELS = 'levels: [Environment, Application]\n';
const AT = 'config/shop.yaml';

/** What is wrong, the document, the message with its place, and the advice. */
const FILE_ERRORS = [
  [
    'an unquoted context',
    'keys:\n  a:\n    values:\n      *;*: x\n',
    `${AT}:4:7 error yaml-syntax: This is not valid YAML: a context is not quoted.`,
    'A context that begins with * needs quotes, as in "*;*".',
  ],
  [
    'a tab',
    'keys:\n  a:\n\tvalue: x\n',
    `${AT}:3:1 error yaml-syntax: This is not valid YAML: it is indented with a tab.`,
    'Indent with spaces',
  ],
  [
    'conflict markers',
    'keys:\n<<<<<<< HEAD\n  a: x\n=======\n  a: y\n>>>>>>> b\n',
    `${AT}:2:1 error yaml-syntax: This is not valid YAML: it contains merge conflict markers.`,
    'Keep the lines of one side, and remove the markers `<<<<<<<`, `=======` and `>>>>>>>`.',
  ],
  [
    'a missing space',
    'keys:\n  a:x\n  b: y\n',
    `${AT}:2:4 error yaml-syntax: This is not valid YAML: a space is missing after the colon.`,
    'Write `name: value`.',
  ],
  [
    'an unclosed quote',
    'keys:\n  a: "x\n  b: y\n',
    `${AT}:2:6 error yaml-syntax: This is not valid YAML: \`"\` is not closed.`,
    'Add the closing `"` at the end of the value.',
  ],
  [
    'contexts below a key',
    'keys:\n  app.x:\n    Production;*: x\n',
    `${AT}:3:5 error unknown-field: The contexts of app.x are directly below the key.`,
    'Write `values:` below app.x, and the contexts below it: `values: { "Production;*": … }`.',
  ],
  [
    '`"*"` below a key',
    'keys:\n  app.x:\n    "*": x\n    Production: y\n',
    `${AT}:3:5 error unknown-field: The contexts of app.x are directly below the key.`,
    'Write `values:` below app.x, and the contexts below it: `values: { "*": … }`.',
  ],
  [
    'swapped elements',
    'keys:\n  a:\n    vdt: Text\n    values: { "Web;Production": x }\n',
    `${AT}:4:15 refused context-new: The elements of \`Web;Production\` are in the wrong order: the levels are Environment;Application.`,
    'Write `Production;Web`.',
  ],
  [
    'nested keys',
    'keys:\n  app:\n    db:\n      host: x\n',
    `${AT}:3:5 error unknown-field: app is a key, so \`db\` cannot be nested below it.`,
    'Write `app.db.host: …` for a key of that name. For a value per context, write `app: { values: { … } }` with full contexts.',
  ],
] as const;

describe.concurrent('the ten errors', () => {
  test.for(FILE_ERRORS)('%s', async ([, document, message, advice]) => {
    await withShop({ 'confighub.yaml': LEVELS, [AT]: document }, async ({ desk, server }) => {
      const known = { key: 'known', values: [{ context: 'Production;Web', value: 'x' }] };
      await push(server, { enableKeyCreation: true, data: [known] }, { token: 'default' });
      const { output } = await desk.cli(['plan', '--no-color']);
      const lines = output.split('\n').filter((line) => line.startsWith(AT));
      expect(lines).toEqual([message]);
      expect(output).toContain(`${message}\n  ${advice}`);
    });
  });

  test.for(['[Application, Environment]', '[Environment]'])('wrong levels: %s', async (levels) => {
    await withShop(
      { 'confighub.yaml': `# Ours\nlevels: ${levels}\n`, [AT]: 'keys: { a: x }\n' },
      async ({ desk }) => {
        const { status, stderr } = await desk.cli(['plan', '--no-color']);
        expect(status).toBe(1);
        const written = levels.slice(1, -1).replace(', ', ';');
        expect(stderr).toBe(
          `error context-depth: confighub.yaml:2:9: \`levels\` is ${written}, but acme/shop has Environment;Application.\n  Write \`levels: [Environment, Application]\`.\n`,
        );
      },
    );
  });
});
