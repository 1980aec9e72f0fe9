// Texts as YAML scalars: plain where the reader takes them so, otherwise in the quotes that a person would choose.
import type { Text } from './written.ts';

/** What a reader may drop, normalise or refuse when it stands there as it is. */
const NOT_RAW = /[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u;
/** Alone they mean null; as the name of a field `<<` merges. */
const MEANINGS = new Set(['null', 'Null', 'NULL', '~', '<<']);
const NOT_PLAIN = /^[\s,[\]{}#&*!|>'"%@`]|^[-?:](?:[\s,[\]{}]|$)|^(?:---|\.\.\.)|:\s|\s#|[\s:]$/;

export interface Surrounding {
  /** Between `{` and `}` or `[` and `]`. */
  flow?: boolean;
}

/** The text on one line. */
export function scalar({ text, quoted }: Text, { flow = false }: Surrounding = {}): string {
  if (!quoted && isPlain(text, flow)) return text;
  const isSingle = text.includes('"') || text.includes('\\');
  return isSingle && !NOT_RAW.test(text) && !text.includes("'") ? `'${text}'` : doubleQuoted(text);
}

function isPlain(text: string, flow: boolean): boolean {
  if (text === '' || MEANINGS.has(text) || NOT_RAW.test(text) || NOT_PLAIN.test(text)) return false;
  return !flow || !/[,[\]{}]|^[-?:]/.test(text);
}

export function singleQuoted(text: string): string | undefined {
  return NOT_RAW.test(text) ? undefined : `'${text.replaceAll("'", "''")}'`;
}

export function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}

/** Whether `|` can hold the text: several lines, nothing invisible, no blank where YAML would count or drop it. */
export function isLiteral(text: string): boolean {
  if (!text.slice(0, -1).includes('\n')) return false;
  const lines = text.replace(/\n$/, '').split('\n');
  const isVisible = lines.every((line) => !NOT_RAW.test(line.replaceAll('\t', ' ')));
  return isVisible && /^\S/.test(lines[0] ?? '') && /\S/.test(lines.at(-1) ?? '');
}

/** `|` and the lines, indented; without a line break at the end. */
export function literal(text: string, indent: number): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const shown = lines.map((line) => (line === '' ? '' : `${' '.repeat(indent)}${line}`));
  return `${text.endsWith('\n') ? '|' : '|-'}\n${shown.join('\n')}`;
}
