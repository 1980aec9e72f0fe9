// What a line says about one change: its text, why it is there, which applications it affects, where it is declared, and what differs.
import { compareText, withCommas } from '../lib/text.ts';
import type { Place } from '../model/diagnostic.ts';
import {
  type Change,
  type ShowAffected,
  type Finding,
  isCounted,
  isOverride,
  isAboutOthers,
  type KeyChange,
  type KeyCreation,
  type KeyDeletion,
} from '../model/plan.ts';
import { isNative, KEY_METADATA, type KeyMetadata, type Named } from '../model/state.ts';
import { pairWithin, QUOTED, quotedWithin } from './columns.ts';
import { diffLines, formattedPair, lineCount } from './differences.ts';
import { toldApart } from './lookalikes.ts';
import { hiddenText } from './mask.ts';
import { emptiedKeys, leavesNothing, NOTHING_LEFT, affectedLines } from './affected-text.ts';

export const SYMBOLS = { create: '+', update: '~', delete: '-' } as const;

/** What changes, for each output to lay out: our own words, values, or named settings. */
export type LineText =
  | { kind: 'words'; text: string }
  | { kind: 'value'; text: string | null; isReplaced?: true }
  | { kind: 'pair'; before: string | null; after: string | null }
  | {
      kind: 'settings';
      settings: [name: string, before: string | undefined, after: string | undefined][];
    };

export interface Diff {
  /** Each with its sign. */
  lines: string[];
  /** How many there are in all. */
  count: number;
  /** The text of a creation or deletion. */
  isWhole?: true;
}

/** Where something is declared, or was before. */
export type LinePlace = Pick<Finding, 'place' | 'removedFrom'>;

export interface ChangeLine extends LinePlace {
  /** `=`: is on the server, and is not touched. */
  sign: (typeof SYMBOLS)[keyof typeof SYMBOLS] | '→' | '!' | '=';
  kind: Change['kind'] | 'setting' | 'rename';
  name: string;
  context?: string | undefined;
  text: LineText;
  /** `new key, Integer`, `conflict: also changed in the files`. */
  remark?: string | undefined;
  /** `isLoss`: they get nothing afterwards. */
  affected: { text: string; isLoss: boolean }[];
  /** The file that its text comes from. */
  contentPath?: string | undefined;
  diff?: Diff | undefined;
  isRewritten?: true | undefined;
  /** The elements of the first level whose applications the change affects, where an output asks for them. */
  affectedElements?: string[];
}

/** The lines of one key or file come together. */
export function itemsOf(lines: readonly ChangeLine[]): ChangeLine[][] {
  const items: ChangeLine[][] = [];
  for (const line of lines) {
    const last = items.at(-1);
    const before = last?.[0];
    if (before?.name === line.name && (before.kind === 'file') === (line.kind === 'file'))
      last?.push(line);
    else items.push([line]);
  }
  return items;
}

/** A visible change, and the created or deleted key that is shown on its line. */
export interface ChangeEntry {
  change: Change;
  owner?: KeyCreation | KeyDeletion | undefined;
  /** Its key is deleted, and leaves no value to any application: the line of the key says so. */
  isEmptied?: boolean;
}

/** The visible changes in order. A key created or deleted with its values is shown on the first of them. */
export function entries(changes: readonly Change[]): ChangeEntry[] {
  const result: ChangeEntry[] = [];
  const emptied = emptiedKeys(changes);
  let hiddenKey: ChangeEntry['owner'];
  for (const change of changes) {
    if (!isCounted(change) && !change.rewritten) {
      hiddenKey = change.kind === 'key' && change.action !== 'update' ? change : undefined;
      continue;
    }
    const isOwned = change.kind === 'value' && change.name === hiddenKey?.name;
    const isEmptied = change.kind === 'value' && emptied.has(change.name);
    result.push({ change, owner: isOwned ? hiddenKey : undefined, isEmptied });
    hiddenKey = undefined;
  }
  return inNaturalOrder(result, ({ change }) => change);
}

/** Of names with numbers, `flag6` comes before `flag41`. Otherwise as a plan has them: keys, then files, by name. */
export function inNaturalOrder<One>(items: One[], namedOf: (one: One) => Named): One[] {
  if (!items.some((item) => /\d/.test(namedOf(item).name))) return items;
  const keyed = items.map((item) => {
    const { kind, name } = namedOf(item);
    const text = name.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(MAX_DIGITS, '0'));
    return { one: item, isFile: Number(kind === 'file'), text };
  });
  return keyed
    .sort((a, b) => a.isFile - b.isFile || compareText(a.text, b.text))
    .map(({ one }) => one);
}

const MAX_DIGITS = 20;

/** Compares the first texts of a list, because each takes time. */
export class Comparisons {
  /** Characters. */
  #left = 4_000_000;

