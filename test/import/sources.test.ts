// Imports into files of `sources`: values change where they stand, everything else stays byte for byte.
import { describe, expect, it } from 'vitest';
import { holding, MemoryFolder, PROJECT_FILE, told, versionsOf } from './folder.ts';

type Files = Record<string, string>;

/** Sources as YAML, and what they read. */
function project(sources: string | readonly string[], files: Files): Files {
  const lines = [sources].flat().map((source) => `  - ${source}\n`);
  return { 'confighub.yaml': `${PROJECT_FILE}sources:\n${lines.join('')}`, ...files };
}

/** The folder after an import of what the server has when `other` was applied to it. */
function drifted(files: Files, other: Files, isDrift = true) {
  const folder = new MemoryFolder(files);
  const live = holding(other);
  const made = folder.import(live, isDrift ? { lastApplied: folder.load('unknown').state } : {});
  return { folder, live, ...made };
}

/** The texts of one source file before and after a change on the server. */
function edited(path: string, text: string, server: string, settings = ''): string {
  const source = `{ path: ${path}${settings} }`;
  const { folder, live, leftOut } = drifted(
    project(source, { [path]: text }),
    project(source, { [path]: server }),
  );
  expect(leftOut).toEqual([]);
  expect(folder.replan(live).changes).toEqual([]);
  expect([...folder.files.keys()]).toEqual(['confighub.yaml', path]);
  return folder.text(path);
}

/** A value of each form. */
const FORMATS: readonly [path: string, text: string][] = [
  [
    'a.properties',
    '# top\ndb.host = «old   |new: \\\\ \\u00e9»\n! other\ndb.port:«1|2»\nlong = «a\\\n   b|ac»\nempty«|==full»\nsame=x\n',
  ],
  [
    'a.env',
    '# top\nexport A=«1|2» # one\nB="«x y|x\\nz»"\nC=«\'y\'|"it\'s"»\nD=«|\'a # b\'»\nE="a\n«b|c»"\nF=`it\'s "«so|not»"`\n',
  ],
  [
    'a.yaml',
    'db:   # the database\n  host: "«h|i: \\" »"\n  port: «5432|5433»   # usual\n  name: «shop|"yes"»\n  none:«| x»   # nothing\nnotes: |\n  one\n  «two|three»\nflow: { a: «x|"x, z"», b: \'«y|z»\' }\n',
  ],
  ['a.json', '{\n  "a": { "b": «true|false», "c": «1|"n"» },\n\t"d": "«x|7\\"»"\n}\n'],
];

