// Where Java and Spring read `.properties` and YAML differently from a source: refused, or one warning for each kind and file.
import { posix } from 'node:path';
import { withCommas } from '../lib/text.ts';
import type { FileError } from '../model/diagnostic.ts';
import type { SourceReading } from '../model/sources.ts';
import {
  type Entry,
  type Fields,
  firstIn,
  isNothing,
  isNull,
  type Node,
  type Scalar,
} from './fields.ts';

/** A value by its whole name. */
export interface SourceEntry extends Entry {
  /** The parts of a nested name, as they are written there. */
  names: readonly Scalar[];
}

/** Names that make Spring use a document only for some profiles or platforms, without the signs that it reads over. */
const CONDITION = /^spring(?:profiles|configactivateon(?:profile|cloudplatform))(?:\[\d+\])?$/;

/** Whether Spring uses the values of the file only sometimes, which is reported once. */
export function isConditional(
  entries: readonly Entry[],
  { format, separator = '.' }: SourceReading,
  fields: Fields,
): boolean {
  if (!(format in PARTS)) return false;
  const plain = (name: string) =>
    name.replaceAll(separator, '').replace(/[-_.]/g, '').toLowerCase();
  const condition = entries.find(({ key }) => CONDITION.test(plain(key.text)));
  if (condition === undefined) return false;
  const message = `\`${condition.key.text}\` makes Spring use these values only for some profiles, but a source always declares them.`;
  const extension = posix.extname(fields.source.file);
  const hint = `Move them, without this line, to a file of their own such as \`application-prod${extension}\`. The path of the source can name the profile: \`application-{Environment}${extension}\`.`;
  fields.error({ code: 'spring-profile', at: condition.key, message, hint });
  return true;
}

