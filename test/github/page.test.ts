// The target in a marker: differs by server, and cannot be guessed with a key.
import { expect, test } from 'vitest';
import { markerTarget } from '../../src/github/publish.ts';
import { resolveOptions } from '../../src/options.ts';

function target(url: string, digestKey?: string): string {
  return markerTarget(resolveOptions({ url, repository: 'acme/shop', digestKey }, {}), 'ops');
}

test('each stage has a comment of its own, so that none hides the result of another', () => {
  const ofStage = (stage?: string) =>
    markerTarget(resolveOptions({ repository: 'acme/shop', stage }, {}), 'ops');
  expect(new Set([ofStage(), ofStage('Staging'), ofStage('Production')]).size).toBe(3);
  expect(ofStage('staging')).toBe(ofStage('Staging'));
});

test('a target is the same in every run, and differs by server', () => {
  expect(target('https://a.example')).toBe(target('https://a.example'));
  expect(target('https://a.example')).not.toBe(target('https://b.example'));
});

test('a secret URL cannot be guessed from it without the key', () => {
  const keyed = target('https://a.example', 'one key');
  expect(keyed).toBe(target('https://a.example', 'one key'));
  expect(keyed).not.toBe(target('https://a.example', 'another'));
  expect(keyed).not.toBe(target('https://a.example'));
});
