// No process ends without a sentence and a documented exit code, whatever it waits for: Node's own would be 13.
import { describe, expect, test } from 'vitest';
import { pausing } from './helpers/beside.ts';
import { answer, type Fault, type Request, withFaults } from './helpers/faulty-server.ts';
import { SMALL, type Shop, withShop } from './helpers/process.ts';
import { runStep } from './helpers/workflow.ts';

/** A shop whose server is behind one that misbehaves; nothing is sent to it before it is committed. */
function withFaulty(
  fault: (request: Request) => Fault,
  use: (shop: Shop) => Promise<void>,
): Promise<void> {
  return withShop(SMALL, (shop) =>
    withFaults({ behind: shop.server, fault }, async ({ url }) => {
      shop.desk.env.CONFIGHUB_URL = url;
      shop.desk.commit('Open the shop');
      await use(shop);
    }),
  );
}

const isPush = ({ method }: Request) => method === 'POST';
const isProcess = true;

describe.concurrent('an answer that switches protocols', () => {
  const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
  const afterEffect = (request: Request): Fault =>
    isPush(request) ? { passed: SWITCHING } : 'pass';
  const always = (): Fault => ({ bytes: SWITCHING });

  test('to a push that took effect: a read shows it', async () => {
    await withFaulty(afterEffect, async ({ desk, server }) => {
      const ended = await desk.cli(['apply'], { isProcess });
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(ended.stdout).toMatch(/^Applied and verified: .*\.$/m);
      expect(server.history('acme', 'shop')).toHaveLength(1);
    });
  });

  test('to a push that took effect, in a step', async () => {
    await withFaulty(afterEffect, async ({ desk }) => {
      const ended = await runStep(desk, { isProcess });
      expect(ended).toMatchObject({ status: 0, outputs: { result: 'applied' } });
    });
  });

  test.for([
    {
      what: 'a push where nothing can be read',
      fault: afterEffect,
      args: ['apply', '--reads', 'documented'],
      status: 4,
      says: /^error push-unknown: The outcome of the push is unknown: .* returned status 101\.$/m,
    },
    {
      what: 'a read',
      fault: always,
      args: ['plan'],
      status: 1,
      says: /^error http-status: .* returned status 101\.\n {2}Check that `url`/m,
    },
  ])('to $what: $status', async ({ fault, args, status, says }) => {
    await withFaulty(fault, async ({ desk }) => {
      const ended = await desk.cli(args, { isProcess });
      expect(ended).toMatchObject({ status, stderr: expect.stringMatching(says) });
    });
  });
});

describe.concurrent('a promise that never settles', () => {
  const lost = (request: Request): Fault => (isPush(request) ? { bytes: answer(502) } : 'pass');
  const noReads = (): Fault => ({ bytes: answer(503) });

  test('after a push: 4, and where it stopped', async () => {
    await withFaulty(lost, async ({ desk }) => {
      const ended = await desk.cli(['apply'], { isProcess, env: pausing(desk, 'never') });
      expect(ended.status).toBe(4);
      expect(ended.stderr).toMatch(
        /^error bug: confighub-sync waited for something that can no longer happen\. The last step was: GET http:\S+\.\n {2}Please report this\. The server may have accepted the push: apply again to find out\.\n$/m,
      );
    });
  });

  test.for([[['plan']], [['apply', '--json']], [['info']]])(
    'before anything was sent, in %s: 1',
    async ([args = []]) => {
      await withFaulty(noReads, async ({ desk }) => {
        const ended = await desk.cli(args, { isProcess, env: pausing(desk, 'never') });
        expect(ended.status).toBe(1);
        expect(ended.output).toMatch(
          /bug.*confighub-sync waited for something.*Please report this\./s,
        );
      });
    },
  );

  test.for([
    ['after a push: 4', lost, 4, 'uncertain'],
    ['before anything was sent: 1', noReads, 1, 'bug'],
  ] as const)('in a step %s, with outputs', async ([, fault, status, reason]) => {
    await withFaulty(fault, async ({ desk }) => {
      const ended = await runStep(desk, { env: pausing(desk, 'never'), isProcess });
      expect(ended).toMatchObject({
        status,
        outputs: { result: 'failed', 'failure-reason': reason, 'error-code': 'bug' },
      });
      const texts = ended.log.annotations.map(({ text }) => text);
      expect(texts).toEqual([expect.stringContaining('confighub-sync waited for something')]);
    });
  });
});
