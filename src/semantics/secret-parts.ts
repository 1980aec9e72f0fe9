// Finds secrets inside of texts: members and arguments whose name says so, in any usual format, and credentials of HTTP requests.
import { type Event, EVENT_ID, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { type SecretName, secretMember } from '../model/secrets.ts';
import { partsOfElements } from './secret-elements.ts';
import { isSecretValue, OPEN, type SecretPart } from './secret-value.ts';

/** Nearly all texts have none of these words. */
const MAY_HAVE =
  /pass|pwd|pw\b|secret|token|cred|key|conn|auth|bearer|basic\s|salt|pin\b|cookie|sas\b|sig|stringdata|\\[ux]|[a-z0-9/+]{40}/i;
/** Longer texts are searched line by line only. */
const MAX_PARSED = 1024 * 1024;

/** The secret parts in the order of the text, or `all` if a secret is in there, but not where it ends. */
export function secretParts(text: string | null | undefined): SecretPart[] | 'all' {
  if (text == null || !MAY_HAVE.test(text)) return [];
  const ofTree = partsOfTree(text);
  const ofLines = partsOfLines(text, ofTree !== undefined);
  const ofElements = partsOfElements(text);
  if (ofTree === 'all' || ofLines === 'all' || ofElements === 'all') return 'all';
  return merged([...(ofTree ?? []), ...ofLines, ...ofElements, ...partsOfArguments(text), ...credentials(text)]);
}

export function hasSecretParts(text: string | null | undefined): boolean {
  return secretParts(text).length > 0;
}

/** The texts of the secret parts; the whole text if they cannot be told apart. */
export function secretTexts(text: string | null | undefined): string[] {
  const parts = secretParts(text);
  if (parts === 'all') return [text ?? ''];
  return parts.map(({ start, end }) => (text ?? '').slice(start, end));
}

function merged(parts: SecretPart[]): SecretPart[] {
  const result: SecretPart[] = [];
  for (const part of parts.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last !== undefined && part.start < last.end) last.end = Math.max(last.end, part.end);
    else if (part.end > part.start) result.push({ ...part });
  }
  return result;
}

// Trees: YAML, and JSON, which is read by the same rules.

interface Open {
  kind: 'mapping' | 'sequence';
  /** Everything inside is secret. */
  isSecret: boolean;
  /** The name whose value comes next. */
  key?: string | undefined;
  /** `name: DB_PASSWORD` of a mapping such as `{ name: DB_PASSWORD, value: x }`. */
  named?: string;
  /** The value of a mapping whose name comes later. */
  unnamed?: SecretPart & { isQuoted: boolean };
}

/** `undefined` if the text is no mapping or list. */
function partsOfTree(text: string): SecretPart[] | 'all' | undefined {
  if (text.length > MAX_PARSED || !/[:{[-]/.test(text)) return undefined;
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: 100 });
  } catch {
    return undefined;
  }
  const walk = new Walk(text);
  for (const event of events) walk.next(event);
  if (walk.hasSecretAlias) return 'all';
  return walk.isTree ? walk.parts : undefined;
}

