// Converts the state to versioned JSON and back.
import { createHash } from 'node:crypto';
import { isVdt } from '../model/state.ts';
import { grouped } from '../lib/collections.ts';
import { isPlainObject } from '../lib/strict-json.ts';
import { isCipher } from '../semantics/ciphers.ts';
import { FLAGS } from './settings.ts';
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

/** Validates everything: the file may be damaged, or not a data file. */
export function fromStored(text: string): { repositories: Repository[] } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  if (!isPlainObject(value) || typeof value.version !== 'number' || !Array.isArray(value.repositories)) {
    return { problem: 'it is not a data file of this server' };
  }
  if (value.version !== STORED_VERSION) {
    return { problem: `its version is ${value.version}, but this server supports version ${STORED_VERSION}` };
  }
  // Files of earlier versions have no checksum.
  if (value.sha256 !== undefined && value.sha256 !== checksum(value.repositories)) {
    return { problem: 'it is damaged: its content does not match its checksum' };
  }
  const bad = value.repositories.findIndex((one) => !isStoredRepository(one));
  if (bad !== -1) return { problem: `repository number ${bad + 1} is damaged` };
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

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isTextOrNull: Check = (value) => value === null || isText(value);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const objectOf = (members: Record<string, Check>): Check => {
  return (value) => isPlainObject(value) && Object.entries(members).every(([name, check]) => check(value[name]));
};

const isRow = objectOf({
  serial: isNumber,
  context: isText,
  text: isTextOrNull,
  active: isBoolean,
  reference: maybe(isBoolean),
});
const isKey = objectOf({
  name: isText,
  group: maybe(isText),
  vdt: (value) => typeof value === 'string' && isVdt(value),
  readme: isTextOrNull,
  deprecated: isBoolean,
  push: isBoolean,
  rows: listOf(isRow),
});
const isFile = objectOf({
  serial: isNumber,
  path: isText,
  context: isText,
  content: isText,
  active: isBoolean,
  group: maybe(isText),
  keys: maybe(listOf(isText)),
  rewritten: maybe(isBoolean),
});
const isToken = objectOf({
  name: isText,
  value: isText,
  forceKeyPush: isBoolean,
  active: isBoolean,
  expired: isBoolean,
  securityGroups: listOf(isText),
});
const isSecurityGroup = objectOf({
  name: isText,
  password: isText,
  cipher: (value) => value === null || (typeof value === 'string' && isCipher(value)),
});
const isContextGroup = objectOf({ level: isText, name: isText, members: listOf(isText) });
const isRevision = objectOf({
  time: isText,
  token: maybe(isText),
  application: maybe(isText),
  comment: maybe(isText),
});
const isRepository = objectOf({
  account: isText,
  name: isText,
  levels: listOf(isText),
  flags: objectOf(Object.fromEntries(FLAGS.map((flag) => [flag, isBoolean]))),
  tokens: listOf(isToken),
  securityGroups: listOf(isSecurityGroup),
  contextGroups: listOf(isContextGroup),
  plantDuplicates: maybe(isBoolean),
  created: isText,
  serial: isNumber,
  elements: listOf(listOf(isText)),
  keys: listOf(isKey),
  files: listOf(isFile),
  formerPaths: listOf(isText),
  history: listOf(isRevision),
  tags: listOf(objectOf({ name: isText, readme: isTextOrNull, time: isText })),
});

function isStoredRepository(value: unknown): value is StoredRepository {
  if (!isPlainObject(value) || !isRepository(value)) return false;
  const { elements, levels } = value;
  // One list of elements for each level.
  return Array.isArray(elements) && Array.isArray(levels) && elements.length === levels.length;
}
