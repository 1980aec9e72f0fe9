// Detects secrets by name and by content; keeps passwords of security groups.
import { globTest } from '../lib/glob.ts';

/** Anywhere in a name, ignoring case. */
export const SECRET_WORDS = [
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'credential',
  'creds',
  'connection string',
  'private key',
  'api key',
  'access key',
  'account key',
  'encryption key',
  'signing key',
  'shared key',
] as const;
/**
 * Only as the last words of a name: `bind.pass` and `dbPass`, but neither `pass.count` nor `compass`. Keys may be several,
 * or have a version: `app.keys`, `APP_KEY_V1`.
 */
export const SECRET_LAST_WORDS: readonly string[] = [
  'pass',
  'pw',
  'passcode',
  'authorization',
  'skey',
  'app key',
  'app previous key',
  'client key data',
  'crypto key',
  'daemon key',
  'enc key',
  'encryption secondary key',
  'fernet key',
  'hmac key',
  'installation key',
  'jwt key',
  'license key',
  'master key',
  'openssl key',
  'salt key',
  'service role key',
];
/** The same, if the value looks like a credential too: `basic.auth`, but not `smtp.auth: true`. */
export const DOUBTFUL_LAST_WORDS: readonly string[] = [
  'auth',
  'salt',
  'pin',
  'cookie',
  'bearer',
  'sas',
  'sig',
  'signature',
];
/** As the last word of the name of a part of a text, these say that it is about a secret: `password.length`. */
export const ABOUT_SECRETS: readonly string[] = [
  'algorithm',
  'class',
  'count',
  'enabled',
  'encoder',
  'endpoint',
  'env',
  'expiration',
  'expires',
  'expiry',
  'field',
  'file',
  'filename',
  'format',
  'hashers',
  'header',
  'hint',
  'id',
  'issuer',
  'iterations',
  'label',
  'length',
  'lifetime',
  'limit',
  'max',
  'min',
  'name',
  'names',
  'path',
  'pattern',
  'placeholder',
  'policy',
  'ref',
  'regex',
  'required',
  'size',
  'store',
  'timeout',
  'title',
  'ttl',
  'type',
  'uri',
  'url',
  'validators',
  'validity',
  'version',
];

/** Spaces in {@link SECRET_WORDS} stand for nothing, or one of `-`, `_` and `.`. */
const SECRET_NAME = new RegExp(
  `${SECRET_WORDS.map((word) => word.replace('connection string', 'conn(?:ection)?[-_.]?str').replace(' ', '[-_.]?')).join('|')}`,
  'i',
);
/** Of words with one space in front of each. */
const SECRET_END = new RegExp(
  ` (?:${SECRET_LAST_WORDS.map((word) => word.replace(/ key$/, ' ?keys?(?: v)?')).join('|')})$`,
);

/** The same as any word: `max_tokens`. */
export const AMOUNTS: readonly string[] = ['count', 'limit', 'max', 'min', 'num', 'number'];

/** `dbPass`, `DB_PASS` and `db.pass[0]` → `db`, `pass`. */
function wordsOf(name: string): string[] {
  const separate = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return separate.match(/[a-z]+/g) ?? [];
}

function lastWord(name: string): string {
  return wordsOf(name).at(-1) ?? '';
}

function isNamedSecret(name: string): boolean {
  return SECRET_NAME.test(name) || SECRET_END.test(` ${wordsOf(name).join(' ')}`);
}

/** `doubtful`: it is secret if its value looks like a credential. */
export type SecretName = 'certain' | 'doubtful';

/** What the name of a member says of its value; as written, perhaps with escapes of JSON or YAML. */
export function secretMember(written: string): SecretName | undefined {
  const name = written.replace(
    /\\+(?:u([\da-f]{4})|x([\da-f]{2}))/gi,
    (_, long?: string, short?: string) =>
      String.fromCharCode(Number.parseInt(long ?? short ?? '', 16)),
  );
  const last = lastWord(name);
  if (ABOUT_SECRETS.includes(last) || wordsOf(name).some((word) => AMOUNTS.includes(word)))
    return undefined;
  if (isNamedSecret(name)) return 'certain';
  return DOUBTFUL_LAST_WORDS.includes(last) ? 'doubtful' : undefined;
}

