// The canary: nothing that goes wrong brings a secret to light, in text and in JSON.
import { expect, test } from 'vitest';
import { answer, type Fault } from '../helpers/faulty-server.ts';
import { pausing } from '../helpers/beside.ts';
import type { Environment } from '../helpers/git.ts';
import { withProxy } from '../remote/proxy.ts';
import { runStep } from '../helpers/workflow.ts';
import { environment, INSIDE, of, OUTSIDE } from './secrets.ts';
import { type Canary, withCanary } from './stage.ts';

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
  fault?: () => Fault;
  says: RegExp;
  status: number;
}

const bytes = (status: number, options: Parameters<typeof answer>[1]): Fault => ({
  bytes: answer(status, options),
});
const onPush = (fault: Fault) => ({ on: /^POST/, fault: () => fault });
const wrong = (text: string) => ({
  args: ['validate'],
  files: { 'config/wrong.yaml': text },
  status: 1,
});
const secret = of('by name, after');
const token = of('GitHub by looks');

const TROUBLES: Record<string, Trouble> = {
  'YAML that breaks off': {
    ...wrong(`keys:\n  db.password: "${secret.replaceAll('"', '')}\n`),
    says: /yaml/i,
  },
  'YAML with a stray colon': {
    ...wrong(`keys:\n  a.password: ${of('token')}: a: b\n`),
    says: /wrong\.yaml/,
  },
  'values of a wrong type': {
    ...wrong(`keys:
  a.token: { vdt: Integer, value: ${token} }
  looks.number: { vdt: Integer, value: ${token} }
  looks.flag: { vdt: Boolean, value: ${token} }
  b.limit: { vdt: Long, value: { env: ENV_VALUE } }
  c.password: { values: { "*": ${token}, "*;*": ${token} } }
  d.map: { vdt: Map, value: [${token}] }
  e.json: { vdt: JSON, value: "{ ${token}" }
  f.env: { value: { env: ${token} } }
  g.path: { value: { path: "-----BEGIN PRIVATE KEY-----${of('PEM by looks')}" } }
`),
    says: /wrong\.yaml/,
  },
  'a secret in the wrong place': {
    ...wrong(
      `keys:\n  a.b: { value: x, vdt: ${token}, ${token}: y, opp: ${token} }\n${token}: z\n`,
    ),
    says: /wrong\.yaml/,
  },
  'a secret file with placeholders': {
    args: ['plan'],
    files: {
      'config/more.yaml': `files:\n  certs/x: { "*": { content: "\${${of('of a placeholder')}}" } }\n`,
    },
    says: /certs\/x/,
    status: 3,
  },
  'a refusal that quotes the entry': {
    ...onPush(bytes(304, { headers: { etag: `"${BAD_VALUE}; ${header}"` } })),
    says: /not valid format/,
    status: 1,
  },
  'a refusal of unknown words': {
    ...onPush(bytes(304, { headers: { etag: `"No ${header}"`, 'x-reason': header } })),
    says: /unknown reason/,
    status: 1,
  },
  'a push that is lost, while the answer says that all is well': {
    ...onPush(bytes(200, { headers: {} })),
    says: /Differences after|differs/,
    status: 4,
  },
  'an error of the server with the request in its body': {
    ...onPush(bytes(500, { headers: { 'content-type': 'application/json' }, body: BODY })),
    says: /outcome of the push is unknown/,
    status: 4,
  },
  'a page instead of an answer': {
    args: ['plan'],
    fault: () => bytes(200, { headers: { 'content-type': 'text/html' }, body: `<p>${BODY}</p>` }),
    says: /web page/,
    status: 1,
  },
  'JSON of an unexpected shape': {
    args: ['plan'],
    fault: () => bytes(200, { headers: { 'content-type': 'application/json' }, body: BODY }),
    says: /JSON of an unexpected shape/,
    status: 1,
  },
  'no JSON': {
    args: ['plan'],
    fault: () => bytes(200, { headers: { 'content-type': 'application/json' }, body: secret }),
    says: /other than JSON/,
    status: 1,
  },
  'a redirect': {
    args: ['plan'],
    fault: () =>
      bytes(302, { headers: { location: `http://x:${of('token')}@a.example/${of('token')}` } }),
    says: /error redirect: /,
    status: 1,
  },
  'a connection that is cut': { ...onPush('cut'), says: /closed the connection/, status: 4 },
  'a token that the server does not know': {
    args: ['plan'],
    env: { CONFIGHUB_TOKEN: of('wrong token') },
    says: /Invalid API token/,
    status: 1,
  },
  'a token that is none': {
    args: ['plan'],
    env: { CONFIGHUB_TOKEN: `${of('wrong token')} x` },
    says: /a space/,
    status: 1,
  },
  'a token as a flag': {
    args: ['apply', `--token=${of('token')}`],
    says: /Unknown option `--token`/,
    status: 1,
  },
  'the wrong password of a group': {
    env: { GROUP_PASSWORD: of('wrong password') },
    says: /Invalid password/,
    status: 1,
  },
  'an address with a login': {
    args: ['plan'],
    env: { CONFIGHUB_URL: `https://ada:${of('token')}@config.example.com` },
    says: /expected an http or https address/,
    status: 1,
  },
  'a proxy that is not there': {
    args: ['plan'],
    env: {
      CONFIGHUB_URL: 'https://config.example.com',
      HTTPS_PROXY: `http://ada:${of('password of the proxy')}@127.0.0.1:1`,
    },
    says: /proxy/,
    status: 1,
  },
  'a proxy that is no address': {
    args: ['plan'],
    env: {
      CONFIGHUB_URL: 'https://config.example.com',
      HTTPS_PROXY: `ftp://ada:%zz${of('password of the proxy')}@127.0.0.1:1:2`,
    },
    says: /PROXY/,
    status: 1,
  },
  'a key where its path belongs': {
    args: ['plan', '--client-cert', `-----BEGIN PRIVATE KEY-----\n${of('PEM by looks')}`],
    says: /client-cert/,
    status: 1,
  },
  'a plan file that is another file': {
    args: ['apply', '--plan', 'config/content/key.txt'],
    says: /is not a plan file of this version/,
    status: 1,
  },
};

