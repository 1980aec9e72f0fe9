// What the shells complete: commands, flags and their values, files, and the targets of the project.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { SHELLS } from '../../src/cli/completion/shells.ts';
import { type Desk, withDesk } from '../helpers/process.ts';
import { CLI } from '../helpers/run.ts';
import { commandOnTerminal, hasScript, hasShell } from './terminal.ts';
import { test } from '../helpers/test.ts';

const TARGETS = {
  'confighub.yaml': `levels: [Environment]
targets:
  shop: { repository: acme/shop, include: ["shop/*.yaml"] }
  billing: { repository: acme/billing, include: ["billing/*.yaml"] }
`,
  'shop/a.yaml': 'keys: { shop.title: x }\n',
  'billing/b.yaml': 'keys: { billing.title: { values: { Production: y } } }\n',
};

/** What zsh is told about these words, of which the last one is typed. */
async function answerTo(desk: Desk, words: readonly string[], cwd = ''): Promise<string[]> {
  const { status, stdout, stderr } = await desk.cli(['__complete', 'zsh', ...words], { cwd });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

/** Without descriptions. */
async function valuesFor(desk: Desk, ...words: string[]): Promise<string[]> {
  const [kind, ...lines] = await answerTo(desk, words);
  expect(kind).toBe('words');
  return lines.map((line) => line.split('\t')[0] ?? '');
}

describe.concurrent('commands and flags', () => {
  test('are those of the help', async ({ desk }) => {
    const { stdout } = await desk.cli(['--help']);
    const listed = [...stdout.slice(stdout.indexOf('\nCommands:')).matchAll(/^ {2}([a-z]+) /gm)];
    const commands = await valuesFor(desk, '');
    expect(commands).toEqual(listed.map(([, name]) => name));
    expect(await valuesFor(desk, 'help', '')).toEqual(commands);
    for (const command of commands.filter((name) => name !== 'help')) {
      const help = (await desk.cli([command, '--help'])).stdout;
      const flags = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag);
      const global = ['--version'];
      expect((await valuesFor(desk, command, '--')).sort()).toEqual(
        flags.filter((flag) => !global.includes(flag ?? '')).sort(),
      );
    }
  });

  test.for([
    [['pl'], ['plan']],
    [['--verbose', 'val'], ['validate']],
    [['--ver'], ['--verbose', '--version']],
    [['plan', '--json', '--js'], []],
    [['plan', '--target', 'x', '--targ'], ['--target']],
    [
      ['plan', '--prune', ''],
      ['managed', 'all', 'none'],
    ],
    [['plan', '--prune=m'], ['managed']],
    [['plan', '-c', 'x', '--on-drift', 'o'], ['overwrite']],
    [['import', '--only', ''], ['drift']],
    [['completion', ''], [...SHELLS]],
    [['completion', 'bash', ''], []],
    [['plan', '--url', ''], []],
    [['plan', '--json='], []],
    [['unknown', ''], []],
    [['plan', '--', '--js'], []],
    [['apply', '--approve', '--ye'], ['--yes']],
  ] as const)('%j', async ([words, expected], { desk }) => {
    expect(await valuesFor(desk, ...words)).toEqual(expected);
  });

  test.for([
    ['plan', '--config', ''],
    ['plan', '-c', 'x'],
    ['plan', '--out=x'],
    ['serve', '--data', ''],
  ])('files: %j', async (words, { desk }) => {
    expect(await answerTo(desk, words)).toEqual(['files']);
  });
});

describe.concurrent('targets', () => {
  test('of the project file, without a request', async () => {
    await withDesk({ ...TARGETS, 'services/web/.keep': '' }, async (desk) => {
      desk.git('init', '--quiet');
      expect(await valuesFor(desk, 'plan', '--target', '')).toEqual(['shop', 'billing']);
      expect(await valuesFor(desk, 'plan', '--target=s')).toEqual(['shop']);
      expect(await answerTo(desk, ['show', '--target', 'b'], 'services/web')).toEqual([
        'words',
        'billing',
      ]);
      const named = ['show', '--config', '"../confighub.yaml"', '--target', 's'];
      expect(await answerTo(desk, named, 'services')).toEqual(['words', 'shop']);
    });
  });

  test.for([
    ['no project', {}],
    ['a folder instead of a file', { 'confighub.yaml/x': '' }],
    ['no text', { 'confighub.yaml': Buffer.from([0xff, 0xfe, 0x00]) }],
    ['no targets', { 'confighub.yaml': 'version: 1\n' }],
  ] as const)('none: %s', async ([, files]) => {
    await withDesk(files, async (desk) => {
      expect(await answerTo(desk, ['plan', '--target', ''])).toEqual(['words']);
    });
  });
});

