// What looks like a secret, and what only resembles one.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ABOUT_SECRETS,
  AMOUNTS,
  DOUBTFUL_LAST_WORDS,
  isSecretText,
  LOOKS,
  looksSecret,
  PLACEHOLDER,
  PLACEHOLDERS,
  SECRET_LAST_WORDS,
  SECRET_WORDS,
  secretMember,
  secretNames,
  TOKENS,
} from '../../src/model/secrets.ts';

const run = (length: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(3).slice(0, length);
const KEYS = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'ENCRYPTED PRIVATE KEY'];

const SECRET = [
  ...KEYS.map((kind) => `-----BEGIN ${kind}-----\nMIIE\n-----END ${kind}-----\n`),
  '-----BEGIN PGP PRIVATE KEY BLOCK-----',
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind) => `${kind}_${run(36)}`),
  `github_pat_${run(22)}_${run(59)}`,
  `glpat-${run(20)}`,
  `npm_${run(36)}`,
  'AKIAIOSFODNN7EXAMPLE',
  'ASIAIOSFODNN7EXAMPLE',
  `xoxb-123456789012-123456789012-${run(24)}`,
  `sk_live_${run(24)}`,
  `rk_live_${run(24)}`,
  `AIza${run(35)}`,
  `eyJ${run(20)}.eyJ${run(40)}.${run(43)}`,
  'postgres://ada:s3cret@db.internal:5432/shop',
  'https://ada:s3cret@config.example.com/x',
  'redis://:s3cret@cache.internal:6379',
  'mongodb+srv://ada:s3cret@db.example.com/?retryWrites=true',
  'Server=db;User Id=ada;Password=s3cret;Encrypt=true',
  'Password=s3cret;Server=db',
  'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=abc+/=;EndpointSuffix=x',
  `# a file\ntoken = "ghp_${run(36)}"\n`,
  `{"key":"AKIAIOSFODNN7EXAMPLE"}`,
];

const PLAIN = [
  null,
  undefined,
  '',
  'Corner Shop',
  '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n',
  '-----BEGIN PUBLIC KEY-----',
  'ghp_short',
  'a npm_config_registry is set',
  `graph_ghp_${run(36)}`,
  'AKIA',
  'MAKIAIOSFODNN7EXAMPLE',
  'AKIAIOSFODNN7EXAMPLEAKIAIOSFODNN7EXAMPLE',
  `sk_test_${run(24)}`,
  'eyJhbGciOiJIUzI1NiJ9',
  'https://config.example.com:8080/a/b@c',
  'https://config.example.com/?at=a:b@c',
  'https://ada@config.example.com/',
  'postgres://ada:${db.password}@db.internal/shop',
  'postgres://ada:<password>@db.internal/shop',
  'postgres://ada:$PASSWORD@db.internal/shop',
  'postgres://ada:*****@db.internal/shop',
  'Server=db;Password=${db.password};Encrypt=true',
  'git@github.com:acme/shop.git',
  'ssh://git@git.example.com:22/acme/shop.git',
  '00:11:22:33 user@example.com',
  'a password = 1; b',
  run(64),
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
];

describe('the words in docs/security.md', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  test.for(
    Object.entries({
      SECRET_WORDS,
      SECRET_LAST_WORDS,
      DOUBTFUL_LAST_WORDS,
      ABOUT_SECRETS,
      AMOUNTS,
    }),
  )('are all of %s', ([, words]) =>
    expect(page).toContain(words.map((word) => `\`${word}\``).join(', ')),
  );
});

/** `…` are 40 letters and digits. */
const written = (example: string) => example.replaceAll('…', run(40));

