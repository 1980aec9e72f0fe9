// Repositories as a table for a terminal.
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
  const table = new Table({
    head: ['repository', 'context levels', 'keys', 'values', 'description'],
    colAligns: ['left', 'left', 'right', 'right', 'left'],
    chars: NO_LINES,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const { account, name, levels, keyCount, valueCount, description } of repositories) {
    table.push(
      [`${account}/${name}`, levels.join(';'), String(keyCount), String(valueCount), description].map(
        printable,
      ),
    );
  }
  const lines = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  return `${lines.join('\n')}\n`;
}
