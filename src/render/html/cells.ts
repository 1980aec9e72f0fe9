// What stands in a cell of the matrix: a change in a few words, or a value that stays.
import { contextId } from '../../model/context.ts';
import { countsByElement } from '../../model/element-counts.ts';
import type { Change, FileChange, KeyChange, ReceivedRow, ValueChange } from '../../model/plan.ts';
import { comparedTexts, describe, metadataOf } from '../describe.ts';
import { lineCount } from '../file-diff.ts';
import { MASK } from '../mask.ts';
import { memberChanges } from '../member-changes.ts';
import { DEFAULT_WIDTH, quoted, quotedTwo } from '../printable.ts';
import type { TextDiff } from './diff.ts';
import { type Html, html } from './escape.ts';
import { contextNumber, type Frame } from './frame.ts';
import { markedEnds } from './words.ts';

export interface CellOptions {
  frame: Frame;
  /** What the head of the column does not say of the context. */
  label?: string | undefined;
  /** The comparison that the details show. */
  diff?: TextDiff | undefined;
}

/** A change of a value or file, with what the filters look for. */
export function changeCell(change: ValueChange | FileChange, options: CellOptions): Html {
  const { frame, label } = options;
  const context = contextNumber(change.context, frame);
  const kind = change.rewritten ? 'rewritten' : change.action;
  return html`<div class="ch" data-a="${kind}" data-c="${context}" data-e="${reached(change, frame)}">${labelled(label)}${bodyOf(change, options)}${badges(change)}</div>`;
}

/** A change of the key itself, beside its name. */
export function keyCell(change: KeyChange): Html {
  const shown =
    change.action === 'update'
      ? metadataOf(change).map(
          ([name, before, after]) => html`<span class="meta">${name} <del>${before}</del> <ins>${after}</ins></span>`,
        )
      : html`<span class="badge ${change.action}">${describe(change, DEFAULT_WIDTH)}</span>`;
  return html`<div class="ch" data-a="${change.action}" data-c="" data-e="">${shown}${badges(change)}</div>`;
}

/** A value that the plan leaves as it is, because others fall back to it or received it before. */
export function staysCell({ context, text, secret }: ReceivedRow, label: string | undefined): Html {
  const shown = secret ? MASK : text === undefined ? 'unchanged' : quoted(text);
  const title = `${context}: unchanged`;
  return html`<div class="stays" title="${title}">${labelled(label)}<span class="vh">unchanged: </span>${shown}</div>`;
}

function labelled(label: string | undefined): Html | undefined {
  return label === undefined ? undefined : html`<span class="at">${label}</span>`;
}

/** The numbers of the elements whose applications receive the change; `*` for all. */
function reached(change: Change, { elements }: Frame): string {
  if (elements.length === 0) return '';
  const found = new Set(countsByElement({ changes: [change], elements }).map(({ element }) => contextId(element)));
  const numbers = elements.flatMap((element, i) => (found.has(contextId(element)) ? [i] : []));
  return numbers.length === elements.length ? '*' : numbers.join(' ');
}

function bodyOf(change: ValueChange | FileChange, { diff }: CellOptions): Html {
  if (change.secret || change.rewritten) return html`<span class="said">${describe(change, DEFAULT_WIDTH)}</span>`;
  if (diff?.lines !== undefined && comparedTexts(change) !== undefined) return edited(change, diff.lines);
  const { action, before, after } = change;
  if (action === 'create') return html`<ins>${shortText(change, after)}</ins>`;
  if (action === 'delete') return html`<del>${shortText(change, before)}</del>`;
  if (before === undefined) return html`<span class="said">replaced by</span><ins>${shortText(change, after)}</ins>`;
  if (change.kind === 'file' || after === undefined || comparedTexts(change) !== undefined)
    return html`<span class="said">${describe(change, DEFAULT_WIDTH)}</span>`;
  const members = memberChanges(change);
  if (members !== undefined) return memberList(members);
  const [old, now] = markedEnds(...quotedTwo(before, after));
  return html`<del>${old}</del><ins>${now}</ins>`;
}

/** More members of a value are counted. */
const MAX_MEMBERS = 6;

/** What changed inside of a structured value, a line for each member. */
function memberList(members: readonly string[]): Html {
  const left = members.length - MAX_MEMBERS;
  const shown = members.slice(0, MAX_MEMBERS).map((member) => html`<span class="member">${member}</span>`);
  return html`<span class="said">${shown}${left > 0 ? html`<span class="member">… and ${left} more</span>` : undefined}</span>`;
}

function shortText({ kind }: Change, text: string | null | undefined): string {
  if (text === undefined) return 'not read';
  if (text !== null && (kind === 'file' || text.includes('\n'))) return lineCount(text);
  return quoted(text);
}

/** `13 lines +2 −1`. */
function edited(change: ValueChange | FileChange, { added, removed }: { added: number; removed: number }): Html {
  const size = lineCount(change.after ?? '');
  return html`<span class="said">${size} <ins class="count">+${added}</ins> <del class="count">−${removed}</del></span>`;
}

function badges(change: Change): Html[] {
  const { cause, pending } = change;
  const isTheirs = cause === 'drift' || cause === 'conflict' || cause === 'override';
  return [
    ...(isTheirs ? [html`<span class="badge theirs">${cause === 'override' ? 'added on server' : cause}</span>`] : []),
    ...(pending ? [html`<span class="badge">pending before</span>`] : []),
  ];
}
