// What the shells complete: commands, flags and their values, files, and names from the files of the project.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { insertedByBash, unquoted, wordsOf } from '../../src/cli/completion/quoting.ts';
import { SHELLS } from '../../src/cli/completion/scripts.ts';
import { CLI, type Desk, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { commandOnTerminal, hasScript, hasShell } from '../helpers/terminal.ts';

const SHOP = {
  ...SMALL,
  'config/more.yaml': `keys:
  db.password: { value: { env: DB_PASSWORD } }
  db.user: { values: { Production;Billing: billing, Staging;*: staging } }
files:
  nginx/app.conf: { "*;*": { content: "listen 80;" } }
`,
};

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
  test('are those of the help', async () => {
    await withDesk({}, async (desk) => {
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
    [
      ['import', '--split', ''],
      ['none', 'context', 'prefix'],
    ],
    [
      ['show', '--from', ''],
      ['desired', 'live'],
    ],
    [['completion', ''], [...SHELLS]],
    [['completion', 'bash', ''], []],
    [['plan', '--url', ''], []],
    [['plan', '--json='], []],
    [['unknown', ''], []],
    [['plan', '--', '--js'], []],
    [['apply', '--force', '--ye'], ['--yes']],
  ] as const)('%j', async ([words, expected]) => {
    await withDesk({}, async (desk) => {
      expect(await valuesFor(desk, ...words)).toEqual(expected);
    });
  });

  test.for([
    ['plan', '--config', ''],
    ['plan', '-c', 'x'],
    ['plan', '--out=x'],
    ['serve', '--data', ''],
  ])('files: %j', async (words) => {
    await withDesk({}, async (desk) => {
      expect(await answerTo(desk, words)).toEqual(['files']);
    });
  });
});

describe.concurrent('names from the files', () => {
  test('keys, files and contexts, without a request and without a value', async () => {
    await withShop(SHOP, async ({ desk, requests }) => {
      desk.env.DB_PASSWORD = 'hunter2hunter2';
      expect(await valuesFor(desk, 'show', '')).toEqual([
        ...['db.host', 'db.password', 'db.user', 'nginx/app.conf', 'shop.title'],
      ]);
      expect(await valuesFor(desk, 'show', 'db.p')).toEqual(['db.password']);
      expect(await valuesFor(desk, 'show', 'db.host', '')).toEqual([]);
      expect(await valuesFor(desk, 'show', '--file', '')).toEqual(['nginx/app.conf']);
      expect(await valuesFor(desk, 'show', '--context', 'x;y', 'shop.title', 'shop.')).toEqual(['shop.title']);
      expect(await valuesFor(desk, 'show', '--context', '"Prod')).toEqual(['Production;Billing', 'Production;*']);
      expect(await valuesFor(desk, 'show', '--context', 'Staging\\;')).toEqual(['Staging;Billing', 'Staging;*']);
      expect(await valuesFor(desk, 'show', '--context', 'Staging;Billing;')).toEqual([]);
      expect(requests).toEqual([]);
    });
  });

  test('targets, and what the chosen ones declare', async () => {
    await withDesk(TARGETS, async (desk) => {
      expect(await valuesFor(desk, 'plan', '--target', '')).toEqual(['shop', 'billing']);
      expect(await valuesFor(desk, 'plan', '--target=s')).toEqual(['shop']);
      expect(await valuesFor(desk, 'show', '')).toEqual(['billing.title', 'shop.title']);
      expect(await valuesFor(desk, 'show', '--target', 'shop', '')).toEqual(['shop.title']);
      expect(await valuesFor(desk, 'show', '--target', 'b*', '--context', '')).toEqual(['Production', '*']);
    });
  });

  test('of the project in a folder above, and of the one that is named', async () => {
    await withDesk({ ...SHOP, 'services/web/.keep': '' }, async (desk) => {
      desk.git('init', '--quiet');
      expect(await answerTo(desk, ['show', 'db.h'], 'services/web')).toEqual(['words', 'db.host']);
      const named = ['show', '--config', '../confighub.yaml', 'db.h'];
      expect(await answerTo(desk, named, 'services')).toEqual(['words', 'db.host']);
    });
  });

  test('as far as the files can be read', async () => {
    const broken = {
      ...SHOP,
      'config/broken.yaml': 'keys: { open: [\n',
      'config/doubtful.yaml': 'keys: { db.port: { vdt: Integer, value: x, typo: 1 }, db.host: again }\n',
    };
    await withDesk(broken, async (desk) => {
      expect((await desk.cli(['validate'])).status).toBe(1);
      expect(await valuesFor(desk, 'show', 'db.')).toEqual(['db.host', 'db.password', 'db.port', 'db.user']);
      desk.write({ 'confighub.yaml': 'levels: [Environment, Application]\ninclude: [config/*.yaml]\nbatch: many\n' });
      expect(await valuesFor(desk, 'show', 'shop')).toEqual(['shop.title']);
    });
  });

  test.for([
    ['no project', {}],
    ['a folder instead of a file', { 'confighub.yaml/x': '' }],
    ['no text', { 'confighub.yaml': Buffer.from([0xff, 0xfe, 0x00]) }],
    ['no documents', { 'confighub.yaml': 'version: 1\n' }],
  ] as const)('none: %s', async ([, files]) => {
    await withDesk(files, async (desk) => {
      for (const words of [
        ['show', ''],
        ['show', '--context', ''],
        ['plan', '--target', ''],
      ])
        expect(await answerTo(desk, words)).toEqual(expect.arrayContaining(['words']));
    });
  });

  test('many names are cut at the next separator', async () => {
    const keys = Array.from({ length: 300 }, (_, i) => `  ${i % 2 ? 'web' : 'db'}.k${i}: x\n`).join('');
    const contexts = (level: string) => Array.from({ length: 20 }, (_, i) => `${level}${i}`);
    const rows = contexts('e').flatMap((e) => contexts('a').map((a) => `${e};${a}: x`));
    const many = { 'config/many.yaml': `keys:\n${keys}  all: { values: { ${rows.join(', ')} } }\n` };
    await withDesk({ ...SMALL, ...many }, async (desk) => {
      expect(await answerTo(desk, ['show', ''])).toEqual(['nospace', 'all', 'db.', 'shop.', 'web.']);
      expect(await answerTo(desk, ['show', 'web.k29'])).toEqual([
        'words',
        ...['web.k29', 'web.k291', 'web.k293', 'web.k295', 'web.k297', 'web.k299'],
      ]);
      expect(await answerTo(desk, ['show', '--context', 'e1'])).toContain('e1;');
      expect(await answerTo(desk, ['show', '--context', 'e1;a1'])).toContain('e1;a19');
    });
  });
});

describe('quotes', () => {
  const VALUES = ['plain.name', 'Production;Billing', '*;*', 'a b', 'a"b$c`d\\e', "it's", 'ü/é', '$(touch x)'];

  test.for(VALUES)('%s comes back from each kind of quotes', (value) => {
    for (const quote of ['', '"', "'"] as const) {
      const inserted = insertedByBash(value, { text: '', quote, kept: 0 });
      if (inserted === undefined) continue;
      expect(unquoted(`${quote}${inserted}${quote}`)).toBe(value);
      const printed = execFileSync('bash', ['-c', `printf %s ${quote}${inserted}${quote}`], { encoding: 'utf8' });
      expect(printed).toBe(value);
    }
  });

  test('a line is read up to the cursor', () => {
    expect(wordsOf('c show --context="Prod', ' "\'=;:').at(-1)).toEqual({
      text: '--context=Prod',
      quote: '"',
      kept: 10,
    });
    expect(wordsOf("c 'a b' c\\ d  e", ' ').map(({ text }) => text)).toEqual(['c', 'a b', 'c d', 'e']);
    expect(wordsOf('c ', ' ').map(({ text }) => text)).toEqual(['c', '']);
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
  ['confighub-sync expl→db.h→', '<explain><db.host>'],
  ['confighub-sync show --context "Prod→B→ shop→', '<show><--context><Production;Billing><shop.title>'],
  ['confighub-sync show --context Prod→B→--fi→', '<show><--context><Production;Billing><--files>'],
  ["confighub-sync show --context='St→B→", '<show><--context=Staging;Billing>'],
  ['confighub-sync plan --prune=m→', '<plan><--prune=managed>'],
  ['confighub-sync plan --config confighub.y→', '<plan><--config><confighub.yaml>'],
  ['true && confighub-sync explain nginx→', '<explain><nginx/app.conf>'],
] as const;

const STARTS = {
  bash: ['bash --norc --noprofile -i', ''],
  zsh: ['zsh -f -i', 'autoload -Uz compinit; compinit -u -D\n'],
} as const;

describe.skipIf(!hasScript())('on a terminal (needs util-linux script)', () => {
  test.for(['bash', 'zsh'] as const)('%s completes what is typed', async (shell, { skip }) => {
    if (!hasShell(shell)) return skip();
    await withDesk(SHOP, async (desk) => {
      const [command, first] = STARTS[shell];
      const lines = TYPED.map(([line]) => `${line.replaceAll('→', '\t')}\n`).join('');
      const input = `${first}eval "$(confighub-sync completion ${shell})"\n${lines}exit\n`;
      const env = { PATH: withProgram(desk) };
      const { stdout } = await commandOnTerminal(desk, command, { columns: 200, env, input });
      const got = [...stdout.matchAll(/^(?:\u001b\[\S*?[A-Za-z])*(<[^\r]*>)\r$/gm)].map(([, words]) => words);
      expect(got).toEqual(TYPED.map(([, words]) => words));
    });
  });
});

describe('scripts', () => {
  const RUNS = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'pwsh' } as const;

  test.for(SHELLS)('the one for %s has no mistake, also if it is read twice', async (shell, { skip }) => {
    await withDesk(SHOP, async (desk) => {
      const { status, stdout } = await desk.cli(['completion', shell]);
      expect(status).toBe(0);
      if (!hasShell(RUNS[shell])) return skip();
      desk.write({ script: `${shell === 'zsh' ? 'autoload -Uz compinit; compinit -u -D\n' : ''}${stdout}${stdout}` });
      const args = shell === 'powershell' ? ['-NoProfile', '-File'] : [];
      const printed = execFileSync(RUNS[shell], [...args, desk.path('script')], { encoding: 'utf8', env: desk.env });
      expect(printed).toBe('');
    });
  });

  test('fish completes', async ({ skip }) => {
    if (!hasShell('fish')) return skip();
    await withDesk(SHOP, async (desk) => {
      const env = { ...desk.env, PATH: withProgram(desk) };
      const answers = (line: string) => {
        const script = `confighub-sync completion fish | source; complete -C '${line}'`;
        return execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8', env, cwd: desk.dir });
      };
      expect(answers('confighub-sync expl')).toMatch(/^explain\texplain one key/);
      expect(answers('confighub-sync explain db.h')).toBe('db.host\n');
      expect(answers('confighub-sync show --context "Production;B')).toBe('Production;Billing\n');
      expect(answers('confighub-sync show --context=St')).toBe('--context=Staging;*\n--context=Staging;Billing\n');
      expect(answers('confighub-sync plan --config conf')).toBe('config/\nconfighub.yaml\n');
    });
  });

  test('an unknown shell is an error', async () => {
    await withDesk({}, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['completion', 'tcsh']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('Pass one of bash, zsh, fish, powershell.');
    });
  });
});