/** A folder for PATH: the program answers the shell, and prints its arguments instead of running a command. */
function withProgram(desk: Desk): string {
  const path = desk.sandbox.path('bin', 'confighub-sync');
  const answers = `case $1 in __complete|completion) exec '${process.execPath}' '${CLI}' "$@";; esac`;
  desk.sandbox.write('bin/confighub-sync', `#!/bin/sh\n${answers}\nprintf '<%s>' "$@"; echo\n`);
  chmodSync(path, 0o755);
  return `${desk.sandbox.path('bin')}:${process.env.PATH}`;
}

/** What somebody types, with `→` for the tab key, and what the program gets. */
const TYPED = [
  ['confighub-sync hist→--li→5', '<history><--limit><5>'],
  ['confighub-sync plan --prune=m→', '<plan><--prune=managed>'],
  ['confighub-sync plan --config confighub.y→', '<plan><--config><confighub.yaml>'],
  ['confighub-sync plan --target b→', '<plan><--target><billing>'],
  ['true && confighub-sync plan --target=b→', '<plan><--target=billing>'],
] as const;

const STARTS = {
  bash: ['bash --norc --noprofile -i', ''],
  zsh: ['zsh -f -i', 'autoload -Uz compinit; compinit -u -D\n'],
} as const;

describe.skipIf(!hasScript())('on a terminal (needs util-linux script)', () => {
  test.for(['bash', 'zsh'] as const)('%s completes what is typed', async (shell, { skip }) => {
    if (!hasShell(shell)) return skip();
    await withDesk(TARGETS, async (desk) => {
      const [command, first] = STARTS[shell];
      const lines = TYPED.map(([line]) => `${line.replaceAll('→', '\t')}\n`).join('');
      const input = `${first}eval "$(confighub-sync completion ${shell})"\n${lines}exit\n`;
      const env = { PATH: withProgram(desk) };
      const { stdout } = await commandOnTerminal(desk, command, { columns: 200, env, input });
      const got = [...stdout.matchAll(/^(?:\u001b\[\S*?[A-Za-z])*(<[^\r]*>)\r$/gm)].map(
        ([, words]) => words,
      );
      expect(got).toEqual(TYPED.map(([, words]) => words));
    });
  });
});

describe('scripts', () => {
  const RUNS = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'pwsh' } as const;

  test.for(SHELLS)(
    'the one for %s has no error, also if it is read twice',
    async (shell, { skip }) => {
      await withDesk(TARGETS, async (desk) => {
        const { status, stdout } = await desk.cli(['completion', shell]);
        expect(status).toBe(0);
        if (!hasShell(RUNS[shell])) return skip();
        desk.write({
          script: `${shell === 'zsh' ? 'autoload -Uz compinit; compinit -u -D\n' : ''}${stdout}${stdout}`,
        });
        const args = shell === 'powershell' ? ['-NoProfile', '-File'] : [];
        const printed = execFileSync(RUNS[shell], [...args, desk.path('script')], {
          encoding: 'utf8',
          env: desk.env,
        });
        expect(printed).toBe('');
      });
    },
  );

  test('fish completes', async ({ skip }) => {
    if (!hasShell('fish')) return skip();
    await withDesk(TARGETS, async (desk) => {
      const env = { ...desk.env, PATH: withProgram(desk) };
      const answers = (line: string) => {
        const script = `confighub-sync completion fish | source; complete -C '${line}'`;
        return execFileSync('fish', ['--no-config', '-c', script], {
          encoding: 'utf8',
          env,
          cwd: desk.dir,
        });
      };
      expect(answers('confighub-sync hist')).toMatch(/^history\tlist past apply runs/);
      expect(answers('confighub-sync plan --target=b')).toBe('--target=billing\n');
      expect(answers('confighub-sync plan --config conf')).toBe('confighub.yaml\n');
    });
  });

  test('an unknown shell is an error', async ({ desk }) => {
    const { status, stdout, stderr } = await desk.cli(['completion', 'tcsh']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('Pass one of bash, zsh, fish, powershell.');
  });
});
