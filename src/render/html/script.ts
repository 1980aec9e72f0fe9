// The script of the page, which filters and opens rows. It reads the page alone; without it, everything is shown.

/** Plain JavaScript with types in comments: a test checks them. It must not contain `</script`. */
export const SCRIPT = String.raw`
/** @typedef {{ row: HTMLElement, text?: string, changes: HTMLElement[] }} Row */

/** @param {HTMLElement} plan @param {HTMLFormElement} form */
function start(plan, form) {
  const [text, action, context, element] = ['f-text', 'f-action', 'f-context', 'f-element'].map(
    (id) => /** @type {HTMLInputElement | HTMLSelectElement | null} */ (document.getElementById(id)),
  );
  const count = document.getElementById('f-count');
  const opener = document.getElementById('f-open');
  /** @type {Row[] | undefined} */
  let known;
  let isWaiting = false;

  /** Collected when it is first asked for: most readers only look. */
  function rows() {
    known ??= [...plan.querySelectorAll('tbody')].map((row) => ({
      row,
      changes: /** @type {HTMLElement[]} */ ([...row.querySelectorAll('.ch')]),
    }));
    return known;
  }

  /** @param {HTMLElement} change */
  function isWanted({ dataset: { a, c, e = '' } }) {
    if (action?.value && a !== action.value) return false;
    if (context?.value && c !== context.value) return false;
    return !element?.value || e.split(' ').includes(element.value);
  }

  /** @param {Row} row @param {string[]} words */
  function hasWords(row, words) {
    if (words.length === 0) return true;
    row.text ??= (row.row.textContent ?? '').toLowerCase();
    const { text } = row;
    return words.every((word) => text.includes(word));
  }

  function filter() {
    isWaiting = false;
    const words = (text?.value ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    let [shown, all] = [0, 0];
    for (const row of rows()) {
      const isFound = hasWords(row, words);
      let wanted = 0;
      for (const change of row.changes) {
        const isOne = isWanted(change);
        change.classList.toggle('off', !isOne);
        if (isOne) wanted += 1;
      }
      row.row.hidden = !isFound || wanted === 0;
      all += row.changes.length;
      if (!row.row.hidden) shown += wanted;
    }
    hideEmptyParts();
    const isAll = shown === all;
    if (count) count.textContent = isAll ? '' : [shown, 'of', all, 'shown'].join(' ');
  }

  /** Without their rows, tables and headings say nothing. */
  function hideEmptyParts() {
    /** @type {NodeListOf<HTMLElement>} */
    const parts = plan.querySelectorAll('.part, section');
    for (const part of parts) part.hidden = part.querySelector('tbody:not([hidden])') === null;
  }

  function filterSoon() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(filter);
  }

  function openOrClose() {
    const isOpen = opener?.textContent === 'Open all';
    for (const one of plan.querySelectorAll('tbody:not([hidden]) details'))
      if (one instanceof HTMLDetailsElement) one.open = isOpen;
    if (opener) opener.textContent = isOpen ? 'Close all' : 'Open all';
  }

  form.hidden = false;
  form.addEventListener('input', filterSoon);
  form.addEventListener('reset', filterSoon);
  form.addEventListener('submit', (event) => event.preventDefault());
  opener?.addEventListener('click', openOrClose);
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    text?.focus();
  });
  // A browser that goes back fills the form again.
  if ([text, action, context, element].some((field) => field?.value)) filter();
}

const table = document.getElementById('plan');
const fields = document.getElementById('filters');
if (table !== null && fields instanceof HTMLFormElement) start(table, fields);
`;
