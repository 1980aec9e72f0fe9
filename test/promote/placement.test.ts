// Where a promotion writes: beside rows of the target, into the file of the target, beside the source; and contents are copied.
import { expect, it } from 'vitest';
import { PROJECT_FILE, versionsOf } from '../import/folder.ts';
import { PromotionFolder } from './folder.ts';

type Files = Record<string, string>;

/** Promotes all of Staging to Production; the whole text of each file that this writes, or that it is removed. */
function written(files: Files): Files {
  const folder = new PromotionFolder(files);
  const { writes, left } = folder.promote('Staging', 'Production');
  expect(left.filter(({ why }) => why !== 'deleted')).toEqual([]);
  expect(folder.promotion('Staging', 'Production').changes).toEqual([]);
  return Object.fromEntries(writes.map(({ path, after }) => [path, after ?? 'removed']));
}

it.each<[what: string, files: Files, expected: Files]>([
  [
    'into the document of the target, in the order of that of the source',
    {
      'config/staging.yaml':
        'context: Staging;*\nkeys:\n  a: 1\n  b: x, y\n  c: 3\nfiles:\n  f: { content: "a\\n" }\n  g: { path: content/staging/g.txt }\n',
      'config/content/staging/g.txt': 'g\n',
      'config/production.yaml':
        'context: Production;*\nkeys:\n  a: 1 # here\n  z: 9\nfiles:\n  f: { content: "b\\n" }\n',
    },
    {
      'config/production.yaml':
        'context: Production;*\nkeys:\n  a: 1 # here\n  b: x, y\n  c: 3\n  z: 9\nfiles:\n  f: { content: "a\\n" }\n  g: { path: content/production/g.txt }\n',
      'config/content/production/g.txt': 'g\n',
    },
  ],
  [
    'into a document that is created, if the one of the source has a context',
    {
      'config/staging.yaml':
        'context: Staging;*\nkeys:\n  a: { vdt: Integer, value: 1 }\n  b: { value: { path: b.staging.txt } }\n  c: { values: { Staging;Web: x } }\nfiles:\n  f: { content: "a\\n" }\n',
      'config/b.staging.txt': 'long\n',
    },
    {
      'config/b.production.txt': 'long\n',
      'config/production.yaml':
        'context: Production;*\nkeys:\n  a: 1\n  b:\n    value: { path: b.production.txt }\n  c:\n    values:\n      Production;Web: x\nfiles:\n  f: { content: "a\\n" }\n',
    },
  ],
  [
    'into a section that the document of the target does not have yet',
    {
      'config/staging.yaml':
        'context: Staging;*\nkeys:\n  a: 1\n  b: 2\nfiles:\n  f: { path: content/f.txt }\n  g: { content: "g\\n" }\n',
      'config/content/f.txt': 'f\n',
      'config/production.yaml': '# Ours.\ncontext: Production;*\nkeys:\n  a:   1  # one\n',
    },
    {
      'config/content/f.production.txt': 'f\n',
      'config/production.yaml':
        '# Ours.\ncontext: Production;*\nkeys:\n  a:   1  # one\n  b: 2\nfiles:\n  f: { path: content/f.production.txt }\n  g: { content: "g\\n" }\n',
    },
  ],
  [
    'first where the target has rows of the key',
    {
      'config/a.yaml': 'keys:\n  a: { values: { Staging;*: 1, Staging;Web: 2 } }\n',
      'config/b.yaml': 'keys:\n  a: { values: { Production;*: 1 } }\n',
    },
    { 'config/b.yaml': 'keys:\n  a: { values: { Production;*: 1, Production;Web: 2 } }\n' },
  ],
  [
    'into a document with the context of the target, whatever it is called',
    {
      'config/staging.yaml': 'context: Staging;*\nkeys:\n  a: 1\n  b: 2\n',
      'config/live.yaml': 'context: Production;*\nkeys:\n  a: 1\n',
    },
    { 'config/live.yaml': 'context: Production;*\nkeys:\n  a: 1\n  b: 2\n' },
  ],
  [
    'into JSON documents',
    {
      'config/staging.json':
        '{\n  "context": "Staging;*",\n  "keys": {\n    "a": "1",\n    "b": "2"\n  }\n}\n',
      'config/production.json':
        '{\n  "context": "Production;*",\n  "keys": {\n    "a": "1"\n  }\n}\n',
      'config/shop.json': '{ "keys": { "c": { "values": { "Staging;*": "x" } } } }\n',
    },
    {
      'config/production.json':
        '{\n  "context": "Production;*",\n  "keys": {\n    "a": "1",\n    "b": "2"\n  }\n}\n',
      'config/shop.json':
        '{ "keys": { "c": { "values": { "Staging;*": "x", "Production;*": "x" } } } }\n',
    },
  ],
  [
    'into JSON without a comma that only some programs read',
    {
      'config/x.json':
        '{ "keys": { "c": { "vdt": "List", "values": { "Staging;*": ["a",] } } } }\n',
    },
    {
      'config/x.json':
        '{ "keys": { "c": { "vdt": "List", "values": { "Staging;*": ["a",], "Production;*": ["a"] } } } }\n',
    },
  ],
  [
    'into a file of its own, if other rows use that of the target',
    {
      'config/shop.yaml':
        'files:\n  a:\n    "*": { path: c/a }\n    Production;*: { path: c/a }\n    Staging;*: { path: c/a.staging }\n',
      'config/c/a': 'old\n',
      'config/c/a.staging': 'new\n',
    },
    {
      'config/c/a.production': 'new\n',
      'config/shop.yaml':
        'files:\n  a:\n    "*": { path: c/a }\n    Production;*: { path: c/a.production }\n    Staging;*: { path: c/a.staging }\n',
    },
  ],
  [
    'into a file for each of two rows that use the same one',
    {
      'config/shop.yaml':
        'files:\n  a:\n    Staging;*: { path: staging/a }\n    Staging;Web: { path: staging/a }\n    Production;*: { path: b }\n    Production;Web: { path: b }\n',
      'config/staging/a': 'new',
      'config/b': 'old',
    },
    {
      'config/b': 'removed',
      'config/production/a': 'new',
      'config/production/a-2': 'new',
      'config/shop.yaml':
        'files:\n  a:\n    Staging;*: { path: staging/a }\n    Staging;Web: { path: staging/a }\n    Production;*: { path: production/a }\n    Production;Web: { path: production/a-2 }\n',
    },
  ],
  [
    'into a file with the name of the target, if that of the source has no element in it',
    {
      'config/shop.yaml': 'files:\n  app.conf:\n    Staging;*: { path: content/app.conf }\n',
      'config/content/app.conf': 'new\n',
    },
    {
      'config/content/app.production.conf': 'new\n',
      'config/shop.yaml':
        'files:\n  app.conf:\n    Staging;*: { path: content/app.conf }\n    Production;*: { path: content/app.production.conf }\n',
    },
  ],
  [
    'into the file of the target, if nothing else uses it',
    {
      'config/shop.yaml':
        'files:\n  app.conf:\n    Production;*: { path: content/p.conf }\n    Staging;*: { content: "new\\n" }\n',
      'config/content/p.conf': 'old\n',
    },
    { 'config/content/p.conf': 'new\n' },
  ],
])('a new row goes %s', (_, files, expected) => {
  expect(written(files)).toEqual(expected);
});

