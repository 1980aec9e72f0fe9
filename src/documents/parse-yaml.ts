// YAML text → syntax trees, built from the events of js-yaml, which carry offsets.
import {
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { withCommas } from '../lib/text.ts';
import {
  contextHint,
  type FileError,
  Place,
  type Report,
  type Source,
} from '../model/diagnostic.ts';
import {
  type Entry,
  Fields,
  isNothing,
  type Mapping,
  mappingAt,
  type Node,
  type Scalar,
  type Sequence,
  textNode,
  textErrors,
} from './fields.ts';
import { yamlError } from './yaml-errors.ts';

/** Maximum nesting, aliases included. */
export const MAX_DEPTH = 100;
/** Maximum number of nodes to which the aliases and `<<` of all documents of a project may expand. */
const MAX_EXPANSION = 1_000_000;
/** Characters of a scalar that count as one more node: aliases must not multiply long texts without bound either. */
const CHARACTERS_PER_NODE = 100;

/** Placeholder for a mapping or list where a field name is expected: reported and dropped with its value. */
const NO_KEY = textNode(0, '');

/** What can be between the last item of a collection in braces or brackets and its end. */
const CLOSING = /(?:[\s,:]|#.*)*[}\]]/y;

/** Number of nodes to which the aliases of all documents so far expand. */
export interface Expansion {
  nodes: number;
}

interface YamlOptions {
  expansion?: Expansion;
  /** See `parse-trees.ts`. */
  keepsTags?: boolean;
}

/** A mapping or list that has not ended. */
interface OpenYamlNode {
  node: Mapping | Sequence;
  anchor: string | undefined;
  /** Of a mapping: the key that still needs its value. */
  key: Scalar | undefined;
}

/** Builds trees from events. Aliases share the node they refer to; what they expand to is only counted. */
class Composer {
  readonly #fields: Fields;
  readonly #text: string;
  readonly #expansion: Expansion;
  readonly #keepsTags: boolean;
  readonly #open: OpenYamlNode[] = [];
  /** `undefined` while the node is still open: an alias inside it would be infinite. */
  readonly #anchors = new Map<string, Node | undefined>();
  /** Behind what was read last. */
  #end = 0;
  #unbounded = false;
  #documents: Node[] = [];

  constructor(
    source: Source,
    report: Report,
    { expansion = { nodes: 0 }, keepsTags = false }: YamlOptions,
  ) {
    this.#fields = new Fields(source, report);
    this.#text = source.text;
    this.#expansion = expansion;
    this.#keepsTags = keepsTags;
  }

  compose(events: Event[]): Node[] {
    for (const event of events) {
      if (event.type === EVENT_ID.DOCUMENT) this.#anchors.clear();
      else if (event.type === EVENT_ID.POP) this.#close();
      else if (event.type === EVENT_ID.SCALAR) this.#scalar(event);
      else if (event.type === EVENT_ID.ALIAS) this.#alias(event.anchorStart, event.anchorEnd);
      else this.#begin(event);
    }
    // Trees that expand without bound must not be walked.
    return this.#unbounded ? [] : this.#documents.filter((node) => !isNothing(node));
  }

  #begin(event: Exclude<Event, { type: 1 | 4 | 5 | 6 }>): void {
    const { start: offset } = event;
    const node: Mapping | Sequence =
      event.type === EVENT_ID.MAPPING
        ? mappingAt(offset)
        : { kind: 'sequence', items: [], offset, end: offset };
    this.#readTag(event, node);
    const anchor = this.#anchorOf(event);
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    this.#end = offset + (this.#isFlow(node) ? 1 : 0);
    this.#open.push({ node, anchor, key: undefined });
  }

  #anchorOf({
    anchorStart,
    anchorEnd,
  }: {
    anchorStart: number;
    anchorEnd: number;
  }): string | undefined {
    return anchorStart < 0 ? undefined : this.#text.slice(anchorStart, anchorEnd);
  }

  #isFlow({ offset }: Mapping | Sequence): boolean {
    return '{['.includes(this.#text.charAt(offset) || ' ');
  }

  /** A collection in braces or brackets ends with them; before them there can be spaces, comments and a comma. */
  #endOf(node: Mapping | Sequence): number {
    if (!this.#isFlow(node)) return this.#end;
    CLOSING.lastIndex = this.#end;
    return CLOSING.test(this.#text) ? CLOSING.lastIndex : this.#end;
  }

  #close(): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const { node, anchor } = open;
    if (node.kind === 'mapping') this.#finishMapping(node);
    this.#end = node.end = this.#endOf(node);
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    this.#add(node);
  }

  #scalar(event: ScalarEvent): void {
    const parent = this.#open.at(-1);
    const quoted =
      event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    const isEmpty = event.valueStart < 0;
    const offset = isEmpty
      ? ((parent?.key ?? parent?.node)?.offset ?? 0)
      : event.valueStart - (quoted ? 1 : 0);
    const node: Scalar = {
      kind: 'scalar',
      text: isEmpty ? '' : getScalarValue(this.#text, event),
      plain: event.style === SCALAR_STYLE.PLAIN,
      offset,
      end: isEmpty ? offset : event.valueEnd + (quoted ? 1 : 0),
    };
    this.#readTag(event, node);
    if (!isEmpty) this.#end = node.end;
    // Only escapes in double quotes can produce such characters.
    if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast)
      for (const fileError of textErrors(node.text)) this.#fields.error({ ...fileError, at: node });
    const anchor = this.#anchorOf(event);
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    this.#add(node);
  }

  #alias(start: number, end: number): void {
    this.#end = end;
    const name = this.#text.slice(start, end);
    const target = this.#anchors.get(name);
    if (target !== undefined) {
      if (target.kind === 'mapping') target.isShared = true;
      this.#expand(target, start - 1);
      this.#add(target);
      return;
    }
    // Its name is not shown: it may be a password that begins with `*`.
    const message = this.#anchors.has(name)
      ? 'This alias refers to a node that contains it.'
      : 'YAML reads this as an alias, but no anchor has that name.';
    const hint = contextHint(`*${name}`) ?? 'If it is text, quote it.';
    this.#fields.error({ code: 'yaml-alias', at: start - 1, message, hint });
    this.#add(textNode(start - 1, ''));
  }

  /** Counts the nodes that an alias stands for, with those of the aliases in them. */
  #expand(node: Node, offset: number): void {
    if (this.#unbounded) return;
    const expansion = this.#expansion;
    const wasOver = expansion.nodes > MAX_EXPANSION;
    let isDeep = false;
    const count = (inner: Node, depth: number): void => {
      expansion.nodes +=
        inner.kind === 'scalar' ? 1 + Math.floor(inner.text.length / CHARACTERS_PER_NODE) : 1;
      isDeep ||= inner.kind !== 'scalar' && depth >= MAX_DEPTH;
      if (inner.kind === 'scalar' || isDeep || expansion.nodes > MAX_EXPANSION) return;
      if (inner.kind === 'sequence') for (const item of inner.items) count(item, depth + 1);
      else for (const { value } of inner.entries) count(value, depth + 1);
    };
    count(node, this.#open.length);
    this.#unbounded = isDeep || expansion.nodes > MAX_EXPANSION;
    if (!this.#unbounded || wasOver) return;
    const message = isDeep
      ? `Aliases nest more than ${MAX_DEPTH} levels deep.`
      : `The aliases in the documents read so far expand to more than ${withCommas(MAX_EXPANSION)} nodes.`;
    this.#fields.error({
      code: 'alias-expansion',
      at: offset,
      message,
      hint: 'Replace aliases with their values.',
    });
  }

  #add(node: Node): void {
    const open = this.#open.at(-1);
    if (open === undefined) this.#documents.push(node);
    else if (open.node.kind === 'sequence') open.node.items.push(node);
    else if (open.key !== undefined) {
      if (open.key !== NO_KEY) open.node.entries.push({ key: open.key, value: node });
      open.key = undefined;
    } else if (node.kind === 'scalar') open.key = node;
    else {
      this.#fields.error({ ...NO_NAME, at: node });
      open.key = NO_KEY;
    }
  }

  /** Fields of the mapping itself win over merged ones; of several merged mappings, the first that has a field. */
  #finishMapping(node: Mapping): void {
    const seen = new Map<string, Scalar>();
    const merges: Entry[] = [];
    const written = node.entries;
    node.entries = written.filter((entry) => {
      const { key } = entry;
      if (key.plain && key.text === '<<') {
        merges.push(entry);
        return false;
      }
      return this.#fields.isFirst(key, seen);
    });
    const [first, second] = merges;
    if (first !== undefined) node.written = written;
    if (first !== undefined && second !== undefined)
      this.#fields.error({
        ...TWO_MERGES,
        at: second.key,
        related: this.#fields.place(first.key),
      });
    for (const { key, value } of merges) {
      for (const source of value.kind === 'sequence' ? value.items : [value]) {
        if (source.refused !== undefined) this.#fields.error(source.refused);
        else if (source.kind !== 'mapping') this.#fields.error({ ...NO_MAPPING, at: key });
        else
          for (const entry of source.entries) {
            if (seen.has(entry.key.text)) continue;
            seen.set(entry.key.text, entry.key);
            node.entries.push(entry);
            this.#expand(entry.value, key.offset);
          }
      }
    }
  }

  /** Gives a scalar the type that its tag says, or refuses the node. */
  #readTag({ tagStart, tagEnd }: { tagStart: number; tagEnd: number }, node: Node): void {
    if (tagStart < 0) return;
    const tag = this.#text.slice(tagStart, tagEnd).replace(/^!<tag:yaml\.org,2002:(.*)>$/, '!!$1');
    const isOfKind = node.kind !== 'scalar' && tag === TAG_OF[node.kind];
    const unlessScalar = isOfKind ? undefined : UNKNOWN_TAG;
    const fileError = node.kind === 'scalar' ? readScalarTag(tag, node) : unlessScalar;
    if (fileError === undefined) return;
    const problem = { ...fileError, at: tagStart };
    const parent = this.#open.at(-1);
    const isName = parent?.node.kind === 'mapping' && parent.key === undefined;
    if (this.#keepsTags && !isName) node.refused = problem;
    else this.#fields.error(problem);
  }
}

