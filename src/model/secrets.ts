// Which names, and which looks, say that a value is secret.
import { globTest } from '../lib/glob.ts';

const SECRET_NAME =
  /passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:private|api|access|encryption|signing)[-_.]?key|conn(?:ection)?[-_.]?str/i;

export type IsSecretName = (name: string) => boolean;
/** By the name of an item, and by what it holds. */
export type IsSecret = (name: string, text: string | null) => boolean;

/** A test for key names and file paths: the built-in patterns, and the globs of `redact` (without regard to case). */
export function secretNames(redact: readonly string[]): IsSecretName {
  const isRedacted = nameMatcher(redact);
  return (name) => SECRET_NAME.test(name) || isRedacted(name);
}

/** Whether one of the globs matches the name of a key or the path of a file, without regard to case. */
export function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  const matches = globs.map((glob) => globTest(glob, { nocase: true }));
  return (name) => matches.some((match) => match(name));
}

/** Where a run of such characters begins, so that every run is looked at once and the time grows with the length. */
const START = '(?<![A-Za-z0-9_-])';

/** What services put in front of what they hand out, and how long that is at least; what is shorter is no such thing. */
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

/** What such a text cannot be without, looked for first: nearly all texts are none. */
const LOOKS: readonly { has: string; pattern: RegExp }[] = [
  { has: '-----BEGIN', pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/ },
  { has: '', pattern: new RegExp(`${START}(?:${TOKENS.join('|')})`) },
  {
    // An address with a login; one that takes its password from a placeholder or a variable holds none.
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

/** A private key, a token of a known kind or an address with a password, alone or among other text. */
export function looksSecret(text: string | null | undefined): boolean {
  if (typeof text !== 'string' || text.length < SHORTEST) return false;
  return LOOKS.some(({ has, pattern }) => text.includes(has) && pattern.test(text));
}

const SHORTEST = 12;

// Passwords of security groups, kept where no JSON, no log and no inspection of an object shows them.

/** `undefined`: not known. */
export type PasswordOf = (group: string) => string | undefined;

export class Passwords {
  readonly #byGroup = new Map<string, string>();
  /** Which variable holds the password of which group, whether it is set or not. */
  readonly variables = new Map<string, string>();

  /** Names of groups count upper and lower case, as on the server. */
  readonly of: PasswordOf = (group) => this.#byGroup.get(group);

  set(group: string, password: string): void {
    this.#byGroup.set(group, password);
  }

  /** For those who must keep them out of every output. */
  all(): string[] {
    return [...this.#byGroup.values()];
  }
}
