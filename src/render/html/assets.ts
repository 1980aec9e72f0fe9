// The style sheet of a page (light and dark, wide and narrow, screen and paper), and its script.

const COLORS = `
:root {
  color-scheme: light dark;
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
  --page: #ffffff; --raised: #f6f8fa; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --faint: #e8ecf0;
  --link: #0860ca; --focus: #0969da;
  --add: #dafbe1; --add-text: #116329;
  --del: #ffebe9; --del-text: #b31d28;
  --upd: #fff8c5; --upd-text: #7d4e00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --raised: #151b23; --text: #e6edf3; --quiet: #9aa4af; --line: #3d444d; --faint: #262c36;
    --link: #58a6ff; --focus: #58a6ff;
    --add: #12301d; --add-text: #6ddb8a;
    --del: #3a1a1d; --del-text: #ff9d96;
    --upd: #332a10; --upd-text: #e3b341;
  }
}`;

const PAGE = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 6rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 var(--sans); }
main { max-width: 110rem; margin: 0 auto; padding: 1.5rem 1.5rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; font-weight: 600; }
p { margin: .25rem 0; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
a code { color: inherit; }
code, pre, .diff, .ch { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 12px; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
summary { cursor: pointer; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.hint { color: var(--quiet); }
.loss { color: var(--del-text); }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .5rem 0 0; color: var(--quiet); }
.facts div { display: flex; gap: .4rem; min-width: 0; }
.facts dd { margin: 0; color: var(--text); overflow-wrap: anywhere; }
.counts { margin: .5rem 0; font-size: 1rem; }
.counts .refused { padding: .1rem .7rem; border-radius: 1rem; background: var(--del-text); color: var(--page); }
.box { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--upd-text); border-radius: 6px; background: var(--raised); }
.box.refusals { border-left-color: var(--del-text); }
.box.apply { background: none; }
.box.apply:not(.marked) { border-left: 1px solid var(--line); }
.box h2 { margin: 0 0 .5rem; }
.numbers { border-collapse: collapse; }
.numbers th, .numbers td { padding: .15rem 1rem .15rem 0; border-bottom: 1px solid var(--faint); text-align: right; font-variant-numeric: tabular-nums; }
.numbers th:first-child { text-align: left; font-weight: normal; overflow-wrap: anywhere; }
.numbers thead th { color: var(--quiet); font-weight: normal; border-color: var(--line); }
.numbers .create { color: var(--add-text); } .numbers .update { color: var(--upd-text); } .numbers .delete { color: var(--del-text); }
.numbers .zero { color: var(--quiet); }`;

const BAR = `
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .8rem; padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--line); font-size: 13px; }
@media (min-width: 1100px) { .filters { position: sticky; top: 0; z-index: 2; } }
.filters label { display: flex; align-items: center; gap: .35rem; min-width: 0; color: var(--quiet); }
.filters button, #f-count { flex: none; white-space: nowrap; }
input[type=search], select, button { max-width: 9.5rem; padding: .2rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); color: var(--text); font: inherit; }
button { cursor: pointer; }
#f-count { color: var(--text); font-weight: 600; }`;

