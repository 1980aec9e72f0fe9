// What Java and Spring read from `.properties` and YAML files: the same values without a finding, or a finding.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonNode, JsonNumber, parseLenientJson } from '../../src/lib/json.ts';
import { rowsIn, type State } from '../../src/model/state.ts';
import { load, fileErrors } from '../helpers/project.ts';
import { ROOT } from '../helpers/run.ts';

interface Reading {
  values?: Record<string, string | null>;
  /** Several documents, of which a later one wins. */
  documents?: Record<string, string | null>[];
  error?: string;
}

interface Recorded {
  about: string;
  class: string;
  text?: string;
  /** In base64, where the bytes matter. */
  bytes?: string;
  readers: Record<string, Reading>;
}

function recorded(name: string): Recorded[] {
  return JSON.parse(readFileSync(`${ROOT}test/fixtures/readers/${name}`, 'utf8'));
}

function readAs(file: string, { text = '', bytes }: Pick<Recorded, 'text' | 'bytes'>, fields = '') {
  const content = bytes === undefined ? text : Buffer.from(bytes, 'base64');
  const project = `levels: [Environment]\nsources:\n  - { path: ${file}, ${fields} }\n`;
  const { state, diagnostics } = load({ 'confighub.yaml': project, [file]: content });
  return {
    values: flat(state),
    diagnostics: diagnostics.filter(({ place }) => place?.file === file),
  };
}

type Pairs = readonly (readonly [name: string, text: string])[];

/** As Spring writes them: each item of a list and each member of a mapping has a name, and what is null is empty. */
function flat(state: State): Pairs {
  return [...rowsIn(state)].flatMap(({ item: { name }, row: { text, native } }) =>
    native ? members(name, parseLenientJson(text ?? '') ?? null) : [[name, text ?? ''] as const],
  );
}

function members(name: string, value: JsonNode): Pairs {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, i) => members(`${name}[${i}]`, item));
  if (isJsonObject(value))
    return [...value].flatMap(([key, member]) => members(`${name}.${key}`, member));
  return [[name, value instanceof JsonNumber ? value.literal : String(value ?? '')]];
}

/** `undefined`: the reader refuses the file. An empty mapping is no value. */
function valuesOf({ values, documents = [], error }: Reading): Pairs | undefined {
  if (error !== undefined) return undefined;
  const all: Record<string, string | null> = Object.assign({}, values, ...documents);
  return Object.entries(all).filter((one): one is [string, string] => one[1] !== null);
}

/** Their readers differ in what a value is without text: nothing of ours depends on it. */
const NO_DIFFERENCE = [
  'empty mapping and another key',
  'empty mapping in a mapping',
  'empty mapping as an item',
  'only {}',
];

/** Spring reads them as text, and other programs as another number, or as null. */
const OTHER_ELSEWHERE = [
  'octal as in YAML 1.2: 0o17',
  'nothing behind the colon in a nested mapping, another key below',
  '#{ } without quotes is a comment',
  'item without a value',
  'value ~',
  'value null',
  'value NULL',
  'list of different types',
  '!!null',
];

/** All read them, and the server cannot store them. */
const NOT_STORED = [
  'escape of NUL',
  'NUL inside a value',
  'lone low surrogate',
  'lone high surrogate',
];

/** Spring reads the first, PyYAML the last, and js-yaml refuses it. */
const MERGED_TWICE = 'two merge keys in one mapping';

describe.each(['properties.json', 'yaml.json'])('%s', (name) => {
  const records = recorded(name);
  const file = name === 'yaml.json' ? 'a.yml' : 'a.properties';

  it.each(records.map((one) => [one.class, one.about, one] as const))(
    '%s: %s',
    (_, about, record) => {
      const { values, diagnostics } = readAs(file, record);
      const theirs = Object.values(record.readers).map(valuesOf);
      const isSame = theirs.every((one) => one !== undefined && sorted(one) === sorted(values));
      if (isSame && NOT_STORED.includes(about))
        expect(diagnostics.map(({ code }) => code)).toEqual(['bad-text']);
      else if (isSame && about === MERGED_TWICE)
        expect(diagnostics.map(({ code }) => code)).toEqual(['duplicate-field']);
      else if (isSame && OTHER_ELSEWHERE.includes(about))
        expect(diagnostics.map(({ message }) => message)).toEqual([
          expect.stringMatching(/^Some programs/),
        ]);
      else if (isSame || NO_DIFFERENCE.includes(about)) expect(fileErrors(diagnostics)).toEqual([]);
      else expect(diagnostics.map(({ hint }) => hint)).toContainEqual(expect.stringMatching(/\.$/));
    },
  );
});

