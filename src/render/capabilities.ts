// What a server offers for a repository, and what that adds: for a terminal, and as JSON.
import type { RepositoryName } from '../model/project.ts';
import { type Capability, READS, type Read } from '../model/reads.ts';
import { printable } from './printable.ts';
import { plainTable } from './table.ts';

interface Found {
  target: { url: string; repository: RepositoryName };
  reads: Record<Read, { offered: true } | { offered: false; reason: string }>;
  capabilities: readonly (Capability & { available: boolean })[];
}

export function capabilityTable({ target, reads, capabilities }: Found): string {
  const { account, name } = target.repository;
  const table = plainTable(
    [
      { head: 'capability', align: 'left' },
      { head: 'offered', align: 'left' },
      { head: 'what that means', align: 'left' },
    ],
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

export function capabilitiesJson({ target, reads, capabilities }: Found): object {
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
