// What `show` writes as dotenv, properties and YAML is read back by the tools that read these formats.
import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { ViewedValue } from '../../src/model/application-view.ts';
import type { MaskedView } from '../../src/render/mask-view.ts';
import { dotenvView, propertiesView, yamlView } from '../../src/render/view-formats.ts';
import { SEED } from '../helpers/laws.ts';

/** A view of these values, as masking leaves it. */
function viewOf(texts: Record<string, string | null>): MaskedView {
  const values = Object.entries(texts).map(([key, after]): ViewedValue => {
    return { change: { kind: 'value', action: 'create', key, context: '*;*', vdt: 'Text', after }, after: {} };
  });
  return { context: 'a;b', source: 'desired', kind: 'values', values, files: [] } as unknown as MaskedView;
}

describe('formats are read back by the tools that read them', () => {
  const CHARACTERS = [
    'a',
    'B',
    '1',
    ' ',
    '\n',
    '\t',
    '\r',
    '"',
    "'",
    '\\',
    '$',
    '`',
    '#',
    '=',
    '{',
    '}',
    '!',
    '~',
    ';',
    'é',
    '😀',
    '\u2028',
    ':',
    '-',
    '...\n',
  ];
  const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 9 }).map((parts) => parts.join(''));
  const [texts] = fc.sample(fc.array(text, { minLength: 800, maxLength: 800, size: 'max' }), {
    numRuns: 1,
    seed: SEED,
  });
  const named = Object.fromEntries((texts ?? []).map((one, i) => [`k${i}`, one]));

  test('dotenv by a shell and by Node; what it cannot say is a comment', () => {
    const { text: written, warnings } = dotenvView(viewOf(named));
    const left = [...written.matchAll(/^# (k\d+): not possible/gm)].map(([, name]) => name);
    expect(warnings[0]).toContain(`${left.length} values are only comments`);
    expect(left.length).toBeLessThan(400);
    const expected = Object.fromEntries(
      Object.entries(named).flatMap(([name, one]) => (left.includes(name) ? [] : [[name.toUpperCase(), one]])),
    );
    expect(parseEnv(written)).toEqual(expected);
    const script = 'set -a; eval "$(cat)"; exec "$NODE" -e "process.stdout.write(JSON.stringify(process.env))"';
    const env = { PATH: process.env.PATH, NODE: process.execPath };
    const read = JSON.parse(execFileSync('sh', ['-c', script], { input: written, env, encoding: 'utf8' }));
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, read[name]]))).toEqual(expected);
  });

  test('dotenv names are names of variables', () => {
    expect(dotenvView(viewOf({ 'db.pool-size': '1', '2nd': '2', '[a]': '' })).text).toBe(
      'DB_POOL_SIZE=1\n_2ND=2\n_A_=\n',
    );
  });

  test('YAML', () => {
    expect(load(yamlView(viewOf(named)).text)).toEqual(named);
    expect(load(yamlView(viewOf({ a: null, __proto: '1', yes: 'no' })).text)).toEqual({
      a: null,
      __proto: '1',
      yes: 'no',
    });
  });

  test('properties', () => {
    const { text: written } = propertiesView(viewOf(named));
    expect(written).toMatch(/^[\n -~]*$/);
    expect(readProperties(written)).toEqual(named);
    expect(propertiesView(viewOf({ a: null }))).toEqual({
      text: '# a: null\n',
      warnings: ['1 value is only a comment, because the format cannot say it.'],
    });
  });
});

/** As `java.util.Properties` documents its format, for names without escapes. */
function readProperties(text: string): Record<string, string> {
  const unescaped = (value: string) =>
    value.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, unit?: string, one = '') =>
      unit === undefined
        ? ({ t: '\t', n: '\n', r: '\r', f: '\f' }[one as string] ?? one)
        : String.fromCharCode(Number.parseInt(unit, 16)),
    );
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [, name = '', value = ''] = /^([^=]+)=[ \t\f]*(.*)$/.exec(line) ?? [];
        return [name, unescaped(value)];
      }),
  );
}
