// Reasons from the `ETag`: the real server's own, recorded, and never what they quote.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attempt } from '../../src/lib/attempt.ts';
import { isQuotedAs, readReason } from '../../src/remote/rejections.ts';
import {
  REJECTIONS as TABLE,
  type Rejection,
  shownSentence,
} from '../../src/semantics/rejections.ts';
import { CODE_POINT } from '../random/code-points.ts';
import { expanded, type Recording } from '../server/recording.ts';

const REJECTIONS = Object.values<Rejection>(TABLE).map((one) => ({
  ...one,
  sentence: shownSentence(one),
}));
const FOLDER = join(import.meta.dirname, '../fixtures/recorded');
const RECORDED = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Recording)
  .flatMap(({ steps = [] }) => steps)
  .flatMap(({ response: { status, etag } }) =>
    [304, 406, 417, 500].includes(status) && etag !== null ? [expanded(etag)] : [],
  );
const ETAGS = [...new Set(RECORDED)];

/** What its own crashes say: names of its classes and times, nothing that a project could do something about. */
const CRASHES = [
  /^"Expected a com\.google\.gson\.Json(Array|Object) but was com\.google\.gson\.JsonPrimitive"$/,
  /^"There is no revision before or at .* 2020\."$/,
];
const isCrash = (etag: string) => CRASHES.some((crash) => crash.test(etag));

/** Every text and number of an entry that is no name of a key, a file or a context. */
function quotedBy(entry: unknown, member = ''): string[] {
  if (Array.isArray(entry)) return entry.flatMap((item) => quotedBy(item, member));
  if (typeof entry === 'object' && entry !== null) {
    return Object.entries(entry).flatMap(([name, item]) => quotedBy(item, name));
  }
  return /^(value|content|password|readme)$/.test(member) && String(entry).length > 3
    ? [String(entry)]
    : [];
}

describe('a recorded reason', () => {
  it('is there in numbers, with a code and a hint, except for crashes of the server', () => {
    expect(ETAGS.length).toBeGreaterThan(100);
    const shown = new Set(ETAGS.map((etag) => readReason(etag).code));
    // Not recorded: the rules of a team, and a lost race that is nothing else.
    const never = REJECTIONS.filter(({ code }) => !shown.has(code)).map(({ code }) => code);
    expect(never).toEqual(['access-denied', 'server-error']);
    const unnamed = ETAGS.filter((etag) => readReason(etag).code === undefined);
    expect(unnamed.filter((etag) => !isCrash(etag))).toEqual([]);
    for (const crash of CRASHES) expect(unnamed.some((etag) => crash.test(etag))).toBe(true);
    for (const etag of ETAGS.filter((one) => !isCrash(one)))
      expect(readReason(etag).hint).toMatch(/[.]$/);
  });

  it('is the sentence of the server, with the names that its entry has, and nothing else of it', () => {
    for (const etag of ETAGS.filter((one) => !isCrash(one))) {
      const [sentence = '', ...rest] = etag.replace(/^"|"$/g, '').split('; {');
      const reason = readReason(etag);
      expect(reason.message).toBe(sentence.replace(/ {2}/g, ' '));
      const entry = rest.length === 0 ? undefined : parsed(`{${rest.join('; {')}`);
      for (const name of ['key', 'file', 'context'] as const) {
        const member = (entry as Record<string, unknown> | undefined)?.[name];
        expect(reason[name]).toBe(typeof member === 'string' ? member : undefined);
      }
      const { key: _, file: __, context: ___, ...others } = reason;
      const shown = JSON.stringify(others);
      for (const secret of quotedBy(entry)) expect(shown).not.toContain(secret);
    }
  });
});

function parsed(text: string): unknown {
  return attempt(() => JSON.parse(text));
}

describe('a reason', () => {
  const UNKNOWN = 'The server gave an unknown reason.';
  const LOST = 'A relationship to another item exists, preventing this transaction.';
  it.each([
    [`"${LOST}; {"file":"f","context":"*;*","content":"hunter2; {b}"}"`, LOST],
    ['"Value specified is not valid format.; {"key":"a","value":"hunter2', UNKNOWN],
    ['"Cannot store value="hunter2" of a"', UNKNOWN],
    [`"${'hunter2 '.repeat(50)}"`, UNKNOWN],
    ['"Invalid API token. hunter2"', UNKNOWN],
    [undefined, 'The server gave no reason.'],
    ['  ', 'The server gave no reason.'],
    [
      '"Key cannot be blank.; {"key":{"value":"hunter2"},"file":["hunter2"],"context":7}"',
      'Key cannot be blank.',
    ],
  ])('of %s shows no value', (etag, message) => {
    const reason = readReason(etag);
    expect(reason.message).toBe(message);
    expect(JSON.stringify(reason)).not.toContain('hunter2');
  });
});

