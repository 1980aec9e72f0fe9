// Finds values that are secret because they contain, in base64, a text that is masked elsewhere in the plan or import.
import {
  type Affected,
  type Change,
  type WinningRow,
  type RowChange,
  rowChanges,
} from '../model/plan.ts';
import { secretsInVersions } from '../semantics/secret-lines.ts';

/** Characters. Shorter texts occur by chance. */
const SHORTEST = 8;

/** At least what eight characters give; in lines of any length, as long as all but the last are long. */
const BASE64 = /(?:[A-Za-z0-9+/]{57,}(?:\s|\\[rn])+)*[\w+/-]{11,}/g;

/** What marks each of these changes, which are all of one plan. */
export function encodedMarks(changes: readonly Change[]): (change: Change) => Change {
  const secretBytes = byStart(rowChanges(changes).flatMap(maskedTexts));
  return (change) => (secretBytes.size === 0 ? change : marked(change, secretBytes));
}

function maskedTexts(change: RowChange): (string | null | undefined)[] {
  const { before, after, secret, secrets, affects } = change;
  const rows = affects?.regions.flatMap((region) => [region.before, region.after]) ?? [];
  const others = rows.flatMap((row) => (secret || row?.secret ? [row?.text] : []));
  return [...(secret ? [before, after] : []), ...(secrets?.texts ?? []), ...others];
}

/** Whether a text has one of these in base64. */
export function encodedTest(
  secrets: readonly (string | null | undefined)[],
): (text: string | null) => boolean {
  const secretBytes = byStart(secrets);
  return (text) => secretBytes.size > 0 && encodedIn(text, secretBytes).length > 0;
}

/** Their bytes, each as one character, by the first of them. */
type KnownBytes = ReadonlyMap<string, readonly string[]>;

function byStart(texts: readonly (string | null | undefined)[]): KnownBytes {
  const bytesByStart = new Map<string, string[]>();
  for (const text of new Set(texts.map((given) => given?.trim() ?? ''))) {
    if (text.length < SHORTEST) continue;
    const bytes = Buffer.from(text).toString('latin1');
    const start = bytes.slice(0, SHORTEST);
    bytesByStart.set(start, [...(bytesByStart.get(start) ?? []), bytes]);
  }
  return bytesByStart;
}

function marked(change: Change, secretBytes: KnownBytes): Change {
  if (change.kind === 'key') return change;
  const { before, after, secrets, affects } = change;
  const rows = affects && markedRows(affects, secretBytes);
  const shown = rows === undefined || rows === affects ? change : { ...change, affects: rows };
  const encoded = change.secret
    ? []
    : [...encodedIn(before, secretBytes), ...encodedIn(after, secretBytes)];
  if (encoded.length === 0) return shown;
  const all = secretsInVersions(before, after, [...(secrets?.texts ?? []), ...encoded]);
  return all === 'all' ? { ...shown, secret: true } : { ...shown, secrets: all };
}

function markedRows(affects: Affected, secretBytes: KnownBytes): Affected {
  const isEncoded = (row?: WinningRow) => encodedIn(row?.text, secretBytes).length > 0;
  if (!affects.regions.some(({ before, after }) => isEncoded(before) || isEncoded(after)))
    return affects;
  const row = (winning: WinningRow): WinningRow =>
    isEncoded(winning) ? { ...winning, secret: true } : winning;
  const regions = affects.regions.map((region) => ({
    ...region,
    before: region.before && row(region.before),
    after: region.after && row(region.after),
  }));
  return { ...affects, regions };
}

/** Where base64 begins is not known: a name may precede it. */
const OFFSETS = [0, 1, 2, 3];

/** The parts of a text that are base64 of a known text, alone or with more around it. */
function encodedIn(text: string | null | undefined, secretBytes: KnownBytes): string[] {
  const runs = text?.match(BASE64) ?? [];
  return runs.filter((run) => {
    const characters = run.replace(/\s|\\[rn]/g, '');
    return OFFSETS.some((offset) =>
      holds(Buffer.from(characters.slice(offset), 'base64').toString('latin1'), secretBytes),
    );
  });
}

function holds(bytes: string, secretBytes: KnownBytes): boolean {
  for (let at = 0; at + SHORTEST <= bytes.length; at++) {
    const texts = secretBytes.get(bytes.slice(at, at + SHORTEST));
    if (texts?.some((text) => bytes.startsWith(text, at))) return true;
  }
  return false;
}
