// Formats and parses the record of an apply: the message of its commit, and the file of facts in its tree.
import { isPlainObject } from '../lib/json.ts';
import type { Counts } from '../model/plan.ts';
import { READS, type ServerRead } from '../model/server-reads.ts';
import { isVdt, type Vdt } from '../model/state.ts';

/** What an announcement says of its apply, and its record too. */
export interface ApplyDescription {
  /** One line, for `git log`. */
  summary: string;
  /** The commit that was applied; absent if the branch has none yet. */
  source?: string | undefined;
  /** `yes`: what was applied differs from that commit, because the work tree did. */
  dirty?: string | undefined;
  /** Path of the project file within the Git repository; absent in a record of another program. */
  projectFile?: string | undefined;
  /** URL of the workflow run. */
  run?: string | undefined;
  actor?: string | undefined;
  /** The digest of the refused plan that was approved, then protected names; and the people who approved it. */
  approved?: string | undefined;
  approvedBy?: string | undefined;
}

/** Without what only an announcement, or only a record, says. */
export function descriptionIn(said: ApplyDescription): ApplyDescription {
  const { summary, source, dirty, projectFile, run, actor, approved, approvedBy } = said;
  return { summary, source, dirty, projectFile, run, actor, approved, approvedBy };
}

/** The message of a record's or announcement's commit. */
export interface ApplyRecord extends ApplyDescription {
  /** The applies whose unfinished work it took over, as {@link takenOverText} writes them. */
  takenOver?: string | undefined;
  /** The reads of the server that the apply used, joined by blanks. */
  reads?: string | undefined;
  /** Announcement only: when the apply began, and when it counts as dead, as ISO 8601. */
  since?: string | undefined;
  expires?: string | undefined;
  /** Announcement only: when it was last renewed, and when the push began that was under way then. */
  renewed?: string | undefined;
  pushSince?: string | undefined;
  /** Announcement only: a unique text, so that two made in the same second are two commits. */
  announcement?: string | undefined;
}

const TRAILERS = [
  ['source', 'Source-Commit'],
  ['dirty', 'Dirty'],
  ['projectFile', 'Project-File'],
  ['takenOver', 'Taken-Over'],
  ['run', 'Run'],
  ['actor', 'Actor'],
  ['approved', 'Approved'],
  ['approvedBy', 'Approved-By'],
  ['reads', 'Reads'],
  ['since', 'Since'],
  ['expires', 'Expires'],
  ['renewed', 'Renewed'],
  ['pushSince', 'Push-Since'],
  ['announcement', 'Announcement'],
] as const;

/** The summary, an empty line, and a trailer for each other field that is set. */
export function formatRecord(record: ApplyRecord): string {
  const trailers = TRAILERS.flatMap(([field, name]) => {
    const text = record[field] ?? '';
    const value = oneLine(field === 'projectFile' ? encodePath(text) : text);
    return value === '' ? [] : [`${name}: ${value}`];
  });
  const paragraphs = [oneLine(record.summary) || 'Apply', trailers.join('\n')];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

/** Reads what {@link formatRecord} wrote. */
export function parseRecord(message: string): ApplyRecord {
  const paragraphs = message.trimEnd().split('\n\n');
  const record: ApplyRecord = { summary: paragraphs[0] ?? '' };
  if (paragraphs.length < 2) return record;
  for (const line of paragraphs.at(-1)?.split('\n') ?? []) {
    const trailer = TRAILERS.find(([, name]) => line.startsWith(`${name}: `));
    if (trailer !== undefined) record[trailer[0]] = line.slice(trailer[1].length + 2);
  }
  const { projectFile } = record;
  return projectFile === undefined ? record : { ...record, projectFile: decodePath(projectFile) };
}

/** An apply that did not finish, and whose work a later one took over. */
export interface TakenOver {
  /** The commit that was to be applied. */
  source?: string | undefined;
  actor?: string | undefined;
  /** URL of the workflow run. */
  run?: string | undefined;
}

/** Three words for each apply, `-` for what is unknown, the newest first. */
export function takenOverText(applies: readonly TakenOver[]): string {
  const word = (text = '') => (text === '' ? '-' : encodePath(text).replaceAll(';', '%3B'));
  return applies.map(({ source, actor, run }) => [source, actor, run].map(word).join(' ')).join('; ');
}

/** Reads what {@link takenOverText} wrote. */
export function takenOverIn({ takenOver = '' }: Pick<ApplyRecord, 'takenOver'>): TakenOver[] {
  const read = (word = '-') => (word === '-' ? undefined : decodePath(word));
  return takenOver.split('; ').flatMap((text) => {
    const [source, actor, run] = text.split(' ').map(read);
    return text === '' ? [] : [{ source, actor, run }];
  });
}

function encodePath(path: string): string {
  return path.replace(/[%\p{Cc}\p{Cf}\s]/gu, (char) => encodeURIComponent(char));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** No read at all, as opposed to unknown reads. */
const NONE = 'none';

export function readsText(reads: readonly ServerRead[]): string {
  return reads.length === 0 ? NONE : READS.filter((read) => reads.includes(read)).join(' ');
}

/** `undefined` for a record without this field. */
export function readsOf({ reads }: ApplyRecord): ServerRead[] | undefined {
  if (reads === undefined) return undefined;
  const named = reads.split(' ');
  return READS.filter((read) => named.includes(read));
}

export function summaryOf(what: string, { create, update, delete: deleted }: Counts): string {
  return `Apply ${what}: ${create} created, ${update} updated, ${deleted} deleted`;
}

/** Reads the counts from {@link summaryOf}; `undefined` for another text. */
export function countsOf(summary: string): Counts | undefined {
  const match = /: (\d+) created, (\d+) updated, (\d+) deleted$/.exec(summary);
  if (match === null) return undefined;
  const [create, update, deleted] = match.slice(1).map(Number);
  return { create: create ?? 0, update: update ?? 0, delete: deleted ?? 0 };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** What a record contains besides documents. */
export interface RecordFacts {
  /** By key id. */
  types: ReadonlyMap<string, Vdt>;
}

export const NO_FACTS: RecordFacts = { types: new Map() };

/** Not a document: `include` finds nothing in folders whose names begin with a dot unless it names them. */
const PATH = '.confighub-sync/record.json';

/** The files of a record: the documents, and the facts if there are any. */
export function withFacts(files: ReadonlyMap<string, Uint8Array>, { types }: RecordFacts): Map<string, Uint8Array> {
  const all = new Map(files);
  if (types.size === 0 || all.has(PATH)) return all;
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  const facts = {
    version: 1,
    types: Object.fromEntries(sorted),
  };
  return all.set(PATH, Buffer.from(`${JSON.stringify(facts, null, 2)}\n`));
}

/** The reverse of {@link withFacts}. Unreadable facts count as none: the values that need them are read or written again. */
export function splitFacts<Bytes extends Uint8Array>(
  files: ReadonlyMap<string, Bytes>,
): { files: Map<string, Bytes>; facts: RecordFacts } {
  const documents = new Map(files);
  const bytes = documents.get(PATH);
  documents.delete(PATH);
  return { files: documents, facts: bytes === undefined ? NO_FACTS : parsed(Buffer.from(bytes).toString()) };
}

function parsed(text: string): RecordFacts {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return NO_FACTS;
  }
  if (!isPlainObject(json) || !isPlainObject(json.types)) return NO_FACTS;
  const types = Object.entries(json.types).flatMap(([id, vdt]): [string, Vdt][] =>
    typeof vdt === 'string' && isVdt(vdt) ? [[id, vdt]] : [],
  );
  return { types: new Map(types) };
}
