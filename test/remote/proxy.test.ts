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
      const forms = [
        PLAIN_LOGIN.slice(6),
        LOGIN.slice(6),
        Buffer.from(PLAIN_LOGIN).toString('base64'),
      ];
      expect(log.masks.slice(0, log.masksBeforeOutput)).toEqual(expect.arrayContaining(forms));
      expect(log.shown.join('\n')).not.toContain('ss-of-the-proxy');
    });
  });

  test('through a proxy over TLS', async () => {
    await withTunnel({ tls: SERVER_TLS }, async ({ desk, proxy }) => {
      desk.env.HTTPS_PROXY = proxy.url.replace('127.0.0.1', 'localhost');
      const stranger = await desk.cli(['info']);
      expect(stranger).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('cannot be verified'),
      });
      const env = { NODE_EXTRA_CA_CERTS: pemPath('authority') };
      expect(await desk.cli(['info'], { isProcess: true, env })).toMatchObject({
        status: 0,
        stderr: '',
      });
      expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${SERVER_NAME}:443`]));
    });
  });

  const rejections: [
    name: string,
    options: Omit<ProxyOptions, 'behind'>,
    sentence: RegExp,
    hint: RegExp,
  ][] = [
    [
      'no login',
      { login: PLAIN_LOGIN },
      /The proxy 127\.0\.0\.1:\d+ requires a login/,
      /HTTPS_PROXY/,
    ],
    [
      'a host that it does not serve',
      { connect: 'HTTP/1.1 403 Forbidden\r\n\r\n' },
      /refused to connect to config\.shop\.test: status 403\./,
      /NO_PROXY/,
    ],
    [
      'no HTTP',
      { connect: 'SSH-2.0-OpenSSH_9.6\r\n' },
      /did not answer with valid HTTP/,
      /Check the port/,
    ],
    [
      'endless headers',
      { connect: `HTTP/1.1 200 OK\r\n${'X-Filler: 0123456789\r\n'.repeat(100_000)}` },
      /sent headers that are too large/,
      /Check/,
    ],
    ['silence', { connect: '' }, /did not answer in time/, /--timeout/],
    [
      'half a head, and then silence',
      { connect: 'HTTP/1.1 200 O' },
      /did not answer in time/,
      /--timeout/,
    ],
  ];

  test.for(rejections)('%s', async ([, options, sentence, hint]) => {
    await withTunnel(options, async ({ desk, requests }) => {
      const silent = 'connect' in options && (options.connect?.length ?? 0) < 20;
      const ended = await desk.cli(['apply', '--yes', '--timeout', silent ? '1' : '50']);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr.match(/^error /gm)).toHaveLength(1);
      expect(ended.stderr).toMatch(sentence);
      expect(ended.stderr).toMatch(hint);
      expect(requests).toEqual([]);
    });
  });

  test('a proxy that is down: its login is not shown', async () => {
    await withTunnel({}, async ({ desk }) => {
      const ended = await desk.cli(['plan'], {
        env: { HTTPS_PROXY: `http://${LOGIN}@127.0.0.1:9` },
      });
      expect(ended.status).toBe(1);
      expect(ended.stderr).toMatch(
        /^error server-unreachable: The proxy 127\.0\.0\.1:9 refused the connect/,
      );
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
        expect(await desk.cli(['apply', '--yes', '--insecure-http'])).toMatchObject({
          status: 0,
          stderr: '',
        });
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
  const env = (more: Record<string, string>) => ({
    HTTPS_PROXY: PROXY,
    HTTP_PROXY: 'http://plain:80',
    ...more,
  });

  test.for([
    ['https://config.corp', {}, 'proxy.corp:3128'],
    ['http://config.corp', {}, 'plain'],
    ['https://config.corp', { https_proxy: 'http://lower:1' }, 'lower:1'],
    ['https://config.corp', { HTTPS_PROXY: 'bare:3128' }, 'bare:3128'],
    ['https://config.corp', { HTTPS_PROXY: ' ' }, undefined],
    [
      'https://config.corp',
      { HTTPS_PROXY: '', ALL_PROXY: 'http://all:1', all_proxy: 'socks5://x:1' },
      undefined,
    ],
    ['https://localhost:8443', {}, undefined],
    ['https://a.localhost', {}, undefined],
    ['https://127.8.9.1', {}, undefined],
    ['https://[::1]', {}, undefined],
    ['https://localhost.corp', {}, 'proxy.corp:3128'],
  ] as const)('%s with %o: %s', ([url, more, host]) => {
    expect(proxyFor(new URL(url), env(more))?.host).toBe(host);
  });

  test.for([
    ['config.corp', '*', true],
    ['config.corp', 'other, config.corp', true],
    ['config.corp', 'other CONFIG.corp', true],
    ['config.corp', 'corp', true],
    ['config.corp', '.corp', true],
    ['config.corp', '*.corp', true],
    ['corp', '.corp', false],
    ['myconfig.corp', 'config.corp', false],
    ['config.corp', 'config.corp:443', true],
    ['config.corp', 'config.corp:8443', false],
    ['config.corp:8443', 'config.corp:8443', true],
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '.3', false],
    ['10.1.2.3', '10.0.0.0/x', false],
    ['[fd00::1]', 'fd00::/8', true],
    ['[fd00::1]', '[fd00::1]:443', true],
    ['[fd00::1]', '[fd00::1]:8443', false],
    ['[fd00::1]:8443', '[fd00::1]:8443', true],
    ['[fd00::1]', 'fd00::1', true],
    ['[fd00::1]', 'FD00:0:0:0:0:0:0:1', true],
    ['[fd00::1]', '[fd00::1]', true],
    ['[fd00::1]', '[fd00::/8]:443', true],
    ['[fd00::1]', '[fd00::/8]:8443', false],
    ['[fd00::1]', 'fd00::2', false],
    ['[fd00::1]', '::/0', true],
    ['[fd00::1]', 'fd01::/16', false],
    ['[fd00::1]', '10.0.0.0/8', false],
    ['[::ffff:10.1.2.3]', '10.0.0.0/8', true],
    ['10.1.2.3', '10.1.2.3:443', true],
    ['10.1.2.3', '10.1.2.3:8443', false],
    ['10.1.2.3', '10.0.0.0/8:443', true],
    ['10.1.2.3', '10.0.0.0/8:8443', false],
    ['10.1.2.3', '10.0.0.0/33', false],
    ['10.1.2.3', '010.1.2.3', false],
    ['config.corp', '*:443', true],
    ['config.corp', '*:8443', false],
    ['config.corp.', 'config.corp', true],
    ['config.corp', 'config.corp.', true],
    ['config.corp', 'https://config.corp', false],
    ['10.1.2.3', '0.0.0.0/0', true],
    ['config.corp', '', false],
    ['config.corp', ' , ', false],
  ] as const)('%s with NO_PROXY=%s: straight is %s', ([host, list, isStraight]) => {
    expect(proxyFor(new URL(`https://${host}`), env({ NO_PROXY: list })) === undefined).toBe(
      isStraight,
    );
  });

  test.for([
    ['http://', 'HTTPS_PROXY is not a valid proxy address.'],
    ['socks5://ada:hunter2@x:1', 'HTTPS_PROXY must be an http or https address.'],
    ['http://ada:hunter2%@x:1', 'The login in HTTPS_PROXY contains an invalid % escape.'],
  ] as const)('HTTPS_PROXY=%s', ([text, message]) => {
    const read = () => proxyFor(new URL('https://config.corp'), env({ HTTPS_PROXY: text }));
    expect(read).toThrow(expect.objectContaining({ code: 'bad-proxy', message }));
  });
});
