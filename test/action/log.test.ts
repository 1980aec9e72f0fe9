// The log of a step as the runner reads it: masks first, annotations on lines, and no commands injected by files.
import { describe, expect, test } from 'vitest';
import { secretForms } from '../../src/github/log.ts';
import { push } from '../helpers/server.ts';
import { SMALL, TOKEN, withShop } from '../helpers/process.ts';
import { readLog, runStep } from '../helpers/workflow.ts';
import { nightly } from '../helpers/test.ts';

describe.concurrent('secrets', () => {
  const files = {
    ...SMALL,
    'confighub.yaml': `${SMALL['confighub.yaml']}limits: { existing: 9, updates: 100% }\n`,
    'config/secret.yaml': `keys:
  db.password: hunter2-in-git
  tls.key: { value: { env: TLS_KEY } }
  plain.name: { value: { env: PLAIN_NAME } }
  http.retries: { value: { env: RETRIES } }
  feature.on: { value: { env: FEATURE } }
  cloud.json: { value: { env: CLOUD_JSON } }
  door.pass: { value: { env: DOOR } }
`,
  };
  const env = {
    TLS_KEY: '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----\n',
    PLAIN_NAME: 'value-from-the-environment',
    RETRIES: '0',
    FEATURE: 'true',
    CLOUD_JSON: '{\n  "id": "cloud-id-of-the-shop"\n}\n',
    DOOR: 'x1',
  };

  const github = 'ghs_16C7e42F292c6912E7710c838347Ae178B4a';
  const encoded = Buffer.from(`x-access-token:${github}`).toString('base64');

  test.for(['pull_request', 'push'])(
    'are registered before anything is shown, with live values, which may still be in use, and the token for Git: %s',
    async (event) => {
      await withShop(files, async ({ desk, server }) => {
        expect((await runStep(desk, { env })).status).toBe(0);
        const values = [{ context: '*;*', value: 'old-and-still-valid' }];
        const old = { enableKeyCreation: true, data: [{ key: 'db.password', push: true, values }] };
        expect((await push(server, old, { token: 'default' })).status).toBe(200);
        const options = { event, env, with: { 'github-token': github, comment: 'never' } };
        const { status, log, stdout } = await runStep(desk, options);
        expect(status).toBe(0);
        const masks = log.masks.slice(0, log.masksBeforeOutput);
        const own = [
          'hunter2-in-git',
          env.PLAIN_NAME,
          'MIIEvQIBADANBg',
          'kqhkiG9w0BAQEF',
          'old-and-still-valid',
        ];
        for (const secret of [
          TOKEN,
          github,
          encoded,
          ...own,
          '"id": "cloud-id-of-the-shop"',
          env.DOOR,
        ])
          expect(masks).toContain(secret);
        // The runner would drop every output of the job with one of these in it.
        expect(['0', 'true', '{', '}'].filter((common) => masks.includes(common))).toEqual([]);
        expect(masks.filter((mask) => /[\r\n]/.test(mask))).toEqual([]);
        expect(log.masks).toEqual(masks);
        expect(log.shown.join('\n')).toContain('(secret, updated)');
        const shown = stdout
          .split('\n')
          .filter((line) => !line.startsWith('::add-mask::'))
          .join('\n');
        expect(shown).not.toMatch(/hunter2|value-from-the|MIIEv|kqhki|old-and-still/);
        expect(shown).not.toContain(TOKEN);
        expect(shown).not.toContain(github);
      });
    },
  );

  test('even if the values themselves are invalid', async () => {
    const wrong = {
      ...SMALL,
      'config/secret.yaml':
        'keys:\n  api.token: { vdt: Integer, value: hunter2-no-number }\n  a b: x\n',
    };
    await withShop(wrong, async ({ desk }) => {
      const { status, summary, log, stdout } = await runStep(desk);
      expect(status).toBe(1);
      expect(log.masks.slice(0, log.masksBeforeOutput)).toContain(TOKEN);
      expect(summary).not.toContain('hunter2');
      expect(stdout.replace(/^::add-mask::.*$/gm, '')).not.toContain('hunter2');
    });
  });

  nightly('masks no empty text, or one of only spaces', async () => {
    await withShop(
      {
        ...SMALL,
        'config/secret.yaml': 'keys:\n  a.password: ""\n  b.password: "  "\n  c.password: null\n',
      },
      async ({ desk }) => {
        const { status, log } = await runStep(desk);
        expect(status).toBe(0);
        expect(log.masks.filter((mask) => mask.trim() === '')).toEqual([]);
      },
    );
  });
});

