// Replays the recordings against a server in another process, with the setup file of test/server/README.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, withDesk } from '../helpers/process.ts';
import { type Ended, ROOT, runScript } from '../helpers/run.ts';
import { exported, request } from '../helpers/server.ts';

const [, SETUP = ''] =
  /^```json setup\.json\n([\s\S]*?)^```$/m.exec(
    readFileSync(join(ROOT, 'test/server/README.md'), 'utf8'),
  ) ?? [];
const REPOSITORY = 'acme/recordings';

interface Standing {
  url: string;
  /** Plays the recordings whose names fit. */
  play(names: string): Promise<Ended>;
}

/** `serve --config` with the file of the page, and the tests of another process that are told of it. */
function withStanding(use: (standing: Standing) => Promise<void>): Promise<void> {
  return withDesk({ 'setup.json': SETUP }, async (desk) => {
    const server = desk.start(['serve', '--config', 'setup.json', '--port', '0', '--json']);
    try {
      const { url } = JSON.parse(await server.firstLine()) as { url: string };
      await use({ url, play: (names) => play(desk, { url, names }) });
    } finally {
      await server.stop('SIGTERM');
    }
  });
}

function play(desk: Desk, { url, names }: { url: string; names: string }): Promise<Ended> {
  const setup = { CONFIGHUB_TEST_URL: url, CONFIGHUB_TEST_SETUP: desk.path('setup.json') };
  const env = desk.environment({ ...setup, NO_COLOR: '1' });
  const file = 'test/server/recordings.test.ts';
  const args = ['run', file, '--reporter=verbose', '-t', `recordings .*${names}`];
  return runScript(join(ROOT, 'node_modules/vitest/vitest.mjs'), args, { cwd: ROOT, env });
}

describe.concurrent('a server in another process', () => {
  test('replays what fits, skips the rest with a reason, and is empty afterwards', async () => {
    await withStanding(async ({ url, play: playNamed }) => {
      const { status, output } = await playNamed('(0[1-5]|40)-');
      expect(output).toMatch(/recordings passed 4 of \d{3} present, \d+ skipped/);
      expect(output).toContain('02-enable-key-creation.json: tokenFreePush is not true');
      expect(status).toBe(0);
      expect(await exported({ url }, REPOSITORY)).toEqual([]);
    });
  });

  test('that is not empty is rejected and not modified', async () => {
    await withStanding(async ({ url, play: playNamed }) => {
      const entry = { key: 'ours', vdt: 'Text', values: [{ context: '*;*', value: 'x' }] };
      const headers = { 'Content-Type': 'application/json', 'Client-Token': 'value-of-force' };
      const body = JSON.stringify({ data: [entry] });
      const pushed = await request({ url }, { method: 'POST', path: '/rest/push', headers, body });
      expect(pushed.status).toBe(200);
      const before = await exported({ url }, REPOSITORY);
      const { status, output } = await playNamed('01-');
      expect(status).toBe(1);
      expect(output).toContain(`${REPOSITORY} is not empty: nothing was touched.`);
      expect(output).toContain('recordings passed 0 of');
      expect(await exported({ url }, REPOSITORY)).toEqual(before);
      expect(before).toHaveLength(1);
    });
  });
});
