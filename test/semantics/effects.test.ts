// Which contexts get something else after a push: against the rules of precedence, for every context.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternText } from '../../src/model/context.ts';
import { type Effect, effectsOf } from '../../src/semantics/effects.ts';
import { type Groups, heaviest, indexGroups, weigher } from '../../src/semantics/resolution.ts';
import { RUNS, SEED } from '../random/runs.ts';
import { isCovered } from '../random/context-patterns.ts';

interface Row {
  context: string;
  text: string;
}

const same = (a: Row, b: Row) => a.text === b.text;
const row = (line: string): Row => {
  const [context = '', text = ''] = line.split(' = ');
  return { context, text };
};

/** Rows that stand on both sides are the same object. */
function rowsOf(before: readonly string[], after: readonly string[]) {
  const rows = new Map([...before, ...after].map((line) => [line, row(line)]));
  const pick = (lines: readonly string[]) => lines.flatMap((line) => rows.get(line) ?? []);
  return { before: pick(before), after: pick(after) };
}

function linesOf(effects: readonly Effect<Row>[] | undefined): string[] {
  return (effects ?? []).map(
    ({ contexts, before, after }) =>
      `${patternText(contexts)}: ${before?.text ?? 'nothing'} → ${after?.text ?? 'nothing'}`,
  );
}

function effects(
  before: string[],
  after: string[],
  groups: Groups = indexGroups(['Environment', 'Application'], []),
) {
  return linesOf(effectsOf({ ...rowsOf(before, after), groups, same }));
}

describe('the effect of a push on one key', () => {
  it('is received in the context itself, without those that have their own value', () => {
    const others = ['Production;Billing = 9', '*;* = 0'];
    expect(effects([...others, 'Production;* = 1'], [...others, 'Production;* = 2'])).toEqual([
      'Production;* except Billing: 1 → 2',
    ]);
  });

  it('is nothing where every context below has its own value, or the new value says the same', () => {
    expect(effects(['*;* = 1', 'Production;* = 1'], ['*;* = 1'])).toEqual([]);
    expect(effects(['*;Shop = 1'], ['*;Shop = 1', 'Production;Shop = 1'])).toEqual([]);
  });

  it('of a deletion is what the next row says, or nothing', () => {
    expect(effects(['*;* = 1', 'Production;* = 2'], ['*;* = 1'])).toEqual(['Production;*: 2 → 1']);
    expect(effects(['Production;* = 2'], [])).toEqual(['Production;*: 2 → nothing']);
  });

  it('names exceptions at several levels by their contexts', () => {
    const others = ['Production;* = 8', '*;Billing = 9'];
    expect(effects(others, [...others, '*;* = 1'])).toEqual([
      '*;* except Production;*, *;Billing: nothing → 1',
    ]);
  });

  it('takes the last level first: a row of an application wins over one of an environment', () => {
    expect(effects(['*;Shop = 1', 'Production;* = 2'], ['*;Shop = 3', 'Production;* = 2'])).toEqual(
      ['*;Shop: 1 → 3'],
    );
  });

  it('reaches the members of a group', () => {
    const groups = indexGroups(
      ['Environment', 'Application'],
      [{ level: 'Environment', name: 'Live', members: ['production', 'staging'] }],
    );
    expect(
      effects(['Live;* = 1', 'Staging;* = 7'], ['Live;* = 2', 'Staging;* = 7'], groups),
    ).toEqual(['production;*: 1 → 2']);
  });

  it('is told once where two levels have elements of the same name', () => {
    const groups = indexGroups(['Environment', 'Application', 'Region'], []);
    expect(effects(['*;G;G = 1'], ['*;*;* = 1', 'a;*;G = 1'], groups)).toEqual([
      '*;*;* except a;*;*, *;G;*: nothing → 1',
      '*;G;* except a;*;*, *;*;G: nothing → 1',
      'a;*;* except G: nothing → 1',
      'a;*;G except G: nothing → 1',
    ]);
  });

  it('is left open where there are too many contexts to compare', () => {
    const many = Array.from({ length: 150 }, (_, i) => [`E${i};* = 1`, `*;A${i} = 1`]).flat();
    expect(
      effectsOf({
        ...rowsOf(many, [...many, '*;* = 2']),
        groups: indexGroups(['E', 'A'], []),
        same,
      }),
    ).toBeUndefined();
  });
});

