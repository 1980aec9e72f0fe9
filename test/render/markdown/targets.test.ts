// The comment about several targets: its kinds as files that a person can read, its budget, and hostile names.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/model/plan.ts';
import { type PageOptions, rowsComment, rowsSummary } from '../../../src/render/markdown/page.ts';
import type { TargetPage } from '../../../src/render/markdown/targets.ts';
import { clipped, printable } from '../../../src/render/printable.ts';
import { casesOf, representatives } from '../../helpers/suite.ts';
import { type Page, readPage, strangeIn } from './read-page.ts';
import { fileChange, placeAt, refusal, shownPlan, valueChange } from '../../helpers/plans.ts';
import { loadDocument } from '../../helpers/project.ts';
import { hostile } from './arbitrary.ts';
import { KINDS } from '../scenes.ts';
import { deletions, many, updates } from '../parts.ts';

const SHOP = KINDS.updates?.options ?? { status: { kind: 'planned' } };
const { kind: _, ...AT } = SHOP.status;
const OPTIONS: PageOptions = { ...SHOP, status: { ...AT, mergeInto: 'main' } };
const DOWN = { reason: 'Cannot reach https://config.example.com.', hint: 'Check `url`.' };
const SAFETY = [
  { setting: 'prune' as const, before: 'managed', after: 'all', effect: 'looser' as const },
];

function planned(
  name: string,
  parts: Partial<Plan>,
  kind: TargetPage['kind'] = 'planned',
): TargetPage {
  const target = { ...shownPlan().target, name, declaredAs: name };
  return { name, kind, plan: shownPlan({ target, ...parts }) };
}

const unchanged = (name: string) => planned(name, {}, 'unchanged');
const failed = (name: string): TargetPage => ({ name, kind: 'failed', ...DOWN });
const TOO_MANY = refusal({
  code: 'max-deletes',
  message: '4 deletions, and `maxDeletes` is 1.',
  approvable: true,
});
const REFUSED: Partial<Plan> = {
  changes: deletions,
  findings: [TOO_MANY],
  approval: '3f9c2a7be1d04c58a6f07712c9e5d3b4',
  approvalWay: 'review',
};
const refused = (name: string) => planned(name, REFUSED, 'refused');
const unread = (
  name: string,
  mergeUnknown = 'the server was not read, so this plan compares only the files of the two branches',
) => planned(name, { live: 'base', changes: updates.slice(0, 1), mergeUnknown }, 'offline');
const EFFECTS = {
  changes: ['Production;*', '*;*', '*;*'].map((context, i) =>
    valueChange({ key: `k${i + 1}`, before: '1', after: '2', context }),
  ),
  elements: ['Production', 'Staging'],
};

const PAGES: Record<string, { targets: TargetPage[]; options?: Partial<PageOptions> }> = {
  targets: {
    targets: [planned('shop', { changes: updates }), unchanged('billing'), refused('shop-eu')],
  },
  'targets-failed': {
    targets: [
      planned('shop', { ...EFFECTS, drift: EFFECTS.changes.slice(0, 1), safety: SAFETY }),
      failed('billing'),
      planned('mail', { safety: SAFETY }, 'unchanged'),
      failed('eu'),
      refused('us'),
      {
        name: 'asia',
        kind: 'failed',
        reason: '1 error in the files.',
        diagnostics: loadDocument('keys: { size: { vdt: Intger, value: 1 } }\n').diagnostics,
      },
    ],
    options: { notes: ['confighub.yaml no longer names acme/old at config.example.com.'] },
  },
  'targets-applied': {
    targets: [
      planned('shop', { changes: updates.slice(0, 1) }, 'verified'),
      { ...planned('billing', { changes: deletions.slice(0, 1) }, 'uncertain'), ...DOWN },
      planned('mail', { changes: updates.slice(2, 4) }, 'not-attempted'),
    ],
  },
  'targets-fifty': {
    targets: Array.from({ length: 50 }, (_, i) =>
      i % 20 === 3 ? planned(`app-${i}`, EFFECTS) : unchanged(`app-${i}`),
    ),
  },
  'targets-refused': {
    targets: [refused('a'), failed('b'), unchanged('c')],
    options: { status: { ...AT, isApply: true } },
  },
  'targets-taken-over': {
    targets: [
      planned('a', { alreadySent: [...updates], sentBy: 'attempt 1 of this run' }, 'taken-over'),
      unchanged('b'),
    ],
    options: { status: { ...AT, isApply: true } },
  },
  'targets-unread': {
    targets: [
      unread('a'),
      unread('b'),
      planned('c', { changes: updates.slice(0, 1) }),
      unread('d', 'this run could not merge the branch with its base'),
    ],
  },
  'targets-all-unread': { targets: [unread('a'), unread('b')], options: { status: AT } },
  'targets-drift': {
    targets: [
      planned('shop', { drift: updates.slice(0, 1) }, 'drifted'),
      planned('billing', {}, 'clean'),
    ],
    options: { status: AT },
  },
};

