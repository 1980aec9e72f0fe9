// Where a promotion writes: beside rows of the target, into the file of the target, beside the source; and contents are copied.
import { describe, expect, it } from 'vitest';
import { PromotionFolder } from './folder.ts';

const HEAD = 'levels: [Environment, Application]\n';

describe('a new row goes', () => {
  it('beside that of the source, where one document has all environments', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml': `# Shared.
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
`,
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/shop.yaml')).toBe(`# Shared.
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

  it('into the document of the target, in the order of that of the source', () => {
    const folder = new PromotionFolder({
      'config/staging.yaml':
        'context: Staging;*\nkeys:\n  a: 1\n  b: x, y\n  c: 3\nfiles:\n  f: { content: "a\\n" }\n  g: { path: content/staging/g.txt }\n',
      'config/content/staging/g.txt': 'g\n',
      'config/production.yaml':
        'context: Production;*\nkeys:\n  a: 1 # here\n  z: 9\nfiles:\n  f: { content: "b\\n" }\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/production.yaml')).toBe(
      'context: Production;*\nkeys:\n  a: 1 # here\n  b: x, y\n  c: 3\n  z: 9\nfiles:\n  f: { content: "a\\n" }\n  g: { path: content/production/g.txt }\n',
    );
    expect(folder.text('config/content/production/g.txt')).toBe('g\n');
  });

  it('into a document that is created, if the one of the source has a context', () => {
    const folder = new PromotionFolder({
      'config/staging.yaml':
        'context: Staging;*\nkeys:\n  a: { vdt: Integer, value: 1 }\n  b: { value: { path: b.staging.txt } }\n  c: { values: { Staging;Web: x } }\nfiles:\n  f: { content: "a\\n" }\n',
      'config/b.staging.txt': 'long\n',
    });
    const { writes } = folder.promote('Staging', 'Production');
    expect(writes.map(({ path }) => path)).toEqual([
      'config/b.production.txt',
      'config/production.yaml',
    ]);
    expect(folder.text('config/production.yaml')).toMatchInlineSnapshot(`
      "context: Production;*
      keys:
        a: 1
        b:
          value: { path: b.production.txt }
        c:
          values:
            Production;Web: x
      files:
        f: { content: "a\\n" }
      "
    `);
  });

  it('into a section that the document of the target does not have yet', () => {
    const folder = new PromotionFolder({
      'config/staging.yaml':
        'context: Staging;*\nkeys:\n  a: 1\n  b: 2\nfiles:\n  f: { path: content/f.txt }\n  g: { content: "g\\n" }\n',
      'config/content/f.txt': 'f\n',
      'config/production.yaml': '# Ours.\ncontext: Production;*\nkeys:\n  a:   1  # one\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/production.yaml')).toBe(
      '# Ours.\ncontext: Production;*\nkeys:\n  a:   1  # one\n  b: 2\nfiles:\n  f: { path: content/f.production.txt }\n  g: { content: "g\\n" }\n',
    );
  });

  it('first where the target has rows of the key', () => {
    const folder = new PromotionFolder({
      'config/a.yaml': 'keys:\n  a: { values: { Staging;*: 1, Staging;Web: 2 } }\n',
      'config/b.yaml': 'keys:\n  a: { values: { Production;*: 1 } }\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/b.yaml')).toBe(
      'keys:\n  a: { values: { Production;*: 1, Production;Web: 2 } }\n',
    );
  });

  it('into a document with the context of the target, whatever it is called', () => {
    const folder = new PromotionFolder({
      'config/staging.yaml': 'context: Staging;*\nkeys:\n  a: 1\n  b: 2\n',
      'config/live.yaml': 'context: Production;*\nkeys:\n  a: 1\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/live.yaml')).toBe('context: Production;*\nkeys:\n  a: 1\n  b: 2\n');
  });

  it('into JSON documents', () => {
    const folder = new PromotionFolder({
      'config/staging.json':
        '{\n  "context": "Staging;*",\n  "keys": {\n    "a": "1",\n    "b": "2"\n  }\n}\n',
      'config/production.json':
        '{\n  "context": "Production;*",\n  "keys": {\n    "a": "1"\n  }\n}\n',
      'config/shop.json': '{ "keys": { "c": { "values": { "Staging;*": "x" } } } }\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/production.json')).toBe(
      '{\n  "context": "Production;*",\n  "keys": {\n    "a": "1",\n    "b": "2"\n  }\n}\n',
    );
    expect(folder.text('config/shop.json')).toBe(
      '{ "keys": { "c": { "values": { "Staging;*": "x", "Production;*": "x" } } } }\n',
    );
  });
});

describe('in sources', () => {
  const SOURCES = `${HEAD}elements: { prod: Production, stage: Staging, common: "*" }
sources:
  - "deploy/{Environment}.env"
  - "apps/{Application}/app-{Environment}.properties"
  - "settings/{Environment}.yaml"
  - { path: "nginx/{Environment}/**", as: files, root: nginx, placeholders: keep }
  - { path: config/database.yml, part: staging, context: Staging;* }
  - { path: config/database.yml, part: production, context: Production;* }
`;
  const FILES = {
    'confighub.yaml': SOURCES,
    'deploy/stage.env': "# Staging\nHOST='h 1'\nPORT=2\n",
    'deploy/prod.env': 'PORT=1\n',
    'apps/Web/app-stage.properties': 'a.b = c\\\n  d\nx=1\n',
    'apps/Web/app-prod.properties': 'x=1\n',
    'settings/stage.yaml': 'server:\n  port: "80"\n  hosts: [a, b]\n  deep:\n    er: 1\n',
    'settings/prod.yaml': 'server:\n  port: "80"\n',
    'nginx/stage/site.conf': 'listen 80; # ${host}\n',
    'config/database.yml': 'staging:\n  url: x\n  pool: 5\nproduction:\n  url: y\n',
  };

  it('new entries go into the files of the target', () => {
    const folder = new PromotionFolder(FILES);
    const { left } = folder.promote('Staging', 'Production');
    expect(left).toEqual([]);
    expect(folder.text('deploy/prod.env')).toBe("PORT=2\nHOST='h 1'\n");
    expect(folder.text('apps/Web/app-prod.properties')).toBe('x=1\na.b = c\\\n  d\n');
    expect(folder.text('settings/prod.yaml')).toBe(
      'server:\n  port: "80"\n  hosts: [a, b]\n  deep:\n    er: 1\n',
    );
    expect(folder.text('nginx/prod/site.conf')).toBe('listen 80; # ${host}\n');
    expect(folder.text('config/database.yml')).toBe(
      'staging:\n  url: x\n  pool: 5\nproduction:\n  url: x\n  pool: 5\n',
    );
    expect(folder.promotion('Staging', 'Production').changes).toEqual([]);
  });

  it('files of the target are created', () => {
    const {
      'deploy/prod.env': _1,
      'apps/Web/app-prod.properties': _2,
      'settings/prod.yaml': _3,
      ...files
    } = FILES;
    const folder = new PromotionFolder(files);
    expect(folder.promote('Staging', 'Production').left).toEqual([]);
    expect(folder.text('deploy/prod.env')).toBe("HOST='h 1'\nPORT=2\n");
    expect(folder.text('apps/Web/app-prod.properties')).toBe('a.b = c\\\n  d\nx=1\n');
    expect(folder.text('settings/prod.yaml')).toBe(
      'server:\n  port: "80"\n  hosts: [a, b]\n  deep:\n    er: 1\n',
    );
  });
});

describe('contents are copied', () => {
  it('and a file that other rows use is not overwritten', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'files:\n  app.conf:\n    "*": { path: content/app.conf }\n    Production;*: { path: content/app.conf }\n    Staging;*: { path: content/app.staging.conf }\n',
      'config/content/app.conf': 'old\n',
      'config/content/app.staging.conf': 'new\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/shop.yaml')).toContain(
      'Production;*: { path: content/app.production.conf }\n',
    );
    expect(folder.text('config/content/app.conf')).toBe('old\n');
    expect(folder.text('config/content/app.production.conf')).toBe('new\n');
  });

  it('and two rows that use such a file get one each', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'files:\n  a:\n    Staging;*: { path: staging/a }\n    Staging;Web: { path: staging/a }\n    Production;*: { path: b }\n    Production;Web: { path: b }\n',
      'config/staging/a': 'new',
      'config/b': 'old',
    });
    const { changes, left } = folder.promote('Staging', 'Production');
    expect(left).toEqual([]);
    expect(changes).toHaveLength(2);
    expect(folder.text('config/production/a')).toBe('new');
    expect(folder.text('config/production/a-2')).toBe('new');
    expect(folder.promotion('Staging', 'Production').changes).toEqual([]);
  });

  it('under another name, if that of the source has no element in it', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml': 'files:\n  app.conf:\n    Staging;*: { path: content/app.conf }\n',
      'config/content/app.conf': 'new\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/shop.yaml')).toBe(
      'files:\n  app.conf:\n    Staging;*: { path: content/app.conf }\n    Production;*: { path: content/app.production.conf }\n',
    );
    expect(folder.text('config/content/app.production.conf')).toBe('new\n');
  });

  it('into the own file of the target', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'files:\n  app.conf:\n    Production;*: { path: content/p.conf }\n    Staging;*: { content: "new\\n" }\n',
      'config/content/p.conf': 'old\n',
    });
    folder.promote('Staging', 'Production');
    expect(folder.text('config/content/p.conf')).toBe('new\n');
  });
});

describe('what cannot be edited', () => {
  it('is listed with its line, and the rest is promoted', () => {
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
});
