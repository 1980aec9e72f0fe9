// A file of `sources` is its own content: outputs show it once.
import { expect, test } from 'vitest';
import { placeAt } from '../../src/model/diagnostic.ts';
import { planComment } from '../../src/render/markdown/comment.ts';
import { maskExplanation, textExplanation } from '../../src/render/explain.ts';
import { fileChange, shownPlan } from '../helpers/plans.ts';

const own = { place: placeAt('nginx/app.conf', { line: 1, column: 1 }), contentPath: 'nginx/app.conf' };
const ofDocument = { place: placeAt('config/shop.yaml', { line: 3, column: 5 }), contentPath: 'nginx/app.conf' };

test.each([
  [own, '1 of 3 lines changed · `nginx/app.conf:2`'],
  [ofDocument, '1 of 3 lines changed · `nginx/app.conf:2`, declared in `config/shop.yaml:3`'],
])('in Markdown', (where, expected) => {
  const changes = [fileChange({ path: 'app.conf', before: 'a\nb\nc\n', after: 'a\nB\nc\n', ...where })];
  const line = planComment(shownPlan({ changes }), { status: { kind: 'planned' } }).match(/^- `~` .*$/m)?.[0];
  expect(line).toMatch(new RegExp(`${expected}$`));
});

test.each([
  [own, 'nginx/app.conf:1:1'],
  [ofDocument, 'config/shop.yaml:3:5, content of nginx/app.conf'],
])('in an explanation', (where, expected) => {
  expect(explained({ kind: 'file', name: 'app.conf', rows: [where] })).toMatch(new RegExp(`  ${expected}$`, 'm'));
});

test('a key of several files names none of them', () => {
  const place = placeAt('config/a.yaml', { line: 2, column: 3 });
  const other = placeAt('config/b.yaml', { line: 2, column: 3 });
  const lineOf = (rows: object[]) =>
    /declared in +(.*)/.exec(explained({ kind: 'key', name: 'db.host', place, rows }))?.[1];
  expect(lineOf([{ place }, { place }])).toBe('config/a.yaml:2:3');
  expect(lineOf([{ place }, { place: other }])).toBe('2 files, see below');
});

function explained({ rows, ...item }: { kind: 'key' | 'file'; name: string; place?: object; rows: object[] }): string {
  const explanation = {
    ...item,
    declared: {},
    protectedBy: [],
    usedIn: [],
    uses: [],
    liveRead: 'export',
    record: 'read',
    rows: rows.map((row) => ({ context: '*;*', received: [], isLeaving: false, ...row })),
  } as unknown as Parameters<typeof maskExplanation>[0];
  return textExplanation(maskExplanation(explanation), { color: false });
}
