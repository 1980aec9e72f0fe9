// The log of a step as the runner reads it: masks first, annotations on lines, and no commands injected by files.
import { describe, expect, test as plain } from 'vitest';
import { secretForms } from '../../src/github/log.ts';
import { SMALL, TOKEN, withShop } from '../helpers/process.ts';
import { push } from '../helpers/server.ts';
import { readLog, runStep } from '../helpers/workflow.ts';
import { nightly } from '../helpers/test.ts';
import { having, outcome } from './stage.ts';

describe.concurrent('secrets', () => {
  const files = {
    ...having('limits: { existing: 9, updates: 100% }'),
    'config/secret.yaml': `keys:
  db.password: hunter2-in-git
  tls.key: { value: { env: TLS_KEY } }
  plain.name: { value: { env: PLAIN_NAME } }
  http.retries: { value: { env: RETRIES } }
  feature.on: { value: { env: FEATURE } }
  cloud.json: { value: { env: CLOUD_JSON } }
  door.pass: { value: { env: DOOR } }
  empty.password: ""
  blank.password: "  "
  null.password: null
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
  const masked = [
    ...[TOKEN, github, encoded, 'hunter2-in-git', env.PLAIN_NAME, 'MIIEvQIBADANBg'],
    ...['kqhkiG9w0BAQEF', 'old-and-still-valid', '"id": "cloud-id-of-the-shop"', env.DOOR],
  ];

  plain.for(['pull_request', 'push'])(
    'are registered before anything is shown, with live values, which may still be in use, and the token for Git: %s',
    async (event) => {
      await withShop(files, async ({ desk, server }) => {
        expect((await runStep(desk, { env })).status).toBe(0);
        const values = [{ context: '*;*', value: 'old-and-still-valid' }];
        const old = { enableKeyCreation: true, data: [{ key: 'db.password', push: true, values }] };
        expect((await push(server, old, { token: 'default' })).status).toBe(200);
        const inputs = { 'github-token': github, comment: 'never' };
        const { status, log, stdout } = await runStep(desk, { event, env, with: inputs });
        expect(status).toBe(0);
        const masks = log.masks.slice(0, log.masksBeforeOutput);
        expect(masks).toEqual(expect.arrayContaining(masked));
        // The runner would drop every output of the job with one of these in it, or split it.
        const harmful = (mask: string) =>
          ['0', 'true', '{', '}', ''].includes(mask.trim()) || /[\r\n]/.test(mask);
        expect(masks.filter(harmful)).toEqual([]);
        expect(log.masks).toEqual(masks);
        expect(log.shown.join('\n')).toContain('(secret, updated)');
        const shown = stdout.replace(/^::add-mask::.*$/gm, '');
        expect(shown).not.toMatch(/hunter2|value-from-the|MIIEv|kqhki|old-and-still/);
        for (const token of [TOKEN, github]) expect(shown).not.toContain(token);
      });
    },
  );

  plain('even if the values themselves are invalid', async () => {
    const yaml = 'keys:\n  api.token: { vdt: Integer, value: hunter2-no-number }\n  a b: x\n';
    await withShop({ ...SMALL, 'config/secret.yaml': yaml }, async ({ desk }) => {
      const { status, summary, log, stdout } = await runStep(desk);
      expect(status).toBe(1);
      expect(log.masks.slice(0, log.masksBeforeOutput)).toContain(TOKEN);
      for (const shown of [summary, stdout.replace(/^::add-mask::.*$/gm, '')])
        expect(shown).not.toContain('hunter2');
    });
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

  plain('none is executed, in any command and outcome', async () => {
    const files = 'files:\n  "odd ::error::name.txt":\n    "*": { path: content/evil.txt }\n';
    const keys = EVIL.map(
      (text, i) => `  evil.k${i}: ${JSON.stringify(`first\n${text}\r${text}`)}\n`,
    );
    const evil = {
      'config/evil.yaml': `keys:\n${keys.join('')}\n${files}`,
      'config/content/evil.txt': `${EVIL.join('\n')}\n`,
    };
    const before = { 'config/evil.yaml': files, 'config/content/evil.txt': EVIL.join('\nold\n') };
    await withShop({ ...SMALL, ...before }, async ({ desk }) => {
      desk.commit('Open the shop');
      await runStep(desk);
      desk.commit(EVIL.join('\n'), evil);
      for (const options of [{ event: 'pull_request' }, { workflow: `CI\n${EVIL[1]}` }]) {
        const { status, stderr, log } = await runStep(desk, options);
        const { masks, others, annotations, shown } = log;
        expect({ status, stderr, others, annotations }).toEqual({
          status: 0,
          stderr: '',
          others: [],
          annotations: [],
        });
        expect(masks).toEqual(secretForms(TOKEN));
        expect(shown.join('\n')).toMatch(/\| [ -]::set-output name=x::y/);
      }
    });
  });

  plain('nor in errors', async () => {
    const yaml = `keys:\n  "::error::key\\n::error::key": { vdt: "##[error]x\\n::error::y", value: 1 }\n`;
    await withShop({ ...SMALL, 'config/evil.yaml': yaml }, async ({ desk }) => {
      const { status, log } = await runStep(desk, { ref: 'refs/heads/main\n::error::ref' });
      expect([status, log.others]).toEqual([1, []]);
      for (const { text, title } of log.annotations) {
        expect(`${title ?? ''}\n${text}`).toMatch(/confighub-sync|errors? in the project/);
        expect(text).not.toMatch(/\n::/);
      }
    });
  });

  plain('the test would detect it', () => {
    const stopped = '::stop-commands::p\n::error::x\n::p::\n';
    const { others, annotations } = readLog(`${stopped}::error::x\nab##[group]y\n`);
    expect(annotations).toHaveLength(1);
    expect(others).toEqual(['ab##[group]y']);
  });
});

