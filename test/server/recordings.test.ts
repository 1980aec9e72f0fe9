// The embedded server against recorded exchanges with the real one.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expectedOf, type Recording, receivedOf, requestOf, type Step } from '../helpers/recording.ts';
import { request, type TestServer, withServer } from '../helpers/server.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/recorded');

/** Recordings of what is not built, by the beginning of their names. */
const LATER: readonly { why: string; prefixes: readonly string[] }[] = [
  { why: 'placeholders', prefixes: ['33-', '34-', '38-'] },
  {
    why: 'security groups',
    prefixes: ['18-', '40-', '41-', '42-', '43-', '44-', '45-', '46-', '47-', '48-'],
  },
  { why: 'context groups', prefixes: ['64-'] },
  { why: 'reads by token', prefixes: ['97-'] },
];

/** Random recordings are replayed up to the first push that needs what is not built. */
const PUSHES_NOT_YET: readonly { why: string; is: (body: string) => boolean }[] = [
  { why: 'placeholders', is: (body) => body.includes('${') },
  { why: 'security groups', is: (body) => body.includes('"securityGroup"') },
];

/** Reads that are not built. Pushes are never skipped. */
const READS_NOT_YET: readonly { why: string; is: (step: Step) => boolean }[] = [
  { why: 'pull', is: ({ request: { path } }) => /^\/rest\/pull(?:\/|$)/.test(path) },
  { why: 'rawFile', is: ({ request: { path } }) => /^\/rest\/rawFile(?:\/|$)/.test(path) },
  {
    why: 'tags and dates',
    is: ({ request: { headers } }) => ['Tag', 'Tags', 'Repository-Date'].some((name) => name in headers),
  },
];

const tally = { replayed: 0, notYet: new Map<string, number>() };

function notYet(why: string): void {
  tally.notYet.set(why, (tally.notYet.get(why) ?? 0) + 1);
}

describe('recordings', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  for (const path of files.filter((name) => name.endsWith('.json')).sort()) {
    const file = basename(path);
    const recording = JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Recording;
    const later = LATER.find(({ prefixes }) => prefixes.some((prefix) => file.startsWith(prefix)));
    const test = later === undefined ? it : it.skip;
    test(`${file}: ${later?.why ?? recording.about}`, () =>
      replay(recording, { cut: file.startsWith('random-') }));
  }

  afterAll(() => {
    const left = [...tally.notYet].map(([why, count]) => `${why} ${count}`).join(', ');
    console.log(`recorded steps replayed: ${tally.replayed}; not yet: ${left || 'none'}`);
  });
});

function replay(recording: Recording, options: { cut: boolean }): Promise<void> {
  return withServer(recording.setup, async (server) => {
    for (const [index, step] of recording.steps.entries()) {
      if (step.before !== undefined) return;
      const early = options.cut ? pushNotYet(step) : undefined;
      if (early !== undefined) return notYet(`${early} (rest of a random recording)`);
      const missing = step.request.method === 'GET' && READS_NOT_YET.find((one) => one.is(step));
      if (missing) notYet(missing.why);
      else await replayStep(server, { index, step });
    }
  });
}

function pushNotYet({ request: { body } }: Step): string | undefined {
  return PUSHES_NOT_YET.find((one) => one.is(JSON.stringify(body) ?? ''))?.why;
}

async function replayStep(server: TestServer, { index, step }: { index: number; step: Step }): Promise<void> {
  const revisions = server.history('acme', 'shop').length;
  const received = await request(server, requestOf(step, server.token));
  const label = `step ${index} ${step.note ?? ''}: ${step.request.method} ${step.request.path}`;
  expect(receivedOf(received, step), label).toEqual(expectedOf(step));
  if (step.newRevisions !== undefined && !step.note?.startsWith('unchanged file with placeholder')) {
    expect(server.history('acme', 'shop').length - revisions, `${label}: revisions`).toBe(step.newRevisions);
  }
  tally.replayed++;
}
