// How contexts are written for a pull: never twice the same, always the same elements.
import { expect, test } from 'vitest';
import { askedContexts } from '../../src/remote/read-live.ts';
import { splitLikeJava } from '../../src/server/push-members.ts';

const NOW = 1_700_000_000_000;

function read(text: string): string[] {
  return splitLikeJava(text.trim()).map((name) => name.trim());
}

test('wildcards become one name that no element has', () => {
  const taken = `x${NOW.toString(36)}x1`;
  const asked = askedContexts({ now: NOW, elements: [new Map(), new Map([[taken, taken]])] });
  const [level, name, other] = read(asked('Prod;*;*'));
  expect(level).toBe('Prod');
  expect(name).toMatch(/^[a-z0-9]+$/);
  expect(name).not.toBe(taken);
  expect(other).toBe(name);
});

test.for(['Prod', 'Prod;Web', 'a;b;c;d;e;f;g;h;i;j', '*', '*;Web', 'Prod;*'])(
  '%s is never asked for twice in one way',
  (context) => {
    const runs = [NOW, NOW + 1000, NOW + 60_000, NOW + 86_400_000].map((now) =>
      askedContexts({ now }),
    );
    const texts = runs.flatMap((asked) =>
      Array.from({ length: 20 }, () => asked(context).toLowerCase().trim()),
    );
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) {
      const names = read(text);
      expect(names).toHaveLength(context.split(';').length);
      for (const [level, name] of context.toLowerCase().split(';').entries()) {
        if (name !== '*') expect(names[level]).toBe(name);
      }
      // The server answers request heads above 8 KiB with 400.
      expect(text.length).toBeLessThan(6000);
    }
  },
);