describe.concurrent('annotations', () => {
  const wrong = 'keys:\n  a.b: { vdt: Integr, value: 1 }\n  "a b": x\n';

  plain('are on the lines of the errors; the summary lists them, too', async () => {
    await withShop({ ...SMALL, 'config/more.yaml': wrong }, async ({ desk, requests }) => {
      const env = { GITHUB_SHA: desk.commit('Open the shop') };
      const { status, outputs, summary, log } = await runStep(desk, { event: 'pull_request', env });
      expect({ status, outputs }).toEqual({
        status: 1,
        outputs: { result: 'failed', 'failure-reason': 'invalid', 'error-code': 'invalid' },
      });
      const at = { kind: 'error', file: 'config/more.yaml' };
      const all = expect.stringContaining('2 errors in the project files; nothing was sent.');
      expect(log.annotations).toMatchObject([
        { ...at, line: '2', col: '15', title: 'confighub-sync: unknown-vdt' },
        { ...at, line: '3', col: '3', title: 'confighub-sync: key-name' },
        { kind: 'error', text: all },
      ]);
      expect(summary).toMatch(
        /\[`config\/more\.yaml:2:15`\]\(\S+config\/more\.yaml#L2\) `unknown-vdt`/,
      );
      expect(log.shown.join('\n')).toContain('config/more.yaml:3:3 error key-name');
      expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    });
  });

  plain('report an error that stops all stages once', async () => {
    const files = {
      ...having('stages: [Staging, Production]'),
      'config/shop.yaml': 'keys: { a: { values: { Staging;*: 1, Production;*: 1 } } }\n',
    };
    await withShop(files, async ({ desk }) => {
      const env = { GITHUB_SHA: desk.commit('Open the shop') };
      const step = { event: 'pull_request', env, with: { token: 'unknown' } };
      const { log, summary } = await runStep(desk, step);
      const said = 'rejected the request: Invalid API token.';
      expect(log.annotations.filter(({ text }) => text.includes(said))).toHaveLength(1);
      expect(log.shown.filter((line) => line.includes(said))).toEqual([
        expect.stringMatching(/^Staging, Production: error token-unknown: /),
      ]);
      expect(summary.split(said)).toHaveLength(2);
    });
  });

  nightly.for([
    { 'working-directory': 'ops' },
    { 'working-directory': './ops/sub', config: '../confighub.yaml' },
    { config: 'ops/confighub.yaml' },
  ])('are relative to the workspace, wherever the project file is: %o', async (inputs) => {
    const project = { 'ops/confighub.yaml': 'version: 1\n', 'ops/sub/README': '' };
    await withShop({ ...project, 'ops/config/more.yaml': wrong }, async ({ desk }) => {
      const { log } = await runStep(desk, { with: inputs as Record<string, string> });
      expect(log.annotations[0]).toMatchObject({ file: 'ops/config/more.yaml', line: '2' });
    });
  });

  plain('at most ten of each kind; the log has all', async () => {
    const many = `keys:\n${Array.from({ length: 15 }, (_, i) => `  "k ${i}": x\n`).join('')}`;
    await withShop({ ...SMALL, 'config/more.yaml': many }, async ({ desk }) => {
      const { log } = await runStep(desk);
      expect(log.annotations.filter(({ file }) => file === 'config/more.yaml')).toHaveLength(9);
      expect(log.annotations.map(({ text }) => text)).toContain('… and 6 more: see the log.');
      expect(log.shown.filter((line) => line.includes(' error key-name'))).toHaveLength(15);
    });
  });

  plain('warnings of a plan', async () => {
    const more = 'keys:\n  a.b: { value: 1, push: false }\n';
    await withShop({ ...SMALL, 'config/more.yaml': more }, async ({ desk }) => {
      const planned = await runStep(desk, { event: 'pull_request' });
      expect(outcome(planned)).toBe('0 planned');
      const place = { file: 'config/more.yaml', line: '2' };
      const warning = { kind: 'warning', title: 'confighub-sync: key-locks-itself', ...place };
      expect(planned.log.annotations).toMatchObject([warning]);
    });
  });
});
