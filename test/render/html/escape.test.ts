// Whatever stands in a plan, its page has only our elements, and every text in it is text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAUSES, type Change, isCounted } from '../../../src/model/plan.ts';
import { entries } from '../../../src/render/change-lines.ts';
import { block, Html, line, NOTHING } from '../../../src/render/html/escape.ts';
import { htmlDrift, htmlPlan } from '../../../src/render/html/page.ts';
import { printable } from '../../../src/render/printable.ts';
import { renamesIn } from '../../../src/render/renames.ts';
import { casesOf } from '../../helpers/suite.ts';
import { placeAt, shownPlan } from '../../helpers/plans.ts';
import { change, hostile } from '../markdown/arbitrary.ts';
import { elementsOf } from './markup.ts';

const RUNS = { seed: 11, numRuns: casesOf(400) };
const MARKUP = [
  ...'< > " \' & </script> </style> <!-- ]]> &#x3c; </pre> `'.split(' '),
  '<img src=x onerror=alert(1)>',
];
const sharp = fc
  .array(fc.oneof(fc.constantFrom(...MARKUP), hostile), { maxLength: 6 })
  .map((parts) => parts.join(''));

/** With everything in which a change may hold a text. */
function marked(change: Change, text: string, isExact: boolean): Change {
  const marks = { removedFrom: placeAt(3, text) };
  if (change.kind === 'key') return { ...change, ...marks };
  const contexts = { elements: [text, '*'], except: [[text, 'x']] };
  const row = { context: text, text };
  const regions = [
    { contexts, before: row, after: { ...row, secret: true as const } },
    { contexts, before: row },
  ];
  const overrides = { context: text, place: placeAt(2, text) };
  return { ...change, ...marks, overrides, affects: { isExact, regions } };
}

const changes = fc.array(
  fc
    .tuple(
      change,
      fc.constantFrom(...CAUSES),
      fc.constantFrom<Partial<Change>[]>({}, { rewritten: true }, { pending: true }),
    )
    .map(([one, cause, mark]): Change => ({ ...one, cause, ...mark }) as Change),
  { maxLength: 20 },
);
const plan = fc
  .tuple(changes, fc.array(change, { maxLength: 4 }), sharp)
  .map(([changes, drift, name]) => {
    const where = { place: placeAt(1, name), removedFrom: placeAt(2, name) };
    const finding = { code: name, message: name, hint: name, ...where };
    return shownPlan({
      changes: changes.map((one, i) => (i % 3 > 0 ? marked(one, name, i % 3 === 1) : one)),
      drift: drift.map((one) => marked(one, name, true)),
      notes: [name],
      target: { url: name, account: name, name, levels: [name] },
      elements: [name, 'Prod'],
      base: { commit: name, pending: 1, dropped: 1 },
      unmanagedItems: [{ kind: 'key', name }],
      safety: [{ setting: 'url', before: name, after: name, effect: 'looser', ...where }],
      findings: [
        { severity: 'refusal', ...finding },
        { severity: 'warning', ...finding },
      ],
    });
  });

describe('a page of anything', () => {
  test('has our elements only, and every name as text', () => {
    fc.assert(
      fc.property(plan, sharp, (shown, text) => {
        const status = { commit: { sha: text, url: text }, run: text };
        const options = { status, docs: text, folder: text, linkOf: () => text, removedAt: text };
        const page = htmlPlan(shown, options);
        const elements = elementsOf(page);
        expect(elements.filter(({ tag }) => tag === 'script')).toHaveLength(1);
        const addresses = elements.flatMap(({ attributes: { href } }) => href ?? []);
        expect(addresses.filter((href) => !/^(?:https?:\/\/|#|data:,$)/i.test(href))).toEqual([]);
        const names = elements
          .filter(({ attributes: { scope } }) => scope === 'row')
          .map((one) => one.text);
        for (const { change: one } of entries(shown.changes))
          expect(names.some((name) => name.includes(printable(one.name)))).toBe(true);
        const cells = elements.filter(({ attributes: { class: name } }) => name === 'ch');
        const renamed = renamesIn(shown).reduce(
          (sum, { created }) => sum + 2 * created.length - 1,
          0,
        );
        expect(cells.length).toBeGreaterThanOrEqual(
          shown.changes.filter(isCounted).length - renamed,
        );
        // Nothing hides or moves text.
        expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u0000-\u0008\u001b]/);
        elementsOf(htmlDrift(shown, options));
      }),
      RUNS,
    );
  });
});

describe('a template', () => {
  test('keeps tabs in lines, and line breaks in blocks', () => {
    expect(String(line('a\tb\n<'))).toBe('a\tb\\n&lt;');
    expect(String(block('a\n\tb\u202e<'))).toBe('\na\n\tb\\u{202e}&lt;');
  });

  test('is the only way to make markup', () => {
    const folder = fileURLToPath(new URL('../../../src/render/html/', import.meta.url));
    const using = readdirSync(folder).filter((name) =>
      /\btrusted\(/.test(readFileSync(join(folder, name), 'utf8')),
    );
    expect(using).toEqual(['escape.ts', 'page.ts']);
    const token = Symbol('made here') as never;
    expect(() => new Html('<script>', token)).toThrow(TypeError);
    expect(String(NOTHING)).toBe('');
  });
});
