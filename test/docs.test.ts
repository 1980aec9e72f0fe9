// What the documents say is true: tables, links, snippets, names, versions. What scripts/docs.js writes needs no test.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withPageAddresses } from '../scripts/page-addresses.js';
import { PLACEHOLDER } from '../scripts/workflows.js';
import { COMMAND_LIST } from '../src/cli/command-list.ts';
import { loadProject } from '../src/documents/load-project.ts';
import { PROJECT_FIELDS } from '../src/documents/project-fields.ts';
import { filesInMemory, workingTreeFiles } from '../src/documents/project-files.ts';
import { EXIT } from '../src/errors.ts';
import { COMMANDS, INPUTS } from '../src/github/inputs.ts';
import { OUTPUTS, RESULTS } from '../src/github/outputs.ts';
import { templateProblems } from '../src/model/comment-template.ts';
import { fullContext } from '../src/model/context.ts';
import { DIAGNOSTIC_CODES, Source } from '../src/model/diagnostic.ts';
import * as documentFields from '../src/model/document-fields.ts';
import { LIMIT_NAMES, SCOPE_FIELDS } from '../src/model/project.ts';
import { SOURCE_FIELDS } from '../src/model/sources.ts';
import { keysIn, VDTS } from '../src/model/state.ts';
import { type OptionName, OPTIONS, variableOf } from '../src/options.ts';
import { RULES } from '../src/plan/guard.ts';
import { heaviest, indexGroups, weigher } from '../src/semantics/resolution.ts';
import { readServeConfig } from '../src/server/settings.ts';
import { VERSION } from '../src/version.ts';
import {
  anchors,
  DOCS,
  fences,
  filesBelow,
  found,
  PAGES,
  read,
  withoutFences,
} from './helpers/pages.ts';
import { ROOT } from './helpers/run.ts';

interface Action {
  inputs: Record<string, { description?: string }>;
  outputs: Record<string, { description?: string }>;
  runs: { using: string; main: string };
}
const action: Action = parse(read('action.yml'));
const [format, githubAction, cli] = ['format', 'github-action', 'cli'].map((name) =>
  read(`docs/${name}.md`),
) as [string, string, string];
const SOURCE = filesBelow('src', /\.ts$/).map(read).join('\n');
const ALL = PAGES.map(read).join('\n');

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

/** The flags of each command. */
const FLAGS = new Map(
  Object.entries(COMMAND_LIST).map(([name, { options }]): [string, string[]] => {
    const own = options.flatMap(({ flags }) => /--[a-z-]+/.exec(flags) ?? []);
    return [name, ['--help', '--color', '--no-color', ...own]];
  }),
);

/** What of a list another one lacks. */
function missing(from: Iterable<string>, there: Iterable<string>): string[] {
  const all = new Set(there);
  return [...new Set(from)].filter((name) => !all.has(name));
}

describe('action.yml', () => {
  const { inputs, outputs, runs } = action;

  it('has the inputs that the action reads, and the outputs that it sets, each explained', () => {
    expect(Object.keys(inputs).sort()).toEqual([...INPUTS].sort());
    expect(Object.keys(outputs)).toEqual([...OUTPUTS]);
    for (const [name, { description }] of Object.entries({ ...inputs, ...outputs }))
      expect(description, name).toMatch(/\.$/);
  });

  it('names every command and every result', () => {
    const named = (text = '') => found(text, /`([a-z-]+)`/g);
    expect(missing(COMMANDS, named(inputs.command?.description))).toEqual([]);
    expect(missing(RESULTS, named(outputs.result?.description))).toEqual([]);
  });

  it('starts what the build makes', () => {
    expect(runs).toEqual({ using: 'node24', main: 'dist/action/index.js' });
    expect(existsSync(join(ROOT, runs.main))).toBe(true);
  });
});

