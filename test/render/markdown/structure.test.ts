// Whatever stands in a plan, its comment parses into what was meant: no more, no less.
import fc from 'fast-check';
import { spelled } from '../../../src/render/lookalikes.ts';
import { describe, expect, it } from 'vitest';
import type { Change, RowChange } from '../../../src/model/plan.ts';
import { QUOTED, quotedWithin } from '../../../src/render/columns.ts';
import { inNaturalOrder, SYMBOLS } from '../../../src/render/change-lines.ts';
import { planComment, planSummary } from '../comments.ts';
import { closedText } from '../../../src/render/markdown/drift-issue.ts';
import { rowsComment } from '../../../src/render/markdown/page.ts';
import type { TargetPage } from '../../../src/render/markdown/targets.ts';
import { mask } from '../../../src/render/mask.ts';
import { toldOf } from '../../../src/render/problems.ts';
import { clipped, printable, printableLine } from '../../../src/render/printable.ts';
import { casesOf } from '../../helpers/suite.ts';
import { type Row, readPage, strangeIn } from './read-page.ts';
import { placeAt, refusal, shownPlan, warning } from '../../helpers/plans.ts';
import { change, hostile } from './arbitrary.ts';
import { KINDS } from '../scenes.ts';

const RUN = 'https://git.example.com/run/1';
const SOURCE = 'https://git.example.com/blob/L';
const linkOf = ({ line }: { line: number }) => `${SOURCE}${line}`;
const LINKS = new Set([RUN, ...Array.from({ length: 60 }, (_, i) => `${SOURCE}${i}`)]);
const RUNS = { seed: 7, numRuns: casesOf(400) };

const shown = (text: string) => printable(clipped(text, 200)) || ' ';

function expectRow(row: Row | undefined, change: Change): void {
  const { name, action, place } = change;
  expect([row?.owner === '' ? row.codes[1] : row?.owner, row?.codes[0]]).toEqual([
    shown(name),
    SYMBOLS[action],
  ]);
  expect(row?.links).toEqual(place === undefined ? [] : [linkOf(place)]);
  if (change.kind !== 'key' && !change.secret) expectTexts(row, change);
}

/** A short value is whole in its line, and a new or deleted text of several lines below it; others are in the golden files. */
function expectTexts(row: Row | undefined, { kind, action, before, after }: RowChange): void {
  const texts = [before, after].flatMap((text) => text ?? []);
  const isShort = texts.every((text) => text.length <= QUOTED / 2 && !text.includes('\n'));
  if (kind === 'value' && isShort)
    expect(row?.codes).toEqual(
      expect.arrayContaining(texts.map((text) => printable(quotedWithin(text, QUOTED)))),
    );
  const [text = ''] = texts;
  const lines = text.replace(/\n$/, '').split('\n');
  if (action === 'update' || lines.length < 2 || lines.length > 200) return;
  const sign = action === 'create' ? '+' : '-';
  const whole = lines.map((line) => printableLine(clipped(`${sign}${line}`, 400)));
  expect(row?.diff).toBe(whole.join('\n'));
}

function unquoted(text: string): string {
  return text.replaceAll('`', '');
}

const isRestored = ({ cause }: Change) => cause === 'drift' || cause === 'conflict';
const isTaken = ({ cause }: Change) => cause === 'unmanaged';
const isPending = (change: Change) =>
  change.pending === true && !isRestored(change) && !isTaken(change);
const isOwn = (change: Change) => !isPending(change) && !isRestored(change) && !isTaken(change);

