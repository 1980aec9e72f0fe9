// Value data types: which texts the server accepts, how it stores them, and how it gives them out (test/fixtures/behaviour.md, section 8).
import { isParsed, type Vdt } from '../model/state.ts';
import { attempt } from '../lib/attempt.ts';
import {
  isCutShort,
  isPlainObject,
  JsonNumber,
  jsonText,
  MAX_DEPTH,
  parseLenientJson,
} from '../lib/json.ts';

interface TypeRule {
  /** A phrase that follows "Expected:". */
  expected: string;
  fits: (text: string) => boolean;
  /** Absent: stored as written. */
  stored?: (text: string) => string;
}

const ANY_TEXT: TypeRule = { expected: 'a text', fits: () => true };
const DECIMAL: TypeRule = {
  expected: 'a number such as 1, 1.5, 1e5 or NaN',
  fits: (text) => JAVA_DECIMAL.test(javaTrim(text)),
  stored: (text) => (text.startsWith('.') ? `0${text}` : text),
};
/** Whether the file exists is checked by the rules of the plan. */
const FILE_PATH: TypeRule = { expected: 'the path of a file', fits: (text) => text !== '' };

const RULES: Record<Vdt, TypeRule> = {
  Text: ANY_TEXT,
  Code: ANY_TEXT,
  JSON: {
    expected: 'JSON text that is not empty or cut short',
    fits: (text) => strictJson(text) !== undefined || !isCutShort(text),
  },
  Boolean: { expected: 'true or false', fits: (text) => text === 'true' || text === 'false' },
  Integer: wholeNumber(32),
  Long: wholeNumber(64),
  Double: DECIMAL,
  Float: DECIMAL,
  Map: jsonOf('a JSON object', {
    empty: '{}',
    is: (value) => isPlainObject(value) && !(value instanceof JsonNumber),
  }),
  List: jsonOf('a JSON array', { empty: '[]', is: Array.isArray }),
  FileRef: FILE_PATH,
  FileEmbed: FILE_PATH,
};

/** What the server expects instead; `undefined` if it accepts the text. Never quotes the text. */
export function valueProblem(vdt: Vdt, text: string | null): string | undefined {
  if (text === null) return undefined;
  return text.includes('\0') ? 'a text without NUL characters' : typeProblem(vdt, text);
}

/** Like {@link valueProblem}, for the type alone: the server checks NUL only when it stores. */
export function typeProblem(vdt: Vdt, text: string): string | undefined {
  const rule = RULES[vdt];
  return rule.fits(text) ? undefined : rule.expected;
}

/** What the server stores for an accepted text. */
export function storedText(vdt: Vdt, text: string | null): string | null {
  return text === null ? null : (RULES[vdt].stored?.(text) ?? text);
}

/** A value as an application gets it: a Map or a List as JSON, everything else as stored. */
export function textForApplication(vdt: Vdt | undefined, text: string | null): string | null {
  if (text === null || !isParsed(vdt)) return text;
  const parsed = parseLenientJson(text);
  return parsed === undefined ? text : jsonText(parsed);
}

/** Java's `trim`: exactly the characters up to U+0020 are white space. */
export function javaTrim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

/** Texts that Java's `Double.parseDouble` accepts. */
const JAVA_DECIMAL = new RegExp(
  [
    '^[+-]?(?:NaN|Infinity',
    '|(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?',
    '|0[xX](?:[0-9a-fA-F]+(?:\\.[0-9a-fA-F]*)?|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+[fFdD]?)$',
  ].join(''),
);

function wholeNumber(bits: 32 | 64): TypeRule {
  const limit = 1n << BigInt(bits - 1);
  return {
    expected: `a whole number from -${limit} to ${limit - 1n}`,
    fits: (text) => {
      const digits = asciiDigits(text);
      // Out of range; avoids a BigInt of a million digits.
      if (digits === undefined || digits.length > 19) return false;
      return BigInt(digits) <= (text.startsWith('-') ? limit : limit - 1n);
    },
  };
}

/** The digits without sign and leading zeros; like Java, accepts digits of other scripts. */
function asciiDigits(text: string): string | undefined {
  const unsigned = text.replace(/^[+-]/, '');
  if (!/^\p{Nd}+$/u.test(unsigned) || /[\ud800-\udfff]/.test(unsigned)) return undefined;
  const ascii = unsigned.replace(/[^0-9]/g, (character) =>
    String(digitValue(character.charCodeAt(0))),
  );
  return ascii.replace(/^0+(?=.)/, '');
}

/** Digits of a script are consecutive in runs of ten: the value is the number of digits before this one. */
function digitValue(code: number): number {
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value++;
  return value % 10;
}

/**
 * The parsed value, or `undefined`; a fast path for the lenient parser, which takes ten times as long. Longer texts
 * may be nested deeper than the lenient parser allows.
 */
function strictJson(text: string): unknown {
  return text.length > MAX_DEPTH ? undefined : attempt(() => JSON.parse(text));
}

/**
 * @param options.empty stored for a text of only white space
 * @param options.is told for the value of either parser
 */
function jsonOf(
  expected: string,
  { empty, is }: { empty: string; is: (value: unknown) => boolean },
): TypeRule {
  return {
    expected,
    fits: (text) => is(strictJson(text)) || javaTrim(text) === '' || is(parseLenientJson(text)),
    stored: (text) => (javaTrim(text) === '' ? empty : text),
  };
}
