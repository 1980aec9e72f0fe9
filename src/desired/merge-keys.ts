// The fields of one mapping, once it is whole: none twice, and what `<<` brings put in behind them.
import type { Entry, Mapping, Node, Scalar } from './tree.ts';

export interface MergeEvents {
  duplicate: (key: Scalar, first: Scalar) => void;
  /** `<<` names something that is no mapping. */
  notMapping: (at: Scalar) => void;
  /** A field came in through the `<<` that stands at `at`. */
  merged: (value: Node, at: Scalar) => void;
}

/** Fields of the mapping itself win over merged ones; of several merged mappings, the first that has a field. */
export function finishMapping(node: Mapping, events: MergeEvents): void {
  const seen = new Map<string, Scalar>();
  const merges: Entry[] = [];
  node.entries = node.entries.filter((entry) => {
    if (entry.key.plain && entry.key.text === '<<') {
      merges.push(entry);
      return false;
    }
    const first = seen.get(entry.key.text);
    if (first === undefined) seen.set(entry.key.text, entry.key);
    else events.duplicate(entry.key, first);
    return first === undefined;
  });
  for (const { key, value } of merges) {
    const sources = value.kind === 'sequence' ? value.items : [value];
    for (const source of sources) {
      if (source.kind !== 'mapping') events.notMapping(key);
      else for (const entry of source.entries) mergeEntry(entry);
    }

    function mergeEntry(entry: Entry): void {
      if (seen.has(entry.key.text)) return;
      seen.set(entry.key.text, entry.key);
      node.entries.push(entry);
      events.merged(entry.value, key);
    }
  }
}
