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
  test.for([`a ${SECRET} b`, JSON.stringify({ a: SECRET }), `https://a.example/?q=${encodeURIComponent(SECRET)}`])(
    'hides %s',
    (text) => {
      expect(hidden(text)).toContain('***');
      expect(hidden(text)).not.toMatch(/s3cret|quoted/);
    },
  );

  test.for(['', 'a', 'ab', 'x-access-token:', 'Ada:'])('hides it in base64 behind %j', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${SECRET}\n`).toString(encoding);
      const left = hidden(text).split('***');
      expect(left).toHaveLength(2);
      expect(left[1]?.length).toBeLessThanOrEqual(4);
    }
  });

  test('are the lines of a text, except blank ones', () => {
    expect(secretForms('line one\r\n\r\n  line two\n')).toEqual(
      expect.arrayContaining(['line one\r\n\r\n  line two\n', 'line one', '  line two']),
    );
    expect(secretForms(' \n\t\n')).toEqual([]);
  });

  test('of a short secret are itself only, to keep logs readable', () => {
    expect(secretForms('s3cr')).toEqual(['s3cr']);
  });
});