/** The table is meant. */
function strange(page: Page, links: (url: string) => boolean): string[] {
  const types = new Set([...page.types].filter((type) => !type.startsWith('table')));
  return strangeIn({ ...page, types }, new Set(page.links.filter(links)));
}

describe('a page', () => {
  test.each(Object.entries(PAGES))('%s', async (name, { targets, options }) => {
    const markdown = rowsComment(targets, { ...OPTIONS, ...options });
    expect(strange(readPage(markdown), (url) => url.startsWith('https://github.com/'))).toEqual([]);
    await expect(markdown).toMatchFileSnapshot(`${name}.md`);
  });

  test.each<[string, TargetPage[]]>([
    ['Plan: 2 targets', [planned('a', { changes: updates }), unchanged('b')]],
    ['No changes: 2 targets', [unchanged('a'), unchanged('b')]],
    ['Plan without the server: 1 target', [planned('a', {}, 'offline')]],
    ['⛔ Refused: 2 targets, nothing is applied', [refused('a'), refused('b')]],
    ['⛔ Refused: 1 of 2 targets', [refused('a'), planned('b', { changes: updates }, 'verified')]],
    ['⛔ Refused: 1 target', [refused('a')]],
    [
      '❌ No plan: 1 of 3 targets, 1 refused, nothing is applied',
      [failed('a'), refused('b'), unchanged('c')],
    ],
    [
      '❌ Not applied: 1 of 2 targets',
      [{ ...planned('a', {}, 'failed'), ...DOWN }, planned('b', {}, 'verified')],
    ],
    [
      '✅ Applied and verified: 1 of 2 targets, 1 without changes',
      [planned('a', {}, 'verified'), unchanged('b')],
    ],
    [
      '⚠️ Applied, not verified: 1 of 2 targets',
      [planned('a', {}, 'verified'), planned('b', {}, 'unverified')],
    ],
  ])('begins with %s', (heading, targets) => {
    expect(rowsComment(targets, { status: {} }).split('\n')[0]).toBe(`### ${heading}`);
  });
});

describe('what several targets share is said once', () => {
  const setting = {
    setting: 'maxDeletes' as const,
    before: '1',
    after: '9',
    place: placeAt(2, 'confighub.yaml'),
  };
  const titles = (targets: TargetPage[]) =>
    readPage(rowsComment(targets, OPTIONS)).sections.map(({ title }) => title);

  test('a safety setting of all of them', () => {
    const targets = [
      planned('shop', { safety: [setting, ...SAFETY] }, 'unchanged'),
      planned('billing', { safety: [setting] }, 'unchanged'),
      failed('mail'),
    ];
    expect(titles(targets)).toEqual([
      expect.stringMatching(/^❌ No plan/),
      '[!WARNING]\nThis branch changes safety settings of all targets.',
      'No changes: shop',
      '[!WARNING]\nThis branch changes safety settings.',
      '❌ No plan: mail',
    ]);
    expect(titles(targets.slice(0, 1))).toHaveLength(3);
  });

  test('the reason why there is no plan', () => {
    const targets = Array.from({ length: 30 }, (_, i) => failed(`t${i}`));
    expect(titles(targets)).toEqual([
      '❌ No plan: 30 targets, nothing is applied',
      '❌ No plan: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 20 more',
    ]);
  });
});

