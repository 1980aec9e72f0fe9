// The message of a baseline's commit: what was applied, from which commit, by which run and whom; and until when it runs.
import type { Counts } from '../model/plan.ts';
import { READS, type Read } from '../model/reads.ts';

export interface ApplyRecord {
  /** One line, for `git log`. */
  summary: string;
  /** The commit that was applied; absent where the branch has none yet. */
  source?: string | undefined;
  /** Path of the project file within the Git repository; absent in records of the former naming. */
  projectFile?: string | undefined;
  /** Of an announcement: the commits of the dead ones that it took over, in their order; `-` where it is not known. */
  takenOver?: string | undefined;
  /** Address of the workflow's run. */
  run?: string | undefined;
  actor?: string | undefined;
  /** Who found out that the apply had come through, and in which run, where its answer was lost. */
  completedBy?: string | undefined;
  completedIn?: string | undefined;
  /** The reads of the server that the apply used, joined by blanks. */
  reads?: string | undefined;
  /** Of an announcement: when the apply began, and when it counts as dead, as ISO 8601. */
  since?: string | undefined;
  expires?: string | undefined;
  /** Of an announcement: when the apply last said that it lives, and when the push began that was under way then. */
  renewed?: string | undefined;
  pushSince?: string | undefined;
  /** Of an announcement: two that are made in the same second must be two commits. */
  announcement?: string | undefined;
}

const TRAILERS = [
  ['source', 'Source-Commit'],
  ['projectFile', 'Project-File'],
  ['takenOver', 'Taken-Over'],
  ['run', 'Run'],
  ['actor', 'Actor'],
  ['completedBy', 'Completed-By'],
  ['completedIn', 'Completed-In'],
  ['reads', 'Reads'],
  ['since', 'Since'],
  ['expires', 'Expires'],
  ['renewed', 'Renewed'],
  ['pushSince', 'Push-Since'],
  ['announcement', 'Announcement'],
] as const;

/** The summary, an empty line, and a trailer for each of the others that is known. */
export function formatRecord(record: ApplyRecord): string {
  const trailers = TRAILERS.flatMap(([field, name]) => {
    const text = record[field] ?? '';
    const value = oneLine(field === 'projectFile' ? encodePath(text) : text);
    return value === '' ? [] : [`${name}: ${value}`];
  });
  const paragraphs = [oneLine(record.summary) || 'Apply', trailers.join('\n')];
  return `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

/** Reads what {@link formatRecord} wrote. A trailer that is not there is not in the result. */
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

/** A path is read back as it was, whatever blanks and control characters it has. */
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

/** What stands for no read at all: an apply that used none is not one that did not say. */
const NONE = 'none';

export function readsText(reads: readonly Read[]): string {
  return reads.length === 0 ? NONE : READS.filter((read) => reads.includes(read)).join(' ');
}

/** `undefined` for a record that does not say. */
export function readsOf({ reads }: ApplyRecord): Read[] | undefined {
  if (reads === undefined) return undefined;
  const named = reads.split(' ');
  return READS.filter((read) => named.includes(read));
}

/** The summary of an apply, which {@link countsOf} reads back. */
export function summaryOf(what: string, { create, update, delete: destroy }: Counts): string {
  return `Apply ${what}: ${create} added, ${update} changed, ${destroy} destroyed`;
}

/** `undefined` for what {@link summaryOf} did not write. */
export function countsOf(summary: string): Counts | undefined {
  const match = /: (\d+) added, (\d+) changed, (\d+) destroyed$/.exec(summary);
  if (match === null) return undefined;
  const [create, update, destroy] = match.slice(1).map(Number);
  return { create: create ?? 0, update: update ?? 0, delete: destroy ?? 0 };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
