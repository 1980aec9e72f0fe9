// The message of a baseline's commit: what was applied, from which commit, by which run and whom.

export interface ApplyRecord {
  /** One line, for `git log`. */
  summary: string;
  /** The commit that was applied; absent where the branch has none yet. */
  source?: string | undefined;
  /** Address of the workflow's run. */
  run?: string | undefined;
  actor?: string | undefined;
}

const TRAILERS = [
  ['source', 'Source-Commit'],
  ['run', 'Run'],
  ['actor', 'Actor'],
] as const;

/** The summary, an empty line, and a trailer for each of the others that is known. */
export function formatRecord(record: ApplyRecord): string {
  const trailers = TRAILERS.flatMap(([field, name]) => {
    const value = oneLine(record[field] ?? '');
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
  return record;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
