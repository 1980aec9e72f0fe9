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
  const heads = (contexts: string[], elements?: string[]) => {
    const changes = contexts.map((context) => valueChange({ key: 'k', context, after: 'v' }));
    const found = elementsOf(htmlPlan(shownPlan({ changes, ...(elements && { elements }) })));
    const titles = found
      .filter(({ attributes }) => attributes.scope === 'col')
      .map(({ text }) => text);
    return {
      heads: titles.slice(titles.indexOf('Key or file')),
      cells: found
        .filter(({ attributes }) => attributes.class === 'ch')
        .map(({ text }) => text.replace('+', '')),
    };
  };

  test('has a column for each of few contexts', () => {
    expect(heads(['*;*', '*;Shop', 'Prod;*'])).toEqual({
      heads: ['Key or file', '*;*', '*;Shop', 'Prod;*'],
      cells: ['"v"', '"v"', '"v"'],
    });
  });

  test('has a column for each element of the first level where there are many contexts', () => {
    const contexts = [
      '*;*',
      ...['Prod', 'Test', 'Dev'].flatMap((one) => ['A', 'B', 'C'].map((app) => `${one};${app}`)),
    ];
    const { heads: titles, cells } = heads(contexts, ['Test', 'Prod', 'Dev']);
    expect(titles).toEqual(['Key or file', '*', 'Test', 'Prod', 'Dev']);
    expect(cells.slice(0, 4)).toEqual(['*"v"', 'A"v"', 'B"v"', 'C"v"']);
  });

  test('is a list where there are many of these', () => {
    const { heads: titles, cells } = heads(Array.from({ length: 9 }, (_, i) => `Env${i};*`));
    expect(titles).toEqual(['Key or file', 'Context', 'Change']);
    expect(cells[8]).toBe('"v"');
  });

  test('is a list where less than a third of its cells would be filled', () => {
    const sparse = (count: number) => {
      const changes = Array.from({ length: count }, (_, i) =>
        valueChange({ key: `k${i}`, context: `Env;App${i}`, after: 'v' }),
      );
      return elementsOf(
        htmlPlan(
          shownPlan({
            changes: [...changes, valueChange({ key: 'z', context: '*;*', after: 'v' })],
          }),
        ),
      );
    };
    const classes = (count: number) =>
      sparse(count)
        .filter(({ tag }) => tag === 'table')
        .map(({ attributes }) => attributes.class);
    expect([classes(1), classes(2), classes(8)]).toEqual([['matrix'], ['matrix'], ['matrix']]);
    const apart = Array.from({ length: 5 }, (_, i) =>
      valueChange({ key: `k${i}`, context: `Env${i};*`, after: 'v' }),
    );
    const page = elementsOf(htmlPlan(shownPlan({ changes: apart })));
    expect(page.find(({ tag }) => tag === 'table')?.attributes.class).toBe('list');
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
