// The target in a marker: the same in every run, another for each server and stage, and not to be guessed with a key.
import { expect, test } from 'vitest';
import { markerTarget } from '../../src/github/publish.ts';
import { type GivenOptions, resolveOptions } from '../../src/options.ts';

function target(given: GivenOptions): string {
  return markerTarget(resolveOptions({ repository: 'acme/shop', ...given }, {}), 'ops');
}

const url = 'https://a.example';

test.for<[string, GivenOptions[]]>([
  ['server', [{ url }, { url: 'https://b.example' }]],
  ['stage, so that none hides the result of another', [{}, { stage: 'A' }, { stage: 'B' }]],
  [
    'key, without which a secret URL could be guessed',
    [{ url }, { url, digestKey: 'one' }, { url, digestKey: 'two' }],
  ],
])('differs by %s', ([, given]) => {
  expect(given.map(target)).toEqual(given.map(target));
  expect(new Set(given.map(target)).size).toBe(given.length);
});

test('does not depend on how a stage is written', () => {
  expect(target({ stage: 'staging' })).toBe(target({ stage: 'Staging' }));
});
