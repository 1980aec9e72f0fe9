// TLS as a user sets it up: own authorities, client certificates, and no way to verify nothing.
import type { ServerOptions as TlsOptions } from 'node:https';
import { describe, expect } from 'vitest';
import { PASSPHRASE, pem, pemPath, SERVER_TLS, STRICT_TLS } from './certificates.ts';
import { type Desk, type FaultyShop, TOKEN, withFaultyShop } from '../helpers/process.ts';
import type { Ended } from '../helpers/run.ts';
import { test } from '../helpers/test.ts';

/** A shop that is reached over https; `seen` are the requests that came through. */
const withTls = <T>(tls: TlsOptions, use: (shop: FaultyShop) => Promise<T>) =>
  withFaultyShop({ fault: () => 'pass', tls }, use);

const AUTHORITY = ['--ca-file', pemPath('authority')];

/** As a process where Node.js itself reads a variable as it starts. */
function started(desk: Desk, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return desk.cli(args, { env, isProcess: 'NODE_EXTRA_CA_CERTS' in env });
}

describe.concurrent('a custom CA', () => {
  test.for([
    ['flag', AUTHORITY, {}],
    ['variable', [], { CONFIGHUB_CA_FILE: pemPath('authority') }],
    ['NODE_EXTRA_CA_CERTS', [], { NODE_EXTRA_CA_CERTS: pemPath('authority') }],
  ] as const)('%s', async ([, flags, env]) => {
    await withTls(SERVER_TLS, async ({ desk, seen }) => {
      expect(await started(desk, ['info', ...flags], env)).toMatchObject({ status: 0, stderr: '' });
      expect(seen).not.toEqual([]);
    });
  });

  const UNVERIFIED =
    /^error .* has a certificate that cannot be verified.*\n {2}.*--ca-file.*NODE_EXTRA_CA_CERTS.*\n$/;
  const EXPIRED = /is not valid at this time \(CERT_HAS_EXPIRED\)\.\n {2}Check the clock/;
  const ELSEWHERE =
    /certificate for another host name \(ERR_TLS_CERT_ALTNAME_INVALID\)\.\n {2}Check the host in `url`/;
  const STRANGER = ['--ca-file', pemPath('stranger')];
  const EXTRA = { NODE_EXTRA_CA_CERTS: pemPath('authority') };

  test.for([
    ['nobody vouches for it', 'server', [], {}, UNVERIFIED],
    ['somebody else does', 'server', STRANGER, {}, UNVERIFIED],
    ['the file counts alone', 'server', STRANGER, EXTRA, UNVERIFIED],
    ['that has expired', 'expired', ['--ca-file', pemPath('expired')], {}, EXPIRED],
    ['for another name', 'elsewhere', AUTHORITY, {}, ELSEWHERE],
  ] as const)('%s: nothing is sent', async ([, name, flags, env, sentence]) => {
    const tls = { key: pem(`${name}-key`), cert: pem(name) };
    await withTls(tls, async ({ desk, seen }) => {
      const ended = await started(desk, ['apply', '--yes', ...flags], env);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(sentence);
      expect(seen).toEqual([]);
    });
  });
});