const TAG_OF = { mapping: '!!map', sequence: '!!seq' };

/** What the scalars of a tag look like; those of `!` and `!!str` are texts. */
const TAGGED = new Map([
  ['!!int', /^[-+]?(?:0b[01_]+|0o[0-7_]+|0x[\da-fA-F_]+|[\d_]+(?::[0-5]?\d)*)$/],
  ['!!float', /^[-+]?(?=.*[.e])[\d_:]*\.?[\d_]*(?:e[-+]?\d+)?$|^[-+]?\.inf$|^\.nan$/i],
  ['!!bool', /^(?:true|false|yes|no|on|off)$/i],
  ['!!null', /^(?:null|~)?$/i],
  ['!!timestamp', /^\d{4}-\d\d?-\d\d?/],
]);

/** What is wrong with the tag. */
function readScalarTag(tag: string, node: Scalar): FileError | undefined {
  const form = TAGGED.get(tag);
  node.plain = form !== undefined;
  if (tag === '!' || tag === '!!str') return undefined;
  if (form === undefined) return tag === '!!binary' ? BINARY : UNKNOWN_TAG;
  if (tag === '!!null') node.text ||= 'null';
  return form.test(node.text) ? undefined : WRONG_TAG;
}

const UNKNOWN_TAG: FileError = {
  code: 'yaml-tag',
  message: 'YAML reads the word with `!` as a tag, which only another program can interpret.',
  hint: 'If it is text, quote it. If a program fills the value in, take it from the environment, or leave the name out with `ignore` in the source.',
};
const BINARY: FileError = {
  code: 'yaml-tag',
  message: 'A `!!binary` value is bytes, but the server stores text.',
  hint: 'To store the Base64 text, write it in quotes, without the tag.',
};
const WRONG_TAG: FileError = {
  code: 'yaml-tag',
  message: 'This text does not fit its tag.',
  hint: 'Correct the tag or the text, or remove the tag.',
};

