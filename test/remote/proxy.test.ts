// Requests through a proxy: which addresses take it, what it sees, and what it may get wrong.
import { describe, expect } from 'vitest';
import { proxyFor } from '../../src/remote/connections.ts';
import { pemPath, SERVER_NAME, SERVER_TLS } from './certificates.ts';
import { withFaults } from '../helpers/faulty-server.ts';
import { type ProxyOptions, type TestProxy, withProxy } from './proxy.ts';
import { runStep } from '../helpers/workflow.ts';
import { SMALL, type Shop, TOKEN, withShop } from '../helpers/process.ts';
import { test } from '../helpers/test.ts';

const LOGIN = 'robot:p%40ss-of-the-proxy';
const PLAIN_LOGIN = 'robot:p@ss-of-the-proxy';

interface Behind extends Shop {
  proxy: TestProxy;
  /** The proxy's address with its login. */
  withLogin: string;
}

/** A shop that is reached over https, by a name that only the proxy knows. */
function withTunnel<T>(
  proxyOptions: Omit<ProxyOptions, 'behind'>,
  use: (behind: Behind) => Promise<T>,
): Promise<T> {
  return withShop(SMALL, (shop) =>
    withFaults({ behind: shop.server, fault: () => 'pass', tls: SERVER_TLS }, (secured) =>
      withProxy({ ...proxyOptions, behind: secured }, (proxy) => {
        shop.desk.env.CONFIGHUB_URL = `https://${SERVER_NAME}`;
        shop.desk.env.CONFIGHUB_CA_FILE = pemPath('authority');
        shop.desk.env.HTTPS_PROXY = proxy.url;
        return use({ ...shop, proxy, withLogin: proxy.url.replace('//', `//${LOGIN}@`) });
      }),
    ),
  );
}

