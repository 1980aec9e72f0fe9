// What the payload of an event says about a pull request.
import { expect, test } from 'vitest';
import { proposalOf, readPullRequest } from '../../src/github/event.ts';
import { HEAD } from './stage.ts';

const SHA = 'a'.repeat(40);
const SHOP = { full_name: 'acme/shop' };
const PULL = {
  number: 12,
  merged: false,
  merge_commit_sha: null,
  base: { repo: SHOP },
  head: { sha: HEAD, repo: { ...SHOP, fork: true } },
};
const MERGED = { merged: true, merge_commit_sha: SHA };
const FORK = { head: { sha: HEAD, repo: { full_name: 'mallory/shop' } } };

test.each<[string, object, object]>([
  ['a branch of a repository that is a fork itself', {}, {}],
  ['a fork', FORK, { isFork: true }],
  ['a fork that is deleted', { head: { sha: HEAD, repo: null } }, { isFork: true }],
  ['one that is merged', MERGED, { isMerged: true, mergeCommit: SHA }],
  ['one that is closed', { state: 'closed' }, {}],
])('the payload of an event of pull_request: %s', (_, pull, facts) => {
  const known = { number: 12, head: HEAD, isFork: false, isMerged: false };
  const unknown = { mergeCommit: undefined, into: undefined };
  expect(readPullRequest({ ...PULL, ...pull })).toEqual({ ...known, ...unknown, ...facts });
});

test('Dependabot is identified by the sender, not by the branch', () => {
  const ofBot = { user: { login: 'dependabot[bot]' }, base: { sha: SHA, repo: SHOP } };
  const pull_request = { ...PULL, ...ofBot };
  const by = (login: string) =>
    proposalOf({ event: 'pull_request', payload: { pull_request, sender: { login } } });
  expect(by('dependabot[bot]')?.isWithoutSecrets).toBe(true);
  expect(by('alice')?.isWithoutSecrets).toBe(false);
});
