// Converts the state to versioned JSON and back.
import { createHash } from 'node:crypto';
import { attempt } from '../lib/attempt.ts';
import { grouped } from '../lib/collections.ts';
import { isPlainObject } from '../lib/json.ts';
import type { FileRow, KeyRecord, Repository, ValueRow } from './state.ts';

const STORED_VERSION = 1;

export function toStored(repositories: readonly Repository[]): string {
  const data = repositories.map(stored);
  return `${JSON.stringify({ version: STORED_VERSION, sha256: checksum(data), repositories: data })}\n`;
}

/** Of the content, not of the bytes: the file may be formatted. */
function checksum(repositories: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(repositories)).digest('hex');
}

function stored({ past: _, ...repository }: Repository): object {
  return {
    ...repository,
    elements: repository.elements.map((names) => [...names.values()]),
    keys: Array.from(repository.keys.values(), ({ flagged: _, ...key }) => {
      return { ...key, rows: [...key.rows.values()].flat() };
    }),
    files: [...repository.files.values()].flat(),
    formerPaths: [...repository.formerPaths],
  };
}

/** With the right checksum the content is what a server of this version wrote, so that nothing in it needs a check. */
export function fromStored(text: string): { repositories: Repository[] } | { problem: string } {
  const value = attempt((): unknown => JSON.parse(text));
  if (value === undefined) return { problem: 'it is damaged: it is not valid JSON' };
  if (!isPlainObject(value) || typeof value.version !== 'number' || !Array.isArray(value.repositories)) {
    return { problem: 'it is not a data file of this server' };
  }
  if (value.version !== STORED_VERSION) {
    return { problem: `its version is ${value.version}, but this server supports version ${STORED_VERSION}` };
  }
  if (value.sha256 !== checksum(value.repositories)) {
    return { problem: 'it is damaged: its content does not match its checksum' };
  }
  return { repositories: value.repositories.map(restored) };
}

interface StoredRepository extends Omit<Repository, 'elements' | 'keys' | 'files' | 'formerPaths' | 'past'> {
  elements: string[][];
  keys: (Omit<KeyRecord, 'rows'> & { rows: ValueRow[] })[];
  files: FileRow[];
  formerPaths: string[];
}

function restored(one: StoredRepository): Repository {
  return {
    ...one,
    elements: one.elements.map((names) => new Map(names.map((name) => [name.toLowerCase(), name]))),
    keys: new Map(
      one.keys.map((key) => {
        const rows = grouped(key.rows, (row) => row.context.toLowerCase());
        return [key.name.toLowerCase(), { ...key, rows }];
      }),
    ),
    files: grouped(one.files, (row) => row.path),
    formerPaths: new Set(one.formerPaths),
    past: [],
  };
}