  /** `undefined`: not compared; an empty list: they differ too much. */
  linesOf(before: string, after: string): string[] | undefined {
    const cost = before.length + after.length + LEAST_COST;
    if (cost > MAX_COMPARED || cost > this.#left) return undefined;
    this.#left -= cost;
    return diffLines(before, after) ?? [];
  }
}

/** Characters that take as long as calling the comparison. */
const LEAST_COST = 3900;
/** Longer texts are not compared, because that takes too long. Characters. */
const MAX_COMPARED = 500_000;

export function lineOf(
  entry: ChangeEntry,
  showAffected: ShowAffected,
  comparisons: Comparisons,
): ChangeLine {
  const { change } = entry;
  const texts = comparedTexts(change);
  const lines = texts && comparisons.linesOf(...texts);
  return {
    sign: SYMBOLS[change.action],
    kind: change.kind,
    name: change.name,
    context: change.context,
    text: textOf(change, texts, lines),
    remark: remarkOf(entry) || undefined,
    affected: affectedOf(entry, showAffected),
    place: change.place,
    removedFrom: change.removedFrom,
    contentPath: change.contentPath,
    diff: texts === undefined ? wholeText(change) : diffOf(lines),
    isRewritten: change.rewritten,
  };
}

function remarkOf({ change, owner }: ChangeEntry): string {
  const surplus = change.kind === 'value' && change.surplus;
  return [
    change.pending && isAboutOthers(change) && 'not from this branch',
    causeRemark(change),
    change.clearText && !change.secret && 'with a new secret in clear text in Git',
    surplus && `stored ${surplus === 1 ? 'twice' : `${surplus + 1} times`} on the server`,
    owner && keyRemark(owner),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Which applications a change affects, where its context does not say it. Of an emptied key, its first line says it. */
function affectedOf(
  { change, owner, isEmptied }: ChangeEntry,
  showAffected: ShowAffected,
): ChangeLine['affected'] {
  if (change.kind === 'key') return [];
  if (isEmptied)
    return owner && showAffected !== 'none' ? [{ text: NOTHING_LEFT.value, isLoss: true }] : [];
  const isLoss = leavesNothing(change);
  return affectedLines(change, showAffected).map((text) => ({ text, isLoss }));
}

function causeRemark(change: Change): string | undefined {
  if (change.cause === 'conflict') return 'conflict: also changed in the files';
  if (!isOverride(change) || change.kind === 'key') return undefined;
  const { context, place } = change.overrides ?? {};
  const from = place === undefined ? '' : ` from ${place.file}:${place.line}`;
  return context === undefined ? undefined : `overrides ${context}${from}`;
}

/** Both sides if a diff explains them better than a line: file contents, values of several lines, and long ones with members. */
export function comparedTexts(change: Change): [before: string, after: string] | undefined {
  if (change.kind === 'key' || change.secret || change.rewritten) return undefined;
  const { kind, before, after } = change;
  if (before == null || after == null) return undefined;
  if (kind === 'file' || hasLines(before) || hasLines(after)) return [before, after];
  return isNative(change.vdt) ? formattedPair(before, after) : undefined;
}

function hasLines(text: string): boolean {
  return text.slice(0, -1).includes('\n');
}

/** No output shows more lines of one text. */
const MAX_LINES = 500;

function diffOf(lines: string[] | undefined): Diff | undefined {
  return lines && lines.length > 0 ? { lines, count: lines.length } : undefined;
}

/** The lines of a new or deleted text of several lines. */
function wholeText(change: Change): Diff | undefined {
  if (change.kind === 'key' || change.secret || change.rewritten || change.action === 'update')
    return undefined;
  const [text, sign] = change.action === 'create' ? [change.after, '+'] : [change.before, '-'];
  if (text == null || text.length > MAX_COMPARED || !hasLines(text)) return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  return {
    lines: lines.slice(0, MAX_LINES).map((line) => `${sign}${line}`),
    count: lines.length,
    isWhole: true,
  };
}

/** @param texts what is compared by lines. @param diff absent: it is not known */
function textOf(
  change: Change,
  texts: readonly [before: string, after: string] | undefined,
  diff: readonly string[] | undefined,
): LineText {
  if (change.kind === 'key') return keyText(change);
  if (change.secret && change.unset !== undefined) return words(hiddenText(change.unset));
  // `(secret, created)`. Other changes have no word for their action, only a sign.
  if (change.secret) {
    const inGit = change.clearText ? ', in clear text in Git' : '';
    return words(`(secret, ${change.rewritten ? 'rewritten' : `${change.action}d`}${inGit})`);
  }
  if (change.rewritten) return words('rewritten');
  const { kind, action, before, after } = change;
  const only = after === undefined ? before : after;
  if (action !== 'update') {
    if (only === undefined) return words('not read');
    return kind === 'file' && only !== null ? words(sizeOf(only)) : { kind: 'value', text: only };
  }
  // A read by token may only reveal that a file differs; a value is unknown after an apply whose outcome is unknown.
  if (before === undefined)
    return kind === 'file'
      ? words(`replaced by ${sizeOf(after ?? '')}`)
      : { kind: 'value', text: after ?? null, isReplaced: true };
  if (kind === 'file' && after === undefined)
    return words(`${sizeOf(before ?? '')} → different text`);
  if (texts !== undefined) return words(sizesText(...texts, diff));
  const [old, now] = toldApart(before, after ?? null);
  return { kind: 'pair', before: old, after: now };
}

function words(text: string): LineText {
  return { kind: 'words', text };
}

/** `3 lines → 4 lines`, or `1 of 13 lines changed`. @param diff absent: it is not known */
function sizesText(before: string, after: string, diff: readonly string[] | undefined): string {
  const [old, now] = [sizeOf(before), sizeOf(after)];
  if (diff?.length === 0) return `${old} → ${now}, content replaced`;
  if (old !== now || diff === undefined) return old === now ? now : `${old} → ${now}`;
  const some = `${withCommas(diff.filter((line) => line.startsWith('+')).length)} `;
  return now.startsWith(some) ? `${now} changed` : `${some}of ${now} changed`;
}

/** Lines of longer texts are not counted, because that takes too long. */
function sizeOf(text: string): string {
  return text.length > MAX_COMPARED ? `${withCommas(text.length)} characters` : lineCount(text);
}

function keyText(change: KeyChange): LineText {
  if (change.action !== 'update') return words(keyRemark(change));
  const { before, after } = change;
  const changed = KEY_METADATA.filter((name) => before[name] !== after[name]);
  return {
    kind: 'settings',
    settings: changed.map((name) => {
      const [old, now] = [before[name], after[name]];
      return typeof old === 'string' && typeof now === 'string'
        ? [name, ...pairWithin(...toldApart(old, now), 2 * QUOTED)]
        : [name, metadataOf(old), metadataOf(now)];
    }),
  };
}

function metadataOf(value: KeyMetadata[keyof KeyMetadata]): string {
  return typeof value === 'string' ? quotedWithin(value, QUOTED) : String(value ?? 'none');
}

function keyRemark({ after, values }: KeyCreation | KeyDeletion): string {
  if (after === undefined)
    return values < 2 ? 'key deleted' : `key deleted with its ${withCommas(values)} values`;
  const { vdt = 'Text', deprecated, push, securityGroup } = after;
  const facts = [
    'new key',
    vdt,
    deprecated && 'deprecated',
    push === false && 'locked',
    securityGroup !== undefined && `in security group ${securityGroup}`,
  ];
  return facts.filter(Boolean).join(', ');
}

export function textWithin(text: LineText, columns: number): string {
  if (text.kind === 'words') return text.text;
  if (text.kind === 'pair') return pairWithin(text.before, text.after, columns - 3).join(' → ');
  if (text.kind === 'settings')
    return text.settings
      .map(([name, before = 'not set', after = 'not set']) =>
        `${name} ${before} → ${after}`.trimStart(),
      )
      .join(', ');
  const lead = text.isReplaced ? 'replaced by ' : '';
  return `${lead}${quotedWithin(text.text, columns - lead.length)}`;
}

/**
 * Whether a file of `sources` is its own content: it is declared by being there, at its first character, where no document
 * declares anything.
 */
export function isOwnContent({
  place,
  contentPath,
}: Pick<ChangeLine, 'place' | 'contentPath'>): boolean {
  return contentPath !== undefined && place?.line === 1 && place.column === 1;
}

/** `config/shop.yaml:3:5`, or `was config/shop.yaml:3:5` for a line that was removed. */
export function whereOf({ place, removedFrom }: LinePlace): string | undefined {
  if (place !== undefined) return String(place);
  return removedFrom === undefined ? undefined : `was ${removedFrom}`;
}

/** What is known about the repository of a page. */
export interface Links extends LineLinks {
  /** The URL of a line at the head commit, or at another one. */
  linkOf?: ((place: Place, commit?: string) => string | undefined) | undefined;
  /** Folder of the project in the repository, for the paths that are shown. */
  folder?: string | undefined;
  /** URL of the folder of the documentation. */
  docs?: string | undefined;
}

/** Where the lines of one plan are. */
export interface LineLinks {
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
  /** The commit that has the lines which declare items; absent: the head commit. */
  declaredAt?: string | undefined;
  /** Files that no commit has. */
  untracked?: readonly string[] | undefined;
}

/** Path from the top of the repository. */
export function pathInRepository(file: string, { folder = '' }: Pick<Links, 'folder'>): string {
  return folder === '' ? file : `${folder}/${file}`;
}

/** The URL of a line, also of one that the plan removes. */
export function lineUrl(
  { place, removedFrom }: LinePlace,
  links: Omit<Links, 'docs'>,
): string | undefined {
  const { linkOf, removedAt, declaredAt, untracked = [] } = links;
  if (place !== undefined)
    return untracked.includes(place.file) ? undefined : linkOf?.(place, declaredAt);
  return removedFrom && removedAt !== undefined ? linkOf?.(removedFrom, removedAt) : undefined;
}
