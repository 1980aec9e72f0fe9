// The CLI in a `run:` step: no name, value or message is interpreted as a runner command.
import { expect, test } from 'vitest';
import { withoutCommands } from '../../src/render/printable.ts';
import { push } from '../helpers/server.ts';
import { SMALL, withShop } from '../helpers/process.ts';
import { readLog } from '../helpers/workflow.ts';

const EVIL = [
  ...['::set-output name=x::y', '##[error]made up', '::add-mask::e', '##[group]x'],
  '::stop-commands::x',
];
const NONE = { masks: [], annotations: [], others: [] };
const SPACES = ['', ' ', '\t', '\r', '\u0085', '\u00a0', '\u2028'];

test('no line of a text is a command', () => {
  for (const evil of EVIL) {
    for (const space of SPACES) {
      const text = `first\n${space}${evil}\r${space}${evil}\r\n${space}${evil} ${evil}`;
      const log = readLog(withoutCommands(text));
      expect({ text, ...log }).toMatchObject(NONE);
    }
  }
  expect(readLog(EVIL[0] ?? '').others).toHaveLength(1);
});

test('JSON keeps its meaning, and other text is unchanged', () => {
  const json = JSON.stringify({ a: EVIL, b: '###[x] \\##[y]' }, null, 2);
  expect(withoutCommands(json)).not.toBe(json);
  expect(JSON.parse(withoutCommands(json))).toEqual(JSON.parse(json));
  for (const text of ['a::b\n', 'a ::b::c\n', '## [x]\n', ': :\n', 'fe80::1\n'])
    expect(withoutCommands(text)).toBe(text);
});

test('no CLI command prints one', async () => {
  const values = EVIL.map(
    (text, i) => `  evil.k${i}: ${JSON.stringify(`first\n${text}\r${text}`)}\n`,
  ).join('');
  const files =
    'files:\n  "##[error]odd ::error::name.txt":\n    "*": { path: content/evil.txt }\n';
  const shop = { ...SMALL, 'config/evil.yaml': files, 'config/content/evil.txt': 'old\n' };
  await withShop(shop, async ({ desk, server }) => {
    Object.assign(desk.env, { GITHUB_ACTIONS: 'true' });
    const check = async (...args: string[]) => {
      const ended = await desk.cli(args);
      for (const text of [ended.stdout, ended.stderr])
        expect({ args, text, ...readLog(text) }).toMatchObject(NONE);
      return ended;
    };
    desk.commit('Open the shop');
    await check('apply');
    const evil = {
      'config/evil.yaml': `keys:\n${values}${files}`,
      'config/content/evil.txt': EVIL.join('\n'),
    };
    desk.commit(EVIL.join('\n'), evil);
    for (const line of ['plan', 'plan --show-push', 'apply', 'history'])
      await check(...line.split(' '));
    await check('plan', '--url', EVIL[0] ?? '');
    const planned = ['plan', '--json', '--show-push', '--prune', 'none'];
    const json = await check(...planned);
    const { stdout } = await desk.cli(planned, { env: { GITHUB_ACTIONS: undefined } });
    const { createdAt: _, ...elsewhere } = JSON.parse(stdout);
    expect(JSON.parse(json.stdout)).toMatchObject(elsewhere);
    const data = EVIL.map((value, i) => ({
      key: `evil.k${i}`,
      values: [{ context: '*;*', value }],
    }));
    await push(server, { data }, { token: 'force' });
    for (const line of ['drift', 'drift --json', 'import --dry-run'])
      await check(...line.split(' '));
    for (const args of [['no-such', ...EVIL], EVIL]) await check(...args);
    const names = EVIL.map((text) => `  "${text}": x\n`);
    desk.write({ 'config/wrong.yaml': `keys:\n${names.join('')}` });
    for (const args of [['validate'], ['validate', '--json']]) await check(...args);
  });
});
