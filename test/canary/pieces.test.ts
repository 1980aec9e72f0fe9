// The detector of the canary sees what it is there for: each form of a secret, and each piece that is long enough.
import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { printable } from '../../src/render/printable.ts';
import { Detector, forms, LENGTH, marker, noise, pieces } from './pieces.ts';
import { SECRETS } from './secrets.ts';

const secret = marker('the one');
const detector = new Detector({ one: secret });
const part = secret.slice(20, 20 + 18);

const WRITTEN: Record<string, string> = {
  plain: secret,
  'a part': part,
  'the shortest part': secret.slice(3, 3 + LENGTH),
  'json in json': JSON.stringify(JSON.stringify({ value: secret })),
  url: `?q=${encodeURIComponent(secret)}`,
  form: new URLSearchParams({ q: secret }).toString(),
  html: part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  hex: Buffer.from(`ab${part}`).toString('hex'),
  'upper hex': Buffer.from(part).toString('hex').toUpperCase(),
  'base64 at 0': Buffer.from(`abc${part}`).toString('base64'),
  'base64 at 1': Buffer.from(`a${part}`).toString('base64'),
  'base64 at 2': Buffer.from(`ab${part}x`).toString('base64'),
  'base64url at 1': Buffer.from(`user${part}`).toString('base64url'),
  'a header': `Basic ${Buffer.from(`x-access-token:${secret}`).toString('base64')}`,
  'as a terminal shows it': printable(secret),
  'in capital escapes': encodeURIComponent(part).toLowerCase() + part,
};

describe('the detector', () => {
  test.for(Object.entries(WRITTEN))('sees %s', ([, text]) => {
    expect(detector.leaks(`before ${text} after`)).not.toEqual([]);
  });

  test('says whose it is, and in which form', () => {
    expect(detector.leaks(Buffer.from(`a${secret}`).toString('base64'))).toContain('one (base64)');
    expect(Object.keys(forms(secret))).toEqual([
      'plain',
      'json',
      'url',
      'html',
      'hex',
      'base64',
      'base64url',
    ]);
  });

  test('sees nothing in what is too short, and in what is of another', () => {
    expect(detector.leaks(secret.slice(0, LENGTH - 1))).toEqual([]);
    expect(detector.leaks(`${marker('another')} ${noise('something')} (secret, updated)`)).toEqual(
      [],
    );
  });
});

test('the secrets of the canary are long enough to be seen, and none has a piece of another', () => {
  const owners = new Map<string, string>();
  for (const [name, text] of Object.entries(SECRETS)) {
    expect(text.length, name).toBeGreaterThanOrEqual(LENGTH);
    for (const piece of pieces(text).keys()) {
      expect({ piece, name, of: owners.get(piece) ?? name }).toEqual({ piece, name, of: name });
      owners.set(piece, name);
    }
  }
});
