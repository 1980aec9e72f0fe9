// An import as text and as JSON: files with their edits, items left out, and variables to set.
import { counted, withCommas } from '../lib/text.ts';
import { type FileWrite, type Import, type KeptItem, writeAction } from '../model/import-plan.ts';
import { type Colors, colorsOf } from './colors.ts';
import { diffLines, lineCount, MAX_EDITS, textDiff } from './differences.ts';
import { versioned } from './json.ts';
import { type ProseOptions, proseLines } from './columns.ts';
import { printable } from './printable.ts';

export interface ImportView {
  display: (path: string) => string;
}

/** Lines shown of each list; JSON has all of them. */
const MAX_LINES = 200;

export function textImport(
  made: Import,
  { display, ...options }: ImportView & ProseOptions,
): string {
  const colors = colorsOf(options.color);
  const { target, writes, leftOut, kept, variables, notes } = made;
  const prose = (sentence: string, paint: (line: string) => string = String, indent = '') =>
    proseLines(printable(sentence), options, { indent, paint });
  const place = (at?: string) => (at === undefined ? '' : `${display(at)}  `);
  const lines = [
    `${colors.bold(`${printable(target.account)}/${printable(target.name)}`)} at ${printable(target.url)}`,
    '',
    ...list(writes, (write) => writeLines(write, printable(display(write.path)), colors)),
    ...(leftOut.length === 0 ? [] : [colors.yellow('Not imported:')]),
    ...list(leftOut, ({ item, reason, at, live }) => {
      const onServer = live === undefined ? '' : `. On the server: ${live}`;
      return prose(`${place(at)}${item}: ${reason}${onServer}`, String, '  ');
    }),
    ...(kept.length === 0 ? [] : prose(keptText(kept.length), colors.yellow)),
    ...list(kept, ({ item, at }) => [`  ${printable(`${place(at)}${item}`)}`]),
    ...(variables.length === 0
      ? []
      : prose(
          'Secrets are not written to files. Set these variables to the values on the server:',
          colors.yellow,
        )),
    ...list(variables, ({ name, item }) => [
      // An interactive zsh knows no comments.
      `  ${colors.dim(`${printable(item)}:`)}`,
      `  export ${name}=`,
    ]),
    ...notes.flatMap((note) => [...prose(note, colors.yellow), '']),
    ...prose(closingLine(made), colors.bold),
  ];
  return `${lines.join('\n')}\n`;
}

function list<Item>(items: readonly Item[], linesOf: (item: Item) => string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length - MAX_LINES;
  return [
    ...items.slice(0, MAX_LINES).flatMap(linesOf),
    ...(more > 0 ? [`  … and ${withCommas(more)} more`] : []),
    '',
  ];
}

function writeLines({ before, after, shown }: FileWrite, name: string, colors: Colors): string[] {
  if (after === undefined)
    return [colors.red(`  - ${name}  deleted: nothing declares it any more`)];
  const diff = () => (shown ? textDiff(diffLines(shown.before, shown.after), colors) : []);
  if (before !== undefined) return [colors.yellow(`  ~ ${name}`), ...diff()];
  const lines = after.split('\n').length <= MAX_EDITS ? diff() : [];
  return [`${colors.green(`  + ${name}`)}  ${colors.dim(lineCount(after))}`, ...lines];
}

function keptText(count: number): string {
  const [stay, them] =
    count === 1
      ? ['It stays: an apply creates it', 'it']
      : ['They stay: an apply creates them', 'them'];
  return `Your files have ${counted(count, 'item')} that the server does not have. ${stay} on the server. To remove ${them} from your files, pass --remove-missing:`;
}

function closingLine({ writes, counts }: Import): string {
  if (writes.length === 0) return 'Nothing to import.';
  const created = writes.filter(({ before }) => before === undefined).length;
  const deleted = writes.filter(({ after }) => after === undefined).length;
  const edited = writes.length - created - deleted;
  const files = [
    ...(created > 0 ? [`${counted(created, 'file')} to create`] : []),
    ...(edited > 0 ? [`${counted(edited, 'file')} to edit`] : []),
    ...(deleted > 0 ? [`${counted(deleted, 'file')} to delete`] : []),
  ];
  const { create, update, delete: removed } = counts;
  const items = `${withCommas(create)} to add, ${withCommas(update)} to change, ${withCommas(removed)} to remove`;
  return `Import into your files: ${items}; ${files.join(', ')}.`;
}

/** Without contents. */
export function filesJson(writes: readonly FileWrite[], display: ImportView['display']): object[] {
  return writes.map((write) => ({ path: display(write.path), action: writeAction(write) }));
}

/** Without file contents: only the action on each file. */
export function jsonImport(
  made: Import,
  { display, isWritten }: ImportView & { isWritten: boolean },
): string {
  const { target, counts, writes, leftOut, kept, variables, notes } = made;
  const located = <One extends KeptItem>(item: One) => ({
    ...item,
    at: item.at === undefined ? undefined : display(item.at),
  });
  return versioned({
    target,
    counts,
    files: filesJson(writes, display),
    leftOut: leftOut.map(located),
    kept: kept.map(located),
    variables,
    notes,
    written: isWritten,
  });
}
