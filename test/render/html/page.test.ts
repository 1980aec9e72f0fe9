// The HTML page of a plan: its parts, its policy, and that the same plan gives the same bytes.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ContextPattern } from '../../../src/model/context.ts';
import { placeAt as pointed } from '../../../src/model/diagnostic.ts';
import { htmlDrift, htmlPlan } from '../../../src/render/html/page.ts';
import { fileChange, keyChange, placeAt, shownPlan, valueChange } from '../../helpers/plans.ts';
import { KINDS } from '../markdown/kinds.ts';
import { updates } from '../markdown/parts.ts';
import { elementsOf } from './markup.ts';

const at = (elements: string[], ...except: string[][]): ContextPattern => ({ elements, except });

/** With everything that a row can say. */
const AFFECTED = shownPlan({
  elements: ['Prod', 'Test'],
  changes: [
    valueChange({
      key: 'pool.size',
      context: 'Prod;*',
      after: '80',
      place: placeAt(3),
      affects: {
        isExact: true,
        regions: [
          {
            contexts: at(['Prod', '*'], ['Prod', 'Billing']),
            before: { context: '*;*', text: '20' },
            after: { context: 'Prod;*' },
          },
        ],
      },
    }),
    valueChange({
      key: 'shop.title',
      context: 'Prod;Shop',
      before: 'Sale',
      removedFrom: placeAt(9),
      cause: 'drift',
      affects: {
        isExact: true,
        regions: [{ contexts: at(['Prod', 'Shop']), before: { context: 'Prod;Shop' } }],
      },
    }),
    valueChange({
      key: 'url',
      before: `https://a.example/${'x'.repeat(80)}?v=1`,
      after: `https://a.example/${'x'.repeat(80)}?v=2`,
    }),
  ],
});

const { everything, secrets } = KINDS;