/** Variables of widely used projects, which no form gives away. */
const SECRET_NAMES: readonly [name: string, project: string][] = [
  ['APP_KEY', 'Laravel'],
  ['APP_PREVIOUS_KEY_2', 'a variant'],
  ['app.keys[0]', 'Strapi'],
  ['appKey', 'a variant'],
  ['VAULT_ENC_KEY', 'Supabase'],
  ['PG_META_CRYPTO_KEY', 'Supabase'],
  ['SERVICE_ROLE_KEY', 'Supabase'],
  ['CALCOM_LICENSE_KEY', 'Cal.com'],
  ['NEW_RELIC_LICENSE_KEY', 'Novu'],
  ['MEILI_MASTER_KEY', 'LibreChat'],
  ['CREDS_KEY', 'LibreChat'],
  ['CREDS_IV', 'LibreChat'],
  ['LITELLM_SALT_KEY', 'Budibase'],
  ['_APP_OPENSSL_KEY_V1', 'Appwrite'],
  ['NEXT_PRIVATE_ENCRYPTION_SECONDARY_KEY', 'Documenso'],
  ['SUPPORT_FRONT_HMAC_KEY', 'Twenty'],
  ['PUSH_INSTALLATION_KEY', 'Vaultwarden'],
  ['DUO_SKEY', 'Vaultwarden'],
  ['PLUGIN_DAEMON_KEY', 'Dify'],
  ['HTTP_REQUEST_NODE_SSL_CLIENT_KEY_DATA', 'Dify'],
  ['client-key-data', 'Kubernetes'],
  ['AIRFLOW__CORE__FERNET_KEY', 'Airflow'],
  ['JWT_KEY', 'a variant'],
];
const OPEN_NAMES = [
  'PRIMARY_KEY',
  'KEYBOARD',
  'app.key.count',
  'APP_KEY_FILE',
  'app.keyboard',
  'map.key',
  'sequence.key',
  'routing.key',
  'cache.key',
  'happy.keys',
  'VAPID_PUBLIC_KEY',
  'NEXT_PUBLIC_POSTHOG_KEY',
  'app.license',
  'master.host',
  'risk.key',
  'whiskey',
];

describe('the name of a value or a member', () => {
  test.for(SECRET_NAMES)('says that it is secret: %s (%s)', ([name]) => {
    expect(secretNames([])(name)).toBe(true);
    expect(secretMember(name)).toBe('certain');
  });
  test.for(OPEN_NAMES)('does not: %s', (name) => {
    expect(secretNames([])(name)).toBe(false);
    expect(secretMember(name)).toBe(undefined);
  });
});

describe('the example of each form', () => {
  test.for(TOKENS)('is a token: $format', ({ example, pattern }) => {
    expect(written(example)).toMatch(new RegExp(`^(?:${pattern})`));
    expect(looksSecret(written(example))).toBe(true);
  });

  test.for(LOOKS)('looks like a secret, by this form alone: $format', ({ example, has }) => {
    expect(example).toContain(has);
    const found = LOOKS.filter(({ pattern }) => pattern.test(written(example)));
    expect(found.map((one) => one.example)).toEqual([example]);
  });

  test.for(PLACEHOLDERS)('stands for a value, by this form alone: $format', ({ example }) => {
    expect(example).toMatch(PLACEHOLDER);
    const found = PLACEHOLDERS.filter(({ pattern }) =>
      new RegExp(`^(?:${pattern})$`).test(example),
    );
    expect(found.map((one) => one.example)).toEqual([example]);
  });
});

describe('what looks like a secret', () => {
  test.for(SECRET)('is %j', (text) => expect(looksSecret(text)).toBe(true));
  test.for(PLAIN)('is not %j', (text) => expect(looksSecret(text)).toBe(false));
  test('is found at the end of a long text', () => {
    expect(looksSecret(`${'eyJ-a://:'.repeat(20_000)} ghp_${run(36)}`)).toBe(true);
  });
});

describe('a value whose name may say that it is secret, as docs/security.md draws the line', () => {
  test.for([
    ['door.pin', '9182'],
    ['door.pin', '91827364'],
    ['basic.auth', 'ada:hunter'],
    ['session.sig', 'deadbeef01'],
    ['session.cookie', `a1${run(96)}`],
  ] as const)('is secret: %s %s', ([name, text]) => expect(isSecretText(name, text)).toBe(true));

  test.for([
    ['door.pin', '918'],
    ['door.pin', '918273645'],
    ['smtp.auth', 'true'],
    ['basic.auth', 'horsebattery'],
    ['basic.auth', 'https://login.example.com/1'],
    ['password.salt', '++++////===='],
    ['a.salt', 'abc 123 def 456'],
    ['session.cookie', 'a1'.repeat(101)],
  ] as const)('is not: %s %s', ([name, text]) => expect(isSecretText(name, text)).toBe(false));
});
