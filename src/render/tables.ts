// Tables for a terminal, and the same data as JSON: repositories, capabilities, applies.
import stringWidth from 'string-width';
import { type ApplyEntry, shortCommit } from '../model/apply-entry.ts';
import type { RepositoryName } from '../model/project.ts';
import { type Capability, type ServerRead, READS } from '../model/server-reads.ts';
import type { RepositoryInfo } from '../remote/wire.ts';
import { printable } from './printable.ts';

export function repositoryTable(repositories: readonly RepositoryInfo[]): string {
  if (repositories.length === 0) return 'This server has no repositories.\n';
  return plainTable(
    { heads: ['repository', 'context levels', 'keys', 'values', 'description'], numbers: ['keys', 'values'] },
    repositories.map(({ account, name, levels, keyCount, valueCount, description }) => [
      `${account}/${name}`,
      levels.join(';'),
      String(keyCount ?? ''),
      String(valueCount ?? ''),
      description,
    ]),
  );
}

interface Columns {
  heads: readonly string[];
  /** Right-aligned columns. */
  numbers?: readonly string[];
}

/** A table without borders. */
function plainTable({ heads, numbers = [] }: Columns, rows: readonly string[][]): string {
  const lines = [heads, ...rows.map((row) => row.map(printable))];
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at] ?? ''))));
  const padded = (line: readonly string[]) =>
    heads.map((head, at) => {
      const text = line[at] ?? '';
      const blanks = ' '.repeat((widths[at] ?? 0) - stringWidth(text));
      return numbers.includes(head) ? blanks + text : text + blanks;
    });
  return lines.map((line) => `${padded(line).join('  ').trimEnd()}\n`).join('');
}

interface CapabilityRow {
  target: { url: string; repository: RepositoryName };
  reads: Record<ServerRead, { offered: true } | { offered: false; reason: string }>;
  capabilities: readonly (Capability & { available: boolean })[];
}

export function capabilityTable({ target, reads, capabilities }: CapabilityRow): string {
  const { account, name } = target.repository;
  const table = plainTable(
    { heads: ['capability', 'offered', 'meaning'] },
    capabilities.map(({ name: what, available, adds, without }) => [
      what,
      available ? 'yes' : 'no',
      available ? adds : without,
    ]),
  );
  const lines = READS.map((read) => {
    const one = reads[read];
    return `GET /rest/${read}: ${one.offered ? 'offered' : `not offered (${printable(one.reason)})`}\n`;
  });
  return `${printable(`${account}/${name} at ${target.url}`)}\n\n${lines.join('')}\n${table}`;
}

export function capabilitiesJson({ target, reads, capabilities }: CapabilityRow): object {
  return {
    version: 1,
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

export function historyTable(entries: readonly ApplyEntry[]): string {
  if (entries.length === 0) return 'No applies are recorded.\n';
  const numbers = ['created', 'updated', 'deleted'];
  return plainTable(
    { heads: ['time', 'commit', 'actor', ...numbers, 'run'], numbers },
    entries.map(({ time, commit, dirty, actor, run, counts, approved, completedBy }) => [
      time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC'),
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
  );
}

export function historyJson(entries: readonly ApplyEntry[]): object[] {
  return [...entries];
}