describe('an import into a source', () => {
  it('writes the format that the source gives', () => {
    const json = '{\n  "a": "x" }\n';
    const server = json.replace('x', 'y: z');
    expect(edited('conf', json, server, ', format: json')).toBe(server);
    expect(edited('env.prod', 'A="x"\n', 'A="y z"\n', ', format: dotenv')).toBe('A="y z"\n');
  });

  it('writes a value that all programs read, or as the program of the source reads it', () => {
    const [before, server] = ['A="x"\nB=x\n', "A=C:\\new\nB='$X'\n"];
    expect(edited('a.env', before, server)).toBe("A='C:\\new'\nB='$X'\n");
    expect(edited('a.env', before, server, ', reader: npm')).toBe("A='C:\\new'\nB='$X'\n");
    expect(edited('a.env', 'A="x"\n', "A='a\\\\b'\n", ', reader: python')).toBe("A='a\\b'\n");
  });

  it.each(FORMATS)('changes values in %s in their quotes, and keeps the rest', (path, text) => {
    const [before, after] = versionsOf(text);
    expect(edited(path, before, after)).toBe(after);
    const crlf = (one: string) => one.replaceAll('\n', '\r\n');
    // Docker Compose keeps the CR of a value.
    const [inLines, escaped] = ['"a\r\nc"', '"a\\nc"'];
    if (!path.endsWith('.json'))
      expect(edited(path, crlf(before), after)).toBe(crlf(after).replace(inLines, escaped));
    // A byte order mark says that the file is UTF-8.
    expect(edited(path, `\ufeff${before}`, after)).toBe(`\ufeff${after.replace('\\u00e9', 'é')}`);
  });

  it.each([
    ['a.properties', '"%prod", prefix: x.', 'a=1\n%dev.a=2\n%prod.a=«3 |5»\n%{prod}.b : «4|6»\n'],
    ['a.properties', '"%prod.app"', 'app.a=1\n%prod.app.a=«2|5»\n%prod.b=3\n'],
    ['a.yaml', '"%prod.app"', 'app: { a: 1 }\n"%prod":\n  app: { a: «2|3» }\n'],
    [
      'a.yaml',
      'prod.db',
      'dev: { db: { a: 1 } }\nprod:\n  db:\n    a: «1|4» # one\n    b: "«2|5»"\nprod.db.c: «3|6»\n',
    ],
    ['a.json', 'prod', '{ "dev": { "a": 1 }, "prod": { "a": «1|2» } }'],
  ])('changes values in the part of %s that a source reads: %s', (path, part, text) => {
    const [before, after] = versionsOf(text);
    expect(edited(path, before, after, `, part: ${part}`)).toBe(after);
  });

  it.each<[what: string, sources: string | string[], files: Files]>([
    [
      'values of each source of a part of .properties',
      ['{ path: a.properties, part: "%a", context: "P;*" }', '{ path: a.properties, part: "%b" }'],
      { 'a.properties': '%a.a=«1|3»\n# c\n%b.a=«2|4»\n' },
    ],
    [
      'values of each source of a part of .env',
      ['{ path: a.env, part: a, context: "P;*" }', '{ path: a.env, part: ab }'],
      { 'a.env': 'a.a=«1|3»\n# c\nab.a=«2|4»\n' },
    ],
    [
      'names back through `prefix`, and elements through the path',
      '{ path: "{Environment}.env", elements: { prod: Production }, prefix: shop. }',
      { 'prod.env': 'A=«1|9»\nB=2\n', 'Staging.env': 'A=«3|4»\n' },
    ],
    [
      'files as they are',
      '{ path: "nginx/{Environment}/**", as: files, root: nginx }',
      { 'nginx/P/a.conf': '«old\n|new\r\n»', 'nginx/N/a.conf': 'same\n' },
    ],
  ])('writes %s', (_, sources, files) => {
    const [before, after] = versionsOf(files);
    const { folder, live, leftOut } = drifted(project(sources, before), project(sources, after));
    expect(leftOut).toEqual([]);
    expect(folder.replan(live).changes).toEqual([]);
    for (const [path, text] of Object.entries(after)) expect(folder.text(path)).toBe(text);
  });

  it('declares in a document what a source does not have: new keys, and new contexts', () => {
    const document = 'keys: { A: { values: { P;*: 5 } }, C: { readme: c, value: new } }';
    const files = project('a.env', { 'a.env': 'A=1\nB=2\n' });
    const { folder, live, leftOut } = drifted(
      files,
      { ...files, 'config/x.yaml': document },
      false,
    );
    expect(leftOut).toEqual([]);
    expect(folder.text('a.env')).toBe('A=1\nB=2\n');
    expect(folder.replan(live).changes).toEqual([]);
    expect(folder.text('config/imported.yaml')).toBe(
      'keys:\n  A:\n    values:\n      P;*: 5\n  C:\n    readme: c\n    value: new\n',
    );
  });

  it('leaves a file in Latin-1 to be changed manually, unless it is ASCII', () => {
    const source = '{ path: a.properties, encoding: latin1 }';
    const imported = (text: string) =>
      drifted(
        project(source, { 'a.properties': text }),
        project(source, { 'a.properties': text.replace('1', 'é') }),
      );
    const { folder, leftOut } = imported('city=K\u00f6ln\nsize=1\n');
    expect(folder.text('a.properties')).toBe('city=K\u00f6ln\nsize=1\n');
    expect(leftOut).toMatchObject([
      { item: 'size [*;*]', reason: expect.stringContaining('manually') },
    ]);
    const ascii = imported('city=Koeln\nsize=1\n');
    expect(ascii.leftOut).toEqual([]);
    // The bytes of this text, read as Latin-1, are two characters.
    expect(ascii.folder.text('a.properties')).toBe('city=Koeln\nsize=\\u00c3\\u00a9\n');
  });

  it('writes no document where a source would read it', () => {
    const files = project('"config/*.yaml"', { 'config/a.yaml': 'a: 1\n' });
    const other = { ...files, 'config/sub/x.yaml': 'keys: { b: 2 }' };
    const { folder, live } = drifted(files, other, false);
    expect(folder.replan(live).changes).toEqual([]);
    expect([...folder.files.keys()].sort()).toEqual([
      'config/a.yaml',
      'config/imported.yml',
      'confighub.yaml',
    ]);
  });
});

