// However large a plan is, its comment fits, is made in an instant, and loses first what matters least.
import { describe, expect, it } from 'vitest';
import { type Change, countChanges } from '../../../src/model/plan.ts';
import { rowsComment } from '../../../src/render/markdown/page.ts';
import { planComment, planSummary } from '../comments.ts';
import { IS_NIGHTLY, representatives } from '../../helpers/suite.ts';
import { nightly } from '../../helpers/test.ts';
import { readPage, strangeIn } from './read-page.ts';
import {
  fileChange,
  placeAt,
  refusal,
  shownPlan,
  valueChange,
  warning,
} from '../../helpers/plans.ts';

const status = { kind: 'planned' } as const;
/** Changes: more than the 33,333 lines that a summary has room for at most. */
const MANY = IS_NIGHTLY ? 100_000 : 34_000;
/** Characters. */
const LARGE = IS_NIGHTLY ? 10_000_000 : 1_000_000;
const VALUES = {
  'a short word': 'on',
  'megabytes on one line': 'x'.repeat(LARGE),
  'megabytes of lines': 'x\n'.repeat(LARGE / 2),
  'a thousand backticks': '`'.repeat(1000),
  'more line breaks than are shown': '\n'.repeat(IS_NIGHTLY ? 10_000 : 1000),
  'characters of two units': '😀'.repeat(1000),
  'characters written as nine': '\u{e0001}'.repeat(1000),
};

function changesOf(count: number, value: string): Change[] {
  return Array.from({ length: count }, (_, i) => {
    const key = `k${String(i).padStart(6, '0')}`;
    if (i % 3 === 0) return valueChange({ key, before: value });
    if (i % 3 === 1) return valueChange({ key, before: 'off', after: value, place: placeAt(1) });
    return fileChange({ path: key, before: `a\n${value}`, after: `b\n${value}` });
  });
}

const withCommas = (count: number) => count.toLocaleString('en');

describe.each(representatives(Object.entries(VALUES), 2))('with %s', (_, value) => {
  // Many large values would not fit a plan either. What finds no room takes long, and is the same for every value.
  const longest = IS_NIGHTLY ? 1000 : 10;
  const counts = representatives([MANY, 0, 1000, 1], 2).filter(
    (count) => count <= 1000 || value.length <= longest,
  );
  it.each(counts)('a plan of %i changes fits', (count) => {
    const changes = changesOf(count, value);
    const plan = shownPlan({ changes, drift: changes.slice(0, 100) });
    const { create, update, delete: deleted } = countChanges(changes);
    const line =
      count === 0
        ? 'No changes.'
        : `${withCommas(create)} to create, ${withCommas(update)} to update, ${withCommas(deleted)} to delete.`;
    const comment = planComment(plan, { status });
    const summary = planSummary(plan, { status });
    expect(comment.length).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1_000_000);
    for (const text of [comment, summary]) expect(text).toContain(`**${line}**`);
    const page = readPage(comment);
    expect(strangeIn(page, new Set())).toEqual([]);
    expect(page.html.filter((html) => html === '</details>').length * 2).toBe(page.html.length);
    expect(shownAndLeft(page.sections, page.texts)).toBe(count + Math.min(count, 100));
  });
});

/** Lines that are shown and those that are counted. */
function shownAndLeft(sections: { rows: unknown[] }[], texts: string[]): number {
  const left = texts.flatMap((text) => [...text.matchAll(/and ([\d,]+) more lines?:/g)]);
  const counts = left.map(([, count = '']) => Number(count.replaceAll(',', '')));
  return [...counts, ...sections.map(({ rows }) => rows.length)].reduce((sum, one) => sum + one, 0);
}

