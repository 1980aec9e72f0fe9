// Reading typed fields out of a tree, reporting everything that is not as it should be.
import { meant, nearest } from '../lib/text.ts';
import { type DiagnosticCode, Place, type Report, type Source } from '../model/diagnostic.ts';
import { type Entry, isNothing, isNull, type Mapping, type Node } from './syntax-tree.ts';

export interface Problem {
  code: DiagnosticCode;
  at: Node | number;
  message: string;
  hint?: string | undefined;
  related?: Place | undefined;
}

/** Reads the fields of one source. Every method reports what is wrong and answers `undefined` for it. */
export class Fields {
  readonly source: Source;
  readonly #report: Report;

  constructor(source: Source, report: Report) {
    this.source = source;
    this.#report = report;
  }

  place(at: Node | number): Place {
    return new Place(this.source, typeof at === 'number' ? at : at.offset);
  }

  error(problem: Problem): undefined {
    this.#tell('error', problem);
  }

  warn(problem: Problem): undefined {
    this.#tell('warning', problem);
  }

  /** A mapping; nothing at all counts as an empty one. `what` names it in the message. */
  mapping(node: Node, what: string): Mapping | undefined {
    if (node.kind === 'mapping') return node;
    if (isNothing(node)) return { kind: 'mapping', entries: [], offset: node.offset, size: 1, depth: 1 };
    return this.error({
      code: 'wrong-type',
      at: node,
      message: `${what} must be a mapping, not ${describe(node)}.`,
    });
  }

  /** The entries by name; a name that is not among `known` is reported with the nearest that is. */
  known<Name extends string>(
    node: Mapping,
    known: readonly Name[],
    what: string,
  ): Partial<Record<Name, Entry>> {
    const found: Partial<Record<Name, Entry>> = {};
    for (const entry of node.entries) {
      const name = known[known.indexOf(entry.key.text as Name)];
      if (name !== undefined) found[name] = entry;
      else this.#unknown(entry, known, what);
    }
    return found;
  }

  /** Text that is not blank; numbers count as their source text. */
  text(entry: Entry): string | undefined {
    const { key, value } = entry;
    if (value.kind === 'scalar' && !isNull(value) && value.text.trim() !== '') return value.text;
    return this.error({
      code: 'wrong-type',
      at: value,
      message: `\`${key.text}\` must be text, not ${describe(value)}.`,
    });
  }

  boolean(entry: Entry): boolean | undefined {
    const { key, value } = entry;
    if (value.kind === 'scalar' && value.plain) {
      if (/^(true|True|TRUE)$/.test(value.text)) return true;
      if (/^(false|False|FALSE)$/.test(value.text)) return false;
    }
    return this.error({
      code: 'wrong-type',
      at: value,
      message: `\`${key.text}\` must be true or false, not ${describe(value)}.`,
    });
  }

  oneOf<Choice extends string>(
    entry: Entry,
    choices: readonly Choice[],
    code: DiagnosticCode,
  ): Choice | undefined {
    const text = this.text(entry);
    if (text === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === text);
    if (choice !== undefined) return choice;
    return this.error({
      code,
      at: entry.value,
      ...unknownWord(text, choices, {
        near: (word) => `\`${word}\` is not a known \`${entry.key.text}\`.`,
        far: `This \`${entry.key.text}\` is not one of ${choices.join(', ')}.`,
      }),
    });
  }

  /** A list of texts; one text alone counts as a list of one. */
  texts(entry: Entry): string[] | undefined {
    const items = entry.value.kind === 'sequence' ? entry.value.items : [entry.value];
    const texts = items.map((value) => this.text({ key: entry.key, value }));
    return texts.every((text) => text !== undefined) ? (texts as string[]) : undefined;
  }

  #unknown(entry: Entry, known: readonly string[], what: string): void {
    this.error({
      code: 'unknown-field',
      at: entry.key,
      ...unknownWord(entry.key.text, known, {
        near: (word) => `${what} has no field \`${word}\`.`,
        far: `${what} has an unknown field.`,
      }),
    });
  }

  #tell(severity: 'error' | 'warning', { code, at, message, hint, related }: Problem): undefined {
    const extra = { ...(hint === undefined ? {} : { hint }), ...(related === undefined ? {} : { related }) };
    this.#report({ severity, code, message, place: this.place(at), ...extra });
    return undefined;
  }
}

/** Longer than every known word, and than a password should be shown. */
const MAX_WORD = 40;

/** Shows the word only where it resembles a known one: otherwise it may be a password in a wrong place. */
function unknownWord(
  word: string,
  known: readonly string[],
  { near, far }: { near: (word: string) => string; far: string },
): { message: string; hint: string } {
  const isNear = word.length <= MAX_WORD && nearest(word, known) !== undefined;
  if (isNear) return { message: near(word), hint: meant(word, known) };
  return { message: far, hint: `Known: ${known.join(', ')}.` };
}

/** What a node is, for a person: never its text, which may be a secret. */
export function describe(node: Node): string {
  if (node.kind === 'mapping') return 'a mapping';
  if (node.kind === 'sequence') return 'a list';
  if (isNothing(node)) return 'nothing';
  return isNull(node) ? 'null' : 'this text';
}
