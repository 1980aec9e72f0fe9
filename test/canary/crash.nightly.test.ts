// The canary: neither a crash of the program nor a failure of Git brings a secret to light.
import { expect } from 'vitest';
import { runStep } from '../helpers/workflow.ts';
import { environment, of } from './secrets.ts';
import { type Canary, test } from './stage.ts';

/** A message that has the secret where a place in the program would stand. */
const MESSAGE = JSON.stringify(`${of('crash')}\n    at ${of('crash')} (x.js:1:1)\n    at x`);
const ERROR = `Object.assign(new TypeError(${MESSAGE}), { cause: new Error(${MESSAGE}) })`;

/** What happens as soon as the program has asked the server for something. */
const CRASHES: Record<string, string> = {
  'where a command is under way': `Array.prototype.flatMap = () => { throw ${ERROR}; }`,
  'outside of every command': `setTimeout(() => { throw ${ERROR}; })`,
  'with what is no error': `setTimeout(() => { throw ${MESSAGE}; })`,
  'in a promise that nobody waits for': `Promise.reject(${ERROR})`,
};

/** As soon as it asks the server for something. */
const onRequest = (crash: string): string => `import http from 'node:http';
const { end } = http.ClientRequest.prototype;
http.ClientRequest.prototype.end = function (...given) { ${crash}; return end.apply(this, given); };\n`;

/** While its modules are loaded: ranges of addresses are made there. */
const ON_LOAD = `import net from 'node:net';
net.BlockList.prototype.addSubnet = () => { throw ${ERROR}; };\n`;

/** Loaded before the program. */
function preloaded({ desk }: Canary, code: string): Record<string, string> {
  desk.sandbox.write('crash.mjs', code);
  return { ...environment('after'), NODE_OPTIONS: `--import=${desk.sandbox.path('crash.mjs')}` };
}

test.concurrent('a crash', async ({ canary }) => {
  for (const [where, code] of Object.entries(CRASHES)) {
    const env = preloaded(canary, onRequest(code));
    for (const own of where.startsWith('where') ? [[], ['--json']] : [[]]) {
      const { output } = await canary.cli(['plan', ...own], { env });
      expect({ where, output }).toEqual({ where, output: expect.stringContaining('error bug:') });
    }
    const { stdout, stderr } = await runStep(canary.desk, { event: 'push', env });
    expect({ where, stdout }).toEqual({
      where,
      stdout: expect.stringContaining('bug: confighub-sync'),
    });
    canary.look(where, stdout.replace(/^::add-mask::.*$/gm, '') + stderr);
  }
});

test.concurrent('a crash while the modules are loaded', async ({ canary }) => {
  const env = preloaded(canary, ON_LOAD);
  const { status, stderr } = await canary.cli(['plan'], { env });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^error bug: /) });
  const step = await runStep(canary.desk, { event: 'push', env });
  expect({ ...step, stdout: step.stdout.slice(0, 2000) }).toMatchObject({
    status: 1,
    stderr: '',
    stdout: expect.stringMatching(/^::error::bug: confighub-sync failed/m),
  });
  canary.look('a step that fails to load', step.stdout.replace(/^::add-mask::.*$/gm, ''));
});

test.concurrent('Git that fails', async ({ canary: { cli, desk } }) => {
  desk.git(
    'remote',
    'set-url',
    'origin',
    `http://ada:${of('login of origin')}@127.0.0.1:1/shop.git`,
  );
  for (const args of [
    ['plan', '--json'],
    ['apply'],
    ['history'],
    ['unlock'],
    ['drift', '--json'],
  ]) {
    const { output } = await cli(args);
    expect({ args, output }).toEqual({
      args,
      output: expect.stringMatching(/127\.0\.0\.1 port 1|drift-unknown/),
    });
  }
});

test.concurrent('others who change the same at the same time', async ({
  canary: { cli, desk, answer, server },
}) => {
  const path = desk.sandbox.path('plan.json');
  await cli(['plan', '--out', path]);
  const headers = { 'Content-Type': 'application/json', 'Client-Token': server.token('force') };
  const values = [{ context: '*;*', value: of('of others') }];
  const title = { key: 'shop.title', values: [{ context: '*;*', value: 'Theirs' }] };
  const body = JSON.stringify({ data: [{ key: 'from.outside', values }, title] });
  const theirs = () => fetch(`${server.url}/rest/push`, { method: 'POST', headers, body });
  answer(({ method }) => (method === 'POST' ? { bytes: '', first: theirs } : 'pass'));
  expect((await cli(['apply'])).status).toBeGreaterThan(0);
  answer(() => 'pass');
  for (const args of [['plan'], ['apply', '--json'], ['apply', '--plan', path], ['drift']])
    expect([0, 3]).toContain((await cli(args)).status);
});
