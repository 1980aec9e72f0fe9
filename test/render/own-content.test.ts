// A file of `sources` is its own content: outputs show it once.
import { expect, test } from 'vitest';
import { placeAt } from '../../src/model/diagnostic.ts';
import { planComment } from './comments.ts';
import { fileChange, shownPlan } from '../helpers/plans.ts';

const own = { place: placeAt('nginx/app.conf', 1), contentPath: 'nginx/app.conf' };
const ofDocument = { place: placeAt('config/shop.yaml', 3), contentPath: 'nginx/app.conf' };

test.each([
  [own, '1 of 3 lines changed · `nginx/app.conf:2`'],
  [ofDocument, '1 of 3 lines changed · `nginx/app.conf:2`, declared in `config/shop.yaml:3`'],
])('in Markdown', (where, expected) => {
  const changes = [
    fileChange({ path: 'app.conf', before: 'a\nb\nc\n', after: 'a\nB\nc\n', ...where }),
  ];
  const line = planComment(shownPlan({ changes }), { status: { kind: 'planned' } }).match(
    /^- `~` .*$/m,
  )?.[0];
  expect(line).toMatch(new RegExp(`${expected}$`));
});
