// Everything about one key or file without its secrets, as text for a terminal and as JSON.
import picocolors from 'picocolors';
import { counted } from '../lib/text.ts';
import { shortCommit, shownTime } from '../model/apply-entry.ts';
import { patternText } from '../model/context.ts';
import type { ExplainedRow, Explanation, LastChange, RowState } from '../model/explanation.ts';
import type { FileChange, ValueChange } from '../model/plan.ts';
import { looksSecret } from '../model/secrets.ts';
import type { KeyMetadata } from '../model/state.ts';
import { quotedWithin, widthOf } from './columns.ts';
import { isOwnContent } from './describe.ts';
import { type Colors, lineCount } from './file-diff.ts';
import { versioned } from './json.ts';
import { hiddenText, MASK, maskTexts } from './mask.ts';
import { DEFAULT_WIDTH, printable } from './printable.ts';

declare const masked: unique symbol;
/** An explanation that may be shown; only {@link maskExplanation} makes one. */
type MaskedExplanation = Explanation & { readonly [masked]: true };

export function maskExplanation(explanation: Explanation): MaskedExplanation {
  const { declared, live, rows } = explanation;
  return {
    ...explanation,
    ...(declared && { declared: withoutSecret(declared) }),
    ...(live && { live: withoutSecret(live) }),
    rows: rows.map(({ declared, live, applied, ...row }) => ({
      ...row,
      ...(declared && { declared: maskTexts(declared) }),
      ...(live && { live: maskTexts(live) }),
      ...(applied && { applied: maskTexts(applied) }),
    })),
  } as unknown as MaskedExplanation;
}

/** A readme may contain a token. */
function withoutSecret<Metadata extends KeyMetadata>(metadata: Metadata): Metadata {
  return looksSecret(metadata.readme) ? { ...metadata, readme: MASK } : metadata;
}

interface Layout {
  color: boolean;
  width?: number;
}

const LABEL = 15;
const INDENT = ' '.repeat(6);

export function textExplanation(explanation: MaskedExplanation, { color, width = DEFAULT_WIDTH }: Layout): string {
  const colors = picocolors.createColors(color);
  const { rows, name, kind } = explanation;
  const facts = factsOf(explanation).flatMap(([label, text]) =>
    factLines(label, { text: printable(text), width, colors }),
  );
  const title =
    rows.length === 0
      ? `No ${kind === 'key' ? 'values' : 'contents'}.`
      : `${counted(rows.length, kind === 'key' ? 'value' : 'content')}${rows.length > 1 ? ', the most specific first' : ''}:`;
  const listed = rows.flatMap((row) => ['', ...rowLines(row, { colors, width, explanation })]);
  return `${[colors.bold(printable(name)), ...facts, '', title, ...listed].join('\n')}\n`;
}

function factLines(label: string, { text, width, colors }: { text: string; width: number; colors: Colors }): string[] {
  const [first = '', ...more] = wrapped(text, width - LABEL - 2);
  return [`  ${colors.dim(label.padEnd(LABEL))}${first}`, ...more.map((line) => `  ${' '.repeat(LABEL)}${line}`)];
}

/** A blank at which no line is broken. */
const TOGETHER = '\u00a0';

/** Lines of at most so many columns, broken at blanks; a longer word has a line of its own. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => line.replaceAll(TOGETHER, ' '));
}

function factsOf(explanation: MaskedExplanation): [label: string, text: string][] {
  const { kind, protectedBy, excludedBy, usedIn, uses, liveRead, record } = explanation;
  const facts: [string, string | undefined][] = [
    ...(kind === 'key' ? metadataFacts(explanation) : []),
    ['declared in', kind === 'key' ? declaredIn(explanation) : undefined],
    ['protected by', protectedBy.join(', ') || undefined],
    ['out of scope', excludedBy],
    ['used in', usedIn.join(', ') || undefined],
    ['uses', uses.join(', ') || undefined],
    ['live', typeof liveRead === 'string' ? PARTIAL[liveRead] : `not read: ${liveRead.not.replaceAll('\n', ' ')}`],
    ['last apply', record === 'read' ? undefined : `not known: ${record.not}`],
  ];
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text]]));
}

/** The place of a key, unless there are several files: each value has its own. */
function declaredIn({ place, rows }: MaskedExplanation): string | undefined {
  const files = new Set([place, ...rows.map((row) => row.place)].flatMap((one) => one?.file ?? []));
  return files.size > 1 ? `${files.size} files, see below` : place && String(place);
}

