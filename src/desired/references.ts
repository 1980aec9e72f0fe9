// Which files a document names by `path`: asked before anything is read, because those files are no documents.
import { resolvePath } from './project-files.ts';
import type { Mapping, Node } from './tree.ts';

export interface Reference {
  /** Relative to the project's root. */
  path: string;
  offset: number;
}

/** The content files that a document names, wherever a value or a file can stand. */
export function references(document: string, tree: Node): Reference[] {
  return [
    ...field(tree, 'keys').flatMap(keyPositions),
    ...field(tree, 'files').flatMap(filePositions),
  ].flatMap((position) => {
    const entry = position.entries.find(({ key }) => key.text === 'path');
    if (entry?.value.kind !== 'scalar') return [];
    const path = resolvePath(document, entry.value.text);
    return path === undefined ? [] : [{ path, offset: entry.value.offset }];
  });
}

function keyPositions(keys: Mapping): Mapping[] {
  return mappings(keys).flatMap((key) => [...field(key, 'value'), ...field(key, 'values').flatMap(mappings)]);
}

function filePositions(files: Mapping): Mapping[] {
  return mappings(files).flatMap((file) => [file, ...mappings(file)]);
}

function field(node: Node, name: string): Mapping[] {
  if (node.kind !== 'mapping') return [];
  return node.entries.flatMap(({ key, value }) =>
    key.text === name && value.kind === 'mapping' ? [value] : [],
  );
}

function mappings(node: Mapping): Mapping[] {
  return node.entries.flatMap(({ value }) => (value.kind === 'mapping' ? [value] : []));
}
