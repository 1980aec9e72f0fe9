// The shape of src/: no cycles, who touches the world, and what no module does (AGENTS.md). Types and lint see the rest.
import { readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path/posix';
import { describe, expect, test } from 'vitest';
import { COMMAND_LIST } from '../src/cli/command-list.ts';
import { filesBelow, found, read } from './helpers/pages.ts';
import { ROOT } from './helpers/run.ts';

interface Import {
  /** A package, `node:fs`, or a path relative to src/. */
  target: string;
  typeOnly: boolean;
}

interface Module {
  /** Relative to src/. */
  path: string;
  text: string;
  /** Behind a `#!`. */
  firstLine: string;
  /** Without comments. */
  code: string;
  imports: Import[];
}

const MODULES: Module[] = filesBelow('src', /\.ts$/)
  .map((path) => path.slice('src/'.length))
  .sort()
  .map((path) => {
    const text = read(`src/${path}`);
    const code = withoutComments(text);
    const [firstLine = ''] = text.replace(/^#!.*\n/, '').split('\n', 1);
    return { path, text, firstLine, code, imports: importsOf(path, code) };
  });

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
    const imports = MODULES.filter(({ path }) => placeOf(path) === 'model').flatMap(
      (module) => module.imports,
    );
    expect(imports.filter((one) => !isLocal(one))).toEqual([]);
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
    const [ofAction, ofCli] = [reached('action.ts'), reached('cli.ts')];
    expect(ofAction.filter((path) => /^cli|commander|cli-table3/.test(path))).toEqual([]);
    expect(ofCli.filter((path) => /^github\/|^action|@actions/.test(path))).toEqual([]);
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
  const targets = new Set([start]);
  for (const path of targets)
    for (const { target, typeOnly } of MODULES.find((one) => one.path === path)?.imports ?? [])
      if (!typeOnly) targets.add(target);
  return [...targets].slice(1);
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
    const unmarked = MODULES.filter(({ firstLine }) => !firstLine.includes('[edge]'));
    const wrong = unmarked.flatMap(({ path, code, imports }) => {
      const world = imports.filter(({ target, typeOnly }) => !typeOnly && WORLD.test(target));
      const touched = TOUCHES.filter(([, pattern]) => pattern.test(code));
      return [...world.map(({ target }) => target), ...touched.map(([what]) => what)].map(
        (what) => `${path}: ${what}`,
      );
    });
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

test('the core reaches nothing that touches the world, also not through others', () => {
  const edges = MODULES.filter(({ firstLine }) => firstLine.includes('[edge]')).map(
    ({ path }) => path,
  );
  const core = MODULES.filter(({ path }) => placeOf(path) === 'core');
  const isWorld = (path: string) => edges.includes(path) || WORLD.test(path);
  const wrong = core.flatMap(({ path }) =>
    reached(path)
      .filter(isWorld)
      .map((to) => `${path} → ${to}`),
  );
  expect(core.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

describe('no module', () => {
  test.each([
    ['ends the process', /\bprocess\s*\.\s*(?:exit|abort|reallyExit)\s*\(/],
    // On Windows it is `\\\\.\\nul`, which Git cannot read as its settings; Git knows `/dev/null` on every system.
    ['names the null device of the system', /\bdevNull\b/],
    ['has a default export, or is a barrel', /^export (?:default|\*)/],
  ])('%s', (_, pattern) => {
    const lines = MODULES.flatMap(({ path, code }) =>
      code.split('\n').map((line) => ({ path, line })),
    );
    expect(lines.filter(({ line }) => pattern.test(line))).toEqual([]);
  });

  test('begins without a comment that says what it is for', () => {
    const isRight = (line: string) => /^\/\/ .{20,}[.?](?: \[edge\])?$/.test(line);
    expect(MODULES.filter(({ firstLine }) => !isRight(firstLine)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  test('suppresses types or rules', () => {
    const suppressed = /@ts-(?:ignore|nocheck|expect-error)|biome-ignore/;
    const wrong = MODULES.filter(({ text }) => suppressed.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('the pages that describe the modules', () => {
  test('AGENTS.md has the folders and files of src/ in its tree', () => {
    const [, tree = ''] = /^src\/\n((?:[├└│].*\n)+)/m.exec(read('AGENTS.md')) ?? [];
    const named = found(tree, /^[├└]── ([\w.]+)\/?/gm);
    expect([...named, 'version.ts'].sort()).toEqual(readdirSync(join(ROOT, 'src')).sort());
  });

  test('comments name pages that are there', () => {
    const folders = ['docs', 'test', 'bench', 'examples'];
    const paths = [
      ...readdirSync(ROOT),
      ...folders.flatMap((folder) => filesBelow(folder, /\.md$/)),
    ];
    const pages = paths.map((path) => basename(path));
    const named = MODULES.flatMap(({ text }) => {
      const comments = text.match(/^\s*(?:\/\/|\/?\*).*$/gm) ?? [];
      return found(comments.join('\n'), /\b([\w-]+\.md)\b/g);
    });
    expect(named.length).toBeGreaterThan(30);
    expect([...new Set(named)].filter((name) => !pages.includes(name))).toEqual([]);
  });

  test.each(['docs/architecture.md', 'AGENTS.md', 'CONTRIBUTING.md'])(
    '%s names modules that are there',
    (page) => {
      const named = found(read(page), /`(?:src\/)?((?!test\/)[a-z][a-z/-]*\.ts)`/g);
      const isThere = (name: string) =>
        MODULES.some(({ path }) => path === name || path.endsWith(`/${name}`));
      expect(named.filter((name) => !isThere(name))).toEqual([]);
      expect(named.length).toBeGreaterThan(0);
    },
  );
});