describe.concurrent('commands of the runner in values, files and names', () => {
  const EVIL = [
    '::set-output name=x::y',
    '::error file=a.txt,line=1::made up',
    '::add-mask::e',
    '##[error]made up',
    '##[group]made up',
    '::endgroup::',
    '::stop-commands::x',
  ];

  test('none is executed, in any command and outcome', async () => {
    const files = 'files:\n  "odd ::error::name.txt":\n    "*": { path: content/evil.txt }\n';
    const yaml = `keys:
${EVIL.map((text, i) => `  evil.k${i}: ${JSON.stringify(`first\n${text}\r${text}`)}\n`).join('')}
${files}`;
    const text = `${EVIL.join('\n')}\n`;
    await withShop(
      { ...SMALL, 'config/evil.yaml': files, 'config/content/evil.txt': EVIL.join('\nold\n') },
      async ({ desk }) => {
        desk.commit('Open the shop');
        await runStep(desk, { ref: 'refs/heads/main' });
        desk.commit(EVIL.join('\n'), { 'config/evil.yaml': yaml, 'config/content/evil.txt': text });
        for (const options of [
          { event: 'pull_request' },
          { workflow: `CI\n${EVIL[1]}`, ref: 'refs/heads/main' },
        ]) {
          const { status, stderr, log } = await runStep(desk, options);
          expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
          expect({ others: log.others, annotations: log.annotations }).toEqual({
            others: [],
            annotations: [],
          });
          expect(log.masks).toEqual(secretForms(TOKEN));
          expect(log.shown.join('\n')).toMatch(/\| [ -]::set-output name=x::y/);
        }
      },
    );
  });

  test('nor in errors', async () => {
    const yaml = `keys:\n  "::error::key\\n::error::key": { vdt: "##[error]x\\n::error::y", value: 1 }\n`;
    await withShop({ ...SMALL, 'config/evil.yaml': yaml }, async ({ desk }) => {
      const { status, log } = await runStep(desk, { ref: 'refs/heads/main\n::error::ref' });
      expect(status).toBe(1);
      expect(log.others).toEqual([]);
      for (const { text, title } of log.annotations) {
        expect(`${title ?? ''}\n${text}`).toMatch(/confighub-sync|errors? in the project/);
        expect(text).not.toMatch(/\n::/);
      }
    });
  });

  test('the test would detect it', () => {
    const { others, annotations } = readLog(
      '::stop-commands::p\n::error::x\n::p::\n::error::x\nab##[group]y\n',
    );
    expect(annotations).toHaveLength(1);
    expect(others).toEqual(['ab##[group]y']);
  });
});

