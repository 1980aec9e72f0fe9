// Finds secrets in members and elements by their names: in YAML and JSON, which are read by the same rules, and in XML.
import { EVENT_ID, type Event, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { attempt } from '../lib/attempt.ts';
import type { Range } from '../lib/text.ts';
import { isSecretValue, type SecretName, secretMember } from '../model/secrets.ts';

/** `--db-password`, of a command line. */
const OPTION_NAME = /^--?[a-z][\w.-]*$/i;
/** Longer texts are searched line by line only. */
const MAX_PARSED = 1024 * 1024;

/**
 * `undefined` if the text is no mapping or list; `all` if a secret is an alias, so that it is elsewhere, or if a Secret
 * of Kubernetes cannot be read.
 */
export function secretsInTree(text: string): (Range | 'all')[] | undefined {
  const secrets =
    text.length > MAX_PARSED || !/[:{[-]/.test(text) ? undefined : attempt(() => readTree(text));
  return secrets ?? (writesSecret(text) ? ['all'] : undefined);
}

function readTree(text: string): (Range | 'all')[] | undefined {
  const events = parseEvents(text, { maxDepth: 100 });
  const isTree = events.some(({ type }) => type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE);
  return isTree ? new Tree(text, events).secrets() : undefined;
}

// A Secret of Kubernetes: everything below `data` and `stringData`, or below the `items` of a list of Secrets.

const SECRET_KIND = /^Secret(?:List)?$/;
const SECRET_MEMBERS = /^(?:data|stringData|items)$/;

/** Whether a text has such a Secret in it, in quotes of JSON or not. */
function writesSecret(text: string): boolean {
  return (
    /\bkind\\*["']?\s*:\s*\\*["']?Secret(?:List)?\b/.test(text) &&
    /\b(?:stringD|d)ata\\*["']?\s*:/.test(text)
  );
}

class Tree {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #found: (Range | 'all')[] = [];
  #at = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  secrets(): (Range | 'all')[] {
    while (this.#at < this.#events.length) this.#node(undefined);
    return this.#found;
  }

  /** Goes past the next node; its text if it is a scalar. */
  #node(secrecy: SecretName | undefined): string | undefined {
    const event = this.#events[this.#at++];
    if (event?.type === EVENT_ID.SCALAR) return this.#scalar(event, secrecy);
    if (event?.type === EVENT_ID.ALIAS && secrecy !== undefined) this.#found.push('all');
    if (event?.type === EVENT_ID.SEQUENCE) this.#sequence(secrecy === 'certain');
    if (event?.type === EVENT_ID.MAPPING) this.#mapping(secrecy === 'certain');
    return undefined;
  }

  #scalar(event: ScalarEvent, secrecy: SecretName | undefined): string {
    const { valueStart: start, valueEnd: end, style } = event;
    const value = start < 0 ? '' : this.#text.slice(start, end);
    const isQuotedNumber = style !== SCALAR_STYLE.PLAIN && /^\s*\d+\s*$/.test(value);
    const isSecret = secrecy !== undefined && (isSecretValue(value, secrecy) || isQuotedNumber);
    if (isSecret || writesSecret(value)) this.#found.push({ start, end });
    return value;
  }

  #isOpen(): boolean {
    if (this.#events[this.#at]?.type !== EVENT_ID.POP) return true;
    this.#at++;
    return false;
  }

  /** The argument of an option comes next in a list. */
  #sequence(isSecret: boolean): void {
    let option: string | undefined;
    while (this.#isOpen()) {
      const ofOption = OPTION_NAME.test(option ?? '') ? secretMember(option ?? '') : undefined;
      option = this.#node(isSecret ? 'certain' : ofOption) ?? option;
    }
  }

  /** In a mapping such as `{ name: DB_PASSWORD, value: x }` or `{ data: …, kind: Secret }`, the members can come in any order. */
  #mapping(isSecret: boolean): void {
    let named: string | undefined;
    let unnamed: ScalarEvent | undefined;
    let isKubernetes = false;
    const members: number[] = [];
    while (this.#isOpen()) {
      const key = this.#node(undefined) ?? '';
      if (SECRET_MEMBERS.test(key)) members.push(this.#at);
      const isValue = /^(?:value|content)$/i.test(key);
      const event = this.#events[this.#at];
      const value = this.#node(isSecret ? 'certain' : secrecyOf(isValue ? (named ?? key) : key));
      if (key === 'kind' && SECRET_KIND.test(value ?? '')) isKubernetes = true;
      if (isValue && event?.type === EVENT_ID.SCALAR) unnamed = event;
      if (value === undefined || !/^(?:name|key)$/i.test(key)) continue;
      named = value;
      if (unnamed !== undefined) this.#scalar(unnamed, secrecyOf(value));
    }
    if (isKubernetes && !isSecret) this.#again(members);
  }

  /** Reads these nodes once more, as secrets. */
  #again(starts: readonly number[]): void {
    const end = this.#at;
    for (const start of starts) {
      this.#at = start;
      this.#node('certain');
    }
    this.#at = end;
  }
}

function secrecyOf(name: string): SecretName | undefined {
  if (name === 'stringData') return 'certain';
  // Prose with a colon in it can be read as a mapping.
  const isName = name.length <= 100 && /^[^\s?!"'<>]+(?: [^\s?!"'<>]+){0,2}$/.test(name);
  return isName ? secretMember(name) : undefined;
}

// XML: elements whose name, or attribute `name` or `key`, says so.

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
  const secrets: Range[] = [];
  const endless = new Set<string>();
  let until = 0;
  for (const { 0: tag, 1: whole = '', 2: element = '', 3: written = '', index } of text.matchAll(
    TAG,
  )) {
    if (index < until) continue;
    const names = [element, ...[...written.matchAll(NAMES)].map(([, , name = '']) => name)];
    const secrecy = names.map(secretMember).find((named) => named !== undefined);
    if (secrecy === undefined) continue;
    const at = index + 1 + whole.length;
    const values = [...written.matchAll(VALUES)].flatMap(({ 2: value = '', indices }) => {
      const [start, end] = indices?.[2] ?? [0, 0];
      return isSecretValue(value, secrecy) ? [{ start: at + start, end: at + end }] : [];
    });
    secrets.push(...values);
    if (tag.endsWith('/>') || endless.has(whole)) continue;
    const start = index + tag.length;
    const end = endOf(whole, text, start);
    if (end === 'all') return ['all'];
    if (end >= 0) {
      const range = contentOf(text, start, end);
      if (isSecretValue(text.slice(range.start, range.end), secrecy)) secrets.push(range);
      until = end;
      continue;
    }
    // Outside of XML, `<password>` stands for a value.
    const isMarkup = text.trimStart().startsWith('<') && text.slice(start).trim() !== '';
    endless.add(whole);
    if ((isMarkup && values.length === 0) || endless.size > MAX_ENDLESS) return ['all'];
  }
  return secrets;
}

/** Where the end tag stands; -1 if there is none, and `all` if none is the right one. */
function endOf(name: string, text: string, start: number): number | 'all' {
  const first = text.indexOf(`</${name}`, start);
  if (
    first < 0 ||
    (text.startsWith(`</${name}>`, first) && !text.slice(start, first).includes(`<${name}`))
  )
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
