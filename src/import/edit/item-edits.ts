// Replaces the text of one value or content, keeping its form if possible.
import { isMap, isScalar, type Pair } from 'yaml';
import { resolvePath } from '../../documents/project-files.ts';
import type { IsSecret } from '../../model/secrets.ts';
import { inStyleOf, scalar, staysLiteral, text, type Written } from '../write/serialize.ts';
import { homeOf, type Wanted } from './entry-edits.ts';
import { isBlock } from './layout.ts';
import { fieldOf, type ItemSite, type Sites } from './sites.ts';
import type { Splices } from './splices.ts';

const MAX_LINE = 120;

export interface ItemEditor {
  splices: Splices;
  isSecret: IsSecret;
  /** Number of items that refer to a content file, by path. */
  users: ReadonlyMap<string, number>;
  /** New texts of content files, by path. */
  contents: Map<string, string>;
}

export function setItem(site: ItemSite, wanted: Wanted, editor: ItemEditor): void {
  const { entry } = site;
  const pair = innerPair(site);
  // Values from the environment are not in the documents.
  if (fieldOf(pair.value, 'env') !== undefined) {
    regroup(site, wanted, editor);
    return;
  }
  const isSecret = wanted.text !== null && wanted.text !== '' && editor.isSecret(entry.name, wanted.text);
  if (!isSecret && (inFile(site, wanted, editor) || inPlace(pair, wanted, { site, editor })))
    regroup(site, wanted, editor);
  // In `data:` a value is always text.
  else if (entry.kind !== 'data') editor.splices.setValue(site.pair, formOf(site, wanted));
}

/** Updates the declared security group of a file. */
function regroup({ entry, pair }: ItemSite, { securityGroup }: Wanted, { splices }: ItemEditor): void {
  const field = entry.kind === 'files' ? fieldOf(pair.value, 'securityGroup') : undefined;
  if (field === undefined || !isMap(pair.value)) return;
  if (securityGroup === undefined) splices.remove(pair.value, field);
  else if (!isScalar(field.value) || field.value.value !== securityGroup) splices.setValue(field, text(securityGroup));
}

function formOf(site: ItemSite, wanted: Wanted): Written {
  const { entry, pair } = site;
  const shape = wanted.shape(homeOf(entry.root));
  const isNative = shape.kind === 'mapping' && isBlock(pair.value);
  const form = isNative && fieldOf(pair.value, 'path') === undefined ? { ...shape, block: true as const } : shape;
  const isBare = entry.kind === 'keys' && entry.object === undefined;
  if (!isBare || shape.kind !== 'mapping') return form;
  return { kind: 'mapping', entries: [{ name: 'value', value: form }] };
}

/** The inner pair of `{ value: x }` or `{ content: x }`, otherwise the pair itself. */
function innerPair({ pair, entry }: ItemSite): Pair {
  const inner = fieldOf(pair.value, entry.kind === 'files' ? 'content' : 'value');
  return inner !== undefined && isScalar(inner.value) ? inner : pair;
}

/** Writes the text to the content file if only this item refers to it. */
function inFile(site: ItemSite, wanted: Wanted, { users, contents }: ItemEditor): boolean {
  const path = pathOf(site);
  if (path === undefined || users.get(path) !== 1 || wanted.text === null) return false;
  contents.set(path, wanted.text);
  return true;
}

function inPlace(pair: Pair, wanted: Wanted, { site, editor }: { site: ItemSite; editor: ItemEditor }): boolean {
  const { splices } = editor;
  const node = pair.value;
  if (!isScalar(node)) return false;
  const isData = site.entry.kind === 'data';
  if (wanted.text === null) {
    splices.replace(node, 'null');
    return true;
  }
  if (!isData && !splices.isJson && staysLiteral(node, wanted.text)) {
    splices.setValue(pair, text(wanted.text));
    return true;
  }
  const isLong = wanted.text.length > Math.max(MAX_LINE, String(node.value).length);
  const isBroken = /[\r\n](?!$)/.test(wanted.text);
  if (!isData && (isLong || isBroken)) return false;
  const parent = isMap(site.pair.value) ? site.pair.value : site.parent;
  const plain = () => scalar({ kind: 'text', text: wanted.text ?? '' }, { flow: parent.flow === true });
  splices.replace(node, inStyleOf(node, wanted.text, splices) ?? plain());
  return true;
}

/** The content file of an item. */
function pathOf({ pair, entry }: ItemSite): string | undefined {
  const reference = fieldOf(pair.value, 'path')?.value;
  if (entry.kind === 'data' || !isScalar(reference)) return undefined;
  return resolvePath(entry.root.document.path, String(reference.value));
}

/** Number of items that refer to each content file, by path. */
export function usersOf(sites: Sites): Map<string, number> {
  const users = new Map<string, number>();
  for (const entry of [...sites.keys.values(), ...sites.files.values()].flat()) {
    for (const path of entry.items.flatMap((item) => pathOf(item) ?? [])) users.set(path, (users.get(path) ?? 0) + 1);
  }
  return users;
}
