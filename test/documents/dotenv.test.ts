// `.env` files: what npm dotenv, python-dotenv and Docker Compose read from the same text, and what a source says of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READERS } from '../../src/documents/dotenv-readers.ts';
import { readFormat } from '../../src/documents/source-formats.ts';
import { Source } from '../../src/model/diagnostic.ts';
import { DOTENV_READERS, type DotenvReader } from '../../src/model/sources.ts';
import { rowsIn } from '../../src/model/state.ts';
import { holds } from '../random/runs.ts';
import { load } from '../helpers/project.ts';

type Values = Record<string, string | null>;

interface Recorded {
  about: string;
  class: string;
  name: string;
  text?: string;
  /** In Base64. */
  bytes?: string;
  readers: Record<string, { values?: Values; error?: string }>;
}

const RECORDS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/readers/dotenv.json'), 'utf8'),
) as Recorded[];

const PROGRAMS: Readonly<Record<DotenvReader, string>> = {
  npm: 'npm dotenv 16.6.1',
  python: 'python-dotenv 1.2.4',
  compose: 'compose-go 2.16.2',
};

function sourceOf({ name, text, bytes = '' }: Recorded, reader?: DotenvReader) {
  const said = reader === undefined ? '' : `, reader: ${reader}`;
  const { state, diagnostics } = load({
    'confighub.yaml': `version: 1\nsources: [{ path: ${name}${said} }]\n`,
    [name]: text ?? Buffer.from(bytes, 'base64'),
  });
  const values = Object.fromEntries(
    [...rowsIn(state)].map(({ item, row }) => [item.name, row.text]),
  );
  return { values, diagnostics };
}

function sorted(values: Values | undefined): string {
  return values === undefined ? 'refused' : JSON.stringify(Object.entries(values).sort());
}

describe('a `.env` file', () => {
  const read = (record: Recorded, reader: DotenvReader) =>
    sorted(record.readers[PROGRAMS[reader]]?.values);
  const isSame = (record: Recorded) =>
    new Set(DOTENV_READERS.map((reader) => read(record, reader))).size === 1;

  it('has the values that all programs read, without a finding but for what the server takes', () => {
    const same = RECORDS.filter(isSame).map((record) => ({ record, ...sourceOf(record) }));
    expect(same.length).toBe(149);
    /** A key is declared once, in one case, with a name and a text that the server takes. */
    const ofServer = ['duplicate-value', 'key-case', 'key-name', 'bad-text'];
    for (const { record, values, diagnostics } of same) {
      const codes = diagnostics.map(({ code }) => code).filter((code) => !ofServer.includes(code));
      expect([record.about, codes]).toEqual([record.about, []]);
      if (diagnostics.length === 0)
        expect([record.about, sorted(values)]).toEqual([record.about, read(record, 'npm')]);
    }
    expect(same.filter(({ diagnostics }) => diagnostics.length > 0)).toHaveLength(5);
  });

  it('has a finding at a line that they read differently, and at no other', () => {
    for (const record of RECORDS.filter((one) => !isSame(one))) {
      const { diagnostics } = sourceOf(record);
      const found = diagnostics.filter(({ place }) => place?.file === record.name);
      expect([record.about, found.length > 0]).toEqual([record.about, true]);
      const lines = (record.text ?? '').split('\n');
      for (const { place, code } of found) {
        const [, name = ''] =
          /^(?:export )?([\w.]+)=/.exec(lines[(place?.line ?? 1) - 1] ?? '') ?? [];
        const values = DOTENV_READERS.map(
          (reader) => record.readers[PROGRAMS[reader]]?.values?.[name],
        );
        const isSameName = name !== '' && code === 'readers-differ' && new Set(values).size === 1;
        expect([record.about, isSameName]).toEqual([record.about, false]);
      }
    }
  });

  it.each([
    ['npm', 211],
    ['python', 185],
    ['compose', 185],
  ] as const)(
    'has the values that %s reads if the source says so, in %i records, or an error',
    (reader, count) => {
      const exact = RECORDS.filter((record) => {
        const { values, diagnostics } = sourceOf(record, reader);
        const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
        expect([record.about, warnings]).toEqual([record.about, []]);
        if (diagnostics.length === 0)
          expect([record.about, sorted(values)]).toEqual([record.about, read(record, reader)]);
        return diagnostics.length === 0;
      });
      expect(exact).toHaveLength(count);
    },
  );
});

/** `severity line: message`, of a file in a project. */
function findings(text: string, settings = ''): string[] {
  const project = `version: 1\nsources: [{ path: a.env${settings} }]\n`;
  return load({ 'confighub.yaml': project, 'a.env': text }).diagnostics.map(
    ({ severity, place, message }) => `${severity} ${place?.line}: ${message}`,
  );
}