describe('property', () => {
  const LEVELS = ['One', 'Two', 'Three', 'Four'];
  const GROUPS = LEVELS.map((level) => ({ level, name: 'G', members: ['a', 'b'] }));

  const scenario = fc.integer({ min: 1, max: 4 }).chain((depth) => {
    const context = fc
      .array(fc.constantFrom('*', '*', 'a', 'b', 'c', 'G'), { minLength: depth, maxLength: depth })
      .map((elements) => elements.join(';'));
    const line = fc.record({ context, text: fc.constantFrom('1', '2', '3') });
    const rows = fc.uniqueArray(line, { selector: (one) => one.context, maxLength: 8 });
    return fc.record({
      depth: fc.constant(depth),
      before: rows,
      kept: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      added: rows,
      hasGroups: fc.boolean(),
    });
  });

  it('the effect covers exactly the contexts that receive something else, each once', () => {
    fc.assert(
      fc.property(scenario, ({ depth, before, kept, added, hasGroups }) => {
        const left = before.filter((_, i) => kept[i]);
        const after = [
          ...left,
          ...added.filter(({ context }) => left.every((one) => one.context !== context)),
        ];
        const levels = LEVELS.slice(0, depth);
        const groups = indexGroups(
          levels,
          hasGroups ? GROUPS.filter(({ level }) => levels.includes(level)) : [],
        );
        const effects = effectsOf({ before, after, groups, same }) ?? [];
        const elements = hasGroups ? ['a', 'b', 'c', 'other'] : ['a', 'b', 'c', 'G', 'other'];
        for (const context of product(levels.map(() => elements))) {
          const [won, wins] = [before, after].map((rows) => affects(rows, { context, groups }));
          const expected = won?.text === wins?.text ? [] : [`${won?.text} → ${wins?.text}`];
          const covering = effects.filter(({ contexts }) => isCovered(context, contexts));
          const found = covering.map((one) => `${one.before?.text} → ${one.after?.text}`);
          if (found.join() !== expected.join())
            expect([context, found]).toEqual([context, expected]);
        }
      }),
      { seed: SEED, numRuns: RUNS * 4 },
    );
  });

  const asked = fc.option(fc.tuple(...[0, 1].map(() => fc.constantFrom('a', 'B', 'other', '*'))), {
    nil: [undefined, undefined],
  });

  it('of two contexts covers exactly the applications that get something else in each', () => {
    const pairs = fc.array(asked, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(scenario, pairs, ({ depth, before: rows, hasGroups }, all) => {
        const levels = LEVELS.slice(0, depth);
        const groups = indexGroups(
          levels,
          hasGroups ? GROUPS.filter(({ level }) => levels.includes(level)) : [],
        );
        const between = [
          all.slice(0, depth).map(([from]) => from),
          all.slice(0, depth).map(([, to]) => to),
        ] as const;
        const effects = effectsOf({ before: rows, after: rows, groups, same, between }) ?? [];
        const elements = hasGroups ? ['a', 'b', 'c', 'other'] : ['a', 'b', 'c', 'G', 'other'];
        for (const context of product(levels.map(() => elements))) {
          const [won, wins] = between.map((request) => {
            const own = context.map((element, level) => request[level] ?? element);
            return affects(rows, { context: own.map((one) => one.replace('*', 'other')), groups });
          });
          const expected = won?.text === wins?.text ? [] : [`${won?.text} → ${wins?.text}`];
          // The patterns have `*` where an element is given.
          const covering = effects.filter(({ contexts }) => isCovered(context, contexts));
          const found = covering.map((one) => `${one.before?.text} → ${one.after?.text}`);
          if (found.join() !== expected.join())
            expect([between, context, found]).toEqual([between, context, expected]);
        }
      }),
      { seed: SEED, numRuns: RUNS * 4 },
    );
  });

  function affects(
    rows: readonly Row[],
    { context, groups }: { context: string[]; groups: Groups },
  ): Row | undefined {
    const numbered = rows.map((one, serial) => ({ ...one, serial }));
    return heaviest(numbered, weigher(context, groups));
  }

  function product(levels: string[][]): string[][] {
    return levels.reduce<string[][]>(
      (all, elements) => all.flatMap((one) => elements.map((e) => [...one, e])),
      [[]],
    );
  }
});