function sorted(pairs: Pairs): string {
  return JSON.stringify(pairs.toSorted());
}

describe('`encoding` says how `.properties` are read', () => {
  const records = recorded('properties.json').filter(
    ({ class: kind, bytes }) => kind === 'encoding' && bytes !== undefined,
  );

  it.each(records.map((one) => [one.about, one] as const))('%s', (_, record) => {
    const readers = Object.entries(record.readers);
    for (const [encoding, reader] of [
      ['utf-8', 'UTF-8 reader'],
      ['latin1', 'input stream'],
    ]) {
      const [, reading] = readers.find(([name]) => name.includes(reader ?? '')) ?? readers[0] ?? [];
      const { values, diagnostics } = readAs('a.properties', record, `encoding: ${encoding}`);
      const theirs = reading && valuesOf(reading);
      if (theirs !== undefined && sorted(theirs) === sorted(values))
        expect(diagnostics).toEqual([]);
      else expect(diagnostics.map(({ hint }) => hint)).toContainEqual(expect.stringMatching(/\.$/));
    }
  });
});

/** The kinds of differences: what is kept as written, with one warning for each kind and file: `message | hint`. */
const IN_YAML: readonly (readonly [text: string, said: RegExp])[] = [
  [
    'a: yes\nb: Off\nc: TRUE\nd: true\ne: "no"\n',
    /^Spring reads this word .* 2 more in.*\|.*"yes"/,
  ],
  [
    'a: 007\nb: 1_000\nc: 0x1F\nd: 12:30\ne: 1.10\ni: +.5\nf: 8080\ng: 0.5\nh: 1.2.3\n',
    /^Spring reads this as a number .* 5 more.*\|.*Quote it/,
  ],
  ['a: [1, { b: 0x7, c: .5 }]\n', /^Spring reads this as a number.*\|.*Quote it/],
  [
    'a: 0o17\nb: "0o17"\nc: [+0o7]\n',
    /^Some programs read this as a number,.* 1 more.*\|.*quote it/,
  ],
  ['a: 2024-02-03\nb: "2024-02-03"\n', /^Some programs read this as a date [^(]*\|.*"2024-02-03"/],
  [
    'a: { 1: x, on: y }\nb: [{ 2: z }]\n',
    /in brackets, such as `codes\[1\]` .* 2 more.*\|.*Quote the name/,
  ],
  ...[
    'a:\tx\n',
    'a:\t|\n  x\n',
    'a: >-\t\n  x\n',
    'a:\n  -\tx\n',
    'a\t: x\n',
    'a:\t\n  b: x\n',
    'a:\n \t\n  b: x\n',
    'a: x\n# c\n\t\nb: y\n',
    'a: "x"\t# c\n',
    'a: &b\tx\n',
  ].map((text) => [text, /^PyYAML refuses .* a tab before a value [^(]*\|.*spaces/] as const),
  ['a: x\u2028y\nb: "x\\u2028y"\n', /line breaks[^(]*\|.*escapes/],
  ['a: x\nb: |\n  x', /no line break[^(]*\|.*`\|-`/],
  ['a: [x]\n"a[0]": y\n"b[0]": z\n', /as an item of the list.*\|.*in the list/],
];
const IN_PROPERTIES: typeof IN_YAML = [
  ['a[]=1,2\nb=1,2\n', /splits its value at commas.*\|.*`name\[0\]=…`/],
  ['# ü\na=x\nb=ü\nc=\\u00fc\nd=é\n', /as Latin-1, .* 1 more in.*\|.*\\u00fc.*`encoding: utf-8`/],
  ['\ufeffa=x\n', /byte order mark.*\|.*without it/],
];
const KINDS = [
  ...IN_YAML.map((row) => ['a.yml', ...row] as const),
  ...IN_PROPERTIES.map((row) => ['a.properties', ...row] as const),
];

describe('what is read otherwise', () => {
  it.each(KINDS)('in %s: %j', (file, text, expected) => {
    const { diagnostics } = readAs(file, { text });
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'readers-differ' }]);
    expect(`${diagnostics[0]?.message} | ${diagnostics[0]?.hint}`).toMatch(expected);
    expect(diagnostics[0]?.message).toMatch(/^[^.]*(?:\.[^ ][^.]*)*\.$/);
    const ignored = readAs(file, { text }, 'ignore: ["*"]').diagnostics;
    expect(ignored.filter(({ message }) => !message.includes('byte order mark'))).toEqual([]);
  });

  it('is nothing in an ordinary file', () => {
    const yaml = `# The shop.
server: { port: 8080, ssl: { enabled: true } }
spring:
  profiles: { active: prod, group: { prod: [db, mail] } }
  datasource:
    url: jdbc:postgresql://db:5432/shop?a=b#c
    password: \${DB_PASSWORD}
    hikari: { maximum-pool-size: 10, idle-timeout: 30s }
ratio: 0.25
version: 1.2.3
tabs: ["\t", 'a\tb', a\tb] #\tcomment\t
lines: |
  x\t
  \ty
---
logging.level:
  org.example: DEBUG
`;
    expect(readAs('a.yml', { text: yaml }).diagnostics).toEqual([]);
    const text = '#---\nspring.profiles.active=prod\na.path=C:\\\\users\n#---\nb=\\u00fc\n';
    expect(readAs('a.properties', { text }).diagnostics).toEqual([]);
  });
});

it('a line of `.properties` goes on behind every kind of line break', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['a\\', '  b \\', ' = x\\', '  y', 'c=C:\\\\', 'd=1', ''].join(end);
    expect(readAs('a.properties', { text })).toEqual({
      values: Object.entries({ ab: 'xy', c: 'C:\\', d: '1' }),
      diagnostics: [],
    });
  }
});

