// A plan, or the drift of a repository, as one self-contained HTML page: no network requests, and readable without JavaScript.
import { createHash } from 'node:crypto';
import { counted, withCommas } from '../../lib/text.ts';
import { shownMinute } from '../../model/apply-entry.ts';
import { contextId } from '../../model/context.ts';
import { ACTIONS } from '../../model/plan.ts';
import { type ChangeLine, type Links, SYMBOLS } from '../change-lines.ts';
import { ANY_OTHER, type ElementTable, SEEN } from '../affected-text.ts';
import type { RunFacts } from '../markdown/targets.ts';
import type { MaskedPlan } from '../mask.ts';
import { othersText, type ShownProblem } from '../problems.ts';
import { refusedTitle } from '../sentences.ts';
import { driftViewOf, type PlanView, type Section, type ShownChanges, viewOf } from '../view.ts';
import { VERSION } from '../../version.ts';
import { pageAssets } from './assets.ts';
import { block, type Html, html, htmlLink, htmlProse, trusted } from './escape.ts';
import { distinctContexts, type HtmlFrame, placeLink, sectionTable } from './table.ts';

export interface HtmlOptions extends Links {
  status?: RunFacts;
  shown?: ShownChanges;
  /** Flags that an approval repeats, as a shell reads them. */
  repeated?: string | undefined;
}

export function htmlPlan(plan: MaskedPlan, options: HtmlOptions = {}): string {
  const view = viewOf(plan, { ...options.shown, withAffected: true, repeated: options.repeated });
  return page('Plan', view, options, plan.elements);
}

export function htmlDrift(plan: MaskedPlan, options: HtmlOptions = {}): string {
  return page('Drift', driftViewOf(plan), options);
}

function page(
  what: string,
  view: PlanView,
  options: HtmlOptions,
  elements: readonly string[] = [],
): string {
  const lines = view.sections.flatMap((section) => section.lines);
  const contexts = distinctContexts(
    lines.flatMap(({ kind, context }) => (kind === 'rename' ? [] : (context ?? []))),
  );
  const frame: HtmlFrame = { ...options, ...frameOf(contexts, elements) };
  const { account, name } = view.target;
  const title = `${what}: ${name === '' ? 'repository not configured' : `${account}/${name}`}`;
  const isRefused = view.refusals.length > 0;
  const facts = [...view.notes, ...view.remarks];
  const some = (list: readonly unknown[], markup: () => Html) =>
    list.length === 0 ? undefined : markup();
  // In this order: only the first diffs are shown.
  const shown = view.sections.map((section) => ({
    id: section.id,
    markup: sectionOf(section, frame),
  }));
  const safety = shown.filter(({ id }) => id === 'safety').map(({ markup }) => markup);
  const others = shown.filter(({ id }) => id !== 'safety').map(({ markup }) => markup);
  return document(title, [
    html`<header>\n<h1>${title}</h1>\n`,
    isRefused ? refusalBox(view, frame, options.status?.isApply) : undefined,
    html`<p class="counts">${isRefused ? html`<strong class="refused">Refused</strong> ` : undefined}<strong>${view.closing}</strong></p>\n`,
    planFacts(view.target.url, options.status ?? {}),
    html`</header>\n`,
    ...view.alarms.map((text) => html`<p class="box">${htmlProse(text)}</p>\n`),
    ...safety.map((markup) => html`<div class="box">${markup}</div>`),
    affectedHtml(view.affected),
    some(
      view.warnings,
      () =>
        html`<section class="box"><h2>Warnings</h2>${problemList(view.warnings, frame)}</section>\n`,
    ),
    some(facts, () => noteSection(facts)),
    some(
      others,
      () => html`<div id="plan">${filterBar(lines, contexts, elements)}${others}</div>\n`,
    ),
  ]);
}

/** Each makes the page larger. */
const MAX_DIFFS = 1000;

/** Returns a function that tells whether one more diff is shown. */
export function diffLimit(): () => boolean {
  let left = MAX_DIFFS;
  return () => left-- > 0;
}

/** @param contexts distinct; the filters name them by their number */
export function frameOf(contexts: readonly string[], elements: readonly string[]): HtmlFrame {
  return {
    contexts: new Map(contexts.map((context, i) => [contextId(context), i])),
    elements,
    takeDiff: diffLimit(),
  };
}

/** A list item for each sentence. */
export function sentenceItems(sentences: readonly string[]): Html[] {
  return sentences.map((text) => html`<li>${htmlProse(text)}</li>\n`);
}

export function noteSection(notes: readonly string[]): Html {
  return html`<section><h2>Notes</h2><ul>${sentenceItems(notes)}</ul></section>\n`;
}

function sectionOf(section: Section, frame: HtmlFrame): Html {
  const { id, title, more } = section;
  return html`<section class="lines" aria-labelledby="s-${id}"><h2 id="s-${id}">${title}</h2>\n${sectionTable(section, frame)}${more === undefined ? undefined : html`<p>… ${htmlProse(more)}</p>\n`}</section>\n`;
}