const TABLE = `
.part { content-visibility: auto; contain-intrinsic-size: auto 2600px; }
.matrix, .list { width: 100%; border-collapse: collapse; table-layout: fixed; }
.part th, .part td { padding: .3rem .5rem; vertical-align: top; text-align: left; border-top: 1px solid var(--faint); overflow-wrap: anywhere; }
.part thead th { background: var(--raised); color: var(--quiet); font-weight: 600; border-bottom: 1px solid var(--line); }
.part + .part thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.part col { width: 28%; }
.list col + col { width: 18%; }
.part th[scope=row] { font-weight: normal; }
.part th[scope=row] > code { font-weight: 600; margin-right: .4rem; }
.fact, .member, .at { display: block; color: var(--quiet); font-size: 12px; }
.fact.loss { color: var(--del-text); font-weight: 600; }
.fact code { font-size: 11px; }
.fact a { color: inherit; }
.matrix td + td, .matrix th + td { border-left: 1px solid var(--faint); }
.more td { padding-top: 0 !important; border-top: 0 !important; color: var(--quiet); font-size: 12px; }
.ch { margin-bottom: .15rem; white-space: pre-wrap; }
.ch.off { opacity: .45; }
.ch > .sign { display: inline-block; width: 1.1rem; font-weight: 600; color: var(--upd-text); }
.ch[data-a=create] > .sign { color: var(--add-text); } .ch[data-a=delete] > .sign { color: var(--del-text); }
.sign + .member { display: inline; }
.ch del, .ch ins { padding: 0 .35rem; border-radius: 3px; text-decoration: none; }
.ch del { background: var(--del); } .ch ins { background: var(--add); }
.ch del + ins { margin-left: .4rem; }
.badge { display: inline-block; margin-right: .25rem; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 1rem; font: 11px/1.5 var(--sans); color: var(--quiet); }`;

const SIDES = `
.sides .part { contain-intrinsic-size: auto 1300px; }
.sides .part thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.sides .top { background: var(--page); }
@media (max-width: 760px) { .heads { display: none; } }
@media (min-width: 761px) { .sides .top { position: sticky; top: 0; z-index: 2; } .sides.wide { min-width: 110rem; } .sides.widest { min-width: 260rem; } }
.heads th { padding: .3rem .5rem; text-align: left; background: var(--raised); color: var(--quiet); border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.sides col { width: 26%; }
.sides.wide col, .sides.widest col { width: 20rem; }
.sides.wide th:first-child, .sides.widest th:first-child { position: sticky; left: 0; background: var(--page); }
.sides td { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 12px; white-space: pre-wrap; cursor: pointer; }
.sides td.same { color: var(--quiet); }
.sides .ch { font: inherit; white-space: normal; }
.sides .sign { margin-right: .3rem; font-weight: 600; color: var(--upd-text); }
.sides td:has(.not) { background: var(--upd); }
.sides .at { display: inline; margin-right: .4rem; }
.sides summary .more { color: var(--quiet); }
.sides th ul { list-style: none; padding-left: .9rem; font-size: 12px; }`;

const DIFF = `
.diff, pre { margin: .35rem 0; padding: .4rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: var(--text); line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { padding: .4rem .6rem; }
.diff > * { display: block; padding: 0 .6rem; text-decoration: none; }
.diff > del { background: var(--del); } .diff > ins { background: var(--add); }`;

const NARROW = `
@media (max-width: 760px) {
  main { padding: 1rem .75rem 4rem; }
  .filters label { justify-content: space-between; flex: 1 1 100%; }
  .filters label > * { width: calc(100% - 6rem); max-width: none; }
  .part table, .part tbody, .part tr, .part td, .part th { display: block; width: auto !important; }
  .part thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .part td:empty { display: none; }
  .part td[data-h]::before { content: attr(data-h); display: block; color: var(--quiet); font-size: 12px; }
  .part tbody { border-top: 1px solid var(--line); padding: .4rem 0; }
  .part th, .part td { border: 0 !important; padding: .15rem 0; }
}`;

