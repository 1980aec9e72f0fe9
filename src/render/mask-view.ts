// Masks all secrets in what an application receives, so that no renderer can show them.
import type { ApplicationView, ViewedFile, ViewedValue, ViewSide } from '../model/application-view.ts';
import { rendered } from '../semantics/rendering.ts';
import { maskTexts } from './mask.ts';
import { maskedVersions } from './mask-parts.ts';

declare const masked: unique symbol;
/** A view that may be shown; only {@link maskView} makes one. */
export type MaskedView = Omit<ApplicationView, 'sides'> & { readonly [masked]: true };

/** Values as in a plan. In a file also everything that secret values put into it. */
export function maskView({ sides, ...view }: ApplicationView): MaskedView {
  const values = view.values.map((one) => withMark(one, maskTexts(one.change)));
  const files = view.files.map((one) => maskFile(one, sides));
  return { ...view, values, files } as unknown as MaskedView;
}

function withMark<Item extends ViewedValue | ViewedFile>(item: Item, change: Item['change']): Item {
  const isSame = change.after === item.change.after && change.before === item.change.before;
  return { ...item, change, ...(!isSame && { isMasked: true }) };
}

function maskFile(file: ViewedFile, sides: ApplicationView['sides']): ViewedFile {
  const { secretTexts = [], ...change } = file.change;
  const hidden = withMark(file, maskTexts({ ...change, secret: true }));
  if (change.secret) return hidden;
  const [before, after] = [
    change.before === undefined ? undefined : sideText(change.path, { side: sides.before, text: change.before }),
    change.after === undefined ? undefined : sideText(change.path, { side: sides.after, text: change.after }),
  ];
  if (before === 'all' || after === 'all') return hidden;
  const known = [...secretTexts, ...[sides.before, sides.after].flatMap((side) => (side ? secretsOf(side) : []))];
  const versions = maskedVersions({ before, after, known });
  if (versions === 'all') return hidden;
  const shown = { ...change, ...sidesOf({ before, after }), ...(versions && sidesOf(versions)) };
  // Both sides look the same if only secrets differ.
  if (shown.before === shown.after && change.before !== change.after) return hidden;
  return withMark(file, shown);
}

function sidesOf({ before, after }: { before?: string | null | undefined; after?: string | null | undefined }) {
  return { ...(before != null && { before }), ...(after != null && { after }) };
}

/** Shorter texts occur by chance, so they cannot be masked where they stand. */
const SHORTEST = 6;

/** The content, rendered again with masked values if its source is known; `all` if a short secret may be in it. */
function sideText(path: string, { side, text }: { side: ViewSide | undefined; text: string }): string | 'all' {
  const again = side === undefined ? undefined : maskedContent(path, side, []);
  if (again !== undefined) return again;
  const short = side === undefined ? [] : secretsOf(side).filter(({ length }) => length < SHORTEST);
  return short.some((secret) => text.includes(secret)) ? 'all' : text;
}

/** `undefined` if the content before rendering is unknown, also that of an embedded file. */
function maskedContent(path: string, side: ViewSide, outer: readonly string[]): string | undefined {
  const source = outer.includes(path) ? undefined : side.sources.get(path);
  if (source === undefined) return undefined;
  let isKnown = true;
  const text = rendered(source, {
    standingFor: (name) => {
      const change = side.values.get(name.toLowerCase());
      return change && { vdt: change.vdt, text: maskTexts(change).after ?? null, isNoPath: change.secret === true };
    },
    embedded: (inner) => {
      const content = maskedContent(inner, side, [...outer, path]);
      if (content === undefined && !side.isWhole) isKnown = false;
      return content;
    },
  });
  return isKnown ? text : undefined;
}

/** The texts of secret values, and as a file shows them. */
function secretsOf({ values }: ViewSide): string[] {
  const texts = [...values.values()].flatMap(({ secret, after, secretTexts = [] }) => [
    ...secretTexts,
    ...(secret && after ? [after] : []),
  ]);
  return [...new Set(texts.flatMap((text) => [text, text.replaceAll('\\', '\\\\')]))].filter((text) => text !== '');
}
