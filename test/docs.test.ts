// What the documents say is true: tables, links, snippets, workflows, versions.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withPageAddresses } from '../scripts/page-addresses.js';
import { PLACEHOLDER } from '../scripts/workflows.js';
import { COMMAND_LIST } from '../src/cli/command-list.ts';
import { readServeConfig } from '../src/server/settings.ts';
import { loadProject } from '../src/documents/load-project.ts';
import { filesInMemory, workingTreeFiles } from '../src/documents/project-files.ts';
import { EXIT } from '../src/errors.ts';
import { COMMANDS, INPUTS } from '../src/github/inputs.ts';
import { OUTPUTS, RESULTS } from '../src/github/outputs.ts';
import { MAX_ITEMS } from '../src/lib/json.ts';
import { withCommas } from '../src/lib/text.ts';
import { PLACEHOLDERS, templateProblems } from '../src/model/comment-template.ts';
import { fullContext } from '../src/model/context.ts';
import { DIAGNOSTIC_CODES, Source } from '../src/model/diagnostic.ts';
import {
  DOCUMENT_FIELDS,
  FILE_ENTRY_FIELDS,
  FILE_FIELDS,
  KEY_ENTRY_FIELDS,
  KEY_FIELDS,
  VALUE_ENTRY_FIELDS,
  VALUE_FIELDS,
} from '../src/model/document-fields.ts';
import { LIMIT_NAMES, SCOPE_FIELDS } from '../src/model/project.ts';
import { SOURCE_FIELDS } from '../src/model/sources.ts';
import { keysIn, VDTS } from '../src/model/state.ts';
import { RULES } from '../src/plan/guard.ts';
import { heaviest, indexGroups, weigher } from '../src/semantics/resolution.ts';
import { BOUNDS } from '../src/server/http-server.ts';
import { VERSION } from '../src/version.ts';
import { PROJECT_FIELDS } from '../src/documents/project-fields.ts';
import { type OptionName, OPTIONS, variableOf } from '../src/options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Action {
  inputs: Record<string, { description?: string; default?: string; required?: boolean }>;
  outputs: Record<string, { description?: string }>;
  runs: { using: string; main: string };
}
const action: Action = parse(read('action.yml'));
const DOCS = markdownIn('docs');
const PAGES = ['README.md', ...DOCS];
/** What other Markdown files there are, except for golden texts. */
const OTHER_PAGES = [
  ...markdownIn('.').filter((path) => path !== 'README.md'),
  ...[
    'bench/README.md',
    'test/README.md',
    'test/guards/README.md',
    'test/simulation/README.md',
    'test/server/README.md',
  ],
];
const format = read('docs/format.md');
const githubAction = read('docs/github-action.md');
const howItWorks = read('docs/how-it-works.md');
const cli = read('docs/cli.md');

function markdownIn(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => join(folder, name));
}

function sourceFiles(): string[] {
  return filesBelow('src', /\.ts$/).map(read);
}

/** The groups of docs/messages.md: what it says by code. */
const MESSAGE_GROUPS = read('docs/messages.md')
  .split(/^## /m)
  .slice(1)
  .map((group) =>
    group
      .split(/^### /m)
      .slice(1)
      .map((section): [string, string] => {
        const [code = '', ...lines] = section.replace(/^<!--.*-->$/gm, '').split('\n');
        return [code, lines.join('\n').trim()];
      }),
  );
const MESSAGES = new Map(MESSAGE_GROUPS.flat());

function messageOf(code: string): string {
  return MESSAGES.get(code) ?? `nothing explains ${code}`;
}

/** The flags of each command. */
const FLAGS = new Map(
  Object.entries(COMMAND_LIST).map(([name, { options }]): [string, string[]] => {
    const own = options.flatMap(({ flags }) => /--[a-z-]+/.exec(flags) ?? []);
    return [name, ['--help', '--color', '--no-color', ...own]];
  }),
);

/** `` ```yaml config/shop.yaml `` → language, name, text. */
function fences(markdown: string): { language: string; name: string; text: string }[] {
  return [...markdown.matchAll(/^```(\w+)[ \t]*(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language, name, text]) => ({
      language,
      name,
      text,
    }),
  );
}

describe('action.yml', () => {
  it('has the inputs that the action reads, and no others', () => {
    expect(Object.keys(action.inputs).sort()).toEqual([...INPUTS].sort());
  });

  it('has the outputs that the action sets, and no others', () => {
    expect(Object.keys(action.outputs)).toEqual([...OUTPUTS]);
  });

  it.each([...Object.entries(action.inputs), ...Object.entries(action.outputs)])(
    'explains %s',
    (_, { description }) => {
      expect(description).toMatch(/\.$/);
    },
  );

  it.each(COMMANDS)('names the command %s', (command) => {
    expect(action.inputs.command.description).toContain(`\`${command}\``);
  });

  it.each(RESULTS)('names the result %s', (result) => {
    expect(action.outputs.result.description).toContain(`\`${result}\``);
  });

  it('starts what the build makes', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/action/index.js' });
    expect(existsSync(join(root, action.runs.main))).toBe(true);
  });
});

