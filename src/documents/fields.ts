// The tree of a YAML or JSON text, its nodes with their source text and offset; and typed fields, read from it.
import { meant, nearest } from '../lib/text.ts';
import {
  cut,
  type Diagnostic,
  type FileError,
  Place,
  type Report,
  type Source,
} from '../model/diagnostic.ts';
import { REFUSED_FIELD } from '../model/document-fields.ts';

interface Placed {
  offset: number;
  /** After the last character, with quotes or brackets; equal to `offset` if there is nothing. */
  end: number;
  /** Why its tag leaves it without a value, where whoever reads the value is to say so. */
  refused?: FieldProblem;
}

/** A scalar keeps its source text: `007` is `007`. Only `plain` scalars can mean null or be a merge key. */
export interface Scalar extends Placed {
  kind: 'scalar';
  text: string;
  plain: boolean;
}

export interface Entry {
  key: Scalar;
  value: Node;
}

export interface Mapping extends Placed {
  kind: 'mapping';
  entries: Entry[];
  /** The entries as they are written: with `<<`, without what it adds. Absent: all of them. */
  written?: readonly Entry[];
  /** Whether an alias has it in another place too, or its entries. */
  isShared?: boolean;
}

export interface Sequence extends Placed {
  kind: 'sequence';
  items: Node[];
}

export type Node = Scalar | Mapping | Sequence;

/** A text that is never null. */
export function textNode(offset: number, text: string, end = offset): Scalar {
  return { kind: 'scalar', text, plain: false, offset, end };
}

export function mappingAt(offset: number): Mapping {
  return { kind: 'mapping', entries: [], offset, end: offset };
}

export function fieldIn(node: Node, name: string): Entry | undefined {
  return node.kind === 'mapping' ? node.entries.find(({ key }) => key.text === name) : undefined;
}

/** The first result for a node or what is in it, mappings and lists before their members. */
export function firstIn<Found>(
  node: Node,
  find: (node: Node) => Found | undefined,
): Found | undefined {
  const result = find(node);
  if (result !== undefined || node.kind === 'scalar') return result;
  for (const inner of node.kind === 'sequence'
    ? node.items
    : node.entries.map(({ value }) => value)) {
    const deeper = firstIn(inner, find);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** A list, or one item that is written alone. */
export function nodesOf({ value }: Entry): Node[] {
  return value.kind === 'sequence' ? value.items : [value];
}

/** `null` or `~`, written out. */
export function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.plain && /^(?:null|Null|NULL|~)$/.test(node.text);
}

/** No value after the colon. */
export function isNothing(node: Node): boolean {
  return node.kind === 'scalar' && node.plain && node.text === '';
}

const JSON_LITERAL = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** Compact JSON: numbers (as written), booleans and null stay what they are, every other scalar is text. */
export function toJson(node: Node): string {
  if (node.kind === 'sequence') return `[${node.items.map(toJson).join(',')}]`;
  if (node.kind === 'mapping')
    return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.text)}:${toJson(value)}`).join(',')}}`;
  if (isNull(node) || isNothing(node)) return 'null';
  return node.plain && JSON_LITERAL.test(node.text) ? node.text : JSON.stringify(node.text);
}

/** Errors that escapes in a text can cause. */
export function textErrors(text: string): FileError[] {
  return [
    ...(text.includes('\0') ? [NUL] : []),
    ...(/[\uD800-\uDFFF]/u.test(text) ? [HALF_PAIR] : []),
  ];
}

const NUL: FileError = {
  code: 'bad-text',
  message: 'This text contains a NUL character (\\0), which the server cannot store.',
  hint: 'Remove it.',
};
const HALF_PAIR: FileError = {
  code: 'bad-text',
  message: 'This text contains half of a surrogate pair, which is not a character.',
  hint: 'Write both halves, or remove it.',
};