export const NO_NAME: FileError = {
  code: 'wrong-type',
  message: 'A mapping or a list cannot be a field name.',
  hint: 'If it is text that begins with `{` or `[`, quote it.',
};
const TWO_MERGES: FileError = {
  code: 'duplicate-field',
  message: '`<<` occurs twice in this mapping: some programs read the first, others the last.',
  hint: 'Write a list of both, as in `<<: [*a, *b]`; then the first wins.',
};
export const NO_MAPPING: FileError = {
  code: 'wrong-type',
  message: '`<<` needs an alias of a mapping, or a list of such aliases.',
  hint: 'Name the anchor of a mapping, as in `<<: *defaults`.',
};

/** The non-empty documents of a text. Invalid YAML is reported once, where parsing stopped, and yields none. */
export function parseYaml(source: Source, report: Report, options: YamlOptions = {}): Node[] {
  let events: Event[];
  try {
    events = parseEvents(source.text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    reportSyntax(source, error, report);
    return [];
  }
  return new Composer(source, report, options).compose(events);
}

function reportSyntax(source: Source, error: YAMLException, report: Report): void {
  const stopped = Math.min(error.mark?.position ?? 0, source.text.length);
  const fileError = yamlError(error.reason, source.text, stopped);
  // The rest of the reason may quote the text, which may contain a password.
  const {
    problem = error.reason.split(/:(?!')|"/, 1)[0]?.trim(),
    hint,
    offset = stopped,
  } = fileError ?? {};
  const message = `This is not valid YAML: ${problem}.`;
  report({
    severity: 'error',
    code: 'yaml-syntax',
    message,
    place: new Place(source, offset),
    hint,
  });
}
