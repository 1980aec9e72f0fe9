// What a plan says about which applications a change affects, for each kind of effect.
import { describe, expect, it } from 'vitest';
import type {
  Change,
  ShowAffected,
  Affected,
  AffectedRegion,
  WinningRow,
} from '../../src/model/plan.ts';
import { planComment } from './comments.ts';
import { leavesNothing, affectedLines } from '../../src/render/affected-text.ts';
import { textPlan } from '../../src/render/text.ts';
import { fileChange, keyChange, shownPlan, valueChange } from '../helpers/plans.ts';

const region = (
  contexts: string,
  {
    before,
    after,
    except = [],
  }: { before?: WinningRow; after?: WinningRow; except?: string[] } = {},
): AffectedRegion => ({
  contexts: { elements: contexts.split(';'), except: except.map((one) => one.split(';')) },
  ...(before && { before }),
  ...(after && { after }),
});
const exact = (...regions: AffectedRegion[]): { affects: Affected } => ({
  affects: { isExact: true, regions },
});
const partial = (...regions: AffectedRegion[]): { affects: Affected } => ({
  affects: { isExact: false, regions },
});
const broad = { context: '*;*', text: '20' };
const own = { context: 'Production;*' };
const inProduction = { key: 'a', context: 'Production;*' };
const update = { ...inProduction, before: '1', after: '2' };
const creation = { ...inProduction, after: '2' };
const deletion = { ...inProduction, before: '1' };