export type IsSecretName = (name: string) => boolean;
/** By the name of an item and its text. */
export type IsSecret = (name: string, text: string | null) => boolean;

/** Matches key names and file paths: built-in patterns, and the globs of `redact`, ignoring case. */
export function secretNames(redact: readonly string[]): IsSecretName {
  const isRedacted = nameMatcher(redact);
  // Asked with every value of a key.
  const answers = new Map<string, boolean>();
  return (name) => {
    const isSecret = answers.get(name) ?? (isNamedSecret(name) || isRedacted(name));
    answers.set(name, isSecret);
    return isSecret;
  };
}

/** Matches key names and file paths against globs, ignoring case. */
export function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  const matches = globs.map((glob) => globTest(glob, { nocase: true }));
  return (name) => matches.some((match) => match(name));
}

/** The start of a run of token characters: each run is examined once, so the time stays linear. */
const START = '(?<![A-Za-z0-9_-])';

/** Tokens of known services: their prefixes, and the minimum length. In an example, `…` are 40 letters and digits. */
export const TOKENS = [
  { format: 'GitHub', example: 'ghp_…', pattern: 'gh[pousr]_[A-Za-z0-9]{36}' },
  {
    format: 'GitHub, fine-grained',
    example: 'github_pat_…_…',
    pattern: 'github_pat_[A-Za-z0-9_]{50}',
  },
  { format: 'GitLab', example: 'glpat-…', pattern: 'glpat-[A-Za-z0-9_-]{20}' },
  { format: 'npm', example: 'npm_…', pattern: 'npm_[A-Za-z0-9]{36}' },
  {
    format: 'AWS',
    example: 'AKIAIOSFODNN7EXAMPLE',
    pattern: '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])',
  },
  { format: 'Slack', example: 'xoxb-123-…', pattern: 'xox[abeoprs]-[A-Za-z0-9-]{20}' },
  { format: 'Stripe', example: 'sk_live_…', pattern: '[sr]k_live_[A-Za-z0-9]{16}' },
  { format: 'Google', example: 'AIza…', pattern: 'AIza[A-Za-z0-9_-]{35}' },
  {
    format: 'JWT',
    example: 'eyJ….eyJ….…',
    pattern: String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*`,
  },
] as const;

/** The name of a field of a connection string, and what assigns. */
const PASSWORD_FIELD = String.raw`(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?`;
/** Not the first character of a placeholder or a variable. */
const GIVEN = '(?![$<{*])';

/** `has`: a cheap test before the pattern, because nearly all texts are no secrets. */
export const LOOKS: readonly { format: string; example: string; has: string; pattern: RegExp }[] = [
  {
    format: 'a private key',
    example: '-----BEGIN RSA PRIVATE KEY-----',
    has: '-----BEGIN',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/,
  },
  {
    format: 'a token',
    example: TOKENS[0].example,
    has: '',
    pattern: new RegExp(`${START}(?:${TOKENS.map(({ pattern }) => pattern).join('|')})`),
  },
  {
    format: 'a URL with a password',
    example: 'postgres://ada:s3cret@db.internal/shop',
    has: '://',
    pattern: new RegExp(
      String.raw`(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/?#'"<>]{0,100}:${GIVEN}[^\s@/'"<>]{3,300}@[^\s@/]`,
      'i',
    ),
  },
  {
    format: 'a connection string that begins with a password',
    example: 'Password=s3cret;Server=db',
    has: '=',
    pattern: new RegExp(String.raw`(?:;\s?|^)${PASSWORD_FIELD}${GIVEN}[^;\s]{3,300};\s?[a-z]`, 'i'),
  },
  {
    format: 'a connection string with a password',
    example: 'Server=db;Password=s3cret',
    has: '=',
    pattern: new RegExp(String.raw`[^\s;];\s?${PASSWORD_FIELD}${GIVEN}[^;\s]{3}`, 'i'),
  },
];

/** Whether a text contains a private key, a known kind of token or a URL with a password. */
export function looksSecret(text: string | null | undefined): boolean {
  if (typeof text !== 'string' || text.length < SHORTEST) return false;
  return LOOKS.some(({ has, pattern }) => text.includes(has) && pattern.test(text));
}

/** The shortest text that one of the patterns fits: `x;pwd=abc`. */
const SHORTEST = 9;

/** Nearly all names end with none of these words, and have no escapes. */
const MAY_BE_DOUBTFUL = new RegExp(`(?:${DOUBTFUL_LAST_WORDS.join('|')})[^a-z]*$|\\\\`, 'i');

/** Whether a text is a secret as a whole, by its form or by the name of its item. */
export function isSecretText(name: string, text: string | null | undefined): boolean {
  if (typeof text !== 'string') return false;
  if (looksSecret(text)) return true;
  return (
    MAY_BE_DOUBTFUL.test(name) && secretMember(name) === 'doubtful' && isCredential(text.trim())
  );
}

/** Characters of a credential at most. */
const LONGEST = 200;

/** What a doubtful name says to be secret: neither a word, nor a number of a few digits. */
function isCredential(text: string): boolean {
  if (text.length > LONGEST) return false;
  return /^(?:\d{4,8}|(?=\S*[a-z])(?=\S*[\d:+/=])\S{8,})$/i.test(text) && !/^https?:/i.test(text);
}

/** What stands for a value, and says nothing. */
export const PLACEHOLDERS = [
  { format: 'nothing', example: '', pattern: '' },
  { format: 'a variable in braces', example: `\${db.password}`, pattern: String.raw`\$\{[^}]*\}` },
  {
    format: 'a variable in parentheses',
    example: '$(DB_PASSWORD)',
    pattern: String.raw`\$\([^)]*\)`,
  },
  { format: 'a variable of a shell', example: '$PASSWORD', pattern: String.raw`\$[A-Za-z_]\w*` },
  { format: 'a template', example: '{{ .Values.secret }}', pattern: String.raw`\{\{.*\}\}` },
  { format: 'a word in angle brackets', example: '<password>', pattern: '<[^>]*>' },
  { format: 'a variable of Windows', example: '%PASSWORD%', pattern: String.raw`%[\w.]+%` },
  {
    format: 'a conversion of Logback',
    example: '%X{token}',
    pattern: String.raw`%\w{0,3}\{[^}]*\}?`,
  },
  { format: 'stars', example: '*****', pattern: String.raw`\*+` },
  { format: 'the letter x', example: 'xxxx', pattern: 'x{3,}' },
  { format: 'a mask', example: '(secret line)', pattern: String.raw`\(secret.*\)` },
  { format: 'no value', example: 'null', pattern: 'null|~|none' },
  { format: 'yes or no', example: 'true', pattern: 'true|false|yes|no|on|off|required|optional' },
] as const;

export const PLACEHOLDER = new RegExp(
  `^(?:${PLACEHOLDERS.map(({ pattern }) => pattern).join('|')})$`,
  'i',
);

/** @param name what {@link secretMember} says of the name of the member */
export function isSecretValue(value: string, name: SecretName): boolean {
  const text = value.trim();
  if (PLACEHOLDER.test(text)) return false;
  return name === 'certain' || isCredential(text);
}

/** `undefined` if unknown. */
export type PasswordOf = (group: string) => string | undefined;

/** Longer names, and names that look like a secret, are not shown: the text itself may be in the wrong place. */
const MAX_SHOWN_NAME = 60;

/** Whether a name of a file or variable may be shown in messages. */
export function isShown(name: string): boolean {
  return name.length <= MAX_SHOWN_NAME && !looksSecret(name);
}

export function shownVariable(name: string): string {
  return isShown(name) ? name : 'a variable';
}

/** Passwords of security groups, in private fields that JSON, logs and inspection do not show. */
export class Passwords {
  readonly #byGroup = new Map<string, string>();
  /** The variable of each group, set or not. */
  readonly variables = new Map<string, string>();

  /** Group names are case-sensitive, as on the server. */
  readonly of: PasswordOf = (group) => this.#byGroup.get(group);

  set(group: string, password: string): void {
    this.#byGroup.set(group, password);
  }

  /** To keep them out of all output. */
  all(): string[] {
    return [...this.#byGroup.values()];
  }
}
