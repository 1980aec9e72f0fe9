// Names of the refs of records: accepted by Git, one per target.
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect } from 'vitest';
import { recordRef, projectFileOfRef } from '../../src/record/record-format.ts';
import { CODE_POINT } from '../random/code-points.ts';
import { test as it } from '../helpers/test.ts';

const name = (repository: string, file = '', url = 'https://config.example.com'): string =>
  recordRef({ url, repository }, file);

it.each(['confighub.yaml', 'a/b.yaml', 'Größe *@{.yaml'])('reads back %s', (file) => {
  expect(projectFileOfRef(name('acme/shop', file))).toBe(file);
});

const HERE = 'https://config.example.com';
it.each([
  [HERE, 'acme/shop', 'confighub.yaml', 'config.example.com/acme/shop/confighub.yaml'],
  ['https://Config.Example.com:443/', 'acme/shop', 'x', 'config.example.com/acme/shop/x'],
  ['http://127.0.0.1:7080', 'acme/shop', 'a/b.yaml', '127.0.0.1%3A7080/acme/shop/a%2Fb.yaml'],
  ['https://h/base/path/', 'acme/shop', 'x', 'h%2Fbase%2Fpath/acme/shop/x'],
  ['https://h', 'acme/shop', '=root', 'h/acme/shop/%3Droot'],
  ['https://h', 'acme/.lock', 'x.lock', 'h/acme/%2Elock/x%2Elock'],
  ['https://h', 'acme/a..b', '..', 'h/acme/a%2E.b/%2E%2E'],
  ['https://h', 'acme/shop', 'Größe *@{', 'h/acme/shop/Gr%C3%B6%C3%9Fe%20%2A%40%7B'],
  ['https://h', 'acme/a/b', 'x', 'h/acme/a%2Fb/x'],
  ['https://[::1]:7080', 'acme/shop', 'x', '%5B%3A%3A1%5D%3A7080/acme/shop/x'],
])('of %s %s %j', (url, repository, file, expected) => {
  expect(recordRef({ url, repository }, file)).toBe(`refs/confighub-sync/${expected}/applied`);
});

it('keeps every component short enough for a file name', () => {
  const long = name('acme/shop', 'ü'.repeat(300));
  expect(Math.max(...long.split('/').map((part) => part.length))).toBeLessThanOrEqual(200);
  expect(name('acme/shop', `${'ü'.repeat(300)}x`)).not.toBe(long);
});

const UNITS = ['.', '/', '@', '{', '*', '%', '=', 'lock', '.lock', ':', ' ', '~', '^', 'E', '2'];
const odd = fc.oneof(
  fc.string({ unit: CODE_POINT }),
  fc.string({ unit: fc.constantFrom(...UNITS) }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
const target = fc.record({
  url: fc.webUrl({ withQueryParameters: false }),
  repository: fc.tuple(odd, odd).map((parts) => parts.join('/')),
  file: odd,
});

it('is accepted by Git, whatever the input', ({ desk: { sandbox } }) => {
  const cwd = sandbox.bare();
  // Refs that are not there may be verified together.
  const isAccepted = (targets: { url: string; repository: string; file: string }[]) => {
    const refs = new Set(targets.map(({ file, ...repository }) => recordRef(repository, file)));
    const input = [...refs].map((ref) => `verify ${ref}\n`).join('');
    const options = { cwd, env: sandbox.env, input };
    return spawnSync('git', ['update-ref', '--stdin'], options).status === 0;
  };
  const many = fc.array(target, { minLength: 50, maxLength: 50 });
  fc.assert(fc.property(many, isAccepted), { numRuns: 3 });
});

it('is the same only for the same target', () => {
  fc.assert(
    fc.property(odd, odd, odd, odd, (a, b, c, d) => {
      const repository = (account: string, rest: string): string =>
        `${account.replaceAll('/', '')}/${rest}`;
      const same = repository(a, b) === repository(c, d);
      expect(name(repository(a, b)) === name(repository(c, d))).toBe(same);
      expect(name('x/y', a) === name('x/y', b)).toBe(a === b);
    }),
    { numRuns: 2000 },
  );
});
