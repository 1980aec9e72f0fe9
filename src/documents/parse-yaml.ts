// YAML or JSON text → syntax trees, built from the events of js-yaml, which carry offsets.
import {
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { cut, Place, type Report, type Source } from '../model/diagnostic.ts';
import {
  aliasMistake,
  depthOf,
  type Entry,
  isNothing,
  type Mapping,
  mappingAt,
  MAX_DEPTH,
  MAX_EXPANSION,
  type Mistake,
  NO_MAPPING,
  NO_NAME,
  type Node,
  type Scalar,
  type Sequence,
  sequenceAt,
  sizedBy,
  sizeOf,
  tagMistake,
  textAt,
  textMistakes,
  TOO_DEEP,
  TOO_LARGE,
} from './syntax-tree.ts';
import { yamlMistake } from './yaml-mistakes.ts';

/** Placeholder for a mapping or list in the place of a field name: reported and dropped with its value. */
const NO_KEY = textAt(0, '');

/** What can stand between the last item of a collection in braces or brackets and its end. */
const CLOSING = /(?:[\s,:]|#.*)*[}\]]/y;

/** Number of nodes to which the aliases of all documents so far expand. */
export interface Expansion {
  nodes: number;
}

/** Builds trees from events. Aliases share the node they refer to; their expanded size is only counted. */
class Composer {
  readonly #source: Source;
  readonly #report: Report;
  readonly #expansion: Expansion;
  readonly #stack: (Mapping | Sequence)[] = [];
  /** For each open mapping, the key that still needs its value. */
  readonly #keys: (Scalar | undefined)[] = [];
  /** Behind what was read last. */
  #end = 0;
  #anchors = new Anchors();
  #unbounded = false;
  #documents: Node[] = [];

  constructor(source: Source, { report, expansion }: { report: Report; expansion: Expansion }) {
    this.#source = source;
    this.#report = report;
    this.#expansion = expansion;
  }

  compose(events: Event[]): Node[] {
    for (const event of events) {
      if (event.type === EVENT_ID.DOCUMENT) this.#anchors = new Anchors();
      else if (event.type === EVENT_ID.POP) this.#close();
      else if (event.type === EVENT_ID.SCALAR) this.#scalar(event);
      else if (event.type === EVENT_ID.ALIAS) this.#alias(event.anchorStart, event.anchorEnd);
      else this.#open(event);
    }
    // Trees that expand without bound must not be walked.
    return this.#unbounded ? [] : this.#documents.filter((node) => !isNothing(node));
  }

  #open(event: Exclude<Event, { type: 1 | 4 | 5 | 6 }>): void {
    this.#checkTag(event.tagStart, event.tagEnd);
    const node = event.type === EVENT_ID.MAPPING ? mappingAt(event.start) : sequenceAt(event.start);
    if (event.anchorStart >= 0) this.#anchors.begin(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
    this.#end = event.start + (this.#isFlow(node) ? 1 : 0);
    this.#stack.push(node);
    this.#keys.push(undefined);
  }

  #isFlow({ offset }: Mapping | Sequence): boolean {
    return '{['.includes(this.#source.text.charAt(offset) || ' ');
  }

  /** A collection in braces or brackets ends with them; before them there can be blanks, comments and a comma. */
  #endOf(node: Mapping | Sequence): number {
    if (!this.#isFlow(node)) return this.#end;
    CLOSING.lastIndex = this.#end;
    return CLOSING.test(this.#source.text) ? CLOSING.lastIndex : this.#end;
  }

  #close(): void {
    const node = this.#stack.pop();
    if (node === undefined) return;
    const key = this.#keys.pop();
    if (node.kind === 'mapping') {
      if (key !== undefined) this.#place(node, key, { ...textAt(key.offset, ''), plain: true });
      this.#finishMapping(node);
    }
    this.#end = node.end = this.#endOf(node);
    this.#anchors.end(node);
    this.#add(node);
  }

  #scalar(event: ScalarEvent): void {
    this.#checkTag(event.tagStart, event.tagEnd);
    const parent = this.#stack.at(-1);
    const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    const isEmpty = event.valueStart < 0;
    const offset = isEmpty ? (this.#keys.at(-1)?.offset ?? parent?.offset ?? 0) : event.valueStart - (quoted ? 1 : 0);
    const node: Scalar = {
      kind: 'scalar',
      text: isEmpty ? '' : getScalarValue(this.#source.text, event),
      plain: event.style === SCALAR_STYLE.PLAIN && event.tagStart < 0,
      offset,
      end: isEmpty ? offset : event.valueEnd + (quoted ? 1 : 0),
    };
    if (!isEmpty) this.#end = node.end;
    // Only escapes in double quotes can produce such characters.
    if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast)
      for (const mistake of textMistakes(node.text)) this.#error(node.offset, mistake);
    if (event.anchorStart >= 0) this.#anchors.set(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
    this.#add(node);
  }

  #alias(start: number, end: number): void {
    this.#end = end;
    const name = this.#source.text.slice(start, end);
    const target = this.#anchors.get(name);
    if (target === undefined) {
      this.#error(start - 1, aliasMistake(name, { isOpen: this.#anchors.isBegun(name) }));
      this.#add(textAt(start - 1, ''));
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
    if (before <= MAX_EXPANSION) this.#error(offset, TOO_LARGE);
  }

  #add(node: Node): void {
    const parent = this.#stack.at(-1);
    if (parent === undefined) this.#documents.push(node);
    else if (parent.kind === 'mapping') this.#addToMapping(parent, node);
    else {
      parent.items.push(node);
      this.#grow(parent, node);
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
      this.#error(node.offset, NO_NAME);
      this.#keys[last] = NO_KEY;
    }
  }

  #place(parent: Mapping, key: Scalar, value: Node): void {
    if (key === NO_KEY) return;
    parent.entries.push({ key, value });
    this.#grow(parent, value);
  }

  #grow(parent: Mapping | Sequence, child: Node): void {
    const wasDeep = parent.depth > MAX_DEPTH || depthOf(child) > MAX_DEPTH;
    sizedBy(parent, child);
    if (wasDeep || parent.depth <= MAX_DEPTH) return;
    this.#unbounded = true;
    this.#error(child.offset, TOO_DEEP);
  }

  /** Fields of the mapping itself win over merged ones; of several merged mappings, the first that has a field. */
  #finishMapping(node: Mapping): void {
    const seen = new Map<string, Scalar>();
    const merges: Entry[] = [];
    node.entries = node.entries.filter((entry) => {
      const { key } = entry;
      if (key.plain && key.text === '<<') {
        merges.push(entry);
        return false;
      }
      const first = seen.get(key.text);
      if (first === undefined) seen.set(key.text, key);
      else this.#duplicate(key, first);
      return first === undefined;
    });
    for (const { key, value } of merges) {
      for (const source of value.kind === 'sequence' ? value.items : [value]) {
        if (source.kind !== 'mapping') this.#error(key.offset, NO_MAPPING);
        else
          for (const entry of source.entries)
            if (!seen.has(entry.key.text)) this.#merge(entry, { node, at: key, seen });
      }
    }
  }

  #merge(entry: Entry, { node, at, seen }: { node: Mapping; at: Scalar; seen: Map<string, Scalar> }): void {
    seen.set(entry.key.text, entry.key);
    node.entries.push(entry);
    this.#grow(node, entry.value);
    this.#expand(sizeOf(entry.value), at.offset);
  }

  #duplicate(key: Scalar, first: Scalar): void {
    this.#report({
      severity: 'error',
      code: 'duplicate-field',
      message: `Duplicate field \`${cut(key.text)}\`.`,
      hint: 'Keep one of them.',
      place: new Place(this.#source, key.offset),
      related: new Place(this.#source, first.offset),
    });
  }

  #checkTag(start: number, end: number): void {
    const mistake = start < 0 ? undefined : tagMistake(this.#source.text.slice(start, end));
    if (mistake !== undefined) this.#error(start, mistake);
  }

  #error(offset: number, mistake: Mistake): void {
    this.#report({ severity: 'error', ...mistake, place: new Place(this.#source, offset) });
  }
}

