// Which lines of a text must not be shown: those with a secret in them, in any usual format.
import type { Range } from '../lib/text.ts';
import type { Secrets } from '../model/plan.ts';
import { byForm } from './secret-forms.ts';
import { inLines } from './secret-members.ts';
import { inElements, secretsInTree } from './secret-trees.ts';

/** Nearly all texts have none of these words, at least one of which is in everything that the search finds. */
const MAY_HAVE =
  /pass|pwd|(?:pw|pin|sas)(?![a-z])|secret|token|cred|key|conn|auth|bearer|basic\s|salt|cookie|sig|stringdata|\\[ux]|[a-z0-9/+]{40}/i;
/** A text with more is a list of secrets. */
const MAX_RANGES = 2000;

/** Where the secrets stand, in the order of the text; `all` if there is one, but not where it ends. */
function rangesIn(text: string | null | undefined): Range[] | 'all' {
  if (text == null || !MAY_HAVE.test(text)) return [];
  const ofTree = secretsInTree(text);
  const places = [...(ofTree ?? []), ...inLines(text, ofTree !== undefined), ...inElements(text)];
  const bounded = places.filter((place) => place !== 'all');
  if (bounded.length < places.length) return 'all';
  const ranges = merged([...bounded, ...byForm(text)].map((range) => trimmed(text, range)));
  return ranges.length > MAX_RANGES ? 'all' : ranges;
}

function trimmed(text: string, { start, end }: Range): Range {
  const part = text.slice(start, end);
  return { start: end - part.trimStart().length, end: start + part.trimEnd().length };
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else if (end > start) result.push({ start, end });
  }
  return result;
}

/**
 * The lines of a text that must not be shown, those of one secret as one range. `all` if a secret is in there, but not
 * where it ends.
 */
export function secretLines(text: string | null | undefined): Range[] | 'all' {
  const ranges = rangesIn(text);
  return ranges === 'all' ? 'all' : wholeLines(text ?? '', ranges);
}

/** The secrets in the text; the whole text if they cannot be told apart. */
export function secretTexts(text: string | null | undefined): string[] {
  const ranges = rangesIn(text);
  return ranges === 'all' ? [text ?? ''] : slices(text ?? '', ranges);
}

function slices(text: string, ranges: readonly Range[]): string[] {
  return ranges.map(({ start, end }) => text.slice(start, end));
}

/** Shorter texts occur by chance. */
const SHORTEST = 6;
/** Each is searched for. With more, a text is a list of secrets. */
const MAX_SECRETS = 500;

/**
 * The lines of both versions with a secret of either in them. `undefined`: nothing is known to be secret; `all`: a secret
 * is in there, but not where it ends.
 *
 * @param ofOthers secrets of other versions of the text: they may have moved
 */
export function secretsInVersions(
  before: string | null | undefined,
  after: string | null | undefined,
  ofOthers: readonly string[],
): Secrets | 'all' | undefined {
  const old = rangesIn(before);
  const now = rangesIn(after);
  if (old === 'all' || now === 'all') return 'all';
  const all = [...slices(before ?? '', old), ...slices(after ?? '', now), ...ofOthers];
  const texts = [...new Set([...all, ...all.flatMap(betweenTags)])];
  if (texts.length === 0) return undefined;
  const moved = texts.filter(
    (secret) => secret.length >= SHORTEST && (before?.includes(secret) || after?.includes(secret)),
  );
  const linesOf = (text: string, ranges: readonly Range[]): Range[] =>
    moved.length > MAX_SECRETS
      ? [{ start: 0, end: text.length }]
      : wholeLines(text, merged([...ranges, ...moved.flatMap((secret) => placesOf(secret, text))]));
  return { before: linesOf(before ?? '', old), after: linesOf(after ?? '', now), texts };
}

/** Below an element, each text may have moved alone. */
function betweenTags(secret: string): string[] {
  if (!secret.includes('</')) return [];
  const texts = secret.split(/<[^<>]*>/).map((text) => text.trim());
  return texts.filter(({ length }) => length >= SHORTEST);
}

function placesOf(secret: string, text: string): Range[] {
  const places: Range[] = [];
  for (
    let start = text.indexOf(secret);
    start !== -1;
    start = text.indexOf(secret, start + secret.length)
  )
    places.push({ start, end: start + secret.length });
  return places;
}

/** @param ranges in the order of the text */
function wholeLines(text: string, ranges: readonly Range[]): Range[] {
  const lines: Range[] = [];
  for (const { start, end } of ranges) {
    const last = lines.at(-1);
    if (last !== undefined && end <= last.end) continue;
    const close = text.indexOf('\n', end);
    const line = {
      start: text.lastIndexOf('\n', start) + 1,
      end: close === -1 ? text.length : close,
    };
    if (last !== undefined && line.start < last.end) last.end = line.end;
    else lines.push(line);
  }
  return lines;
}
