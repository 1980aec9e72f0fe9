// Adds entries to fields of the project file in place, in the target if it is one of several.
import { isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { type DocumentText, fieldOf } from './edit/sites.ts';
import { Splices } from './edit/splices.ts';
import { blockEntries, type Entry, type List, type Mapping, type Written, writtenOf } from './write/serialize.ts';

interface FieldOf {
  field: string;
  /** The target, if the file has several. */
  target: string | undefined;
}

/** Adds entries to a field that is a mapping; `undefined` if an alias stands there. */
export function withEntries(
  document: DocumentText,
  { field, target, entries }: FieldOf & { entries: readonly Entry[] },
): string | undefined {
  const { root } = rootsIn(document, target);
  const pair = fieldOf(root, field);
  // An edit would also change the other uses of the alias.
  if (isAlias(pair?.value)) return undefined;
  const all: Mapping = { kind: 'mapping', entries: [...entries], block: true };
  if (!isMap(root)) return withLines(document, { name: field, value: all });
  const splices = new Splices(document);
  if (pair === undefined) addField(splices, root, { name: field, value: all });
  else if (isMap(pair.value) && pair.value.items.length > 0)
    for (const entry of entries) splices.add(pair.value, { entry, after: pair.value.items.at(-1) as Pair });
  else splices.setValue(pair, all);
  return splices.apply();
}

/** Adds items to a field that is a list, or a single item; `undefined` if an alias stands there. */
export function withItems(
  document: DocumentText,
  { field, target, items }: FieldOf & { items: readonly Written[] },
): string | undefined {
  const { root, whole } = rootsIn(document, target);
  const pair = fieldOf(root, field);
  // A list of a target takes the place of the common one, so it repeats it.
  const inherited = pair === undefined && root !== whole ? fieldOf(whole, field)?.value : undefined;
  if (isAlias(pair?.value) || isAlias(inherited)) return undefined;
  const splices = new Splices(document);
  const listWith = (before: unknown): List => ({
    kind: 'list',
    items: [...itemsOf(before).map((item) => writtenOf(item, splices.layout)), ...items],
    block: true,
  });
  if (!isMap(root)) return withLines(document, { name: field, value: listWith(undefined) });
  if (pair === undefined) addField(splices, root, { name: field, value: listWith(inherited) });
  else if (isSeq(pair.value) && pair.value.items.length > 0) splices.append(pair.value, items);
  else splices.setValue(pair, listWith(pair.value));
  return splices.apply();
}

function itemsOf(node: unknown): unknown[] {
  if (isSeq(node)) return node.items;
  return isMap(node) || (isScalar(node) && String(node.value) !== '') ? [node] : [];
}

/** The mapping that the field belongs in, and that of the whole file. */
function rootsIn({ text }: DocumentText, target: string | undefined): { root: unknown; whole: unknown } {
  const whole = parseDocument(text, { schema: 'failsafe', logLevel: 'silent' }).contents;
  const own = target === undefined ? undefined : fieldOf(fieldOf(whole, 'targets')?.value, target)?.value;
  return { root: isMap(own) ? own : whole, whole };
}

function addField(splices: Splices, root: YAMLMap, entry: Entry): void {
  splices.add(root, { entry, after: root.items.at(-1) as Pair });
}

/** For a file that contains only comments. */
function withLines({ text }: DocumentText, entry: Entry): string {
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${end}${blockEntries([entry], 0)}`;
}