describe.concurrent('a client certificate', () => {
  const cert = ['--client-cert', pemPath('client')];
  const key = ['--client-key', pemPath('client-key')];
  const locked = ['--client-key', pemPath('client-key-locked')];
  const passphrase = { CONFIGHUB_CLIENT_KEY_PASSPHRASE: PASSPHRASE };

  test.for([
    ['with its key', [...cert, ...key], {}],
    ['with a key that a passphrase opens', [...cert, ...locked], passphrase],
    ['and key in one file', ['--client-cert', 'both.pem'], {}],
  ] as const)('%s', async ([, flags, env]) => {
    await withTls(STRICT_TLS, async ({ desk, seen }) => {
      desk.write({ 'both.pem': pem('client') + pem('client-key') });
      const ended = await desk.cli(['info', ...AUTHORITY, ...flags], { env });
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(seen).not.toEqual([]);
    });
  });

  test('and a custom CA: an apply', async () => {
    await withTls(STRICT_TLS, async ({ desk, server }) => {
      desk.commit('Open the shop');
      const ended = await desk.cli(['apply', '--yes', ...AUTHORITY, ...cert, ...key]);
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      expect(server.history('acme', 'shop')).toHaveLength(1);
    });
  });

  test.for([
    ['TLSv1.2', /may require a client certificate.*\n {2}.*--client-cert/],
    // The server closes with the request unread, and its reason may be lost on the way.
    ['TLSv1.3', /may require a client certificate.*\n {2}.*--client-cert|closed the connection/],
  ] as const)('is wanted, and there is none: %s', async ([version, sentence]) => {
    await withTls(
      { ...STRICT_TLS, maxVersion: version, minVersion: version },
      async ({ desk, seen }) => {
        const ended = await desk.cli(['info', ...AUTHORITY]);
        expect(ended).toMatchObject({ status: 1, stdout: '' });
        expect(ended.stderr).toMatch(sentence);
        expect(seen).toEqual([]);
      },
    );
  });

  const OTHER_KEY = ['--client-key', pemPath('server-key')];
  const WRONG = { CONFIGHUB_CLIENT_KEY_PASSPHRASE: 'open-sesame-0000' };
  const UNREADABLE = /Cannot read the file given as `ca-file`/;
  test.for([
    ['key alone', key, {}, /bad-option: A client key is given without a client certificate\./],
    ['another key', [...cert, ...OTHER_KEY], {}, /Cannot use the client certificate/],
    ['no passphrase', [...cert, ...locked], {}, /Cannot decrypt the client key/],
    ['a wrong passphrase', [...cert, ...locked], WRONG, /Cannot decrypt the client key/],
    ['no file', ['--client-cert', 'no.pem'], {}, /file given as `client-cert`: .*no\.pem/],
    ['a folder', ['--ca-file', '.'], {}, UNREADABLE],
    ['a device', ['--ca-file', '/dev/zero'], {}, UNREADABLE],
    ['no PEM', ['--ca-file', 'confighub.yaml'], {}, /`ca-file` contains no certificate in PEM/],
  ] as const)('%s: nothing is sent', async ([, flags, env, sentence]) => {
    await withTls(SERVER_TLS, async ({ desk, seen }) => {
      const ended = await desk.cli(['plan', ...flags], { env });
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(sentence);
      expect(ended.stderr).not.toContain('open-sesame');
      expect(seen).toEqual([]);
    });
  });
});

test.concurrent('no off switch: NODE_TLS_REJECT_UNAUTHORIZED=0 is rejected', async () => {
  await withTls(SERVER_TLS, async ({ desk, seen }) => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    // Node.js itself obeys the variable in a process of its own.
    for (const args of [['plan'], ['apply', '--yes'], ['info']]) {
      const ended = await desk.cli(args, { env, isProcess: args[0] === 'apply' });
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(
        /error unverified-tls: .*\n {2}Unset it, and pass the CA certificate/,
      );
    }
    expect(seen).toEqual([]);
  });
});

describe.concurrent('plain http to another machine', () => {
  const url = ['--url', 'http://config.shop.test'];

  test('with a token: rejected before anything is looked up', async ({ shop: { desk } }) => {
    for (const command of [['plan'], ['apply', '--yes'], ['import', '--dry-run']]) {
      const ended = await desk.cli([...command, ...url]);
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(
        /^error insecure-http: .* http:\/\/config\.shop\.test over unencrypted HTTP.*\n {2}Use https in `url`,.*--insecure-http/,
      );
      expect(ended.output).not.toContain(TOKEN);
    }
  });

  test.for([
    ['allowed', ['plan', '--insecure-http'], {}],
    ['without a token', ['plan'], { CONFIGHUB_TOKEN: '' }],
    ['by a request that has none', ['info'], {}],
  ] as const)('%s: it is asked', async ([, command, env], { shop: { desk } }) => {
    const { stderr } = await desk.cli([...command, ...url], { env });
    expect(stderr).toMatch(/config\.shop\.test (?:has an unknown host name|could not be resolved)/);
  });

  test('`localhost` is this machine', async ({ shop: { desk } }) => {
    const here = desk.env.CONFIGHUB_URL?.replace('127.0.0.1', 'localhost') ?? '';
    expect(await desk.cli(['plan', '--url', here])).toMatchObject({ status: 0 });
  });
});
