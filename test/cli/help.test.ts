// Help, version, and errors for unknown commands and flags.
import { describe, expect } from 'vitest';
import { COMMAND_LIST } from '../../src/cli/command-list.ts';
import { FORMER_NAMES } from '../../src/options.ts';
import { VERSION } from '../../src/version.ts';
import { test } from '../helpers/test.ts';

/** In the order of use. */
const COMMANDS = [
  ...['init', 'import', 'validate', 'plan', 'apply', 'drift'],
  ...['show', 'promote', 'history', 'unlock', 'info', 'serve', 'completion', 'help'],
];

describe.concurrent('help', () => {
  test.for(COMMANDS.filter((name) => name !== 'help'))(
    '%s has help, by --help and by help',
    async (command, { desk }) => {
      const [flag, word] = await Promise.all([
        desk.cli([command, '--help']),
        desk.cli(['help', command]),
      ]);
      expect(flag.status).toBe(0);
      expect(flag.stderr).toBe('');
      expect(flag.stdout).toMatch(new RegExp(`^Usage: confighub-sync ${command}`));
      expect(flag.stdout).toContain('--no-color');
      expect(flag.stdout.match(/^ {2}\$ confighub-sync /gm)?.length).toBeGreaterThan(1);
      expect(flag.stdout).toContain(`Documentation: docs/cli.md#${command}\n`);
      expect(word.stdout).toBe(flag.stdout);
      expect(flag.stdout, 'the description names the choices').not.toContain('(choices:');
      const options = new Map(Object.entries(COMMAND_LIST)).get(command)?.options ?? [];
      for (const { description, choices = [] } of options)
        for (const choice of choices) expect(description).toMatch(new RegExp(`\\b${choice}\\b`));
    },
  );

  test('fits the terminal', async ({ desk }) => {
    const widest = ({ stdout }: { stdout: string }) =>
      Math.max(...stdout.split('\n').map(({ length }) => length));
    const args = ['apply', '--help'];
    expect(widest(await desk.cli(args, { terminal: { columns: 80 } }))).toBeLessThanOrEqual(80);
    const wide = widest(await desk.cli(args, { terminal: { columns: 200 } }));
    expect(wide).toBeGreaterThan(120);
    expect(widest(await desk.cli(args))).toBeLessThanOrEqual(120);
  });

  test.for(['--version', '-v', '-V'])('%s prints only the version', async (flag, { desk }) => {
    const printed = { status: 0, stdout: `${VERSION}\n`, stderr: '' };
    expect(await desk.cli([flag])).toMatchObject(printed);
  });
});

test('init says that --workflow writes two files', () => {
  const said = COMMAND_LIST.init.options.find(({ flags }) => flags === '--workflow')?.description;
  expect(said).toMatch(/^write two workflows, one that plans and one that applies/);
});

test.for(Object.keys(COMMAND_LIST) as (keyof typeof COMMAND_LIST)[])(
  '%s names the new flag of a former one only if it has that flag',
  async (command, { desk }) => {
    const flags = COMMAND_LIST[command].options.map((option) => option.flags).join(' ');
    for (const [former, name] of FORMER_NAMES) {
      if (flags.includes(`--${former} `)) continue;
      const { stderr } = await desk.cli([command, `--${former}`]);
      const has = new RegExp(`--${name}\\b(?!-)`).test(flags);
      const now = has ? `It is now \`--${name}\`. ` : '';
      expect(stderr).toBe(
        `error bad-option: Unknown option \`--${former}\`.\n  ${now}Run with --help for usage.\n`,
      );
    }
  },
);
