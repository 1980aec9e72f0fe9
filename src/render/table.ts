// Tables for a terminal: the repositories of a server.
import stringWidth from 'string-width';
import type { RepositoryInfo } from '../remote/wire.ts';
import { printable } from './printable.ts';

export function repositoryTable(repositories: readonly RepositoryInfo[]): string {
  if (repositories.length === 0) return 'This server has no repositories.\n';
  return plainTable(
    [
      { head: 'repository', align: 'left' },
      { head: 'context levels', align: 'left' },
      { head: 'keys', align: 'right' },
      { head: 'values', align: 'right' },
      { head: 'description', align: 'left' },
    ],
    repositories.map(({ account, name, levels, keyCount, valueCount, description }) => [
      `${account}/${name}`,
      levels.join(';'),
      String(keyCount ?? ''),
      String(valueCount ?? ''),
      description,
    ]),
  );
}

export interface Column {
  head: string;
  align: 'left' | 'right';
}

/** A table without lines, as wide as its cells. */
export function plainTable(columns: readonly Column[], rows: readonly string[][]): string {
  const lines = [columns.map(({ head }) => head), ...rows.map((row) => row.map(printable))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at] ?? ''))));
  const padded = (line: readonly string[]) =>
    columns.map(({ align }, at) => {
      const text = line[at] ?? '';
      const blanks = ' '.repeat((widths[at] ?? 0) - stringWidth(text));
      return align === 'left' ? text + blanks : blanks + text;
    });
  return lines.map((line) => `${padded(line).join('  ').trimEnd()}\n`).join('');
}