describe.concurrent('https', () => {
  test('uses a tunnel: the proxy sees no token', async () => {
    await withTunnel({}, async ({ desk, server, proxy }) => {
      desk.commit('Open the shop');
      expect(await desk.cli(['apply', '--yes'])).toMatchObject({ status: 0, stderr: '' });
      expect(server.history('acme', 'shop')).toHaveLength(1);
      expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${SERVER_NAME}:443`]));
      expect(proxy.tunnelled().length).toBeGreaterThan(1000);
      expect(proxy.tunnelled()).not.toContain(TOKEN);
    });
  });

  test('with the login of the proxy, which is never shown', async () => {
    await withTunnel({ login: PLAIN_LOGIN }, async ({ desk, withLogin }) => {
      const ended = await desk.cli(['plan', '--json'], { env: { HTTPS_PROXY: withLogin } });
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(ended.output).not.toContain('ss-of-the-proxy');
    });
  });

  test('in a workflow: by inputs, and the login is registered in each of its forms', async () => {
    await withTunnel({ login: PLAIN_LOGIN }, async ({ desk, withLogin }) => {
      const { CONFIGHUB_CA_FILE: file = '', ...env } = desk.env;
      desk.env = { ...env, HTTPS_PROXY: withLogin };
      const { status, log } = await runStep(desk, { with: { command: 'plan', 'ca-file': file } });
      expect(status).toBe(0);
      const encoded = Buffer.from(PLAIN_LOGIN).toString('base64');
      const forms = [PLAIN_LOGIN.slice(6), LOGIN.slice(6), encoded];
      expect(log.masks.slice(0, log.masksBeforeOutput)).toEqual(expect.arrayContaining(forms));
      expect(log.shown.join('\n')).not.toContain('ss-of-the-proxy');
    });
  });

  test('through a proxy over TLS', async () => {
    await withTunnel({ tls: SERVER_TLS }, async ({ desk, proxy }) => {
      desk.env.HTTPS_PROXY = proxy.url.replace('127.0.0.1', 'localhost');
      const stderr = expect.stringContaining('cannot be verified');
      expect(await desk.cli(['info'])).toMatchObject({ status: 1, stderr });
      const env = { NODE_EXTRA_CA_CERTS: pemPath('authority') };
      const trusted = await desk.cli(['info'], { isProcess: true, env });
      expect(trusted).toMatchObject({ status: 0, stderr: '' });
      expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${SERVER_NAME}:443`]));
    });
  });

  const ENDLESS = `HTTP/1.1 200 OK\r\n${'X-Filler: 0123456789\r\n'.repeat(100_000)}`;
  type Rejection = [name: string, options: object, sentence: RegExp, hint: RegExp];
  const rejections: Rejection[] = [
    ['no login', { login: PLAIN_LOGIN }, /127\.0\.0\.1:\d+ requires a login/, /HTTPS_PROXY/],
    [
      'a host that it does not serve',
      { connect: 'HTTP/1.1 403 Forbidden\r\n\r\n' },
      /refused to connect to config\.shop\.test: status 403\./,
      /NO_PROXY/,
    ],
    ['no HTTP', { connect: 'SSH-2.0-OpenSSH_9.6\r\n' }, /not answer with valid HTTP/, /the port/],
    ['endless headers', { connect: ENDLESS }, /sent headers that are too large/, /Check/],
    ['silence', { connect: '' }, /did not answer in time/, /--timeout/],
    ['half a head', { connect: 'HTTP/1.1 200 O' }, /did not answer in time/, /--timeout/],
  ];

  test.for(rejections)('%s', async ([, options, sentence, hint]) => {
    await withTunnel(options, async ({ desk, requests }) => {
      const isSilent = hint.source === '--timeout';
      const ended = await desk.cli(['apply', '--yes', '--timeout', isSilent ? '1' : '50']);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr.match(/^error /gm)).toHaveLength(1);
      expect(ended.stderr).toMatch(sentence);
      expect(ended.stderr).toMatch(hint);
      expect(requests).toEqual([]);
    });
  });

  test('a proxy that is down: its login is not shown', async () => {
    await withTunnel({}, async ({ desk }) => {
      const env = { HTTPS_PROXY: `http://${LOGIN}@127.0.0.1:9` };
      const ended = await desk.cli(['plan'], { env });
      expect(ended.status).toBe(1);
      expect(ended.stderr).toMatch(/^error server-unreachable: The proxy 127\.0\.0\.1:9 refused/);
      expect(ended.output).not.toMatch(/robot|ss-of-the-proxy/);
    });
  });

  test('NO_PROXY: direct, despite HTTPS_PROXY', async () => {
    await withTunnel({}, async ({ desk, proxy }) => {
      const ended = await desk.cli(['info'], { env: { NO_PROXY: '.shop.test' } });
      expect(ended.stderr).toMatch(/has an unknown host name|could not be resolved/);
      expect(proxy.requests).toEqual([]);
    });
  });
});

