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

const LEVELS = ['Environment', 'Application'];
const LIVE = { level: 'Environment', name: 'Live', members: ['production', 'staging'] };
const others = ['Production;Billing = 9', '*;* = 0'];
const crossing = ['Production;* = 8', '*;Billing = 9'];

describe('the effect of a push on one key', () => {
  it.each<[what: string, before: string[], after: string[], effects: string[], groups?: Groups]>([
    [
      'is received in the context itself, without those that have their own value',
      [...others, 'Production;* = 1'],
      [...others, 'Production;* = 2'],
      ['Production;* except Billing: 1 → 2'],
    ],
    [
      'names exceptions at several levels by their contexts',
      crossing,
      [...crossing, '*;* = 1'],
      ['*;* except Production;*, *;Billing: nothing → 1'],
    ],
    [
      'reaches the members of a group',
      ['Live;* = 1', 'Staging;* = 7'],
      ['Live;* = 2', 'Staging;* = 7'],
      ['production;*: 1 → 2'],
      indexGroups(LEVELS, [LIVE]),
    ],
    [
      'is told once where two levels have elements of the same name',
      ['*;G;G = 1'],
      ['*;*;* = 1', 'a;*;G = 1'],
      [
        '*;*;* except a;*;*, *;G;*: nothing → 1',
        '*;G;* except a;*;*, *;*;G: nothing → 1',
        'a;*;* except G: nothing → 1',
        'a;*;G except G: nothing → 1',
      ],
      indexGroups([...LEVELS, 'Region'], []),
    ],
  ])('%s', (_, before, after, effects, groups = indexGroups(LEVELS, [])) => {
    expect(linesOf(effectsOf({ ...rowsOf(before, after), groups, same }))).toEqual(effects);
  });

  it('is left open where there are too many contexts to compare', () => {
    const many = Array.from({ length: 150 }, (_, i) => [`E${i};* = 1`, `*;A${i} = 1`]).flat();
    const rows = rowsOf(many, [...many, '*;* = 2']);
    expect(effectsOf({ ...rows, groups: indexGroups(LEVELS, []), same })).toBeUndefined();
  });
});

describe('property', () => {
  const DEEP = ['One', 'Two', 'Three', 'Four'];
  const GROUPS = DEEP.map((level) => ({ level, name: 'G', members: ['a', 'b'] }));

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
        const groups = groupsOf(depth, hasGroups);
        const effects = effectsOf({ before, after, groups, same }) ?? [];
        for (const context of contextsOf(depth, hasGroups)) {
          const [won, wins] = [before, after].map((rows) => affects(rows, { context, groups }));
          expectEffect(effects, { context, won, wins });
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
        const groups = groupsOf(depth, hasGroups);
        const pairsOf = all.slice(0, depth);
        const between = [pairsOf.map(([from]) => from), pairsOf.map(([, to]) => to)] as const;
        const effects = effectsOf({ before: rows, after: rows, groups, same, between }) ?? [];
        // The patterns have `*` where an element is given.
        for (const context of contextsOf(depth, hasGroups)) {
          const [won, wins] = between.map((request) => {
            const own = context.map((element, level) => request[level] ?? element);
            return affects(rows, { context: own.map((one) => one.replace('*', 'other')), groups });
          });
          expectEffect(effects, { context, won, wins });
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

  function groupsOf(depth: number, hasGroups: boolean): Groups {
    return indexGroups(DEEP.slice(0, depth), hasGroups ? GROUPS.slice(0, depth) : []);
  }

  /** Every context that an application may ask for. */
  function contextsOf(depth: number, hasGroups: boolean): string[][] {
    const elements = ['a', 'b', 'c', 'other', ...(hasGroups ? [] : ['G'])];
    return DEEP.slice(0, depth).reduce<string[][]>(
      (all) => all.flatMap((one) => elements.map((element) => [...one, element])),
      [[]],
    );
  }

  /** What one context got and gets, against the effects that cover it. */
  function expectEffect(
    effects: readonly Effect<Row>[],
    { context, won, wins }: { context: string[]; won: Row | undefined; wins: Row | undefined },
  ): void {
    const expected = won?.text === wins?.text ? [] : [`${won?.text} → ${wins?.text}`];
    const covering = effects.filter(({ contexts }) => isCovered(context, contexts));
    const found = covering.map((one) => `${one.before?.text} → ${one.after?.text}`);
    if (found.join() !== expected.join()) expect([context, found]).toEqual([context, expected]);
  }
});