describe('README.md', () => {
  const readme = read('README.md');

  it('is short', () => {
    expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(12 * 1024);
  });

  it.each(DOCS)('links to %s', (path) => {
    expect(readme).toContain(`](${path})`);
  });

  it('shows a document that loads without an error or a warning', () => {
    const { diagnostics, state, count } = loadShown(readme, {
      'confighub.yaml': 'version: 1\nurl: https://config.example.com\nrepository: acme/shop\n',
    });
    expect(diagnostics).toEqual([]);
    expect(count).toBe(1);
    expect(keysIn(state).length).toBe(4);
  });
});

describe('docs', () => {
  // A Git host does not show what is behind the language of a block.
  it.each(PAGES)('%s says in its text which file a block is', (path) => {
    const sections = read(path).split(/^(?=## )/m);
    const unsaid = sections.flatMap((section) => {
      const text = section.replace(/^```[\s\S]*?^```$/gm, '');
      return fences(section).flatMap(({ name }) =>
        text.includes(`\`${name}\``) || name === '' ? [] : [name],
      );
    });
    expect(unsaid).toEqual([]);
  });

  it('warn of the five things that cannot be undone, and of nothing else', () => {
    const callouts = PAGES.flatMap((path) =>
      [...read(path).matchAll(/^> \[!(\w+)\]$/gm)].map(([, kind]) => `${kind} ${path}`),
    );
    expect(callouts).toEqual([
      'WARNING docs/drift-and-deletions.md',
      'WARNING docs/drift-and-deletions.md',
      'WARNING docs/environments.md',
      'WARNING docs/secrets.md',
      'WARNING docs/security.md',
    ]);
  });

  it('have a picture of elements that a browser knows', () => {
    const elements = [...read('docs/plan.svg').matchAll(/<(\w+)/g)].map(([, name]) => name);
    expect(new Set(elements)).toEqual(new Set(['svg', 'style', 'rect', 'circle', 'text']));
  });

  it.each(DOCS.filter((path) => path !== 'docs/architecture.md'))(
    '%s says what `vdt` and `opp` mean',
    (path) => {
      const page = read(path);
      if (/\bvdt\b/.test(page))
        expect(page).toMatch(/vdt\b.{0,30}value (?:data )?type|Types of keys \(`vdt`/);
      if (/\bopp\b/.test(page)) expect(page).toMatch(/opp\b.{0,30}operation/);
    },
  );

  it('have a glossary in order, which the pages that explain things link', () => {
    const [, table = ''] = read('docs/glossary.md').split('\n| word');
    const words = [...table.matchAll(/^\| ([^|]+) \|/gm)].slice(1).map(([, word = '']) => word);
    const plain = words.map((word) => word.replaceAll('`', '').toLowerCase());
    expect(plain).toEqual(plain.toSorted());
    for (const word of [
      'context',
      'level',
      'element',
      'item',
      'desired',
      'live',
      'drift',
      'prune',
      'scope',
    ])
      expect(plain).toContain(word);
    for (const word of ['digest', 'unmanaged', 'plan', 'apply', 'record', 'target', 'vdt', 'opp'])
      expect(plain).toContain(word);
    for (const page of ['getting-started', 'format', 'how-it-works', 'pull-requests'])
      expect(read(`docs/${page}.md`)).toContain('(glossary.md)');
  });

  it.each(DOCS)('%s has its contents where it is long', (path) => {
    const text = read(path);
    expect(text).toMatch(/^# .+\n/);
    const isLong = [...text.matchAll(/^## /gm)].length > 7;
    expect(text.includes('<!-- contents: written by scripts/docs.js -->') || !isLong).toBe(true);
  });

  // An interactive zsh passes a comment on as arguments, and all shells take `<` for a file.
  it.each(PAGES)('%s has commands that can be pasted into any shell', (path) => {
    const lines = fences(read(path))
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.split('\n'));
    const unquoted = (line: string) => line.replace(/'[^']*'|"[^"]*"/g, '').replace(/; do$/, '');
    expect(lines.filter((line) => /[#*<;]/.test(unquoted(line)))).toEqual([]);
  });

  // Between double quotes, `!` names an earlier command.
  it('have no exclamation mark that an interactive shell would replace, like the examples of --help', () => {
    const shown = PAGES.flatMap((path) =>
      fences(read(path)).flatMap(({ language, text }) => (language === 'sh' ? text : [])),
    );
    const helped = Object.values(COMMAND_LIST).flatMap(({ examples }) =>
      examples.map(([example]) => example),
    );
    const lines = [...shown, ...helped].flatMap((text) => text.split('\n'));
    expect(lines.filter((line) => /"[^"]*!/.test(line.replace(/'[^']*'/g, '')))).toEqual([]);
  });

  it.each(PAGES)('%s can be read without scrolling sideways, and in one sitting', (path) => {
    const code = fences(read(path)).filter(({ language }) =>
      ['sh', 'ts', 'yaml'].includes(language),
    );
    const lines = code.flatMap(({ text }) => text.split('\n'));
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    const isLookedUp = path === 'docs/messages.md' || path === 'docs/cli.md';
    expect(statSync(join(root, path)).size <= 25 * 1024 || isLookedUp).toBe(true);
  });

  it.each(RULES.map((rule) => [rule.code, rule]))(
    'say of %s what it does to a plan',
    (code, rule) => {
      const { severity, isApprovable = false } = rule;
      const refused = isApprovable ? '**Refused; can be approved.**' : '**Refused.**';
      const [kind] = messageOf(code).split('\n');
      expect(kind).toBe(severity === 'refusal' ? refused : '**Warning.**');
    },
  );

  // What both find: a value that does not fit, or that looks like a secret.
  it('give each code one meaning, in the files and in a plan', () => {
    const rules = new Set<string>(RULES.map(({ code }) => code));
    const shared = DIAGNOSTIC_CODES.filter((code) => rules.has(code));
    expect(shared).toEqual(['value-type', 'secret-in-file']);
  });

  it('explain each code on the page of messages once, and no code that nothing uses', () => {
    const source = sourceFiles().join('\n');
    const found = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, code = '']) => code);
    const explained = [...MESSAGES.keys()];
    expect(MESSAGE_GROUPS.flat()).toHaveLength(explained.length);
    const codes = [...found(/\bcode: '([a-z][a-z0-9-]+)'/g), ...DIAGNOSTIC_CODES];
    expect(codes.filter((code) => !MESSAGES.has(code))).toEqual([]);
    const texts = new Set(found(/'([a-z][a-z0-9-]+)'/g));
    expect(explained.filter((code) => !texts.has(code))).toEqual([]);
  });

  it('begin with the thirty most frequent messages, each with an example; the others are in order', () => {
    const [frequent = [], ...groups] = MESSAGE_GROUPS;
    expect(frequent).toHaveLength(30);
    const examples = frequent.filter(([, text]) =>
      /^\| (?:before \| after|.* \| what to do) \|$/m.test(text),
    );
    expect(examples).toHaveLength(30);
    expect(groups.length).toBeGreaterThan(3);
    for (const group of groups) {
      const codes = group.map(([code]) => code);
      expect(codes).toEqual(codes.toSorted());
    }
  });

  it.each([...MESSAGES])(
    'say first what kind of message %s is, and then why it happens',
    (_, text) => {
      expect(text).toMatch(
        /^\*\*(?:Error(?: in the files|, exit code 4|, rejected by the server)?|Refused(?:; can be approved)?|Warning)\.\*\*\n/,
      );
      expect(text.replace(/^(?:\*\*|>).*$/gm, '')).toMatch(/\w/);
    },
  );

  it('name the limits of the built-in server', () => {
    const { maxConnections, maxHeaders, maxHeaderSize, maxBodyBytes, maxHeldBytes, ...times } =
      BOUNDS;
    const mebibytes = (bytes: number) => `${bytes / 1024 ** 2} MiB`;
    expect(read('docs/embedded-server.md')).toContain(
      [
        `- ${withCommas(maxConnections)} connections`,
        `- ${maxHeaders} headers in a request, with ${maxHeaderSize / 1024} KiB in total`,
        `- ${mebibytes(maxBodyBytes)} and ${MAX_ITEMS / 1_000_000} million values in a push`,
        `- ${mebibytes(maxHeldBytes)} of pushes at the same time`,
        `- ${times.headersTimeout / 1000} seconds for the headers of a request`,
        `- ${times.requestTimeout / 60_000} minutes for a whole request`,
      ].join('\n'),
    );
  });

  it.each(Object.values(EXIT))('explain the exit code %i', (status) => {
    expect(cli).toMatch(new RegExp(`^\\| ${status} \\|`, 'm'));
  });

  it.each(Object.entries(PLACEHOLDERS))('explain the placeholder %s', (name, meaning) => {
    expect(howItWorks).toContain(`| \`{${name}}\` | ${meaning} |`);
  });

  it('name every value type', () => {
    expect(format).toContain(VDTS.map((vdt) => `\`${vdt}\``).join(' '));
  });

  it('use outputs that the action has, in recipes and in workflows to copy', () => {
    const names = readdirSync(join(root, 'examples/workflows'));
    const texts = [githubAction, ...names.map((name) => read(`examples/workflows/${name}`))];
    const used = texts.flatMap((text) =>
      [...text.matchAll(/steps\.\w+\.outputs\.([\w-]+)/g)].map(([, name]) => name),
    );
    expect(used.length).toBeGreaterThan(4);
    const uploads = ['artifact-id'];
    expect(
      used.filter((name = '') => !(name in action.outputs) && !uploads.includes(name)),
    ).toEqual([]);
  });

  it('explain each event that the action tells from others', () => {
    const [, section = ''] = /^## Events\n(.*?)^## /ms.exec(githubAction) ?? [];
    const named = read('src/github/event.ts').matchAll(/event (?:===|!==) '(\w+)'/g);
    const events = [...new Set([...named].map(([, event]) => event))];
    expect(events.length).toBeGreaterThan(4);
    expect(events.filter((event) => !section.includes(`\`${event}\``))).toEqual([]);
  });

  it('have an example of every command, and of nothing else', () => {
    const named = [...cli.matchAll(/^<!-- flags of (\w+): /gm)].map(([, name]) => name);
    const sections = cli.split(/^### /m).slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(named);
    for (const section of sections) {
      // A block to paste, or a table of command lines, each with what it does.
      const first = /^(?:\| `|```sh\n|`)(confighub-sync .*)/m.exec(section)?.[1];
      expect(first).toMatch(new RegExp(`^confighub-sync ${section.split('\n')[0]}\\b`));
    }
  });

  it('say which value an application gets', () => {
    const { state } = loadShown(format, {
      'config/content/banner.html': 'x',
      'config/content/app.conf': 'x',
    });
    const declared = [...(state.items.get('db.host')?.rows.values() ?? [])];
    const values = declared.map(({ context, text }) => ({
      context: fullContext(context, 2),
      text,
    }));
    const table = [
      ...format.matchAll(/^\| `(\w+;\w+)` \| `([^`]+)`, the value of `([^`]+)` \|$/gm),
    ];
    expect(table).toHaveLength(3);
    for (const [, request = '', text, context] of table)
      expect(resolved(request, values), request).toMatchObject({ context, text });
    const [broad, wins] = ['Production;*', '*;Billing'].map((context) => ({ context, text: null }));
    expect(resolved('Production;Billing', [broad, wins])).toBe(wins);
  });

  it.each(PAGES)('%s names commands and flags that exist', (path) => {
    const text = read(path);
    const shown = [
      ...fences(text).flatMap(({ language, text: code }) =>
        language === 'sh' ? code.split('\n') : [],
      ),
      ...[...text.matchAll(/`(confighub-sync [^`]+)`/g)].map(([, code = '']) => code),
    ];
    const calls = shown.flatMap((line) => [
      ...line.replace(/ #.*$/, '').matchAll(/confighub-sync ([a-z]+\b[^|;&']*)/g),
    ]);
    const unknown = calls.flatMap(([call, rest = '']) => {
      const [command = '', ...words] = rest.split(/[\s=]+/);
      const flags = FLAGS.get(command);
      const bad = words.filter((word) => word.startsWith('--') && !flags?.includes(word));
      return flags === undefined || bad.length > 0 ? [call] : [];
    });
    expect(unknown).toEqual([]);
  });

  it('show a template for comments without an error', () => {
    const { 'change-comment': template }: Record<string, string> = parse(
      fences(howItWorks).find(({ text }) => text.startsWith('change-comment:'))?.text ?? '',
    );
    expect(templateProblems(template ?? '{unknown}')).toEqual([]);
  });

  it('show a server that serve accepts', () => {
    const [shown] = fences(read('docs/embedded-server.md')).filter(
      ({ language }) => language === 'yaml',
    );
    const { repositories, diagnostics } = readServeConfig(
      new Source('server.yaml', shown?.text ?? ''),
    );
    expect(diagnostics).toEqual([]);
    expect(repositories.flatMap(({ tokens = {} }) => Object.keys(tokens))).toEqual(['ci', 'old']);
  });

  it('show steps whose inputs exist', () => {
    const steps = PAGES.flatMap((path) => fences(read(path)))
      .filter(({ language, text }) => language === 'yaml' && /^- /.test(text))
      .flatMap(({ text }) => parse(text) as Step[])
      .filter(({ uses }) => uses === PLACEHOLDER);
    expect(steps.length).toBeGreaterThan(2);
    for (const step of steps)
      expect(Object.keys(action.inputs)).toEqual(
        expect.arrayContaining(Object.keys(step.with ?? {})),
      );
  });

  it('show a project that loads without an error or a warning', () => {
    const { diagnostics, state, count } = loadShown(format, {
      'config/content/banner.html': 'text\n',
      'config/content/app.conf': 'text\n',
    });
    expect(diagnostics).toEqual([]);
    expect(count).toBe(4);
    expect(keysIn(state).length).toBeGreaterThan(5);
  });
});

describe('every name', () => {
  const texts = [...PAGES, 'SECURITY.md'].map((path) => ({ path, text: read(path) }));
  const all = texts.map(({ text }) => text).join('\n');
  const source = sourceFiles().join('\n');
  const found = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
  const missing = (from: Iterable<string>, there: Iterable<string>) => {
    const known = new Set(there);
    return [...from].filter((name) => !known.has(name));
  };

  it('of a flag in the text is one of the program', () => {
    /** Flags of other programs. */
    const others = ['tag', 'rm', 'volume', 'user', 'env', 'exit-code', 'global', 'prefix'];
    const more = ['add', 'db-password', 'quiet', 'verbose', 'version'];
    const known = [...FLAGS.values()]
      .flat()
      .concat([...others, ...more].map((name) => `--${name}`));
    const spans = [...all.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(
      ([, code = '']) => code,
    );
    expect(missing(found(spans.join('\n'), /(?:^|[\s'=])(--[a-z][a-z-]*)/gm), known)).toEqual([]);
  });

  it('of an input or output in the text is in action.yml', () => {
    expect(missing(found(all, /\binputs? `([a-z-]+)[`:]/g), INPUTS)).toEqual([]);
    expect(missing(found(all, /\boutputs? `([a-z-]+)`/g), OUTPUTS)).toEqual([]);
  });

  it('of a variable is in the text and in the program', () => {
    /** Secrets that workflows name, tokens of targets in examples, and what a job of another CI fetches. */
    const shown = [
      'READ_TOKEN',
      'WRITE_TOKEN',
      'TOKEN_SHOP',
      'TOKEN_SHOP_EU',
      'TOKEN_BILLING',
      'TOKEN_',
      'SYNC_FROM',
      'SYNC_COMMIT',
    ];
    const [told, read] = [all, source].map((text) => found(text, /\bCONFIGHUB_([A-Z_]+)/g));
    const ofOptions = Object.entries(OPTIONS).flatMap(([name, option]) =>
      'env' in option ? variableOf(name as OptionName).slice('CONFIGHUB_'.length) : [],
    );
    const known = [...(read ?? []), ...ofOptions];
    expect(missing(told ?? [], [...known, ...shown])).toEqual([]);
    expect(missing(known, [...(told ?? []), ...shown])).toEqual([]);
  });

  it('of a field is in the text and in the program', () => {
    const documents = [
      DOCUMENT_FIELDS,
      KEY_FIELDS,
      VALUE_FIELDS,
      FILE_FIELDS,
      KEY_ENTRY_FIELDS,
      VALUE_ENTRY_FIELDS,
    ];
    const fields = [
      PROJECT_FIELDS,
      SCOPE_FIELDS,
      SOURCE_FIELDS,
      LIMIT_NAMES,
      FILE_ENTRY_FIELDS,
      ...documents,
    ].flat();
    const tables = ['docs/format.md', 'docs/sources.md'].flatMap((path) =>
      [...read(path).matchAll(/^\| (?:field|setting) \|.*\n((?:\|.*\n)+)/gm)].map(
        ([, rows = '']) => rows,
      ),
    );
    const told = tables.flatMap((rows) => rows.match(/^\| [^|]+/gm) ?? []).join('\n');
    expect(missing(found(told, /`(\w+)/g), fields)).toEqual([]);
    const named = new Set([...found(all, /`(\w+)(?=[`:])/g), ...found(all, /(?:^|[\s{])(\w+):/gm)]);
    expect(missing(fields, named)).toEqual([]);
  });
});

/** The one that a server answers with. */
function resolved<V extends { context: string }>(
  request: string,
  values: readonly V[],
): V | undefined {
  const rows = values.map((value, serial) => ({ context: value.context, serial, value }));
  return heaviest(
    rows,
    weigher(request.split(';'), indexGroups(['Environment', 'Application'], [])),
  )?.value;
}

/** The project that the named snippets of a page make, together with other files. */
function loadShown(page: string, others: Record<string, string>) {
  const snippets = fences(page).filter(({ name }) => name !== '');
  const files = [
    ...Object.entries(others),
    ...snippets.map(({ name, text }): [string, string] => [name, text]),
  ];
  const bytes = new Map(files.map(([path, text]) => [path, Buffer.from(text)]));
  const { diagnostics, state } = loadProject(filesInMemory(bytes), {
    env: { DB_PASSWORD: 'x', DATABASE_GROUP_PASSWORD: 'passw0rd' },
  });
  return { diagnostics, state, count: snippets.length };
}

describe('examples', () => {
  it('shop loads without an error or a warning', () => {
    const folder = join(root, 'examples/shop');
    const { diagnostics, state } = loadProject(workingTreeFiles(folder, folder), { env: {} });
    expect(diagnostics).toEqual([]);
    expect(keysIn(state).length).toBeGreaterThanOrEqual(40);
  });
});

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  if?: string;
  environment?: string;
  permissions: Record<string, string>;
  concurrency: { group: string; 'cancel-in-progress': boolean };
  'timeout-minutes': number;
  steps: Step[];
}
interface Workflow {
  name: string;
  on: { workflow_dispatch?: { inputs?: Record<string, { type?: string }> } | null } | null;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

/** What the token of a job needs at most, by its command. */
const NEEDED: Record<string, Record<string, string>> = {
  plan: { contents: 'read', 'pull-requests': 'write' },
  apply: { contents: 'write', 'pull-requests': 'write', issues: 'write' },
  unlock: { contents: 'write' },
  drift: { contents: 'read', issues: 'write' },
  validate: { contents: 'read' },
  targets: { contents: 'read' },
  comment: { actions: 'read', 'pull-requests': 'write' },
};

describe('workflows', () => {
  const files = readdirSync(join(root, 'examples/workflows'));
  const workflows: [string, string][] = [
    ...files.map((name): [string, string] => [
      `examples/workflows/${name}`,
      read(`examples/workflows/${name}`),
    ]),
    ...PAGES.flatMap((path) =>
      fences(read(path))
        .filter(({ language, text }) => language === 'yaml' && /^jobs:/m.test(text))
        .map(({ text }): [string, string] => [path, text]),
    ),
  ];

  it.each([...files.map((name) => `workflows/${name}`), 'gitlab/.gitlab-ci.yml'])(
    'examples/%s says on top for whom it is',
    (path) => {
      expect(read(`examples/${path}`)).toMatch(/^# For .+: /);
    },
  );

  it('name the action by a placeholder: an address that a stranger could register would get the token', () => {
    const shown = [...workflows.map(([, text]) => text), ...PAGES.map(read)].join('\n');
    const addresses = [...shown.matchAll(/[\w<>.-]+\/confighub-sync@[\w<>.-]+/g)].map(
      ([address]) => address,
    );
    expect(new Set(addresses)).toEqual(new Set([PLACEHOLDER]));
  });

  const jobs = workflows.flatMap(([name, text]) => {
    const { jobs }: Workflow = parse(text);
    return Object.entries(jobs).map(([key, job]): [string, Job] => [`${name}: ${key}`, job]);
  });
  const own = jobs.flatMap(([name, job]) => {
    const step = job.steps.find(({ uses }) => uses === PLACEHOLDER);
    const [, command = ''] = /(\w+)(?:' \}\})?$/.exec(String(step?.with?.command)) ?? [];
    return step === undefined ? [] : [[name, { job, step, command }] as const];
  });

  it.each(workflows)('%s grants nothing to all jobs', (_, text) => {
    const { permissions }: Workflow = parse(text);
    expect(permissions).toEqual({});
  });

  // A change of the base branch is an edit, which is none of the types that start a workflow by default.
  it.each(
    workflows.filter(
      ([, text]) => /\bpull-requests: write\b/.test(text) && /^ {2}pull_request:/m.test(text),
    ),
  )('%s plans again when the pull request goes to another branch', (_, text) => {
    const { on }: { on: { pull_request: { types?: string[] } | null } } = parse(text);
    expect(on.pull_request?.types).toEqual(['opened', 'synchronize', 'reopened', 'edited']);
  });

  it.each(jobs)(
    '%s ends some time, leaves no token in the clone and is one of a group',
    (_, job) => {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      expect(job.concurrency.group).toMatch(/^confighub-/);
      for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        expect(step.with).toMatchObject({ 'persist-credentials': false });
    },
  );

  // Some Git hosts run such a job unasked, and with secrets of the environment that every branch can read.
  // Nobody needs to be asked for Staging, whose environment only keeps its secrets apart.
  const isGate = ([, { environment }]: [string, Job]) =>
    environment !== undefined && environment !== 'configuration-staging';
  it.each(jobs.filter(isGate))('%s first checks its environment', (_, job) => {
    const [{ run = '' } = {}] = job.steps;
    const [, asked = ''] =
      /"\$GITHUB_API_URL\/repos\/\$GITHUB_REPOSITORY\/environments\/([\w-]+)"/.exec(run) ?? [];
    expect(job.environment).toMatch(new RegExp(`(?:^|')${asked}(?:$|')`));
    expect(run).toContain('exit 1');
    expect(job.permissions).toMatchObject({ actions: 'read' });
  });

  // A plan names what to fill in, and a form shows nothing but descriptions.
  it.each(workflows)('%s describes each input with its name', (_, text) => {
    const { inputs = {} } = parse(text).on?.workflow_dispatch ?? {};
    for (const [name, { description }] of Object.entries<{ description: string }>(inputs))
      expect(description).toMatch(new RegExp(`^${name}: `));
  });

  // Gitea makes a text of what is a boolean on GitHub, and the text 'false' counts as true.
  it.each(workflows)('%s asks for a boolean input as a text', (_, text) => {
    const { on, jobs }: Workflow = parse(text);
    const { inputs = {} } = on?.workflow_dispatch ?? {};
    const booleans = Object.keys(inputs).filter((name) => inputs[name]?.type === 'boolean');
    const expressions = [...JSON.stringify(jobs).matchAll(/\$\{\{ (.*?) \}\}|"if":"(.*?)"/g)];
    const bare = expressions.flatMap(([, expression, condition = '']) =>
      booleans.filter((name) => {
        const text = (expression ?? condition).replaceAll(
          `github.event.inputs.${name} == 'true'`,
          '',
        );
        return expression !== `inputs.${name}` && text.includes(`inputs.${name}`);
      }),
    );
    expect(bare).toEqual([]);
  });

  it.each(own)(
    '%s uses inputs that exist, with the permissions that they need',
    (_, { job, step, command }) => {
      expect(Object.keys(action.inputs)).toEqual(
        expect.arrayContaining(Object.keys(step.with ?? {})),
      );
      const issues = step.with?.['drift-issue'] === true && { issues: 'write' };
      const actions = job.environment !== undefined && { actions: 'read' };
      const needed: Record<string, string> = { ...NEEDED[command], ...issues, ...actions };
      // A job that only reads may ask for less.
      for (const [name, level] of Object.entries(job.permissions)) {
        const allowed = needed[name] === undefined ? [] : ['read', needed[name]];
        expect([name, allowed]).toEqual([name, expect.arrayContaining([level])]);
      }
      expect(job.permissions.contents).toBe(NEEDED[command]?.contents);
    },
  );

  /** A run that starts this one alone skips the steps of the job of the first. */
  const OTHER_STAGE: Record<string, string> = { Staging: 'Production', Production: 'Staging' };
  it.each(own.filter(([, { command }]) => command === 'apply'))(
    '%s is in the group of all apply runs, or of those of its stage, and is never cancelled',
    (_, { job: { concurrency }, step }) => {
      const group = concurrency.group
        .replace("${{ inputs.command || 'apply' }}", 'apply')
        .replace('${{ github.ref_name }}', 'main');
      const { stage } = step.with ?? {};
      const ofStage =
        stage === undefined
          ? ''
          : stage === '${{ inputs.stage }}'
            ? "${{ inputs.stage && format('-{0}', inputs.stage) }}${{ github.event.inputs.dry-run == 'true' && '-dry-run' || '' }}"
            : `-\${{ inputs.stage == '${OTHER_STAGE[`${stage}`]}' && github.run_id || '${stage}' }}`;
      expect(group).toBe(`confighub-apply-main${ofStage}`);
      expect(concurrency['cancel-in-progress']).toBe(false);
    },
  );

  // Gitea puts a job into its group before it looks at its condition, and keeps one waiting: a skipped job would cancel it.
  it.each(jobs)(
    '%s is in no group where it would be skipped',
    (_, { if: condition = '', concurrency }) => {
      const asked = [...condition.matchAll(/\b(?:github|inputs|needs|vars)\.[\w.-]+/g)].map(
        ([name]) => name,
      );
      const held = concurrency.group.replaceAll('github.ref_name', 'github.ref');
      expect(asked.filter((name) => !held.includes(name))).toEqual([]);
      expect(condition).not.toMatch(/always\(|failure\(|cancelled\(/);
    },
  );
});

describe('run-time dependencies', () => {
  const { dependencies: installed, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  // The action has them in its bundle; a program that uses the package does not need them.
  const { '@actions/core': core = '', '@actions/github': github = '' } = devDependencies;
  const dependencies = { ...installed, '@actions/core': core, '@actions/github': github };

  it('each have a reason in docs/architecture.md, and an exact version', () => {
    const section =
      read('docs/architecture.md').split('## Run-time dependencies')[1]?.split('\n## ')[0] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);
    expect(named.map(([, name]) => name).sort()).toEqual(Object.keys(dependencies).sort());
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('Markdown files', () => {
  it.each([...PAGES, ...OTHER_PAGES])(
    '%s has no link to a file or a heading that is not there',
    (file) => {
      const text = read(file).replace(/^```[\s\S]*?^```$/gm, '');
      const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
      const missing = links
        .filter((link) => !/^https?:/.test(link))
        .filter((link) => !exists(file, link));
      expect(missing).toEqual([]);
    },
  );

  function exists(from: string, link: string): boolean {
    const [path, anchor] = link.split('#');
    const target = path === '' ? from : join(dirname(from), path);
    if (!existsSync(join(root, target))) return false;
    return anchor === undefined || anchors(read(target)).includes(anchor);
  }

  it.each(PAGES)('%s has no two places of one name', (file) => {
    const names = anchors(read(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('pages that the program, the schemas and the examples name', () => {
  const named = [
    ...filesBelow('src', /\.ts$/),
    ...filesBelow('schema', /\.json$/),
    ...filesBelow('examples', /\.ya?ml$/),
    'action.yml',
  ].flatMap((path) =>
    [...read(path).matchAll(/(?<![\w/])docs\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([page]) => ({
      path,
      page,
    })),
  );

  it.each(named)('$path: $page is there', ({ page }) => {
    const [file = '', anchor] = page.split('#');
    expect(existsSync(join(root, file))).toBe(true);
    if (anchor !== undefined) expect(anchors(read(file))).toContain(anchor);
  });

  it('are many', () => expect(named.length).toBeGreaterThan(80));

  it('are those of the site, of this version, once package.json names a homepage', () => {
    const text = 'See docs/cli.md, and docs/drift-and-deletions.md#rolling-back.';
    expect(withPageAddresses(text, { version: '1.2.3' })).toBe(text);
    expect(
      withPageAddresses(text, { homepage: 'https://sync.example.com/', version: '1.2.3' }),
    ).toBe(
      'See https://sync.example.com/v1.2.3/docs/cli.html, and https://sync.example.com/v1.2.3/docs/drift-and-deletions.html#rolling-back.',
    );
  });

  it('are also addresses in the comments that init writes', () => {
    const written = withPageAddresses(read('src/import/new-project.ts'), {
      homepage: 'https://sync.example.com',
      version: '1.2.3',
    });
    expect(written).toContain(
      '# All settings: https://sync.example.com/v1.2.3/docs/format.html.\\n',
    );
    expect(written).not.toMatch(/\bdocs\/[\w-]+\.md/);
  });

  it('have an entry for each code that is printed', () => {
    const places = anchors(read('docs/messages.md'));
    expect([...MESSAGES.keys()].filter((code) => !places.includes(code))).toEqual([]);
  });
});

function filesBelow(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((path) => pattern.test(path)).map((path) => join(folder, path));
}

/** What a link may name behind `#`: headings, as GitHub names them, and marks. */
function anchors(markdown: string): string[] {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, name]) => name)];
}

describe('version', () => {
  it('is the one of package.json', () => {
    expect(VERSION).toBe(JSON.parse(read('package.json')).version);
  });
});
