// Replaces a text in place, keeping the quoting style of the file. What the edited documents declare is read back afterwards.
import { Scalar, stringify } from 'yaml';
import { stripComments } from 'jsonc-parser';
import { stringify as writeProperties } from 'dot-properties';
import { readFormat } from '../documents/source-formats.ts';
import type { Node } from '../documents/fields.ts';
import { escapedUnit, type TextEdit } from '../lib/text.ts';
import { type Diagnostic, Source } from '../model/diagnostic.ts';
import { endOfLine, isInBraces, newlineIn, type Site, startOfLine } from './sites.ts';

/** Replaces the value of an entry; `undefined`: the file cannot hold the text there. */
export function replaced(site: Site, text: string | null): TextEdit | undefined {
  const node = site.entry.value;
  const { format } = site.reading;
  if (format === 'properties') return lineEdit(site, text, propertyForms(text ?? '', site));
  if (format === 'dotenv') return lineEdit(site, text, dotenvForms(text ?? '', site));
  // Another text may not fit a tag before it.
  if (site.text.slice(site.entry.key.end, node.offset).includes('!')) return undefined;
  if (isInLines(site, node)) return blockEdit(site, text, node);
  if (!isEmpty(node)) return { start: node.offset, end: node.end, text: form(site, text) };
  // Behind the colon, where nothing stands.
  const colon = site.text.indexOf(':', site.entry.key.end) + 1;
  return { start: colon, end: colon, text: ` ${form(site, text)}` };
}

/** The text on one line, instead of the value. A number stays one, and a text stays a text for every reader. */
export function form(site: Site, text: string | null): string {
  if (text === null) return 'null';
  const { value } = site.entry;
  const old = site.text.slice(value.offset, value.end);
  const isText = value.kind === 'scalar' && !isEmpty(value) && !BARE.test(old);
  if (BARE.test(text) && (site.reading.format === 'json' ? BARE.test(old) : !isText)) return text;
  if (site.reading.format === 'json' || old.startsWith('"') || NOT_RAW.test(text))
    return doubleQuoted(text);
  const type = old.startsWith("'") ? 'QUOTE_SINGLE' : 'PLAIN';
  const list = [Object.assign(new Scalar(text), { type })];
  return isInBraces(site)
    ? stringify(list, { ...STYLE, collectionStyle: 'flow' }).slice('['.length, -']\n'.length)
    : stringify(list, STYLE).slice('- '.length, -'\n'.length);
}

/** Quotes what only some versions of YAML read as a text, such as `yes`. */
const STYLE = { compat: 'yaml-1.1', lineWidth: 0, flowCollectionPadding: false } as const;

/** Whether it is a text behind `|` or `>`. */
export function isInLines({ text }: Site, node: Node): boolean {
  return node.kind === 'scalar' && !isEmpty(node) && /[ \t\r\n]/.test(text.charAt(node.offset));
}

function isEmpty(node: Node): boolean {
  return node.kind === 'scalar' && node.offset === node.end;
}

/** `|` or `>` and the lines below it. It stays in lines if it can. */
function blockEdit(site: Site, text: string | null, node: Node): TextEdit | undefined {
  const header = /[|>][-+0-9]*([^\n\r]*)\r?\n$/.exec(site.text.slice(0, node.offset));
  if (header === null) return undefined;
  const lines = site.text.slice(node.offset, node.end);
  const end = node.offset + lines.trimEnd().length;
  const start = node.offset - header[0].length;
  const [, behind = ''] = header;
  const indent = /^(?:\s*\n)?([ \t]*)/.exec(lines)?.[1] ?? '';
  if (text === null || !isBlockLiteral(text))
    return { start, end, text: `${form(site, text)}${behind}` };
  const { sign, lines: shown } = blockLiteral(text, indent);
  return { start, end, text: [`${sign}${behind}`, ...shown].join(newlineIn(site.text)) };
}

/** What {@link isBlockLiteral} allows: what follows the name, and the lines below it. */
export function blockLiteral(text: string, indent: string): { sign: string; lines: string[] } {
  const lines = text.replace(/\n$/, '').split('\n');
  return { sign: text.endsWith('\n') ? '|' : '|-', lines: indented(lines, indent) };
}

