// plan and apply when only reads by token are available: requests, plans and verification.
import { describe, expect, test } from 'vitest';
import { type Fault, type Request, withFaults } from '../helpers/faulty-server.ts';
import { REPOSITORY, type Shop, SMALL, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';

const DRIFT = `2 items were changed on the server since the last apply (last applied → server), and are left alone (onDrift: keep):
  ~ port    Production;Web  "82" → "9"               config/shop.yaml:2:66
  ~ a.conf  Production;*    1 line → different text  config/shop.yaml:5:51
`;

describe.concurrent('with reads by token only', () => {
  const closed = {
    repositories: [{ ...REPOSITORY, flags: { tokenFreePull: false, cachingEnabled: true } }],
  };
  const files = {
    'confighub.yaml': 'levels: [Environment, Application]\n',
    'config/shop.yaml': [
      'keys:',
      '  port: { vdt: Integer, values: { "*;*": 80, "Production;*": 81, "Production;Web": 82 } }',
      '  limits: { vdt: Map, value: { big: 12345678901234567890 } }',
      'files:',
      '  a.conf: { "*;*": { content: "listen ${port}" }, "Production;*": { content: "public ${port}" } }',
      '',
    ].join('\n'),
  };

  test('knows whether a FileEmbed is the path of a file', async () => {
    const NO_FILE = [
      {
        message: expect.stringContaining('is FileEmbed, but its value is not the path of a file.'),
      },
    ];
    const cases = [
      ['x', NO_FILE],
      ['null', [{ message: expect.stringContaining('is FileEmbed, but its value is null.') }]],
      ['there.conf', []],
      ['a.conf', []],
    ] as const;
    await withShop(
      files,
      async ({ desk, server }) => {
        const there = [{ file: 'there.conf', context: 'Production;*', content: 'x' }];
        expect((await push(server, { data: there }, { token: 'default' })).status).toBe(200);
        for (const [value, expected] of cases) {
          const document = `keys: { r: { vdt: FileEmbed, values: { "*;*": ${value} } } }\nfiles: { a.conf: { "*;*": { content: x } } }\n`;
          desk.write({ 'config/shop.yaml': document });
          const plan = JSON.parse((await desk.cli(['plan', '--json'])).stdout);
          const found = plan.findings.filter(
            ({ code }: { code: string }) => code === 'file-unknown',
          );
          expect(found, value).toMatchObject(expected);
        }
      },
      closed,
    );
  });

  test('detects drift, including the lock of a key that the plan touches', async () => {
    await withShop(
      files,
      async ({ desk, server, requests }) => {
        desk.commit('Open the shop');
        await desk.cli(['apply']);
        const theirs = [
          { file: 'a.conf', context: 'Production;*', content: 'theirs ${port}' },
          {
            key: 'port',
            vdt: 'Integer',
            push: false,
            values: [{ context: 'Production;Web', value: '9' }],
          },
        ];
        expect((await push(server, { data: theirs }, { token: 'default' })).status).toBe(200);
        requests.length = 0;
        const { stdout } = await desk.cli(['plan', '--on-drift', 'keep']);
        expect(stdout).toContain(DRIFT);
        expect(stdout).toContain('\nNo changes.');
        const { stdout: drift } = await desk.cli(['drift']);
        expect(drift).toContain(DRIFT.replace(/^.*\n/, ''));
        requests.length = 0;
        const { stdout: back } = await desk.cli(['plan']);
        expect(back).toMatch(/^ {2}~ port +Production;Web +"9" → "82"/m);
        expect(back).toMatch(/^ {2}~ a\.conf +Production;\* +replaced by 1 line/m);
        expect(back).not.toContain('theirs');
        expect(back).toContain(
          'refused key-locked: port was changed on the server since the last apply, and is locked there',
        );
        expect(back).toContain('Plan: 0 to create, 2 to update, 0 to delete.');
        expect(requests.filter((one) => one === 'GET /rest/keyData')).toHaveLength(1);
      },
      closed,
    );
  });

  test.for([
    ['was taken', { passed: '' }, 0, 'Applied and verified: '],
    ['was not', 'cut', 4, 'error push-unknown: '],
  ] as const)(
    'the answer to a push got lost that %s: pulls tell',
    async ([, onPush, status, sentence]) => {
      await withShop(
        SMALL,
        ({ desk, server }) => {
          const fault = ({ method }: Request): Fault => (method === 'POST' ? onPush : 'pass');
          return withFaults({ behind: server, fault }, async ({ url, requests }) => {
            desk.env.CONFIGHUB_URL = url;
            desk.commit('Open the shop');
            const ended = await desk.cli(['apply']);
            expect(ended.status).toBe(status);
            expect(ended.output).toContain(sentence);
            expect(requests.filter((one) => one === 'POST /rest/push')).toHaveLength(1);
          });
        },
        closed,
      );
    },
  );

  describe.concurrent('where a value of a type that it does not fit breaks the reads', () => {
    const TYPED = {
      ...files,
      'config/shop.yaml': [
        'keys:',
        '  a: { vdt: Text, value: "1" }',
        '  b: { vdt: Text, values: { "*;*": x, "Production;Web": y } }',
        '  gone: { vdt: Text, value: z }',
        'files: { a.conf: { "*;*": { content: "see ${b}" } } }',
        '',
      ].join('\n'),
    };
    const theirs = { key: 'a', push: true, deprecated: false, vdt: 'List' };
    const broken = (use: (shop: Shop) => Promise<void>) =>
      withShop(
        TYPED,
        async (shop) => {
          shop.desk.commit('Open the shop');
          expect(await shop.desk.cli(['apply'])).toMatchObject({ status: 0 });
          expect((await push(shop.server, { data: [theirs] }, { token: 'default' })).status).toBe(
            200,
          );
          await use(shop);
        },
        closed,
      );

    test('a plan says so, the ways out that are printed work, and then all is read as before', async () => {
      await broken(async ({ desk }) => {
        const commands = [
          ['drift'],
          ['show', '--live', '--context', 'Test;Web'],
          ['import', '--only', 'drift'],
        ];
        for (const args of commands) {
          const { status, output } = await desk.cli(args);
          expect({ args, status }).toEqual({ args, status: 1 });
          expect(output).toContain(
            'If that value belongs to a key of this project, `apply` writes it again',
          );
        }
        for (const onDrift of ['keep', 'fail']) {
          const plan = await desk.cli(['plan', '--on-drift', onDrift]);
          expect(plan.stdout, onDrift).toContain('refused context-unread: The server cannot show');
          const refused = await desk.cli(['apply', '--on-drift', onDrift]);
          expect({ onDrift, status: refused.status }).toEqual({ onDrift, status: 3 });
          expect(refused.output).toContain('apply once with `--on-drift overwrite`');
        }

        const more = TYPED['config/shop.yaml'].replace(
          / {2}gone.*\n/,
          '  more: { vdt: Text, value: w }\n',
        );
        desk.commit('More', { ...TYPED, 'config/shop.yaml': more });
        const plan = await desk.cli(['plan']);
        expect(plan).toMatchObject({ status: 0, stderr: '' });
        expect(plan.stdout).toContain(
          'warning context-unread: The server cannot show *;*, Production;Web (GET /rest/pull: status 500): a Map or List value may not fit its type. The 4 items applied there are written again.',
        );
        expect(plan.stdout).toMatch(/^ {2}~ a {2}\(key\) {2}vdt "List" → "Text"/m);
        expect(plan.stdout).toContain('4 items are rewritten, because they cannot be compared');
        expect(plan.stdout).toContain(
          'Plan: 1 to create, 1 to update, 1 to delete, and 4 to rewrite because they cannot be compared.',
        );
        const apply = await desk.cli(['apply', '--on-drift', 'overwrite']);
        expect(apply).toMatchObject({ status: 0, stderr: '' });
        expect(apply.stdout).toMatch(/^Applied and verified/m);

        for (const onDrift of ['overwrite', 'keep', 'fail']) {
          const after = await desk.cli(['plan', '--detailed-exitcode', '--on-drift', onDrift]);
          expect(after).toMatchObject({
            status: 0,
            stdout: expect.stringMatching(/\n\nNo changes\.\n$/),
          });
          expect(after.stdout).not.toContain('context-unread');
        }
        expect((await desk.cli(['show', '--live', 'more'])).status).toBe(0);
        expect((await desk.cli(['show', '--live', 'gone'])).status).toBe(1);
        for (const args of commands)
          expect({ args, ...(await desk.cli(args)) }).toMatchObject({ args, status: 0 });
      });
    });

    test('that belongs to others: what was applied is written again, and not called verified', async () => {
      await withShop(
        TYPED,
        async ({ desk, server }) => {
          const alien = {
            key: 'alien',
            push: true,
            vdt: 'Text',
            values: [{ context: '*;*', value: '1' }],
          };
          const body = { enableKeyCreation: true, data: [alien] };
          expect((await push(server, body, { token: 'default' })).status).toBe(200);
          desk.commit('Open the shop');
          const { approval } = JSON.parse((await desk.cli(['plan', '--json'])).stdout);
          expect(await desk.cli(['apply', '--approve', approval])).toMatchObject({ status: 0 });
          const data = [{ ...theirs, key: 'alien' }];
          expect((await push(server, { data }, { token: 'default' })).status).toBe(200);
          const apply = await desk.cli(['apply']);
          expect(apply.status).toBe(4);
          expect(apply.output).toContain('could not be verified');
          expect(apply.output).toContain('otherwise, correct it on the server');
        },
        closed,
      );
    });
  });

  test('detects concurrent changes during verification', async () => {
    await withShop(
      files,
      ({ desk, server }) => {
        const theirs = {
          key: 'port',
          vdt: 'Integer',
          values: [{ context: 'Production;Web', value: '9' }],
        };
        const after = () => push(server, { data: [theirs] }, { token: 'default' });
        const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
        const fault = ({ method }: Request): Fault =>
          method === 'POST' ? { passed: answer, after } : 'pass';
        return withFaults({ behind: server, fault }, async ({ url }) => {
          desk.env.CONFIGHUB_URL = url;
          desk.commit('Open the shop');
          const { status, stderr } = await desk.cli(['apply']);
          expect(status).toBe(4);
          expect(stderr).toMatch(/error verify-failed: .* 1 change is still missing/);
          expect(stderr).toMatch(/~ port +Production;Web +"9" → "82"/);
        });
      },
      closed,
    );
  });
});