const PARTIAL = {
  export: undefined,
  pulls: 'read by token: values in contexts that the files do not name are not seen',
};

function metadataFacts({ declared = {}, live }: MaskedExplanation): [string, string | undefined][] {
  const both = (field: keyof KeyMetadata, text: (value: KeyMetadata[typeof field]) => string | undefined) => {
    const [here, there] = [text(declared[field]), text(live?.[field])];
    if (here === undefined) return there;
    return live === undefined || there === here || there === undefined ? here : `${here} (live: ${there})`;
  };
  const plain = (value: unknown) => (value === undefined || value === '' ? undefined : String(value));
  return [
    ['type', both('vdt', plain) ?? 'Text'],
    ['readme', both('readme', plain)],
    ['security group', both('securityGroup', plain)],
    ['deprecated', both('deprecated', (value) => (value === true ? 'yes' : undefined))],
    [
      'locked',
      both('push', (value) => (value === false ? 'yes: only a token that may push locked keys changes it' : undefined)),
    ],
    ['to be deleted', declared.absent ? 'yes (opp: delete)' : undefined],
  ];
}

interface RowLayout {
  colors: Colors;
  width: number;
  explanation: MaskedExplanation;
}

function rowLines(row: ExplainedRow, { colors, width, explanation }: RowLayout): string[] {
  const { context, place, contentPath, declared, live, applied } = row;
  const content = contentPath === undefined || isOwnContent(row) ? '' : `, content of ${contentPath}`;
  const where = place === undefined ? 'not in the files' : `${place}${content}`;
  const head = `  ${printable(context)}  `;
  const room = width - widthOf(head) - widthOf(where) - 2;
  const shown = declared ?? live ?? applied;
  const text = row.absent ? '(must not exist)' : shown === undefined ? '' : changeText(shown, { row, room });
  const isFitting = widthOf(text) <= room;
  const first = isFitting
    ? [`${colors.bold(head.trimEnd())}  ${text}  ${colors.dim(printable(where))}`]
    : [
        colors.bold(head.trimEnd()),
        `${INDENT}${shown === undefined ? text : changeText(shown, { row, room: width - INDENT.length })}`,
        `${INDENT}${colors.dim(printable(where))}`,
      ];
  const cause = causeText(row);
  const notes = notesOf(row, { explanation, cause }).flatMap((note) => {
    const paint = note === cause ? colors.yellow : colors.dim;
    return wrapped(printable(note), width - INDENT.length).map((line) => `${INDENT}${paint(line)}`);
  });
  return [...first, ...notes];
}

/** Columns that a value takes at least, before it gets a line of its own. */
const LEAST = 24;

function changeText(change: ValueChange | FileChange, { row, room }: { row: ExplainedRow; room: number }): string {
  const text = change.after ?? null;
  if (text === MASK) return printable(hiddenText(row.unset));
  if (change.kind === 'file') return lineCount(text ?? '');
  return quotedWithin(text, Math.max(room, LEAST));
}

function notesOf(
  row: ExplainedRow,
  { explanation: { liveRead }, cause }: { explanation: MaskedExplanation; cause: string | undefined },
): string[] {
  const { excludedBy, declared, live, applied, liveState, appliedState } = row;
  const isDeclared = declared !== undefined;
  const states = [
    ['live', stateText({ state: liveState, change: live, isDeclared, isPartial: liveRead === 'pulls' })],
    ['last apply', stateText({ state: appliedState, change: applied, isDeclared })],
  ].flatMap(([what, text]) => (text === undefined ? [] : [{ what, text }]));
  const [first, second] = states;
  const isBoth = first !== undefined && first.text === second?.text;
  return [
    receivedText(row),
    ...(isBoth ? [`live and last apply: ${first.text}`] : states.map(({ what, text }) => `${what}: ${text}`)),
    cause,
    changedText(row),
    excludedBy && `out of scope: ${excludedBy}`,
  ].filter((note) => note !== undefined);
}

/** Why the files differ from the last apply, or the server does. */
function causeText({ declared, absent, liveState, appliedState }: ExplainedRow): string | undefined {
  if (appliedState === undefined) return undefined;
  if (declared === undefined) {
    if (appliedState === 'missing') return absent || liveState === 'missing' ? undefined : 'created on the server';
    return absent ? undefined : 'removed from the files since the last apply';
  }
  if (appliedState === 'missing') return 'not applied yet';
  if (appliedState === 'different') return 'changed in the files since the last apply';
  const isTheirs = appliedState === 'same' && (liveState === 'different' || liveState === 'missing');
  return isTheirs ? 'changed on the server since the last apply' : undefined;
}

