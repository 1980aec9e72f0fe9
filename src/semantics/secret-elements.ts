// Finds secrets in XML: in elements whose name, or attribute `name` or `key`, says so.
import { type SecretName, secretMember } from '../model/secrets.ts';
import { isSecretValue, type SecretPart } from './secret-value.ts';

/** Prefix, name and attributes of a start tag. */
const TAG =
  /<((?:[\w.-]{1,60}:)?([A-Za-z_][\w.-]{0,100}))((?:\s(?:[^<>"']|"[^"<]{0,4000}"|'[^'<]{0,4000}'){0,2000})?)>/g;
const ATTRIBUTE = /([\w:.-]{1,100})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)')/g;
/** `<key>password</key><string>x</string>`. */
const PAIR = /<key>([^<>]{1,200})<\/key>\s{0,200}<string>([^<>]{1,4000})<\//g;

/** Each search for an end takes time. */
const MAX_ENDLESS = 100;

/** `all` if an element has no end. */
export function partsOfElements(text: string): SecretPart[] | 'all' {
  if (!text.includes('<')) return [];
  const parts: SecretPart[] = [];
  const endless = new Set<string>();
  let until = 0;
  for (const match of text.matchAll(TAG)) {
    const { 0: tag, 1: whole = '', index } = match;
    const found = index < until ? undefined : secretTag(match);
    if (found === undefined) continue;
    parts.push(...found.parts);
    if (tag.endsWith('/>') || endless.has(whole)) continue;
    const start = index + tag.length;
    const end = text.indexOf(`</${whole}`, start);
    if (end < 0) {
      // Outside of XML, `<password>` stands for a value.
      const isMarkup = text.trimStart().startsWith('<') && text.slice(start).trim() !== '';
      if (isMarkup && found.parts.length === 0) return 'all';
      endless.add(whole);
      if (endless.size > MAX_ENDLESS) return 'all';
      continue;
    }
    parts.push(...contentOf(text.slice(start, end), { start, ...found }));
    until = end;
  }
  return [...parts, ...pairs(text)];
}

interface SecretTag {
  name: string;
  secrecy: SecretName;
  /** The attribute `value`, if it is secret. */
  parts: SecretPart[];
}

function secretTag({ 0: tag, 2: element = '', 3: written = '', index }: RegExpExecArray): SecretTag | undefined {
  const attributes = [...written.matchAll(ATTRIBUTE)].map(({ 0: all, 1: name = '', 2: one, 3: other, index: at }) => {
    const value = one ?? other ?? '';
    const end = index + tag.length - 1 - written.length + at + all.length - 1;
    return { name, value, start: end - value.length, end };
  });
  const named = attributes.filter(({ name }) => /^(?:name|key)$/i.test(name)).map(({ value }) => value);
  const name = [element, ...named].find((one) => secretMember(one) !== undefined);
  const secrecy = name === undefined ? undefined : secretMember(name);
  if (name === undefined || secrecy === undefined) return undefined;
  const secret = attributes.filter((one) => /^(?:value|content)$/i.test(one.name) && isSecretValue(one.value, secrecy));
  return { name, secrecy, parts: secret.map(({ start, end }) => ({ start, end, name })) };
}

function contentOf(content: string, { start, name, secrecy }: SecretTag & { start: number }): SecretPart[] {
  const [, before = '', inside = ''] = /^(\s*(?:<!\[CDATA\[\s*)?)([\s\S]*)$/.exec(content) ?? [];
  const value = inside.trimEnd().replace(before.includes('<') ? /\s*\]\]>$/ : /$^/, '');
  if (!isSecretValue(value, secrecy)) return [];
  return [{ start: start + before.length, end: start + before.length + value.length, name }];
}

function pairs(text: string): SecretPart[] {
  return [...text.matchAll(PAIR)].flatMap(({ 0: all, 1: name = '', 2: value = '', index }) => {
    const secrecy = secretMember(name);
    const end = index + all.length - 2;
    return secrecy !== undefined && isSecretValue(value, secrecy) ? [{ start: end - value.length, end, name }] : [];
  });
}
