// The shape of src/: no cycles, who touches the world, and what no module does (AGENTS.md). Types and lint see the rest.
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

describe('imports', () => {
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
  /** Beside files, network, processes and the runner. */
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

  test('only what is marked with [edge]', () => {
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

  test.each(['docs/architecture.md', 'AGENTS.md', 'CONTRIBUTING.md'])(
    '%s names modules that are there',
    (page) => {
      const text = readFileSync(join(root, page), 'utf8');
      const named = [...text.matchAll(/`(?:src\/)?((?!test\/)[a-z][a-z/-]*\.ts)`/g)].map(
        ([, path = '']) => path,
      );
      const paths = MODULES.map(({ path }) => path);
      expect(
        named.filter((path) => !paths.some((one) => one === path || one.endsWith(`/${path}`))),
      ).toEqual([]);
      expect(named.length).toBeGreaterThan(0);
    },
  );
});
