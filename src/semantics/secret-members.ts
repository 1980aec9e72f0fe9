// Finds secrets in lines of any text: what is assigned to names such as `password`.
import type { Range } from '../lib/text.ts';
import { isSecretValue, PLACEHOLDER, secretMember } from '../model/secrets.ts';

/** A name may follow the hyphens of an option, or be in brackets and quotes. */
const BEFORE = /(?:(?<=\[)(?=["'])|(?<![\w.[\]]|[\w.[\]]-))/;
/** Not the `D` of `-Dname=value` of Java. */
const NAME =
  /(\\{0,3}["']|)(?:(?<=-)D(?=\w))?((?:[A-Za-z_]|\\u[\da-fA-F]{4})(?:[\w.\-[\]]|\\u[\da-fA-F]{4}){0,100})\1\]?/;
/** Not `==`, nor the `://` of a URL. Tabs assign only where the name begins its line. */
const ASSIGNS = /(?:[^\S\n]{0,40}([=-]>|[:?+]?=(?!=)|:(?!\/\/|=))|\t{1,40})[^\S\n]{0,40}/;
const NAMED = new RegExp(BEFORE.source + NAME.source + ASSIGNS.source, 'g');
/** What may precede a name that has the rest of its line. */
const BEGINS = /(?<=^[^\S\n]*(?:[#;!/]+[^\S\n]*)?(?:- )?(?:export |set )?["']?)/my;

/** @param isTree the text was read as a tree too, so a value of several lines is known */
export function inLines(text: string, isTree: boolean): (Range | 'all')[] {
  const secrets: Range[] = [];
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
    if ((sign === undefined && !isFirst) || (text[index - 1] === '{' && text[from] === '?'))
      continue;
    const range = valueAt(text, index, from, isFirst);
    if (range === 'all') {
      if (!isTree) return ['all'];
    } else if (isSecretValue(text.slice(range.start, range.end), secrecy)) {
      secrets.push(range);
      until = range.end;
    }
  }
  return secrets;
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
  return {
    start: from,
    end: rest.endsWith('\\') ? endOfContinued(text, from) : from + rest.length,
  };
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
