// Which repository of a Git host a remote is, by its address, and whether it gets the token of that host.
import { expect, test } from 'vitest';
import { isOnGitHost, repositoryOn } from '../../src/record/git-credentials.ts';

const GITHUB = 'https://github.com';
const BELOW = 'https://git.example.com:8443/git';

test.each([
  ['https://github.com/acme/shop', GITHUB, 'acme/shop'],
  ['https://github.com/acme/shop.git', GITHUB, 'acme/shop'],
  ['https://github.com/acme/shop.git/', GITHUB, 'acme/shop'],
  ['git@github.com:acme/shop.git', GITHUB, 'acme/shop'],
  ['github.com:acme/shop', GITHUB, 'acme/shop'],
  ['ssh://git@github.com:22/acme/shop.git', GITHUB, 'acme/shop'],
  ['https://git.example.com:8443/git/acme/shop.git', BELOW, 'acme/shop'],
  ['git@git.example.com:acme/shop.git', BELOW, 'acme/shop'],
  ['https://github.com/acme/shop', `${GITHUB}/`, 'acme/shop'],
  ['https://ada@github.com/acme/shop', GITHUB, 'acme/shop'],
  ['https://gitlab.com/acme/shop', GITHUB, undefined],
  ['http://github.com/acme/shop', GITHUB, undefined],
  ['https://git.example.com:8443/gitacme/shop', BELOW, undefined],
  ['https://github.com/acme/shop', 'nonsense', undefined],
  ['https://github.com.evil.example/acme/shop', GITHUB, undefined],
  ['https://git.example.com:8443/acme/shop', BELOW, undefined],
  ['https://ada:secret@github.com/acme/shop', GITHUB, 'acme/shop'],
  ['https://github.com/acme/group/shop', GITHUB, undefined],
  ['git@gitlab.com:acme/shop.git', GITHUB, undefined],
  ['/srv/git/acme/shop', GITHUB, undefined],
  ['file:///srv/git/acme/shop', GITHUB, undefined],
  ['', GITHUB, undefined],
])('%s at %s', (address, host, repository) => {
  expect(repositoryOn(address, host)).toBe(repository);
});

test.each(['git@github.com:a/b.git', 'ssh://git@github.com/a/b.git', '/srv/git/a.git', ''])(
  'the token for HTTPS is not for the remote "%s"',
  (remote) => {
    expect(isOnGitHost(remote, GITHUB)).toBe(false);
  },
);