describe('a reason changed by a proxy', () => {
  const plain =
    'Value specified is not valid format for key specified Value-Data-Type.; {"context":"P;*","value":"a; {\\"key\\":\\"no\\"}"}';
  const named = { code: 'value-type', context: 'P;*' };

  it.each([
    ['as the server writes it', `"${plain}"`],
    ['as a weak ETag', `W/"${plain}"`],
    ['with its quotes escaped', `"${plain.replace(/["\\]/g, '\\$&')}"`],
    ['weak and escaped', `W/"${plain.replace(/["\\]/g, '\\$&')}"`],
    ['without quotes', plain],
    ['in single quotes', `'${plain}'`],
    ['with spaces around it', `  "${plain}" `],
    ['with two spaces', `"${plain.replaceAll(' not ', '  not ')}"`],
    ['with text behind it', `"${plain} (proxy 7)"`],
    ['with a value of 200 KB', `"${plain.replace('a; {', `${'x'.repeat(200_000)}; {`)}"`],
    ['cut off in the value', `"${plain.slice(0, -8)}`],
    ['cut off, and closed again', `"${plain.slice(0, -8)}"`],
  ])('%s is the same', (_, etag) => {
    expect(readReason(etag)).toMatchObject(named);
    expect(readReason(etag).key).toBeUndefined();
  });

  it('does not give a name that is cut off', () => {
    const { hint: _, ...reason } = readReason('"Key cannot be blank.; {"key":"db.ho"');
    expect(reason).toEqual({ code: 'key-name-empty', message: 'Key cannot be blank.' });
  });

  it('without JSON after it keeps its code', () => {
    expect(readReason('"Group-Member conflict.; {entry 7 of 9}"').code).toBe('group-conflict');
    expect(readReason('"Group-Member conflict.; <entry key="a">"').code).toBe('group-conflict');
  });

  it('names the context of an access rule by its levels', () => {
    const levels = '[{"p":1,"n":"Production","t":0,"w":4},{"p":2}]';
    const etag = `"You do not have write access for specified context.; {"id":7,"vdt":"Text","value":"x","levels":${levels}}"`;
    expect(readReason(etag)).toMatchObject({ code: 'access-denied', context: 'Production;*' });
  });

  it.each([
    ['Straße/Größe', 'Straße/Größe'],
    ['Straße', 'Stra\u00c3\u009fe'],
    ['日本/ü', '  /ü'],
    ['😀', '  '],
  ])('quotes %s in one of two ways', (text, quoted) => {
    expect(isQuotedAs(text, quoted)).toBe(true);
    expect(isQuotedAs(`${text}!`, quoted)).toBe(false);
  });
});

describe('whatever is quoted, and however', () => {
  /** Texts that no sentence, name or advice holds by chance. */
  const secret = fc.string({ unit: CODE_POINT, maxLength: 40 }).map((text) => `§7h${text}`);
  const entry = fc
    .record({
      context: fc.constant('P;*'),
      key: fc.constant('a'),
      value: secret,
      content: secret,
      password: secret,
    })
    .chain((one) => fc.shuffledSubarray(Object.entries(one), { minLength: 1 }))
    .map((members) => Object.fromEntries(members) as Record<string, string>);
  const sentence = fc.oneof(fc.constantFrom(...REJECTIONS.map((one) => one.sentence)), secret);
  const quoting = fc.constantFrom(
    (text: string) => `"${text}"`,
    (text: string) => `W/"${text}"`,
    (text: string) => text,
    (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`,
    (text: string) => Buffer.from(`"${text}"`, 'utf8').toString('latin1'),
  );

  const SAYINGS = [...REJECTIONS.map((one) => one.sentence), 'The server gave an unknown reason.'];
  const HINTS = [...REJECTIONS.map((one) => one.hint), undefined];

  it('no part of a value, a content or a password is shown', () => {
    const reasons = fc.tuple(sentence, entry, fc.constantFrom('; ', ';', ' ', ''), quoting);
    const share = fc.double({ min: 0.2, max: 1, noNaN: true });
    fc.assert(
      fc.property(reasons, share, ([says, quoted, gap, quote], part) => {
        const whole = quote(`${says}${gap}${JSON.stringify(quoted)}`);
        const etag = whole.slice(0, Math.ceil(whole.length * part));
        const { quotes: _, ...reason } = readReason(etag);
        expect(SAYINGS).toContain(reason.message);
        expect(HINTS).toContain(reason.hint);
        expect(JSON.stringify(reason)).not.toContain('7h');
        if (reason.key !== undefined) expect(reason.key).toBe('a');
        if (reason.context !== undefined) expect(reason.context).toBe('P;*');
      }),
      { numRuns: 2000 },
    );
  });
});
