// To which addresses the files of a branch may send a token: those that the trusted branch sends it to.
import { afterAll, describe, expect, test } from 'vitest';
import { refuseUntrustedUrl } from '../../src/project/trust.ts';
import { resolveOptions } from '../../src/options.ts';
import { GitSandbox } from '../helpers/git.ts';

const sandbox = new GitSandbox();
const dir = sandbox.init();
afterAll(() => sandbox.dispose());

type Targets = Record<string, 'one' | 'two' | 'three'>;

function projectFile(targets: Targets): string {
  const lines = Object.entries(targets).map(
    ([name, host]) => `  ${name}: { url: https://${host}.test, repository: a/${name} }\n`,
  );
  return `levels: [Environment]\ntargets:\n${lines.join('')}`;
}

interface Row {
  trusted: Targets;
  files: Targets;
  target: string;
  token?: string;
  isTokenShared?: boolean;
}

const ROWS: [what: string, isTrusted: boolean, row: Row][] = [
  [
    'the same target',
    true,
    { trusted: { shop: 'one', eu: 'two' }, files: { shop: 'one' }, target: 'shop', token: 'S' },
  ],
  [
    'another address of it',
    false,
    { trusted: { shop: 'one' }, files: { shop: 'two' }, target: 'shop', token: 'S' },
  ],
  [
    'the address of another target',
    false,
    { trusted: { shop: 'one', eu: 'two' }, files: { shop: 'two' }, target: 'shop', token: 'S' },
  ],
  [
    'another name, on the only server',
    true,
    { trusted: { shop: 'one' }, files: { store: 'one' }, target: 'store', token: 'N' },
  ],
  [
    'another name, on one of two servers, for a token of nobody',
    false,
    { trusted: { shop: 'one', eu: 'two' }, files: { store: 'one' }, target: 'store', token: 'N' },
  ],
  [
    'another name, on one of two servers, for the token of that server',
    true,
    { trusted: { shop: 'one', eu: 'two' }, files: { store: 'one' }, target: 'store', token: 'S' },
  ],
  [
    'another name, on one of two servers, for the token of the other one',
    false,
    { trusted: { shop: 'one', eu: 'two' }, files: { store: 'one' }, target: 'store', token: 'E' },
  ],
  [
    'another name, on one of two servers, without a token',
    true,
    { trusted: { shop: 'one', eu: 'two' }, files: { store: 'one' }, target: 'store' },
  ],
  [
    'another name, on the only server, for the shared token, which no trusted target there takes',
    false,
    {
      trusted: { shop: 'one' },
      files: { store: 'one' },
      target: 'store',
      token: 'M',
      isTokenShared: true,
    },
  ],
  [
    'an unknown server, without a token',
    false,
    { trusted: { shop: 'one' }, files: { shop: 'three' }, target: 'shop' },
  ],
];

describe('the address', () => {
  test.each(ROWS)(
    'of %s: %s',
    async (_, isTrusted, { trusted, files, target, token, isTokenShared }) => {
      const commit = sandbox.commit(dir, 'Trusted', { 'confighub.yaml': projectFile(trusted) });
      sandbox.write(`${dir}/confighub.yaml`, projectFile(files));
      const env = { ...sandbox.env, CONFIGHUB_TOKEN_SHOP: 'S', CONFIGHUB_TOKEN_EU: 'E' };
      const secret = { ...(token && { token }), ...(isTokenShared && { isTokenShared }) };
      const options = { ...resolveOptions({}, {}), target, untrusted: { commit }, ...secret };
      const refused = refuseUntrustedUrl(options, { cwd: dir, env });
      if (isTrusted) await expect(refused).resolves.toBeUndefined();
      else await expect(refused).rejects.toThrow(/^Nothing was sent: the token of the target `/);
    },
  );
});

const TWO_SERVERS = `url: https://one.test
levels: [Environment]
targets:
  shop: { repository: a/shop }
  eu: { url: https://two.test, repository: a/shop }
`;
const STAGES = `url: https://one.test
repository: a/shop
levels: [Environment]
stages: [shop, eu, new]
`;

interface StageRow {
  trusted: string;
  stage: string;
  token: string;
  /** As the workflow sets it. */
  url?: string;
}

const STAGE_ROWS: [what: string, isTrusted: boolean, row: StageRow][] = [
  [
    'stages instead of targets, for the token of a target there',
    true,
    { trusted: TWO_SERVERS, stage: 'shop', token: 'S' },
  ],
  [
    'stages instead of targets, for the token of a target elsewhere',
    false,
    { trusted: TWO_SERVERS, stage: 'eu', token: 'E' },
  ],
  [
    'the same where the workflow sets the address',
    false,
    { trusted: TWO_SERVERS, stage: 'eu', token: 'E', url: 'https://one.test' },
  ],
  [
    'stages instead of targets, for the token of the project',
    true,
    { trusted: TWO_SERVERS, stage: 'new', token: 'M' },
  ],
  ['the same stages', true, { trusted: STAGES, stage: 'eu', token: 'E' }],
];

describe('a project file with stages may send', () => {
  test.each(STAGE_ROWS)('%s: %s', async (_, isTrusted, { trusted, stage, token, url }) => {
    const commit = sandbox.commit(dir, 'Trusted', { 'confighub.yaml': trusted });
    sandbox.write(`${dir}/confighub.yaml`, STAGES);
    const env = { ...sandbox.env, CONFIGHUB_TOKEN_SHOP: 'S', CONFIGHUB_TOKEN_EU: 'E' };
    const chosenStage = { name: stage, after: [] };
    const options = {
      ...resolveOptions({}, {}),
      untrusted: { commit },
      chosenStage,
      token,
      ...(url && { url }),
    };
    const refused = refuseUntrustedUrl(options, { cwd: dir, env });
    if (isTrusted) await expect(refused).resolves.toBeUndefined();
    else await expect(refused).rejects.toThrow(/^Nothing was sent: the token of the stage `eu` /);
  });
});