/** Names and what is known of each. */
export function factList(
  rows: readonly (readonly [name: string, value: Html | undefined])[],
): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>\n`;
}

function planFacts(url: string, { commit, run, planned }: RunFacts): Html {
  return factList([
    ['Server', url === '' ? undefined : html`${url}`],
    ['Commit', commit && htmlLink(html`<code>${commit.sha.slice(0, 10)}</code>`, commit.url)],
    ['Run', run === undefined ? undefined : htmlLink(html`${run}`, run)],
    ...(planned === undefined ? [] : madeFacts(planned)),
  ]);
}

/** When a page was made, and by what. */
export function madeFacts(createdAt: Date) {
  return [
    ['Created', html`${shownMinute(createdAt)}`],
    ['Program', html`confighub-sync ${VERSION}`],
  ] as const;
}

/** The reasons come directly below the title. What a person has to copy is shown as code. */
function refusalBox(
  { refusals, approval }: PlanView,
  frame: HtmlFrame,
  isApply: boolean | undefined,
): Html {
  const how =
    approval && html`<p>${htmlProse(approval.sentence)}:</p><pre>${block(approval.text)}</pre>`;
  return html`<section class="box refusals" aria-labelledby="refusals"><h2 id="refusals">${refusedTitle(isApply).replace(/\.$/, '')}</h2>
${problemList(refusals, frame)}${how}</section>
`;
}

/** More problems are folded. */
const MAX_SHOWN = 20;

function problemList(problems: readonly ShownProblem[], frame: Links): Html {
  const items = problems.map((problem) => {
    const { code, message, hint } = problem;
    const rule = htmlLink(
      html`<code>${code}</code>`,
      frame.docs && `${frame.docs}/messages.md#${code}`,
    );
    const place = placeLink(problem, frame).map((at) => html`${at}${othersText(problem)} `);
    return html`<li>${rule} ${place}${htmlProse(message)}${hint === undefined ? undefined : html` <span class="hint">${htmlProse(hint)}</span>`}</li>\n`;
  });
  const left = items.slice(MAX_SHOWN);
  const more =
    left.length === 0
      ? undefined
      : html`<details><summary>${counted(left.length, 'more line')}</summary><ul>${left}</ul></details>`;
  return html`<ul>${items.slice(0, MAX_SHOWN)}</ul>${more}`;
}

function affectedHtml(affected: ElementTable | string | undefined): Html | undefined {
  if (affected === undefined) return undefined;
  if (typeof affected === 'string') return html`<p>${htmlProse(affected)}</p>\n`;
  const { title, level, rows, left, note } = affected;
  const lines = rows.map(
    ({ element, ...counts }) =>
      html`<tr><th scope="row">${element === '*' ? ANY_OTHER : element}</th>${ACTIONS.map((action) => html`<td class="${counts[action] === 0 ? 'zero' : action}">${withCommas(counts[action])}</td>`)}</tr>\n`,
  );
  return html`<section aria-labelledby="by-element"><h2 id="by-element">${title}</h2>
<table class="numbers"><thead><tr><th scope="col">${level}</th>${ACTIONS.map((action) => html`<th scope="col">${SEEN[action]}</th>`)}</tr></thead>
<tbody>${lines}</tbody></table>${left > 0 ? html`<p>… and ${withCommas(left)} more</p>` : undefined}<p>${htmlProse(note)}</p></section>
`;
}

/** A page of this program, with its styles and its script. */
export function document(title: string, body: readonly (Html | undefined)[]): string {
  const { style, script } = pageAssets();
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<main>
${body}</main>
<script>${trusted(script)}</script>
</body>
</html>
`.toString();
}

/** Nothing is loaded, and only this style sheet and this script are used. The empty icon saves a request. */
function policyOf(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${digestOf(style)}'`,
    `script-src '${digestOf(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Filters, which need the script. Options have the numbers that changes carry in `data-c` and `data-e`. */
export function filterBar(
  lines: readonly ChangeLine[],
  contexts: readonly string[],
  elements: readonly string[],
  placeholder?: string,
): Html {
  const used = new Set(lines.map(({ sign }) => sign));
  const actions = ACTIONS.filter((action) => used.has(SYMBOLS[action])).map(
    (action) => [action, action] as const,
  );
  return filterForm('changes', [
    searchField(placeholder),
    select('f-action', 'Action', [['', 'all'], ...actions]),
    select('f-context', 'Context', [['', 'all'], ...contexts.entries()]),
    elements.length === 0
      ? undefined
      : select('f-element', 'Affects', [['', 'anything'], ...elements.entries()]),
  ]);
}

/** @param what the noun for what is filtered */
export function filterForm(what: string, fields: readonly (Html | undefined)[]): Html {
  return html`<form class="filters" id="filters" role="search" aria-label="Filter the ${what}" hidden>
${fields.map((field) => html`${field}\n`)}<button type="reset">Clear</button>
<button type="button" id="f-open">Open all</button>
<output id="f-count" role="status"></output>
</form>
`;
}

/** @param placeholder what can be searched for */
export function searchField(placeholder = 'key, file or value'): Html {
  return html`<label>Search <input type="search" id="f-text" autocomplete="off" spellcheck="false" placeholder="${placeholder}" aria-keyshortcuts="/"></label>`;
}

/** @param choices the first one selects everything */
export function select(
  id: string,
  label: string,
  choices: readonly (readonly [value: string | number, text: string])[],
): Html {
  const shown = choices.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label>${label} <select id="${id}">${shown}</select></label>`;
}