it('a new row goes beside that of the source, where one document has all environments', () => {
  const document = `# Shared.
keys:
  a.b:
    values:
      "*": x   # default
      Staging;*: "y"   # tried
      Test;*: z
  c: { vdt: Integer, values: { "*": 1, Staging;*: 2 } } # on one line
  d: { vdt: Map, values: { Staging;*: { DE: 1 } } }
  e.text:
    values:
      Staging;*: |
        one
          two
`;
  expect(written({ 'config/shop.yaml': document })['config/shop.yaml']).toBe(`# Shared.
keys:
  a.b:
    values:
      "*": x   # default
      Staging;*: "y"   # tried
      Production;*: "y"
      Test;*: z
  c: { vdt: Integer, values: { "*": 1, Staging;*: 2, Production;*: 2 } } # on one line
  d: { vdt: Map, values: { Staging;*: { DE: 1 }, Production;*: { DE: 1 } } }
  e.text:
    values:
      Staging;*: |
        one
          two
      Production;*: |
        one
          two
`);
});

it.each<[what: string, files: Files]>([
  [
    'the line of its comment in JSON',
    {
      's/Staging.json': '{\n  "a": 30,\n  "b": 5\n}\n',
      's/Production.json': '{\n  "a": 30, // seconds\n«|  "b": 5,\n»  "c": 1 /* c */\n}\n',
    },
  ],
  [
    'the last one its comments in JSON',
    {
      's/Staging.json': '{\n  "a": 30,\n  "b": 5,\n  "c": 6\n}\n',
      's/Production.json':
        '{ // all\n«|  "b": 5,\n  "c": 6,\n»  // how long\n  "a": 30 // seconds\n}\n',
    },
  ],
  [
    'the line of its comment in YAML, and the last one its comments',
    {
      's/Staging.yaml': 'm: { a: 1, b: 2 }\nn: { a: 1, c: 3 }\n',
      's/Production.yaml':
        'm: {\n  a: 1, # one\n«|  b: 2,\n»  }\nn: {\n  x: 1,\n«|  c: 3,\n»  # first\n  a: 1 # one\n  }\n',
    },
  ],
  [
    'the quotes that its name has in the source',
    {
      's/Staging.yaml':
        'm:\n  de: 1\n  "no": 2\n  8080: a\n  \'on\': { 1: x, "2": y }\n"off":\n  x: 1\n',
      's/Production.yaml':
        'm:\n  de: 1\n«|  "no": 2\n  8080: a\n  \'on\':\n    1: x\n    "2": y\n»«|"off":\n  x: 1\n»',
    },
  ],
  [
    'the quotes of its names in a new file',
    {
      's/Staging.yaml': '"no":\n  8080: a\n',
      's/Production.yaml': '«|"no":\n  8080: a\n»',
    },
  ],
])('a new entry leaves its neighbour, and keeps, %s', (_, marked) => {
  const [before, after] = versionsOf(marked);
  const path = Object.keys(marked)[1] ?? '';
  const source = path.replace('Production', '{Environment}');
  const project = `${PROJECT_FILE}sources: ["${source}"]\n`;
  const files: Files = { ...before, 'confighub.yaml': project };
  if (before[path] === '') delete files[path];
  expect(written(files)).toEqual({ [path]: after[path] });
});