describe('the budget', () => {
  const findings = Array.from({ length: 20 }, (_, i) =>
    refusal({ code: `rule-${i}`, message: `No ${i}.` }),
  );
  const long = Array.from({ length: 60 }, (_, i) =>
    fileChange({ path: `f${i}`, before: 'a\n', after: 'x\n'.repeat(99) }),
  );
  /** Those of 60 targets find no room in a comment, those of 200 none in a summary. */
  const some = many.slice(0, 60);
  const FULL: Record<string, (name: string, i: number) => TargetPage> = {
    'full of changes': (name, i) =>
      planned(name, { changes: some, drift: some }, i % 9 === 0 ? 'refused' : 'planned'),
    'of long names': (name) =>
      planned(name, { changes: [valueChange({ key: '\u{e0001}'.repeat(500), after: 'x' })] }),
    'refused for many reasons': (name) =>
      planned(name, { changes: long, findings, safety: SAFETY }, 'refused'),
    'that failed': (name, i) => ({
      name,
      kind: 'failed',
      reason: `${i} ${'#'.repeat(5000)}`,
      hint: '\u{e0001}'.repeat(900),
    }),
    unchanged: unchanged,
  };

  test.each(representatives(Object.entries(FULL), 3))('holds for 200 targets %s', (_, make) => {
    const targets = Array.from({ length: 200 }, (_, i) => make(`app-${i}`, i));
    const comment = rowsComment(targets, OPTIONS);
    const page = readPage(comment);
    expect(comment.length).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(rowsSummary(targets, OPTIONS))).toBeLessThanOrEqual(1_000_000);
    const sections = page.sections.filter(({ title }) => /: (?:app-\d+)/.test(title)).length;
    const left =
      /no room here for the plans of (\d+) more targets?: see/.exec(page.texts.join(''))?.[1] ??
      '0';
    expect(sections + Number(left)).toBe(make === unchanged ? 0 : 200);
    expect(page.html.filter((html) => html === '</details>').length * 2).toBe(page.html.length);
    if (Number(left) > 0) expect(page.links).toContain(OPTIONS.fullPlan?.url);
  });

  test('gives room to refused targets first, and to their refusals and deletions before all changes', () => {
    const targets = Array.from({ length: 60 }, (_, i) =>
      i === 55
        ? planned(`app-${i}`, { changes: [...deletions, ...some], findings }, 'refused')
        : planned(`app-${i}`, { changes: some }),
    );
    const { sections } = readPage(rowsComment(targets, OPTIONS));
    const at = sections.findIndex(({ title }) => title === '⛔ Refused: app-55');
    const of55 = sections.slice(at, at + 4);
    expect(of55.map(({ title, rows }) => [title.split('\n')[0], rows.length])).toEqual([
      ['⛔ Refused: app-55', 0],
      ['[!CAUTION]', expect.any(Number)],
      [expect.stringMatching(/^Deletions/), expect.any(Number)],
      [expect.anything(), expect.any(Number)],
    ]);
    expect(of55[1]?.rows.length).toBe(20);
  });

  test('of the table leaves out unchanged targets first', () => {
    const names = Array.from({ length: 1000 }, (_, i) => `app-${i}`);
    const targets = names.map((name, i) => (i === 900 ? refused(name) : unchanged(name)));
    const markdown = rowsComment(targets, OPTIONS);
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toContain(
      '| **`app-900`** `acme/app-900` at `config.example.com` | ⛔ Refused | 0 | 0 | 4 |',
    );
    const rows = markdown.match(/^\| \*\*`app-/gm)?.length ?? 0;
    expect(rows).toBeGreaterThan(100);
    expect(markdown).toMatch(new RegExp(`^… and ${1000 - rows} more targets: see \\[`, 'm'));
  });
});

test('nothing in a forged plan becomes more than text', () => {
  const RUN = 'https://git.example.com/run/1';
  const names = { account: hostile, name: hostile, level: hostile };
  const one = fc.record({ ...names, element: hostile, note: hostile });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (parts) => {
      const targets = parts.map(({ account, name, level, element, note }, i): TargetPage => {
        const target = { ...shownPlan().target, account, name, levels: [level] };
        const context = `${element.replaceAll(';', '')};*`;
        const changes = [valueChange({ key: 'k', after: 'x', context, place: placeAt(3) })];
        const plan = shownPlan({ target, changes, elements: [element] });
        return i % 2 === 0
          ? { name: `t${i}`, kind: 'planned', plan }
          : { name, kind: 'failed', reason: note, hint: note };
      });
      const notes = parts.map(({ note }) => note);
      const markdown = rowsComment(targets, {
        status: { run: RUN, commit: { sha: 'a'.repeat(40) } },
        notes,
      });
      const page = readPage(markdown);
      expect(strange(page, (url) => url === RUN)).toEqual([]);
      expect(page.html).toEqual([]);
      const rows = page.tables[0] ?? [];
      expect(rows).toHaveLength(targets.length + 1);
      for (const [i, { name, kind, plan }] of targets.entries()) {
        const shown = (text: string) => printable(clipped(text, 200)) || ' ';
        const repository = plan && `${plan.target.account}/${plan.target.name}`;
        const of = plan === undefined ? '' : ` ${shown(repository ?? '')} at config.example.com`;
        expect(rows[i + 1]?.[0]).toBe(`${shown(name ?? '')}${of}`.replace(/(\\+)\|/g, '$1¦'));
        expect(rows[i + 1]?.[1]).toBe(kind === 'planned' ? 'Changes' : '❌ No plan');
      }
    }),
    { seed: 7, numRuns: casesOf(300) },
  );
});
