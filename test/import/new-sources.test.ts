// `import --as`: values in files of another format, the rest in documents, and the project file that names them.
import { describe, expect, it } from 'vitest';
import type { ImportFormat } from '../../src/model/import-plan.ts';
import type { State } from '../../src/model/state.ts';
import { holding, MemoryFolder, PROJECT_FILE } from './folder.ts';

const SHOP = `
keys:
  shop.title: { values: { "*": Corner Shop, Production;Billing: "Bills: é" } }
  db.port: { vdt: Integer, readme: Of the database., values: { "*": 5432, Production;*: 5433 } }
  db.tags: { vdt: List, value: [a, b] }
  db.none: null
  odd(name): x
  multi: "a\\nb"
files: { nginx.conf: { content: "server {}\\n" } }
`;

function imported(as: ImportFormat, files: Record<string, string> = {}, live = holding({ 'config/x.yaml': SHOP })) {
  const folder = new MemoryFolder(files);
  const made = folder.import(live, { as });
  expect(made.leftOut).toEqual([]);
  expect(folder.replan(live).changes).toEqual([]);
  expect(folder.plan(live, { as }).writes).toEqual([]);
  return folder;
}

describe('an import as', () => {
  it('properties has one file for each context, and documents for the rest', () => {
    const folder = imported('properties');
    expect(Object.fromEntries([...folder.files].map(([path, bytes]) => [path, bytes.toString()]))).toEqual({
      'config/default.properties': 'db.port=5432\nmulti=a\\nb\nodd(name)=x\nshop.title=Corner Shop\n',
      'config/Production.properties': 'db.port=5433\n',
      'config/Production.Billing.properties': 'shop.title=Bills: \\u00e9\n',
      'config/files/nginx.conf': 'server {}\n',
      'config/shop.yaml':
        'keys:\n  db.none: null\n  db.port:\n    readme: Of the database.\n    vdt: Integer\n  db.tags: { vdt: List, value: [a, b] }\nfiles:\n  nginx.conf: { path: files/nginx.conf }\n',
      'confighub.yaml': `${PROJECT_FILE}sources:
  - { path: config/default.properties }
  - { path: config/Production.properties, context: Production;* }
  - { path: config/Production.Billing.properties, context: Production;Billing }
`,
    });
  });

  it('dotenv leaves names that it does not know to documents', () => {
    const folder = imported('dotenv');
    expect(folder.text('config/default.env')).toBe('db.port=5432\nmulti="a\\nb"\nshop.title=\'Corner Shop\'\n');
    expect(folder.text('config/Production.Billing.env')).toBe("shop.title='Bills: é'\n");
    expect(folder.text('config/shop.yaml')).toContain('odd(name): x\n');
  });

  it('keeps secrets out of its files', () => {
    const live = holding({ 'config/x.yaml': 'keys: { db.password: hunter2, a: 1 }' });
    const folder = imported('dotenv', {}, live);
    expect(folder.text('config/default.env')).toBe('a=1\n');
    expect(folder.text('config/shop.yaml')).toBe('keys:\n  db.password: { value: { env: DB_PASSWORD } }\n');
  });

  it('keeps the blanks at the end of a readme', () => {
    const live = holding({ 'config/x.yaml': 'keys: { a: { readme: "one\\ntwo  ", value: 1 } }' });
    const folder = imported('properties', {}, live);
    expect(folder.text('config/shop.yaml')).toBe('keys:\n  a:\n    readme: |-\n      one\n      two  \n');
  });

  it('gives names that differ from those of other files', () => {
    const live = holding({ 'config/x.yaml': 'keys: { a: { values: { "*": 1, default;*: 2, "*;Default": 3 } } }' });
    const folder = imported('dotenv', { 'config/default.env': 'X=1\n' }, live);
    expect([...folder.files.keys()].filter((path) => path.endsWith('.env')).sort()).toEqual([
      'config/Default.env',
      'config/default-2.env',
      'config/default-3.env',
      'config/default.env',
    ]);
  });

  it('leaves declared values where they are', () => {
    const live = holding({ 'config/x.yaml': 'keys: { a: 2, a.b: new, s: 3, t: new }' });
    const sources = `${PROJECT_FILE}sources: s.env # one\n`;
    const files = { 'confighub.yaml': sources, 'config/a.yaml': 'keys:\n  a: 1\n', 's.env': 's=1\n' };
    const folder = imported('dotenv', files, live);
    expect(folder.text('config/a.yaml')).toBe('keys:\n  a: 2\n');
    expect(folder.text('s.env')).toBe('s=3\n');
    expect(folder.text('config/default.env')).toBe('a.b=new\nt=new\n');
    expect(folder.text('confighub.yaml')).toBe(
      `${PROJECT_FILE}sources: # one\n  - s.env\n  - { path: config/default.env }\n`,
    );
  });
});

