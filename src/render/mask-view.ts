// Masks all secrets in what an application receives, so that no renderer can show them.
import { compactJson, isJsonObject, type JsonNode } from '../lib/json.ts';
import { parseLenientJson } from '../lib/lenient-json.ts';
import type { ApplicationView, ViewedFile, ViewedValue, ViewSide } from '../model/application-view.ts';
import { rendered } from '../semantics/rendering.ts';
import { isDistinct, MASK, maskedVersions, maskTexts } from './mask.ts';

declare const masked: unique symbol;
/** A view that may be shown; only {@link maskView} makes one. */
export type MaskedView = Omit<ApplicationView, 'sides'> & { readonly [masked]: true };

/** Values as in a plan. In a file also everything that secret values, and secret files, put into it. */
export function maskView({ sides, ...view }: ApplicationView): MaskedView {
  const values = view.values.map((one) => withMark(one, maskTexts(one.change)));
  const both = [sides.before, sides.after].filter((side) => side !== undefined);
  const secretPaths = new Set(
    both.flatMap(({ files }) => [...files.values()].filter(({ secret }) => secret).map(({ path }) => path)),
  );
  const inserted = { before: insertedBy(sides.before, secretPaths), after: insertedBy(sides.after, secretPaths) };
  const files = view.files.map((one) => maskFile(one, inserted));
  return { ...view, values, files } as unknown as MaskedView;
}

function withMark<Item extends ViewedValue | ViewedFile>(item: Item, change: Item['change']): Item {
  const isSame = change.after === item.change.after && change.before === item.change.before;
  return { ...item, change, ...(!isSame && { isMasked: true }) };
}

/** What one side may put into its files. */
interface Inserted {
  side: ViewSide;
  /** Secret on one side at least. */
  secretPaths: ReadonlySet<string>;
  /** Texts of secret values and files, as a file shows them. */
  secrets: string[];
  /** The texts in each secret Map and List: the server tells them in another form than a file shows. */
  members: string[][];
}

function insertedBy(side: ViewSide | undefined, secretPaths: ReadonlySet<string>): Inserted | undefined {
  if (side === undefined) return undefined;
  const contents = [...side.files.values()].map((file) => ({ ...file, secret: secretPaths.has(file.path) }));
  const texts = [...side.values.values(), ...contents].flatMap(({ secret, after, secretTexts = [] }) => [
    ...secretTexts,
    ...(secret && after ? [after] : []),
  ]);
  const secrets = [...new Set(texts.flatMap((text) => [text, text.replaceAll('\\', '\\\\')]))];
  const members = [...side.values.values()].flatMap(({ secret, vdt, after }) =>
    secret && after && (vdt === 'Map' || vdt === 'List') ? [membersOf(after)] : [],
  );
  return {
    side,
    secretPaths,
    secrets: secrets.filter((text) => text !== ''),
    members: members.filter((all) => all.length > 0),
  };
}

function maskFile(file: ViewedFile, { before: was, after: is }: Record<'before' | 'after', Inserted | undefined>) {
  const { secretTexts = [], ...change } = file.change;
  const hidden = withMark(file, maskTexts({ ...change, secret: true }));
  if (change.secret) return hidden;
  const [before, after] = [
    change.before === undefined ? undefined : sideText(change.path, { inserted: was, text: change.before }),
    change.after === undefined ? undefined : sideText(change.path, { inserted: is, text: change.after }),
  ];
  if (before === 'all' || after === 'all') return hidden;
  const known = [...secretTexts, ...(was?.secrets ?? []), ...(is?.secrets ?? [])];
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

/**
 * The content, rendered again with masked values if its source is known; `all` if there may be a secret in it that
 * cannot be found exactly.
 */
function sideText(path: string, { inserted, text }: { inserted: Inserted | undefined; text: string }): string | 'all' {
  if (inserted === undefined) return text;
  const again = maskedContent(path, inserted, []);
  if (again !== undefined) return again;
  const { secrets, members } = inserted;
  if (secrets.some((secret) => !isDistinct(secret) && text.includes(secret))) return 'all';
  const plain = members.length === 0 ? '' : folded(text);
  return members.some((all) => all.every((member) => plain.includes(member))) ? 'all' : text;
}

/** `undefined` if the content before rendering is unknown, also that of an embedded file. */
function maskedContent(path: string, inserted: Inserted, outer: readonly string[]): string | undefined {
  const { side, secretPaths } = inserted;
  const source = outer.includes(path) ? undefined : side.sources.get(path);
  if (source === undefined) return undefined;
  let isKnown = true;
  const text = rendered(source, {
    standingFor: (name) => {
      const change = side.values.get(name.toLowerCase());
      return change && { vdt: change.vdt, text: maskTexts(change).after ?? null, isNoPath: change.secret === true };
    },
    embedded: (inner) => {
      if (secretPaths.has(inner)) return MASK;
      const content = maskedContent(inner, inserted, [...outer, path]);
      if (content === undefined && !side.isWhole) isKnown = false;
      return content;
    },
  });
  return isKnown ? text : undefined;
}

/** The names and texts in a Map or List, or its numbers if there are no others. */
function membersOf(text: string): string[] {
  const parsed = parseLenientJson(text);
  if (!('value' in parsed)) return [];
  const texts: string[] = [];
  const numbers: string[] = [];
  const collect = (node: JsonNode): void => {
    if (typeof node === 'string') texts.push(compactJson(node));
    else if (Array.isArray(node)) node.forEach(collect);
    else if (isJsonObject(node)) for (const [name, member] of node) [name, member].forEach(collect);
    else numbers.push(compactJson(node));
  };
  collect(parsed.value);
  const members = texts.map(folded).filter((member) => member !== '');
  return members.length > 0 ? members : numbers;
}

/** Without what may be written in several ways in JSON: escapes, quotes and blanks. */
function folded(text: string): string {
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\+[nrtbf]/g, '')
    .replace(/[\\"'\s\p{Cc}]/gu, '');
}
