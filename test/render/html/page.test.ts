// The HTML page of a plan: its parts, its policy, and that the same plan gives the same bytes.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { htmlPlan } from '../../../src/render/html/page.ts';
import { shownPlan, valueChange } from '../../helpers/plans.ts';
import { KINDS } from '../scenes.ts';
import { elementsOf } from './markup.ts';

describe('a page', () => {
  test.each(Object.entries(KINDS))(
    'of the kind %s is made of known elements, with links to places that are there',
    (_, { plan, options }) => {
      const page = htmlPlan(plan, options);
      const ids = elementsOf(page).flatMap(({ attributes: { id } }) => id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      const hrefs = elementsOf(page).flatMap(({ attributes: { href } }) => href ?? []);
      const places = hrefs.filter((href) => href.startsWith('#')).map((href) => href.slice(1));
      expect(places.filter((id) => !ids.includes(id))).toEqual([]);
      expect(htmlPlan(plan, options)).toBe(page);
    },
  );

  test('has a head that loads nothing, sends no referrer, and fits every screen', async () => {
    const frame = htmlPlan(shownPlan())
      .replace(/<style>[\s\S]*<\/style>/, '<style>…</style>')
      .replace(/<script>[\s\S]*<\/script>/, '<script>…</script>')
      .replace(/sha256-[\w+/=]{44}/g, 'sha256-…');
    await expect(frame).toMatchFileSnapshot('frame.html.txt');
  });

  test('allows nothing but its own style and script', () => {
    const elements = elementsOf(
      htmlPlan(shownPlan({ changes: [valueChange({ key: 'a', after: '1' })] })),
    );
    const policy = elements.find(
      ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
    );
    const hash = (tag: string) => {
      const [only, ...others] = elements.filter((element) => element.tag === tag);
      expect(others).toEqual([]);
      return `'sha256-${createHash('sha256')
        .update(only?.text ?? '')
        .digest('base64')}'`;
    };
    expect(policy?.attributes.content).toBe(
      `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(
      elements.filter(({ attributes }) => 'style' in attributes || 'src' in attributes),
    ).toEqual([]);
  });
});

describe('the table', () => {
  function tableOf(contexts: readonly string[], { elements, key }: Options) {
    const changes = contexts.map((context, i) =>
      valueChange({ key: key?.(i) ?? 'k', context, after: 'v' }),
    );
    const found = elementsOf(htmlPlan(shownPlan({ changes, ...(elements && { elements }) })));
    const textsOf = (name: string, value: string) =>
      found.filter(({ attributes }) => attributes[name] === value).map(({ text }) => text);
    const titles = textsOf('scope', 'col');
    return {
      kind: found.findLast(({ tag }) => tag === 'table')?.attributes.class,
      heads: titles.slice(titles.indexOf('Key or file') + 1),
      cells: textsOf('class', 'ch').map((text) => text.replace('+', '')),
    };
  }
  interface Options {
    elements?: string[];
    key?: (at: number) => string;
  }

  const apps = ['Prod', 'Test', 'Dev'].flatMap((one) =>
    ['A', 'B', 'C'].map((app) => `${one};${app}`),
  );
  const environments = (count: number) => Array.from({ length: count }, (_, i) => `Env${i};*`);
  const ofEnv = (count: number) => Array.from({ length: count }, (_, i) => `Env;App${i}`);
  const own = { key: (at: number) => `k${at}` };
  test.each<[string, string[], Options, Partial<ReturnType<typeof tableOf>>]>([
    [
      'has a column for each of few contexts',
      ['*;*', '*;Shop', 'Prod;*'],
      {},
      { kind: 'matrix', heads: ['*;*', '*;Shop', 'Prod;*'], cells: ['"v"', '"v"', '"v"'] },
    ],
    [
      'has a column for each element of the first level where there are many contexts',
      ['*;*', ...apps],
      { elements: ['Test', 'Prod', 'Dev'] },
      {
        kind: 'matrix',
        heads: ['*', 'Test', 'Prod', 'Dev'],
        cells: ['*"v"', ...[...'ABCABCABC'].map((app) => `${app}"v"`)],
      },
    ],
    [
      'is a list where there are many of these',
      environments(9),
      {},
      { kind: 'list', heads: ['Context', 'Change'], cells: environments(9).map(() => '"v"') },
    ],
    ['counts elements, not contexts', ['*;*', ...ofEnv(8)], own, { kind: 'matrix' }],
    [
      'is a list where less than a third of its cells would be filled',
      environments(5),
      own,
      { kind: 'list' },
    ],
  ])('%s', (_, contexts, options, expected) => {
    expect(tableOf(contexts, options)).toMatchObject(expected);
  });

  test('is cut into parts that a browser can skip, each with a head', () => {
    const changes = Array.from({ length: 100 }, (_, i) =>
      valueChange({ key: `k${String(i).padStart(3, '0')}`, after: 'v' }),
    );
    const elements = elementsOf(htmlPlan(shownPlan({ changes })));
    const captions = elements.filter(({ tag }) => tag === 'caption').map(({ text }) => text);
    expect(captions).toEqual(['Changes (100)', 'Changes (100)', 'Changes (100)']);
    expect(elements.filter(({ tag }) => tag === 'tbody')).toHaveLength(100);
  });
});