describe.concurrent('annotations', () => {
  const wrong = 'keys:\n  a.b: { vdt: Integr, value: 1 }\n  "a b": x\n';

  test('are on the lines of the errors; the summary lists them, too', async () => {
    await withShop({ ...SMALL, 'config/more.yaml': wrong }, async ({ desk, requests }) => {
      const env = { GITHUB_SHA: desk.commit('Open the shop') };
      const { status, outputs, summary, log } = await runStep(desk, { event: 'pull_request', env });
      expect({ status, outputs }).toEqual({
        status: 1,
        outputs: { result: 'failed', 'failure-reason': 'invalid', 'error-code': 'invalid' },
      });
      expect(log.annotations).toMatchObject([
        {
          kind: 'error',
          file: 'config/more.yaml',
          line: '2',
          col: '15',
          title: 'confighub-sync: unknown-vdt',
        },
        {
          kind: 'error',
          file: 'config/more.yaml',
          line: '3',
          col: '3',
          title: 'confighub-sync: key-name',
        },
        {
          kind: 'error',
          text: expect.stringContaining('2 errors in the project files; nothing was sent.'),
        },
      ]);
      expect(summary).toMatch(
        /\[`config\/more\.yaml:2:15`\]\(\S+config\/more\.yaml#L2\) `unknown-vdt`/,
      );
      expect(log.shown.join('\n')).toContain('config/more.yaml:3:3 error key-name');
      expect(requests.every((request) => request.startsWith('GET '))).toBe(true);
    });
  });

  test('report an error that stops all stages once', async () => {
    const files = {
      'confighub.yaml': `${SMALL['confighub.yaml']}stages: [Staging, Production]\n`,
      'config/shop.yaml': 'keys: { a: { values: { Staging;*: 1, Production;*: 1 } } }\n',
    };
    await withShop(files, async ({ desk }) => {
      const env = { GITHUB_SHA: desk.commit('Open the shop') };
      const { log, summary } = await runStep(desk, {
        event: 'pull_request',
        env,
        with: { token: 'unknown' },
      });
      const said = 'rejected the request: Invalid API token.';
      expect(log.annotations.filter(({ text }) => text.includes(said))).toHaveLength(1);
      expect(log.shown.filter((line) => line.includes(said))).toEqual([
        expect.stringMatching(/^Staging, Production: error token-unknown: /),
      ]);
      expect(summary.split(said)).toHaveLength(2);
    });
  });

  nightly(
    'are relative to the workspace, with a working directory and a project file elsewhere',
    async () => {
      const files = {
        'ops/confighub.yaml': 'version: 1\n',
        'ops/config/more.yaml': wrong,
        'ops/sub/README': '',
      };
      await withShop(files, async ({ desk }) => {
        const inOps = await runStep(desk, { with: { 'working-directory': 'ops' } });
        expect(inOps.log.annotations[0]).toMatchObject({ file: 'ops/config/more.yaml', line: '2' });
        const fromSub = await runStep(desk, {
          with: { 'working-directory': './ops/sub', config: '../confighub.yaml' },
        });
        expect(fromSub.log.annotations[0]).toMatchObject({
          file: 'ops/config/more.yaml',
          line: '2',
        });
        const fromTop = await runStep(desk, { with: { config: 'ops/confighub.yaml' } });
        expect(fromTop.log.annotations[0]).toMatchObject({
          file: 'ops/config/more.yaml',
          line: '2',
        });
      });
    },
  );

  test('at most ten of each kind; the log has all', async () => {
    const many = `keys:\n${Array.from({ length: 15 }, (_, i) => `  "k ${i}": x\n`).join('')}`;
    await withShop({ ...SMALL, 'config/more.yaml': many }, async ({ desk }) => {
      const { log } = await runStep(desk);
      expect(log.annotations.filter(({ file }) => file === 'config/more.yaml')).toHaveLength(9);
      expect(log.annotations).toContainEqual(
        expect.objectContaining({ text: '… and 6 more: see the log.' }),
      );
      expect(log.shown.filter((line) => line.includes(' error key-name'))).toHaveLength(15);
    });
  });

  test('warnings of a plan', async () => {
    await withShop(
      { ...SMALL, 'config/more.yaml': 'keys:\n  a.b: { value: 1, push: false }\n' },
      async ({ desk }) => {
        const { status, log } = await runStep(desk, { event: 'pull_request' });
        expect(status).toBe(0);
        expect(log.annotations).toMatchObject([
          {
            kind: 'warning',
            title: 'confighub-sync: key-locks-itself',
            file: 'config/more.yaml',
            line: '2',
          },
        ]);
      },
    );
  });
});
