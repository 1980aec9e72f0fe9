// Which sources are proposed for the files that a folder has.
import { describe, expect, test } from 'vitest';
import { proposeSources } from '../../src/import/propose-sources.ts';
import { load, mistakes } from '../helpers/project.ts';

const LEVELS = ['Environment', 'Application'];

/** Each proposal as one line. */
function proposed(paths: readonly string[], levels: readonly string[] = LEVELS): string[] {
  return proposeSources(paths, { levels }).map(
    ({ path, context, files }) => `${path}${context === undefined ? '' : ` ${context}`} (${files.length})`,
  );
}

describe('proposed sources', () => {
  test.for([
    [
      'by the name of the file',
      ['application.properties', 'application-prod.properties', 'application-dev.properties'],
      ['application-{Environment}.properties (2)', 'application.properties (1)'],
    ],
    ['the whole name', ['production.env', 'staging.env'], ['{Environment}.env (2)']],
    ['behind .env', ['.env', '.env.production', '.env.test'], ['.env (1)', '.env.{Environment} (2)']],
    [
      'by folder',
      ['config/prod/a.yaml', 'config/prod/b.yaml', 'config/dev/a.yaml'],
      ['config/{Environment}/*.yaml (3)'],
    ],
    ['by folder, one file', ['config/prod/a.yaml', 'config/dev/a.yaml'], ['config/{Environment}/a.yaml (2)']],
    [
      'with a file for every environment',
      ['src/application.yml', 'src/application-prod.yml', 'src/other.yml'],
      ['src/application-{Environment}.yml (1)', 'src/application.yml (1)'],
    ],
    [
      'with applications',
      [
        'apps/Billing/application-prod.properties',
        'apps/Web/application-prod.properties',
        'apps/Web/application-dev.properties',
      ],
      ['apps/{Application}/application-{Environment}.properties (3)'],
    ],
    [
      'with applications that are not the last folder',
      [
        'billing/src/main/resources/application-dev.yml',
        'billing/src/main/resources/application-prod.yml',
        'orders/src/main/resources/application-dev.yml',
        'orders/src/test/resources/application-test.yml',
        'billing/src/test/resources/application-test.yml',
        'deploy/billing/prod.env',
        'deploy/orders/prod.env',
      ],
      [
        'deploy/{Application}/{Environment}.env (2)',
        '{Application}/src/main/resources/application-{Environment}.yml (3)',
        '{Application}/src/test/resources/application-{Environment}.yml (2)',
      ],
    ],
    [
      'main and test are no applications',
      ['src/main/resources/application-dev.yml', 'src/test/resources/application-dev.yml'],
      ['src/main/resources/application-{Environment}.yml (1)', 'src/test/resources/application-{Environment}.yml (1)'],
    ],
    ['one application is none', ['src/application-prod.properties'], ['src/application-{Environment}.properties (1)']],
    [
      'nested files only with an environment, or beside one',
      ['settings.json', 'settings.prod.json', 'package.yaml'],
      ['settings.json (1)', 'settings.{Environment}.json (1)'],
    ],
    [
      'a folder of tests',
      ['src/test/resources/a.properties', 'src/main/resources/a.properties'],
      ['src/main/resources/a.properties (1)', 'src/test/resources/a.properties (1)'],
    ],
    [
      'without what others read',
      ['gradle.properties', '.env.example', '.env.local', 'node_modules/a/prod.env', 'a.txt', 'messages_de.properties'],
      [],
    ],
    [
      'apart, if the glob would read more',
      ['application-prod.properties', 'application-billing.properties'],
      ['application-billing.properties (1)', 'application-prod.properties prod;* (1)'],
    ],
    [
      'one service in another format',
      [
        ...['billing', 'orders', 'web-frontend'].flatMap((service) =>
          ['', '-prod', '-staging'].map((end) => `services/${service}/src/main/resources/application${end}.properties`),
        ),
        'services/catalog/src/main/resources/application.yml',
        'services/catalog/src/main/resources/application-prod.yml',
      ],
      [
        'services/{Application}/src/main/resources/application-{Environment}.properties (6)',
        'services/{Application}/src/main/resources/application-{Environment}.yml (1)',
        'services/{Application}/src/main/resources/application.properties (3)',
        'services/{Application}/src/main/resources/application.yml (1)',
      ],
    ],
    [
      'two services in one format, one in another',
      [
        'services/orders/application.properties',
        ...['catalog', 'search'].flatMap((service) =>
          ['', '-prod'].map((end) => `services/${service}/src/main/resources/application${end}.yml`),
        ),
        'services/orders/src/main/resources/application.properties',
      ],
      [
        'services/{Application}/application.properties (1)',
        'services/{Application}/src/main/resources/application-{Environment}.yml (2)',
        'services/{Application}/src/main/resources/application.properties (1)',
        'services/{Application}/src/main/resources/application.yml (2)',
      ],
    ],
    [
      'flat folders side by side',
      [
        'orders/application.properties',
        'catalog/application.yml',
        'catalog/application-prod.yml',
        'catalog/x.properties',
      ],
      [
        '{Application}/application-{Environment}.yml (1)',
        '{Application}/application.properties (1)',
        '{Application}/application.yml (1)',
        '{Application}/x.properties (1)',
      ],
    ],
    [
      'an application that has a folder elsewhere too',
      ['services/a/app.properties', 'services/b/app.properties', 'deploy/a/prod.env', 'deploy/common.env'],
      [
        'deploy/common.env (1)',
        'deploy/{Application}/{Environment}.env (1)',
        'services/{Application}/app.properties (2)',
      ],
    ],
    [
      'several names in the folder of an application, one of them with environments',
      ['apps/a/app.properties', 'apps/b/app.properties', 'apps/b/app-dev.properties', 'apps/b/x.properties'],
      [
        'apps/{Application}/app-{Environment}.properties (1)',
        'apps/{Application}/app.properties (2)',
        'apps/{Application}/x.properties (1)',
      ],
    ],
    [
      'environments in folders and names',
      ['config/prod/app-prod.yml', 'config/dev/app-dev.yml', 'config/dev/test.yml'],
      ['config/{Environment}/*.yml (3)'],
    ],
    [
      'a service with the name of an environment',
      ['a/demo/app-prod.yml', 'a/sandbox/app-prod.yml', 'a/orders/app-prod.yml'],
      ['a/{Application}/app-{Environment}.yml (3)'],
    ],
    [
      'not a pattern that reads examples too',
      ['.env', '.env.production', '.env.example'],
      ['.env (1)', '.env.production production;* (1)'],
    ],
    [
      'each environment apart, if another file has the form of one',
      [
        ...['a', 'b'].flatMap((service) => ['', '-prod', '-dev'].map((end) => `${service}/app${end}.properties`)),
        'a/app-docker.properties',
      ],
      [
        '{Application}/app-dev.properties dev;* (2)',
        '{Application}/app-docker.properties (1)',
        '{Application}/app-prod.properties prod;* (2)',
        '{Application}/app.properties (2)',
      ],
    ],
    ['without special characters', ['{x}.env', 'a*.env', 'a[b].env', 'a(b).env'], []],
    ['nothing', [], []],
  ] as const)('%s', ([, paths, expected]) => {
    expect(proposed(paths)).toEqual(expected);
  });

  test('other levels', () => {
    const paths = ['prod.env', 'dev.env'];
    expect(proposed(paths, ['Site', 'Stage'])).toEqual(['{Stage}.env (2)']);
    expect(proposed(paths, ['Country'])).toEqual(['{Country}.env (2)']);
    expect(proposed(['a/prod.env', 'b/prod.env'], ['Application'])).toEqual(['{Application}/prod.env (2)']);
    expect(proposed(paths, [])).toEqual(['dev.env (1)', 'prod.env (1)']);
  });

  test('can be read, each file once', () => {
    const paths = [
      ...['a.properties', 'a-prod.properties', 'a-dev.properties', 'deploy/prod.env', 'deploy/dev.env'],
      ...['apps/Web/prod.properties', 'apps/Billing/prod.properties', 'x-prod.env', 'x-y.env'],
    ];
    const proposals = proposeSources(paths, { levels: LEVELS });
    const read = proposals.flatMap(({ files }) => files);
    expect(new Set(read).size).toBe(read.length);
    const sources = proposals.map(({ path, context }) => JSON.stringify({ path, ...(context && { context }) }));
    const contents = Object.fromEntries(paths.map((path, i) => [path, `key${i}=value\n`]));
    const project = `levels: [Environment, Application]\nsources:\n${sources.map((one) => `  - ${one}\n`).join('')}`;
    const { diagnostics, state } = load({ 'confighub.yaml': project, ...contents });
    expect(mistakes(diagnostics)).toEqual([]);
    expect(state.keys.size).toBe(read.length);
  });
});
