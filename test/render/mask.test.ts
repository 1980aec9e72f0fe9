// The lines of a text with a secret in them are not shown, and a changed one is shown as changed.
import { describe, expect, test } from 'vitest';
import { mask, maskTexts } from '../../src/render/mask.ts';
import { secretsInVersions } from '../../src/semantics/secret-lines.ts';
import { fileChange, keyChange, shownPlan, valueChange } from '../helpers/plans.ts';

const HIDDEN = { before: '(secret)', after: '(secret)', secret: true };

function shown(before: string, after: string): object {
  const secrets = secretsInVersions(before, after, []);
  const marks = secrets === 'all' ? { secret: true as const } : { ...(secrets && { secrets }) };
  return maskTexts(fileChange({ path: 'f', before, after, ...marks }));
}

describe('a text with a secret inside', () => {
  test.for([
    ['what did not change', 'a: 1\npw: x1\n', 'a: 2\npw: x1\n', 'a: 2\n(secret line)\n'],
    ['what changed', 'a: 1\npw: x1\n', 'a: 1\npw: x2\n', 'a: 1\n(secret line, changed)\n'],
    ['what is new', 'a: 1\n', 'a: 1\npw: x1\n', 'a: 1\n(secret line)\n'],
    [
      'what is one of several',
      'a\npw=x1\n',
      'a\npw=x1\npw=x3\n',
      'a\n(secret line)\n(secret line, changed)\n',
    ],
    ['what is gone', '[a]\npw=x1\n[b]\npw=x2\n', '[b]\npw=x2\n', '[b]\n(secret line)\n'],
    ['a block', 'a: 1\n', 'a: 1\nkey.pw: |\n  one\n  two\n', 'a: 1\nkey.pw: |\n(secret line)\n'],
    [
      'lines of Windows',
      'a: 1\r\n',
      'a: 1\r\npw: x1\r\nb: 2\r\n',
      'a: 1\r\n(secret line)\r\nb: 2\r\n',
    ],
  ] as const)('shows %s', ([, before, after, masked]) => {
    expect(shown(before, after)).toMatchObject({ after: masked });
    expect(shown(before, after)).not.toHaveProperty('secrets');
  });

  test.for([
    ['has one line', '{"password":"x1","port":1}', '{"password":"x1","port":2}'],
    ['has nothing else', 'pw=x1\npw=x2\n', 'pw=x2\n'],
    ['would look the same', '[a]\npw=x1\n[a]\npw=x2\n', '[a]\npw=x2\n[a]\npw=x1\n'],
    ['looks like a masked one', 'a\n(secret line)\n', 'a\npw=x1\n'],
  ] as const)('is hidden where it %s', ([, before, after]) => {
    expect(shown(before, after)).toMatchObject(HIDDEN);
  });
});

test('what an unfinished apply sent is masked, too', () => {
  const sent = valueChange({ key: 'k', before: 'hush-1', after: 'hush-2', secret: true });
  expect(JSON.stringify(mask({ ...shownPlan(), alreadySent: [sent] }))).not.toContain('hush');
});

test('a secret that applications get instead is masked, also where the change is no secret', () => {
  const before = { context: '*;*', text: 'hush', secret: true as const };
  const contexts = { elements: ['Production', '*'], except: [] };
  const affects = { isExact: true, regions: [{ contexts, before, after: undefined }] };
  const change = valueChange({ key: 'k', before: '1', after: '2', affects });
  const shownText = JSON.stringify(mask(shownPlan({ changes: [change] })));
  expect(shownText).toContain('"text":"(secret)"');
  expect(shownText).not.toContain('hush');
});

test('a readme that holds a token is masked', () => {
  const readme = `for ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`;
  const change = keyChange({
    key: 'k',
    action: 'update',
    before: { readme: 'a' },
    after: { readme },
  });
  expect(JSON.stringify(mask(shownPlan({ changes: [change] })))).not.toContain('ghp_');
});