/** Empty lines stay empty. */
export function indented(lines: readonly string[], indent: string): string[] {
  return lines.map((line) => (line === '' ? line : indent + line));
}

/** Characters that a YAML reader may drop, normalize or refuse unless escaped. */
export const NOT_RAW = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;

/** JSON numbers and booleans. */
export const BARE = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false)$/;

/** Whether `|` can hold the text: several lines, no invisible characters, no leading or trailing empty lines. */
export function isBlockLiteral(text: string): boolean {
  const lines = text.replace(/\n$/, '').split('\n');
  const isVisible = lines.every((line) => !NOT_RAW.test(line.replaceAll('\t', ' ')));
  return (
    lines.length > 1 && isVisible && /^\S/.test(lines[0] ?? '') && /\S/.test(lines.at(-1) ?? '')
  );
}

export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(new RegExp(NOT_RAW, 'gu'), escapedUnit);
}

export function isJson(path: string): boolean {
  return /\.json$/i.test(path);
}

/** Whether a JSON text has comments. YAML keeps its own. */
export function hasJsonComments(path: string, text: string): boolean {
  return isJson(path) && stripComments(text) !== text;
}

/** The first form with which the lines of the entry read as the text. */
function lineEdit(site: Site, text: string | null, forms: readonly string[]): TextEdit | undefined {
  if (text === null) return undefined;
  const { reading, entry } = site;
  const { offset: start, end } = entry.value;
  const first = startOfLine(site.text, entry.key.offset);
  const last = endOfLine(site.text, Math.max(entry.key.offset, end));
  const severities = (candidate: string) => {
    const reported = new Set<Diagnostic['severity']>();
    const line = site.text.slice(first, start) + candidate + site.text.slice(end, last);
    const [read, other] = readFormat(new Source('', line), reading, ({ severity }) =>
      reported.add(severity),
    );
    const isRead =
      read?.key.text === entry.key.text && read.value.kind === 'scalar' && read.value.text === text;
    return isRead && other === undefined ? reported : reported.add('error');
  };
  // A form that other programs read differently is a warning.
  const best =
    forms.find((candidate) => severities(candidate).size === 0) ??
    forms.find((candidate) => !severities(candidate).has('error'));
  return best === undefined ? undefined : { start, end, text: best };
}

/** In ASCII a file reads the same in ISO-8859-1, which older programs expect, and in UTF-8. A name alone gets `=`. */
function propertyForms(text: string, site: Site): string[] {
  const isAscii = /^[\x00-\x7f]*$/.test(site.text);
  const written = writeProperties([['', text]], { keySep: '', lineWidth: null, latin1: isAscii });
  const value = isAscii ? written.replace(/[\x80-\xff]/g, escapedUnit) : written;
  return ['', '='].flatMap((separator) => [`${separator}${value}`, `${separator}\\${value}`]);
}

/** Texts that a shell reads like the library. */
const SAFE = /^[\w./:@%+,=-]*$/;
const QUOTES = ["'", '"', '`'];

/** The quotes that are there first; over several lines if the old text is. */
function dotenvForms(text: string, site: Site): string[] {
  const old = site.text.slice(site.entry.value.offset, site.entry.value.end);
  const quote = QUOTES.find((mark) => old.length > 1 && old.startsWith(mark) && old.endsWith(mark));
  const inQuotes = (mark: string) =>
    old.includes('\n') ? [`${mark}${text}${mark}`] : quotedIn(mark, text);
  const sameQuotes = quote === undefined ? [] : inQuotes(quote);
  const isPlain = SAFE.test(text) || (quote === undefined && !SAFE.test(old));
  const others = QUOTES.flatMap((mark) => quotedIn(mark, text)).concat(
    QUOTES.map((mark) => `${mark}${text}${mark}`),
  );
  return [...sameQuotes, ...(isPlain ? [text] : []), ...others].map((candidate) =>
    candidate.replaceAll('\n', newlineIn(site.text)),
  );
}

/** On one line; only double quotes have an escape for line breaks. */
function quotedIn(quote: string, text: string): string[] {
  if (text.includes(quote)) return [];
  if (quote === '"') return [`"${text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`];
  return /[\r\n]/.test(text) ? [] : [`${quote}${text}${quote}`];
}