export interface FieldProblem extends FileError, Pick<Diagnostic, 'related' | 'about'> {
  at: Node | number;
}

/** Reads the fields of one source. Every method reports an invalid value and returns `undefined` for it. */
export class Fields {
  readonly source: Source;
  readonly report: Report;

  constructor(source: Source, report: Report) {
    this.source = source;
    this.report = report;
  }

  place(at: Node | number): Place {
    return new Place(this.source, typeof at === 'number' ? at : at.offset);
  }

  error({ at, ...problem }: FieldProblem): undefined {
    this.report({ severity: 'error', ...problem, place: this.place(at) });
  }

  warn({ at, ...problem }: FieldProblem): undefined {
    this.report({ severity: 'warning', ...problem, place: this.place(at) });
  }

  /** A mapping; an empty value counts as an empty mapping. `what` names it in the message. */
  mapping(node: Node, what: string, hint = mappingHint(node)): Mapping | undefined {
    if (node.kind === 'mapping') return node;
    if (isNothing(node)) return mappingAt(node.offset);
    const message = `${what} must be a mapping, not ${describe(node)}.`;
    return this.error({ code: 'wrong-type', at: node, message, hint });
  }

  /** The entries by name; an unknown name is reported, with the most similar known one. */
  known<Name extends string>(
    node: Mapping,
    names: readonly Name[],
    what: string,
  ): Partial<Record<Name, Entry>> {
    const entries: Partial<Record<Name, Entry>> = {};
    for (const entry of node.entries) {
      const name = names[names.indexOf(entry.key.text as Name)];
      if (name !== undefined) entries[name] = entry;
      else this.#unknown(entry, names, what);
    }
    return entries;
  }

  /** Whether no other field of the mapping has this name. @param seen those before it, by name */
  isFirst(key: Scalar, seen: Map<string, Scalar>): boolean {
    const first = seen.get(key.text);
    if (first === undefined) seen.set(key.text, key);
    else {
      const message = `The field \`${cut(key.text)}\` occurs twice.`;
      const related = this.place(first);
      this.error({ code: 'duplicate-field', at: key, message, hint: 'Keep one of them.', related });
    }
    return first === undefined;
  }

  /** The valid members of a mapping that can have only these, by name. */
  members<Name extends string, Value>(
    entry: Entry,
    names: readonly Name[],
    read: (member: Entry, name: Name) => Value | undefined,
  ): Map<Name, Value> {
    const what = `\`${entry.key.text}\``;
    const entries = this.known(this.mapping(entry.value, what) ?? mappingAt(0), names, what);
    const members = new Map<Name, Value>();
    for (const [name, member] of Object.entries(entries) as [Name, Entry][]) {
      const value = read(member, name);
      if (value !== undefined) members.set(name, value);
    }
    return members;
  }

  /** Text that is not only white space; numbers count as their source text. */
  text(entry: Entry): string | undefined {
    const { key, value } = entry;
    if (value.kind === 'scalar' && !isNull(value) && value.text.trim() !== '') return value.text;
    const message = `\`${key.text}\` must be text, not ${describe(value)}.`;
    return this.error({ code: 'wrong-type', at: value, message });
  }

  /** Text that may be empty. */
  textOrEmpty(entry: Entry): string | undefined {
    return entry.value.kind === 'scalar' ? entry.value.text : this.text(entry);
  }

  boolean(entry: Entry): boolean | undefined {
    const { key, value } = entry;
    if (value.kind === 'scalar' && value.plain) {
      if (/^(true|True|TRUE)$/.test(value.text)) return true;
      if (/^(false|False|FALSE)$/.test(value.text)) return false;
    }
    const message = `\`${key.text}\` must be true or false, not ${describe(value)}.`;
    return this.error({ code: 'wrong-type', at: value, message });
  }

