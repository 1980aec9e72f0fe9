// What an import would write, as text and as JSON: files, edits line by line, what is left out, variables to set.
import picocolors from 'picocolors';
import { counted } from '../lib/text.ts';
import type { FileWrite, Import } from '../model/import-plan.ts';
import { diffLines, lineCount } from './file-diff.ts';
import { json, JSON_VERSION } from './json.ts';
import { printable, printableLine } from './printable.ts';

type Colors = ReturnType<typeof picocolors.createColors>;

export interface ImportView {
  /** How people find a file. */
  display: (path: string) => string;
}

const MAX_DIFF_LINES = 60;
/** Of each list; JSON has them all. */
const MAX_LINES = 200;

export function textImport(made: Import, { display, color }: ImportView & { color: boolean }): string {
  const colors = picocolors.createColors(color);
  const { url, account, name } = made.target;
  const lines = [
    `${colors.bold(`${printable(account)}/${printable(name)}`)} at ${printable(url)}`,
    '',
    ...list(made.writes, (write) => writeLines(write, { display, colors })),
    ...leftOutLines(made, colors),
    ...variableLines(made, colors),
    ...made.notes.flatMap((note) => [colors.yellow(printable(note)), '']),
    colors.bold(closingLine(made)),
  ];
  return `${lines.join('\n')}\n`;
}

function list<Item>(items: readonly Item[], linesOf: (item: Item) => string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length - MAX_LINES;
  return [
    ...items.slice(0, MAX_LINES).flatMap(linesOf),
    ...(more > 0 ? [`  … and ${counted(more, 'more')}`] : []),
    '',
  ];
}

function writeLines(
  { path, before, after, shown }: FileWrite,
  { display, colors }: ImportView & { colors: Colors },
): string[] {
  const name = printable(display(path));
  if (after === undefined) return [colors.red(`  - ${name}  removed: no document names it any more`)];
  if (before === undefined) return [`${colors.green(`  + ${name}`)}  ${colors.dim(lineCount(after))}`];
  return [colors.yellow(`  ~ ${name}`), ...(shown === undefined ? [] : editLines(shown, colors))];
}

function editLines(shown: { before: string; after: string }, colors: Colors): string[] {
  const lines = diffLines(shown.before, shown.after);
  if (lines === undefined) return [colors.dim('      | content replaced')];
  const more = lines.length - MAX_DIFF_LINES;
  const painted = lines.slice(0, MAX_DIFF_LINES).map((line) => {
    const paint = line.startsWith('+') ? colors.green : line.startsWith('-') ? colors.red : colors.dim;
    return `      ${colors.dim('|')} ${paint(printableLine(line))}`;
  });
  return more > 0 ? [...painted, colors.dim(`      | … ${more} more lines`)] : painted;
}

function leftOutLines({ leftOut }: Import, colors: Colors): string[] {
  if (leftOut.length === 0) return [];
  const lines = list(leftOut, ({ item, reason }) => [
    `  ${printable(item)}: ${colors.dim(printable(reason))}`,
  ]);
  return [colors.yellow('Not taken over:'), ...lines];
}

function variableLines({ variables }: Import, colors: Colors): string[] {
  if (variables.length === 0) return [];
  const lines = list(variables, ({ name, item }) => [`  ${name}  ${colors.dim(printable(item))}`]);
  return [colors.yellow('Secrets are in no file. Set these variables to what the server holds:'), ...lines];
}

function closingLine({ writes, counts }: Import): string {
  if (writes.length === 0) return 'Nothing to import.';
  const created = writes.filter(({ before }) => before === undefined).length;
  const removed = writes.filter(({ after }) => after === undefined).length;
  const edited = writes.length - created - removed;
  const files = [
    ...(created > 0 ? [`${counted(created, 'file')} to create`] : []),
    ...(edited > 0 ? [`${counted(edited, 'file')} to edit`] : []),
    ...(removed > 0 ? [`${counted(removed, 'file')} to remove`] : []),
  ];
  const { create, update, delete: gone } = counts;
  return `Import: ${create} to create, ${update} to update, ${gone} to delete; ${files.join(', ')}.`;
}

/** The texts of the files are in the files: here is what becomes of each. */
export function jsonImport(
  made: Import,
  { display, isWritten }: ImportView & { isWritten: boolean },
): string {
  const { target, counts, writes, leftOut, variables, notes } = made;
  return json({
    version: JSON_VERSION,
    target,
    counts,
    files: writes.map(({ path, before, after }) => ({
      path: display(path),
      action: before === undefined ? 'create' : after === undefined ? 'remove' : 'edit',
    })),
    leftOut,
    variables,
    notes,
    written: isWritten,
  });
}