type Named = Trouble & { name: string; index: number };

/** As text or as JSON, by turns; each in both forms where there is time. */
function formsOf(index: number): string[][] {
  const forms = [[], ['--json']];
  return process.env.CONFIGHUB_TEST_RUNS === undefined ? [forms[index % 2] ?? []] : forms;
}

async function meet(canary: Canary, { name, index, args = ['apply'], env, says, status }: Named) {
  for (const own of formsOf(index)) {
    const ended = await canary.cli([...args, ...own], {
      env: { ...environment('after'), ...pausing(canary.desk, 'at once'), ...env },
    });
    expect({ name, own, ...ended }).toMatchObject({ output: expect.stringMatching(says), status });
  }
}

/** Two canaries share the work, because most of it is waiting. */
const LANES = [0, 1];

test.concurrent.for(LANES)('what goes wrong is said, and no secret (lane %i)', async (lane) => {
  await withCanary(async (canary) => {
    for (const [index, [name, trouble]] of Object.entries(TROUBLES).entries()) {
      if ((index >> 1) % LANES.length !== lane) continue;
      const { files = {}, fault, on = /^/ } = trouble;
      canary.desk.write(files);
      canary.answer(({ method }) => (on.test(method) ? (fault?.() ?? 'pass') : 'pass'));
      await meet(canary, { name, index, ...trouble });
      canary.answer(() => 'pass');
      canary.desk.git('clean', '--quiet', '--force', '-d');
    }
  });
});

/** A proxy that does not take the login, and says in its answer what it was given. */
const LOGIN = `ada:${of('password of the proxy')}`;
const REFUSED = answer(407, {
  headers: {
    'proxy-authenticate': `Basic realm="${LOGIN}"`,
    'x-login': Buffer.from(LOGIN).toString('base64'),
  },
  body: BODY + LOGIN,
});

test.concurrent('a proxy that refuses the login', async () => {
  await withCanary(async (canary) => {
    canary.answer(() => ({ bytes: REFUSED }));
    await withProxy(
      { behind: canary.server, connect: REFUSED.toString() },
      async ({ url, requests }) => {
        const proxied = (address: string) => address.replace('//', `//${LOGIN}@`);
        const env = {
          HTTPS_PROXY: proxied(url),
          HTTP_PROXY: proxied(canary.desk.env.CONFIGHUB_URL ?? ''),
        };
        for (const server of ['https://config.example.com', 'http://config.example.com']) {
          const own = { ...environment('after'), ...env, CONFIGHUB_URL: server };
          for (const args of [['apply'], ['info', '--json']]) {
            const ended = await canary.cli([...args, '--insecure-http'], { env: own });
            expect(ended).toMatchObject({
              status: 1,
              output: expect.stringMatching(/proxy .*requires a login/is),
            });
          }
          const { stdout, stderr } = await runStep(canary.desk, {
            env: own,
            with: { 'insecure-http': 'true' },
          });
          expect(stdout).toMatch(/proxy .*requires a login/i);
          canary.look('a step', stdout.replace(/^::add-mask::.*$/gm, '') + stderr);
        }
        expect(new Set(requests)).toEqual(new Set(['CONNECT config.example.com:443']));
      },
    );
  });
});