describe('a comment', () => {
  it('has a line for each change, in its part, with its texts whole', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 30 }),
        fc.array(change, { maxLength: 4 }),
        (changes, drift) => {
          const marked = changes.map((one, i) =>
            i % 3 === 0 ? { ...one, pending: true as const } : one,
          );
          const ordered = (some: Change[]) => inNaturalOrder(some, (one) => one);
          const plan = mask(shownPlan({ changes: ordered(marked), drift: ordered(drift) }));
          const status = { kind: 'planned', run: RUN } as const;
          const page = readPage(planSummary(plan, { status, linkOf }));
          expect(strangeIn(page, LINKS)).toEqual([]);
          const rows = (title: RegExp) =>
            page.sections.filter((one) => title.test(one.title)).flatMap((one) => one.rows);
          const own = plan.changes.filter(isOwn);
          const parts: [RegExp, readonly Change[]][] = [
            [/^(?:Other d|D)eletions \(/, own.filter(({ action }) => action === 'delete')],
            [
              /^(?:Other )?(?:changes|additions and updates) \(/i,
              own.filter(({ action }) => action !== 'delete'),
            ],
            [/^Pending/, plan.changes.filter(isPending)],
            [/changed differently in the files and/, plan.changes.filter(isRestored)],
            [/already on the server, and the last/, plan.changes.filter(isTaken)],
            [/left alone|onDrift: fail/, plan.drift],
          ];
          for (const [title, meant] of parts) {
            expect(rows(title).length).toBe(meant.length);
            for (const [i, row] of rows(title).entries()) expectRow(row, meant[i] as Change);
          }
          const titles = page.sections.map(({ title }) => title);
          const details = /^Pending|left alone|onDrift: fail|^[\d,]+ more$/;
          const folded = /lines of difference|Show [\d,]+ lines/;
          const count = (texts: string[], one: RegExp) =>
            texts.filter((text) => one.test(text)).length;
          expect(page.html).toHaveLength(2 * (count(titles, details) + count(page.html, folded)));
        },
      ),
      RUNS,
    );
  });

  it('says every message whole, and makes nothing of it', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (message, name, setting) => {
        const findings = [
          refusal({ code: name, message, hint: message, place: placeAt(3, setting) }),
          ...[1, 2, 3, 4, 5].map((line) =>
            warning({ code: name, message, place: placeAt(line, setting) }),
          ),
        ];
        const safety = [{ setting, before: message, after: name, place: placeAt(9, name) }];
        const plan = shownPlan({ notes: [message], findings, safety });
        const markdown = planComment(
          { ...plan, target: { ...plan.target, account: name, name: setting } },
          {
            status: { kind: 'failed', run: RUN, reason: message, commit: { sha: name } },
            linkOf,
          },
        );
        const page = readPage(markdown);
        expect(strangeIn(page, LINKS)).toEqual([]);
        const [head, refused, box, warned] = page.sections;
        const named = name === '' && setting === '' ? '' : `: ${shown(`${name}/${setting}`)}`;
        expect(head?.title).toBe(`❌ Not applied${named}${named && ' at config.example.com'}`);
        expect(box?.rows[0]?.codes.slice(1, 4)).toEqual([setting, message, name].map(shown));
        expect(refused?.rows).toHaveLength(1);
        const text = unquoted(printable(spelled(message)));
        expect(unquoted(refused?.rows[0]?.text ?? '')).toContain(text);
        expect(warned?.rows.map((row) => row.links)).toEqual([[`${SOURCE}1`]]);
        expect(unquoted(warned?.rows[0]?.text ?? '')).toContain(text);
        expect(warned?.rows[0]?.text).toContain('and 4 more places');
        expect(page.sections).toHaveLength(4);
        expect(page.html).toEqual([]);
      }),
      RUNS,
    );
  });

  it('makes nothing of warnings, of names from a record, and of those of a workflow', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, change, (text, name, file, sent) => {
        const way = {
          approvalWay: 'dispatch' as const,
          approval: '0'.repeat(32),
          manualRun: { name: text, branch: name, field: ['command', file] as const },
          findings: [refusal({ code: 'limit', message: text, approvable: true })],
        };
        const told = [warning({ code: name, message: text, hint: name, place: placeAt(3, file) })];
        const warnings = [...told, ...toldOf({ remarks: [text, name] })];
        const took = {
          alreadySent: [sent],
          sentBy: `an apply of commit ${name} by ${text} (${file})`,
        };
        const pages: TargetPage[] = [
          { kind: 'refused', plan: mask(shownPlan(way)), warnings },
          {
            kind: 'verified',
            plan: mask(shownPlan(took)),
            warnings,
            reason: text,
            hint: name,
            links: { untracked: [file] },
          },
          { kind: 'applied-before', plan: mask(shownPlan()), reason: text },
          { kind: 'failed', warnings, reason: text },
        ];
        const closed = closedText(
          { applied: 'a' },
          { apply: { commit: 'b', source: name, actor: text, run: file }, files: '' },
        );
        for (const page of pages) {
          const alone = rowsComment([page], { status: { run: RUN, isApply: true }, linkOf });
          const two = ['a', name].map((named) => ({ ...page, name: named }));
          const both = rowsComment(two, { status: { run: RUN }, linkOf });
          // Several targets have a table.
          const strange = [alone, both, closed].flatMap((markdown) =>
            strangeIn(readPage(markdown), LINKS),
          );
          expect(strange.filter((one) => !one.startsWith('table'))).toEqual([]);
        }
      }),
      { ...RUNS, numRuns: casesOf(100) },
    );
  });

  it.each(Object.entries(KINDS))(
    'of the kind %s has nothing strange in it',
    (_, { plan, options }) => {
      const page = readPage(planComment(plan, { ...options, linkOf }));
      const isOurs = (url: string) =>
        url.startsWith(SOURCE) ||
        /^https:\/\/github\.com\/(?:acme\/shop-config|tools\/sync\/blob\/v1\/docs)\//.test(url);
      const strange = strangeIn(page, new Set(page.links.filter(isOurs)));
      // Ten changes or more have a table.
      expect(strange.filter((one) => !one.startsWith('table'))).toEqual([]);
    },
  );
});
