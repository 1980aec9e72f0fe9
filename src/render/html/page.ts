// A plan, or the drift of a repository, as one HTML page that needs nothing else: no request, no script to be read.
import { createHash } from 'node:crypto';
import { contextId } from '../../model/context.ts';
import { ACTIONS, type Change } from '../../model/plan.ts';
import { type LinkOptions, linksOf } from '../links.ts';
import type { MaskedPlan } from '../mask.ts';
import { type Html, html, NOTHING, trusted } from './escape.ts';
import { Effort, type Frame } from './frame.ts';
import { type About, elementCounts, type Facts, head, notes, titleOf } from './head.ts';
import { changeLists, leftAlone } from './lists.ts';
import { distinctContexts, matrix, type Row, rowsOf } from './matrix.ts';
import { refusalBox, safetyBox, warningBox } from './problems.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

export interface HtmlOptions extends LinkOptions {
  status?: Facts;
  /** Flags that an approval repeats, as a shell reads them. */
  repeated?: string | undefined;
}

/** The same plan and options give the same bytes. */
export function htmlPlan(plan: MaskedPlan, options: HtmlOptions = {}): string {
  const contexts = distinctContexts(plan.changes.flatMap((change) => (change.kind === 'key' ? [] : change.context)));
  const frame = frameOf(plan, { options, contexts });
  const rows = rowsOf(plan.changes, 'k');
  const body = [
    head(plan, { facts: options.status ?? {}, about: 'plan' }),
    refusalBox(plan, frame, options.repeated),
    safetyBox(plan, frame),
    warningBox(plan, frame),
    overview(plan, rows),
    ...leftAlone(plan, frame),
    changes(plan, { rows, frame, contexts }),
  ];
  return document(plan, { about: 'plan', body });
}

/** Only the drift. */
export function htmlDrift(plan: MaskedPlan, options: HtmlOptions = {}): string {
  const frame = frameOf(plan, { options, contexts: [] });
  const body = [head(plan, { facts: options.status ?? {}, about: 'drift' }), ...leftAlone(plan, frame), notes(plan)];
  return document(plan, { about: 'drift', body });
}

function frameOf(
  plan: MaskedPlan,
  { options, contexts }: { options: HtmlOptions; contexts: readonly string[] },
): Frame {
  return {
    ...linksOf(options),
    effort: new Effort(),
    contexts: new Map(contexts.map((context, i) => [contextId(context), i])),
    levels: plan.target.levels,
    elements: plan.elements ?? [],
  };
}

/** Side by side where there is room. */
function overview(plan: MaskedPlan, rows: readonly Row[]): Html | undefined {
  const counts = elementCounts(plan);
  const lists = [...changeLists(plan, rows), notes(plan) ?? []].flat();
  const sides = [...(counts === undefined ? [] : [[counts]]), ...(lists.length === 0 ? [] : [lists])];
  if (sides.length === 0) return undefined;
  return html`<div class="overview">\n${sides.map((side) => html`<div>${side}</div>\n`)}</div>\n`;
}

function changes(plan: MaskedPlan, { rows, frame, contexts }: Choices & { rows: readonly Row[] }): Html {
  if (rows.length === 0) return NOTHING;
  const bar = filterBar(plan.changes, { contexts, frame });
  return html`<section id="plan" aria-labelledby="changes"><h2 id="changes">Changes</h2>
${bar}${matrix(rows, { frame, caption: 'Changes by key and context' })}</section>
`;
}

function document(plan: MaskedPlan, { about, body }: { about: About; body: readonly (Html | undefined)[] }): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${titleOf(plan, about)}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
${body}</main>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return page.toString();
}

/** Nothing is loaded, and only this style sheet and this script are used. The empty icon saves a request. */
const POLICY = [
  "default-src 'none'",
  `style-src '${digestOf(STYLE)}'`,
  `script-src '${digestOf(SCRIPT)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

interface Choices {
  frame: Frame;
  /** Contexts of changes, in order. */
  contexts: readonly string[];
}

/**
 * The bar over the matrix: filters, which need the script, and the form of differences, which needs none. Options have
 * the numbers that changes carry in `data-c` and `data-e`.
 */
function filterBar(changes: readonly Change[], { contexts, frame: { elements } }: Choices): Html {
  const used = new Set<string>(changes.map(({ action, rewritten }) => (rewritten ? 'rewritten' : action)));
  const actions = [...ACTIONS, 'rewritten'].filter((action) => used.has(action));
  const receives =
    elements.length === 0
      ? undefined
      : select('f-element', 'Received in', { all: 'anywhere', options: numbered(elements) });
  return html`<div class="bar">
<form class="filters" id="filters" role="search" aria-label="Filter the changes" hidden>
<label>Search <input type="search" id="f-text" autocomplete="off" spellcheck="false" placeholder="key, file or value" aria-keyshortcuts="/"></label>
${select('f-action', 'Action', { all: 'all', options: actions.map((action) => [action, action]) })}
${select('f-context', 'Context', { all: 'all', options: numbered(contexts) })}
${receives}
<button type="reset">Clear</button>
<button type="button" id="f-open">Open all</button>
<output id="f-count" role="status"></output>
</form>
<fieldset class="view"><legend class="vh">Form of differences</legend>
<label><input type="radio" name="view" id="split" checked> Side by side</label>
<label><input type="radio" name="view" id="unified"> Unified</label></fieldset>
</div>
`;
}

function numbered(names: readonly string[]): [string, string][] {
  return names.map((name, i) => [String(i), name]);
}

interface Select {
  /** The option that selects everything. */
  all: string;
  options: readonly (readonly [value: string, text: string])[];
}

function select(id: string, label: string, { all, options }: Select): Html {
  const shown = options.map(([value, text]) => html`<option value="${value}">${text}</option>`);
  return html`<label>${label} <select id="${id}"><option value="">${all}</option>${shown}</select></label>`;
}
