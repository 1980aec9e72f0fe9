// The bar over the matrix: filters, which need the script, and the form of differences, which needs none.
import { ACTIONS, type Change } from '../../model/plan.ts';
import { html, type Html } from './escape.ts';

export interface Choices {
  /** Contexts of changes, in order. */
  contexts: readonly string[];
  /** Elements of the first level, in order; empty: effects are unknown. */
  elements: readonly string[];
}

/** Options have the numbers that changes carry in `data-c` and `data-e`. */
export function filterBar(changes: readonly Change[], { contexts, elements }: Choices): Html {
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