const SOURCES = {
  'confighub.yaml': `levels: [Environment, Application]
elements: { prod: Production, stage: Staging, common: "*" }
sources:
  - "deploy/{Environment}.env"
  - "apps/{Application}/app-{Environment}.properties"
  - "settings/{Environment}.yaml"
  - { path: "nginx/{Environment}/**", as: files, root: nginx, placeholders: keep }
  - { path: config/database.yml, part: staging, context: Staging;* }
  - { path: config/database.yml, part: production, context: Production;* }
`,
  'deploy/stage.env': "# Staging\nHOST='h 1'\nPORT=2\n",
  'apps/Web/app-stage.properties': 'a.b = c\\\n  d\nx=1\n',
  'settings/stage.yaml': 'server:\n  port: "80"\n  hosts: [a, b]\n  deep:\n    er: 1\n',
  'nginx/stage/site.conf': 'listen 80; # ${host}\n',
  'config/database.yml': 'staging:\n  url: x\n  pool: 5\nproduction:\n  url: y\n',
};
const CREATED = {
  'config/database.yml': 'staging:\n  url: x\n  pool: 5\nproduction:\n  url: x\n  pool: 5\n',
  'nginx/prod/site.conf': 'listen 80; # ${host}\n',
  'deploy/prod.env': "HOST='h 1'\nPORT=2\n",
  'apps/Web/app-prod.properties': 'a.b = c\\\n  d\nx=1\n',
  'settings/prod.yaml': SOURCES['settings/stage.yaml'],
};

