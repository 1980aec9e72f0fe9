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
  ...['ab://:abc@x', 'x;pwd=abc', 'pwd=abc;x'],
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
  test.for([SECRET_WORDS, SECRET_LAST_WORDS, DOUBTFUL_LAST_WORDS, ABOUT_SECRETS, AMOUNTS])(
    'are all of %j',
    (words) => expect(page).toContain(words.map((word) => `\`${word}\``).join(', ')),
  );
});

/** `…` are 40 letters and digits. */
const written = (example: string) => example.replaceAll('…', run(40));

/** Variables of widely used projects and variants of them, which no form gives away. */
const SECRET_NAMES = [
  // Laravel, Strapi, Cal.com, Novu, LibreChat, Budibase, Appwrite
  ...['APP_KEY', 'app.keys[0]', 'CALCOM_LICENSE_KEY', 'NEW_RELIC_LICENSE_KEY', 'MEILI_MASTER_KEY'],
  ...['CREDS_KEY', 'CREDS_IV', 'LITELLM_SALT_KEY', '_APP_OPENSSL_KEY_V1'],
  // Supabase, Documenso, Twenty, Vaultwarden
  ...['VAULT_ENC_KEY', 'PG_META_CRYPTO_KEY', 'SERVICE_ROLE_KEY', 'SUPPORT_FRONT_HMAC_KEY'],
  ...['NEXT_PRIVATE_ENCRYPTION_SECONDARY_KEY', 'PUSH_INSTALLATION_KEY', 'DUO_SKEY'],
  // Dify, Kubernetes, Airflow
  ...['PLUGIN_DAEMON_KEY', 'HTTP_REQUEST_NODE_SSL_CLIENT_KEY_DATA', 'client-key-data'],
  ...['AIRFLOW__CORE__FERNET_KEY', 'APP_PREVIOUS_KEY_2', 'appKey', 'JWT_KEY'],
];
const OPEN_NAMES = [
  ...['PRIMARY_KEY', 'KEYBOARD', 'app.key.count', 'APP_KEY_FILE', 'app.keyboard', 'map.key'],
  ...['sequence.key', 'routing.key', 'cache.key', 'happy.keys', 'VAPID_PUBLIC_KEY', 'risk.key'],
  ...['NEXT_PUBLIC_POSTHOG_KEY', 'app.license', 'master.host', 'whiskey'],
];
/** Names of every other kind of word, and what `redact` adds. */
const COMMON_NAMES = [
  ...['db.password', 'DB_PASSWD', 'user.pwd', 'client-secret', 'api.token', 'aws.credentials'],
  ...['tls.private-key', 'apikey', 'api_key', 'signing.key', 'db.connectionString', 'conn-str'],
  ...['passphrase', 'x.license', 'X.LICENSE', 'vault.a.b'],
];
const COMMON_OPEN_NAMES = ['db.host', 'pass.through', 'license.x', 'connection.count'];

describe('the name of a value', () => {
  const isSecret = secretNames(['*.license', 'vault.**']);
  test.for([...SECRET_NAMES, ...COMMON_NAMES])('says that it is secret: %s', (name) =>
    expect(isSecret(name)).toBe(true),
  );
  test.for([...OPEN_NAMES, ...COMMON_OPEN_NAMES])('does not: %s', (name) =>
    expect(secretNames([])(name)).toBe(false),
  );
});

describe('the name of a member', () => {
  test.for(SECRET_NAMES)('says that it is secret: %s', (name) =>
    expect(secretMember(name)).toBe('certain'),
  );
  test.for(OPEN_NAMES)('does not: %s', (name) => expect(secretMember(name)).toBe(undefined));
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
