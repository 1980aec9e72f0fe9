// Detects secrets by name and by content; keeps passwords of security groups.
import { globTest } from '../lib/glob.ts';

const SECRET_NAME =
  /passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:private|api|access|encryption|signing)[-_.]?key|conn(?:ection)?[-_.]?str/i;

export type IsSecretName = (name: string) => boolean;
/** By the name of an item and its text. */
export type IsSecret = (name: string, text: string | null) => boolean;

/** Matches key names and file paths: built-in patterns, and the globs of `redact`, ignoring case. */
export function secretNames(redact: readonly string[]): IsSecretName {
  const isRedacted = nameMatcher(redact);
  return (name) => SECRET_NAME.test(name) || isRedacted(name);
}

/** Matches key names and file paths against globs, ignoring case. */
export function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  const matches = globs.map((glob) => globTest(glob, { nocase: true }));
  return (name) => matches.some((match) => match(name));
}

/** The start of a run of token characters: each run is examined once, so the time stays linear. */
const START = '(?<![A-Za-z0-9_-])';

/** Token prefixes of known services, with the minimum length. */
const TOKENS = [
  'gh[pousr]_[A-Za-z0-9]{36}',
  'github_pat_[A-Za-z0-9_]{50}',
  'glpat-[A-Za-z0-9_-]{20}',
  'npm_[A-Za-z0-9]{36}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])',
  'xox[abeoprs]-[A-Za-z0-9-]{20}',
  '[sr]k_live_[A-Za-z0-9]{16}',
  'AIza[A-Za-z0-9_-]{35}',
  'eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]*',
] as const;

/** `has`: a cheap test before the pattern, because nearly all texts are no secrets. */
const LOOKS: readonly { has: string; pattern: RegExp }[] = [
  { has: '-----BEGIN', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
  { has: '', pattern: new RegExp(`${START}(?:${TOKENS.join('|')})`) },
  {
    // A URL with a password, unless the password is a placeholder or a variable.
    has: '://',
    pattern:
      /(?<![A-Za-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/?#'"<>]{0,100}:(?![$<{*])[^\s@/'"<>]{3,300}@[^\s@/]/i,
  },
  {
    // `Server=…;Password=…`, in either order.
    has: '=',
    pattern: /(?:;\s?|^)(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?(?![$<{*])[^;\s]{3,300};\s?[a-z]/i,
  },
  { has: '=', pattern: /[^\s;];\s?(?:password|pwd|accountkey|sharedaccesskey)\s?=\s?(?![$<{*])[^;\s]{3}/i },
];

/** Whether a text contains a private key, a known kind of token or a URL with a password. */
export function looksSecret(text: string | null | undefined): boolean {
  if (typeof text !== 'string' || text.length < SHORTEST) return false;
  return LOOKS.some(({ has, pattern }) => text.includes(has) && pattern.test(text));
}

const SHORTEST = 12;

/** `undefined` if unknown. */
export type PasswordOf = (group: string) => string | undefined;

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
