// Finds secrets in XML: in elements whose name, or attribute `name` or `key`, says so.
import type { Range } from '../lib/text.ts';
import { isSecretValue, secretMember } from '../model/secrets.ts';

/** Prefix, name and attributes of a start tag. */
const TAG =
  /<((?:[\w.-]{1,60}:)?([A-Za-z_][\w.-]{0,100}))((?:\s(?:[^<>"']|"[^"<]{0,4000}"|'[^'<]{0,4000}'){0,2000})?)>/g;
/** Attributes with a name, and with a value. */
const NAMES = /(?<![\w:.-])(?:name|key)\s{0,8}=\s{0,8}(["'])(.*?)\1/gis;
const VALUES = /(?<![\w:.-])(?:value|content)\s{0,8}=\s{0,8}(["'])(.*?)\1/dgis;

/** Each search for an end takes time. */
const MAX_ENDLESS = 100;

/** `all` if an element has no end. */
export function inElements(text: string): (Range | 'all')[] {
  const found: Range[] = [];
  const endless = new Set<string>();
  let until = 0;
  for (const { 0: tag, 1: whole = '', 2: element = '', 3: written = '', index } of text.matchAll(TAG)) {
    if (index < until) continue;
    const names = [element, ...[...written.matchAll(NAMES)].map(([, , name = '']) => name)];
    const secrecy = names.map(secretMember).find((one) => one !== undefined);
    if (secrecy === undefined) continue;
    const at = index + 1 + whole.length;
    const values = [...written.matchAll(VALUES)].flatMap(({ 2: value = '', indices }) => {
      const [start, end] = indices?.[2] ?? [0, 0];
      return isSecretValue(value, secrecy) ? [{ start: at + start, end: at + end }] : [];
    });
    found.push(...values);
    if (tag.endsWith('/>') || endless.has(whole)) continue;
    const start = index + tag.length;
    const end = endOf(whole, text, start);
    if (end === 'all') return ['all'];
    if (end >= 0) {
      const range = contentOf(text, start, end);
      if (isSecretValue(text.slice(range.start, range.end), secrecy)) found.push(range);
      until = end;
      continue;
    }
    // Outside of XML, `<password>` stands for a value.
    const isMarkup = text.trimStart().startsWith('<') && text.slice(start).trim() !== '';
    endless.add(whole);
    if ((isMarkup && values.length === 0) || endless.size > MAX_ENDLESS) return ['all'];
  }
  return found;
}

/** Where the end tag stands; -1 if there is none, and `all` if none is the right one. */
function endOf(name: string, text: string, start: number): number | 'all' {
  const first = text.indexOf(`</${name}`, start);
  if (first < 0 || (text.startsWith(`</${name}>`, first) && !text.slice(start, first).includes(`<${name}`)))
    return first;
  const tags = new RegExp(`<(/?)${name.replaceAll('.', '\\.')}(?![\\w.:-])[^<>]*?(/?)>`, 'g');
  tags.lastIndex = start;
  let depth = 1;
  for (const { 1: isEnd, 2: isEmpty, index } of text.matchAll(tags)) {
    depth += isEnd ? -1 : isEmpty ? 0 : 1;
    if (depth === 0) return index;
  }
  return 'all';
}

/** Without the marks of CDATA. */
function contentOf(text: string, start: number, end: number): Range {
  const content = text.slice(start, end);
  const [before = ''] = /^\s*(?:<!\[CDATA\[)?/.exec(content) ?? [];
  const isMarked = before.endsWith('[') && content.trimEnd().endsWith(']]>');
  return { start: start + before.length, end: isMarked ? start + content.lastIndexOf(']]>') : end };
}
