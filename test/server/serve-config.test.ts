// `serve --config`: reading the file, and its errors.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readServeConfig } from '../../src/server/settings.ts';
import { Source } from '../../src/model/diagnostic.ts';
import { withServer } from '../helpers/server.ts';

function read(text: string) {
  return readServeConfig(new Source('server.yaml', text));
}

/** `line:column code message hint` for each error. */
function fileErrors(text: string): string[] {
  return read(text).diagnostics.map(({ place, code, message, hint }) =>
    `${place?.line}:${place?.column} ${code} ${message} ${hint ?? ''}`.trimEnd(),
  );
}

const SHOP = 'account: acme\nrepository: shop\nlevels: [Environment, Application]\n';

describe('a configuration', () => {
  const ALL = `repositories:
  - account: acme
    repository: shop
    levels: [Environment, Application]
    flags: { tokenFreePush: true }
    tokens:
      ci: { forceKeyPush: true, securityGroups: [Payment] }
      old: { expired: true, value: fixed }
    securityGroups:
      - { name: Payment, password: passw0rd, cipher: AES/CBC/PKCS5Padding }
      - { name: Guard, password: "12345678", cipher: null }
    contextGroups:
      - { level: Environment, name: AllProd, members: [Prod, Prod2] }
  - { account: acme, repository: other, levels: [Env], plantDuplicates: true }
`;
  it('is a list of repositories with all settings, or one at the top level', () => {
    expect(read(ALL)).toEqual({ ...parse(ALL), diagnostics: [] });
    expect(read(SHOP)).toMatchObject({ repositories: [parse(SHOP)], diagnostics: [] });
  });

  it('is the `setup` of every recording', async () => {
    const folder = join(import.meta.dirname, '../fixtures/recorded');
    const setups = readdirSync(folder, { encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.stringify(JSON.parse(readFileSync(join(folder, name), 'utf8')).setup));
    for (const setup of new Set(setups)) expect(read(setup).diagnostics).toEqual([]);
  });

  it('starts a server, which generates missing token values', async () => {
    const { repositories } = read(`${SHOP}tokens: { a: {}, b: { value: fixed } }\n`);
    await withServer({ repositories }, async (server) => {
      expect(server.token('b')).toBe('fixed');
      expect(server.token('a')).toMatch(/^[0-9a-f]{48}$/);
    });
  });
});

describe('errors', () => {
  it('are reported all at once, with suggestions', () => {
    expect(
      fileErrors(`account: acme/shop
repositry: shop
levels: [Environment, environment]
flags: { tokenFreePul: true, vdtEnabled: maybe }
tokens:
  ci: { forceKeyPush: yes, securityGroups: [Paymnt] }
  old: { expird: true, value: "a b" }
securityGroups:
  - { name: Payment, password: short, cipher: AES/CBC/PKCS5Paddin }
  - { name: X }
contextGroups:
  - { level: Enviroment, name: "a b", members: [Prod] }
`),
    ).toEqual([
      '2:1 unknown-field `repositry` is not a field of a repository. Did you mean `repository`?',
      '1:1 missing-field A repository needs `repository`.',
      '1:10 bad-repository `account` may contain only letters, digits, ".", "-" and "_". Write `account: acme` and `repository: shop` as separate fields.',
      '3:9 bad-option Two context levels have the same name.',
      '4:10 unknown-field `tokenFreePul` is not a field of `flags`. Did you mean `tokenFreePull`?',
      '4:42 wrong-type `vdtEnabled` must be true or false, not this text.',
      '9:32 bad-text The password of a security group must have 8 to 16 characters and no spaces.',
      '9:47 bad-option `AES/CBC/PKCS5Paddin` is not a known value for `cipher`. Did you mean `AES/CBC/PKCS5Padding`?',
      '10:5 missing-field A security group needs `password`.',
      '6:23 wrong-type `forceKeyPush` must be true or false, not this text.',
      '6:44 bad-option Unknown security group `Paymnt`. Did you mean `Payment`?',
      '7:10 unknown-field `expird` is not a field of a token. Did you mean `expired`?',
      '7:31 bad-text The value of a token must be printable ASCII without spaces.',
      '12:14 bad-option Unknown context level `Enviroment`. Did you mean `Environment`?',
      '12:32 context-name `a b` is not a valid context element name.',
    ]);
  });

  const twice = '  - { account: a, repository: b, levels: [X] }\n'.repeat(2);
  it.each([
    ['', '1:1 missing-field The file defines no repository.'],
    [
      'shop',
      '1:1 wrong-type The file must be a mapping, not this text. Write its entries as `name: value`.',
    ],
    ['repositories: shop', '1:15 wrong-type `repositories` must be a list of repositories.'],
    [`repositories:\n${twice}`, '3:5 bad-option a/b is defined twice.'],
    [
      `${SHOP}contextGroups: [{ level: Enviroment, name: G, members: [A] }]`,
      '4:26 bad-option Unknown context level `Enviroment`. Did you mean `Environment`?',
    ],
    [
      `${SHOP}tokens: { a: { value: x }, b: { value: x } }`,
      '1:1 bad-option The value of the token b is already used by another token.',
    ],
  ])('%j is one', (text, expected) => {
    expect(fileErrors(text)).toEqual([expected]);
  });
});
