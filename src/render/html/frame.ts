// What all parts of the page share: addresses of lines, what a reader can select, and what the page may still cost.
import { placeAt } from '../../model/diagnostic.ts';
import type { Change, Finding } from '../../model/plan.ts';
import { isOwnContent } from '../describe.ts';
import { type Links, removedLink } from '../links.ts';
import { type Html, html, link } from './escape.ts';

export interface Frame extends Links {
  effort: Effort;
  /** The contexts of changes, as the filter lists them: id → number. */
  contexts: ReadonlyMap<string, number>;
  /** Names of the context levels. */
  levels: readonly string[];
  /** Elements of the first level, as the filter lists them; empty: effects are unknown. */
  elements: readonly string[];
}

/**
 * The places of all changes of a row, with the files that contents come from; of further lines of the same file, only
 * the numbers.
 */
export function placeLinks(all: readonly Change[], frame: Frame): Html[] {
  const fileOf = ({ place, removedFrom }: Where) => place?.file ?? `was ${removedFrom?.file}`;
  // The path of its content says where it is.
  const declared = all.filter((where) => !isOwnContent(where));
  const byLine = new Map(
    declared.map((where) => [`${fileOf(where)}:${(where.place ?? where.removedFrom)?.line}`, where]),
  );
  const distinct = [...byLine.values()];
  const contents = [...new Set(all.flatMap(({ contentPath }) => contentPath ?? []))];
  const places = distinct.flatMap((where, i) => {
    const before = distinct[i - 1];
    const isSame = before !== undefined && fileOf(before) === fileOf(where);
    return placeLink(where, frame, { isShort: isSame }) ?? [];
  });
  return [...contents.map((path) => contentLink(path, frame)), ...places];
}

function contentLink(path: string, { linkOf, pathOf }: Frame): Html {
  return link(html`<code>${pathOf(path)}</code>`, linkOf(placeAt(path, { line: 1, column: 1 })));
}

type Where = Pick<Finding, 'place' | 'removedFrom'>;

/** `config/shop.yaml:3`, or `was config/shop.yaml:3` for a line that was removed, as a link if there is an address. */
export function placeLink(where: Where, frame: Frame, { isShort = false } = {}): Html | undefined {
  const { place, removedFrom } = where;
  const one = place ?? removedFrom;
  if (one === undefined) return undefined;
  const was = place === undefined ? 'was ' : '';
  const shown = html`<code>${isShort ? `:${one.line}` : `${was}${frame.pathOf(one.file)}:${one.line}`}</code>`;
  return link(shown, place === undefined ? removedLink(one, frame) : frame.linkOf(place));
}

const LIMITS = {
  /** Texts that are compared line by line. */
  diffs: 1000,
  /** Characters that are compared line by line. */
  compared: 20_000_000,
  /** Lines that differ: the time of a comparison grows with their square. */
  edits: 100_000,
  /** Characters of lines that are compared word by word. */
  words: 4_000_000,
  /** Characters of contents and differences that are shown, with their markup. */
  shown: 20_000_000,
};

/** One for each page. */
export class Effort {
  readonly #left = { ...LIMITS };

  /** Whether this much of it is left; if so, it is spent. */
  take(what: keyof typeof LIMITS, amount: number): boolean {
    if (this.#left[what] < amount) return false;
    this.#left[what] -= amount;
    return true;
  }

  /** Spends more than is left, if it must: how many lines differ is only known afterwards. */
  spendEdits(amount: number): void {
    this.#left.edits -= amount;
  }
}