/** What begins another document in the same file. */
const PARTS: Partial<Record<SourceReading['format'], RegExp>> = {
  properties: /^[#!]---[ \t\f]*$/gm,
  yaml: /^---(?=\s|$)/gm,
};

/** Whether two documents of the file have the same name, which is reported once. */
export function isRepeated(
  entries: readonly Entry[],
  { format }: SourceReading,
  fields: Fields,
): boolean {
  const pattern = PARTS[format];
  const starts =
    pattern === undefined
      ? []
      : [...fields.source.text.matchAll(pattern)].map(({ index }) => index);
  const seen = new Map<string, { part: number; key: Scalar }>();
  let part = 0;
  for (const { key } of entries.toSorted((a, b) => a.key.offset - b.key.offset)) {
    while ((starts[part] ?? Number.POSITIVE_INFINITY) < key.offset) part++;
    const first = seen.get(key.text);
    if (first === undefined) seen.set(key.text, { part, key });
    else if (first.part !== part) {
      const message = `\`${key.text}\` is in two documents of this file, but a source can declare it only once.`;
      const hint = 'Put each document into a file of its own, or remove one of the two.';
      fields.error({
        code: 'duplicate-value',
        at: key,
        message,
        hint,
        related: fields.place(first.key),
      });
      return true;
    }
  }
  return false;
}

const ESCAPE_THEM =
  'Write such characters as escapes, as in `\\u00fc` for `ü`, which every program reads.';

/** Reports the first value with characters of Latin-1. In comments they mean nothing. */
export function refuseLatin1(entries: readonly Entry[], fields: Fields): void {
  const { text } = fields.source;
  const entry = entries.find(({ key, value }) =>
    BEYOND_ASCII.test(text.slice(key.offset, value.end)),
  );
  if (entry === undefined) return;
  const message = 'This line is not valid UTF-8: Java and Spring Boot read it as Latin-1.';
  const hint = `${ESCAPE_THEM} If your program reads Latin-1, set \`encoding: latin1\` in the source.`;
  fields.error({ code: 'not-utf8', at: entry.key, message, hint });
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Something that is read otherwise elsewhere. `find` returns where it occurs first in an entry. */
interface ReaderDifference extends Pick<FileError, 'message' | 'hint'> {
  find: (entry: SourceEntry, file: SourceText) => Node | undefined;
}

interface SourceText {
  text: string;
  /** The names of all lists. */
  lists: ReadonlySet<string>;
  hasEncoding: boolean;
  /** Whether a tab follows what ends there: a name is that of all entries below it. */
  tabs: Map<number, boolean>;
}

/** One warning for each kind, at the first entry. @param entries those that are declared */
export function warnOfOtherReaders(
  entries: readonly SourceEntry[],
  reading: SourceReading,
  fields: Fields,
): void {
  const lists = new Set(
    entries.flatMap(({ key, value }) => (value.kind === 'sequence' ? [key.text] : [])),
  );
  const file = {
    text: fields.source.text,
    lists,
    hasEncoding: reading.encoding !== undefined,
    tabs: new Map(),
  };
  for (const { find, message, hint } of DIFFERENCES[reading.format] ?? []) {
    const [first, ...others] = entries.flatMap((entry) => find(entry, file) ?? []);
    if (first === undefined) continue;
    const count =
      others.length === 0 ? '' : ` (and ${withCommas(others.length)} more in this file)`;
    fields.warn({ code: 'readers-differ', at: first, message: `${message}${count}.`, hint });
  }
}

/** What YAML 1.1, as SnakeYAML reads it, takes for something else than text. */
const WORD = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const INTEGER =
  /^[-+]?(?:0b_*[01][01_]*|0_*[0-7][0-7_]*|0|[1-9][0-9_]*|0x_*[0-9a-fA-F][0-9a-fA-F_]*|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const DECIMAL =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+|[-+]?\.[0-9_]+(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DATE =
  /^\d{4}-(?:\d\d-\d\d|\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?))?)$/;

/** Whether Java writes the number as it is written there. */
function isKept(text: string): boolean {
  if (INTEGER.test(text)) return /^(?:0|-?[1-9]\d*)$/.test(text);
  const size = Math.abs(Number(text));
  const written = String(Number(text));
  const isPlain = size === 0 || (size >= 1e-3 && size < 1e7);
  return isPlain && text === (written.includes('.') ? written : `${written}.0`);
}

function isOther(name: Scalar): boolean {
  return (
    isNull(name) ||
    isNothing(name) ||
    (name.plain && [WORD, INTEGER, DECIMAL, DATE].some((form) => form.test(name.text)))
  );
}

const AS_NULL =
  'Write `""` for an empty text. If applications are to get null, declare the key in a document.';

/** The first scalar in a value for which the test holds. */
function scalarIn(value: Node, test: (scalar: Scalar) => boolean): Node | undefined {
  return firstIn(value, (node) => (node.kind === 'scalar' && test(node) ? node : undefined));
}

/** @param text of the scalar, if it can mean something else */
function valueIs(test: (text: string) => boolean): ReaderDifference['find'] {
  return ({ value }) => scalarIn(value, ({ plain, text }) => plain && test(text));
}

const YAML: readonly ReaderDifference[] = [
  {
    find: valueIs((text) => WORD.test(text) && !/^(?:true|false)$/.test(text)),
    message: 'Spring reads this word as `true` or `false`, but a source keeps it as written',
    hint: 'Write `true` or `false`. If it is text, quote it: `"yes"`.',
  },
  {
    find: valueIs((text) => (INTEGER.test(text) || DECIMAL.test(text)) && !isKept(text)),
    message:
      'Spring reads this as a number and writes it differently, such as `7` for `007`, but a source keeps it as written',
    hint: 'Quote it, or write the number as Spring does, such as `1.1` for `1.10`.',
  },
  {
    find: valueIs((text) => /^[-+]?0o[0-7_]+$/.test(text)),
    message:
      'Some programs read this as a number, such as `15` for `0o17`, but a source keeps it as written',
    hint: 'Write the number itself. If it is text, quote it: `"0o17"`.',
  },
  {
    find: valueIs((text) => DATE.test(text)),
    message:
      'Some programs read this as a date and write it differently, but a source keeps it as written',
    hint: 'Quote it: `"2024-02-03"`.',
  },
  {
    find: ({ value }) => scalarIn(value, isNothing),
    message: 'Some programs read a missing value as null, others (such as Spring) as an empty text',
    hint: AS_NULL,
  },
  {
    find: ({ value }) => scalarIn(value, isNull),
    message: 'Some programs, such as Spring, read null as an empty text, but a source keeps null',
    hint: AS_NULL,
  },
  {
    find: ({ value, names }) => names.find(isOther) ?? otherNameIn(value),
    message:
      'Spring reads this name as a number or a boolean and puts it in brackets, such as `codes[1]`',
    hint: 'Quote the name: `"1": …`.',
  },
  {
    find: ({ names, value }, file) =>
      names.find(({ end }) => isTabBehind(file, end)) ??
      firstIn(value, (node) => (isTabAround(file, node) ? node : undefined)),
    message:
      'PyYAML refuses a file with a tab outside of texts and comments, Spring one with a tab before a value or on an empty line',
    hint: 'Write spaces instead.',
  },
  {
    find: ({ value }, { text }) =>
      scalarIn(value, ({ offset, end }) => /[\u0085\u2028\u2029]/.test(text.slice(offset, end))),
    message: 'Spring reads U+0085, U+2028 and U+2029 in this value as line breaks',
    hint: 'Write them as escapes in double quotes, such as `"\\u2028"`.',
  },
  {
    // Behind `|` or `>`.
    find: ({ value }, { text }) =>
      scalarIn(
        value,
        ({ text: lines, offset, end }) =>
          end === text.length &&
          /\s/.test(text.charAt(offset)) &&
          lines.endsWith('\n') &&
          !/[\r\n]$/.test(text),
      ),
    message:
      'Spring and PyYAML read no line break at the end of this text, because the file ends without one',
    hint: 'End the file with a line break. If the text is to have none, write `|-` or `>-`.',
  },
  {
    find: ({ key }, { lists }) =>
      lists.has(/^(.+?)\[\d+\]/.exec(key.text)?.[1] ?? '') ? key : undefined,
    message: 'Spring reads this name as an item of the list of that name',
    hint: 'Write the item in the list, or rename one of the two.',
  },
];

/** What may follow a name or a value on its line. */
const BEHIND = /[ \t:,\]}]*/y;
/** The end of a line, and the spaces of the next one if it is empty or a comment. */
const NEXT_LINE = /(?:#[^\n]*)?\r?\n([ \t]*)(?=#|\r?\n|$)/y;

/** Whether a tab follows what ends here, on its line or on the empty lines and comments below it. */
function isTabBehind({ text, tabs }: SourceText, end: number): boolean {
  const remembered = tabs.get(end);
  if (remembered !== undefined) return remembered;
  BEHIND.lastIndex = end;
  let spaces = BEHIND.exec(text)?.[0];
  NEXT_LINE.lastIndex = BEHIND.lastIndex;
  while (spaces !== undefined && !spaces.includes('\t')) spaces = NEXT_LINE.exec(text)?.[1];
  tabs.set(end, spaces !== undefined);
  return spaces !== undefined;
}

/** `|` or `>` at the end of a line, with a tab on one of its sides. */
const TAB_AT_LINES = /(?:\t[|>][-+\d]*[ \t]*|[|>][-+\d]* *\t[ \t]*)(?:#[^\n]*)?\r?\n$/;

function isTabAround(file: SourceText, { offset, end }: Node): boolean {
  const { text } = file;
  const before = text.charAt(offset - 1);
  return (
    before === '\t' || (before === '\n' && isTabAtLines(text, offset)) || isTabBehind(file, end)
  );
}

function isTabAtLines(text: string, offset: number): boolean {
  return TAB_AT_LINES.test(text.slice(text.lastIndexOf('\n', offset - 2) + 1, offset));
}

function otherNameIn(value: Node): Scalar | undefined {
  return firstIn(value, (node) =>
    node.kind === 'mapping' ? node.entries.map(({ key }) => key).find(isOther) : undefined,
  );
}

const PROPERTIES: readonly ReaderDifference[] = [
  {
    find: ({ value }, { text, hasEncoding }) =>
      !hasEncoding && BEYOND_ASCII.test(text.slice(value.offset, value.end)) ? value : undefined,
    message:
      'Java and Spring Boot read a `.properties` file as Latin-1, so they get different characters in this value than a program that reads UTF-8',
    hint: `${ESCAPE_THEM} If your program reads UTF-8, set \`encoding: utf-8\` in the source.`,
  },
  {
    find: ({ key }) => (key.text.endsWith('[]') ? key : undefined),
    message: 'Spring reads a name that ends with `[]` as a list and splits its value at commas',
    hint: 'Write each item as `name[0]=…`, `name[1]=…`, or remove the `[]`.',
  },
];

const DIFFERENCES: Partial<Record<SourceReading['format'], readonly ReaderDifference[]>> = {
  yaml: YAML,
  properties: PROPERTIES,
};
