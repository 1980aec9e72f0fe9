// Adds entries to the text of a YAML document from another text of it, which a library wrote. All other lines stay as they are.
import { type Entry, fieldIn, type Mapping } from '../documents/fields.ts';
import { edited, type Range, type TextEdit } from '../lib/text.ts';
import { fileId, keyId, type State } from '../model/state.ts';
import { indented } from './quote.ts';
import { endOfEntry, endOfLine, isInBraces, newlineIn, startOfLine, treesIn } from './sites.ts';

/** A text, and the first document in it. */
interface DocumentText {
  text: string;
  root: Mapping;
}

/** The file with the entries of these items as another text of it has them. What is in braces is taken whole. */
export function withEntriesOf(
  rendered: string,
  state: State,
  { path, text: before }: { path: string; text: string },
): string {
  const newline = newlineIn(before);
  const tree = treeOf(path, before.endsWith('\n') ? before : `${before}${newline}`);
  const renderedTree = treeOf(path, rendered);
  if (tree === undefined || renderedTree === undefined) return rendered;
  const edits = isInBraces({ text: tree.text, mapping: tree.root })
    ? [wholeEdit(tree, renderedTree)]
    : sectionEdits(tree, renderedTree, state);
  return edited(
    tree.text,
    edits.map((edit) => ({ ...edit, text: edit.text.replaceAll('\n', newline) })),
  );
}

function treeOf(path: string, text: string): DocumentText | undefined {
  const [root] = treesIn({ path, text });
  return root?.kind === 'mapping' ? { text, root } : undefined;
}

function wholeEdit(
  { root: { offset: start, end } }: DocumentText,
  { text, root }: DocumentText,
): TextEdit {
  return { start, end, text: text.slice(root.offset, root.end) };
}

const SECTIONS = [
  { section: 'keys', idOf: keyId },
  { section: 'files', idOf: fileId },
] as const;

/** New sections come last, behind entries that are added at the same place. */
function sectionEdits(tree: DocumentText, rendered: DocumentText, { items }: State): TextEdit[] {
  const edits: TextEdit[] = [];
  const newSections: TextEdit[] = [];
  for (const { section, idOf } of SECTIONS) {
    const renderedSection = fieldIn(rendered.root, section);
    if (renderedSection?.value.kind !== 'mapping') continue;
    const declared = fieldIn(tree.root, section);
    const whole = linesAt('', rendered.text, renderedSection);
    if (declared === undefined) newSections.push({ ...endOfEntries(tree), text: whole });
    else if (isFlow(tree.text, declared))
      edits.push({ ...linesOfEntry(tree.text, declared), text: whole });
    else {
      const isAdded = ({ key }: Entry) => items.has(idOf(key.text));
      const { entries } = renderedSection.value;
      edits.push(...entryEdits(tree.text, declared, { text: rendered.text, entries, isAdded }));
    }
  }
  return [...edits, ...newSections];
}

function endOfEntries({ text, root }: DocumentText): Range {
  const end = Math.max(...root.entries.map((entry) => endOfEntry(text, entry)));
  return { start: end, end };
}

function isFlow(text: string, { value }: Entry): boolean {
  return value.kind === 'mapping' && isInBraces({ text, mapping: value });
}

interface RenderedEntries {
  text: string;
  entries: readonly Entry[];
  isAdded: (entry: Entry) => boolean;
}

/** Each entry in place of the declared one of its name, otherwise behind the entry before it. */
function entryEdits(text: string, section: Entry, rendered: RenderedEntries): TextEdit[] {
  const { entries, indent } = ownEntries(text, section);
  let end = endOfLine(text, section.key.offset);
  return rendered.entries.flatMap((entry) => {
    const declared = entries.find(({ key }) => key.text === entry.key.text);
    const range = declared === undefined ? { start: end, end } : linesOfEntry(text, declared);
    end = range.end;
    return rendered.isAdded(entry)
      ? [{ ...range, text: linesAt(indent, rendered.text, entry) }]
      : [];
  });
}

/** Those of the section itself, without what `<<` adds; none if it is empty. */
function ownEntries(text: string, { value }: Entry): { entries: readonly Entry[]; indent: string } {
  if (value.kind !== 'mapping') return { entries: [], indent: INDENT };
  const indent = text.slice(startOfLine(text, value.offset), value.offset);
  return { entries: value.written ?? value.entries, indent };
}

const INDENT = '  ';

function linesOfEntry(text: string, entry: Entry): Range {
  return { start: startOfLine(text, entry.key.offset), end: endOfEntry(text, entry) };
}

/** The lines of an entry, moved to another indent. */
function linesAt(indent: string, text: string, entry: Entry): string {
  const { start, end } = linesOfEntry(text, entry);
  const column = entry.key.offset - start;
  const lines = text.slice(start, end).replace(/\n$/, '').split('\n');
  return `${indented(
    lines.map((line) => line.slice(column)),
    indent,
  ).join('\n')}\n`;
}
