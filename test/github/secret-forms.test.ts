// The forms of a secret that are registered with the runner: lines, and their encodings in HTTP, Git and JSON.
import { describe, expect, test } from 'vitest';
import { secretForms } from '../../src/github/log.ts';

const SECRET = 's3cret "quoted" é/+&';

/** As the runner does: the longest first. */
function hidden(text: string): string {
  const forms = secretForms(SECRET).sort((a, b) => b.length - a.length);
  return forms.reduce((left, form) => left.replaceAll(form, '***'), text);
}

describe('secretForms', () => {
  test.for([
    `a ${SECRET} b`,
    JSON.stringify({ a: SECRET }),
    `https://a.example/?q=${encodeURIComponent(SECRET)}`,
  ])('hides %s', (text) => {
    expect(hidden(text)).toContain('***');
    expect(hidden(text)).not.toMatch(/s3cret|quoted/);
  });

  test.for(['', 'a', 'ab', 'x-access-token:', 'Ada:'])('hides it in base64 behind %j', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${SECRET}\n`).toString(encoding);
      const left = hidden(text).split('***');
      expect(left).toHaveLength(2);
      expect(left[1]?.length).toBeLessThanOrEqual(4);
    }
  });

  // The runner would split a text of several lines into all of them, empty and short ones too.
  test('are the lines of a text, and never two lines', () => {
    const forms = secretForms('line one\r\n\r\n  line two\n');
    expect(forms).toEqual(expect.arrayContaining(['line one', '  line two', 'line two']));
    expect(forms.filter((form) => /[\r\n]/.test(form) || form.trim() === '')).toEqual([]);
    expect(secretForms(' \n\t\n')).toEqual([]);
  });

  test.for(['0', 'true', 'False', ' yes ', '12', '-1.5', '1234567', '1,234,567', 'abcd'])(
    'are none of %j, which would hide half of the log and drop outputs, unless a name says that it is secret',
    (text) => {
      expect(secretForms(text, { isNamed: false })).toEqual([]);
      expect(secretForms(text, { isNamed: true })).toContain(text.trim());
    },
  );

  test.for(['abcde', '12345678', '1.2.3.4.5.6.7.8', 'hunter2'])(
    'are %j itself, whatever its name',
    (text) => {
      expect(secretForms(text, { isNamed: false })).toContain(text);
    },
  );

  test.for([true, false])('are no short lines of a key file, with such a name: %s', (isNamed) => {
    const key = JSON.stringify({ type: 'service', n: 1, list: [true, 12] }, null, 2);
    const masked = secretForms(key, { isNamed }).filter((form) => key.includes(form));
    const lines = ['"type": "service",', '"n": 1,', '"list": ['];
    expect(masked.sort()).toEqual([...lines, ...lines.map((line) => `  ${line}`)].sort());
  });
});
