// Help, version, and errors for unknown commands and flags.
import { describe, expect, test } from 'vitest';
import { COMMAND_LIST } from '../../src/cli/command-list.ts';
import { FORMER_NAMES } from '../../src/options.ts';
import { VERSION } from '../../src/version.ts';
import { withDesk } from '../helpers/process.ts';

/** In the order of use. */
const COMMANDS = [
  ...['init', 'import', 'validate', 'plan', 'apply', 'drift'],
  ...['show', 'promote', 'history', 'unlock', 'info', 'serve', 'completion', 'help'],
];

describe.concurrent('help', () => {
  test('lists every command', async () => {
    await withDesk({}, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['--help']);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const listed = [...stdout.slice(stdout.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+) /gm)];
      expect(listed.map(([, name]) => name)).toEqual(COMMANDS);
    });
  });

  test.for(COMMANDS.filter((name) => name !== 'help'))(
    '%s has help, by --help and by help',
    async (command) => {
      await withDesk({}, async (desk) => {
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
      });
    },
  );

  test('groups the options of a plan', async () => {
    await withDesk({}, async (desk) => {
      const { stdout } = await desk.cli(['plan', '--help']);
      const groups = [
        'Arguments:',
        'Target:',
        'Comparison:',
        'Push:',
        'Output:',
        'Connection:',
        'Advanced:',
        'Global options:',
        'Examples:',
      ];
      expect(stdout.match(/^[A-Z][a-z ]+:$/gm)).toEqual(groups);
      expect(stdout).toMatch(/^ {2}--base <revision> /m);
    });
  });

  test('fits the terminal', async () => {
    await withDesk({}, async (desk) => {
      const widest = ({ stdout }: { stdout: string }) =>
        Math.max(...stdout.split('\n').map(({ length }) => length));
      const args = ['apply', '--help'];
      expect(widest(await desk.cli(args, { terminal: { columns: 80 } }))).toBeLessThanOrEqual(80);
      const wide = widest(await desk.cli(args, { terminal: { columns: 200 } }));
      expect(wide).toBeGreaterThan(120);
      expect(widest(await desk.cli(args))).toBeLessThanOrEqual(120);
    });
  });

  test('--version prints only the version', async () => {
    await withDesk({}, async (desk) => {
      expect(await desk.cli(['--version'])).toMatchObject({
        status: 0,
        stdout: `${VERSION}\n`,
        stderr: '',
      });
      for (const flag of ['-v', '-V'])
        expect(await desk.cli([flag])).toMatchObject({
          status: 0,
          stdout: `${VERSION}\n`,
          stderr: '',
        });
    });
  });

  test('without a command, prints the help and fails', async () => {
    await withDesk({}, async (desk) => {
      const { status, stdout, stderr } = await desk.cli([]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^Usage: confighub-sync/);
    });
  });
});

test('init says that --workflow writes two files', () => {
  const said = COMMAND_LIST.init.options.find(({ flags }) => flags === '--workflow')?.description;
  expect(said).toMatch(/^write two workflows, one that plans and one that applies/);
});

