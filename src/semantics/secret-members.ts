// Finds secrets in lines of any text: what is assigned to names that say so, arguments, and credentials of HTTP requests.
import type { Range } from '../lib/text.ts';
import { isSecretValue, PLACEHOLDER, secretMember } from '../model/secrets.ts';

/** A name may follow the hyphens of an option, or stand in brackets and quotes. */
const BEFORE = /(?:(?<=\[)(?=["'])|(?<![\w.[\]]|[\w.[\]]-))/;
/** Not the `D` of `-Dname=value` of Java. */
const NAME =
  /(\\{0,3}["']|)(?:(?<=-)D(?=\w))?((?:[A-Za-z_]|\\u[\da-fA-F]{4})(?:[\w.\-[\]]|\\u[\da-fA-F]{4}){0,100})\1\]?/;
/** Not `==`, nor the `://` of a URL. Tabs assign only where the name begins its line. */
const ASSIGNS = /(?:[^\S\n]{0,40}([=-]>|[:?+]?=(?!=)|:(?!\/\/|=))|\t{1,40})[^\S\n]{0,40}/;
const NAMED = new RegExp(BEFORE.source + NAME.source + ASSIGNS.source, 'g');
/** What may stand before a name that has the rest of its line. */
const BEGINS = /(?<=^[^\S\n]*(?:[#;!/]+[^\S\n]*)?(?:- )?(?:export |set )?["']?)/my;

/** @param isTree the text was read as a tree too, so a value of several lines is known */
export function inLines(text: string, isTree: boolean): (Range | 'all')[] {
  const found: Range[] = [];
  let until = 0;
  for (const { 0: all, 1: quote = '', 2: name = '', 3: sign, index } of text.matchAll(NAMED)) {
    if (index < until) continue;
    const secrecy = secretMember(name);
    // Headers have a scheme, which is no secret.
    if (secrecy === undefined || /authorization$/i.test(name)) continue;
    BEGINS.lastIndex = index + quote.length;
    const isFirst = BEGINS.test(text);
    const from = index + all.length;
    // `${PASSWORD:?a message}` of a shell.
    if ((sign === undefined && !isFirst) || (text[index - 1] === '{' && text[from] === '?')) continue;
    const range = valueAt(text, index, from, isFirst);
    if (range === 'all') {
      if (!isTree) return ['all'];
    } else if (isSecretValue(text.slice(range.start, range.end), secrecy)) {
      found.push(range);
      until = range.end;
    }
  }
  return found;
}

/** Characters of a line that are looked at: each search must end soon. */
const MAX_LINE = 4000;
const QUOTED = /^(\\{0,3}["'`])((?:(?!\1)(?:\\.|.))*)\1/;
/** Quotes, brackets or the mark of a text that end in other lines. */
const GOES_ON = /^(?:\\{0,3}["'`]|[[{]|<<[-~]?["'\w])/;
/** In YAML: a block, or an anchor with the value below. */
const GOES_ON_BELOW = /^(?:[|>][\d+-]*\s*(?:#.*)?|&\w+\s*)$/;

/**
 * `all` if the value goes on in other lines, or too far.
 * @param isFirst the name begins its line, so the value is the rest of it
 */
function valueAt(text: string, index: number, from: number, isFirst: boolean): Range | 'all' {
  const [line = ''] = text.slice(from, from + MAX_LINE + 1).split('\n', 1);
  if (line.trim() === '' && isDeeperBelow(text, index)) return 'all';
  if (PLACEHOLDER.test(line.trim())) return { start: from, end: from };
  const [, quote = '', content] = QUOTED.exec(line) ?? [];
  if (content !== undefined) {
    const start = from + quote.length;
    const end = start + content.length;
    // A shell joins texts that follow each other.
    return /["'`\w]/.test(text[end + quote.length] ?? '') ? 'all' : { start, end };
  }
  if (GOES_ON.test(line) || line.length > MAX_LINE) return 'all';
  if (!isFirst) return { start: from, end: from + line.search(/[\s,;&"'`<>)}\]|]|$/) };
  if (GOES_ON_BELOW.test(line)) return 'all';
  const rest = line.replace(/[,;]?\s*$/, '');
  return { start: from, end: rest.endsWith('\\') ? endOfContinued(text, from) : from + rest.length };
}

/** The end of a value whose lines end with a backslash. */
function endOfContinued(text: string, from: number): number {
  const end = /(?<!\\[^\S\n]?)\n/g;
  end.lastIndex = from;
  return end.exec(text)?.index ?? text.length;
}

const BELOW = /[^\n]*\n([^\S\n]*)\S/y;

/** Whether the next line is indented more than the name. */
function isDeeperBelow(text: string, index: number): boolean {
  BELOW.lastIndex = index;
  const indent = BELOW.exec(text)?.[1]?.length ?? 0;
  return indent >= index - text.lastIndexOf('\n', index);
}

const SCHEMES = 'Basic|Bearer|Digest|Negotiate|ApiKey|Token|AWS4-HMAC-SHA256';
/** The rest of the line after the name of the header, and the scheme; not a scheme alone. */
const HEADER = `\\b(?:proxy-)?authorization\\b["']?\\s{0,3}(?:[:=,]\\s{0,3}["']?(?:(?:${SCHEMES})\\s+)?|["']?(?:${SCHEMES})\\s+)(?!\\s*(?:Basic|Bearer)\\s*(?:["'\`\\n]|$))(?<value>[^\\n"'\`]{3,2000})`;
/** Each has a value, which is secret if its name says so, or if it has none. Bounded, so that the time stays linear. */
const FORMS = [
  // `--password x`, also in a list: `"--password", "x"`.
  /(?<![\w-])--(?<name>[A-Za-z][\w.-]{0,100})(?:["'],)?[^\S\n]{1,40}["']?(?<value>(?<=["'])[^"'\n]{1,1000}|[^\s"'`,;)\]}-][^\s"'`,;)\]}]{0,1000})/dg,
  // `define('PASSWORD', 'x')`.
  /\([^\S\n]{0,8}["'`](?<name>[A-Za-z_][\w.-]{0,100})["'`][^\S\n]{0,8},[^\S\n]{0,8}["'`](?<value>[^"'`\n]{1,1000})["'`]/dg,
  // `machine x login y password z`.
  /\b(?:login|machine)\s{1,8}[^\s]{1,200}\s{1,8}password\s{1,8}(?<value>[^\s]{1,1000})/dg,
  // nginx: `secure_link_secret x;`, `set $api_key x;`, `proxy_set_header X-Api-Key "x";`.
  /^[^\S\n]{0,100}(?:[\w-]{1,60}[^\S\n]{1,40})?\$?(?!\w{1,40}_pass\s)(?<name>[A-Za-z][\w.-]{0,100})[^\S\n]{1,40}["']?(?<value>[^\s"';]{1,1000})["']?;/dgm,
  // HAProxy: `user ada insecure-password x`, `stats auth ada:x`.
  /^[^\S\n]{0,100}user[^\S\n]{1,40}[^\n]{1,200}[^\S\n](?:insecure-)?password[^\S\n]{1,40}(?<value>[^\s]{1,1000})/dgm,
  /^[^\S\n]{0,100}stats[^\S\n]{1,40}auth[^\S\n]{1,40}[^\s:]{1,200}:(?<value>[^\s]{1,1000})/dgm,
  // Redis: `requirepass x`, also as options of a program, and in a list.
  /(?:^[^\S\n]{0,100}|--)(?:requirepass|masterauth)(?:["'],)?[^\S\n]{1,40}["']?(?<value>[^\s"'`,;)\]}]{1,1000})/dgm,
  // A property list.
  /<key>(?<name>[^<>]{1,200})<\/key>\s{0,200}<string>(?<value>[^<>]{1,4000})<\//dg,
  new RegExp(HEADER, 'dgi'),
  // A scheme and something that is no word.
  /\b(?:Bearer|Basic)\s{1,3}(?=[A-Za-z0-9._~+/=-]*[\d=_])(?<value>[A-Za-z0-9._~+/=-]{12,2000})/dg,
];

/** Doubtful elsewhere, or no word. */
const CERTAIN = /^(?:auth|requirepass|masterauth)$/;

export function byForm(text: string): Range[] {
  const named = FORMS.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ groups, indices }) => {
      const { name, value = '' } = groups ?? {};
      const [start, end] = indices?.groups?.value ?? [0, 0];
      const secrecy = name === undefined || CERTAIN.test(name) ? 'certain' : secretMember(name);
      return secrecy !== undefined && isSecretValue(value, secrecy) ? [{ start, end }] : [];
    }),
  );
  // A secret key of AWS has no prefix.
  const keys = [...text.matchAll(/(?<![\w/+=.-])[A-Za-z0-9/+]{40}(?![\w/+=.-])/g)].filter(([key]) => isRandom(key));
  return [...named, ...keys.map(({ index }) => ({ start: index, end: index + 40 }))];
}

/** Neither a path nor a word, nor a digest in hex. */
function isRandom(key: string): boolean {
  const count = (pattern: RegExp) => key.match(pattern)?.length ?? 0;
  const turns = count(/(?<=[a-z])[^a-z]|(?<=[A-Z])[^A-Z]|(?<=[0-9])[^0-9]/g);
  return count(/[A-Z]/g) >= 8 && count(/[a-z]/g) >= 8 && count(/[0-9]/g) >= 1 && count(/\//g) <= 3 && turns >= 12;
}
