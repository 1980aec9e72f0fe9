// `targets` in the project file: the settings of each, and what is refused.
import { describe, expect, it, test } from 'vitest';
import { chosenTarget, tokenVariable } from '../../src/model/targets.ts';
import { type Contents, load, fileErrors } from '../helpers/project.ts';
import { loadMarked } from './marked.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const DOCUMENTS: Contents = {
  'shop/a.yaml': 'keys: { shop.title: Corner Shop }\n',
  'billing/a.yaml': 'keys: { bill.to: me }\n',
};

const COMMON = `version: 1
url: https://config.example.com/
levels: [Environment, Application]
limits: { maxDeletes: 50, maxUpdates: 70 }
redact: "*.license"
scope: { keys: "*.*" }
passwords: { Shared: { env: SHARED } }
targets:
  shop: { repository: acme/shop, include: ["shop/**/*.yaml"] }
  billing:
    repository: acme/billing
    include: ["billing/**/*.yaml"]
    limits: { maxDeletes: 10 }
    ignore: { keys: "old.*" }
    redact: []
    passwords: { Billing: { env: BILLING } }
  shop-eu: { url: https://config.eu.example.com, repository: acme/shop, include: "shop/**/*.yaml", onDrift: fail }
`;

describe('a target', () => {
  const env = { SHARED: 'secret one', BILLING: 'secret two' };
  const read = (name: string, given = env) =>
    load({ 'confighub.yaml': COMMON, ...DOCUMENTS }, { choice: { name }, env: given });

  it('can be atomic if the common setting is not', () => {
    const file = `batch: 100
targets:
  shop: { repository: acme/shop, batch: atomic }
  billing: { repository: acme/billing }
`;
    const batchOf = (name: string) =>
      load({ 'confighub.yaml': file, ...DOCUMENTS }, { choice: { name } }).project.batch;
    expect([batchOf('shop'), batchOf('billing')]).toEqual([undefined, 100]);
  });

  it('has the common settings and its own, which replace them', () => {
    const { project, state, diagnostics, passwords } = read('billing');
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(project).toMatchObject({
      url: 'https://config.example.com',
      repository: { account: 'acme', name: 'billing' },
      levels: ['Environment', 'Application'],
      include: ['billing/**/*.yaml'],
      onDrift: 'overwrite',
      redact: [],
      limits: { maxDeletes: 10, maxUpdates: 70, deletes: 30 },
    });
    expect(project.scope.written).toEqual({
      scope: { keys: ['*.*'] },
      ignore: { keys: ['old.*'] },
    });
    expect([...passwords.variables]).toEqual([
      ['Shared', 'SHARED'],
      ['Billing', 'BILLING'],
    ]);
    expect([...state.items.keys()]).toEqual(['bill.to']);
    expect(project.target).toEqual({
      name: 'billing',
      repository: { account: 'acme', name: 'billing' },
      url: 'https://config.example.com',
      hasOwnServer: false,
    });
  });

  it('is named with all others, whichever is chosen', () => {
    const { project } = read('shop-eu');
    expect(project.targets?.map(({ name, hasOwnServer }) => [name, hasOwnServer])).toEqual([
      ['shop', false],
      ['billing', false],
      ['shop-eu', true],
    ]);
    expect(project).toMatchObject({
      url: 'https://config.eu.example.com',
      onDrift: 'fail',
      redact: ['*.license'],
    });
  });

  it('needs only the variables that it uses', () => {
    const codesOf = (name: string) =>
      fileErrors(read(name, { SHARED: 'secret one', BILLING: '' }).diagnostics);
    expect(codesOf('shop')).toEqual([]);
    expect(codesOf('billing')).toEqual(['confighub.yaml:16:34 env-missing']);
  });

  it('that the file does not have is an error, and nothing is read', () => {
    const { diagnostics, documents } = read('blling');
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'There is no target `blling`; the project file has shop, billing, shop-eu.',
    ]);
    expect(documents).toBe(0);
  });

  it('is found by server and repository before its name', () => {
    const at = {
      url: 'https://config.eu.example.com',
      repository: { account: 'acme', name: 'shop' },
    };
    const choice = { name: 'billing', at };
    const { project } = load({ 'confighub.yaml': COMMON, ...DOCUMENTS }, { choice, env });
    expect(project.target?.name).toBe('shop-eu');
  });
});

