// To which addresses the files of a branch may send a token: those that the trusted branch sends it to.
import { afterAll, describe, expect, test } from 'vitest';
import { refuseUntrustedUrl } from '../../src/project/trust.ts';
import { resolveOptions } from '../../src/options.ts';
import { GitSandbox } from '../helpers/git.ts';

const sandbox = new GitSandbox();
const dir = sandbox.init();
afterAll(() => sandbox.dispose());

/** `shop: one, eu: two`: targets, each with its server. */
function projectFile(targets: string): string {
  const lines = [...targets.matchAll(/([\w-]+): (\w+)/g)].map(
    ([, name, host]) => `  ${name}: { url: https://${host}.test, repository: a/${name} }\n`,
  );
  return `levels: [Environment]\ntargets:\n${lines.join('')}`;
}

interface Row {
  what: string;
  trusted: string;
  files: string;
  target: string;
  /** Those of the targets `shop` and `eu` on the trusted branch are S and E. */
  token?: string;
  isTokenShared?: boolean;
}

const ONE = 'shop: one';
const TWO = 'shop: one, eu: two';
const TRUSTED: Row[] = [
  { what: 'the same target', trusted: TWO, files: ONE, target: 'shop', token: 'S' },
  { what: 'another name, on the only server', ...store(ONE), token: 'N' },
  { what: 'another name, on one of two, for the token of that server', ...store(TWO), token: 'S' },
  { what: 'another name, on one of two, without a token', ...store(TWO) },
];
const UNTRUSTED: Row[] = [
  { what: 'another address of it', trusted: ONE, files: 'shop: two', target: 'shop', token: 'S' },
  { what: 'that of another target', trusted: TWO, files: 'shop: two', target: 'shop', token: 'S' },
  { what: 'swapped names', trusted: TWO, files: 'shop: two, eu: one', target: 'eu', token: 'E' },
  { what: 'another name, on one of two, for a token of nobody', ...store(TWO), token: 'N' },
  { what: 'another name, on one of two, for that of the other', ...store(TWO), token: 'E' },
  {
    what: 'another name, on the only server, for the shared token, which no trusted target there takes',
    ...store(ONE),
    token: 'M',
    isTokenShared: true,
  },
  {
    what: 'an unknown server, without a token',
    trusted: ONE,
    files: 'shop: three',
    target: 'shop',
  },
  {
    what: 'a new target at an unknown server, for the token of another',
    trusted: ONE,
    files: 'shop: one, evil: three',
    target: 'evil',
    token: 'S',
  },
];

function store(trusted: string) {
  return { trusted, files: 'store: one', target: 'store' };
}

const refusal = async ({ trusted, files, target, token, isTokenShared }: Row) => {
  const commit = sandbox.commit(dir, 'Trusted', { 'confighub.yaml': projectFile(trusted) });
  sandbox.write(`${dir}/confighub.yaml`, projectFile(files));
  const env = { ...sandbox.env, CONFIGHUB_TOKEN_SHOP: 'S', CONFIGHUB_TOKEN_EU: 'E' };
  const secret = { ...(token && { token }), ...(isTokenShared && { isTokenShared }) };
  const options = { ...resolveOptions({}, {}), target, untrusted: { commit }, ...secret };
  return refuseUntrustedUrl(options, { cwd: dir, env });
};

describe('the address', () => {
  test.each(TRUSTED)('is trusted: $what', async (row) => {
    await expect(refusal(row)).resolves.toBeUndefined();
  });

  test.each(UNTRUSTED)('is not trusted: $what', async (row) => {
    await expect(refusal(row)).rejects.toThrow(/^Nothing was sent: the token of the target `/);
  });
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
