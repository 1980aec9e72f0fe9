// JSON text → a syntax tree with offsets. Comments and trailing commas are ignored, as in .NET.
import { printParseErrorCode, stripComments, visit } from 'jsonc-parser';
import { Place, type Report, type Source } from '../model/diagnostic.ts';
import {
  Fields,
  type Mapping,
  mappingAt,
  type Node,
  type Scalar,
  type Sequence,
  textNode,
  textErrors,
} from './fields.ts';
import { MAX_DEPTH } from './parse-yaml.ts';

/** An object or a list that has not ended. */
interface OpenJsonNode {
  node: Mapping | Sequence;
  seen: Map<string, Scalar>;
  /** Of an object: the name that still needs its value; absent for one that occurs twice. */
  key?: Scalar | undefined;
}

/** Where and why reading stops. */
class JsonStop extends Error {
  readonly reason: string;
  readonly offset: number;
  constructor(reason: string, offset: number) {
    super(reason);
    this.reason = reason;
    this.offset = offset;
  }
}

/** The value of a text, as the only tree. Invalid JSON is reported once, where reading stopped, and yields none. */
export function parseJson(source: Source, report: Report): Node[] {
  try {
    return [compose(source, new Fields(source, report))];
  } catch (error) {
    if (!(error instanceof JsonStop)) throw error;
    const [problem, hint] = problemOf(error, source.text);
    const message = `This is not valid JSON: ${problem}.`;
    report({
      severity: 'error',
      code: 'json-syntax',
      message,
      hint,
      place: new Place(source, error.offset),
    });
    return [];
  }
}

function compose(source: Source, fields: Fields): Node {
  // Of the same length, so that offsets stay.
  const text = source.text.replace(/^\uFEFF/, ' ');
  const open: OpenJsonNode[] = [];
  let root: Node = mappingAt(0);
  const add = (node: Node): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else if (parent.node.kind === 'sequence') parent.node.items.push(node);
    else if (parent.key !== undefined) parent.node.entries.push({ key: parent.key, value: node });
  };
  const begin = (node: Mapping | Sequence): void => {
    if (open.length >= MAX_DEPTH) throw new JsonStop('TooDeep', node.offset);
    open.push({ node, seen: new Map() });
  };
  const close = (offset: number, length: number): void => {
    const ended = open.pop()?.node;
    if (ended === undefined) return;
    ended.end = offset + length;
    add(ended);
  };
  const textOf = (value: string, offset: number, length: number): Scalar => {
    const node = textNode(offset, value, offset + length);
    for (const fileError of textErrors(value)) fields.error({ ...fileError, at: node });
    return node;
  };
  const scalarOf = (value: unknown, offset: number, length: number): Scalar =>
    typeof value === 'string'
      ? textOf(value, offset, length)
      : { ...textNode(offset, text.slice(offset, offset + length), offset + length), plain: true };
  visit(
    text,
    {
      onObjectBegin: (offset) => begin(mappingAt(offset)),
      onArrayBegin: (offset) => begin({ kind: 'sequence', items: [], offset, end: offset }),
      onObjectProperty: (name, offset, length) => {
        const parent = open.at(-1);
        const key = textOf(name, offset, length);
        if (parent !== undefined) parent.key = fields.isFirst(key, parent.seen) ? key : undefined;
      },
      onLiteralValue: (value, offset, length) => add(scalarOf(value, offset, length)),
      onObjectEnd: close,
      onArrayEnd: close,
      onError: (error, offset) => {
        throw new JsonStop(printParseErrorCode(error), offset);
      },
    },
    { allowTrailingComma: true },
  );
  return root;
}

type Explained = readonly [problem: string, hint: string];

const QUOTES: Explained = [
  'a text or a name is not in double quotes',
  'Write `"name": "value"`. Without quotes, JSON has only numbers, `true`, `false` and `null`.',
];
const NUMBER: Explained = [
  'a number has a form that JSON does not allow',
  'Write it as in `0.5` or `1e3`, without a leading zero. If it is text, put it in double quotes.',
];
const COMMA: Explained = ['a comma is missing', 'Separate the entries with commas.'];
const REST: Explained = [
  'something follows its value',
  'Remove it: a JSON file has one value, in one pair of brackets.',
];
const BACKSLASH: Explained = [
  'a backslash does not begin a valid JSON escape',
  'For a backslash, write two of them, as in `"C:\\\\users"`.',
];
const ENDLESS: Explained = ['a bracket is not closed', 'Add the missing `}` or `]`.'];

/** By the name that the library has for it. */
const PROBLEMS: Readonly<Record<string, Explained>> = {
  TooDeep: [`it nests more than ${MAX_DEPTH} levels deep`, 'Use fewer levels.'],
  InvalidSymbol: QUOTES,
  PropertyNameExpected: QUOTES,
  InvalidNumberFormat: NUMBER,
  UnexpectedEndOfNumber: NUMBER,
  ColonExpected: ['a colon is missing after a name', 'Write `"name": "value"`.'],
  CommaExpected: COMMA,
  EndOfFileExpected: REST,
  CloseBraceExpected: ENDLESS,
  CloseBracketExpected: ENDLESS,
  UnexpectedEndOfComment: ['a comment is not closed', 'Add `*/` at its end.'],
  UnexpectedEndOfString: [
    'a text is not closed in its line',
    'Add the closing `"`. For a line break in the text, write `\\n`.',
  ],
  InvalidUnicode: BACKSLASH,
  InvalidEscapeCharacter: BACKSLASH,
  InvalidCharacter: [
    'a text contains a control character',
    'Write it as an escape, such as `\\t` for a tab.',
  ],
};

function problemOf({ reason, offset }: JsonStop, text: string): Explained {
  const isEnd = text.slice(offset).trim() === '';
  if (stripComments(text).trim() === '')
    return ['it is empty', 'Write `{}` if there is nothing to declare.'];
  if (isEnd && reason === 'ValueExpected') return ENDLESS;
  const isNumber = reason === 'InvalidSymbol' ? /[-+.\d]$/ : /^\d\d/;
  if (isNumber.test(text.slice(Math.max(0, offset - 1), offset + 1))) return NUMBER;
  return (
    PROBLEMS[reason] ?? [
      'a value is missing',
      'Write a value, or remove the name or the comma before it.',
    ]
  );
}