describe('what an import leaves out of sources, with the reason', () => {
  const GONE = 'the server does not have it; remove it manually; otherwise, an apply creates it';
  const NO_SCALAR = 'its value in a.yaml is a list or a mapping; change it manually';
  const SOMETHING_ELSE = 'an edit of its file would declare something else; change it manually';

  it.each<[what: string, source: string | string[], files: Files, left: string[], server?: Files]>([
    [
      'what is gone from .properties',
      'a.properties',
      { 'a.properties': '# c\nx=1\n«y=a\\\n  b\n|»z=3' },
      [`a.properties:3 y [*;*]: ${GONE}`],
    ],
    [
      'what is gone from .env',
      'a.env',
      { 'a.env': 'X=1\n«export Y="a\nb" # c\n|»# d\nZ=3\n' },
      [`a.env:2 Y [*;*]: ${GONE}`],
    ],
    [
      'what is gone from YAML',
      'a.yaml',
      { 'a.yaml': 'x: 1\n«s:\n  y: 2 # c\n|»# d\nz: 3\n' },
      [`a.yaml:3 s.y [*;*]: ${GONE}`],
    ],
    [
      'what is gone from JSON',
      'a.json',
      { 'a.json': '{ "x": 1, «"s": { "y": 2 }, |»"z": 3 }' },
      [`a.json:1 s.y [*;*]: ${GONE}`],
    ],
    [
      'a secret',
      'a.env',
      { 'a.env': 'DB_PASSWORD=«changeit|geheim7»\nA=«1|2»\n' },
      [
        'a.env:1 DB_PASSWORD [*;*]: it is a secret, which is not written to a.env; declare it in a document, from the environment. On the server: (secret)',
      ],
    ],
    [
      'a list',
      'a.yaml',
      { 'a.yaml': 'l: [«a|b»]\na: «1|2»\n' },
      [`a.yaml:1 l [*;*]: ${NO_SCALAR}. On the server: \`["b"]\``],
    ],
    [
      'a mapping of names that are data',
      '{ path: a.yaml, types: { m: Map } }',
      { 'a.yaml': 'm: { a: «b|c» }\na: «1|2»\n' },
      [`a.yaml:1 m [*;*]: ${NO_SCALAR}. On the server: \`{"a":"c"}\``],
    ],
    [
      'a placeholder that a source keeps',
      '{ path: a.yaml, as: files, placeholders: keep }',
      { 'a.yaml': '${b}: ${c}\n' },
      [
        'a.yaml:1 b [*;*]: it is a placeholder that its source keeps; declare the key in a document. On the server: `1`',
      ],
      {
        'confighub.yaml': `${PROJECT_FILE}sources: [{ path: a.yaml, as: files }]\n`,
        'config/x.yaml': 'keys: { b: 1, c: { vdt: Text, values: { P;*: x } } }',
      },
    ],
    [
      'what several parts share',
      [
        '{ path: a.yaml, part: dev, context: "D;*" }',
        '{ path: a.yaml, part: prod, context: "P;*" }',
      ],
      { 'a.yaml': '«all: &all { a: 1 }\n|»dev: { «<<: *all|a: 1» }\nprod: { «<<: *all|a: 2» }\n' },
      [
        'a.yaml:1 a [P;*]: a.yaml declares something else at the same place; change it manually. On the server: `2`',
      ],
    ],
    [
      'what another profile gets too, which no source reads',
      '{ path: a.properties, part: "%prod" }',
      { 'a.properties': '%{dev,prod}.a=«1|2»\n%prod.b=«1|2»\n' },
      [
        'a.properties:1 a [*;*]: a.properties declares something else at the same place; change it manually. On the server: `2`',
      ],
    ],
    [
      'what another profile gets too, in YAML',
      '{ path: a.yaml, part: "%prod.app" }',
      { 'a.yaml': '"%{dev,prod}":\n  app: { a: «2|3» }\n' },
      [
        'a.yaml:2 a [*;*]: a.yaml declares something else at the same place; change it manually. On the server: `3`',
      ],
    ],
    [
      'a file without a placeholder that its source keeps',
      '{ path: "*.conf", as: files, placeholders: keep }',
      { 'a.conf': 'listen «${host}|80»;\n', 'b.conf': '«old|new»\n' },
      [`a.conf:1 a.conf [*;*]: ${SOMETHING_ELSE}`],
      { 'config/x.yaml': 'keys: { host: "${host}" }' },
    ],
    [
      'what another value has in it, of a file for Docker Compose',
      '{ path: a.env, reader: compose }',
      { 'a.env': 'A=«1|2»\nHOST=a\nURL=http://${HOST}/\nZ=«1|2»\n' },
      [`a.env:2 HOST [*;*]: ${SOMETHING_ELSE}. On the server: \`c\``],
      { 'a.env': 'A=2\nHOST=c\nURL=http://a/\nZ=2\n' },
    ],
    [
      'a text that no quotes can hold',
      'a.env',
      { 'a.env': '«A=1\n|»B=«1|2»\n' },
      [
        'a.env:1 A [*;*]: a.env cannot hold this text there; declare it in a document. On the server: `\'"`#`',
      ],
      { 'config/x.yaml': `keys: { A: "'\\"\`#" }` },
    ],
    [
      'a type that a source gives, and values that it does not allow',
      '{ path: a.env, types: { A: Integer } }',
      { 'a.env': 'A=«1|x»\nB=«1|2»\n' },
      [`a.env:1 A [*;*]: ${SOMETHING_ELSE}. On the server: \`x\``, `a.env:1 A: ${SOMETHING_ELSE}`],
      { 'confighub.yaml': `${PROJECT_FILE}sources: [a.env]\n` },
    ],
  ])('%s', (_, source, files, left, server = {}) => {
    const [before, after] = versionsOf(files);
    const { folder, live, leftOut } = drifted(project(source, before), {
      ...project(source, after),
      ...server,
    });
    expect(told(leftOut).sort()).toEqual(left);
    const changes = folder
      .replan(live)
      .changes.filter((change) => change.kind !== 'key' || change.values === 0);
    expect(changes.length).toBe(left.length);
    expect(folder.texts()).not.toContain('geheim7');
  });

  it('a file that is gone', () => {
    const files = { 'nginx/a.conf': 'x\n', 'nginx/b.conf': 'y\n' };
    const before = project('{ path: "nginx/*", as: files, root: nginx }', files);
    const { 'nginx/b.conf': _, ...after } = before;
    expect(told(drifted(before, after).leftOut)).toEqual([`nginx/b.conf:1 b.conf [*;*]: ${GONE}`]);
  });

  it('but shows no secret of a file that it edits', () => {
    const text = (password: string, a: string) => `DB_PASSWORD=${password}\nA=${a}\n`;
    const { writes } = drifted(
      project('a.env', { 'a.env': text('changeit', '1') }),
      project('a.env', { 'a.env': text('changeit', '2') }),
    );
    expect(writes.map(({ shown }) => shown)).toEqual([
      { before: text('(secret)', '1'), after: text('(secret)', '2') },
    ]);
  });
});