describe('a page', () => {
  test.each(Object.entries({ everything, secrets }))('of the kind %s', async (name, kind) => {
    if (kind === undefined) throw new Error('No such kind.');
    await expect(bodyOf(htmlPlan(kind.plan, kind.options))).toMatchFileSnapshot(`${name}.html.txt`);
  });

  test('with which applications each change affects', async () => {
    await expect(bodyOf(htmlPlan(AFFECTED))).toMatchFileSnapshot('affected.html.txt');
  });

  test('of drift', async () => {
    const drift = updates.slice(3).map((change) => ({ ...change, cause: 'drift' as const }));
    const plan = shownPlan({ drift, changes: updates });
    await expect(
      bodyOf(htmlDrift(plan, { status: { run: 'https://x.example/run/7' } })),
    ).toMatchFileSnapshot('drift.html.txt');
  });

  test.each(Object.entries(KINDS))(
    'of the kind %s is made of known elements',
    (_, { plan, options }) => {
      const page = htmlPlan(plan, options);
      const ids = elementsOf(page).flatMap(({ attributes: { id } }) => id ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      const targets = elementsOf(page).flatMap(({ attributes: { href = '' } }) =>
        /^#/.test(href) ? href.slice(1) : [],
      );
      expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
      expect(htmlPlan(plan, options)).toBe(page);
    },
  );

  test('allows nothing but its own style and script', () => {
    const elements = elementsOf(htmlPlan(shownPlan({ changes: updates })));
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

  test('without a change says so, and has no table', () => {
    const elements = elementsOf(htmlPlan(shownPlan()));
    expect(elements.filter(({ tag }) => tag === 'table')).toEqual([]);
    expect(elements.find(({ attributes }) => attributes.class === 'counts')?.text).toBe(
      'No changes.',
    );
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

  test('says once what a deleted key leaves, and names a rename apart from deletions', () => {
    const affects = {
      isExact: true,
      regions: [{ contexts: at(['*', '*']), before: { context: '*;*' } }],
    };
    const gone = (key: string, before: string) => [
      keyChange({ key, action: 'delete', values: 1 }),
      valueChange({ key, before, affects }),
    ];
    const changes = [
      ...gone('gone', 'x'),
      keyChange({ key: 'new', action: 'create', after: {}, values: 1 }),
      valueChange({ key: 'new', after: 'same' }),
      ...gone('old', 'same'),
    ];
    const elements = elementsOf(htmlPlan(shownPlan({ changes })));
    const rows = elements.filter(({ tag }) => tag === 'tbody').map(({ text }) => text);
    expect(rows).toEqual([
      'gone-"x"key deletedno application has a value afterwards',
      'old → newapplications that still read old get no value',
    ]);
  });

  test('names the file that a content comes from', () => {
    const changes = [
      fileChange({ path: 'a', after: 'x\n', place: placeAt(3), contentPath: 'config/content/a' }),
    ];
    const options = {
      folder: 'shop',
      linkOf: ({ file, line: n }: { file: string; line: number }) =>
        `https://x.example/${file}#L${n}`,
    };
    const links = elementsOf(htmlPlan(shownPlan({ changes }), options)).filter(
      ({ tag }) => tag === 'a',
    );
    expect(links.map(({ attributes: { href }, text }) => [text, href])).toEqual([
      ['shop/config/content/a', 'https://x.example/config/content/a#L1'],
      ['shop/config/shop.yaml:3', 'https://x.example/config/shop.yaml#L3'],
    ]);
  });

  test('names a file that is its own content once', () => {
    const place = pointed('nginx/app.conf', 1);
    const changes = [fileChange({ path: 'a', after: 'x\n', place, contentPath: 'nginx/app.conf' })];
    const linkOf = ({ file, line: n }: { file: string; line: number }) =>
      `https://x.example/${file}#L${n}`;
    const links = elementsOf(htmlPlan(shownPlan({ changes }), { linkOf })).filter(
      ({ tag }) => tag === 'a',
    );
    expect(links.map(({ text }) => text)).toEqual(['nginx/app.conf']);
  });

  test('names what the filters look for', () => {
    const changes = elementsOf(htmlPlan(AFFECTED)).filter(
      ({ attributes }) => attributes.class === 'ch',
    );
    expect(
      changes.map(({ attributes: { 'data-a': a, 'data-c': c, 'data-e': e } }) => [a, c, e]),
    ).toEqual([
      ['delete', '2', '0'],
      ['create', '1', '0'],
      ['update', '0', '0 1'],
    ]);
  });

  test('shows a changed key beside its name, and new or deleted keys as a remark', () => {
    const changes = [
      keyChange({ key: 'a', action: 'create', after: { vdt: 'Integer', push: false }, values: 1 }),
      valueChange({ key: 'a', after: '1' }),
      keyChange({ key: 'b', before: { vdt: 'Text' }, after: { vdt: 'Integer' } }),
      keyChange({ key: 'c', action: 'delete', values: 0 }),
      fileChange({ path: 'c', after: 'x\n' }),
    ];
    const elements = elementsOf(htmlPlan(shownPlan({ changes })));
    const names = elements
      .filter(({ attributes }) => attributes.scope === 'row')
      .map(({ text }) => text);
    expect(names).toEqual(['c', 'a', 'b~vdt "Text" "Integer"', 'cfile']);
    const cells = elements
      .filter(({ attributes }) => attributes.class === 'ch')
      .map(({ text }) => text);
    expect(cells).toEqual([
      '-key deleted',
      '+"1"new key, Integer, locked',
      '~vdt "Text" "Integer"',
      '+1 line',
    ]);
  });
});

/** Style and script are tested apart, and would hide what changes here. */
function bodyOf(page: string): string {
  elementsOf(page);
  return page
    .replace(/<style>[\s\S]*<\/style>/, '<style>…</style>')
    .replace(/<script>[\s\S]*<\/script>/, '<script>…</script>')
    .replace(/sha256-[\w+/=]{44}/g, 'sha256-…');
}