describe('values of one profile', () => {
  it.each([
    ['a.properties', 'a=1\n#---\nspring.config.activate.on-profile=prod\na=2\n', 3],
    ['a.properties', 'spring.config.activate.on-cloud-platform=kubernetes\na=2\n', 1],
    ['a.properties', 'spring.profiles=prod\n', 1],
    ['a.yml', 'a: 1\n---\nspring: { config: { activate: { onProfile: prod } } }\na: 2\n', 3],
    ['a.yml', 'spring:\n  profiles: [prod, test]\n', 2],
    ['a.yml', 'spring.profiles: prod\n', 1],
  ])('in %s with %j are refused, with how to split the file', (file, text, line) => {
    for (const fields of ['', 'ignore: [spring.*]', 'separator: _']) {
      const { values, diagnostics } = readAs(file, { text }, fields);
      expect(diagnostics).toMatchObject([
        {
          code: 'spring-profile',
          hint: expect.stringContaining('a file of their own'),
          place: { line },
        },
      ]);
      expect(values).toEqual([]);
    }
  });

  it.each([
    ['a.properties', 'a=1\n!---\nb=1\na=2\n'],
    ['a.yml', 'a: 1\n---\nb: 1\na: 2\n'],
  ])('in %s, a name in two documents is refused, unless nothing reads it', (file, text) => {
    const { diagnostics } = readAs(file, { text });
    expect(diagnostics).toMatchObject([
      { code: 'duplicate-value', hint: expect.stringContaining('a file of its own') },
    ]);
    expect(`${diagnostics[0]?.place} ${diagnostics[0]?.related}`).toBe(`${file}:4:1 ${file}:1:1`);
    expect(readAs(file, { text }, 'ignore: [a]')).toEqual({
      values: [['b', '1']],
      diagnostics: [],
    });
  });
});