class Walk {
  readonly parts: SecretPart[] = [];
  isTree = false;
  /** A secret that stands elsewhere in the text. */
  hasSecretAlias = false;
  readonly #text: string;
  readonly #stack: Open[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  next(event: Event): void {
    const parent = this.#stack.at(-1);
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) this.#open(event.type, parent);
    else if (event.type === EVENT_ID.POP) this.#stack.pop();
    else if (event.type === EVENT_ID.SCALAR) this.#scalar(event, parent);
    else if (event.type === EVENT_ID.ALIAS && parent !== undefined) {
      if (this.#secrecy(parent) !== undefined) this.hasSecretAlias = true;
      if (parent.key === undefined) parent.key = '';
      else parent.key = undefined;
    }
  }

  #open(type: number, parent: Open | undefined): void {
    this.isTree = true;
    const isSecret = parent !== undefined && this.#secrecy(parent) === 'certain';
    this.#stack.push({ kind: type === EVENT_ID.MAPPING ? 'mapping' : 'sequence', isSecret });
    if (parent?.kind === 'mapping') parent.key = parent.key === undefined ? '' : undefined;
  }

  /** Of the value that comes next. */
  #secrecy({ kind, isSecret, key, named }: Open): SecretName | undefined {
    if (isSecret && (kind === 'sequence' || key !== undefined)) return 'certain';
    // An option of a program, whose argument comes next in the list.
    if (kind === 'sequence') return /^--?[a-z][\w.-]*$/i.test(named ?? '') ? secretMember(named ?? '') : undefined;
    if (key === undefined) return undefined;
    if (key === 'stringData') return 'certain';
    const name = VALUE.test(key) && named !== undefined ? named : key;
    return isName(name) ? secretMember(name) : undefined;
  }

  #scalar(event: ScalarEvent, parent: Open | undefined): void {
    if (parent === undefined) return;
    const [start, end] = [event.valueStart, event.valueEnd];
    const value = start < 0 ? '' : this.#text.slice(start, end);
    if (parent.kind === 'mapping' && parent.key === undefined) {
      parent.key = value;
      return;
    }
    const found = {
      start: end - value.trimStart().length,
      end: start + value.trimEnd().length,
      name: parent.key ?? '',
      isQuoted: event.style !== SCALAR_STYLE.PLAIN,
    };
    if (start >= 0) this.#add(found, this.#secrecy(parent));
    this.#remember(found, { parent, value });
    parent.key = undefined;
  }

  #add({ isQuoted, ...part }: SecretPart & { isQuoted: boolean }, secrecy: SecretName | undefined): void {
    const value = this.#text.slice(part.start, part.end);
    if (secrecy !== undefined && (isSecretValue(value, secrecy) || (isQuoted && isNumber(value))))
      this.parts.push(part);
  }

  /** Names and values can come in either order. */
  #remember(found: SecretPart & { isQuoted: boolean }, { parent, value }: { parent: Open; value: string }): void {
    const { key = '', unnamed } = parent;
    if (parent.kind === 'sequence') parent.named = value;
    else if (/^(?:name|key)$/i.test(key)) {
      parent.named = value;
      if (unnamed !== undefined && isName(value)) this.#add(unnamed, secretMember(value));
    } else if (VALUE.test(key) && found.start >= 0) parent.unnamed = found;
  }
}

/** The member of a mapping such as `{ name: DB_PASSWORD, value: x }`. */
const VALUE = /^(?:value|content)$/i;

