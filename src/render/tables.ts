// Tables for a terminal, and the same data as JSON: repositories, files of sources, applies.
import { counted } from '../lib/text.ts';
import { type ApplyEntry, shortCommit, shownTime } from '../model/apply-entry.ts';
import { type MissingRead, READS } from '../model/server-reads.ts';
import { type RepositoryName, repositoryText } from '../model/targets.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import { SYMBOLS } from './change-lines.ts';
import { type Column, plainTable, wrapped } from './columns.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';

interface Info {
  repositories?: readonly RepositoryInfo[];
  target?: { url: string; repository: RepositoryName };
  missing?: readonly MissingRead[];
}

/** The repositories of a server, and in one line the reads that it offers for one of them. */
export function infoText({ repositories, target, missing = [] }: Info, width = DEFAULT_WIDTH): string {
  const table =
    repositories === undefined ? 'This server does not list its repositories.\n' : repositoryTable(repositories, width);
  if (target === undefined) return table;
  const offered = READS.filter((read) => !missing.some((one) => one.read === read));
  const line = [
    `Reads of ${repositoryText(target.repository)}: ${offered.join(', ') || 'none'}.`,
    ...(missing.length === 0
      ? []
      : [`Not offered: ${missing.map(({ read, reason }) => `${read} (${reason})`).join(', ')}.`]),
  ];
  return `${table}\n${wrapped(printable(line.join(' ')), width).join('\n')}\n`;
}

export function infoMembers({ repositories, target, missing = [] }: Info): object {
  if (target === undefined) return { repositories };
  const reads = READS.map((read) => {
    const reason = missing.find((one) => one.read === read)?.reason;
    return [read, reason === undefined ? { offered: true } : { offered: false, reason }];
  });
  return { repositories, target: { url: target.url, ...target.repository }, reads: Object.fromEntries(reads) };
}

function repositoryTable(repositories: readonly RepositoryInfo[], width: number): string {
  if (repositories.length === 0) return 'This server has no repositories.\n';
  return plainTable(
    [
      { head: 'repository' },
      { head: 'context levels' },
      { head: 'keys', isNumber: true },
      { head: 'values', isNumber: true },
      { head: 'settings' },
      { head: 'description' },
    ],
    repositories.map(({ account, name, levels, keyCount, valueCount, description, ...settings }) => [
      `${account}/${name}`,
      levels.join(';'),
      String(keyCount ?? ''),
      String(valueCount ?? ''),
      settingsText(settings),
      description,
    ]),
    { width },
  );
}

function settingsText(settings: Pick<RepositoryInfo, 'isPrivate' | 'vdtEnabled' | 'securityEnabled'>): string {
  const { isPrivate, vdtEnabled, securityEnabled } = settings;
  return [isPrivate && 'private', vdtEnabled && 'value types', securityEnabled && 'security groups']
    .filter(Boolean)
    .join(', ');
}

interface SourceRows {
  files: readonly { path: string; contexts: readonly string[]; values: number }[];
  keys: number;
  levels: readonly string[];
}

/** How the files of sources are read, and how much there is in all. */
export function sourceTable({ files, keys, levels }: SourceRows, width = DEFAULT_WIDTH): string {
  if (files.length === 0) return '';
  const rows = files.map(({ path, contexts, values }) => [path, contexts.join(', ') || 'nothing', String(values)]);
  const table = plainTable([{ head: 'file' }, { head: 'context' }, { head: 'values', isNumber: true }], rows, {
    width,
  });
  const total = files.reduce((sum, { values }) => sum + values, 0);
  const counts = `${counted(files.length, 'file')} with ${counted(total, 'value')} of ${counted(keys, 'key')}.`;
  return `${[table, ...levels.map(printable), counts].join('\n')}\n`;
}

const HISTORY: readonly Column[] = [
  { head: 'time', isWhole: true },
  { head: 'commit' },
  { head: 'actor' },
  { head: 'created', short: SYMBOLS.create, isNumber: true },
  { head: 'updated', short: SYMBOLS.update, isNumber: true },
  { head: 'deleted', short: SYMBOLS.delete, isNumber: true },
  // A URL.
  { head: 'run', isWhole: true },
];

export function historyTable(entries: readonly ApplyEntry[], width = DEFAULT_WIDTH): string {
  if (entries.length === 0) return 'No applies are recorded.\n';
  return plainTable(
    HISTORY,
    entries.map(({ time, commit, unfinished, actor, run, counts, approved, tookOver = [] }) => [
      shownTime(time),
      commit === undefined ? '' : shortCommit(commit),
      [
        actor,
        unfinished && 'not finished',
        approved && `approved by ${approved.by ?? 'unknown'}`,
        ...tookOver.map(tookOverText),
      ]
        .filter(Boolean)
        .join(', '),
      String(counts?.create ?? ''),
      String(counts?.update ?? ''),
      String(counts?.delete ?? ''),
      run ?? '',
    ]),
    { width },
  );
}

/** `took over 0123456789 of ada`: an apply that did not finish. */
function tookOverText({ commit, actor }: Pick<ApplyEntry, 'commit' | 'actor'>): string {
  return `took over ${commit === undefined ? 'an apply' : shortCommit(commit)}${actor === undefined ? '' : ` of ${actor}`}`;
}
