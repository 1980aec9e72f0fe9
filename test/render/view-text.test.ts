// The table of what an application receives.
import { expect, test } from 'vitest';
import { maskView } from '../../src/render/mask-view.ts';
import { textView } from '../../src/render/view-text.ts';
import { valueChange } from '../helpers/plans.ts';

test('has room for any number of keys', () => {
  const values = Array.from({ length: 150_000 }, (_, i) => ({ change: valueChange({ key: `k${i}`, after: 'x' }) }));
  const after = { values: new Map(), files: new Map(), sources: new Map(), isWhole: true };
  const view = maskView({ context: 'A', source: 'desired', kind: 'values', values, files: [], sides: { after } });
  expect(textView(view, { color: false, contents: false })).toContain('k149999  "x"');
});
