// Events of js-yaml → trees. Aliases share the node they name, so nothing is expanded; what it would be is counted.
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import type { DiagnosticCode, Report } from '../model/diagnostic.ts';
import { Place, type Source } from '../model/place.ts';
import { contextHint, cut } from './hints.ts';
import { finishMapping } from './merge-keys.ts';
import { depthOf, isNothing, type Mapping, type Node, type Scalar, type Sequence, sizeOf } from './tree.ts';

/** Nesting beyond this is a mistake or an attack, aliases included. */
export const MAX_DEPTH = 100;
/** What aliases and `<<` of all documents of a project may expand to, in nodes. */
export const MAX_EXPANSION = 1_000_000;

/** Stands where a mapping or a list was written for a key: reported, and left out with its value. */
const NO_KEY: Scalar = { kind: 'scalar', text: '', plain: false, offset: 0 };

/** What all documents of a project have in common: how much their aliases expanded to. */
export interface Expansion {
  nodes: number;
}

export class Composer {
  readonly #source: Source;
  readonly #report: Report;
  readonly #expansion: Expansion;
  readonly #stack: (Mapping | Sequence)[] = [];
  /** The key that waits for its value, for each open mapping. */
  readonly #keys: (Scalar | undefined)[] = [];
  #anchors = new Map<string, Node | undefined>();
  #unbounded = false;
  #documents: Node[] = [];
  #anchorOf = new Map<Node, string>();

  constructor(source: Source, { report, expansion }: { report: Report; expansion: Expansion }) {
    this.#source = source;
    this.#report = report;
    this.#expansion = expansion;
  }

  compose(events: Event[]): Node[] {
    for (const event of events) {
      if (event.type === EVENT_ID.DOCUMENT) this.#startDocument();
      else if (event.type === EVENT_ID.POP) this.#close();
      else if (event.type === EVENT_ID.SCALAR) this.#scalar(event);
      else if (event.type === EVENT_ID.ALIAS) this.#alias(event.anchorStart, event.anchorEnd);
      else this.#open(event);
    }
    // What expands without bound must not be walked.
    return this.#unbounded ? [] : this.#documents.filter((node) => !isNothing(node));
  }

