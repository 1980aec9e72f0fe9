// The shape of src/: who may import whom, who touches the world, and what no module does (AGENTS.md).
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMAND_LIST } from '../src/cli/command-list.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

interface Import {
  /** A package, `node:fs`, or a path relative to src/. */
  target: string;
  typeOnly: boolean;
}

interface Module {
  /** Relative to src/. */
  path: string;
  /** Behind a `#!`. */
  firstLine: string;
  /** Without comments. */
  code: string;
  imports: Import[];
}

const MODULES: Module[] = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(SRC.length).replace(/^\/+/, ''))
  .sort()
  .map(readModule);

function readModule(path: string): Module {
  const text = readFileSync(join(SRC, path), 'utf8');
  const code = withoutComments(text);
  return {
    path,
    firstLine: text.replace(/^#!.*\n/, '').split('\n', 1)[0] ?? '',
    code,
    imports: importsOf(path, code),
  };
}

/** Comments stand on lines of their own, or behind a space at the end of one. */
function withoutComments(text: string): string {
  return text
    .replace(/^\s*\/\*[\s\S]*?\*\/[ \t]*$/gm, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/[ \t]+\/\/ .*$/gm, '');
}

function importsOf(path: string, code: string): Import[] {
  const statements = [
    ...code.matchAll(/^(import|export)\b(?<what>[^;'"]*?)\bfrom\s+'(?<target>[^']+)'/gm),
  ];
  const bare = [...code.matchAll(/^import\s+'(?<target>[^']+)'/gm)];
  const dynamic = [...code.matchAll(/\bimport\(\s*'(?<target>[^']+)'/g)];
  return [...statements, ...bare, ...dynamic].map(({ groups }) => {
    const target = groups?.target ?? '';
    const what = groups?.what?.trim() ?? '';
    return {
      target: target.startsWith('.') ? normalize(join(dirname(path), target)) : target,
      typeOnly: /^type\b/.test(what) || /^\{\s*(?:type [^,]+,?\s*)+\}$/.test(what),
    };
  });
}

function isLocal({ target }: Import): boolean {
  return target.endsWith('.ts');
}

/** `commands` for `commands/plan.ts`; a file at the top is a place of its own. */
function placeOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : path;
}

describe('who may import whom', () => {
  const ENTRIES = [
    'model',
    'lib',
    'errors.ts',
    'options.ts',
    'runtime.ts',
    'project',
    'world',
    'commands',
    'core',
    'render',
  ];
  const SHARED = [
    'model',
    'lib',
    'semantics',
    'errors.ts',
    'options.ts',
    'documents',
    'record',
    'remote',
    'plan',
  ];
  /** A place, or one file of it. Whatever is not listed here is refused, so that a new place is a decision. */
  const ALLOWED: Record<string, readonly string[]> = {
    lib: [],
    model: ['lib'],
    semantics: ['model', 'lib'],
    'version.ts': [],
    'errors.ts': ['model', 'lib'],
    'options.ts': ['model', 'lib', 'errors.ts'],
    documents: ['model', 'lib', 'semantics'],
    record: ['model', 'lib', 'errors.ts'],
    plan: ['model', 'lib', 'semantics'],
    remote: ['model', 'lib', 'semantics', 'errors.ts'],
    // The repositories of a server are shown as they are read.
    render: ['model', 'lib', 'semantics', 'errors.ts', 'version.ts', 'remote/wire.ts'],
    // The configuration of a server is read as documents are.
    server: ['model', 'lib', 'semantics', 'errors.ts', 'documents'],
    stages: ['model', 'lib', 'semantics', 'plan'],
    // Decides what is asked, and asks only through its world.
    core: [...SHARED, 'stages'],
    'runtime.ts': ['model', 'record', 'options.ts'],
    project: [...SHARED, 'core', 'runtime.ts'],
    history: [...SHARED, 'core', 'project'],
    world: [
      ...SHARED,
      'core',
      'project',
      'runtime.ts',
      // The version of what one run writes as JSON, and another reads.
      'render/json.ts',
    ],
    import: [...SHARED, 'core', 'project', 'world', 'runtime.ts'],
    // By the editing of imports, and by the comparison of contexts.
    promote: [...SHARED, 'import', 'show'],
    // Two texts are compared as they may be shown.
    show: [...SHARED, 'core', 'project', 'world', 'runtime.ts', 'render/mask.ts'],
    commands: [
      ...SHARED,
      'core',
      'project',
      'world',
      'runtime.ts',
      'history',
      'import',
      'promote',
      'server',
      'show',
    ],
    cli: [
      ...ENTRIES,
      'version.ts',
      'import',
      // What the names are that a plan shows.
      'show/asked.ts',
      // The format of `--env-file`.
      'documents/source-formats.ts',
      'remote/push-body.ts',
      'plan/push-batches.ts',
      'plan/digest.ts',
    ],
    'cli.ts': ['cli'],
    github: [...ENTRIES, 'plan/digest.ts'],
    'action.ts': [...ENTRIES, 'github', 'record/git-credentials.ts'],
  };

  test('every place is in the table, and the table names no other', () => {
    expect([...new Set(MODULES.map(({ path }) => placeOf(path)))].sort()).toEqual(
      Object.keys(ALLOWED).sort(),
    );
  });

  test('no import goes against it', () => {
    const wrong = MODULES.flatMap(({ path, imports }) =>
      imports
        .filter(isLocal)
        .filter(({ target }) => placeOf(target) !== placeOf(path))
        .filter(({ target }) => {
          const allowed = ALLOWED[placeOf(path)] ?? [];
          return !allowed.includes(placeOf(target)) && !allowed.includes(target);
        })
        .map(({ target }) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('what is imported is there', () => {
    const paths = new Set(MODULES.map(({ path }) => path));
    const missing = MODULES.flatMap(({ imports }) =>
      imports.filter(isLocal).filter(({ target }) => !paths.has(target)),
    );
    expect(missing).toEqual([]);
    expect(MODULES.flatMap(({ imports }) => imports.filter(isLocal)).length).toBeGreaterThan(150);
  });

  // `grep` is how people enter: a name leads to one place.
  test.each([
    ['type', /^(?:export )?(?:interface|type|class) (\w+)/gm],
    ['exported function', /^export (?:async )?function\*? (\w+)/gm],
  ])('the name of a %s is declared once', (_, declaration) => {
    const places = MODULES.flatMap(({ path, code }) =>
      [...code.matchAll(declaration)].map(([, name = '']) => ({ name, path })),
    );
    const twice = places.filter(({ name }, at) => {
      return places.findIndex((one) => one.name === name) !== at;
    });
    expect(twice).toEqual([]);
    expect(places.length).toBeGreaterThan(200);
  });

  test('model knows no package at all', () => {
    const packages = MODULES.filter(({ path }) => placeOf(path) === 'model')
      .flatMap(({ imports }) => imports)
      .filter((one) => !isLocal(one))
      .map(({ target }) => target);
    expect([...new Set(packages)].sort()).toEqual([]);
  });

  test('no cycle of folders, nor of modules, types included', () => {
    const edges = MODULES.flatMap(({ path, imports }) =>
      imports.filter(isLocal).map((one) => ({ from: path, to: one.target })),
    );
    const folders = edges
      .map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to) }))
      .filter(({ from, to }) => from !== to);
    expect(cycleIn(folders)).toBeUndefined();
    expect(cycleIn(edges)).toBeUndefined();
  });

  test('a command of every day loads nothing of those that set a project up', () => {
    const others =
      /^(?:import|server|cli\/setup|cli\/completion)\/|^commands\/(?:import|info|init|serve)\.ts|^yaml$/;
    expect(reached('cli/commands/index.ts').filter((path) => others.test(path))).toEqual([]);
  });

  test('commands/ has one file for each command of the command line, but for that of the shell', () => {
    const verbs = Object.keys(COMMAND_LIST).filter((name) => name !== 'completion');
    const files = MODULES.flatMap(({ path }) => (placeOf(path) === 'commands' ? path : []));
    expect(files).toEqual(verbs.sort().map((verb) => `commands/${verb}.ts`));
  });

  test('the action loads no CLI, the CLI no action and nothing of GitHub', () => {
    expect(reached('action.ts').filter((path) => /^cli|commander|cli-table3/.test(path))).toEqual(
      [],
    );
    expect(reached('cli.ts').filter((path) => /^github\/|^action|@actions/.test(path))).toEqual([]);
  });
});

interface Edge {
  from: string;
  to: string;
}

/** `a → b → a`, if there is one. */
function cycleIn(edges: readonly Edge[]): string | undefined {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string | undefined => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node].join(' → ');
    if (done.has(node)) return undefined;
    for (const { from, to } of edges) {
      const cycle = from === node ? visit(to, [...way, node]) : undefined;
      if (cycle !== undefined) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const { from } of edges) {
    const cycle = visit(from, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** Modules and packages that come along at run time. */
function reached(start: string): string[] {
  const found = new Set<string>();
  const queue = [start];
  for (const path of queue) {
    for (const { target, typeOnly } of MODULES.find((one) => one.path === path)?.imports ?? []) {
      if (typeOnly || found.has(target)) continue;
      found.add(target);
      queue.push(target);
    }
  }
  return [...found];
}

/** What reaches out of the process. */
const WORLD =
  /^(?:node:)?(?:fs|fs\/promises|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|os|process|readline|timers|timers\/promises|tty|diagnostics_channel)$|^@actions\/|^commander$/;

describe('who touches the world', () => {
  /** Files, network, processes, the terminal, the runner, the clock, randomness. Longer only by decision. */
  const EDGES = [
    'action.ts',
    'cli.ts',
    'cli/commands/run-command.ts',
    'cli/commands/terminal.ts',
    'cli/program.ts',
    'cli/setup/init.ts',
    'cli/setup/workflows.ts',
    'documents/project-files.ts',
    'github/api.ts',
    'github/event.ts',
    'github/fail.ts',
    'github/inputs.ts',
    'github/log.ts',
    'github/outputs.ts',
    'github/publish.ts',
    'github/workflow-report.ts',
    'import/write-files.ts',
    'lib/system.ts',
    'lib/trace.ts',
    'project/open-project.ts',
    'record/conversions.ts',
    'record/git-history.ts',
    'record/git-objects.ts',
    'record/git-repository.ts',
    'record/git.ts',
    'record/record.ts',
    'record/refs.ts',
    'record/working-tree-status.ts',
    'remote/connections.ts',
    'remote/http.ts',
    'runtime.ts',
    'server/data-file.ts',
    'server/http-exchange.ts',
    'server/http-server.ts',
    'world/plan-file.ts',
    'world/records.ts',
  ];
  const TOUCHES: readonly (readonly [what: string, pattern: RegExp])[] = [
    ['process', /\bprocess\s*[.[]|\bglobalThis\b/],
    ['console', /\bconsole\s*\./],
    ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\./],
    [
      'randomness',
      /\bMath\.random\b|\brandom(?:UUID|Bytes|Int|FillSync)\b|\bgetRandomValues\b|\bmkdtemp/,
    ],
    ['timers', /\bset(?:Timeout|Interval|Immediate)\s*\(|\bqueueMicrotask\b/],
    ['fetch', /\bfetch\s*\(/],
  ];

  test('the marked ones are these', () => {
    const marked = MODULES.filter(({ firstLine }) => firstLine.includes('[edge]')).map(
      ({ path }) => path,
    );
    expect(marked).toEqual(EDGES);
  });

  test('and no others', () => {
    const wrong = MODULES.filter(({ firstLine }) => !firstLine.includes('[edge]')).flatMap(
      ({ path, code, imports }) => [
        ...imports
          .filter(({ target, typeOnly }) => !typeOnly && WORLD.test(target))
          .map(({ target }) => `${path} imports ${target}`),
        ...TOUCHES.filter(([, pattern]) => pattern.test(code)).map(
          ([what]) => `${path} touches ${what}`,
        ),
      ],
    );
    expect(wrong).toEqual([]);
  });

  test('this test would see it', () => {
    const code = withoutComments(
      "// process.env\nimport { x } from 'node:fs';\nconst url = 'http://a'; // Date.now()\n",
    );
    expect(importsOf('a/b.ts', code)).toEqual([{ target: 'node:fs', typeOnly: false }]);
    expect(TOUCHES.some(([, pattern]) => pattern.test(code))).toBe(false);
    expect(TOUCHES.filter(([, pattern]) => pattern.test('process.env; new Date()')).length).toBe(2);
    expect(importsOf('a/b.ts', "import { type A, type B } from '../c.ts';")).toEqual([
      { target: 'c.ts', typeOnly: true },
    ]);
  });
});

describe('the core', () => {
  test('reaches nothing that touches the world, also not through others', () => {
    const edges = MODULES.filter(({ firstLine }) => firstLine.includes('[edge]')).map(
      ({ path }) => path,
    );
    const core = MODULES.filter(({ path }) => placeOf(path) === 'core').map(({ path }) => path);
    const wrong = core.flatMap((path) =>
      reached(path).flatMap((to) =>
        edges.includes(to) || WORLD.test(to) ? `${path} → ${to}` : [],
      ),
    );
    expect(core.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

describe('what no module does', () => {
  function found(pattern: RegExp): string[] {
    return MODULES.flatMap(({ path, code }) =>
      code.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
  }

  test('begin without a comment that says what it is for', () => {
    const bad = MODULES.filter(
      ({ firstLine }) => !/^\/\/ .{20,}[.?](?: \[edge\])?$/.test(firstLine),
    );
    expect(bad.map(({ path, firstLine }) => `${path}: ${firstLine}`)).toEqual([]);
  });

  test('any', () => expect(found(/(?::|\bas|<|\||&|,)\s*any\b(?!\s*[:(])/)).toEqual([]));
  test('non-null assertions', () => expect(found(/[\w)\]]!(?:[.;,)\]}[]|$)/)).toEqual([]));
  test('suppressed types or rules', () => {
    const texts = MODULES.map(({ path }) => ({
      path,
      text: readFileSync(join(SRC, path), 'utf8'),
    }));
    const wrong = texts.filter(({ text }) =>
      /@ts-(?:ignore|nocheck|expect-error)|biome-ignore/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
  test('end the process', () =>
    expect(found(/\bprocess\s*\.\s*(?:exit|abort|reallyExit)\s*\(/)).toEqual([]));
  // On Windows it is `\\\\.\\nul`, which Git cannot read as its settings; Git knows `/dev/null` on every system.
  test('name the null device of the system', () => expect(found(/\bdevNull\b/)).toEqual([]));
  test('default exports, and barrels', () => expect(found(/^export (?:default|\*)/)).toEqual([]));
});

describe('the pages that describe the modules', () => {
  const root = fileURLToPath(new URL('../', import.meta.url));

  test('AGENTS.md has the folders and files of src/ in its tree', () => {
    const [, tree = ''] =
      /^src\/\n((?:[├└│].*\n)+)/m.exec(readFileSync(join(root, 'AGENTS.md'), 'utf8')) ?? [];
    const named = [...tree.matchAll(/^[├└]── ([\w.]+)\/?/gm)].map(([, name = '']) => name);
    const left = ['version.ts'];
    expect([...named, ...left].sort()).toEqual(readdirSync(SRC).sort());
  });

  test('comments name pages that are there', () => {
    const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.md'),
    );
    const pages = all
      .filter((path) => !path.includes('node_modules'))
      .map((path) => basename(path));
    const named = MODULES.flatMap(({ path }) => {
      const comments = readFileSync(join(SRC, path), 'utf8').match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? [];
      return comments.flatMap((line) =>
        [...line.matchAll(/\b([\w-]+\.md)\b/g)].map(([, name = '']) => name),
      );
    });
    expect(named.length).toBeGreaterThan(30);
    expect([...new Set(named)].filter((name) => !pages.includes(name))).toEqual([]);
  });

  test.each(['docs/architecture.md', 'AGENTS.md'])('%s names modules that are there', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`(?:src\/)?((?!test\/)[a-z][a-z/-]*\.ts)`/g)].map(
      ([, path = '']) => path,
    );
    const paths = MODULES.map(({ path }) => path);
    expect(
      named.filter((path) => !paths.some((one) => one === path || one.endsWith(`/${path}`))),
    ).toEqual([]);
    expect(named.length).toBeGreaterThan(0);
  });
});