describe('the target of a record', () => {
  const repositoryOf = (name: string) => ({ account: 'acme', name });

  /** Which of the targets, each `name=server/repository`, a record of this name and repository on `there` is of. */
  function chosen(listed: string, name: string, repository = 'shop'): string | undefined {
    const targets = listed.split(' ').map((target) => {
      const [, its = '', server = '', of = ''] = /^(.*)=(.*)\/(.*)$/.exec(target) ?? [];
      const url = server === '' ? {} : { url: `https://${server}.example.com` };
      return { name: its, ...url, repository: repositoryOf(of) };
    });
    const at = { url: 'https://there.example.com', repository: repositoryOf(repository) };
    return chosenTarget(targets, { name, at })?.name;
  }

  it('has the repository, also where names were swapped and the server was another one', () => {
    const swapped = 'shop=here/billing billing=here/shop';
    expect(chosen(swapped, 'shop')).toBe('billing');
    expect(chosen(swapped, 'billing', 'billing')).toBe('shop');
  });

  it.each(['eu', 'shop', 'shop-eu'])(
    'has the server, rather than none, whatever its name: %s',
    (name) => {
      expect(chosen('shop=/shop shop-eu=there/shop', name)).toBe('shop-eu');
    },
  );

  it('is none of several that may be it, unless it has the name', () => {
    expect(chosen('shop=here/shop shop-us=us/shop', 'eu')).toBe(undefined);
    expect(chosen('shop=here/shop shop-us=us/shop', 'shop')).toBe('shop');
  });
});

describe('errors in `targets`', () => {
  const read = (text: string) =>
    loadMarked(
      { 'confighub.yaml': text, 'config/a.yaml': 'keys: { a: 1 }\n' },
      { choice: { name: 'shop' } },
    );

  it.each([
    '«bad-option»repository: acme/shop\ntargets: { shop: { repository: acme/shop } }\n',
    '«empty-value»targets: {}\n',
    'targets: «wrong-type»[shop]\n',
    'targets: { «missing-field»shop: { include: "shop/*" } }\n',
    'targets: { «bad-option»"my shop": { repository: acme/shop } }\n',
    'targets: { «bad-option»shop.: { repository: acme/shop } }\n',
    'targets: { shop: { repository: acme/shop, «unknown-field»inlcude: a } }\n',
    'targets: { shop: { repository: acme/shop, «unknown-field»version: 1 } }\n',
    'targets: { shop: { repository: acme/shop, «unknown-field»targets: {} } }\n',
    'targets: { shop: { repository: acme/shop }, b: { repository: a/b, prune: «bad-option»some } }\n',
    'targets: { shop: { repository: acme/shop }, «duplicate-target»again: { repository: acme/shop } }\n',
    'url: https://a.example.com\ntargets: { shop: { repository: acme/shop }, «duplicate-target»x: { url: "https://a.example.com/", repository: acme/shop } }\n',
    'url: https://a.example.com\ntargets: { shop: { repository: acme/shop }, «duplicate-target»x: { url: "http://A.example.com:80/", repository: acme/shop } }\n',
    'targets: { a-b: { repository: acme/shop }, «duplicate-target»a.b: { repository: acme/billing } }\n',
  ])('%j', (text) => void read(text));

  it('name both targets', () => {
    const { diagnostics } = read(
      'targets: { «first»a-b: { repository: acme/shop }, «duplicate-target»A.B: { repository: acme/billing } }\n',
    );
    expect(diagnostics[0]?.message).toBe(
      'The targets `a-b` and `A.B` use the same variable for their token, CONFIGHUB_TOKEN_A_B.',
    );
  });
});

test.each([
  ['billing', 'CONFIGHUB_TOKEN_BILLING'],
  ['shop-eu.2', 'CONFIGHUB_TOKEN_SHOP_EU_2'],
])('the token of the target %s is in %s', (name, variable) => {
  expect(tokenVariable(name)).toBe(variable);
});