class Anchors {
  /** `undefined` while the node is still open. A repeated name refers to the last node. */
  readonly #nodes = new Map<string, Node | undefined>();
  readonly #names = new Map<Node, string>();

  /** Marks a node as open: an alias inside it would be infinite. */
  begin(name: string, node: Node): void {
    this.#nodes.set(name, undefined);
    this.#names.set(node, name);
  }

  end(node: Node): void {
    const name = this.#names.get(node);
    if (name !== undefined) this.#nodes.set(name, node);
  }

  set(name: string, node: Node): void {
    this.#nodes.set(name, node);
  }

  get(name: string): Node | undefined {
    return this.#nodes.get(name);
  }

  isBegun(name: string): boolean {
    return this.#nodes.has(name);
  }
}

/**
 * The non-empty YAML documents of a text; JSON is read by the same rules.
 * Invalid YAML is reported once, where parsing stopped, and yields no documents.
 *
 * @param expansion running total over all documents of the project
 */
export function parseTrees(source: Source, report: Report, expansion: Expansion = { nodes: 0 }): Node[] {
  let events: Event[];
  try {
    events = parseEvents(source.text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    reportSyntax(source, error, report);
    return [];
  }
  return new Composer(source, { report, expansion }).compose(events);
}

function reportSyntax(source: Source, error: YAMLException, report: Report): void {
  const stopped = Math.min(error.mark?.position ?? 0, source.text.length);
  const mistake = yamlMistake({ reason: error.reason, text: source.text, offset: stopped });
  // The rest of the reason may quote the text, which may contain a password.
  const { problem = error.reason.split(/:(?!')|"/, 1)[0]?.trim(), hint, offset = stopped } = mistake ?? {};
  const message = `This is not valid YAML: ${problem}.`;
  report({ severity: 'error', code: 'yaml-syntax', message, place: new Place(source, offset), hint });
}
