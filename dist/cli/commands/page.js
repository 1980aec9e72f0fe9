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
      content: `${row.textContent} ${saidAround(row)}`.toLowerCase(),
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