const PRINT = `
@media print {
  body { font-size: 11px; }
  main { max-width: none; padding: 0; }
  .filters { display: none; }
  .part { content-visibility: visible; }
  tbody, .box, li { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .ch, .diff { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

export const STYLE = COLORS + PAGE + TABLE + SIDES + BAR + DIFF + NARROW + PRINT;

// The script filters and opens rows. It reads the page alone; without it, everything is shown.

/** Plain JavaScript with types in comments: a test checks them. It must not contain `</script`. */
export const SCRIPT = String.raw`
/** @param {HTMLElement} plan @param {HTMLFormElement} form */
function start(plan, form) {
  const [text, action, context, element] = ['f-text', 'f-action', 'f-context', 'f-element'].map(
    (id) =>
      /** @type {HTMLInputElement | HTMLSelectElement | null} */ (document.getElementById(id)),
  );
  const count = document.getElementById('f-count');
  const opener = document.getElementById('f-open');
  /** @type {{ row: HTMLElement, content: string, changes: HTMLElement[] }[] | undefined} */
  let known;
  let isWaiting = false;

  /** What each apply says of all its rows.
   * @type {Map<Element, string>} */
  const told = new Map();

  /** @param {Element} parent @param {string} selector */
  function select(parent, selector) {
    return /** @type {HTMLElement[]} */ ([...parent.querySelectorAll(selector)]);
  }

  /** @param {Element} row */
  function saidAround(row) {
    const apply = row.closest('.apply');
    if (apply === null || apply === row) return '';
    const parts = [...apply.children].filter((part) => !part.matches('.part'));
    const words = told.get(apply) ?? parts.map((part) => part.textContent).join(' ');
    told.set(apply, words);
    return words;
  }

  /** Collected when it is first asked for: most readers only look. */
  function rows() {
    // An apply that changed nothing has no row of its own.
    known ??= select(plan, 'tbody, .apply:not(:has(tbody))').map((row) => ({
      row,
      content: (row.textContent + ' ' + saidAround(row)).toLowerCase(),
      changes: select(row, '.ch'),
    }));
    return known;
  }

  /** @param {HTMLElement} change */
  function isWanted({ dataset: { a, c, e = '' } }) {
    if (action?.value && a !== action.value) return false;
    if (context?.value && c !== context.value) return false;
    return !element?.value || e.split(' ').includes(element.value);
  }

  function filter() {
    isWaiting = false;
    const words = (text?.value ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const isFiltered = [action, context, element].some((field) => field?.value);
    let [shown, all] = [0, 0];
    for (const { row, content, changes } of rows()) {
      const wanted = changes.filter(isWanted);
      for (const change of changes) change.classList.toggle('off', !isWanted(change));
      const isLeftOut = changes.length === 0 ? isFiltered : wanted.length === 0;
      row.hidden = isLeftOut || !words.every((word) => content.includes(word));
      all += changes.length;
      if (!row.hidden) shown += wanted.length;
    }
    hideEmptyParts();
    const isAll = shown === all;
    if (count) count.textContent = isAll ? '' : [shown, 'of', all, 'shown'].join(' ');
  }

  /** Without their rows, tables and headings say nothing. */
  function hideEmptyParts() {
    /** @type {NodeListOf<HTMLElement>} */
    const parts = plan.querySelectorAll('.part, section:has(tbody)');
    for (const part of parts) part.hidden = part.querySelector('tbody:not([hidden])') === null;
  }

  function filterSoon() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(filter);
  }

  function openOrClose() {
    const isOpen = opener?.textContent === 'Open all';
    for (const one of plan.querySelectorAll('tbody:not([hidden]) details, .apply > details'))
      if (one instanceof HTMLDetailsElement) one.open = isOpen;
    if (opener) opener.textContent = isOpen ? 'Close all' : 'Open all';
  }

  /** @param {MouseEvent} event */
  function openRow({ target }) {
    if (!(target instanceof Element) || target.closest('summary, a')) return;
    // Selecting a text ends with a click, too.
    if (getSelection()?.toString()) return;
    const details = target.closest('.sides td')?.parentElement?.querySelector('th details');
    if (details instanceof HTMLDetailsElement) details.open = !details.open;
  }

  form.hidden = false;
  plan.addEventListener('click', openRow);
  form.addEventListener('input', filterSoon);
  form.addEventListener('reset', filterSoon);
  form.addEventListener('submit', (event) => event.preventDefault());
  opener?.addEventListener('click', openOrClose);
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    text?.focus();
  });
  // A browser that returns to the page fills the form again.
  if ([text, action, context, element].some((field) => field?.value)) filter();
}

const table = document.getElementById('plan');
const fields = document.getElementById('filters');
if (table !== null && fields instanceof HTMLFormElement) start(table, fields);
`;