/** Diffs that are shown. */
function fencesIn(markdown: string): number | undefined {
  return markdown.match(/^ *`{3,}diff$/gm)?.length;
}

describe('what finds no room', () => {
  const long = (i: number) => Array.from({ length: 40 }, (_, line) => `${i} ${line}\n`).join('');
  const files = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      fileChange({ path: `f${i}`, before: long(i), after: long(i + 1) }),
    );
  const deletions = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      valueChange({ key: `gone${i}`, before: 'x'.repeat(50) }),
    );

  it('is diffs and lines alike: a comment falls to the next lower level of detail', () => {
    const shownOf = (count: number) => {
      const comment = planComment(shownPlan({ changes: files(count) }), { status });
      return [comment.match(/^- /gm)?.length, fencesIn(comment)];
    };
    expect(shownOf(50)).toEqual([50, 50]);
    expect(shownOf(150)).toEqual([150, 50]);
    expect(shownOf(1200)).toEqual([500, 50]);
  });

  it('is never more than a thousand diffs of a summary, because each costs time', () => {
    const changes = Array.from({ length: 1200 }, (_, i) =>
      fileChange({ path: `f${i}`, before: 'a', after: 'b' }),
    );
    expect(fencesIn(planSummary(shownPlan({ changes }), { status }))).toBe(1000);
  });

  it('is counted in each section, with an address', () => {
    const changes = [...deletions(500), ...files(1000)];
    const plan = shownPlan({ changes, drift: changes.slice(500) });
    const page = readPage(
      planComment(plan, { status, fullPlan: { text: 'the plan', url: 'https://x.example/1' } }),
    );
    expect(page.sections.map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Plan: acme/shop at config.example.com', 0],
      ['Deletions (500)', 20],
      ['480 more', 80],
      ['Additions and updates (1,000)', 20],
      ['980 more', 80],
      [expect.stringContaining('items were changed on the server'), 100],
    ]);
    expect(page.texts.filter((text) => text.includes('more line'))).toEqual([
      '… and 400 more lines: see ',
      '… and 900 more lines: see ',
      '… and 900 more lines: see ',
    ]);
    expect(page.links).toEqual([
      'https://x.example/1',
      'https://x.example/1',
      'https://x.example/1',
    ]);
  });

  nightly(
    'is counted at every level of detail: what is open and what is folded add up to all',
    () => {
      for (const count of [21, 100, 501, 600, 3000, 30_000]) {
        const plan = shownPlan({ changes: deletions(count), drift: deletions(3) });
        const { sections } = readPage(planComment(plan, { status }));
        const folded = sections.flatMap(({ title }) => /^([\d,]+) more$/.exec(title)?.[1] ?? []);
        const more = Number(folded[0]?.replaceAll(',', ''));
        const [open] = sections.filter(({ title }) => title.startsWith('Deletions'));
        expect([count, (open?.rows.length ?? 0) + more]).toEqual([count, count]);
      }
    },
  );

  it('is never what changes about safety, a refusal, or the count of deletions', () => {
    const findings = Array.from({ length: MANY }, (_, i) =>
      (i % 2 === 0 ? refusal : warning)({
        code: `c${i % 8}`,
        message: `Message ${i}`,
        place: placeAt(1),
      }),
    );
    const plan = shownPlan({
      changes: deletions(MANY),
      findings,
      notes: ['x'.repeat(1_000_000)],
      safety: [{ setting: 'maxDeletes', before: '1', after: '9'.repeat(100_000) }],
    });
    const page = readPage(planComment(plan, { status }));
    expect(page.sections.map(({ title, rows }) => [title.replace(/\n/, ' '), rows.length])).toEqual(
      [
        ['Plan: acme/shop at config.example.com', 0],
        [
          '[!CAUTION] This plan is refused: as it stands, neither an apply nor a merge changes anything on the server.',
          16,
        ],
        ['[!WARNING] This branch changes safety settings.', 1],
        ['Warnings', 16],
        [`Deletions (${withCommas(MANY)})`, 20],
        [`${withCommas(MANY - 20)} more`, 480],
      ],
    );
  });

  it('is never a note or a warning, however many deletions there are', () => {
    const plan = shownPlan({
      changes: deletions(30_000),
      notes: ['302 pushes of up to 100 values each.'],
      findings: [warning({ code: 'big-push', message: 'The push is large.', place: placeAt(1) })],
    });
    const markdown = planComment(plan, { status });
    expect(markdown).toContain('302 pushes of up to 100 values each.\n\n#### Warnings\n\n- **');
    expect(markdown).not.toMatch(/more (?:note|warning)/);
  });

  it('of refusals is counted within their box', () => {
    const findings = Array.from({ length: 5000 }, (_, i) =>
      refusal({ code: `c${i}`, message: 'No.' }),
    );
    const markdown = planComment(shownPlan({ findings }), { status });
    expect(markdown).toMatch(/\n>? *\n> … and [\d,]+ more lines: see the log of the run\.\n/);
    expect(markdown.length).toBeLessThanOrEqual(60_000);
  });

  it('of findings is what its lines stand for, also those of one rule', () => {
    const findings = Array.from({ length: 3000 }, (_, i) =>
      refusal({ code: `c${i % 300}`, message: `No ${i}: ${'x'.repeat(60)}.` }),
    );
    const markdown = planComment(shownPlan({ findings }), { status });
    const shown = markdown.match(/^> - \*\*/gm)?.length ?? 0;
    const left = [...markdown.matchAll(/and ([\d,]+) more (?:of|line)/g)].map(([, n = '']) =>
      Number(n.replace(',', '')),
    );
    expect(left.length).toBeGreaterThan(1);
    expect(left.reduce((sum, one) => sum + one, shown)).toBe(findings.length);
  });

  it('of warnings that are not about a plan is counted, and of few of them', () => {
    const warnings = Array.from({ length: 9 }, (_, i) =>
      warning({ code: `c${i % 2}`, message: `Message ${i}.` }),
    );
    const markdown = rowsComment([{ kind: 'planned', plan: shownPlan(), warnings }], {
      status: {},
    });
    expect(readPage(markdown).sections.at(-1)?.rows).toHaveLength(5);
    expect(markdown).toMatch(/\n\n… and 4 more warnings: see the log of the run\.\n$/);
  });

  it('is not what a plan says already', () => {
    const findings = [warning({ code: 'big-push', message: 'The push is large.' })];
    const markdown = rowsComment(
      [{ kind: 'planned', plan: shownPlan({ findings }), warnings: findings }],
      {
        status: {},
      },
    );
    expect(markdown.match(/The push is large/g)).toHaveLength(1);
  });

  nightly('of errors is counted too', () => {
    const fileErrors = Array.from({ length: 50_000 }, (_, i) => ({
      severity: 'error' as const,
      code: 'value-type' as const,
      message: `${'x'.repeat(100)} ${i}`,
      place: placeAt(2),
    }));
    const markdown = rowsComment([{ kind: 'failed', diagnostics: fileErrors }], { status: {} });
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    const page = readPage(markdown);
    const shown = page.sections.flatMap(({ rows }) => rows).length;
    expect(shown).toBe(100);
    expect(page.texts.at(-1)).toBe(
      `… and ${withCommas(50_000 - shown)} more lines: see the log of the run.`,
    );
  });
});
