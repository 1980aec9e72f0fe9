// What is to be written → YAML: short mappings and lists on one line, everything else in blocks.
import { isLiteral, literal, scalar } from './scalars.ts';
import { type Entry, type Mapping, type Written, text } from './written.ts';

/** A mapping or a list that is longer stands in a block. */
const MAX_LINE = 100;
const STEP = 2;

/** The entries of a block mapping, a line break behind each. */
export function blockEntries(entries: readonly Entry[], indent: number): string {
  return entries
    .map((entry, i) => `${entry.gap && i > 0 ? '\n' : ''}${blockEntry(entry, indent)}\n`)
    .join('');
}

/** `name: value`, indented, without a line break at the end. */
export function blockEntry({ name, value }: Entry, indent: number): string {
  const start = `${' '.repeat(indent)}${scalar(text(name))}:`;
  return `${start}${behindColon(value, { indent, column: start.length })}`;
}

/** What stands behind the colon of a field: a blank and one line, or a line break and a block. */
export function behindColon(value: Written, { indent, column }: { indent: number; column: number }): string {
  const line = oneLine(value, column + 1);
  if (line !== undefined) return ` ${line}`;
  if (value.kind === 'text') return ` ${literal(value.text, indent + STEP)}`;
  return `\n${block(value, indent + STEP)}`;
}

function oneLine(value: Written, column: number): string | undefined {
  if (value.kind === 'source') return value.source;
  if (value.kind === 'text') return isLiteral(value.text) ? undefined : scalar(value);
  if (isInBlocks(value)) return undefined;
  const line = flow(value);
  const isEmpty = (value.kind === 'list' ? value.items : value.entries).length === 0;
  return isEmpty || column + line.length <= MAX_LINE ? line : undefined;
}

function isInBlocks(value: Written): boolean {
  if (value.kind === 'list') return value.items.some(isInBlocks);
  if (value.kind !== 'mapping') return value.kind === 'text' && isLiteral(value.text);
  return value.entries.length > 0 && (value.block || value.entries.some((entry) => isInBlocks(entry.value)));
}

/** Without a line break at the end. */
function block(value: Written, indent: number): string {
  if (value.kind === 'mapping') return blockEntries(value.entries, indent).trimEnd();
  if (value.kind !== 'list') return '';
  return value.items.map((item) => `${' '.repeat(indent)}-${behindDash(item, indent)}`).join('\n');
}

function behindDash(item: Written, indent: number): string {
  const line = oneLine(item, indent + STEP);
  if (line !== undefined) return ` ${line}`;
  if (item.kind === 'text') return ` ${literal(item.text, indent + STEP)}`;
  return ` ${block(item, indent + STEP).trimStart()}`;
}

/** On one line, whatever its length. */
export function flow(value: Written): string {
  if (value.kind === 'source') return value.source;
  if (value.kind === 'text') return scalar(value, { flow: true });
  if (value.kind === 'list') return `[${value.items.map(flow).join(', ')}]`;
  if (value.entries.length === 0) return '{}';
  return `{ ${value.entries.map(flowEntry).join(', ')} }`;
}

export function flowEntry({ name, value }: Entry): string {
  return `${scalar(text(name), { flow: true })}: ${flow(value)}`;
}

/** A whole document. */
export function yamlDocument(root: Mapping): string {
  return blockEntries(root.entries, 0);
}
