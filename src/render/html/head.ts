// The head of the page: target, commit, counts, counts by environment, and notes.
import { withCommas } from '../../lib/text.ts';
import { ACTIONS, type Counts, countChanges, hasRefusals, type Plan } from '../../model/plan.ts';
import { ANY_OTHER, elementTable, elementTitle } from '../element-counts.ts';
import type { Status } from '../markdown/status.ts';
import type { MaskedPlan } from '../mask.ts';
import { baseLines, driftLine, othersLines, rewrittenLines } from '../sentences.ts';
import { type Html, html, link, prose } from './escape.ts';

/** What is known of the plan besides its content. */
export type Facts = Pick<Status, 'commit' | 'run' | 'reason' | 'hint'>;

/** The changes of a plan, or the drift of a repository. */
export type About = 'plan' | 'drift';

interface HeadOptions {
  facts: Facts;
  about: About;
}

/** `Plan: acme/shop`. */
export function titleOf({ target: { account, name } }: Plan, about: About): string {
  const repository = name === '' ? 'repository not configured' : `${account}/${name}`;
  return `${about === 'plan' ? 'Plan' : 'Drift'}: ${repository}`;
}

export function head(plan: MaskedPlan, { facts, about }: HeadOptions): Html {
  const { reason, hint } = facts;
  const said = [reason, hint].flatMap((text) =>
    text === undefined ? [] : [html`<p class="reason">${prose(text)}</p>`],
  );
  const counts = about === 'plan' ? planCounts(plan) : html`<p class="counts"><strong>${driftLine(plan)}</strong></p>`;
  return html`<header>
<h1>${titleOf(plan, about)}</h1>
${counts}
${metaList(plan, facts)}
${said}
</header>
`;
}

const VERBS = { create: 'to create', update: 'to update', delete: 'to delete' } as const;

function planCounts(plan: MaskedPlan): Html {
  const counts = countChanges(plan.changes);
  const isEmpty = ACTIONS.every((action) => counts[action] === 0);
  const state = hasRefusals(plan) ? html`<li class="state refused">Refused</li>` : undefined;
  const items = isEmpty
    ? html`<li class="none">No changes</li>`
    : ACTIONS.map(
        (action) =>
          html`<li class="${action}${zero(counts, action)}"><b>${withCommas(counts[action])}</b> ${VERBS[action]}</li>`,
      );
  return html`<ul class="counts" aria-label="Counts">${state}${items}</ul>`;
}

function zero(counts: Counts, action: keyof Counts): string {
  return counts[action] === 0 ? ' zero' : '';
}

function metaList({ target: { url } }: MaskedPlan, { commit, run }: Facts): Html {
  const rows: [string, Html | undefined][] = [
    ['Server', url === '' ? undefined : html`${url}`],
    ['Commit', commit && link(html`<code>${commit.sha.slice(0, 10)}</code>`, commit.url)],
    ['Run', run === undefined ? undefined : link(html`${run}`, run)],
  ];
  const shown = rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<dl class="facts">${shown}</dl>`;
}

/** What applications receive in each element of the first level, where the changes themselves do not say as much. */
export function elementCounts(plan: MaskedPlan): Html | undefined {
  const table = elementTable(plan);
  if (table === undefined) return undefined;
  const title = elementTitle(table, table.level);
  const rows = table.rows.map(
    ({ element, ...counts }) =>
      html`<tr><th scope="row">${element === '*' ? ANY_OTHER : element}</th>${ACTIONS.map((action) => html`<td class="${action}${zero(counts, action)}">${withCommas(counts[action])}</td>`)}</tr>\n`,
  );
  const more = table.left > 0 ? html`<p>… and ${withCommas(table.left)} more</p>` : undefined;
  return html`<section aria-labelledby="by-element"><h2 id="by-element">${title}</h2>
<table class="numbers"><thead><tr><th scope="col">${table.level}</th>${ACTIONS.map((action) => html`<th scope="col">${action}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>${more}</section>
`;
}

/** More unmanaged items are folded. */
const MAX_OPEN = 10;

export function notes(plan: MaskedPlan): Html | undefined {
  const lines = [...plan.notes, ...rewrittenLines(plan), ...baseLines(plan), ...othersLines(plan)];
  if (lines.length === 0) return undefined;
  return html`<section aria-labelledby="notes"><h2 id="notes">Notes</h2>
<ul>${lines.map((line) => html`<li>${prose(line)}</li>`)}</ul>${unmanaged(plan)}</section>
`;
}

function unmanaged({ unmanagedItems = [] }: MaskedPlan): Html | undefined {
  if (unmanagedItems.length === 0) return undefined;
  const items = unmanagedItems.map((item) => {
    const context = item.kind === 'key' ? '(key)' : item.context;
    return html`<li><code>${item.kind === 'file' ? item.path : item.key}</code> ${context}</li>\n`;
  });
  const isOpen = items.length <= MAX_OPEN ? html` open` : undefined;
  return html`<details${isOpen}><summary>Unmanaged items</summary><ul>${items}</ul></details>`;
}
