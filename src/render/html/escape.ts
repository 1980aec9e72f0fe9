// Escapes untrusted text in HTML: whatever is put into a template is text, unless it is Html itself.
import { printable, printableLine } from '../printable.ts';

/** Markup that is safe to send. Only this module makes it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string, token: typeof MADE_HERE) {
    if (token !== MADE_HERE) throw new TypeError('Html is made by templates only.');
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

const MADE_HERE = Symbol('made here');

/** `undefined` is nothing; a list is its parts, one after the other. */
type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/** Markup with texts in it: every string is escaped, with its invisible characters written as `\u{…}`. */
export function html(markup: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = markup[0] ?? '';
  for (const [i, part] of parts.entries()) text += markupOf(part) + (markup[i + 1] ?? '');
  return new Html(text, MADE_HERE);
}

export const NOTHING = html``;

function markupOf(part: HtmlPart): string {
  if (typeof part === 'string') return escaped(printable(part));
  if (part === undefined) return '';
  return Array.isArray(part) ? part.map(markupOf).join('') : String(part);
}

/** A line of a file: as in a template, but tabs stay. */
export function line(text: string): Html {
  return new Html(escaped(printableLine(text)), MADE_HERE);
}

/** A text of several lines: line breaks and tabs stay. */
export function block(text: string): Html {
  // A parser drops a line break that comes first in a `pre`.
  return new Html(`\n${escaped(text.split('\n').map(printableLine).join('\n'))}`, MADE_HERE);
}

/** A text of this program itself that is markup already: the style sheet and the script of the page. */
export function trusted(markup: string): Html {
  return new Html(markup, MADE_HERE);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Every text on a page goes through here, in attributes as well: these are always in double quotes. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A link, or only the text if the address is not one of the web. */
export function htmlLink(text: Html, url: string | undefined): Html {
  return url !== undefined && /^https?:\/\/./i.test(url)
    ? html`<a href="${url}" rel="noreferrer">${text}</a>`
    : text;
}

/** A sentence of ours; what is between backticks is code. */
export function htmlProse(sentence: string): Html {
  const parts = sentence.split(/`([^`]+)`/);
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
