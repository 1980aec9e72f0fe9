// One value or content of a document gets another text, in the form that it has there, where that can be.
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
  /** How many items take their text from a file, by its path. */
  users: ReadonlyMap<string, number>;
  /** New texts of files beside the documents. */
  contents: Map<string, string>;
}

export function setItem(site: ItemSite, wanted: Wanted, desk: ItemEditor): void {
  const { entry } = site;
  const pair = innerPair(site);
  // What comes from the environment is in no file.
  if (fieldOf(pair.value, 'env') !== undefined) {
    regroup(site, wanted, desk);
    return;
  }
  const isSecret = wanted.text !== null && wanted.text !== '' && desk.isSecret(entry.name, wanted.text);
  if (!isSecret && (inFile(site, wanted, desk) || inPlace(pair, wanted, { site, desk })))
    regroup(site, wanted, desk);
  // Its form in the interface's own shape is a text.
  else if (entry.kind !== 'data') desk.splices.setValue(site.pair, formOf(site, wanted));
}

/** A file that says another group than it has. */
function regroup({ entry, pair }: ItemSite, { securityGroup }: Wanted, { splices }: ItemEditor): void {
  const field = entry.kind === 'files' ? fieldOf(pair.value, 'securityGroup') : undefined;
  if (field === undefined || !isMap(pair.value)) return;
  if (securityGroup === undefined) splices.remove(pair.value, field);
  else if (!isScalar(field.value) || field.value.value !== securityGroup)
    splices.setValue(field, text(securityGroup));
}

function formOf(site: ItemSite, wanted: Wanted): Written {
  const { entry, pair } = site;
  const shape = wanted.shape(homeOf(entry));
  const isNative = shape.kind === 'mapping' && isBlock(pair.value);
  const form =
    isNative && fieldOf(pair.value, 'path') === undefined ? { ...shape, block: true as const } : shape;
  const isBare = entry.kind === 'keys' && entry.object === undefined;
  if (!isBare || shape.kind !== 'mapping') return form;
  return { kind: 'mapping', entries: [{ name: 'value', value: form }] };
}

/** `{ value: x }` and `{ content: x }` hold the text one step further in. */
function innerPair({ pair, entry }: ItemSite): Pair {
  const inner = fieldOf(pair.value, entry.kind === 'files' ? 'content' : 'value');
  return inner !== undefined && isScalar(inner.value) ? inner : pair;
}

/** A file that this item alone names gets the text. */
function inFile(site: ItemSite, wanted: Wanted, { users, contents }: ItemEditor): boolean {
  const path = pathOf(site);
  if (path === undefined || users.get(path) !== 1 || wanted.text === null) return false;
  contents.set(path, wanted.text);
  return true;
}

function inPlace(pair: Pair, wanted: Wanted, { site, desk }: { site: ItemSite; desk: ItemEditor }): boolean {
  const { splices } = desk;
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

/** The file that an item takes its text from. */
function pathOf({ pair, entry }: ItemSite): string | undefined {
  const reference = fieldOf(pair.value, 'path')?.value;
  if (entry.kind === 'data' || !isScalar(reference)) return undefined;
  return resolvePath(entry.root.document.path, String(reference.value));
}

/** How many items take their text from each file. */
export function usersOf(sites: Sites): Map<string, number> {
  const users = new Map<string, number>();
  for (const entry of [...sites.keys.values(), ...sites.files.values()].flat()) {
    for (const path of entry.items.flatMap((item) => pathOf(item) ?? []))
      users.set(path, (users.get(path) ?? 0) + 1);
  }
  return users;
}
