// Finds secrets in any text by forms other than assignments: arguments, directives, credentials of HTTP requests, AWS keys.
import type { Range } from '../lib/text.ts';
import { isSecretValue, secretMember } from '../model/secrets.ts';

// The parts of patterns. Bounded, so that the time stays linear.
const GAP = String.raw`[^\S\n]{1,40}`;
const ROOM = String.raw`[^\S\n]{0,8}`;
const BEGIN = String.raw`^[^\S\n]{0,100}`;
const NAME = String.raw`(?<name>[A-Za-z][\w.-]{0,100})`;
/** Up to the next space. */
const WORD = String.raw`(?<value>\S{1,1000})`;
const ARGUMENT = String.raw`[^\s"'\x60,;)\]}]`;
/** `\x60` is a backtick. */
const QUOTE = String.raw`["'\x60]`;
/** Between an argument and the next one, also in a list: `"--password", "x"`. */
const NEXT = `(?:["'],)?${GAP}["']?`;
const SCHEME = '(?:Basic|Bearer|Digest|Negotiate|ApiKey|Token|AWS4-HMAC-SHA256)';

interface Form {
  format: string;
  /** Its test: `«…»` is the secret. */
  example: string;
  /** Has a `value`, which is secret if it is `random`, or if its `name` says so, or if there is neither. */
  pattern: RegExp;
}

export const FORMS: readonly Form[] = [
  {
    format: 'an option with an argument',
    example: '--password «x» --user ada',
    pattern: form`(?<![\w-])--${NAME}${NEXT}(?<value>(?<=["'])[^"'\n]{1,1000}|(?!-)${ARGUMENT}{1,1001})`,
  },
  {
    format: 'a call with a name and a value',
    example: "define('DB_PASSWORD', '«x»');",
    pattern: form`
      \(${ROOM}${QUOTE}(?<name>[A-Za-z_][\w.-]{0,100})${QUOTE}${ROOM},
      ${ROOM}${QUOTE}(?<value>[^"'\x60\n]{1,1000})${QUOTE}`,
  },
  {
    format: '.netrc',
    example: 'machine x login y password «z»',
    pattern: form`\b(?:login|machine)\s{1,8}[^\s]{1,200}\s{1,8}password\s{1,8}${WORD}`,
  },
  {
    format: 'nginx',
    example: 'proxy_set_header X-Api-Key "«x»";',
    // `fastcgi_pass` and its like have an address.
    pattern: form`
      ${BEGIN}(?:[\w-]{1,60}${GAP})?\$?(?!\w{1,40}_pass\s)${NAME}
      ${GAP}["']?(?<value>[^\s"';]{1,1000})["']?;`,
  },
  {
    format: 'HAProxy, a user',
    example: 'user ada insecure-password «x»',
    pattern: form`${BEGIN}user${GAP}[^\n]{1,200}[^\S\n](?:insecure-)?password${GAP}${WORD}`,
  },
  {
    format: 'HAProxy, statistics',
    example: 'stats auth ada:«x»',
    pattern: form`${BEGIN}stats${GAP}auth${GAP}[^\s:]{1,200}:${WORD}`,
  },
  {
    format: 'Redis',
    example: 'requirepass «x»',
    pattern: form`(?:${BEGIN}|--)(?:requirepass|masterauth)${NEXT}(?<value>${ARGUMENT}{1,1000})`,
  },
  {
    format: 'a property list',
    example: '<key>password</key><string>«x»</string>',
    pattern: form`<key>(?<name>[^<>]{1,200})</key>\s{0,200}<string>(?<value>[^<>]{1,4000})</`,
  },
  {
    format: 'the header Authorization',
    example: 'Authorization: Bearer «abc»',
    // The rest of the line after the name of the header, and the scheme.
    pattern: new RegExp(
      form`
        \b(?:proxy-)?authorization\b["']?\s{0,3}
        (?:[:=,]\s{0,3}["']?(?:${SCHEME}\s+)?|["']?${SCHEME}\s+)
        (?!\s*(?:Basic|Bearer)\s*(?:["'\x60\n]|$))
        (?<value>[^\n"'\x60]{3,2000})`,
      'dgi',
    ),
  },
  {
    format: 'a scheme with something that is no word',
    example: 'Bearer «abcdefgh1234»',
    pattern: form`\b(?:Bearer|Basic)\s{1,3}(?=[A-Za-z0-9._~+/=-]*[\d=_])(?<value>[A-Za-z0-9._~+/=-]{12,2000})`,
  },
  {
    format: 'a secret key of AWS, which has no prefix',
    example: 'aws «wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»',
    pattern: form`(?<![\w/+=.-])(?<random>(?<value>[A-Za-z0-9/+]{40}))(?![\w/+=.-])`,
  },
];

/** Line breaks and what indents the next line are no part of a pattern. */
function form(source: TemplateStringsArray, ...parts: string[]): RegExp {
  return new RegExp(String.raw(source, ...parts).replace(/\n\s*/g, ''), 'dgm');
}

/** Doubtful elsewhere, or no word. */
const CERTAIN = /^(?:auth|requirepass|masterauth)$/;

export function byForm(text: string): Range[] {
  return FORMS.flatMap(({ pattern }) =>
    [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
      const { name, random, value = '' } = groups ?? {};
      const [start, end] = indices?.groups?.value ?? [0, 0];
      const secrecy = name === undefined || CERTAIN.test(name) ? 'certain' : secretMember(name);
      const isSecret =
        random === undefined
          ? secrecy !== undefined && isSecretValue(value, secrecy)
          : isRandom(random);
      return isSecret ? [{ start, end }] : [];
    }),
  );
}

/** Neither a path nor a word, nor a digest in hex. */
function isRandom(key: string): boolean {
  const count = (pattern: RegExp) => key.match(pattern)?.length ?? 0;
  const turns = count(/(?<=[a-z])[^a-z]|(?<=[A-Z])[^A-Z]|(?<=[0-9])[^0-9]/g);
  return (
    count(/[A-Z]/g) >= 8 &&
    count(/[a-z]/g) >= 8 &&
    count(/[0-9]/g) >= 1 &&
    count(/\//g) <= 3 &&
    turns >= 12
  );
}