describe.concurrent('unknown commands and flags', () => {
  test.for([
    [
      ['plann'],
      'error bad-option: Unknown command `plann`.\n  ',
      'Did you mean `plan`? Run with --help for usage.\n',
    ],
    [['plann', '--help'], 'Unknown command `plann`', 'Did you mean `plan`?'],
    [['help', 'plann'], 'Unknown command `plann`', 'Did you mean `plan`?'],
    [['--no-color', 'xyz'], 'Unknown command `xyz`', '--help'],
    [
      ['plan', '--jsn'],
      'error bad-option: Unknown option `--jsn`.\n  ',
      'Did you mean `--json`? Run with --help for usage.\n',
    ],
    [
      ['plan', '--detailed-exit-code'],
      'Unknown option `--detailed-exit-code`',
      '--detailed-exitcode',
    ],
    [
      ['validate', '--approve'],
      'error bad-option: Unknown option `--approve`.\n',
      '  Run with --help for usage.\n',
    ],
    [['plan', '--show-affected', 'xml'], 'argument `xml` is invalid', '--help'],
    [
      ['diff'],
      'error bad-option: Unknown command `diff`.\n  ',
      'Did you mean `plan`? Run with --help for usage.\n',
    ],
    [['check'], 'Unknown command `check`', 'Did you mean `validate`?'],
    [['sync'], 'Unknown command `sync`', 'Did you mean `apply`?'],
    [['pull'], 'Unknown command `pull`', 'Did you mean `import`?'],
    [['status'], 'Unknown command `status`', 'Did you mean `plan`?'],
    [['blame'], 'Unknown command `blame`', 'Did you mean `history`?'],
    [['describe'], 'Unknown command `describe`', 'Did you mean `show`?'],
    [['apply', '--auto-approve'], 'Unknown option `--auto-approve`', 'Did you mean `--yes`?'],
    [['lint', '--help'], 'Unknown command `lint`', 'Did you mean `validate`?'],
    [
      ['help', 'rollback'],
      'Unknown command `rollback`',
      'docs/drift-and-deletions.md#rolling-back',
    ],
    [['apply', '--dry-run'], 'Unknown option `--dry-run`', 'Did you mean the command `plan`?'],
    [['sync'], 'Unknown command `sync`', 'Did you mean `apply`?'],
    [['deploy'], 'Unknown command `deploy`', 'Did you mean `apply`?'],
    [['push'], 'Unknown command `push`', 'Did you mean `apply`?'],
    [['pull'], 'Unknown command `pull`', 'Did you mean `import`?'],
    [['export'], 'Unknown command `export`', 'Did you mean `import`?'],
    [['status'], 'Unknown command `status`', 'Did you mean `plan`?'],
    [['log'], 'Unknown command `log`', 'Did you mean `history`?'],
    [['blame'], 'Unknown command `blame`', 'Did you mean `history`?'],
    [['get'], 'Unknown command `get`', 'Did you mean `show`?'],
    [['describe'], 'Unknown command `describe`', 'Did you mean `show`?'],
    [['apply', '--auto-approve'], 'Unknown option `--auto-approve`', 'Did you mean `--yes`?'],
    [['apply', '--force', '0a1b'], 'Unknown option `--force`', 'It is now `--approve`.'],
    [['plan', '--into=main'], 'Unknown option `--into`', 'It is now `--base`.'],
    [
      ['import', '--into-file', 'a.yaml'],
      'Unknown option `--into-file`',
      'It is now `--document`.',
    ],
    [['plan', '--baseline', 'v1'], 'Unknown option `--baseline`', 'It is now `--last-applied`.'],
    [['plan', '--effects', 'full'], 'Unknown option `--effects`', 'It is now `--show-affected`.'],
    [['plan', '--received-in', 'P'], 'Unknown option `--received-in`', 'It is now `--affecting`.'],
    [['apply', '--approv'], 'Unknown option `--approv`.\n', '  Run with --help for usage.\n'],
    [['apply', '--allow-old'], 'Unknown option `--allow-old`.\n', '  Run with --help for usage.\n'],
    [['apply', '--no-verif'], 'Unknown option `--no-verif`.\n', '  Run with --help for usage.\n'],
    [
      ['apply', '--insecure-htp'],
      'Unknown option `--insecure-htp`.\n',
      '  Run with --help for usage.\n',
    ],
    [['apply', 'extra'], 'Too many arguments for `apply`', '--help'],
    [['plan', '--url'], 'Option `--url <url>` argument missing', '--help'],
    [['serve'], 'Pass --repository and --levels, or a configuration file', '--config'],
  ] as const)('%s', async ([args, message, help]) => {
    await withDesk({}, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(args);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(message);
      expect(stderr).toContain(help);
      expect(stderr).not.toMatch(/^\s+at /m);
    });
  });

  test.each(Object.keys(COMMAND_LIST) as (keyof typeof COMMAND_LIST)[])(
    '%s names the new flag of a former one only if it has that flag',
    async (command) => {
      const flags = COMMAND_LIST[command].options.map((option) => option.flags).join(' ');
      await withDesk({}, async (desk) => {
        for (const [former, name] of FORMER_NAMES) {
          if (flags.includes(`--${former} `)) continue;
          const { stderr } = await desk.cli([command, `--${former}`]);
          const has = new RegExp(`--${name}\\b(?!-)`).test(flags);
          const now = has ? `It is now \`--${name}\`. ` : '';
          expect(stderr).toBe(
            `error bad-option: Unknown option \`--${former}\`.\n  ${now}Run with --help for usage.\n`,
          );
        }
      });
    },
  );

  test('there is no flag for the token, because command lines are public', async () => {
    await withDesk({}, async (desk) => {
      expect(await desk.cli(['plan', '--token', 'x'])).toMatchObject({ status: 1, stdout: '' });
    });
  });
});
