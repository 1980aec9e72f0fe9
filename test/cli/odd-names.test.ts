// Names of built-in object members (`constructor`, `__proto__`) are ordinary names.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exported } from '../helpers/server.ts';
import { REPOSITORY, type Shop, TOKEN, withShop } from '../helpers/process.ts';

const NAMES = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'],
];
/** Elements begin with a letter or a digit. */
const ELEMENTS = NAMES.filter((name) => !name.startsWith('_'));
const GROUP = {
  name: 'constructor',
  password: 'passw0rd',
  cipher: 'AES/CBC/PKCS5Padding',
} as const;

const document = `keys:
${NAMES.map(
  (name) => `  ${name}:
    readme: ${name}
    values: { "*;*": ${name}, ${ELEMENTS.map((element) => `"${element};*": of ${element}`).join(', ')} }
`,
).join('')}  map: { vdt: Map, value: { ${NAMES.map((name) => `"${name}": ${name}`).join(', ')} } }
  sealed: { securityGroup: constructor, value: closed }
files:
${NAMES.map((name) => `  ${name}: { "*;*": { content: "\${${name}}" }, "*;toString": { content: x } }\n`).join('')}`;

const project = `levels: [constructor, __proto__]
passwords: { constructor: { env: GROUP_PASSWORD } }
protect: [constructor, __proto__]
redact: [valueOf]
`;

/** What is secret would need variables to come back from. */
const bare = 'levels: [constructor, __proto__]\nignore: { keys: [sealed] }\n';

test.each([
  ['by export', true],
  ['by token', false],
])('odd names survive plan and apply %s, and an import', async (_, tokenFreePull) => {
  const repository = {
    ...REPOSITORY,
    levels: ['constructor', '__proto__'],
    flags: { tokenFreePull, securityEnabled: true },
    securityGroups: [GROUP],
    tokens: { default: { value: TOKEN, forceKeyPush: true, securityGroups: ['constructor'] } },
  };
  const files = { 'confighub.yaml': project, 'config/shop.yaml': document };
  const use = async ({ desk, server }: Shop) => {
    desk.env.GROUP_PASSWORD = GROUP.password;
    desk.commit('Odd names');
    const applied = await desk.cli(['apply']);
    expect(applied).toMatchObject({ status: 0, stderr: '' });
    expect(applied.stdout).toMatch(/verified: .*\.$/m);
    const again = await desk.cli(['plan', '--detailed-exitcode']);
    expect(again).toMatchObject({ status: 0, stderr: '' });
    if (!tokenFreePull) return;
    const entries = (await exported(server)) as { key?: string }[];
    const names = entries.flatMap(({ key }) => key ?? []);
    expect(names.sort()).toEqual([...NAMES, 'map', 'sealed'].sort());
    desk.sandbox.write('new/confighub.yaml', bare);
    desk.sandbox.write('new/config/none.yaml', 'keys: {}\n');
    const elsewhere = { cwd: '../new', env: { CI: undefined } };
    const imported = await desk.cli(['import', '--yes'], elsewhere);
    expect(imported.status, imported.output).toBe(0);
    const plan = await desk.cli(['plan', '--detailed-exitcode'], elsewhere);
    expect(plan.output).toContain('No changes.');
    expect(readFileSync(desk.sandbox.path('new/confighub.yaml'), 'utf8')).toContain('__proto__');
  };
  await withShop(files, use, { repositories: [repository] });
});
