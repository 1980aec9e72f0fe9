// Shared semantics of server and planner that no recording shows: ciphers, placeholders, weights, group conflicts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CIPHERS, decrypt, encrypt } from '../../src/semantics/ciphers.ts';
import { keysNamedIn, renderedIn, replacePlaceholders } from '../../src/semantics/placeholders.ts';
import { inConflict, indexGroups, weightOf } from '../../src/semantics/resolution.ts';

describe('ciphers', () => {
  const password = 'passw0rd';

  it.each(CIPHERS)('%s decrypts only with the same password', (cipher) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const clear = text.trim() === '' ? '' : text;
        fc.pre(text.trim() !== '' || text === '');
        expect(decrypt(encrypt(text, { cipher, password }), { cipher, password })).toBe(clear);
      }),
    );
    const sealed = encrypt('secret', { cipher, password });
    expect(decrypt(sealed, { cipher, password: 'wrongwrong' })).toBeUndefined();
  });

  it('do not distinguish DESede from DES with a password of eight characters', () => {
    const [des, triple] = (['DES/CBC/PKCS5Padding', 'DESede/CBC/PKCS5Padding'] as const).map(
      (cipher) => encrypt('secret', { cipher, password: 'x'.repeat(8) }),
    );
    expect(des).toBe(triple);
  });

  it('treat an invalid cipher text like a wrong password, and an empty one as an empty text', () => {
    const aes = { cipher: 'AES/CBC/PKCS5Padding', password } as const;
    expect(decrypt('clear text', aes)).toBeUndefined();
    expect(decrypt('x', aes)).toBe('');
  });
});

describe('placeholders', () => {
  const text = `\${a} \${ B } \\\${c} \${a.} \${(x)} \${bad key} \${} $d \${A} \${x.y-z}\t\${\u00a0e}`;

  it('name the keys that a file uses, ignoring case, unless escaped by a backslash', () => {
    expect(keysNamedIn(text)).toEqual(['a', 'B', 'a.', '(x)', 'x.y-z']);
  });

  it('follow another rule when the file is read', () => {
    expect(renderedIn(text)).toEqual(['a', 'B', 'c', 'A', 'x.y-z']);
    expect(replacePlaceholders(`\\\${c} \\\${(x)} \${a}`, (name) => `<${name}$1>`)).toBe(
      `\\<c$1> \${(x)} <a$1>`,
    );
  });

  it('are found in linear time', () => {
    const long = `\${${'a'.repeat(100_000)}`.repeat(20) + `\${ `.repeat(100_000);
    expect(keysNamedIn(long)).toEqual([]);
    expect(renderedIn(long)).toEqual([]);
  });
});

describe('weights', () => {
  const groups = indexGroups(
    ['Env', 'App', 'Inst'],
    [
      { level: 'Env', name: 'AllProd', members: ['Production', 'Staging'] },
      { level: 'Env', name: 'Other', members: ['Staging', 'Test'] },
      { level: 'Inst', name: 'Jims', members: ['Jim', 'Jimmy'] },
    ],
  );

  it.each([
    ['Production;Web;Jims', 8959],
    ['*;web;jim', 7680],
    ['Production;*;Jims', 6399],
    ['*;*;Jims', 5119],
    ['Production;Web;*', 3840],
    ['AllProd;Web;*', 3837],
    ['allprod;*;*', 1277],
    ['*;*;*', 0],
  ])('%s weighs %i', (context, weight) => {
    expect(weightOf(context, groups)).toBe(weight);
  });

  it.each([
    ['AllProd;*;*', 'other;*;*', true],
    ['AllProd;*;Jims', 'Other;*;Jims', true],
    ['AllProd;*;*', 'Other;Web;*', false],
    ['AllProd;Web;*', 'Other;Shop;*', false],
    ['AllProd;*;*', 'Staging;*;*', false],
    ['Production;*;*', 'Staging;*;*', false],
    ['AllProd;*;*', 'AllProd;*;*', false],
  ])('%s and %s are in conflict: %s', (one, other, conflict) => {
    expect(inConflict(one, other, groups)).toBe(conflict);
  });
});
