// Properties of what is shown of texts with secrets inside: nothing secret, only lines of the text, and that something changed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { maskTexts } from '../../src/render/mask.ts';
import { secretsInVersions } from '../../src/semantics/secret-lines.ts';
import { casesOf } from '../helpers/suite.ts';
import { named, SEED } from '../random/runs.ts';
import { fileChange } from '../helpers/plans.ts';

/** A member of a text. What is below a secret name is secret too. */
interface Member {
  name: string;
  isSecret: boolean;
  /** Several members below, or the number of a value. */
  value: Member[] | number;
}

const SECRET_NAMES =
  'password db.password apiKey DB_PASSWORD client-secret accessToken bindPass'.split(' ');
const OPEN_NAMES = 'host port user max_tokens password_file level compass tokenTtl'.split(' ');

const { members } = fc.letrec<{ members: Member[]; member: Member }>((tie) => ({
  member: fc
    .tuple(fc.boolean(), fc.nat(6), fc.oneof({ depthSize: 'small' }, fc.nat(99), tie('members')))
    .map(([isSecret, at, value]) => ({
      name: (isSecret ? SECRET_NAMES[at] : OPEN_NAMES[at]) ?? '',
      isSecret,
      value,
    })),
  members: fc.uniqueArray(tie('member'), {
    minLength: 1,
    maxLength: 5,
    selector: ({ name }) => name,
  }),
}));

function textOf(value: number, isSecret: boolean): string {
  return isSecret ? `hunter${value}-of-x` : `open${value}`;
}

function plain(all: readonly Member[], isBelow = false): object {
  return Object.fromEntries(
    all.map(({ name, isSecret, value }) => {
      const hidden = isBelow || isSecret;
      return [name, typeof value === 'number' ? textOf(value, hidden) : plain(value, hidden)];
    }),
  );
}

/** `x.host` and its text. */
function flat(all: readonly Member[], prefix = ''): [name: string, text: string][] {
  return all.flatMap(({ name, isSecret, value }) =>
    typeof value === 'number'
      ? [[`${prefix}${name}`, textOf(value, isSecret)]]
      : flat(value, `${prefix}x.`),
  );
}

function xml(all: readonly Member[], isBelow = false): string {
  return all
    .map(({ name, isSecret, value }) => {
      const hidden = isBelow || isSecret;
      const content = typeof value === 'number' ? textOf(value, hidden) : `\n${xml(value, hidden)}`;
      return `<${name}>${content}</${name}>\n`;
    })
    .join('');
}

function env(all: readonly Member[]): object {
  return { env: flat(all).map(([name, value]) => ({ name, value })) };
}

const assigned = (separator: string) => (all: Member[]) =>
  flat(all)
    .map(([name, text]) => `${name}${separator}${text}\n`)
    .join('');

const FORMATS: Record<string, (all: Member[]) => string> = {
  'JSON in one line': (all) => JSON.stringify(plain(all)),
  JSON: (all) => JSON.stringify(plain(all), null, 2),
  YAML: (all) => stringify(plain(all)),
  'quoted YAML': (all) => stringify(plain(all), { defaultStringType: 'QUOTE_SINGLE', indent: 4 }),
  'YAML with blocks': (all) => stringify(plain(all), { defaultStringType: 'BLOCK_LITERAL' }),
  'YAML with names and values': (all) => stringify(env(all)),
  'arguments in YAML': (all) =>
    stringify({ args: flat(all).flatMap(([name, text]) => [`--${name}`, text]) }),
  properties: assigned('='),
  aligned: assigned('   =  '),
  'with colons': assigned(': '),
  XML: (all) => `<a>\n${xml(all)}</a>\n`,
  'options of a program': (all) =>
    `run \\\n${flat(all)
      .map(([name, text]) => `  --${name} ${text}`)
      .join(' \\\n')}\n`,
};

/** The text of a change after masking; `undefined`: nothing of it may be shown. */
function shown(before: string, after: string): { before: string; after: string } | undefined {
  const secrets = secretsInVersions(before, after, []);
  if (secrets === 'all') return undefined;
  const masked = maskTexts(fileChange({ path: 'f', before, after, ...(secrets && { secrets }) }));
  return masked.secret ? undefined : { before: masked.before ?? '', after: masked.after ?? '' };
}

const LABEL = /^\(secret line(?:, changed)?\)$/;

const versions = fc.tuple(members, members, fc.boolean());

test.for(Object.entries(FORMATS))('%s', ([, write]) => {
  const count = Math.ceil(casesOf(10_000) / Object.keys(FORMATS).length);
  fc.assert(
    fc.property(versions, ([one, other, isNext]) => {
      const before = write(one);
      // Another text, or what was there with more behind it.
      const after = isNext ? `${before.trimEnd()}\n# see hunter1-of-x or open1\n` : write(other);
      const masked = shown(before, after);
      if (masked === undefined) return;
      for (const [text, open] of [
        [before, masked.before],
        [after, masked.after],
      ] as const) {
        const [all, left] = [text.split('\n'), open.split('\n')];
        named('nothing secret is shown', () =>
          expect(open.replaceAll(/# see hunter.*/g, '')).not.toMatch(/hunter/),
        );
        named('what is shown is a part of the text', () =>
          expect(left.filter((line) => !LABEL.test(line)).every((line) => all.includes(line))).toBe(
            true,
          ),
        );
        named('what is not secret is shown', () =>
          expect(
            all.filter((line) => /^(?!.*hunter).*open/.test(line) && !left.includes(line)),
          ).toEqual([]),
        );
        const found = before.includes('hunter1-of-x');
        if (isNext && found) named('copies are hidden', () => expect(open).not.toMatch(/# see/));
      }
      named('a change is shown', () =>
        expect(masked.before === masked.after).toBe(before === after),
      );
    }),
    { seed: SEED, numRuns: count },
  );
});