  #startDocument(): void {
    this.#anchors = new Map();
    this.#anchorOf = new Map();
  }

  #open(event: Exclude<Event, { type: 1 | 4 | 5 | 6 }>): void {
    this.#checkTag(event.tagStart, event.tagEnd);
    const shape = { offset: event.start, size: 1, depth: 1 };
    const node: Mapping | Sequence =
      event.type === EVENT_ID.MAPPING
        ? { kind: 'mapping', entries: [], ...shape }
        : { kind: 'sequence', items: [], ...shape };
    if (event.anchorStart >= 0) {
      const name = this.#source.text.slice(event.anchorStart, event.anchorEnd);
      this.#anchors.set(name, undefined);
      this.#anchorOf.set(node, name);
    }
    this.#stack.push(node);
    this.#keys.push(undefined);
  }

  #close(): void {
    const node = this.#stack.pop();
    if (node === undefined) return;
    const key = this.#keys.pop();
    if (node.kind === 'mapping') {
      if (key !== undefined)
        this.#place(node, key, { kind: 'scalar', text: '', plain: true, offset: key.offset });
      this.#finishMapping(node);
    }
    const anchor = this.#anchorOf.get(node);
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    this.#add(node);
  }

  #scalar(event: ScalarEvent): void {
    this.#checkTag(event.tagStart, event.tagEnd);
    const parent = this.#stack.at(-1);
    const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    const node: Scalar = {
      kind: 'scalar',
      text: event.valueStart < 0 ? '' : getScalarValue(this.#source.text, event),
      plain: event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0,
      offset:
        event.valueStart < 0
          ? (this.#keys.at(-1)?.offset ?? parent?.offset ?? 0)
          : event.valueStart - (quoted ? 1 : 0),
    };
    if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) this.#checkText(node);
    if (event.anchorStart >= 0)
      this.#anchors.set(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
    this.#add(node);
  }

  #alias(start: number, end: number): void {
    const name = this.#source.text.slice(start, end);
    const target = this.#anchors.get(name);
    if (target === undefined) {
      const written = `*${name}`;
      const message = this.#anchors.has(name)
        ? 'This alias stands inside the very thing that it names.'
        : 'To YAML this is an alias, and there is no anchor of its name.';
      // The name is not shown: it may be a password that begins with `*`.
      this.#error(
        'yaml-alias',
        start - 1,
        message,
        contextHint(written) ?? 'If it is a text, put it in quotes.',
      );
      this.#add({ kind: 'scalar', text: '', plain: false, offset: start - 1 });
      return;
    }
    this.#expand(sizeOf(target), start - 1);
    this.#add(target);
  }

  #expand(nodes: number, offset: number): void {
    const before = this.#expansion.nodes;
    this.#expansion.nodes += nodes;
    if (this.#expansion.nodes <= MAX_EXPANSION) return;
    this.#unbounded = true;
    if (before <= MAX_EXPANSION) {
      this.#error(
        'alias-expansion',
        offset,
        `The aliases of the documents up to here expand to more than ${MAX_EXPANSION.toLocaleString('en')} nodes.`,
        'Write the values out.',
      );
    }
  }

  #add(node: Node): void {
    const parent = this.#stack.at(-1);
    if (parent === undefined) {
      this.#documents.push(node);
    } else if (parent.kind === 'sequence') {
      parent.items.push(node);
      this.#grow(parent, node);
    } else {
      this.#addToMapping(parent, node);
    }
  }

  #addToMapping(parent: Mapping, node: Node): void {
    const last = this.#keys.length - 1;
    const key = this.#keys[last];
    if (key !== undefined) {
      this.#keys[last] = undefined;
      this.#place(parent, key, node);
    } else if (node.kind === 'scalar') {
      this.#keys[last] = node;
    } else {
      this.#error('wrong-type', node.offset, 'A mapping or a list cannot be the name of a field.');
      this.#keys[last] = NO_KEY;
    }
  }

  #place(parent: Mapping, key: Scalar, value: Node): void {
    if (key === NO_KEY) return;
    parent.entries.push({ key, value });
    this.#grow(parent, value);
  }

  #grow(parent: Mapping | Sequence, child: Node): void {
    // Capped, so that neither number loses precision however much aliases multiply.
    parent.size = Math.min(parent.size + sizeOf(child), MAX_EXPANSION * 2);
    const depth = depthOf(child) + 1;
    if (depth <= parent.depth) return;
    if (depth > MAX_DEPTH && parent.depth <= MAX_DEPTH && depthOf(child) <= MAX_DEPTH) {
      this.#unbounded = true;
      this.#error('alias-expansion', child.offset, `Aliases nest more than ${MAX_DEPTH} levels deep.`);
    }
    parent.depth = depth;
  }

  #finishMapping(node: Mapping): void {
    finishMapping(node, {
      duplicate: (key, first) =>
        this.#report({
          severity: 'error',
          code: 'duplicate-field',
          message: `\`${cut(key.text)}\` stands here for the second time.`,
          place: new Place(this.#source, key.offset),
          related: new Place(this.#source, first.offset),
        }),
      notMapping: (at) =>
        this.#error('wrong-type', at.offset, '`<<` takes an alias of a mapping, or a list of such aliases.'),
      merged: (value, at) => {
        this.#grow(node, value);
        this.#expand(sizeOf(value), at.offset);
      },
    });
  }

  #checkTag(start: number, end: number): void {
    if (start < 0) return;
    const tag = this.#source.text.slice(start, end);
    if (tag === '!!str' || tag === '!') return;
    this.#error(
      'yaml-tag',
      start,
      'To YAML this is a tag, and it has no meaning here.',
      'If it is a text, put it in quotes; otherwise leave the tag out: every scalar is read as it is written.',
    );
  }

  #checkText(node: Scalar): void {
    if (node.text.includes('\0')) {
      this.#error(
        'bad-text',
        node.offset,
        'This text holds a NUL character (\\0), which the server cannot store.',
        'Take it out.',
      );
    }
    if (/[\uD800-\uDFFF]/u.test(node.text)) {
      this.#error(
        'bad-text',
        node.offset,
        'This text holds half of a surrogate pair, which is no character.',
        'Write both halves, or take it out.',
      );
    }
  }

  #error(code: DiagnosticCode, offset: number, message: string, hint?: string): void {
    const place = new Place(this.#source, offset);
    this.#report({ severity: 'error', code, message, place, ...(hint === undefined ? {} : { hint }) });
  }
}
