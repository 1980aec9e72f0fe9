// Names of levels and elements, which a server or a branch chooses, are only text in every output.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlPlan } from '../../src/render/html/page.ts';
import { textPlan } from '../../src/render/text.ts';
import { shownPlan, valueChange } from '../helpers/plans.ts';
import { holds, PROPERTY_TIMEOUT } from '../random/runs.ts';
import { planComment } from './comments.ts';
import { elementsOf } from './html/markup.ts';
import { hostile } from './markdown/arbitrary.ts';
import { readPage, strangeIn } from './markdown/read-page.ts';

/** Few changes make a sentence, and ten a table. */
const names = fc.record({ level: hostile, element: hostile, count: fc.constantFrom(2, 10) });
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

test('the name of a level or an element is only text', { timeout: PROPERTY_TIMEOUT }, () => {
  holds(names, {
    check: ({ level, element, count }) => {
      const { target } = shownPlan();
      const changes = Array.from({ length: count }, (_, i) =>
        valueChange({ key: `k${i}`, context: i === 0 ? `${element};*` : 'Prod;*', after: 'v' }),
      );
      const plan = shownPlan({
        target: { ...target, levels: [level, level] },
        elements: ['Prod', element],
        changes,
      });
      const page = readPage(planComment(plan, { status: { kind: 'planned' } }));
      const strange = strangeIn(page, new Set());
      expect(strange.filter((what) => !what.startsWith('table'))).toEqual([]);
      const lines = textPlan(plan, { color: false }).split('\n');
      expect(lines.filter((line) => INVISIBLE.test(line))).toEqual([]);
      expect(() => elementsOf(htmlPlan(plan))).not.toThrow();
    },
  });
});
