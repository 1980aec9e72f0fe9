// Edits TOML files in place.
import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { type EntryChange, edited, linesAt, type TextEdit } from '../text-edits.ts';

/** The text with the changes that TOML can hold. */
export function editToml(text: string, changes: readonly EntryChange[]): string {
  const wanted = new Map(changes.map((change) => [change.offset, change]));
  const {
    body: [{ body }],
  } = parseTOML(text.replace(/^\uFEFF/, ' '));
  const edits = body.flatMap((node) =>
    node.type === 'TOMLTable' ? tableEdits(node, { text, wanted }) : lineEdits(node, { text, wanted }),
  );
  return edited(text, edits);
}

interface Editing {
  text: string;
  wanted: ReadonlyMap<number, EntryChange>;
}

/** A table that loses everything goes with it: an empty one would be a value. */
function tableEdits(table: AST.TOMLTable, editing: Editing): TextEdit[] {
  const edits = table.body.flatMap((pair) => lineEdits(pair, editing));
  if (table.body.length === 0 || !table.body.every((pair) => isGone(pair, editing))) return edits;
  const header = linesAt(editing.text, { start: table.range[0], end: table.key.range[1] });
  return [{ ...header, text: '' }, ...edits];
}

function isGone({ key, value }: AST.TOMLKeyValue, editing: Editing): boolean {
  const change = editing.wanted.get(key.range[0]);
  if (change !== undefined) return change.text === undefined;
  return value.type === 'TOMLInlineTable' && value.body.length > 0 && value.body.every((pair) => isGone(pair, editing));
}

function lineEdits(pair: AST.TOMLKeyValue, editing: Editing): TextEdit[] {
  if (!isGone(pair, editing)) return valueEdits(pair, editing);
  return [{ ...linesAt(editing.text, { start: pair.range[0], end: pair.range[1] }), text: '' }];
}

function valueEdits({ key, value }: AST.TOMLKeyValue, editing: Editing): TextEdit[] {
  if (value.type === 'TOMLInlineTable') return inlineEdits(value, editing);
  const wanted = editing.wanted.get(key.range[0])?.text;
  if (typeof wanted !== 'string' || value.type !== 'TOMLValue') return [];
  const [start, end] = value.range;
  return [{ start, end, text: written(wanted, { value, old: editing.text.slice(start, end) }) }];
}

function inlineEdits({ body }: AST.TOMLInlineTable, editing: Editing): TextEdit[] {
  const firstKept = body.findIndex((pair) => !isGone(pair, editing));
  return body.flatMap((pair, i): TextEdit[] => {
    if (!isGone(pair, editing)) return valueEdits(pair, editing);
    const [before, next] = [body[i - 1], body[i + 1]];
    if (i < firstKept && next !== undefined) return [{ start: pair.range[0], end: next.range[0], text: '' }];
    return [{ start: before?.range[1] ?? pair.range[0], end: pair.range[1], text: '' }];
  });
}

/** In the quotes of the old value, if they can hold the text; a number stays a number. */
function written(text: string, { value, old }: { value: AST.TOMLValue; old: string }): string {
  if (value.kind !== 'string') return isBareToml(text) ? text : basic(text);
  if (old.startsWith('"""') && text.includes('\n') && !CONTROL.test(text)) return `"""\n${escaped(text)}"""`;
  if (old.startsWith("'") && !/['\n\t]/.test(text) && !CONTROL.test(text)) return `'${text}'`;
  return basic(text);
}

/** Other than line breaks and tabs. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', '""\\"').replace(/"$/, '\\"');
}

function basic(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f');
}

/** Whether a text is a number, a boolean or a date as it stands. */
function isBareToml(text: string): boolean {
  if (!/^[\w.:+-]+(?: [\w.:+-]+)?$/.test(text)) return false;
  try {
    const [pair] = parseTOML(`x = ${text}`).body[0].body;
    const value = pair?.type === 'TOMLKeyValue' ? pair.value : undefined;
    return value?.type === 'TOMLValue' && value.kind !== 'string' && value.range[1] === 4 + text.length;
  } catch (error) {
    if (error instanceof ParseError) return false;
    throw error;
  }
}
