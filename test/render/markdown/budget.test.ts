// However large a plan is, its comment fits, is made in an instant, and loses first what matters least.
import { describe, expect, it } from 'vitest';
import { type Change, countChanges, type Plan } from '../../../src/model/plan.ts';
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
  return times(count, (i) => {
    const key = `k${String(i).padStart(6, '0')}`;
    if (i % 3 === 0) return valueChange({ key, before: value });
    if (i % 3 === 1) return valueChange({ key, before: 'off', after: value, place: placeAt(1) });
    return fileChange({ path: key, before: `a\n${value}`, after: `b\n${value}` });
  });
}

const withCommas = (count: number) => count.toLocaleString('en');

describe.each(representatives(Object.entries(VALUES), 3))('with %s', (_, value) => {
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

/** So many of something, by their number. */
function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

describe('what finds no room', () => {
  const long = (i: number) => times(40, (line) => `${i} ${line}\n`).join('');
  const file = (i: number) => fileChange({ path: `f${i}`, before: long(i), after: long(i + 1) });
  const deletion = (i: number) => valueChange({ key: `gone${i}`, before: 'x'.repeat(50) });
  const message = (i: number) => ({
    code: `c${i % 8}`,
    message: `Message ${i}`,
    place: placeAt(1),
  });
  const PUSH = warning({ code: 'big-push', message: 'The push is large.', place: placeAt(1) });
  const shownOf = (parts: Partial<Plan>) => {
    const comment = planComment(shownPlan(parts), { status });
    return { comment, ...readPage(comment) };
  };

  it('is diffs and lines alike: a comment falls to the next lower level of detail', () => {
    const counts = [50, 150, 1200].map((count) => {
      const { comment } = shownOf({ changes: times(count, file) });
      return [comment.match(/^- /gm)?.length, fencesIn(comment)];
    });
    expect(counts).toEqual([
      [50, 50],
      [150, 50],
      [500, 50],
    ]);
  });

  it('is never more than a thousand diffs of a summary, because each costs time', () => {
    const changes = times(1200, (i) => fileChange({ path: `f${i}`, before: 'a', after: 'b' }));
    expect(fencesIn(planSummary(shownPlan({ changes }), { status }))).toBe(1000);
  });

  it('is counted in each section, with an address', () => {
    const changes = [...times(500, deletion), ...times(1000, file)];
    const plan = shownPlan({ changes, drift: changes.slice(500) });
    const url = 'https://x.example/1';
    const page = readPage(planComment(plan, { status, fullPlan: { text: 'the plan', url } }));
    expect(page.sections.map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Plan: acme/shop at config.example.com', 0],
      ['Deletions (500)', 20],
      ['480 more', 80],
      ['Additions and updates (1,000)', 20],
      ['980 more', 80],
      [expect.stringContaining('items were changed on the server'), 100],
    ]);
    expect(page.texts.filter((text) => text.includes('more line'))).toEqual(
      [400, 900, 900].map((count) => `… and ${count} more lines: see `),
    );
    expect(page.links).toEqual([url, url, url]);
  });

  nightly(
    'is counted at every level of detail: what is open and what is folded add up to all',
    () => {
      for (const count of [21, 100, 501, 600, 3000, 30_000]) {
        const { sections } = shownOf({
          changes: times(count, deletion),
          drift: times(3, deletion),
        });
        const folded = sections.flatMap(({ title }) => /^([\d,]+) more$/.exec(title)?.[1] ?? []);
        const more = Number(folded[0]?.replaceAll(',', ''));
        const [open] = sections.filter(({ title }) => title.startsWith('Deletions'));
        expect([count, (open?.rows.length ?? 0) + more]).toEqual([count, count]);
      }
    },
  );

  it('is never what changes about safety, a refusal, or the count of deletions', () => {
    const { sections } = shownOf({
      changes: times(MANY, deletion),
      findings: times(MANY, (i) => (i % 2 === 0 ? refusal : warning)(message(i))),
      notes: ['x'.repeat(1_000_000)],
      safety: [{ setting: 'maxDeletes', before: '1', after: '9'.repeat(100_000) }],
    });
    const refused =
      '[!CAUTION] This plan is refused: as it stands, neither an apply nor a merge changes anything on the server.';
    expect(sections.map(({ title, rows }) => [title.replace(/\n/, ' '), rows.length])).toEqual([
      ['Plan: acme/shop at config.example.com', 0],
      [refused, 16],
      ['[!WARNING] This branch changes safety settings.', 1],
      ['Warnings', 16],
      [`Deletions (${withCommas(MANY)})`, 20],
      [`${withCommas(MANY - 20)} more`, 480],
    ]);
  });

  it('is never a note or a warning, however many deletions there are', () => {
    const note = '302 pushes of up to 100 values each.';
    const parts = { changes: times(30_000, deletion), notes: [note], findings: [PUSH] };
    const { comment } = shownOf(parts);
    expect(comment).toContain(`${note}\n\n#### Warnings\n\n- **`);
    expect(comment).not.toMatch(/more (?:note|warning)/);
  });

  it('of refusals is counted within their box', () => {
    const findings = times(5000, (i) => refusal({ code: `c${i}`, message: 'No.' }));
    const { comment } = shownOf({ findings });
    expect(comment).toMatch(/\n>? *\n> … and [\d,]+ more lines: see the log of the run\.\n/);
    expect(comment.length).toBeLessThanOrEqual(60_000);
  });

  it('of findings is what its lines stand for, also those of one rule', () => {
    const findings = times(3000, (i) =>
      refusal({ code: `c${i % 300}`, message: `No ${i}: ${'x'.repeat(60)}.` }),
    );
    const { comment } = shownOf({ findings });
    const left = [...comment.matchAll(/and ([\d,]+) more (?:of|line)/g)].map(([, n = '']) =>
      Number(n.replace(',', '')),
    );
    const shown = comment.match(/^> - \*\*/gm)?.length ?? 0;
    expect(left.length).toBeGreaterThan(1);
    expect(left.reduce((sum, one) => sum + one, shown)).toBe(findings.length);
  });

  it('of warnings that are not about a plan is counted, and of few of them', () => {
    const warnings = times(9, (i) => warning({ code: `c${i % 2}`, message: `Message ${i}.` }));
    const target = { kind: 'planned', plan: shownPlan(), warnings } as const;
    const markdown = rowsComment([target], { status: {} });
    expect(readPage(markdown).sections.at(-1)?.rows).toHaveLength(5);
    expect(markdown).toMatch(/\n\n… and 4 more warnings: see the log of the run\.\n$/);
  });

  it('is not what a plan says already', () => {
    const plan = shownPlan({ findings: [PUSH] });
    const target = { kind: 'planned', plan, warnings: [PUSH] } as const;
    expect(rowsComment([target], { status: {} }).match(/The push is large/g)).toHaveLength(1);
  });

  nightly('of errors is counted too', () => {
    const fileErrors = times(50_000, (i) => ({
      severity: 'error' as const,
      code: 'value-type' as const,
      message: `${'x'.repeat(100)} ${i}`,
      place: placeAt(2),
    }));
    const markdown = rowsComment([{ kind: 'failed', diagnostics: fileErrors }], { status: {} });
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    const { sections, texts } = readPage(markdown);
    expect(sections.flatMap(({ rows }) => rows)).toHaveLength(100);
    expect(texts.at(-1)).toBe('… and 49,900 more lines: see the log of the run.');
  });
});