describe('the project file', () => {
  const live: State = holding({ 'config/x.yaml': 'keys: { a: 1 }' });
  const NEW = '{ path: config/default.env }';

  it.each([
    [
      'a block list',
      'sources:\n  - s.env # s\n  # end\nprune: all\n',
      `sources:\n  - s.env # s\n  - ${NEW}\n  # end\nprune: all\n`,
    ],
    ['a list at the margin', 'sources:\n- s.env\nprune: all\n', `sources:\n- s.env\n- ${NEW}\nprune: all\n`],
    ['a list on one line', 'sources: [s.env] # s\n', `sources: [s.env, ${NEW}] # s\n`],
    ['an empty list', 'sources: []\n', `sources:\n  - ${NEW}\n`],
    ['no list', 'prune: all # p\n# end\n', `prune: all # p\nsources:\n  - ${NEW}\n# end\n`],
    ['one mapping', 'sources:\n  path: s.env\n', `sources:\n  - { path: s.env }\n  - ${NEW}\n`],
  ])('with %s keeps its comments', (_, before, after) => {
    const files = { 'confighub.yaml': `# top\n${PROJECT_FILE}${before}`, 's.env': 's=1\n' };
    const folder = new MemoryFolder(files);
    folder.import(before.includes('s.env') ? withS(live) : live, { as: 'dotenv' });
    expect(folder.text('confighub.yaml')).toBe(`# top\n${PROJECT_FILE}${after}`);
  });

  it('with targets gets them in the target, with those that it had in common', () => {
    const before = `${PROJECT_FILE}url: https://config.example.com
sources: [s.env]
targets:
  shop: { repository: acme/shop }
  other:
    repository: acme/other # o
`;
    const written = (name: string) => {
      const folder = new MemoryFolder({ 'confighub.yaml': before, 's.env': 's=1\n' });
      folder.import(withS(live), { as: 'dotenv', choice: { name } });
      return folder.text('confighub.yaml');
    };
    expect(written('other')).toBe(`${before}    sources:\n      - s.env\n      - ${NEW}\n`);
    expect(written('shop')).toBe(before.replace('acme/shop }', `acme/shop, sources: [s.env, ${NEW}] }`));
  });

  it('with an alias stays as it is, and documents hold the values', () => {
    const before = `${PROJECT_FILE}ignore: { keys: &s [s.env] }\nsources: *s\n`;
    const folder = new MemoryFolder({ 'confighub.yaml': before, 's.env': 's=1\n' });
    const { notes } = folder.import(withS(live), { as: 'dotenv' });
    expect(notes).toEqual(['`sources` in confighub.yaml is an alias, so documents declare all values.']);
    expect(folder.text('confighub.yaml')).toBe(before);
    expect(folder.text('config/imported.yaml')).toBe('keys:\n  a: 1\n');
  });
});

function withS({ keys, files }: State): State {
  const { keys: others } = holding({ 'config/x.yaml': 'keys: { s: 1 }' });
  return { keys: new Map([...keys, ...others]), files };
}
