// Finds secrets in YAML, and in JSON, which is read by the same rules: all that is below a member whose name says so.
import { EVENT_ID, type Event, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { Range } from '../lib/text.ts';
import { isSecretValue, type SecretName, secretMember } from '../model/secrets.ts';

/** Longer texts are searched line by line only. */
const MAX_PARSED = 1024 * 1024;

/** `undefined` if the text is no mapping or list; `all` if a secret is an alias, so that it stands elsewhere. */
export function inTree(text: string): (Range | 'all')[] | undefined {
  if (text.length > MAX_PARSED || !/[:{[-]/.test(text)) return undefined;
  try {
    const events = parseEvents(text, { maxDepth: 100 });
    const isTree = events.some(({ type }) => type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE);
    return isTree ? new Tree(text, events).secrets() : undefined;
  } catch {
    return undefined;
  }
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

  /** Goes behind the next node; its text if it is a scalar. */
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
    if (secrecy !== undefined && (isSecretValue(value, secrecy) || isQuotedNumber)) this.#found.push({ start, end });
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
      const isOption = /^--?[a-z][\w.-]*$/i.test(option ?? '');
      const secrecy = isSecret ? 'certain' : isOption ? secretMember(option ?? '') : undefined;
      option = this.#node(secrecy) ?? option;
    }
  }

  /** In a mapping such as `{ name: DB_PASSWORD, value: x }`, the members can come in either order. */
  #mapping(isSecret: boolean): void {
    let named: string | undefined;
    let unnamed: ScalarEvent | undefined;
    while (this.#isOpen()) {
      const key = this.#node(undefined) ?? '';
      const isValue = /^(?:value|content)$/i.test(key);
      const event = this.#events[this.#at];
      const value = this.#node(isSecret ? 'certain' : secrecyOf(isValue ? (named ?? key) : key));
      if (isValue && event?.type === EVENT_ID.SCALAR) unnamed = event;
      if (value === undefined || !/^(?:name|key)$/i.test(key)) continue;
      named = value;
      if (unnamed !== undefined) this.#scalar(unnamed, secrecyOf(value));
    }
  }
}

function secrecyOf(name: string): SecretName | undefined {
  if (name === 'stringData') return 'certain';
  return isName(name) ? secretMember(name) : undefined;
}

/** Prose with a colon in it can be read as a mapping. */
function isName(text: string): boolean {
  return text.length <= 100 && /^[^\s?!"'<>]+(?: [^\s?!"'<>]+){0,2}$/.test(text);
}
