// Lists on top of the page: what is deleted, and what others changed on the server.
import { counted, withCommas } from '../../lib/text.ts';
import { addressOf, type Change } from '../../model/plan.ts';
import { describe, type Entry, entries, isSameItem, partsOf, SYMBOLS } from '../describe.ts';
import type { MaskedPlan } from '../mask.ts';
import { contextsOf, goneText, RENAMED, type Rename } from '../renames.ts';
import { driftTitle, restoredTitle } from '../sentences.ts';
import { receivers, shownFact } from './details.ts';
import { type Html, html, prose } from './escape.ts';
import type { Frame } from './frame.ts';
import { matrix, type Row, rowsOf } from './matrix.ts';

/** The table below has all of them. */
const MAX_ITEMS = 20;

/** Drift that an apply overwrites, renames and deletions. */
export function changeLists(plan: MaskedPlan, rows: readonly Row[]): Html[] {
  const { restored, renames, others } = partsOf(plan);
  const deleted = others.filter(({ action, rewritten }) => action === 'delete' && !rewritten);
  return [
    changeList(restored, { rows, id: 'drift', title: () => restoredTitle(plan) }),
    renameList(renames, rows),
    changeList(deleted, { rows, id: 'deletions', title: (count) => `Deletions (${count})` }),
  ].filter((list) => list !== undefined);
}

function renameList(renames: readonly Rename[], rows: readonly Row[]): Html | undefined {
  if (renames.length === 0) return undefined;
  const left = renames.length - MAX_ITEMS;
  const more = left > 0 ? html`<p>… and ${withCommas(left)} more.</p>` : undefined;
  return html`<section aria-labelledby="renames"><h2 id="renames">${RENAMED}</h2>
<ul class="changes">${renames.slice(0, MAX_ITEMS).map((rename) => renameItem(rename, rows))}</ul>${more}</section>
`;
}

function renameItem(rename: Rename, rows: readonly Row[]): Html {
  const { kind, from, to } = rename;
  const id = (name: string) => rows.find((row) => row.name === name && row.isFile === (kind === 'file'))?.id;
  const linked = (name: string) => html`<a href="#${id(name)}"><code>${name}</code></a>`;
  const contexts = contextsOf(rename).join(', ');
  return html`<li><span class="sign update">→</span> ${linked(from)} → ${linked(to)} <code class="at">${contexts}</code> · <strong class="loss">${prose(goneText(rename))}</strong></li>\n`;
}

interface ListOptions {
  /** Where each change stands in the matrix. */
  rows: readonly Row[];
  id: string;
  title: (count: string) => string;
}

function changeList(changes: readonly Change[], { rows, id, title }: ListOptions): Html | undefined {
  const listed = entries(changes);
  if (listed.length === 0) return undefined;
  const ids = new Map(rows.flatMap((row) => row.entries.map(({ change }) => [change, row.id] as const)));
  const items = listed
    .slice(0, MAX_ITEMS)
    .map((entry, i) => item(entry, { id: ids.get(entry.change), isSame: isNamedAbove(listed, i) }));
  const left = listed.length - items.length;
  const more =
    left > 0 ? html`<p>… and ${withCommas(left)} more in the <a href="#changes">table of changes</a>.</p>` : undefined;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title(withCommas(listed.length))}</h2>
<ul class="changes">${items}</ul>${more}</section>
`;
}

/** Whether the name of the key or file stands above already. */
function isNamedAbove(listed: readonly Entry[], at: number): boolean {
  const [above, own] = [listed[at - 1], listed[at]];
  return above !== undefined && own !== undefined && isSameItem(above.change, own.change);
}

/** Columns of a value. */
const WIDTH = 40;

function item(entry: Entry, { id, isSame }: { id: string | undefined; isSame: boolean }): Html {
  const { change } = entry;
  const name = html`<code>${addressOf(change)}</code>`;
  const linked = id === undefined ? name : html`<a href="#${id}">${name}</a>`;
  const context = change.kind === 'key' ? undefined : html` <code class="at">${change.context}</code>`;
  const after = receivers(entry).map((fact) => html` · ${shownFact(fact)}`);
  const sign = html`<span class="sign ${change.action}">${SYMBOLS[change.action]}</span>`;
  return html`<li${isSame ? html` class="same"` : undefined}>${sign} ${linked}${context} <code>${describe(change, { columns: WIDTH })}</code>${after}</li>\n`;
}

/** Drift that an apply leaves alone: it is no change of the plan, so it has tables of its own. */
export function leftAlone(plan: MaskedPlan, frame: Frame): Html[] {
  return driftTables(plan.drift, { frame, id: 'kept', title: driftTitle(plan) });
}

interface DriftOptions {
  frame: Frame;
  id: string;
  title: string;
}

/** More rows are folded. */
const MAX_OPEN = 20;

function driftTables(changes: readonly Change[], { frame, id, title }: DriftOptions): Html[] {
  const rows = rowsOf(changes, `${id}-`);
  if (rows.length === 0) return [];
  const tables = matrix(rows, { frame, caption: title });
  const isOpen = rows.length <= MAX_OPEN ? html` open` : undefined;
  return [
    html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<details class="fold"${isOpen}><summary>${counted(rows.length, 'row')}</summary>${tables}</details></section>
`,
  ];
}
