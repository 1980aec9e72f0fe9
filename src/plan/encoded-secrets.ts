// Finds values that are secret because they contain, in base64, a secret of any known version of the project.
import {
  type Affected,
  type Change,
  type WinningRow,
  type RowChange,
  rowChanges,
} from '../model/plan.ts';
import { secretRowsIn } from '../model/secret-rows.ts';
import { isSecretText, isSecretValue } from '../model/secrets.ts';
import { type Item, rowAt, type State } from '../model/state.ts';
import { secretsInVersions, secretTexts } from '../semantics/secret-lines.ts';
import type { PlanInput, SecretRules } from './input.ts';

/** Characters. Shorter texts occur by chance. */
const SHORTEST = 8;

/**
 * At least what eight characters give; in lines of any length, as long as all but the last are long. `{57,}` would need too
 * much memory for a line of 8 MB, and so would `(?:\s|\\[rn])+` for as many spaces.
 */
const BASE64 =
  /(?:(?=[A-Za-z0-9+/]{57})[A-Za-z0-9+/]+(?:\s+(?:\\[rn]\s*)*|(?:\\[rn]\s*)+))*(?=[\w+/-]{11})[\w+/-]+/g;

/** The versions of a project, and what they call secret. */
export type SecretSources = Pick<PlanInput, 'desired' | 'live'> & {
  secrets: Pick<SecretRules, 'isSecretName' | 'secretIn' | 'masksLive'>;
};

/**
 * Returns a function that marks a change if it shows base64 of a secret.
 * @param changes all changes of a plan, because their own secrets are searched for, too
 * @param more texts that are secret as well
 */
export function encodedMarks(
  changes: readonly Change[],
  sources: SecretSources,
  more: readonly string[] = [],
): (change: Change) => Change {
  if (!mayHoldEncoded(changes)) return (change) => change;
  const secretBytes = byStart([...secretTextsIn(changes, sources), ...more]);
  return (change) => (secretBytes.size === 0 ? change : marked(change, secretBytes));
}

/** Every text that is secret in a plan or its sources. */
export function secretTextsIn(changes: readonly Change[], sources: SecretSources): string[] {
  const masked = rowChanges(changes).flatMap(maskedTexts);
  return [...masked.flatMap((text) => text ?? []), ...secretsOf(sources)];
}

/** Whether any of their texts contains base64. If none does, no secrets are searched for. */
export function mayHoldEncoded(changes: readonly Change[]): boolean {
  return rowChanges(changes).some(
    ({ before, after, secret, affects }) =>
      (!secret && (holdsText(before) || holdsText(after))) ||
      affects?.regions.some(
        (region) => holdsText(region.before?.text) || holdsText(region.after?.text),
      ),
  );
}

/** As much UTF-8 as is needed, with each byte as one character. */
const UTF8 =
  /(?:[^\x80-\xff]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}){1,8}/g;

function holdsText(text: string | null | undefined): boolean {
  const runs = text?.match(BASE64) ?? [];
  return runs.flatMap(decoded).some(isReadable);
}

function isReadable(bytes: string): boolean {
  for (const [{ length }] of bytes.matchAll(UTF8)) if (length >= SHORTEST) return true;
  return false;
}

/** Every text that is secret in one of the versions, whether it changes or not. */
function secretsOf({ desired, live, secrets }: SecretSources): string[] {
  const { isSecretName, secretIn = [], masksLive } = secrets;
  const versions = [...new Set([desired, live, ...secretIn])];
  const secretRows = secretRowsIn(versions);
  const texts = new Set<string>();
  const searched = new Set<string>();
  for (const [index, state] of versions.entries()) {
    for (const [id, item] of state.items) {
      // What the server has of an item that is secret in another context may be the same secret, moved.
      const isMoved = masksLive === true || secretRows.items.has(id);
      const isMasked = state === live && isMoved;
      const isNamed = isMasked || isSecretName(item.name);
      // Nearly all rows have the text that they have in the versions before, where it was searched, unless all of it is masked.
      const earlier = versions.slice(0, index).filter((version) => version !== live || !isMoved);
      const sameItems = isMasked ? [] : sameNamed(earlier, id, item);
      for (const [context, { text }] of item.rows) {
        if (text === null || text.length < SHORTEST) continue;
        if (sameItems.some(({ rows }) => rows.get(context)?.text === text)) continue;
        const isWhole = isNamed || rowAt(secretRows, { id, context }) !== undefined;
        if (isWhole || isSecretText(item.name, text)) texts.add(text);
        else if (!searched.has(text)) {
          searched.add(text);
          for (const secret of secretTexts(text)) texts.add(secret);
        }
      }
    }
  }
  return [...texts];
}

function sameNamed(states: readonly State[], id: string, { name }: Item): Item[] {
  return states.flatMap(({ items }) => items.get(id) ?? []).filter((item) => item.name === name);
}

function maskedTexts(change: RowChange): (string | null | undefined)[] {
  const { before, after, secret, secrets, affects } = change;
  const rows = affects?.regions.flatMap((region) => [region.before, region.after]) ?? [];
  const others = rows.flatMap((row) => (secret || row?.secret ? [row?.text] : []));
  return [...(secret ? [before, after] : []), ...(secrets?.texts ?? []), ...others];
}

/** Whether a text has one of their secrets in it: in base64, or as it is, unless the secret could be any word. They are searched for when a text may have one. */
export function knownSecretTest(sources: SecretSources): (text: string | null) => boolean {
  let known: { encoded: KnownBytes; plain: KnownBytes } | undefined;
  return (text) => {
    if (text === null || text.length < SHORTEST) return false;
    if (known === undefined) {
      const secrets = secretsOf(sources);
      const plain = secrets.filter((secret) => isSecretValue(secret, 'doubtful'));
      known = { encoded: byStart(secrets), plain: byStart(plain) };
    }
    return holds(bytesOf(text), known.plain) || encodedIn(text, known.encoded).length > 0;
  };
}

/** Its bytes in UTF-8, each as one character. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Their bytes, each as one character, by the first of them. */
type KnownBytes = ReadonlyMap<string, readonly string[]>;

function byStart(texts: readonly (string | null | undefined)[]): KnownBytes {
  const bytesByStart = new Map<string, string[]>();
  for (const text of new Set(texts.map((given) => given?.trim() ?? ''))) {
    if (text.length < SHORTEST) continue;
    const bytes = bytesOf(text);
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
  return runs.filter((run) => decoded(run).some((bytes) => holds(bytes, secretBytes)));
}

function decoded(run: string): string[] {
  const characters = run.replace(/\s|\\[rn]/g, '');
  return OFFSETS.map((offset) =>
    Buffer.from(characters.slice(offset), 'base64').toString('latin1'),
  );
}

function holds(bytes: string, secretBytes: KnownBytes): boolean {
  for (let at = 0; at + SHORTEST <= bytes.length; at++) {
    const texts = secretBytes.get(bytes.slice(at, at + SHORTEST));
    if (texts?.some((text) => bytes.startsWith(text, at))) return true;
  }
  return false;
}
