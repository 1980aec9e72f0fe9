// Colors and the line of progress on a real terminal, and pipes that are closed early.
import { describe, expect } from 'vitest';
import { withFaults } from '../helpers/faulty-server.ts';
import { type Desk, SMALL, withDesk, withShop } from '../helpers/process.ts';
import { CLI, Running } from '../helpers/run.ts';
import { commandOnTerminal, hasScript, onTerminal } from './terminal.ts';
import { test, nightly } from '../helpers/test.ts';

const STEP = /Reading .* …/;

describe.skipIf(!hasScript())('on a terminal (needs util-linux script)', () => {
  test.for([
    ['apply > log', 'y\n', 0],
    ['apply | tee log', 'n\n', 3],
    // Asked on the controlling terminal, whatever comes through the pipe.
    ['yes n | apply', 'y\n', 0],
    ['yes | apply', 'n\n', 3],
  ] as const)(
    '`%s` asks: %j ends with %i',
    async ([line, input, status], { shop: { desk, server } }) => {
      desk.commit('Open the shop');
      const command = line.replace('apply', `'${process.execPath}' '${CLI}' apply`);
      const ended = await commandOnTerminal(desk, `bash -o pipefail -c "${command}"`, { input });
      expect(ended.stdout).toContain('Apply these 3 changes to acme/shop? [y/N]');
      expect(server.history('acme', 'shop')).toHaveLength(status === 0 ? 1 : 0);
      if (!line.startsWith('yes')) expect(ended.status).toBe(status);
    },
  );

  test('says what it waits for and erases it; not in a pipe', async () => {
    await withFaults({ fault: () => 'hang' }, ({ url }) =>
      withDesk(SMALL, async (desk) => {
        const args = ['plan', '--url', url, '--repository', 'acme/shop', '--timeout', '1'];
        const [terminal, pipe] = await Promise.all([onTerminal(desk, args), desk.cli(args)]);
        expect(terminal.stdout).toMatch(STEP);
        expect(terminal.stdout).toContain('Reading acme/shop …');
        // The line is erased before anything else is printed.
        expect(terminal.stdout).toMatch(/\r\u001b\[2K\u001b\[31merror/);
        expect(pipe.output).not.toMatch(STEP);
        expect(pipe.output).not.toContain('Reading');
        expect([terminal.status, pipe.status]).toEqual([1, 1]);
      }),
    );
  });

  nightly('no line of progress on a terminal without a size', async () => {
    await withFaults({ fault: () => 'hang' }, ({ url }) =>
      withDesk(SMALL, async (desk) => {
        const args = ['info', '--url', url, '--timeout', '1'];
        const { status, stdout } = await onTerminal(desk, args, { columns: 0 });
        expect(status).toBe(1);
        expect(stdout).toContain('did not answer in time');
        expect(stdout).not.toMatch(STEP);
      }),
    );
  });
});

describe('a closed pipe', () => {
  const MANY = {
    ...SMALL,
    'config/many.yaml': `keys:\n${Array.from({ length: 3000 }, (_, i) => `  many.k${i}: value ${i}\n`).join('')}`,
  };
  /** Of a line of bash, in which `confighub-sync` is the program. */
  const piped = async ({ dir, env }: Desk, line: string) => {
    const command = line.replace('confighub-sync', `'${process.execPath}' '${CLI}'`);
    const { stdout, stderr } = await new Running('bash', ['-c', command], { cwd: dir, env }).ended;
    return { stdout, stderr };
  };

  test('plan | head -1 ends quietly', async () => {
    await withShop(MANY, async ({ desk, server }) => {
      const line = 'confighub-sync plan | head -1; echo "status ${PIPESTATUS[0]}"';
      expect(await piped(desk, line)).toEqual({
        stdout: `acme/shop at ${server.url}\nstatus 0\n`,
        stderr: '',
      });
    });
  });

  test.for(['--help', '--version'])('%s | true ends quietly', async (flag, { desk }) => {
    const quietly = { stdout: '', stderr: '' };
    expect(await piped(desk, `confighub-sync ${flag} | true`)).toEqual(quietly);
  });

  const closed = async (desk: Desk, ...args: string[]) => {
    const running = desk.start(args);
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    return (await running.ended).status;
  };

  test('an apply is completed and recorded despite it', async ({ shop: { desk, server } }) => {
    desk.commit('Open the shop');
    expect(await closed(desk, 'apply')).toBe(0);
    expect(server.history('acme', 'shop')).toHaveLength(1);
    expect(desk.git('for-each-ref', 'refs/confighub-sync')).toMatch(/\/applied$/);
  });

  test('an error keeps its exit code despite it', async ({ desk }) => {
    expect(await closed(desk, 'plan')).toBe(1);
  });
});