describe('which applications a change affects', () => {
  it.each([
    [
      'an update in its context',
      valueChange({ ...update, ...exact(region('Production;*', { before: own, after: own })) }),
      [],
    ],
    [
      'an update with an exception',
      valueChange({
        ...update,
        ...exact(region('Production;*', { before: own, after: own, except: ['*;Billing'] })),
      }),
      ['affects applications in Production;* except Billing'],
    ],
    [
      'an update, but not where the same plan creates a more specific value',
      valueChange({
        ...update,
        context: '*;*',
        ...exact(
          region('*;*', { before: broad, after: broad, except: ['Production;*', 'Test;*'] }),
          region('Test;*', { before: broad, after: { context: 'Test;*' } }),
        ),
      }),
      ['affects applications everywhere except Production, Test'],
    ],
    [
      'an update that takes effect where another value is deleted',
      valueChange({
        ...update,
        context: '*;*',
        ...exact(
          region('*;*', { before: broad, after: broad, except: ['Production;*', 'Staging;*'] }),
          region('Production;*', { before: own, after: broad }),
        ),
      }),
      ['affects applications everywhere except Staging'],
    ],
    [
      'an update that takes effect where another value of its context is deleted',
      valueChange({
        ...update,
        ...exact(
          region('Production;*', { before: own, after: own, except: ['*;Billing', '*;Web'] }),
          region('Production;Billing', { before: { context: 'Production;Billing' }, after: own }),
        ),
      }),
      ['affects applications in Production;* except Web'],
    ],
    [
      'an update in contexts that would lose one if they were joined',
      valueChange({
        ...update,
        context: '*;*',
        ...exact(
          region('*;*', { before: broad, after: broad, except: ['Production;*', '*;Web'] }),
          region('Production;*', { before: own, after: broad }),
        ),
      }),
      ['affects applications everywhere except Production;*, *;Web and in Production;*'],
    ],
    [
      'an update in contexts that cannot be joined',
      valueChange({
        ...update,
        context: '*;*',
        ...exact(
          region('*;*', { before: broad, after: broad, except: ['Production;*', 'Staging;*'] }),
          region('Production;*', { before: own, after: broad, except: ['*;Billing'] }),
        ),
      }),
      ['affects applications everywhere except Production;Billing, Staging;*'],
    ],
    [
      'a first value',
      valueChange({ ...creation, ...exact(region('Production;*', { after: own })) }),
      [],
    ],
    [
      'a value instead of a broader one',
      valueChange({ ...creation, ...exact(region('Production;*', { before: broad, after: own })) }),
      ['instead of "20" from *;*'],
    ],
    [
      'a value in place of none, and instead of another one',
      valueChange({
        ...creation,
        context: '*;*',
        ...exact(
          region('*;*', { after: broad, except: ['Production;*'] }),
          region('Production;*', { before: own, after: broad }),
        ),
      }),
      ['also affects applications in Production;*, instead of the value of Production;*'],
    ],
    [
      'a value instead of a secret',
      valueChange({
        ...creation,
        ...exact(
          region('Production;*', {
            before: { context: '*;*', text: '(secret)', secret: true },
            after: own,
          }),
        ),
      }),
      ['instead of (secret) from *;*'],
    ],
    [
      'a deletion that something is left of',
      valueChange({ ...deletion, ...exact(region('Production;*', { before: own, after: broad })) }),
      ['falls back to "20" from *;*'],
    ],
    [
      'a deletion that leaves nothing in some contexts',
      valueChange({
        ...deletion,
        ...exact(
          region('Production;*', { before: own, except: ['*;Shop'] }),
          region('Production;Shop', { before: own, after: { context: '*;Shop', text: '3' } }),
        ),
      }),
      [
        'in Production;* except Shop: no application has a value afterwards; in Production;Shop: falls back to "3" from *;Shop',
      ],
    ],
    [
      'a deletion that leaves nothing in its context',
      valueChange({ ...deletion, ...exact(region('Production;*', { before: own })) }),
      ['in Production;*: no application has a value afterwards'],
    ],
    [
      'a deletion that leaves nothing anywhere',
      valueChange({ ...deletion, context: '*;*', ...exact(region('*;*', { before: broad })) }),
      ['no application has a value afterwards'],
    ],
    [
      'a file of which nothing is left',
      fileChange({
        path: 'f',
        context: 'Production;*',
        before: 'x',
        ...exact(region('Production;*', { before: own })),
      }),
      ['in Production;*: no application has this file afterwards'],
    ],
    [
      'a deletion after which another value says the same',
      valueChange({ ...deletion, ...exact() }),
      ['no effect: every application gets the same value as before'],
    ],
    [
      'a new value that another one says already',
      valueChange({ ...creation, ...exact() }),
      ['no effect: every application already gets this value'],
    ],
    [
      'a new file that another one says already',
      fileChange({ path: 'f', context: 'Production;*', after: 'x', ...exact() }),
      ['no effect: every application already gets this content'],
    ],
    [
      'a file',
      fileChange({
        path: 'f',
        context: 'Production;*',
        before: 'x',
        ...exact(region('Production;*', { before: own, after: broad })),
      }),
      ['falls back to the file of *;*'],
    ],
    [
      'an update of which not all rows were read',
      valueChange({ ...update, ...partial(region('Production;*', { before: own, after: own })) }),
      [],
    ],
    [
      'a deletion of which not all rows were read',
      valueChange({
        ...deletion,
        ...partial(region('Production;*', { before: own, after: broad })),
      }),
      ['in Production;* and maybe elsewhere: falls back to "20" from *;*'],
    ],
    [
      'an update with an exception, of which not all rows were read',
      valueChange({
        ...update,
        ...partial(region('Production;*', { before: own, after: own, except: ['*;Billing'] })),
      }),
      ['affects applications in Production;* except Billing, and maybe elsewhere'],
    ],
    [
      'a last value of which not all rows were read',
      valueChange({ ...deletion, ...partial(region('Production;*', { before: own })) }),
      [],
    ],
    ['nothing that is known not to change', valueChange({ ...deletion, ...partial() }), []],
  ])('of %s', (_, change, lines) => {
    expect(affectedLines(change, 'short')).toEqual(lines);
    expect(affectedLines(change, 'none')).toEqual([]);
  });

  it('is counted by the first element above eight contexts', () => {
    const regions = ['P', 'S'].flatMap((one) =>
      ['a', 'b', 'c', 'd', 'e'].map((two) => region(`${one};${two}`, { before: own, after: own })),
    );
    const change = valueChange({ ...update, ...exact(...regions) });
    expect(affectedLines(change, 'short')).toEqual([
      'affects applications in 10 groups of contexts: P (5), S (5)',
    ]);
    expect(affectedLines(change, 'full')).toHaveLength(10);
  });

  it('is said once, on the line of the key, if the whole key goes and no value is left', () => {
    const values = [
      valueChange({ ...deletion, ...exact(region('Production;*', { before: own })) }),
      valueChange({ ...deletion, context: '*;*', ...exact(region('*;*', { before: broad })) }),
    ];
    const goes = keyChange({ key: 'a', action: 'delete', values: 2 });
    const linesOf = (changes: Change[], showAffected: ShowAffected) =>
      textPlan(shownPlan({ changes }), { color: false, showAffected })
        .split('\n')
        .filter((line) => /^ {2}/.test(line));
    expect(linesOf([goes, ...values], 'short')).toEqual([
      '  - a  Production;*  "1"  key deleted with its 2 values',
      '      no application has a value afterwards',
      '  - a  *;*           "1"',
    ]);
    expect(linesOf([goes, ...values], 'full')).toEqual(linesOf([goes, ...values], 'short'));
    const plan = shownPlan({ changes: [goes, ...values] });
    expect(planComment(plan, { status: { kind: 'planned' } })).toContain(
      ', key deleted with its 2 values · **no application has a value afterwards**\n',
    );
    expect(textPlan(plan, { color: true })).toContain(
      '\u001b[31mno application has a value afterwards\u001b[39m\n',
    );
    expect(linesOf([goes, ...values], 'none')[0]).toBe(
      '  - a  Production;*  "1"  key deleted with its 2 values',
    );
    expect(linesOf(values, 'short')).toEqual([
      '  - a  Production;*  "1"',
      '      in Production;*: no application has a value afterwards',
      '  - a  *;*           "1"',
      '      no application has a value afterwards',
    ]);
  });

  it('stands out if nothing is left', () => {
    expect(
      leavesNothing(
        valueChange({ ...deletion, ...exact(region('Production;*', { before: own })) }),
      ),
    ).toBe(true);
    expect(
      leavesNothing(
        valueChange({
          ...deletion,
          ...exact(region('Production;*', { before: own, after: broad })),
        }),
      ),
    ).toBe(false);
    expect(
      leavesNothing(
        valueChange({ ...deletion, ...partial(region('Production;*', { before: own })) }),
      ),
    ).toBe(false);
  });
});
