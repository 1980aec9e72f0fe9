// TOML text → syntax trees like those of YAML: scalars keep their source text.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { Place, type Report, type Source } from '../model/diagnostic.ts';
import { type Entry, type Mapping, mappingAt, type Node, sequenceAt, textAt } from './syntax-tree.ts';

/** One mapping, or nothing after a mistake was reported. */
export function parseToml(source: Source, report: Report): Mapping[] {
  try {
    return [treeOf(parseTOML(source.text), source.text)];
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const first = /multiple times/.test(error.message) ? firstOf(source.text, error.index) : undefined;
    report({
      severity: 'error',
      code: 'toml-syntax',
      message: `Invalid TOML: ${error.message.replace(/\.$/, '')}.`,
      place: new Place(source, error.index),
      ...(first !== undefined && { related: new Place(source, first) }),
    });
    return [];
  }
}

/** Where the key of this line is defined before, as far as the lines before tell. */
function firstOf(text: string, index: number): number | undefined {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const [, header, key = ''] = /^\s*(\[\[?)?\s*([^\]=\r\n]+)/.exec(text.slice(start)) ?? [];
  try {
    const before = text.slice(0, start);
    const {
      body: [{ body }],
    } = parseTOML(before);
    const last = body.findLast((node) => node.type === 'TOMLTable');
    const table = header === undefined ? (last?.resolvedKey ?? []) : [];
    return offsetOf(treeOf(parseTOML(before), before), [...table, ...namesIn(key)]);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

function namesIn(key: string): string[] {
  const [pair] = parseTOML(`${key} = 0`).body[0].body;
  return pair?.type === 'TOMLKeyValue' ? namesOf(pair) : [];
}

function namesOf({ key }: AST.TOMLKeyValue): string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value));
}

function offsetOf(tree: Node, [first, ...rest]: readonly (string | number)[]): number | undefined {
  if (typeof first === 'number')
    return tree.kind === 'sequence' && tree.items[first] ? offsetOf(tree.items[first], rest) : undefined;
  const entry = tree.kind === 'mapping' ? tree.entries.find(({ key }) => key.text === first) : undefined;
  return entry === undefined || rest.length === 0 ? entry?.key.offset : offsetOf(entry.value, rest);
}

function treeOf({ body: [top] }: AST.TOMLProgram, text: string): Mapping {
  const root = mappingAt(0);
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') add(root, node, text);
    else {
      const table = at(root, { path: node.resolvedKey, offset: node.range[0] });
      for (const pair of node.body) add(table, pair, text);
    }
  }
  return root;
}

function add(to: Mapping, pair: AST.TOMLKeyValue, text: string): void {
  const { key, value } = pair;
  const names = namesOf(pair);
  const offset = key.range[0];
  const parent = at(to, { path: names.slice(0, -1), offset });
  parent.entries.push({ key: textAt(offset, names.at(-1) ?? ''), value: nodeOf(value, text) });
}

/** The mapping at a path, made where it is missing. A number is an index of an array of tables. */
function at(root: Mapping, { path, offset }: { path: readonly (string | number)[]; offset: number }): Mapping {
  let node: Node = root;
  for (const [i, part] of path.entries()) {
    const isList = typeof path[i + 1] === 'number';
    node = typeof part === 'number' ? itemOf(node, part, offset) : memberOf(node, { part, offset, isList });
  }
  return node.kind === 'mapping' ? node : mappingAt(offset);
}

function memberOf(node: Node, { part, offset, isList }: { part: string; offset: number; isList: boolean }): Node {
  if (node.kind !== 'mapping') return mappingAt(offset);
  const known = node.entries.find(({ key }) => key.text === part);
  if (known !== undefined) return known.value;
  const value: Node = isList ? sequenceAt(offset) : mappingAt(offset);
  const entry: Entry = { key: textAt(offset, part), value };
  node.entries.push(entry);
  return value;
}

function itemOf(node: Node, index: number, offset: number): Node {
  if (node.kind !== 'sequence') return mappingAt(offset);
  const known = node.items[index];
  if (known !== undefined) return known;
  const item = mappingAt(offset);
  node.items.push(item);
  return item;
}

function nodeOf(value: AST.TOMLContentNode, text: string): Node {
  const [offset, end] = value.range;
  if (value.type === 'TOMLArray') {
    const items = value.elements.map((item) => nodeOf(item, text));
    return sequenceAt(offset, items);
  }
  if (value.type === 'TOMLInlineTable') {
    const table = mappingAt(offset);
    for (const pair of value.body) add(table, pair, text);
    return table;
  }
  if (value.kind === 'string') return textAt(offset, value.value);
  return { kind: 'scalar', text: text.slice(offset, end), plain: true, offset };
}