  /** What a text means; `problem` says what is wrong if it means nothing. */
  parsed<Value>(
    entry: Entry,
    parse: (text: string) => Value | undefined,
    problem: Omit<FieldProblem, 'at'>,
  ): Value | undefined {
    const text = this.text(entry);
    if (text === undefined) return undefined;
    return parse(text) ?? this.error({ at: entry.value, ...problem });
  }

  oneOf<Choice extends string>(
    entry: Entry,
    choices: readonly Choice[],
    code: Diagnostic['code'] = 'bad-option',
  ): Choice | undefined {
    const text = this.text(entry);
    if (text === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    // Another word may be a misplaced password.
    const isShown = isNear(text, choices);
    const name = `\`${entry.key.text}\``;
    const [only, second] = choices;
    if (second === undefined) {
      const hint = `Write \`${entry.key.text}: ${only}\`, or remove it.`;
      return this.error({
        code,
        at: entry.value,
        message: `${name} can only be \`${only}\`.`,
        hint,
      });
    }
    const what = entry.key.text === 'vdt' ? 'type' : 'value';
    const message = `${isShown ? `\`${text}\`` : 'This'} is not a known ${what} for ${name}.`;
    return this.error({
      code,
      at: entry.value,
      message,
      hint: meant(isShown ? text : '', choices),
    });
  }

  /** Whether `opp` is `delete`, which is all that it can be. */
  isDelete(opp: Entry): boolean {
    return this.oneOf(opp, ['delete']) !== undefined;
  }

  /** A list of texts; a single text counts as a list of one. */
  texts(entry: Entry): string[] | undefined {
    const items = nodesOf(entry);
    const texts = items.map((value) => this.text({ key: entry.key, value }));
    return texts.every((text) => text !== undefined) ? texts : undefined;
  }

  #unknown(entry: Entry, names: readonly string[], what: string): void {
    const word = entry.key.text;
    // `password` is a field only to be refused: it must not be suggested.
    const offered = names.filter((name) => name !== REFUSED_FIELD);
    const isShown = isFieldName(entry) || isNear(word, offered);
    const message = isShown
      ? `\`${word}\` is not a field of ${what.charAt(0).toLowerCase()}${what.slice(1)}.`
      : `${what} has an unknown field.`;
    const isVdt = word === 'type' && names.includes('vdt');
    const hint = isVdt ? 'Use `vdt` for the type of a key.' : meant(isShown ? word : '', offered);
    this.error({ code: 'unknown-field', at: entry.key, message, hint });
  }
}

/** Longer words are not shown: they may be passwords. */
const MAX_WORD = 40;

function isNear(word: string, words: readonly string[]): boolean {
  return word.length <= MAX_WORD && nearest(word, words) !== undefined;
}

/** Words in letters, as in `db.hostName`: with digits in between, or without a value, it may be a misplaced password. */
const FIELD_NAME = /^[A-Za-z]+(?:[-_.][A-Za-z]+)*[0-9]{0,2}$/;

/** Whether the name of an unknown field may be shown. */
export function isFieldName({ key, value }: Entry): boolean {
  return key.text.length <= MAX_WORD && FIELD_NAME.test(key.text) && !isNothing(value);
}

/** What people write instead of a mapping: `a:1` without a space, or a list. */
export function mappingHint(node: Node): string {
  if (node.kind === 'sequence') return 'Write its entries as `name: value`, without a leading `-`.';
  const isUnspaced = node.kind === 'scalar' && node.plain && node.text.includes(':');
  return isUnspaced
    ? 'Write a space after the colon: `name: value`.'
    : 'Write its entries as `name: value`.';
}

/** The kind of a node for messages; never its text, which may be secret. */
export function describe(node: Node): string {
  if (node.kind === 'mapping') return 'a mapping';
  if (node.kind === 'sequence') return 'a list';
  if (isNothing(node)) return 'nothing';
  if (isNull(node)) return 'null';
  return node.text.trim() === '' ? 'an empty text' : 'this text';
}