it('README.md is short, and links every page of docs/', () => {
  expect(statSync(join(ROOT, 'README.md')).size).toBeLessThanOrEqual(12 * 1024);
  expect(missing(DOCS, found(read('README.md'), /\]\(([^)#]+)\)/g))).toEqual([]);
});

describe('each page', () => {
  // A Git host does not show what is behind the language of a block.
  it.each(PAGES)('%s says in its text which file a block is', (path) => {
    const unsaid = read(path)
      .split(/^(?=## )/m)
      .flatMap((section) => {
        const names = fences(section).map(({ name }) => name);
        const text = withoutFences(section);
        return names.filter((name) => name !== '' && !text.includes(`\`${name}\``));
      });
    expect(unsaid).toEqual([]);
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

  // An interactive zsh passes a comment on as arguments, all shells take `<` for a file, and between double quotes `!` names
  // an earlier command.
  it.each(PAGES)('%s has commands that can be pasted into any shell', (path) => {
    const lines = codeIn(path, 'sh');
    const unquoted = (line: string) => line.replace(/'[^']*'|"[^"]*"/g, '').replace(/; do$/, '');
    expect(lines.filter((line) => /[#*<;]/.test(unquoted(line)))).toEqual([]);
    expect(lines.filter(isReplaced)).toEqual([]);
  });

  it.each(PAGES)('%s can be read without scrolling sideways, and in one sitting', (path) => {
    expect(codeIn(path, 'sh', 'ts', 'yaml').filter((line) => line.length > 100)).toEqual([]);
    const isLookedUp = path === 'docs/messages.md' || path === 'docs/cli.md';
    expect(statSync(join(ROOT, path)).size <= 25 * 1024 || isLookedUp).toBe(true);
  });

  it.each(PAGES)('%s names commands and flags that exist', (path) => {
    const spans = found(read(path), /`(confighub-sync [^`]+)`/g);
    const calls = [...codeIn(path, 'sh'), ...spans].flatMap((line) => [
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

  const others = ['bench', 'test', 'test/guards', 'test/simulation', 'test/server'];
  const ofRoot = readdirSync(ROOT).filter((name) => name.endsWith('.md') && name !== 'README.md');
  it.each([...PAGES, ...ofRoot, ...others.map((folder) => `${folder}/README.md`)])(
    '%s has no link to a file or a heading that is not there',
    (file) => {
      const links = found(withoutFences(read(file)), /\]\(([^)\s]+)\)/g);
      const isDead = (link: string) => !/^https?:/.test(link) && !isThere(link, file);
      expect(links.filter(isDead)).toEqual([]);
    },
  );

  it.each(PAGES)('%s has no two places of one name', (file) => {
    const names = anchors(read(file));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

/** The lines of the blocks in some languages. */
function codeIn(path: string, ...languages: string[]): string[] {
  return fences(read(path)).flatMap(({ language, text }) =>
    languages.includes(language) ? text.split('\n') : [],
  );
}

/** Whether an interactive shell would put an earlier command into a line. */
function isReplaced(line: string): boolean {
  return /"[^"]*!/.test(line.replace(/'[^']*'/g, ''));
}

function isThere(link: string, from = 'README.md'): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchors(read(target)).includes(anchor);
}

describe('docs', () => {
  it('warn of the five things that cannot be undone, and of nothing else', () => {
    const callouts = PAGES.flatMap((path) =>
      found(read(path), /^> \[!(\w+)\]$/gm).map((kind) => `${kind} ${path}`),
    );
    const pages = [
      'drift-and-deletions',
      'drift-and-deletions',
      'environments',
      'secrets',
      'security',
    ];
    expect(callouts).toEqual(pages.map((name) => `WARNING docs/${name}.md`));
  });

  it('have a picture of elements that a browser knows', () => {
    const elements = new Set(found(read('docs/plan.svg'), /<(\w+)/g));
    expect(elements).toEqual(new Set(['svg', 'style', 'rect', 'circle', 'text']));
  });

  it('have a glossary in order, which the pages that explain things link', () => {
    const [, table = ''] = read('docs/glossary.md').split('\n| word');
    const words = found(table, /^\| ([^|]+) \|/gm).slice(1);
    const plain = words.map((word) => word.replaceAll('`', '').toLowerCase());
    expect(plain).toEqual(plain.toSorted());
    const needed =
      'context level element item desired live drift prune scope digest unmanaged plan apply record target vdt opp';
    expect(missing(needed.split(' '), plain)).toEqual([]);
    for (const page of ['getting-started', 'format', 'how-it-works', 'pull-requests'])
      expect(read(`docs/${page}.md`)).toContain('(glossary.md)');
  });

  it('and --help have no example with an exclamation mark that an interactive shell would replace', () => {
    const examples = Object.values(COMMAND_LIST).flatMap((command) => command.examples);
    expect(examples.filter(([example]) => isReplaced(example))).toEqual([]);
  });

  it.each(Object.values(EXIT))('explain the exit code %i', (status) => {
    expect(cli).toMatch(new RegExp(`^\\| ${status} \\|`, 'm'));
  });

  it('name every value type', () => {
    expect(format).toContain(VDTS.map((vdt) => `\`${vdt}\``).join(' '));
  });

  it('explain each event that the action tells from others', () => {
    const [, section = ''] = /^## Events\n(.*?)^## /ms.exec(githubAction) ?? [];
    const events = found(read('src/github/event.ts'), /event (?:===|!==) '(\w+)'/g);
    expect(new Set(events).size).toBeGreaterThan(4);
    expect(missing(events, found(section, /`(\w+)`/g))).toEqual([]);
  });

  it('begin what they say of a command with an example of it', () => {
    const sections = cli.split(/^### /m).slice(1);
    for (const section of sections) {
      // A block to paste, or a table of command lines, each with what it does.
      const first = /^(?:\| `|```sh\n|`)(confighub-sync .*)/m.exec(section)?.[1];
      expect(first).toMatch(new RegExp(`^confighub-sync ${section.split('\n')[0]}\\b`));
    }
    expect(sections.length).toBe(FLAGS.size);
  });

  it('say which value an application gets', () => {
    const { state } = loadShown(format);
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

  it('show a template for comments without an error', () => {
    const shown = fences(read('docs/how-it-works.md')).find(({ text }) =>
      text.startsWith('change-comment:'),
    );
    const { 'change-comment': template }: Record<string, string> = parse(shown?.text ?? '');
    expect(templateProblems(template ?? '{unknown}')).toEqual([]);
  });

  it('show a server that serve accepts', () => {
    const shown = fences(read('docs/embedded-server.md')).find(
      ({ language }) => language === 'yaml',
    );
    const { repositories, diagnostics } = readServeConfig(
      new Source('server.yaml', shown?.text ?? ''),
    );
    expect(diagnostics).toEqual([]);
    expect(repositories.flatMap(({ tokens = {} }) => Object.keys(tokens))).toEqual(['ci', 'old']);
  });

  it('show steps whose inputs exist', () => {
    const steps = fences(ALL)
      .filter(({ language, text }) => language === 'yaml' && /^- /.test(text))
      .flatMap(({ text }) => parse(text) as { uses?: string; with?: object }[])
      .filter(({ uses }) => uses === PLACEHOLDER);
    expect(steps.length).toBeGreaterThan(2);
    const inputs = steps.flatMap((step) => Object.keys(step.with ?? {}));
    expect(missing(inputs, INPUTS)).toEqual([]);
  });

  const project = 'version: 1\nurl: https://config.example.com\nrepository: acme/shop\n';
  it.each([
    ['README.md', { 'confighub.yaml': project }, { files: 1, keys: 4 }],
    ['docs/format.md', {}, { files: 4, keys: 8 }],
  ])('show in %s a project that loads without an error or a warning', (path, others, counts) => {
    const { diagnostics, state, files } = loadShown(read(path), others);
    expect(diagnostics).toEqual([]);
    expect({ files, keys: keysIn(state).length }).toEqual(counts);
  });

  it('have a shop as an example that loads without an error or a warning', () => {
    const folder = join(ROOT, 'examples/shop');
    const { diagnostics, state } = loadProject(workingTreeFiles(folder, folder), { env: {} });
    expect(diagnostics).toEqual([]);
    expect(keysIn(state).length).toBeGreaterThanOrEqual(40);
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
function loadShown(page: string, others: Record<string, string> = {}) {
  const snippets = fences(page).filter(({ name }) => name !== '');
  const files = {
    'config/content/banner.html': 'text\n',
    'config/content/app.conf': 'text\n',
    ...others,
    ...Object.fromEntries(snippets.map(({ name, text }) => [name, text])),
  };
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  const { diagnostics, state } = loadProject(filesInMemory(bytes), {
    env: { DB_PASSWORD: 'x', DATABASE_GROUP_PASSWORD: 'passw0rd' },
  });
  return { diagnostics, state, files: snippets.length };
}

describe('docs/messages.md', () => {
  it('explains each code once, and no code that nothing uses', () => {
    const explained = [...MESSAGES.keys()];
    expect(MESSAGE_GROUPS.flat()).toHaveLength(explained.length);
    const codes = [...found(SOURCE, /\bcode: '([a-z][a-z0-9-]+)'/g), ...DIAGNOSTIC_CODES];
    expect(missing(codes, explained)).toEqual([]);
    expect(missing(explained, found(SOURCE, /'([a-z][a-z0-9-]+)'/g))).toEqual([]);
  });

  // What both find: a value that does not fit, or that looks like a secret.
  it('gives each code one meaning, in the files and in a plan', () => {
    const rules = new Set<string>(RULES.map(({ code }) => code));
    const shared = DIAGNOSTIC_CODES.filter((code) => rules.has(code));
    expect(shared).toEqual(['value-type', 'secret-in-file']);
  });

  it('begins with the thirty most frequent, each with an example; the others are in order', () => {
    const [frequent = [], ...groups] = MESSAGE_GROUPS;
    const isExample = /^\| (?:before \| after|.* \| what to do) \|$/m;
    expect([frequent.length, frequent.filter(([, text]) => isExample.test(text)).length]).toEqual([
      30, 30,
    ]);
    expect(groups.length).toBeGreaterThan(3);
    for (const group of groups) {
      const codes = group.map(([code]) => code);
      expect(codes).toEqual(codes.toSorted());
    }
  });

  it('says first what kind of message each is, and then why it happens', () => {
    const kind =
      /^\*\*(?:Error(?: in the files|, exit code 4|, rejected by the server)?|Refused(?:; can be approved)?|Warning)\.\*\*\n/;
    const isRight = (text: string) =>
      kind.test(text) && /\w/.test(text.replace(/^(?:\*\*|>).*$/gm, ''));
    expect([...MESSAGES].filter(([, text]) => !isRight(text))).toEqual([]);
  });
});

describe('every name', () => {
  const all = `${ALL}\n${read('SECURITY.md')}`;

  it('of a flag in the text is one of the program', () => {
    const ofOthers = 'tag rm volume user env exit-code global prefix';
    const more = 'add db-password quiet verbose version';
    const flags = `${ofOthers} ${more}`.split(' ').map((name) => `--${name}`);
    const spans = found(withoutFences(all), /`([^`]+)`/g).join('\n');
    const named = found(spans, /(?:^|[\s'=])(--[a-z][a-z-]*)/gm);
    expect(missing(named, [...[...FLAGS.values()].flat(), ...flags])).toEqual([]);
  });

  it('of an input or output is in action.yml, in recipes and workflows to copy, too', () => {
    expect(missing(found(all, /\binputs? `([a-z-]+)[`:]/g), INPUTS)).toEqual([]);
    expect(missing(found(all, /\boutputs? `([a-z-]+)`/g), OUTPUTS)).toEqual([]);
    const workflows = filesBelow('examples/workflows', /./).map(read);
    const used = found([githubAction, ...workflows].join('\n'), /steps\.\w+\.outputs\.([\w-]+)/g);
    expect(used.length).toBeGreaterThan(4);
    expect(missing(used, [...OUTPUTS, 'artifact-id'])).toEqual([]);
  });

  it('of a variable is in the text and in the program', () => {
    /** Secrets that workflows name, tokens of targets in examples, and what a job of another CI fetches. */
    const shown =
      'READ_TOKEN WRITE_TOKEN TOKEN_SHOP TOKEN_SHOP_EU TOKEN_BILLING TOKEN_ SYNC_FROM SYNC_COMMIT'.split(
        ' ',
      );
    const variablesIn = (text: string) => found(text, /\bCONFIGHUB_([A-Z_]+)/g);
    const ofOptions = Object.entries(OPTIONS).flatMap(([name, option]) =>
      'env' in option ? variableOf(name as OptionName).slice('CONFIGHUB_'.length) : [],
    );
    const [told, known] = [variablesIn(all), [...variablesIn(SOURCE), ...ofOptions]];
    expect(missing(told, [...known, ...shown])).toEqual([]);
    expect(missing(known, [...told, ...shown])).toEqual([]);
  });

  it('of a field is in the text and in the program', () => {
    const ofDocuments = Object.entries(documentFields).flatMap(([name, list]) =>
      name.endsWith('_FIELDS') ? (list as readonly string[]) : [],
    );
    const fields = [
      PROJECT_FIELDS,
      SCOPE_FIELDS,
      SOURCE_FIELDS,
      LIMIT_NAMES,
      ...ofDocuments,
    ].flat();
    const tables = found(
      read('docs/format.md') + read('docs/sources.md'),
      /^\| (?:field|setting) \|.*\n((?:\|.*\n)+)/gm,
    );
    const told = tables.flatMap((rows) => rows.match(/^\| [^|]+/gm) ?? []).join('\n');
    expect(missing(found(told, /`(\w+)/g), fields)).toEqual([]);
    const named = [...found(all, /`(\w+)(?=[`:])/g), ...found(all, /(?:^|[\s{])(\w+):/gm)];
    expect(missing(fields, named)).toEqual([]);
  });

  it('of a run-time dependency has a reason in docs/architecture.md, and an exact version', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    // The action has them in its bundle; a program that uses the package does not need them.
    const { '@actions/core': core, '@actions/github': github } = devDependencies;
    const versions = { ...dependencies, '@actions/core': core, '@actions/github': github };
    const [, section = ''] = read('docs/architecture.md').split('## Run-time dependencies');
    const rows = found(section.split('\n## ')[0] ?? '', /^\|([^|]*`[^|]*)\|/gm).join();
    expect(found(rows, /`([^`]+)`/g).sort()).toEqual(Object.keys(versions).sort());
    for (const version of Object.values(versions)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('pages that the program, the schemas and the examples name', () => {
  it('are there', () => {
    const paths = [
      ...filesBelow('src', /\.ts$/),
      ...filesBelow('schema', /\.json$/),
      ...filesBelow('examples', /\.ya?ml$/),
      'action.yml',
    ];
    const named = paths.flatMap((path) =>
      found(read(path), /(?<![\w/])(docs\/[\w-]+\.md(?:#[\w-]+)?)/g).map((page) => ({
        path,
        page,
      })),
    );
    expect(named.filter(({ page }) => !isThere(page))).toEqual([]);
    expect(named.length).toBeGreaterThan(80);
  });

  const site = { homepage: 'https://sync.example.com/', version: '1.2.3' };

  it('are those of the site, of this version, once package.json names a homepage', () => {
    const text = 'See docs/cli.md, and docs/drift-and-deletions.md#rolling-back.';
    expect(withPageAddresses(text, { version: '1.2.3' })).toBe(text);
    expect(withPageAddresses(text, site)).toBe(
      'See https://sync.example.com/v1.2.3/docs/cli.html, and https://sync.example.com/v1.2.3/docs/drift-and-deletions.html#rolling-back.',
    );
  });

  it('are also addresses in the comments that init writes', () => {
    const written = withPageAddresses(read('src/import/new-project.ts'), site);
    expect(written).toContain(
      '# All settings: https://sync.example.com/v1.2.3/docs/format.html.\\n',
    );
    expect(written).not.toMatch(/\bdocs\/[\w-]+\.md/);
  });
});

it('the version is the one of package.json', () => {
  expect(VERSION).toBe(JSON.parse(read('package.json')).version);
});
