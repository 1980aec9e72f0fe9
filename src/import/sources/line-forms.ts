// How texts are written in properties and dotenv files: every entry has lines of its own.
import { parseLines, stringify as writeProperties } from 'dot-properties';
import { readFormat } from '../../documents/source-formats.ts';
import { sourceValue } from '../../documents/read-sources.ts';
import { Source } from '../../model/diagnostic.ts';
import type { SourceFormat } from '../../model/sources.ts';
import { type EntryChange, edited, linesAt, type Span, type TextEdit } from '../text-edits.ts';

const LINE_FORMATS = ['properties', 'dotenv'] as const satisfies SourceFormat[];
export type LineFormat = (typeof LINE_FORMATS)[number];

export function isLineFormat(format: SourceFormat): format is LineFormat {
  return (LINE_FORMATS as readonly SourceFormat[]).includes(format);
}

/** The place of a value, and how a text can be written there, the best form first. */
interface Slot extends Span {
  forms: (text: string) => string[];
}

/** Finds the slot of the entry whose key stands at an offset. */
type SlotFinder = (offset: number) => Slot | undefined;

const SLOTS: Record<LineFormat, (text: string) => SlotFinder> = {
  properties: propertySlots,
  dotenv: dotenvSlots,
};

/** The text with the changes that the format can hold. */
export function editLines(format: LineFormat, text: string, changes: readonly EntryChange[]): string {
  const slotAt = SLOTS[format](text);
  const edits = changes.flatMap(({ offset, text: wanted }): TextEdit[] => {
    const slot = slotAt(offset);
    if (slot === undefined || wanted === null) return [];
    const lines = linesAt(text, { start: offset, end: Math.max(offset, slot.end) });
    if (wanted === undefined) return [{ ...lines, text: '' }];
    const isRead = (form: string) => {
      const line = edited(text.slice(lines.start, lines.end), [
        { start: slot.start - lines.start, end: slot.end - lines.start, text: form },
      ]);
      return readsAs(format, line, wanted);
    };
    const form = slot.forms(wanted).find(isRead);
    return form === undefined ? [] : [{ start: slot.start, end: slot.end, text: form }];
  });
  return edited(text, edits);
}

/** A new line for a name; `undefined` if the format cannot hold the text. */
export function newLine(format: LineFormat, name: string, text: string): string | undefined {
  const start = `${writeProperties([[name, '']], { keySep: '', lineWidth: null })}=`;
  const lines = NEW_FORMS[format](text).map((form) => `${start}${form}\n`);
  return lines.find((line) => readsAs(format, line, text, name));
}

function readsAs(format: LineFormat, lines: string, text: string, name?: string): boolean {
  const [entry, other] = readFormat(new Source('', lines), {
    format,
    report: () => undefined,
    separator: '.',
  });
  if (entry === undefined || other !== undefined) return false;
  return sourceValue(entry.value).text === text && (name === undefined || entry.name === name);
}

const NEW_FORMS: Record<LineFormat, (text: string) => string[]> = {
  properties: (text) => propertyForms(text, { isAscii: true }),
  dotenv: (text) => [...(SAFE.test(text) ? [text] : []), ...quotedForms(text)],
};

function propertySlots(text: string): SlotFinder {
  const pairs = parseLines(text, true).filter(({ type }) => type === 'PAIR');
  const ranges = new Map(pairs.map(({ range }) => [range[0], range]));
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  return (offset) => {
    const range = ranges.get(offset);
    if (range === undefined) return undefined;
    const [, keyEnd = offset, start = keyEnd, end = start] = range;
    const separator = keyEnd === start ? '=' : '';
    return { start, end, forms: (wanted) => propertyForms(wanted, { isAscii }).map((form) => `${separator}${form}`) };
  };
}

/** In ASCII a file reads the same in ISO-8859-1, which older programs expect, and in UTF-8. */
function propertyForms(text: string, { isAscii }: { isAscii: boolean }): string[] {
  const written = writeProperties([['', text]], { keySep: '', lineWidth: null, latin1: isAscii });
  const form = isAscii
    ? written.replace(/[\x80-\xff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : written;
  return [form, `\\${form}`];
}

/** What the library reads as the rest of a line, from the key on; its quotes may span lines. */
const DOTENV =
  /([\w.-]+)(\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?(?=\s*(?:#.*)?$)/my;

function dotenvSlots(text: string): SlotFinder {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return (offset) => {
    const pattern = new RegExp(DOTENV);
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [, key = '', separator = '', value = ''] = match;
    const from = offset + key.length + separator.length;
    const old = value.trim();
    const start = old === '' ? from : from + value.indexOf(old);
    const forms = (wanted: string) => dotenvForms(wanted, old).map((form) => form.replaceAll('\n', newline));
    return { start, end: start + old.length, forms };
  };
}

/** Texts that a shell reads like the library. */
const SAFE = /^[\w./:@%+,=-]*$/;
const QUOTES = ["'", '"', '`'];

/** The quotes that stand there, first; over several lines if the old text is. */
function dotenvForms(text: string, old: string): string[] {
  const quote = QUOTES.find((one) => old.length > 1 && old.startsWith(one) && old.endsWith(one));
  const isPlain = quote === undefined && (SAFE.test(text) || !SAFE.test(old));
  const own = quote === undefined ? [] : /\n/.test(old) ? [`${quote}${text}${quote}`] : quotedIn(quote, text);
  return [...(isPlain ? [text] : []), ...own, ...(SAFE.test(text) ? [text] : []), ...quotedForms(text)];
}

/** On one line if possible. What the library alone can read comes last: quotes in the same quotes. */
function quotedForms(text: string): string[] {
  return QUOTES.flatMap((quote) => quotedIn(quote, text)).concat(QUOTES.map((quote) => `${quote}${text}${quote}`));
}

/** On one line; only double quotes have an escape for line breaks. */
function quotedIn(quote: string, text: string): string[] {
  if (text.includes(quote)) return [];
  if (quote === '"') return [`"${text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')}"`];
  return /[\r\n]/.test(text) ? [] : [`${quote}${text}${quote}`];
}