/** Prose with a colon in it can be read as a mapping. */
function isName(text: string): boolean {
  return text.length <= 100 && /^[^\s?!"'<>]+(?: [^\s?!"'<>]+){0,2}$/.test(text);
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

// Lines: properties, ini, dotenv, and what looks like them in any other text.

/** A name may follow the hyphens of an option, or stand in brackets and quotes. */
const BEFORE = /(?:(?<=\[)(?=["'])|(?<![\w.[\]]|[\w.[\]]-))/;
const NAME = /(\\{0,3}["']|)((?:[A-Za-z_]|\\u[\da-fA-F]{4})(?:[\w.\-[\]]|\\u[\da-fA-F]{4}){0,100})\1\]?/;
/** Not `==`, nor the `://` of a URL. Tabs assign only where the name begins its line. */
const ASSIGNS = /(?:[^\S\n]{0,40}([=-]>|[:?+]?=(?!=)|:(?!\/\/|=))|\t{1,40})[^\S\n]{0,40}/;
const NAMED = new RegExp(BEFORE.source + NAME.source + ASSIGNS.source, 'g');
/** What may stand before a name that has the rest of its line. */
const BEGINS = /^\s*(?:[#;!/]+\s*)?(?:- )?(?:export |set )?["']?$/;

/** @param isTree the text was read as a tree too, so a value of several lines is known */
function partsOfLines(text: string, isTree: boolean): SecretPart[] | 'all' {
  const parts: SecretPart[] = [];
  let until = 0;
  for (const match of text.matchAll(NAMED)) {
    if (match.index < until || (match[3] === undefined && !BEGINS.test(textBefore(text, match)))) continue;
    const written = match[2] ?? '';
    // `-Dname=value` of Java.
    const name = text[match.index - 1] === '-' ? written.replace(/^D(?=\w)/, '') : written;
    const secrecy = secretMember(name);
    // Headers have a scheme, which can be shown.
    if (secrecy === undefined || /authorization$/i.test(name)) continue;
    const from = match.index + match[0].length;
    // `${PASSWORD:?a message}` of a shell.
    if (text[match.index - 1] === '{' && text[from] === '?') continue;
    const found = valueAt(text, { match, from });
    if (found === 'open') {
      if (!isTree) return 'all';
    } else if (isSecretValue(text.slice(found.start, found.end), secrecy)) {
      parts.push({ ...found, name });
      until = found.end;
    }
  }
  return parts;
}

interface Range {
  start: number;
  end: number;
}

/** Characters of a line that are looked at: each search must end soon. */
const MAX_LINE = 4000;
/** Characters before a name that may tell that it begins its line. */
const MAX_BEFORE = 60;

/** The value that begins at `from`; `open` if it goes on in other lines, or too far. */
function valueAt(text: string, { match, from }: { match: RegExpExecArray; from: number }): Range | 'open' {
  const line = lineAt(text, from);
  if (OPEN.test(line.trim()))
    return line.trim() === '' && goesOn(text, match.index) ? 'open' : { start: from, end: from };
  const [, quote = '', content] = /^(\\{0,3}["'`])((?:(?!\1)(?:\\.|.))*)\1/.exec(line) ?? [];
  const isTriple = /^(["'`])\1\1/.test(line);
  if (content !== undefined && !isTriple) {
    const end = from + quote.length + content.length;
    // A shell joins texts that follow each other.
    return /["'`\w]/.test(text[end + quote.length] ?? '') ? 'open' : { start: from + quote.length, end };
  }
  if (/^(?:\\{0,3}["'`]|[[{]|<<[-~]?["'\w])/.test(line) || line.length > MAX_LINE) return 'open';
  if (!BEGINS.test(textBefore(text, match)))
    return { start: from, end: from + (/^[^\s,;&"'`<>)}\]|]*/.exec(line)?.[0].length ?? 0) };
  if (/^(?:[|>][\d+-]*\s*(?:#.*)?|&\w+\s*)$/.test(line)) return 'open';
  const rest = line.replace(/[,;]?\s*$/, '');
  return { start: from, end: rest.endsWith('\\') ? continued(text, from) : from + rest.length };
}

/** The text from here to the end of its line; one character more than the maximum if it is longer. */
function lineAt(text: string, from: number): string {
  const part = text.slice(from, from + MAX_LINE + 1);
  const end = part.indexOf('\n');
  return end === -1 ? part : part.slice(0, end);
}

/** What stands before a name in its line. */
function textBefore(text: string, match: RegExpExecArray): string {
  const end = match.index + (match[1]?.length ?? 0);
  const part = text.slice(Math.max(0, match.index - MAX_BEFORE), end);
  const isWhole = match.index <= MAX_BEFORE || part.includes('\n');
  return isWhole ? part.slice(part.lastIndexOf('\n') + 1) : '…';
}

/** The end of a value whose lines end with a backslash. */
function continued(text: string, from: number): number {
  let end = from;
  for (;;) {
    const line = lineAt(text, end);
    end += line.length;
    if (!/\\\s?$/.test(line) || end >= text.length) return end;
    end++;
  }
}

/** Whether the next line is indented more than the one of the name. */
function goesOn(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_BEFORE), at);
  const own = before.length - 1 - before.lastIndexOf('\n');
  const next = lineAt(text, at + lineAt(text, at).length + 1);
  return next.trim() !== '' && next.length - next.trimStart().length > own;
}

// Arguments: options of programs, calls of functions, and .netrc.

/** Each has a name and a value. Bounded, so that the time stays linear. */
const ARGUMENTS = [
  // `--password x`, also in a list: `"--password", "x"`.
  /(?<![\w-])--([A-Za-z][\w.-]{0,100})(?:["'],)?[^\S\n]{1,40}["']?((?<=["'])[^"'\n]{1,1000}|[^\s"'`,;)\]}-][^\s"'`,;)\]}]{0,1000})/g,
  // `define('PASSWORD', 'x')`.
  /\([^\S\n]{0,8}["'`]([A-Za-z_][\w.-]{0,100})["'`][^\S\n]{0,8},[^\S\n]{0,8}["'`]([^"'`\n]{1,1000})["'`]/g,
  // `machine x login y password z`.
  /\blogin\s{1,8}[^\s]{1,200}\s{1,8}(password)\s{1,8}([^\s]{1,1000})/g,
  /\bmachine\s{1,8}[^\s]{1,200}\s{1,8}(password)\s{1,8}([^\s]{1,1000})/g,
  // nginx: `secure_link_secret x;`, `set $api_key x;`, `proxy_set_header X-Api-Key "x";`.
  /^[^\S\n]{0,100}(?:[\w-]{1,60}[^\S\n]{1,40})?\$?(?!\w{1,40}_pass\s)([A-Za-z][\w.-]{0,100})[^\S\n]{1,40}["']?([^\s"';]{1,1000})["']?;/gm,
  // HAProxy: `user ada insecure-password x`, `stats auth ada:x`.
  /^[^\S\n]{0,100}user[^\S\n]{1,40}[^\n]{1,200}[^\S\n]((?:insecure-)?password)[^\S\n]{1,40}([^\s]{1,1000})/gm,
  /^[^\S\n]{0,100}stats[^\S\n]{1,40}(auth)[^\S\n]{1,40}[^\s:]{1,200}:([^\s]{1,1000})/gm,
  // Redis: `requirepass x`, also as options of a program, and in a list.
  /(?:^[^\S\n]{0,100}|--)(requirepass|masterauth)(?:["'],)?[^\S\n]{1,40}["']?([^\s"'`,;)\]}]{1,1000})/gm,
];

function partsOfArguments(text: string): SecretPart[] {
  return ARGUMENTS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: all, 1: name = '', 2: value = '', index }) => {
      const start = index + all.lastIndexOf(value);
      const isNamed = secretMember(name) === 'certain' || /^(?:auth|requirepass|masterauth)$/.test(name);
      const isSecret = isNamed && isSecretValue(value, 'certain');
      return isSecret ? [{ start, end: start + value.length, name }] : [];
    }),
  );
}

// Credentials of HTTP requests.

const SCHEMES = 'Basic|Bearer|Digest|Negotiate|ApiKey|Token|AWS4-HMAC-SHA256';
/** The rest of the line after the name of the header, and the scheme. */
const HEADER = new RegExp(
  `\\b(?:proxy-)?authorization\\b["']?\\s{0,3}(?:[:=,]\\s{0,3}["']?(?:(?:${SCHEMES})\\s+)?|["']?(?:${SCHEMES})\\s+)([^\\n"'\`]{3,2000})`,
  'gi',
);
/** A scheme and something that is no word. */
const SCHEME = /\b(?:Bearer|Basic)\s{1,3}(?=[A-Za-z0-9._~+/=-]*[\d=_])([A-Za-z0-9._~+/=-]{12,2000})/g;

/** A secret key of AWS has no prefix. */
const AWS_KEY = /(?<![\w/+=.-])([A-Za-z0-9/+]{40})(?![\w/+=.-])/g;

function credentials(text: string): SecretPart[] {
  const keys = [...text.matchAll(AWS_KEY)].filter(([key]) => isRandom(key));
  return [...keys.map(({ index }) => ({ start: index, end: index + 40, name: '' })), ...headers(text)];
}

/** Neither a path nor a word, nor a digest in hex. */
function isRandom(key: string): boolean {
  const count = (pattern: RegExp) => key.match(pattern)?.length ?? 0;
  const turns = count(/(?<=[a-z])[^a-z]|(?<=[A-Z])[^A-Z]|(?<=[0-9])[^0-9]/g);
  return count(/[A-Z]/g) >= 8 && count(/[a-z]/g) >= 8 && count(/[0-9]/g) >= 1 && count(/\//g) <= 3 && turns >= 12;
}

function headers(text: string): SecretPart[] {
  return [HEADER, SCHEME].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: all, 1: value = '', index }) => {
      if (OPEN.test(value.trim()) || /^(?:Basic|Bearer)$/i.test(value.trim())) return [];
      const end = index + all.length;
      return [{ start: end - value.length, end: end - value.length + value.trimEnd().length, name: 'authorization' }];
    }),
  );
}