it('new entries of sources go into the files of the target, which are created', () => {
  expect(written(SOURCES)).toEqual(CREATED);
  const there = {
    'deploy/prod.env': 'PORT=1\n',
    'apps/Web/app-prod.properties': 'x=1\r\n',
    'settings/prod.yaml': 'server:\n  port: "80"\n',
  };
  expect(written({ ...SOURCES, ...there })).toEqual({
    ...CREATED,
    'deploy/prod.env': "PORT=2\nHOST='h 1'\n",
    'apps/Web/app-prod.properties': 'x=1\r\na.b = c\\\r\n  d\r\n',
  });
});

it('lists what cannot be edited with its line, and promotes the rest', () => {
  const folder = new PromotionFolder({
    'config/shop.yaml':
      'keys:\n  a: { values: { Staging;*: &x 1, Production;*: 2 } }\n  b: { values: { Test;*: *x, Staging;*: 5 } }\n  c:\n    values: &values\n      Staging;*: 1\n  d:\n    values: *values\n',
  });
  const { left, changes } = folder.promote('Staging', 'Production');
  expect(changes.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(left.map(({ why, name, place }) => `${why} ${name} ${place}`)).toEqual([
    'manual c config/shop.yaml:6:7',
    'manual d config/shop.yaml:6:7',
  ]);
});

/** What a promotion makes of files, and what it leaves to people. */
function promoted(files: Files) {
  const folder = new PromotionFolder(files);
  const { left } = folder.promote('Staging', 'Production');
  return {
    text: (path: string) => folder.text(path),
    left: left.flatMap(({ why, name, reason }) => (why === 'manual' ? `${name}: ${reason}` : [])),
  };
}

const ALIAS = 'an alias shares its lines with others; add it manually';
const SHARED = 'declares something else at the same place; change it manually';
const NOT_EXACT = 'an edit of its file would declare something else; change it manually';

it.each<[where: string, path: string, text: string, left?: string[]]>([
  [
    'into the own entries of a part that has only `<<`',
    'database.yml',
    'default: &default\n  pool: 5\nstaging:\n  <<: *default\n  timeout: 9\nproduction:\n  <<: *default\n«|  timeout: 9\n»',
  ],
  [
    'into the own entries of a part, behind its last one',
    'database.yml',
    'default: &default\n  pool: 5\nstaging:\n  timeout: 9\n  <<: *default\nproduction:\n  url: x\n«|  timeout: 9\n»  <<: *default\n',
  ],
  [
    'not into braces that have only `<<`',
    'database.yml',
    'default: &default { pool: 5 }\nstaging: { <<: *default, a: 9 }\nproduction: { <<: *default }\n',
    [`a: ${NOT_EXACT}`],
  ],
  [
    'not into an alias',
    'database.yml',
    'base: &base\n  pool: 5\nstaging:\n  pool: 5\n  a: 9\nproduction: *base\n',
    [`a: ${ALIAS}`],
  ],
  [
    'not into a part that another one merges',
    'database.yml',
    'staging:\n  pool: 5\n  a: 9\nproduction: &production\n  pool: 5\neurope:\n  <<: *production\n  pool: 6\n',
    [`a: ${ALIAS}`],
  ],
  [
    'not into what `<<` brings',
    'database.yml',
    'base: &base\n  db:\n    url: x\nstaging:\n  db:\n    url: x\n    a: 9\nproduction:\n  <<: *base\n',
    [`db.a: ${ALIAS}`],
  ],
  [
    'into a profile alone',
    'application.properties',
    '%{dev,staging}.a=1\n%staging.b=2\n%production.b=2\n«|%production.a=1\n»',
  ],
  [
    'into a profile alone, in YAML',
    'application.yaml',
    '"%{dev,staging}":\n  a: 1\n"%staging": { b: 2 }\n"%production":\n  b: 2\n«|  a: 1\n»',
  ],
  [
    'not into the line of several profiles',
    'application.properties',
    '%staging.a=1\n%{dev,production}.a=2\n',
    [`a: application.properties ${SHARED}`],
  ],
])('a row that others must not get goes %s', (_, path, marked, left = []) => {
  const profile = path.startsWith('application') ? '%' : '';
  const sources = ['Staging', 'Production'].map(
    (name) =>
      `  - { path: ${path}, part: "${profile}${name.toLowerCase()}", context: ${name};* }\n`,
  );
  const files = { 'confighub.yaml': `${PROJECT_FILE}sources:\n${sources.join('')}` };
  const [before, after] = versionsOf(marked);
  const made = promoted({ ...files, [path]: before });
  expect(made.text(path)).toBe(after);
  expect(made.left).toEqual(left);
});

it('lists what would change something else, and promotes the rest, of the same file too', () => {
  const made = promoted({
    'confighub.yaml': `${PROJECT_FILE}sources:
  - { path: "nginx/{Environment}/**", as: files, root: nginx, placeholders: keep }
  - { path: "{Environment}.env", reader: compose }
`,
    'nginx/Staging/s.conf': 'listen 80;\n',
    'nginx/Production/s.conf': 'listen ${port};\n',
    'Staging.env': 'A=1\nHOST=a\nZ=1\n',
    'Production.env': 'A=2\nHOST=b\nURL=http://${HOST}/\nZ=2\n',
    'config/x.yaml': 'keys: { x: { values: { Staging;*: 1, Production;*: 2 } } }\n',
  });
  expect(made.left.sort()).toEqual([`HOST: ${NOT_EXACT}`, `s.conf: ${NOT_EXACT}`]);
  expect(made.text('nginx/Production/s.conf')).toBe('listen ${port};\n');
  expect(made.text('Production.env')).toBe('A=1\nHOST=b\nURL=http://${HOST}/\nZ=1\n');
  expect(made.text('config/x.yaml')).toContain('Production;*: 1');
});

it.each<[what: string, staging: string, production: string, left: string[]]>([
  ['has other keys', 'a=1\nb=2\n', '# Größe\na=1\n', ['b Production']],
  ['has only comments', 'a=1\nb=2\n', '# Größe\n', ['a Production', 'b Production']],
  ['is that of the source', '# Größe\na=1\nb=2\n', 'a=1\n', ['b Staging']],
])('lists rows of a file in Latin-1 that %s, and promotes the rest', (_, from, to, left) => {
  const folder = new PromotionFolder({
    'confighub.yaml': `${PROJECT_FILE}elements: { live: Production }\nsources: ["app-{Environment}.properties"]\n`,
    'config/c.yaml': 'keys: { c: { values: { Staging;*: 1, Production;*: 2 } } }\n',
  });
  const [source, target] = ['app-Staging.properties', 'app-live.properties'];
  folder.files.set(source, Buffer.from(from, 'latin1'));
  folder.files.set(target, Buffer.from(to, 'latin1'));
  const { writes, changes, left: listed } = folder.promote('Staging', 'Production');
  expect(writes.map(({ path }) => path)).toEqual(['config/c.yaml']);
  expect(changes.map(({ name }) => name)).toEqual(['c']);
  expect(listed.map(({ name, reason }) => `${name}: ${reason}`)).toEqual(
    left.map((row) => {
      const [name, file] = row.split(' ');
      return `${name}: ${file === 'Staging' ? source : target} is not in UTF-8; add it manually`;
    }),
  );
});