function receivedText({ received, isLeaving, absent }: ExplainedRow): string | undefined {
  if (received.length === 0) return absent ? undefined : 'received by no application';
  const where = received.map(patternText).join(received.some(({ except }) => except.length > 0) ? ' and in ' : ', ');
  return `received in ${where}${isLeaving ? ' until the next apply deletes it' : ''}`;
}

interface Compared {
  state: RowState | undefined;
  change: ValueChange | FileChange | undefined;
  isDeclared: boolean;
  isPartial?: boolean;
}

/** What the server, or the last apply, has for the row. */
function stateText({ state, change, isDeclared, isPartial = false }: Compared): string | undefined {
  if (state === undefined) return undefined;
  if (state === 'missing') return isDeclared || !isPartial ? (isDeclared ? 'missing' : 'not present') : undefined;
  if (state === 'unknown') return 'present, but it cannot be compared';
  if (state === 'same') return 'as declared';
  if (!isDeclared) return 'present';
  const text = change?.after ?? null;
  if (text === MASK) return 'a different secret';
  if (change?.kind === 'file') return `different, ${lineCount(text ?? '')}`;
  return quotedWithin(text, 60);
}

/** `last changed 2026-11-20 10:00:00 UTC by alice, commit 1a2b3c4d5e: Raise the pool (#12)`: the apply, and its commit. */
function changedText({ lastChange }: ExplainedRow): string | undefined {
  if (lastChange === undefined) return undefined;
  if ('before' in lastChange)
    return `last changed before ${timeText(lastChange.before.time)}, the oldest apply that was read`;
  const { apply, subject, pullRequest } = lastChange;
  const commit =
    apply.commit === undefined
      ? ''
      : `, commit${TOGETHER}${shortCommit(apply.commit)}${apply.dirty ? ' and uncommitted changes' : ''}`;
  const by = apply.actor === undefined ? '' : ` by ${apply.actor}`;
  const named = subject === undefined ? '' : `: ${subject}`;
  const number =
    pullRequest === undefined || subject?.includes(`#${pullRequest}`) ? '' : ` (pull request ${pullRequest})`;
  const run = apply.run === undefined ? '' : `, ${apply.run}`;
  return `last changed ${timeText(apply.time)}${by}${commit}${named}${number}${run}`;
}

function timeText(time: string): string {
  return shownTime(time).replaceAll(' ', TOGETHER);
}

export function jsonExplanation({ kind, name, rows, liveRead, record, ...rest }: MaskedExplanation): string {
  const { place, declared, live, protectedBy, excludedBy, usedIn, uses } = rest;
  return versioned({
    ...(kind === 'key' ? { key: name } : { path: name }),
    place,
    declared,
    live,
    liveRead: typeof liveRead === 'string' ? liveRead : 'none',
    ...(typeof liveRead === 'object' && { liveProblem: liveRead.not }),
    recordRead: record === 'read',
    ...(record !== 'read' && { recordProblem: record.not }),
    protectedBy,
    excludedBy,
    ...(kind === 'key' ? { usedIn } : { uses }),
    rows: rows.map(rowJson),
  });
}

function rowJson(row: ExplainedRow): object {
  const { context, place, contentPath, absent, unset, excludedBy, isLeaving } = row;
  const { declared, live, applied, liveState, appliedState, lastChange, received } = row;
  return {
    context,
    place,
    contentPath,
    absent,
    unset,
    declared: declared && textJson(declared),
    ...(liveState && { live: { state: liveState, ...(live && textJson(live)) } }),
    ...(appliedState && { lastApply: { state: appliedState, ...(applied && textJson(applied)) } }),
    received: received.map(({ elements, except }) => ({ elements, except })),
    isLeaving,
    lastChange: lastChange && changeJson(lastChange),
    excludedBy,
  };
}

function textJson(change: ValueChange | FileChange): object {
  const text = change.after ?? null;
  return { [change.kind === 'file' ? 'content' : 'value']: text, ...(text === MASK && { secret: true }) };
}

function changeJson(change: LastChange | { before: LastChange['apply'] }): object {
  if ('before' in change) return { before: change.before.time };
  const { apply, subject, pullRequest } = change;
  const { time, commit, dirty, actor, run } = apply;
  return { time, commit, dirty, actor, run, subject, pullRequest };
}
