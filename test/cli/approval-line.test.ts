// The line that says how to approve a refused plan, run by a shell as it is printed: the apply is sent.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, SMALL, withShop } from '../helpers/process.ts';
import { withShellCommand } from '../helpers/shell-command.ts';
import { projectFile, withTargets } from './three-targets.ts';

const PROJECT = `${SMALL['confighub.yaml']}protect: "db.*"\n`;
const WITHOUT_HOST = 'keys: { shop.title: Corner Shop }\n';
const LINE = /^If all of this is intended, apply .* now: (confighub-sync apply .*)$/gm;

/** The lines to run in an output. */
function linesIn(text: string): string[] {
  return [...text.matchAll(LINE)].map(([, line = '']) => line);
}

/** The only line that each of these commands prints, which refuse the plan: the same one. */
async function refused(
  desk: Desk,
  commands: readonly string[],
  flags: readonly string[],
): Promise<string[]> {
  const ended = [];
  for (const command of commands) ended.push(await desk.cli([command, ...flags]));
  expect(ended.map(({ status }) => status)).toEqual(commands.map(() => 3));
  const lines = ended.map(({ stdout }) => linesIn(stdout));
  expect(lines).toEqual(lines.map(() => [lines[0]?.[0]]));
  return lines.flat();
}

/** Runs a line as a person does who pastes it into a shell. */
async function paste(desk: Desk, line: string): Promise<{ status: unknown; output: string }> {
  return withShellCommand(desk.sandbox, (bin) => {
    const env = desk.environment({ PATH: `${bin}:${process.env.PATH}` });
    return new Promise((resolve) => {
      execFile('sh', ['-c', line], { cwd: desk.dir, env }, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : error.code, output: stdout + stderr }),
      );
    });
  });
}

/** Flags of an apply that change what the plan is, or whether it can be made. */
interface Given {
  flags: readonly string[];
  /** Its environment, for what the flags say instead. */
  without?: readonly string[];
  /** Where the project file is. */
  config?: string;
  /** Done before the plan. */
  before?: (desk: Desk) => Promise<void>;
  /** What the server history has of the push that the line sends. */
  push?: object;
}

async function changedByOthers(desk: Desk): Promise<void> {
  desk.commit('Older');
  const older = desk.git('rev-parse', 'HEAD');
  desk.commit('Newer', { 'config/new.yaml': 'keys: { new: 1 }\n' });
  expect((await desk.cli(['apply'])).status).toBe(0);
  desk.git('checkout', '--quiet', older);
}

/** Each flag is in one of the rows; `plan` has those of {@link GIVEN} too. */
const GIVEN: Given[] = [
  { flags: [] },
  {
    flags: ['-c', "a b/it's $HOME.yaml", '--on-drift', 'keep', '--prune', 'all', '--timeout', '77'],
    config: "a b/it's $HOME.yaml",
  },
  {
    flags: ['--last-applied', 'HEAD~1', '--reads', 'token', '--repository', 'acme/shop'],
    without: ['CONFIGHUB_REPOSITORY'],
  },
];

const APPLY_ONLY: Given[] = [
  {
    flags: [
      ...['--allow-older', '--yes', '--no-verify'],
      ...['--change-comment', 'it\'s `{sha}` "$HOME"', '--application-name', 'manually'],
    ],
    before: changedByOthers,
    push: { comment: expect.stringMatching(/^it's `[0-9a-f]+` "\$HOME"/), application: 'manually' },
  },
];

describe.concurrent('the line that says how to approve', () => {
  test.for([...GIVEN, ...APPLY_ONLY])('with $flags: the apply is sent', async (given) => {
    const { flags, without = [], config = 'confighub.yaml', before, push = {} } = given;
    await withShop({}, async ({ desk, server }) => {
      const document = join(dirname(config), 'config/shop.yaml');
      desk.commit('Open the shop', { [config]: PROJECT, [document]: SMALL['config/shop.yaml'] });
      for (const variable of without) desk.env[variable] = undefined;
      const located = config === 'confighub.yaml' ? [] : ['-c', config];
      expect(await desk.cli(['apply', ...located, '--repository', 'acme/shop'])).toMatchObject({
        status: 0,
      });
      await before?.(desk);
      desk.commit('No database', { [document]: WITHOUT_HOST });
      const sent = server.history('acme', 'shop').length;
      const [line = ''] = await refused(
        desk,
        GIVEN.includes(given) ? ['plan', 'apply'] : ['apply'],
        flags,
      );
      for (const flag of flags.filter((one) => one.startsWith('--')))
        expect(line).toContain(` ${flag}`);
      expect(await paste(desk, line)).toMatchObject({
        status: 0,
        output: expect.stringContaining('Applied'),
      });
      expect(server.history('acme', 'shop')).toHaveLength(sent + 1);
      expect(server.history('acme', 'shop').at(-1)).toMatchObject(push);
    });
  });

  test('of several refused targets: one line approves all', async () => {
    await withTargets(async ({ desk, main, eu }) => {
      const common = 'protect: "*"\n';
      const both = {
        'shop/a.yaml': 'keys: { a: 1, b: 2 }\n',
        'billing/a.yaml': 'keys: { c: 1, d: 2 }\n',
      };
      desk.commit('Start', { 'confighub.yaml': projectFile({ main, eu }, { common }), ...both });
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      desk.commit('End', {
        'shop/a.yaml': 'keys: { a: 1 }\n',
        'billing/a.yaml': 'keys: { c: 1 }\n',
      });
      const [line = ''] = await refused(
        desk,
        ['plan', 'apply'],
        ['--target', 'shop', '--target', 'bill*'],
      );
      expect(line).toContain("--target shop --target 'bill*' --approve 'shop: ");
      expect(await paste(desk, line)).toMatchObject({ status: 0 });
      const counts = [
        main.history('acme', 'shop'),
        main.history('acme', 'billing'),
        eu.history('acme', 'shop'),
      ];
      expect(counts.map(({ length }) => length)).toEqual([2, 2, 1]);
    });
  });

  test('of targets of which one cannot be approved: no line', async () => {
    await withTargets(async ({ desk, main, eu }) => {
      const common = 'protect: "*"\n';
      desk.commit('Start', { 'confighub.yaml': projectFile({ main, eu }, { common }) });
      expect(await desk.cli(['apply'])).toMatchObject({ status: 0 });
      desk.commit('End', {
        'shop/a.yaml': 'keys: { a: 1 }\n',
        'billing/a.yaml': 'keys: { a b: 1 }\n',
      });
      for (const command of ['plan', 'apply']) {
        const { output } = await desk.cli([command]);
        expect(output).toContain('refused');
        expect(linesIn(output)).toEqual([]);
      }
    });
  });
});
