// Reasons from the `ETag`: the real server's own, recorded, and never what they quote.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReason } from '../../src/remote/reason.ts';
import { expanded, type Recording } from '../helpers/recording.ts';

const RECORDED = join(import.meta.dirname, '../fixtures/recorded');
const ETAGS = [
  ...new Set(
    readdirSync(RECORDED)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(RECORDED, name), 'utf8')) as Recording)
      .flatMap(({ steps = [] }) => steps)
      .filter(({ response }) => response.status === 304 && response.etag !== null)
      .map(({ response }) => expanded(response.etag ?? '')),
  ),
];

/** Every text and number of an entry that is no name of a key, a file or a context. */
function quotedBy(entry: unknown, member = ''): string[] {
  if (Array.isArray(entry)) return entry.flatMap((item) => quotedBy(item, member));
  if (typeof entry === 'object' && entry !== null) {
    return Object.entries(entry).flatMap(([name, item]) => quotedBy(item, name));
  }
  return /^(value|content|password|readme)$/.test(member) && String(entry).length > 3 ? [String(entry)] : [];
}

describe('a recorded reason', () => {
  it('is there in numbers', () => {
    expect(ETAGS.length).toBeGreaterThan(100);
  });

  it('is the sentence of the server, with the names that its entry has, and nothing else of it', () => {
    for (const etag of ETAGS) {
      const [sentence = '', ...rest] = etag.replace(/^"|"$/g, '').split('; {');
      const reason = readReason(etag);
      expect(reason.message).toBe(sentence.replace(/ {2}/g, ' '));
      const entry = rest.length === 0 ? undefined : parsed(`{${rest.join('; {')}`);
      for (const name of ['key', 'file', 'context'] as const) {
        const member = (entry as Record<string, unknown> | undefined)?.[name];
        expect(reason[name]).toBe(typeof member === 'string' ? member : undefined);
      }
      const shown = JSON.stringify({ ...reason, key: undefined, file: undefined, context: undefined });
      for (const secret of quotedBy(entry)) expect(shown).not.toContain(secret);
    }
  });
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('a reason', () => {
  it.each([
    [
      '"Push updates are disabled for specified key.; {"key":"db.host","push":false}"',
      'db.host',
      /use a token that may force it/,
    ],
    [
      '"Value specified is not valid format for key specified Value-Data-Type.; {"context":"P;*","value":"hunter2"}"',
      undefined,
      /does not fit the type/,
    ],
    [
      '"A relationship to another item exists, preventing this transaction.; {"file":"f","context":"*;*","content":"a; {b}"}"',
      undefined,
      /plan again/,
    ],
    ['"Invalid API token."', undefined, /CONFIGHUB_TOKEN/],
    ['"This repository does not allow API Push without specifying a token"', undefined, /Give a token/],
  ])('such as %s has an advice', (etag, key, hint) => {
    const reason = readReason(etag);
    expect(reason.key).toBe(key);
    expect(reason.hint).toMatch(hint);
    expect(JSON.stringify(reason)).not.toMatch(/hunter2|\{b\}/);
  });

  it.each([
    [
      'an entry that is cut off',
      '"Value specified is not valid format.; {"key":"a","value":"hunter2',
      undefined,
    ],
    [
      'a sentence that nobody knows, with an entry in it',
      '"Cannot store value="hunter2" of a"',
      'The server gave a reason that is not known.',
    ],
    ['a long text', `"${'hunter2 '.repeat(50)}"`, 'The server gave a reason that is not known.'],
    ['nothing', undefined, 'The server gave no reason.'],
    ['blanks', '  ', 'The server gave no reason.'],
    [
      'names that are no texts',
      '"Key cannot be blank.; {"key":{"value":"hunter2"},"file":["hunter2"],"context":7}"',
      'Key cannot be blank.',
    ],
  ])('of %s shows no value', (_, etag, message) => {
    const reason = readReason(etag);
    if (message !== undefined) expect(reason.message).toBe(message);
    expect(JSON.stringify(reason)).not.toContain('hunter2');
  });
});
