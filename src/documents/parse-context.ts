// Reads contexts in documents: checks syntax, number of levels, and consistent spelling of elements.
import { counted } from '../lib/text.ts';
import {
  type Context,
  contextOf,
  ELEMENT_NAME,
  ELEMENT_NAME_MAX,
  elementsOf,
  EVERYWHERE,
  MAX_LEVELS,
} from '../model/context.ts';
import { cut, type Place } from '../model/diagnostic.ts';
import type { Fields, Scalar } from './fields.ts';

/** Number of levels in the declared contexts, with the place of the first. */
export interface Depth {
  levels: number;
  place: Place;
}

/** Checks contexts against the configured levels and against each other. */
export class Contexts {
  readonly #levels: readonly string[] | undefined;
  readonly #spelling = new Map<string, { text: string; place: Place }>();
  /** Those that are valid, as they are written. */
  readonly #read = new Map<string, Context>();
  #depth: (Depth & { text: string }) | undefined;

  /** @param levels names of the levels where `confighub.yaml` gives them */
  constructor(levels: readonly string[] | undefined) {
    this.#levels = levels;
  }

  /** Depth of the contexts read so far; `undefined` if all were `*`. */
  get depth(): Depth | undefined {
    return this.#depth;
  }

  /** The context of a scalar, or `undefined` after reporting why it is invalid. */
  read(fields: Fields, node: Scalar): Context | undefined {
    if (node.text.trim() === EVERYWHERE) return EVERYWHERE;
    const context = this.#read.get(node.text) ?? this.#checked(fields, node);
    if (context !== undefined) this.#read.set(node.text, context);
    return context;
  }

  #checked(fields: Fields, node: Scalar): Context | undefined {
    const elements = elementsOf(node.text);
    // There may be thousands: their number is reported before any of them is.
    const isShort = elements.length <= MAX_LEVELS;
    const named = isShort ? elements.map((element) => this.#checkElement(fields, node, element)) : [];
    if (!named.every(Boolean) || !this.#checkDepth(fields, node, elements)) return undefined;
    return elements.every((element, level) => this.#checkSpelling(fields, node, { element, level }))
      ? contextOf(elements)
      : undefined;
  }

  #checkElement(fields: Fields, node: Scalar, element: string): boolean {
    if (element === '*') return true;
    if (element === '') {
      fields.error({
        code: 'context-syntax',
        at: node,
        message: `The context \`${cut(node.text)}\` has an empty element.`,
        hint: 'Use `*` for any element.',
      });
      return false;
    }
    if (ELEMENT_NAME.test(element) && element.length <= ELEMENT_NAME_MAX) return true;
    fields.error({
      code: 'context-name',
      at: node,
      message: `\`${cut(element)}\` is not a valid context element.`,
      hint: 'Use letters and digits, with - . _ + in between, at most 255 characters, or `*` alone for any element.',
    });
    return false;
  }

  #checkDepth(fields: Fields, node: Scalar, elements: string[]): boolean {
    const { length } = elements;
    const [levels, first] = [this.#levels, this.#depth];
    if (length <= MAX_LEVELS && length === (levels?.length ?? first?.levels ?? length)) {
      this.#depth ??= { levels: length, place: fields.place(node), text: node.text };
      return true;
    }
    const report = (expected: string, more: { hint: string; related?: Place }) => {
      const message = `The context \`${cut(node.text)}\` has ${counted(length, 'element')}, but ${expected}.`;
      fields.error({ code: 'context-depth', at: node, message, ...more });
    };
    if (levels !== undefined) {
      const expected = `the repository has ${counted(levels.length, 'level')} (${cut(levels.join(';'))})`;
      report(expected, { hint: depthHint(elements, levels.length) });
    } else if (length > MAX_LEVELS || first === undefined)
      report(`a repository has at most ${MAX_LEVELS} levels`, { hint: depthHint(elements, MAX_LEVELS) });
    // Nobody knows which of the two is right.
    else report(`\`${cut(first.text)}\` has ${first.levels}`, { hint: DIFFERENT, related: first.place });
    return false;
  }

  #checkSpelling(fields: Fields, node: Scalar, { element, level }: { element: string; level: number }): boolean {
    const id = `${level};${element.toLowerCase()}`;
    const first = this.#spelling.get(id);
    if (first === undefined) this.#spelling.set(id, { text: element, place: fields.place(node) });
    if (first === undefined || first.text === element) return true;
    fields.error({
      code: 'context-case',
      at: node,
      message: `\`${cut(element)}\` and \`${cut(first.text)}\` are the same context element: the server ignores case.`,
      hint: 'Use one spelling.',
      related: first.place,
    });
    return false;
  }
}

const DIFFERENT =
  'Every context has one element for each level of the repository. Set `levels` in the project file, to show which one is wrong.';

function depthHint(elements: string[], expected: number): string {
  if (elements.length > expected) return `Use ${counted(expected, 'element')}, joined by \`;\`.`;
  const padded = [...elements, ...Array(expected - elements.length).fill('*')].join(';');
  return `Contexts are not padded. Did you mean \`${cut(padded)}\`?`;
}
