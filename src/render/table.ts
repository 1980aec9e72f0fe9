// Tables for a terminal: the repositories of a server.
import Table from 'cli-table3';
import type { RepositoryInfo } from '../remote/wire.ts';
import { printable } from './printable.ts';

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

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

/** A table without lines. */
export function plainTable(columns: readonly Column[], rows: readonly string[][]): string {
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ align }) => align),
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) table.push(row.map(printable));
  const lines = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  return `${lines.join('\n')}\n`;
}
