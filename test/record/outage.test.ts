// What Git, curl and ssh say of an outage, which passes by itself, and of what somebody has to mend.
import { expect, test } from 'vitest';
import { outageOf, reasonOf } from '../../src/record/git-result.ts';
import { isOutage } from '../../src/record/outage.ts';

const URL = "unable to access 'https://git.example.com/acme/shop.git/'";
const NOT_READ =
  'fatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.';
const HUNG_UP = 'fatal: the remote end hung up unexpectedly';

/** Whether it is tried again, and what is said of it alone tells the same. */
function isPassing(stderr: string, env = { CI: 'true' }): boolean {
  const result = { status: 128, stdout: Buffer.alloc(0), stderr };
  const found = outageOf(result, env) !== undefined;
  if (!/^remote: The/.test(stderr)) expect(isOutage(reasonOf(result), env)).toBe(found);
  return found;
}

test.each([
  `fatal: ${URL}: The requested URL returned error: 500`,
  `fatal: ${URL}: The requested URL returned error: 502`,
  `remote: upstream connect error\nfatal: ${URL}: The requested URL returned error: 503`,
  `fatal: ${URL}: The requested URL returned error: 504`,
  `fatal: ${URL}: The requested URL returned error: 429`,
  `error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502\nsend-pack: unexpected disconnect while reading sideband packet\n${HUNG_UP}`,
  `error: RPC failed; curl 56 Recv failure: Connection reset by peer\n${HUNG_UP}`,
  `error: RPC failed; curl 92 HTTP/2 stream 5 was not closed cleanly: CANCEL (err 8)\nfetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF`,
  `error: RPC failed; curl 18 transfer closed with outstanding read data remaining\n${HUNG_UP}`,
  `error: RPC failed; curl 28 Operation too slow. Less than 1000 bytes/sec transferred the last 60 seconds`,
  `fatal: ${URL}: Empty reply from server`,
  `fatal: ${URL}: Recv failure: Connection reset by peer`,
  `fatal: ${URL}: Failed to connect to git.example.com port 443 after 3 ms: Connection refused`,
  `fatal: ${URL}: Failed to connect to git.example.com port 443 after 3 ms: Couldn't connect to server`,
  `fatal: ${URL}: Failed to connect to git.example.com port 443: Connection timed out`,
  `fatal: ${URL}: Operation timed out after 300025 milliseconds with 0 out of 0 bytes received`,
  `fatal: ${URL}: GnuTLS recv error (-110): The TLS connection was non-properly terminated.`,
  `fatal: ${URL}: OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 104`,
  `fatal: ${URL}: OpenSSL SSL_connect: Connection reset by peer in connection to git.example.com:443 `,
  `fatal: ${URL}: error:0A000126:SSL routines::unexpected eof while reading`,
  `fatal: ${URL}: Could not resolve host: git.example.com`,
  `ssh: Could not resolve hostname git.example.com: Name or service not known\n${NOT_READ}`,
  `ssh: Could not resolve hostname git.example.com: Temporary failure in name resolution\n${NOT_READ}`,
  `ssh: connect to host git.example.com port 22: Connection timed out\n${NOT_READ}`,
  `ssh: connect to host git.example.com port 22: Connection refused\n${NOT_READ}`,
  `ssh: connect to host git.example.com port 22: No route to host\n${NOT_READ}`,
  `kex_exchange_identification: Connection closed by remote host\r\nConnection closed by 192.0.2.1 port 22\n${NOT_READ}`,
  `kex_exchange_identification: read: Connection reset by peer\r\nConnection reset by 192.0.2.1 port 22\n${NOT_READ}`,
  `Connection to git.example.com closed by remote host.\n${HUNG_UP}`,
  `client_loop: send disconnect: Broken pipe\r\n${HUNG_UP}`,
  `remote: Internal Server Error\n${HUNG_UP}`,
  'git did not answer within 120 seconds',
])('passes: %s', (stderr) => expect(isPassing(stderr)).toBe(true));

test.each([
  `remote: Repository not found.\nfatal: repository 'https://git.example.com/acme/shop.git/' not found`,
  `fatal: ${URL}: The requested URL returned error: 400`,
  `remote: Permission to acme/shop.git denied to github-actions[bot].\nfatal: ${URL}: The requested URL returned error: 403`,
  `error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413\nsend-pack: unexpected disconnect while reading sideband packet\n${HUNG_UP}`,
  `fatal: could not read Username for 'https://git.example.com': terminal prompts disabled`,
  `remote: Invalid username or token.\nfatal: Authentication failed for 'https://git.example.com/acme/shop.git/'`,
  `fatal: ${URL}: SSL certificate problem: unable to get local issuer certificate`,
  `git@git.example.com: Permission denied (publickey).\r\n${NOT_READ}`,
  `git@git.example.com: Permission denied (publickey).\r\nConnection closed by 192.0.2.1 port 22\n${NOT_READ}`,
  `Host key verification failed.\r\n${NOT_READ}`,
  `ERROR: Permission to acme/shop.git denied to deploy key\n${NOT_READ}`,
  `fatal: remote error: upload-pack: not our ref 0123456789012345678901234567890123456789\n${HUNG_UP}`,
  `fatal: '/gone.git' does not appear to be a git repository\n${NOT_READ}`,
  "error: failed to push some refs to 'https://git.example.com/acme/shop.git'",
  "remote: The scanner says: Connection refused, HTTP 502.\nerror: failed to push some refs to 'x'",
  'fatal: not a git repository (or any of the parent directories): .git',
  '',
])('stays: %s', (stderr) => expect(isPassing(stderr)).toBe(false));

test.each([
  [false, `fatal: ${URL}: Could not resolve host: git.exmaple.com`],
  [false, `ssh: Could not resolve hostname x: Name or service not known\n${NOT_READ}`],
  [true, `ssh: Could not resolve hostname x: Temporary failure in name resolution\n${NOT_READ}`],
])('where a person typed a name that nobody knows, it passes: %j, %s', (passes, stderr) =>
  expect(isPassing(stderr, { CI: '' })).toBe(passes),
);
