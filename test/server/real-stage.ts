// Recorded scenarios on a real server; test/server/README.md says how. What the client API cannot remove, context elements, stays.
import { readFileSync } from 'node:fs';
import type { RepositorySettings, TokenSettings } from '../../src/server/settings.ts';
import type { Recording, Step } from './recording.ts';
import { type Received, request, type SentRequest } from '../helpers/server.ts';
import type { Stage } from './stage.ts';

type Real = { url: string; setup: RepositorySettings };

/** `undefined`: no real server is named. */
export function realStage(): Stage | undefined {
  const { CONFIGHUB_TEST_URL: url, CONFIGHUB_TEST_SETUP: file } = process.env;
  if (url === undefined || url === '') return undefined;
  if (file === undefined)
    throw new Error('CONFIGHUB_TEST_URL is set, CONFIGHUB_TEST_SETUP is not.');
  const setup = JSON.parse(readFileSync(file, 'utf8')) as RepositorySettings;
  const real = { url: url.replace(/\/+$/, ''), setup };
  return { exact: false, unfit: (recording) => unfit(recording, setup), play: player(real) };
}

function player(real: Real): Stage['play'] {
  return async ({ setup, steps }, use) => {
    await refuseUnlessEmpty(real, 'is not empty: nothing was touched');
    const place = {
      token: (name: string) => tokenValue(real, name),
      send: async (sent: SentRequest) =>
        maskEnvValues(await request(real, sent), { from: real.setup, to: setup }),
      revisions: () => undefined,
    };
    try {
      await use(place, renamed(steps, { from: setup, to: real.setup }));
    } finally {
      await cleanUp(real);
    }
  };
}

/**
 * Depends on its elements being new, because creating one stores metadata that would be lost otherwise. Alone, and in a
 * repository that never had any, it can be played.
 */
const NEEDS_NEW_ELEMENTS = 'a random sequence of pushes (134)';

function unfit({ about, setup, steps }: Recording, real: RepositorySettings): string | undefined {
  if (about === NEEDS_NEW_ELEMENTS && process.env.CONFIGHUB_TEST_FRESH !== 'true')
    return 'it needs new context elements: play it alone in a fresh repository, with CONFIGHUB_TEST_FRESH=true';
  const text = JSON.stringify(steps);
  if (text.includes('/rest/info/all')) return 'it lists all repositories of the server';
  if (steps.some(leavesInactiveFile)) return 'it leaves inactive files behind';
  if (!same(setup.levels, real.levels)) return 'other context levels';
  if (!same(setup.contextGroups ?? [], real.contextGroups ?? [])) return 'other context groups';
  const has: Partial<Record<string, boolean>> = real.flags ?? {};
  const flags = Object.entries(setup.flags ?? {});
  const flag = flags.find(([name, value]) => (has[name] ?? false) !== value);
  if (flag !== undefined) return `${flag[0]} is not ${flag[1]}`;
  const group = setup.securityGroups?.find(
    (one) => !real.securityGroups?.some((other) => same(one, other)),
  );
  if (group !== undefined) return `no such security group ${group.name}`;
  const token = Object.entries(setup.tokens ?? {}).find(
    ([name, one]) => !isLike(one, real.tokens?.[name]),
  );
  return token === undefined ? undefined : `no such token ${token[0]}`;
}

function leavesInactiveFile({ request: { body } }: Step): boolean {
  const entries = (body as { data?: { file?: string; active?: boolean }[] } | undefined)?.data;
  return (
    Array.isArray(entries) &&
    entries.some((entry) => entry?.file !== undefined && entry.active === false)
  );
}

function isLike(wanted: TokenSettings, token: TokenSettings | undefined): boolean {
  const shape = ({ forceKeyPush, active, expired, securityGroups }: TokenSettings) => [
    forceKeyPush ?? false,
    active ?? true,
    expired ?? false,
    [...(securityGroups ?? [])].sort(),
  ];
  return token?.value !== undefined && same(shape(wanted), shape(token));
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function tokenValue({ setup }: Real, name: string): string {
  const value = setup.tokens?.[name]?.value;
  if (value === undefined)
    throw new Error(`CONFIGHUB_TEST_SETUP has no value for the token ${name}.`);
  return value;
}

type Renaming = { from: RepositorySettings; to: RepositorySettings };

function renamed(steps: readonly Step[], { from, to }: Renaming): Step[] {
  const [before, after] = [from, to].map(({ account, repository }) => `/${account}/${repository}`);
  return steps.map((step) => {
    const path = step.request.path.replace(before ?? '', after ?? '');
    return { ...step, request: { ...step.request, path } };
  });
}

function maskEnvValues(received: Received, { from, to }: Renaming): Received {
  const body = received.body
    .replace(new RegExp(`("account": ?)"${from.account}"`, 'g'), `$1"${to.account}"`)
    .replace(new RegExp(`("repo(?:sitory)?": ?)"${from.repository}"`, 'g'), `$1"${to.repository}"`);
  return { ...received, body };
}

type Exported = { key?: string; file?: string; context?: string };

async function content(real: Real): Promise<Exported[]> {
  const { account, repository } = real.setup;
  const { status, body } = await request(real, { path: `/rest/export/${account}/${repository}` });
  if (status !== 200) throw new Error(`${account}/${repository} cannot be exported (${status}).`);
  return (JSON.parse(body) as { data: Exported[] }).data;
}

async function refuseUnlessEmpty(real: Real, problem: string): Promise<void> {
  const { account, repository } = real.setup;
  if ((await content(real)).length > 0) throw new Error(`${account}/${repository} ${problem}.`);
}

async function cleanUp(real: Real): Promise<void> {
  const groups = (real.setup.securityGroups ?? []).map(({ name }) => name);
  const cleaner = Object.values(real.setup.tokens ?? {}).find(
    (one) => one.forceKeyPush && groups.every((group) => one.securityGroups?.includes(group)),
  );
  if (cleaner?.value === undefined)
    throw new Error('No token may clean up: forceKeyPush and all groups.');
  const data = (await content(real)).map(({ key, file, context }) =>
    key === undefined ? { file, context, opp: 'delete' } : { key, opp: 'delete' },
  );
  const headers = { 'Content-Type': 'application/json', 'Client-Token': cleaner.value };
  const body = JSON.stringify({ data });
  await request(real, { method: 'POST', path: '/rest/push', headers, body });
  await refuseUnlessEmpty(real, 'could not be emptied again');
}
