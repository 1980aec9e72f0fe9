// Promoting in random projects of every layout: what is written declares exactly what was proposed, and the plan grows by that alone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/model/plan.ts';
import { elementsIn, emptyState, rowsIn } from '../../src/model/state.ts';
import { complete } from '../../src/plan/normalize.ts';
import { MemoryFolder } from '../import/folder.ts';
import { holds, PROPERTY_TIMEOUT } from '../random/runs.ts';
import { type How, PromotionFolder } from './folder.ts';
import { ODD_TEXTS } from '../random/odd-texts.ts';

const ENVIRONMENTS = ['Staging', 'Production', 'Test'] as const;
const NAMES = ['a.b', 'a.c', 'z', 'list', 'n.deep.er'];

interface Row {
  environment: string;
  application: string;
  name: string;
  text: string;
}

const row = fc.record({
  environment: fc.constantFrom('*', ...ENVIRONMENTS),
  application: fc.constantFrom('*', '*', 'Web'),
  name: fc.constantFrom(...NAMES),
  text: fc.oneof(fc.constantFrom('x', 'y'), fc.constantFrom(...ODD_TEXTS)),
});

const namesIn = (rows: readonly Row[]) => [...new Set(rows.map(({ name }) => name))];
const contextOf = ({ environment, application }: Row) => `${environment};${application}`;

type Layout = (rows: readonly Row[]) => Record<string, string>;

/** All rows in one document, in lines or in braces. */
const together =
  (isFlow: boolean): Layout =>
  (rows) => {
    const lines = namesIn(rows).flatMap((name) => {
      const own = rows.filter((one) => one.name === name);
      const values = own.map((one) => `"${contextOf(one)}": ${JSON.stringify(one.text)}`);
      return isFlow
        ? [`  ${name}: { values: { ${values.join(', ')} } }`]
        : [`  ${name}:`, '    values:', ...values.map((one) => `      ${one}  # why`)];
    });
    return lines.length === 0 ? {} : { 'config/shop.yaml': `keys:\n${lines.join('\n')}\n` };
  };

/** A document for each environment, in YAML or JSON. */
const apart =
  (isJson: boolean): Layout =>
  (rows) =>
    Object.fromEntries(
      [...new Set(rows.map(({ environment }) => environment))].map((environment) => {
        const own = rows.filter((one) => one.environment === environment);
        const named = namesIn(own).map((name) => {
          const values = own.filter((one) => one.name === name);
          const [only] = values;
          const alone = values.length === 1 && only?.application === '*' ? only.text : undefined;
          const contexts = values.map((one) => [contextOf(one), one.text]);
          return [name, alone ?? { values: Object.fromEntries(contexts) }];
        });
        const keys = Object.fromEntries(named);
        const document = { ...(environment !== '*' && { context: `${environment};*` }), keys };
        const path = `config/${environment === '*' ? 'all' : environment.toLowerCase()}`;
        if (isJson) return [`${path}.json`, `${JSON.stringify(document, null, 2)}\n`];
        const lines = Object.entries(keys).map(
          ([name, value]) => `  ${name}: ${JSON.stringify(value)}\n`,
        );
        const head = environment === '*' ? '' : `context: ${environment};*\n`;
        return [`${path}.yaml`, `${head}keys:\n${lines.join('')}`];
      }),
    );

/** Contents in files of their own. */
const contents: Layout = (rows) => {
  const paths = rows.map((one, i) => ({
    one,
    path: `content/${one.environment === 'Staging' ? 'staging/' : ''}${i % 2}.txt`,
  }));
  const lines = namesIn(rows).flatMap((name) => {
    const own = paths.filter(({ one }) => one.name === name);
    return [
      `  ${name}:`,
      ...own.map(({ one, path }) => `    "${contextOf(one)}": { path: ${path} }`),
    ];
  });
  return {
    'config/shop.yaml': lines.length === 0 ? 'keys: {}\n' : `files:\n${lines.join('\n')}\n`,
    ...Object.fromEntries(
      paths.map(({ one, path }) => [`config/${path}`, one.text.replaceAll('${', '')]),
    ),
  };
};

const SOURCES = `levels: [Environment, Application]
sources:
  - "deploy/{Environment}/{Application}.properties"
  - "deploy/{Environment}/{Application}.yaml"
elements: { any: "*" }
`;

