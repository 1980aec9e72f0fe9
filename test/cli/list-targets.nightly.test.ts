// `targets`: which targets there are, and which of them changed since a commit or differ from their records.
import { describe, expect, test } from 'vitest';
import { type Desk, type Ended, REPOSITORY, type Shop, TOKEN, withDesk, withShop } from '../helpers/process.ts';

const PROJECT = `version: 1
levels: [Environment, Application]
targets:
  shop: { repository: acme/shop, include: ["shop/**/*.yaml"] }
  billing: { repository: acme/billing, include: ["billing/**/*.yaml"] }
  shop-eu: { url: http://127.0.0.1:9, repository: acme/shop, include: ["eu/**/*.yaml"] }
`;

const FILES = {
  'confighub.yaml': PROJECT,
  'shop/shop.yaml': 'keys: { shop.title: Corner Shop }\n',
  'shop/more.yaml': 'files: { banner.html: { "*;*": { path: content/banner.html } } }\n',
  'shop/content/banner.html': '<p>Sale</p>\n',
  'billing/billing.yaml': 'keys: { billing.tax: 19 }\n',
  'eu/shop.yaml': 'keys: { shop.title: { value: { env: NOT_SET } } }\n',
};

const OURS = ['--target', 'shop', '--target', 'billing'];

async function names(desk: Desk, ...args: string[]): Promise<string[]> {
  const { status, stdout, output } = await desk.cli(['targets', '--json', ...args]);
  expect(status, output).toBe(0);
  const { version, targets, ...others } = JSON.parse(stdout);
  expect({ version, others }).toEqual({ version: 1, others: {} });
  return targets;
}

const BILLING = { ...REPOSITORY, repository: 'billing', tokens: { default: { value: `${TOKEN}-billing` } } };

/** A project for two repositories of one server, committed and, unless told otherwise, applied. No request is allowed. */
function withTargets(use: (shop: Shop) => Promise<void>, { isApplied = true } = {}): Promise<void> {
  const started = async (shop: Shop) => {
    const { desk, requests } = shop;
    delete desk.env.CONFIGHUB_REPOSITORY;
    desk.env.CONFIGHUB_TOKEN_BILLING = `${TOKEN}-billing`;
    desk.commit('First');
    if (isApplied) expect(await desk.cli(['apply', '--yes', ...OURS])).toMatchObject({ status: 0, stderr: '' });
    requests.length = 0;
    await use(shop);
    expect(requests).toEqual([]);
  };
  return withShop(FILES, started, { repositories: [REPOSITORY, BILLING] });
}

function since(desk: Desk, revision = 'HEAD~1'): Promise<Ended> {
  return desk.cli(['targets', '--changed-since', revision, ...OURS]);
}

describe.concurrent('targets', () => {
  test('lists all of them without a server, a token or Git, although a variable is not set', async () => {
    await withDesk(FILES, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['targets'], { env: { CONFIGHUB_URL: 'http://127.0.0.1:8' } });
      expect(status).toBe(0);
      expect(stdout).toBe(
        [
          'target   repository    server',
          'shop     acme/shop     http://127.0.0.1:8',
          'billing  acme/billing  http://127.0.0.1:8',
          'shop-eu  acme/shop     http://127.0.0.1:9',
          '',
        ].join('\n'),
      );
      expect(stderr).toContain('NOT_SET');
      expect(await names(desk)).toEqual(['shop', 'billing', 'shop-eu']);
      expect(await names(desk, '--target', '*-eu')).toEqual(['shop-eu']);
    });
  });

  test('reports the mistakes of all targets at once, and those that they share once', async () => {
    const files = {
      ...FILES,
      'confighub.yaml': `${PROJECT}unknown: 1\n`,
      'shop/shop.yaml': 'kees: {}\n',
      'eu/shop.yaml': 'kees: {}\n',
    };
    await withDesk(files, async (desk) => {
      const { status, stdout, stderr } = await desk.cli(['targets']);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('3 errors in the project files');
      expect(stderr.match(/^(?:shop\/shop|eu\/shop|confighub)\.yaml:\d+:\d+/gm)).toHaveLength(3);
    });
  });

  test('says that a project file has no targets', async () => {
    const files = { 'confighub.yaml': 'version: 1\nrepository: acme/shop\n', 'config/shop.yaml': 'keys: { a: b }\n' };
    await withDesk(files, async (desk) => {
      const { status, stderr } = await desk.cli(['targets']);
      expect({ status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('confighub.yaml has no `targets`'),
      });
    });
  });

  test('says that there is no project file', async () => {
    await withDesk({}, async (desk) => {
      const { status, stderr } = await desk.cli(['targets']);
      expect({ status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('There is no project file'),
      });
    });
  });
});

