// Tables for a terminal, and the same data as JSON: repositories, capabilities, applies.
import { type ApplyEntry, shortCommit, shownTime } from '../model/apply-entry.ts';
import { type Capability, READS, type ServerRead } from '../model/server-reads.ts';
import type { RepositoryName } from '../model/targets.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import { SYMBOLS } from './describe.ts';
import { type Column, plainTable, wrapped } from './plain-table.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';

export function repositoryTable(repositories: readonly RepositoryInfo[], width = DEFAULT_WIDTH): string {
  if (repositories.length === 0) return 'This server has no repositories.\n';
  return plainTable(
    [
      { head: 'repository' },
      { head: 'context levels' },
      { head: 'keys', isNumber: true },
      { head: 'values', isNumber: true },
      { head: 'description' },
    ],
    repositories.map(({ account, name, levels, keyCount, valueCount, description }) => [
      `${account}/${name}`,
      levels.join(';'),
      String(keyCount ?? ''),
      String(valueCount ?? ''),
      description,
    ]),
    width,
  );
}

interface CapabilityRow {
  target: { url: string; repository: RepositoryName };
  reads: Record<ServerRead, { offered: true } | { offered: false; reason: string }>;
  capabilities: readonly (Capability & { available: boolean })[];
}

export function capabilityTable({ target, reads, capabilities }: CapabilityRow, width = DEFAULT_WIDTH): string {
  const { account, name } = target.repository;
  const table = plainTable(
    [{ head: 'capability' }, { head: 'offered' }, { head: 'meaning' }],
    capabilities.map(({ name: what, available, adds, without }) => [
      what,
      available ? 'yes' : 'no',
      available ? adds : without,
    ]),
    width,
  );
  const lines = READS.map((read) => {
    const one = reads[read];
    const text = `GET /rest/${read}: ${one.offered ? 'offered' : `not offered (${printable(one.reason)})`}`;
    return `${wrapped(text, width - 2).join('\n  ')}\n`;
  });
  return `${printable(`${account}/${name} at ${target.url}`)}\n\n${lines.join('')}\n${table}`;
}

export function capabilityMembers({ target, reads, capabilities }: CapabilityRow): object {
  return {
    target: { url: target.url, ...target.repository },
    reads,
    capabilities: capabilities.map(({ name, available, reads: by, adds, without }) => ({
      name,
      available,
      reads: by,
      meaning: available ? adds : without,
    })),
  };
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
    entries.map(({ time, commit, dirty, actor, run, counts, approved, completedBy }) => [
      shownTime(time),
      commit === undefined ? '' : `${shortCommit(commit)}${dirty ? ' (dirty)' : ''}`,
      [
        actor,
        approved && `approved by ${approved.by ?? 'unknown'}`,
        completedBy && `completed by ${completedBy.actor ?? 'a later run'}`,
      ]
        .filter(Boolean)
        .join(', '),
      String(counts?.create ?? ''),
      String(counts?.update ?? ''),
      String(counts?.delete ?? ''),
      run ?? '',
    ]),
    width,
  );
}
