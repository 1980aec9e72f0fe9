// Random `scope` and `ignore` of a project file, and what of a state lies inside and outside.
import fc from 'fast-check';
import type { Scope, ScopeGlobs } from '../../src/model/project.ts';
import { onlyRows, type State } from '../../src/model/state.ts';
import { optional } from './states.ts';

const globsOf = (...all: string[]) =>
  optional(fc.uniqueArray(fc.constantFrom(...all), { maxLength: 3 }));

/** With names and contexts that the random states have, in another spelling too. */
const scopeGlobs: fc.Arbitrary<ScopeGlobs> = fc
  .record({
    keys: globsOf('*', 'a', 'B.*', 'b.c', '!b.*', '!A', '[a-d]*', '!*.*'),
    contexts: globsOf('**;*', '*;*', 'P;**', '**;w', '!N;*', '!*;*', '{P,G};*'),
    files: globsOf('**', 'f', 'd/*', '!f', '!d/**', '*'),
  })
  .map(({ keys, contexts, files }) => ({
    ...(keys && { keys }),
    ...(contexts && { contexts }),
    ...(files && { files }),
  }));

export interface Part {
  scope?: ScopeGlobs;
  ignore?: ScopeGlobs;
}

/** The part of a repository that a project answers for. */
export const part: fc.Arbitrary<Part> = fc
  .record({ scope: optional(scopeGlobs), ignore: optional(scopeGlobs) })
  .map(({ scope, ignore }) => ({ ...(scope && { scope }), ...(ignore && { ignore }) }));

const byContext: fc.Arbitrary<ScopeGlobs> = fc.record({
  contexts: fc.constantFrom(['P;**'], ['*;*', '**;w'], ['!N;*', '!P;*'], ['g;**', 'P;*']),
});
const byName: fc.Arbitrary<ScopeGlobs> = fc.record({
  keys: fc.constantFrom(['a', 'b'], ['!c.*', '!e'], ['[b-e]*']),
  files: fc.constantFrom(['f'], ['**/*', '!f'], ['d/**']),
});

/** Two parts of a repository that have no value and no file in common. Split by contexts, both may have values of one key. */
export const disjointParts: fc.Arbitrary<{ parts: [Part, Part]; areKeysShared: boolean }> = fc
  .oneof(
    byName.map((globs) => ({ globs, areKeysShared: false })),
    byContext.map((globs) => ({ globs, areKeysShared: true })),
  )
  .map(({ globs, areKeysShared }) => ({
    parts: [{ scope: globs }, { ignore: globs }],
    areKeysShared,
  }));

/** What documents of a project with this scope may declare. */
export function within(state: State, scope: Scope): State {
  const { items } = onlyRows(state, ({ item, row }) => scope.row(item, row.context));
  return { items: new Map([...items].filter(([, item]) => scope.item(item))) };
}

/** What is not the project's: keys with what describes them, values and files. */
export function outside({ items }: State, scope: Scope): unknown[] {
  return [...items.values()].flatMap(({ rows, ...item }) => [
    ...(item.kind === 'file' || scope.item(item) ? [] : [item]),
    ...[...rows.values()].filter(({ context }) => !scope.row(item, context)),
  ]);
}
