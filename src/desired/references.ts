// Which files a document names by `path`: asked before anything is believed of them, because those files are no documents.
import { resolvePath } from './project-files.ts';
import type { Mapping, Node } from './tree.ts';

export interface Reference {
  /** Relative to the project's root. */
  path: string;
  offset: number;
}

/** The content files that a document names, wherever a value or a file can stand. */
export function* references(document: string, tree: Node): Generator<Reference> {
  for (const position of positions(tree)) {
    const entry = position.entries.find(({ key }) => key.text === 'path');
    if (entry?.value.kind !== 'scalar') continue;
    const path = resolvePath(document, entry.value.text);
    if (path !== undefined) yield { path, offset: entry.value.offset };
  }
}

function* positions(tree: Node): Generator<Mapping> {
  for (const keys of fields(tree, 'keys')) {
    for (const key of mappings(keys)) {
      yield* fields(key, 'value');
      for (const values of fields(key, 'values')) yield* mappings(values);
    }
  }
  for (const files of fields(tree, 'files')) {
    for (const file of mappings(files)) {
      yield file;
      yield* mappings(file);
    }
  }
}

function* fields(node: Node, name: string): Generator<Mapping> {
  if (node.kind !== 'mapping') return;
  for (const { key, value } of node.entries) if (key.text === name && value.kind === 'mapping') yield value;
}

function* mappings(node: Mapping): Generator<Mapping> {
  for (const { value } of node.entries) if (value.kind === 'mapping') yield value;
}
