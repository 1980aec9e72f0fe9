// What is checked before an import or a promotion writes: a text that lost or changed something else is noticed.
import { describe, expect, it } from 'vitest';
import { differencesIn, expectedAfter } from '../../src/import/read-back.ts';
import type { ItemName } from '../../src/model/plan.ts';
import type { State } from '../../src/model/state.ts';
import { MemoryFolder } from './folder.ts';

const DOCUMENT = `keys:
  a: { vdt: Integer, value: 1 }
  b: { readme: About b., values: { "*": x, P;*: y } }
files:
  f: { content: text }
---
keys:
  c: { push: false, value: { env: C } }
`;
const SET_A: ItemName = { kind: 'value', name: 'a', context: '*;*' };
const EDITED = DOCUMENT.replace('value: 1', 'value: 2');

function declared(text: string): State {
  return new MemoryFolder({ 'config/doc.yaml': text }).load({ C: 'c', D: 'c' }).state;
}

/** Names of what is not as it should be once this is the text of the document. */
function differing(text: string, changed: readonly ItemName[] = [SET_A]): string[] {
  const after = declared(text);
  return [...differencesIn(expectedAfter(declared(DOCUMENT), after, changed), after)].sort();
}

describe('reading back', () => {
  it('agrees with what was meant to change', () => {
    expect(differing(EDITED)).toEqual([]);
  });

  it.each<[what: string, mutated: string, names: string[]]>([
    ['a YAML document', EDITED.replace(/---[\s\S]*/, ''), ['c']],
    ['a row', EDITED.replace('"*": x, ', ''), ['b']],
    ['a file', EDITED.replace(/files:\n.*\n/, ''), ['\ufffff']],
    ['a type', EDITED.replace('vdt: Integer, ', ''), ['a']],
    ['a field of a key', EDITED.replace('push: false, ', ''), ['c']],
    ['a variable', EDITED.replace('env: C', 'env: D'), ['c']],
    ['a text', EDITED.replace('P;*: y', 'P;*: z'), ['b']],
    ['a context', EDITED.replace('P;*', 'N;*'), ['b']],
    ['nothing, but has a new row', EDITED.replace('P;*: y', 'P;*: y, N;*: y'), ['b']],
    ['nothing, but has a new item', `${EDITED}  d: 1\n`, ['d']],
  ])('notices a text that lost %s', (_, mutated, names) => {
    expect(differing(mutated)).toEqual(names);
  });

  it('lets an item go only with all of its rows', () => {
    const deletion: ItemName = { kind: 'key', name: 'b' };
    const withoutB = DOCUMENT.replace(/ {2}b: .*\n/, '');
    const rows: ItemName[] = ['*;*', 'P;*'].map((context) => ({
      kind: 'value',
      name: 'b',
      context,
    }));
    expect(differing(withoutB, [deletion, ...rows])).toEqual([]);
    expect(differing(withoutB, [deletion, ...rows.slice(1)])).toEqual(['b']);
    expect(differing(withoutB, rows)).toEqual(['b']);
  });
});