/** As a value of a `.properties` file. */
const escaped = (text: string) =>
  text
    .replace(/[\\:=#!]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replace(/^ /, '\\ ')
    .replace('ü', '\\u00fc');

const asSources =
  (extension: 'properties' | 'yaml'): Layout =>
  (rows) => {
    const files: Record<string, string> = { 'confighub.yaml': SOURCES };
    for (const { environment, application, name, text } of rows) {
      const [folder, file] = [environment, application].map((one) => (one === '*' ? 'any' : one));
      const path = `deploy/${folder}/${file}.${extension}`;
      const line =
        extension === 'yaml' ? `${name}: ${JSON.stringify(text)}` : `${name}=${escaped(text)}`;
      files[path] = `${files[path] ?? ''}${line}\n`;
    }
    return files;
  };

const LAYOUTS: Record<string, Layout> = {
  'one document, in lines': together(false),
  'one document, in braces': together(true),
  'a document for each environment': apart(false),
  'a JSON document for each environment': apart(true),
  'content files': contents,
  '.properties': asSources('properties'),
  'YAML sources': asSources('yaml'),
};

/** A file with a part for each environment, which has everything of another part too; no source reads that of Test. */
function inParts(rows: readonly Row[], ofTest: 'default' | 'production'): Record<string, string> {
  const part = (name: string, environment: string, merged?: string) => {
    const own = rows.filter((one) => one.environment === environment && one.application === '*');
    const lines = own.map((one) => `  ${one.name}: ${JSON.stringify(one.text)}\n`);
    const merge = merged === undefined ? '  first: x\n' : `  <<: *${merged}\n`;
    return `${name}: &${name}\n${merge}${lines.join('')}`;
  };
  return {
    'confighub.yaml': sourcesOf('Staging', 'Production'),
    'parts.yaml': [
      part('default', '*'),
      part('staging', 'Staging', 'default'),
      part('production', 'Production', 'default'),
      part('test', 'Test', ofTest),
    ].join(''),
  };
}

function sourcesOf(...environments: string[]): string {
  const sources = environments.map(
    (name) => `  - { path: parts.yaml, part: ${name.toLowerCase()}, context: ${name};* }\n`,
  );
  return `levels: [Environment, Application]\nsources:\n${sources.join('')}`;
}

interface Case {
  layout: string;
  rows: Row[];
  how: How;
  to: string;
}

const cases: fc.Arbitrary<Case> = fc.record({
  layout: fc.constantFrom(...Object.keys(LAYOUTS)),
  rows: fc.uniqueArray(row, {
    selector: ({ environment, application, name }) => `${environment};${application} ${name}`,
    minLength: 1,
    maxLength: 10,
  }),
  how: fc.record({ exact: fc.boolean(), tidy: fc.boolean() }),
  to: fc.constantFrom('Production', 'Production', '*;*'),
});

function idsOf(changes: readonly Change[]): string[] {
  return changes.flatMap((change) =>
    change.kind === 'key'
      ? []
      : `${change.action} ${change.name} ${change.context} ${JSON.stringify(change.after)}`,
  );
}

describe('in files', () => {
  it('the plan grows by exactly what was proposed', { timeout: PROPERTY_TIMEOUT }, () => {
    let written = 0;
    let manual = 0;
    holds(cases, {
      show: ({ layout, rows, ...one }) =>
        JSON.stringify({ ...one, files: LAYOUTS[layout]?.(rows) }, null, 2),
      check: ({ layout, rows, how, to }) => {
        const folder = new PromotionFolder(LAYOUTS[layout]?.(rows));
        const isThere = () => elementsIn(folder.load().state, 2)[0]?.has('staging');
        if (!isThere()) return;
        const live = complete(folder.load().state, emptyState(), { vdtEnabled: true });
        const { changes, left } = folder.promote('Staging', to, how);
        expect(idsOf(folder.replan(live).changes)).toEqual(idsOf(changes));
        if (isThere()) expect(folder.promotion('Staging', to, how).changes).toEqual([]);
        // Nothing removes what has no lines of its own, nor what is in a source.
        const found = left.filter(
          ({ why, reason }) => why === 'manual' && !(how.tidy && reason.includes('manually')),
        );
        written += changes.length;
        manual += found.length;
        if (!/sources|properties/.test(layout)) expect(found).toEqual([]);
      },
    });
    // Nearly everything can be edited.
    expect(manual).toBeLessThan(written / 20);
  });

  it('what no source reads of a file stays', { timeout: PROPERTY_TIMEOUT }, () => {
    let written = 0;
    const parts = fc.constantFrom('default' as const, 'default' as const, 'production' as const);
    holds(fc.tuple(cases, parts), {
      show: ([{ rows }, ofTest]) => inParts(rows, ofTest)['parts.yaml'] ?? '',
      check: ([{ rows }, ofTest]) => {
        const folder = new PromotionFolder(inParts(rows, ofTest));
        const ofTests = () => {
          const text = folder.text('parts.yaml');
          const { state } = new MemoryFolder({
            'confighub.yaml': sourcesOf('Test'),
            'parts.yaml': text,
          }).load();
          return [...rowsIn(state)].map(({ item, row }) => `${item.name} ${row.text}`).sort();
        };
        const before = ofTests();
        written += folder.promote('Staging', 'Production').changes.length;
        expect(ofTests()).toEqual(before);
      },
    });
    expect(written).toBeGreaterThan(0);
  });
});