describe.concurrent('http', () => {
  test('the proxy gets the full address and its login', async () => {
    await withShop(SMALL, ({ desk, server }) =>
      withProxy({ behind: server, login: PLAIN_LOGIN }, async (proxy) => {
        desk.env.CONFIGHUB_URL = `http://${SERVER_NAME}`;
        desk.env.HTTP_PROXY = proxy.url.replace('//', `//${LOGIN}@`);
        desk.commit('Open the shop');
        const ended = await desk.cli(['apply', '--yes', '--insecure-http']);
        expect(ended).toMatchObject({ status: 0, stderr: '' });
        expect(proxy.requests).toContain(`POST http://${SERVER_NAME}/rest/push`);
        const locked = await desk.cli(['info'], { env: { HTTP_PROXY: proxy.url } });
        expect(locked.stderr).toMatch(/status 407\.\n {2}A proxy requires a login/);
      }),
    );
  });

  test('no proxy for the local machine', async ({ shop: { desk } }) => {
    const env = { HTTP_PROXY: 'http://127.0.0.1:9' };
    expect(await desk.cli(['info'], { env })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('which proxy', () => {
  const PROXY = 'http://proxy.corp:3128';
  const PROXIES = { HTTPS_PROXY: PROXY, HTTP_PROXY: 'http://plain:80' };
  const hostFor = (url: string, env: Record<string, string>) =>
    proxyFor(new URL(url), { ...PROXIES, ...env })?.host;

  test.for([
    ['https://config.corp', {}, 'proxy.corp:3128'],
    ['http://config.corp', {}, 'plain'],
    ['https://config.corp', { https_proxy: 'http://lower:1' }, 'lower:1'],
    ['https://config.corp', { HTTPS_PROXY: 'bare:3128' }, 'bare:3128'],
    ['https://config.corp', { HTTPS_PROXY: ' ' }, undefined],
    ['https://config.corp', { HTTPS_PROXY: '', ALL_PROXY: 'http://all:1' }, undefined],
    ['https://config.corp', { HTTPS_PROXY: '', all_proxy: 'socks5://x:1' }, undefined],
    ['https://localhost:8443', {}, undefined],
    ['https://a.localhost', {}, undefined],
    ['https://127.8.9.1', {}, undefined],
    ['https://[::1]', {}, undefined],
    ['https://localhost.corp', {}, 'proxy.corp:3128'],
  ] as const)('%s with %o: %s', ([url, more, host]) => {
    expect(hostFor(url, more)).toBe(host);
  });

  /** Lists with which a host is reached straight, and those with which it is not. */
  test.for([
    [
      'config.corp',
      [
        ...['*', 'other, config.corp', 'other CONFIG.corp', 'corp', '.corp', '*.corp'],
        ...['config.corp:443', '*:443', 'config.corp.'],
      ],
      ['config.corp:8443', '*:8443', 'https://config.corp', '', ' , '],
    ],
    ['corp', [], ['.corp']],
    ['myconfig.corp', [], ['config.corp']],
    ['config.corp:8443', ['config.corp:8443'], []],
    [
      '10.1.2.3',
      ['10.0.0.0/8', '10.1.2.3', '10.1.2.3:443', '10.0.0.0/8:443', '0.0.0.0/0'],
      ['.3', '10.0.0.0/x', '10.1.2.3:8443', '10.0.0.0/8:8443', '10.0.0.0/33', '010.1.2.3'],
    ],
    ['11.1.2.3', [], ['10.0.0.0/8']],
    [
      '[fd00::1]',
      [
        ...['fd00::/8', '[fd00::1]:443', 'fd00::1', 'FD00:0:0:0:0:0:0:1', '[fd00::1]'],
        ...['[fd00::/8]:443', '::/0'],
      ],
      ['[fd00::1]:8443', '[fd00::/8]:8443', 'fd00::2', 'fd01::/16', '10.0.0.0/8'],
    ],
    ['[fd00::1]:8443', ['[fd00::1]:8443'], []],
    ['[::ffff:10.1.2.3]', ['10.0.0.0/8'], []],
    ['config.corp.', ['config.corp'], []],
  ] as [host: string, straight: string[], not: string[]][])(
    '%s with NO_PROXY: straight with %j, not with %j',
    ([host, straight, not]) => {
      const isStraight = (list: string) =>
        hostFor(`https://${host}`, { NO_PROXY: list }) === undefined;
      expect([...straight, ...not].filter(isStraight)).toEqual(straight);
    },
  );

  test.for([
    ['http://', 'HTTPS_PROXY is not a valid proxy address.'],
    ['socks5://ada:hunter2@x:1', 'HTTPS_PROXY must be an http or https address.'],
    ['http://ada:hunter2%@x:1', 'The login in HTTPS_PROXY contains an invalid % escape.'],
  ] as const)('HTTPS_PROXY=%s', ([text, message]) => {
    const read = () => hostFor('https://config.corp', { HTTPS_PROXY: text });
    expect(read).toThrow(expect.objectContaining({ code: 'bad-proxy', message }));
  });
});