describe('what programs read differently', () => {
  const DIFFERENTLY = 'npm dotenv, python-dotenv and Docker Compose read this line differently.';

  it.each([
    ['DIR="C:\\a\\"', 'error', 'The backslash before the last quote is text for npm dotenv; '],
    ["A='b", 'error', 'This value begins with a quote that is not closed: '],
    ['A="{"b": 1}"', 'error', 'There is text after the closing quote, '],
    ['A=p4ss#w0rd', 'error', 'npm dotenv ends this value at the `#`, '],
    ['A=#fff', 'error', 'npm dotenv ends this value at the `#`, '],
    ['A=`b`', 'warning', 'Backticks are quotes for npm dotenv, '],
    ['A=b$C', 'warning', '`$` is text for npm dotenv, '],
    ["A='${C}'", 'warning', '`$` is text for npm dotenv, '],
    ['A="b\\"c"', 'warning', 'npm dotenv reads a backslash in quotes differently'],
    ['A: b', 'warning', 'npm dotenv reads `NAME: value`, '],
    ['A:\nB=c', 'warning', 'npm dotenv reads `NAME: value`, '],
    ['A= # b', 'warning', 'Docker Compose reads the comment on this line as part of the value.'],
    ['A="b\r\nc"', 'warning', 'Docker Compose keeps the CR '],
    ['A=b\ufeff', 'warning', DIFFERENTLY],
    ['\ufeff# b', 'warning', DIFFERENTLY],
  ])(
    '%j is one %s with a way to write it, and none for the program that the source names',
    (text, severity, message) => {
      const found = findings(`X=1\n${text}\n`);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain(`${severity} 2: ${message}`);
      expect(findings(`${text}\n`, ', reader: npm')).toEqual([]);
    },
  );

  it('is an error on each line, or one warning for the file', () => {
    expect(findings('A=`1`\nB=b#c\nC=$A\nD=b#d\nE=`2`\nF=`3`\n')).toEqual([
      'warning 1: Backticks are quotes for npm dotenv, and text for python-dotenv and Docker Compose (here and on 2 more lines).',
      'error 2: npm dotenv ends this value at the `#`, but python-dotenv and Docker Compose do not.',
      'warning 3: `$` is text for npm dotenv, and begins a variable for python-dotenv or Docker Compose.',
      'error 4: npm dotenv ends this value at the `#`, but python-dotenv and Docker Compose do not.',
    ]);
  });

  it('is no warning in a value that is not declared', () => {
    expect(findings('A=$B\nC=`1`\nD=2\n', ', prefix: x., ignore: [x.A, x.C]')).toEqual([]);
    expect(findings('A=b#c\nD=2\n', ', ignore: A')).toEqual([]);
    // Without it, other programs do not read the file, or not the next line.
    expect(findings('A="b\nD=2\n', ', ignore: A')).toHaveLength(1);
  });

  it('is an error for a program that takes a variable from elsewhere', () => {
    const unknown = 'replaces a variable in this value, but its text is not known here.';
    expect(findings('A=1\nB=${A}\nC=${D}\n', ', reader: python')).toEqual([
      `error 3: python-dotenv ${unknown}`,
    ]);
    expect(findings("A=1\nB=$A\nC=${D:-x}\nD='$E'\n", ', reader: compose')).toEqual([
      `error 3: Docker Compose ${unknown}`,
    ]);
  });

  it('is never silent', () => {
    const part = fc.constantFrom(...PARTS);
    const texts = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''));
    holds(texts, {
      check: (text) => {
        const found: string[] = [];
        const report = ({ message }: { message: string }) => found.push(message);
        readFormat(new Source('', text), { format: 'dotenv' }, report);
        const values = Object.values(READERS).map((read) => {
          const statements = read(text.replace(/^\ufeff/, ''));
          const texts = Object.fromEntries(statements.map(({ name, text: of }) => [name, of]));
          const problems = statements.flatMap(({ problem }) => problem ?? []);
          return JSON.stringify([Object.entries(texts), problems]);
        });
        if (found.length === 0) expect(new Set(values).size).toBe(1);
      },
    });
  });
});

/** What the three mind, and what is between. */
const PARTS = [
  ...['A=', 'A=', 'B=', 'C =', 'export ', ': ', ':', '=', '\n', '\n', '\n', '\r\n', '\r'],
  ...[' ', '\t', '\xa0', '\u2028', '\ufeff', '\x1c', 'x', 'n', '0', 'é', '/', '-', '.', '['],
  ...['"', '"', "'", "'", '`', '\\', '\\n', '\\"', "\\'", '$', '$A', '${A}', '$$', '{', '}'],
  ...['#', ' #', '# c\n', 'A=x\n', 'B="y"\n', "C='z'\n", '\\0101', '${A:-x}'],
];
