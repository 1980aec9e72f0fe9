// What a row of the matrix says besides its cells: where changes are declared, who receives them, and what differs.
import type { FileChange, ValueChange } from '../../model/plan.ts';
import { comparedTexts, type Entry, type Receiver, receiversOf, remarkOf } from '../describe.ts';
import { NOTHING_LEFT } from '../received.ts';
import { type TextDiff, textDiff, wholeText } from './diff.ts';
import { type Html, html } from './escape.ts';
import { type Frame, placeLink, placeLinks } from './frame.ts';

/** Longer values are cut in a cell, so the details have them whole. */
const MAX_IN_CELL = 60;

/** What the details show of both texts of a change; `undefined` if its cell has them. */
export function comparisonOf({ change }: Entry, { effort }: Frame): TextDiff | undefined {
  if (change.kind === 'key' || change.secret || change.rewritten) return undefined;
  const { before, after } = change;
  const texts = comparedTexts(change);
  if (texts !== undefined) return textDiff(...texts, effort);
  if (!isLong(change)) return undefined;
  if (before != null && after != null) return textDiff(before, after, effort);
  const only = after ?? before;
  return only == null ? undefined : { shown: wholeText(only, effort) };
}

function isLong({ kind, before, after }: ValueChange | FileChange): boolean {
  return [before, after].some(
    (text) => text != null && (kind === 'file' || text.length > MAX_IN_CELL || text.includes('\n')),
  );
}

export interface Detail {
  entry: Entry;
  diff: TextDiff | undefined;
}

export interface Details {
  /** Below the name. */
  beside: Html[];
  /** A line of its own below the row: one sentence, or an element that opens. */
  below?: Html;
}

/** More than this does not fit below a name. Characters. */
const MAX_BESIDE = 70;
/** More places than this are only in the details. */
const MAX_PLACES = 6;

/** @param name key or path */
export function detailsOf(details: readonly Detail[], { name, frame }: { name: string; frame: Frame }): Details {
  const notes = details.map((detail): Note => ({ ...detail, facts: factsOf(detail.entry) }));
  const facts = notes.flatMap((note) => note.facts);
  const hasDiff = details.some(({ diff }) => diff !== undefined);
  const isFew = details.length === 1 && facts.reduce((sum, { text }) => sum + text.length, 0) <= MAX_BESIDE;
  const places = placeLinks(
    details.map(({ entry }) => entry.change),
    frame,
  );
  const beside = [
    ...(places.length === 0 ? [] : [html`<span class="fact">${joined(places.slice(0, MAX_PLACES))}</span>`]),
    ...(isFew ? facts.map((fact) => html`<span class="fact">${shownFact(fact)}</span>`) : []),
  ];
  const isTold = !hasDiff && (isFew || facts.length === 0) && places.length <= MAX_PLACES;
  if (isTold) return { beside };
  const summary = html`<span class="vh">Details of ${name}: </span>${summaryOf(notes, isFew)}`;
  const isAlone = notes.length === 1 && (isFew || facts.length === 0);
  const told = places.length > MAX_PLACES ? notes : notes.filter((note) => note.diff ?? note.facts[0]);
  const blocks = isAlone ? notes.map(({ diff }) => diff?.shown) : told.map((note) => noteBlock(note, frame));
  return { beside, below: html`<details><summary>${summary}</summary>${blocks}</details>` };
}

function joined(parts: readonly Html[]): Html {
  return html`${parts.map((part, i) => (i === 0 ? part : html`, ${part}`))}`;
}

interface Note extends Detail {
  facts: readonly Receiver[];
}

/** Why it is there, and who receives it. */
function factsOf(entry: Entry): Receiver[] {
  const why = remarkOf({ change: entry.change });
  return [...(why === '' ? [] : [{ text: why, isLoss: false }]), ...receivers(entry)];
}

/** Who receives a change. Of an emptied key it is said once. */
export function receivers(entry: Entry): Receiver[] {
  const isEmptiedKey = entry.isEmptied && entry.owner !== undefined;
  return isEmptiedKey ? [{ text: NOTHING_LEFT.value, isLoss: true }] : receiversOf(entry);
}

export function shownFact({ text, isLoss }: Receiver): Html {
  return isLoss ? html`<strong class="loss">${text}</strong>` : html`${text}`;
}

function noteBlock({ entry, diff, facts }: Note, frame: Frame): Html {
  const { change } = entry;
  const context = change.kind === 'key' ? 'key' : change.context;
  const place = placeLink(change, frame);
  return html`<div class="note"><p><code class="at">${context}</code>${place && html` · ${place}`}${facts.map((fact) => html` · ${shownFact(fact)}`)}</p>${diff?.shown}</div>`;
}

/** `differences, who receives it`. @param isTold whether the facts stand beside the row already */
function summaryOf(notes: readonly Note[], isTold: boolean): string {
  const has = (isWanted: (action: string) => boolean) =>
    notes.some(({ entry, diff }) => diff !== undefined && isWanted(entry.change.action));
  const parts = [
    ...(has((action) => action === 'update') ? ['differences'] : []),
    ...(has((action) => action !== 'update') ? ['content'] : []),
    ...(!isTold && notes.some(({ facts }) => facts.length > 0) ? ['who receives it'] : []),
  ];
  return parts.length === 0 ? 'lines' : parts.join(', ');
}
