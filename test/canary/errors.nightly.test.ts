// The canary: nothing that goes wrong brings a secret to light, in text and in JSON.
import { expect } from 'vitest';
import { answer, type Fault } from '../helpers/faulty-server.ts';
import { pausing } from '../helpers/beside.ts';
import type { Environment } from '../helpers/git.ts';
import { withProxy } from '../remote/proxy.ts';
import { runStep } from '../helpers/workflow.ts';
import { environment, INSIDE, of, OUTSIDE } from './secrets.ts';
import { test } from './stage.ts';

const EVERYTHING = Object.values({ ...INSIDE, ...OUTSIDE });
/** As the server writes it: the whole entry in a header. */
const QUOTED = `{"values":[{"context":"*;*","value":${JSON.stringify(of('from env, after'))}}],"password":"${of('password of a group')}"}`;
const header = Buffer.from(QUOTED).toString('latin1');
const BAD_VALUE = 'Value specified is not valid format for key specified Value-Data-Type.';
const BODY = JSON.stringify({ error: EVERYTHING, ...OUTSIDE });

interface Trouble {
  args?: string[];
  files?: Record<string, string>;
  env?: Environment;
  on?: RegExp;
  fault?: Fault;
  says: RegExp;
  status?: number;
}

const PLAN = { args: ['plan'] };
/** An answer to the requests of this method; by default, to a push. */
const answering = (status: number, options: Parameters<typeof answer>[1], on = /^POST/) => ({
  on,
  fault: { bytes: answer(status, options) },
});
const reading = (type: string, body: string) => ({
  ...PLAN,
  ...answering(200, { headers: { 'content-type': type }, body }, /^/),
});
const wrong = (text: string) => ({ args: ['validate'], files: { 'config/wrong.yaml': text } });
const proxied = (proxy: string) => ({
  ...PLAN,
  env: { CONFIGHUB_URL: 'https://config.example.com', HTTPS_PROXY: proxy },
});
const secret = of('by name, after');
const token = of('GitHub by looks');
const location = `http://x:${of('token')}@a.example/${of('token')}`;
const PROXY = `ada:${of('password of the proxy')}`;
const KEY = `-----BEGIN PRIVATE KEY-----\n${of('PEM by looks')}`;

const VALUES = `keys:
  a.token: { vdt: Integer, value: ${token} }
  looks.number: { vdt: Integer, value: ${token} }
  looks.flag: { vdt: Boolean, value: ${token} }
  b.limit: { vdt: Long, value: { env: ENV_VALUE } }
  c.password: { values: { "*": ${token}, "*;*": ${token} } }
  d.map: { vdt: Map, value: [${token}] }
  e.json: { vdt: JSON, value: "{ ${token}" }
  f.env: { value: { env: ${token} } }
  g.path: { value: { path: "-----BEGIN PRIVATE KEY-----${of('PEM by looks')}" } }
`;
const PLACES = `keys:\n  a.b: { value: x, vdt: ${token}, ${token}: y, opp: ${token} }\n${token}: z\n`;
const PLACEHOLDER = `files:\n  certs/x: { "*": { content: "\${${of('of a placeholder')}}" } }\n`;

