// To which addresses the files of a branch may send a token: those that the trusted branch sends it to.
import { afterAll, expect, test } from 'vitest';
import { refuseUntrustedUrl } from '../../src/project/trust.ts';
import { resolveOptions } from '../../src/options.ts';
import { GitSandbox } from '../helpers/git.ts';

const sandbox = new GitSandbox();
const dir = sandbox.init();
afterAll(() => sandbox.dispose());

/** With these project files on the trusted branch and here; the tokens of the targets `shop` and `eu` there are S and E. */
function refusal(trusted: string, files: string, given: object): Promise<void> {
  const commit = sandbox.commit(dir, 'Trusted', { 'confighub.yaml': trusted });
  sandbox.write(`${dir}/confighub.yaml`, files);
  const env = { ...sandbox.env, CONFIGHUB_TOKEN_SHOP: 'S', CONFIGHUB_TOKEN_EU: 'E' };
  const options = { ...resolveOptions({}, {}), untrusted: { commit }, ...given };
  return refuseUntrustedUrl(options, { cwd: dir, env });
}

/** `shop: one, eu: two`: targets, each with its server. */
function projectFile(targets: string): string {
  const lines = [...targets.matchAll(/([\w-]+): (\w+)/g)].map(
    ([, name, host]) => `  ${name}: { url: https://${host}.test, repository: a/${name} }\n`,
  );
  return `levels: [Environment]\ntargets:\n${lines.join('')}`;
}

type Row = [what: string, trusted: string, files: string, target: string, token?: string];

const ONE = 'shop: one';
const TWO = 'shop: one, eu: two';
const STORE = 'store: one';
const TRUSTED: Row[] = [
  ['the same target', TWO, ONE, 'shop', 'S'],
  ['another name, on the only server', ONE, STORE, 'store', 'N'],
  ['another name, on one of two, for the token of that server', TWO, STORE, 'store', 'S'],
  ['another name, on one of two, without a token', TWO, STORE, 'store'],
];
const UNTRUSTED: Row[] = [
  ['another address of it', ONE, 'shop: two', 'shop', 'S'],
  ['that of another target', TWO, 'shop: two', 'shop', 'S'],
  ['swapped names', TWO, 'shop: two, eu: one', 'eu', 'E'],
  ['another name, on one of two, for a token of nobody', TWO, STORE, 'store', 'N'],
  ['another name, on one of two, for that of the other', TWO, STORE, 'store', 'E'],
  ['the shared token, which no trusted target there takes', ONE, STORE, 'store', 'shared'],
  ['an unknown server, without a token', ONE, 'shop: three', 'shop'],
  [
    'a new target at an unknown server, for that of another',
    ONE,
    'shop: one, evil: three',
    'evil',
    'S',
  ],
];

const refusalOf = ([, trusted, files, target, token]: Row) =>
  refusal(projectFile(trusted), projectFile(files), {
    target,
    ...(token && { token }),
    ...(token === 'shared' && { isTokenShared: true }),
  });

test.each(TRUSTED)('the address is trusted: %s', async (...row) => {
  await expect(refusalOf(row)).resolves.toBeUndefined();
});

test.each(UNTRUSTED)('the address is not trusted: %s', async (...row) => {
  const message = /^Nothing was sent: the token of the target `/;
  await expect(refusalOf(row)).rejects.toThrow(message);
});

const TARGETS = `url: https://one.test
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

test.each([
  ['stages instead of targets, for the token of a target there', true, TARGETS, 'shop', 'S'],
  ['stages instead of targets, for the token of one elsewhere', false, TARGETS, 'eu', 'E'],
  ['the same where the workflow sets the address', false, TARGETS, 'eu', 'E', 'https://one.test'],
  ['stages instead of targets, for the token of the project', true, TARGETS, 'new', 'M'],
  ['the same stages', true, STAGES, 'eu', 'E'],
])(
  'a project file with stages may send %s: %s',
  async (_, isTrusted, trusted, stage, token, url = '') => {
    const chosenStage = { name: stage, after: [] };
    const refused = refusal(trusted, STAGES, { chosenStage, token, ...(url && { url }) });
    if (isTrusted) await expect(refused).resolves.toBeUndefined();
    else await expect(refused).rejects.toThrow(/^Nothing was sent: the token of the stage `eu` /);
  },
);