describe.concurrent('targets --changed-since', () => {
  const CHANGES: [string, Record<string, string>, string[], RegExp][] = [
    [
      'a document',
      { 'shop/shop.yaml': 'keys: { shop.title: New }\n' },
      ['shop'],
      /shop\/shop\.yaml differs from HEAD~1/,
    ],
    [
      'a content',
      { 'shop/content/banner.html': '<p>New</p>\n' },
      ['shop'],
      /shop\/content\/banner\.html differs from HEAD~1/,
    ],
    [
      'a new document, and another',
      { 'billing/new.yaml': 'keys: { a: b }\n', 'billing/billing.yaml': 'keys: { billing.tax: 7 }\n' },
      ['billing'],
      /billing\/billing\.yaml and 1 more file differ from HEAD~1/,
    ],
    [
      'the project file',
      { 'confighub.yaml': `${PROJECT}prune: none\n` },
      ['shop', 'billing'],
      /confighub\.yaml differs from HEAD~1/,
    ],
    ['a file of no target', { 'docs/readme.md': 'Hello\n' }, [], /^No target changed\.\n$/],
  ];

  test.each(CHANGES)('%s', async (_, files, expected, why) => {
    await withTargets(async ({ desk }) => {
      desk.commit('Second', files);
      expect(await names(desk, '--changed-since', 'HEAD~1', ...OURS)).toEqual(expected);
      expect(await since(desk)).toMatchObject({ status: 0, stdout: expect.stringMatching(why), stderr: '' });
    });
  });

  test('a document that was removed, or is only changed in the work tree', async () => {
    await withTargets(async ({ desk }) => {
      desk.git('rm', '--quiet', 'shop/more.yaml', 'shop/content/banner.html');
      desk.commit('Second');
      expect((await since(desk)).stdout).toContain('shop/content/banner.html and 1 more file differ from HEAD~1');
      desk.write({ 'billing/billing.yaml': 'keys: { billing.tax: 7 }\n' });
      expect(await names(desk, '--changed-since', 'HEAD', ...OURS)).toEqual(['shop', 'billing']);
    });
  });

  test('a target without a record, and one whose record has older files', async () => {
    await withTargets(
      async ({ desk, requests }) => {
        expect(await desk.cli(['apply', '--yes', '--target', 'shop'])).toMatchObject({ status: 0 });
        requests.length = 0;
        expect(await names(desk, '--changed-since', 'HEAD', ...OURS)).toEqual(['billing']);
        expect((await since(desk, 'HEAD')).stdout).toMatch(/^billing .* no apply is recorded$/m);
        desk.commit('Second', { 'shop/shop.yaml': 'keys: { shop.title: New }\n' });
        expect((await since(desk, 'HEAD')).stdout).toMatch(/^shop .* shop\/shop\.yaml differs from the last apply$/m);
      },
      { isApplied: false },
    );
  });

  test('a target that the commit does not have, or whose files could not be read there', async () => {
    await withTargets(async ({ desk }) => {
      const without = PROJECT.replace(/^ {2}billing.*\n/m, '');
      desk.commit('Without', { 'confighub.yaml': without, 'shop/shop.yaml': 'kees: {}\n' });
      desk.commit('Back', FILES);
      const { stdout } = await since(desk);
      expect(stdout).toMatch(/its files in HEAD~1 cannot be read/);
      expect(stdout).toMatch(/^billing .* HEAD~1 does not have the target$/m);
    });
  });

  test('a commit from before the project file had targets', async () => {
    await withTargets(async ({ desk }) => {
      desk.commit('One', {
        'confighub.yaml': 'version: 1\nlevels: [Environment, Application]\nrepository: acme/shop\n',
        'config/old.yaml': 'keys: { a: b }\n',
      });
      desk.commit('Back', FILES);
      expect(await names(desk, '--changed-since', 'HEAD~1', ...OURS)).toEqual(['shop', 'billing']);
    });
  });

  test('a commit that a shallow clone does not have is fetched by its full id', async () => {
    await withTargets(async ({ desk }) => {
      const base = desk.git('rev-parse', 'HEAD');
      desk.commit('Second', { 'billing/billing.yaml': 'keys: { billing.tax: 7 }\n' });
      const { sandbox } = desk;
      const origin = sandbox.bare();
      sandbox.git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
      desk.git('push', '--quiet', origin, 'HEAD:main', 'refs/confighub-sync/*:refs/confighub-sync/*');
      sandbox.clone(origin, 'shallow', '--depth=1', '--branch=main');
      const found = await desk.cli(['targets', '--changed-since', base, ...OURS, '--json'], { cwd: '../shallow' });
      expect(found, found.output).toMatchObject({ status: 0, stderr: '' });
      expect(JSON.parse(found.stdout).targets).toEqual(['billing']);
    });
  });

  test.each(['nowhere', '--all', 'a'.repeat(40)])('the unknown commit %s is an error', async (revision) => {
    await withTargets(
      async ({ desk }) => {
        const { status, stderr } = await desk.cli(['targets', `--changed-since=${revision}`]);
        expect(status).toBe(1);
        expect(stderr).toContain(`Unknown revision \`${revision}\`: this clone has no such commit.`);
        expect(stderr).toContain('fetch-depth: 0');
      },
      { isApplied: false },
    );
  });

  test('outside Git it is an error', async () => {
    await withDesk(FILES, async (desk) => {
      const { status, stderr } = await desk.cli(['targets', '--changed-since', 'main']);
      expect({ status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('not in a Git repository'),
      });
    });
  });
});