const TROUBLES: Record<string, Trouble> = {
  'YAML that breaks off': {
    ...wrong(`keys:\n  db.password: "${secret.replaceAll('"', '')}\n`),
    says: /yaml/i,
  },
  'YAML with a stray colon': {
    ...wrong(`keys:\n  a.password: ${of('token')}: a: b\n`),
    says: /wrong\.yaml/,
  },
  'values of a wrong type': { ...wrong(VALUES), says: /wrong\.yaml/ },
  'a secret in the wrong place': { ...wrong(PLACES), says: /wrong\.yaml/ },
  'a secret file with placeholders': {
    ...PLAN,
    files: { 'config/more.yaml': PLACEHOLDER },
    says: /certs\/x/,
    status: 3,
  },
  'a refusal that quotes the entry': {
    ...answering(304, { headers: { etag: `"${BAD_VALUE}; ${header}"` } }),
    says: /not valid format/,
  },
  'a refusal of unknown words': {
    ...answering(304, { headers: { etag: `"No ${header}"`, 'x-reason': header } }),
    says: /unknown reason/,
  },
  'a push that is lost, while the answer says that all is well': {
    ...answering(200, { headers: {} }),
    says: /Differences after|differs/,
    status: 4,
  },
  'an error of the server with the request in its body': {
    ...answering(500, { headers: { 'content-type': 'application/json' }, body: BODY }),
    says: /outcome of the push is unknown/,
    status: 4,
  },
  'a page instead of an answer': { ...reading('text/html', `<p>${BODY}</p>`), says: /web page/ },
  'JSON of an unexpected shape': {
    ...reading('application/json', BODY),
    says: /JSON of an unexpected shape/,
  },
  'no JSON': { ...reading('application/json', secret), says: /other than JSON/ },
  'a redirect': {
    ...PLAN,
    ...answering(302, { headers: { location } }, /^/),
    says: /error redirect: /,
  },
  'a connection that is cut': {
    on: /^POST/,
    fault: 'cut',
    says: /closed the connection/,
    status: 4,
  },
  'a token that the server does not know': {
    ...PLAN,
    env: { CONFIGHUB_TOKEN: of('wrong token') },
    says: /Invalid API token/,
  },
  'a token that is none': {
    ...PLAN,
    env: { CONFIGHUB_TOKEN: `${of('wrong token')} x` },
    says: /a space/,
  },
  'a token as a flag': {
    args: ['apply', `--token=${of('token')}`],
    says: /Unknown option `--token`/,
  },
  'the wrong password of a group': {
    env: { GROUP_PASSWORD: of('wrong password') },
    says: /Invalid password/,
  },
  'an address with a login': {
    ...PLAN,
    env: { CONFIGHUB_URL: `https://ada:${of('token')}@config.example.com` },
    says: /expected an http or https address/,
  },
  'a proxy that is not there': { ...proxied(`http://${PROXY}@127.0.0.1:1`), says: /proxy/ },
  'a proxy that is no address': {
    ...proxied(`ftp://${PROXY.replace(':', ':%zz')}@127.0.0.1:1:2`),
    says: /PROXY/,
  },
  'a key where its path belongs': { args: ['plan', '--client-cert', KEY], says: /client-cert/ },
  'a plan file that is another file': {
    args: ['apply', '--plan', 'config/content/key.txt'],
    says: /is not a plan file of this version/,
  },
};

/** As text or as JSON, by turns; each in both forms where there is time. */
function formsOf(index: number): string[][] {
  const forms = [[], ['--json']];
  return process.env.CONFIGHUB_TEST_RUNS === undefined ? [forms[index % 2] ?? []] : forms;
}

/** Two canaries share the work, because most of it is waiting. */
const LANES = [0, 1];

test.concurrent.for(LANES)(
  'what goes wrong is said, and no secret (lane %i)',
  async (lane, { canary }) => {
    for (const [index, [name, trouble]] of Object.entries(TROUBLES).entries()) {
      if ((index >> 1) % LANES.length !== lane) continue;
      const {
        args = ['apply'],
        files = {},
        env,
        on = /^/,
        fault = 'pass',
        says,
        status = 1,
      } = trouble;
      canary.desk.write(files);
      canary.answer(({ method }) => (on.test(method) ? fault : 'pass'));
      const all = { ...environment('after'), ...pausing(canary.desk, 'at once'), ...env };
      for (const own of formsOf(index)) {
        const ended = await canary.cli([...args, ...own], { env: all });
        const output = expect.stringMatching(says);
        expect({ name, own, ...ended }).toMatchObject({ output, status });
      }
      canary.answer(() => 'pass');
      canary.desk.git('clean', '--quiet', '--force', '-d');
    }
  },
);

/** A proxy that does not take the login, and says in its answer what it was given. */
const REFUSED = answer(407, {
  headers: {
    'proxy-authenticate': `Basic realm="${PROXY}"`,
    'x-login': Buffer.from(PROXY).toString('base64'),
  },
  body: BODY + PROXY,
});

test.concurrent('a proxy that refuses the login', async ({ canary }) => {
  canary.answer(() => ({ bytes: REFUSED }));
  const options = { behind: canary.server, connect: REFUSED.toString() };
  await withProxy(options, async ({ url, requests }) => {
    const through = (address = '') => address.replace('//', `//${PROXY}@`);
    const own = { HTTPS_PROXY: through(url), HTTP_PROXY: through(canary.desk.env.CONFIGHUB_URL) };
    for (const server of ['https://config.example.com', 'http://config.example.com']) {
      const env = { ...environment('after'), ...own, CONFIGHUB_URL: server };
      for (const args of [['apply'], ['info', '--json']]) {
        const ended = await canary.cli([...args, '--insecure-http'], { env });
        const output = expect.stringMatching(/proxy .*requires a login/is);
        expect(ended).toMatchObject({ status: 1, output });
      }
      const step = { env, with: { 'insecure-http': 'true' } };
      const { stdout, stderr } = await runStep(canary.desk, step);
      expect(stdout).toMatch(/proxy .*requires a login/i);
      canary.look('a step', stdout.replace(/^::add-mask::.*$/gm, '') + stderr);
    }
    expect(new Set(requests)).toEqual(new Set(['CONNECT config.example.com:443']));
  });
});
