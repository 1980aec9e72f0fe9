// An import as text and as JSON: files with their edits, items left out, and variables to set.
import picocolors from 'picocolors';
import { counted, withCommas } from '../lib/text.ts';
import type { FileWrite, Import } from '../model/import-plan.ts';
import { type Colors, diffLines, lineCount, MAX_EDITS, textDiff } from './differences.ts';
import { versioned } from './json.ts';
import { printable } from './printable.ts';
import { toDoText } from './sentences.ts';

export interface ImportView {
  display: (path: string) => string;
}

/** Lines shown of each list; JSON has all of them. */
const MAX_LINES = 200;

export function textImport(made: Import, { display, color }: ImportView & { color: boolean }): string {
  const colors = picocolors.createColors(color);
  const { target, writes, leftOut, variables, notes } = made;
  const lines = [
    `${colors.bold(`${printable(target.account)}/${printable(target.name)}`)} at ${printable(target.url)}`,
    '',
    ...list(writes, (write) => writeLines(write, printable(display(write.path)), colors)),
    ...(leftOut.length === 0 ? [] : [colors.yellow('Not imported:')]),
    ...list(leftOut, ({ item, reason, at, live }) => {
      const place = at === undefined ? '' : `${printable(display(at))}  `;
      const there = live === undefined ? '' : `. On the server: ${live}`;
      return [`  ${place}${printable(item)}: ${colors.dim(printable(`${reason}${there}`))}`];
    }),
    ...(variables.length === 0
      ? []
      : [colors.yellow('Secrets are not written to files. Set these variables to the values on the server:')]),
    ...list(variables, ({ name, item }) => [`  export ${name}=  ${colors.dim(`# ${printable(item)}`)}`]),
    ...notes.flatMap((note) => [colors.yellow(printable(note)), '']),
    colors.bold(closingLine(made)),
  ];
  return `${lines.join('\n')}\n`;
}

function list<Item>(items: readonly Item[], linesOf: (item: Item) => string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length - MAX_LINES;
  return [...items.slice(0, MAX_LINES).flatMap(linesOf), ...(more > 0 ? [`  … and ${withCommas(more)} more`] : []), ''];
}

function writeLines({ before, after, shown }: FileWrite, name: string, colors: Colors): string[] {
  if (after === undefined) return [colors.red(`  - ${name}  deleted: nothing declares it any more`)];
  const diff = () => (shown ? textDiff(diffLines(shown.before, shown.after), colors) : []);
  if (before !== undefined) return [colors.yellow(`  ~ ${name}`), ...diff()];
  const lines = after.split('\n').length <= MAX_EDITS ? diff() : [];
  return [`${colors.green(`  + ${name}`)}  ${colors.dim(lineCount(after))}`, ...lines];
}

function closingLine({ writes, counts }: Import): string {
  if (writes.length === 0) return 'Nothing to import.';
  const created = writes.filter(({ before }) => before === undefined).length;
  const removed = writes.filter(({ after }) => after === undefined).length;
  const edited = writes.length - created - removed;
  const files = [
    ...(created > 0 ? [`${counted(created, 'file')} to create`] : []),
    ...(edited > 0 ? [`${counted(edited, 'file')} to edit`] : []),
    ...(removed > 0 ? [`${counted(removed, 'file')} to delete`] : []),
  ];
  return `Import: ${toDoText(counts)}; ${files.join(', ')}.`;
}

/** Without file contents: only the action on each file. */
export function jsonImport(made: Import, { display, isWritten }: ImportView & { isWritten: boolean }): string {
  const { target, counts, writes, leftOut, variables, notes } = made;
  return versioned({
    target,
    counts,
    files: writes.map(({ path, before, after }) => ({
      path: display(path),
      action: before === undefined ? 'create' : after === undefined ? 'remove' : 'edit',
    })),
    leftOut: leftOut.map((one) => ({ ...one, ...(one.at !== undefined && { at: display(one.at) }) })),
    variables,
    notes,
    written: isWritten,
  });
}
