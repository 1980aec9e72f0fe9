// What the payload of an event says about a pull request.
import { describe, expect, test } from 'vitest';
import { proposalOf, readPullRequest } from '../../src/github/event.ts';
import { HEAD } from './stage.ts';

const SHA = 'a'.repeat(40);

function payloadOf(pull: Record<string, unknown>): Record<string, unknown> {
  return {
    number: 12,
    head: { sha: HEAD, repo: { full_name: 'acme/shop', fork: true } },
    base: { repo: { full_name: 'acme/shop' } },
    merged: false,
    merge_commit_sha: null,
    ...pull,
  };
}

describe('the payload of an event', () => {
  const known = {
    number: 12,
    head: HEAD,
    isFork: false,
    isMerged: false,
    mergeCommit: undefined,
    into: undefined,
  };

  test.each([
    ['a branch of a repository that is a fork itself', {}, {}],
    ['a fork', { head: { sha: HEAD, repo: { full_name: 'mallory/shop' } } }, { isFork: true }],
    ['a fork that is deleted', { head: { sha: HEAD, repo: null } }, { isFork: true }],
    [
      'one that is merged',
      { merged: true, merge_commit_sha: SHA },
      { isMerged: true, mergeCommit: SHA },
    ],
    ['one that is closed', { state: 'closed' }, {}],
  ])('of pull_request: %s', (_, pull, facts) => {
    expect(readPullRequest(payloadOf(pull))).toEqual({ ...known, ...facts });
  });

  test('Dependabot is identified by the sender, not by the branch', () => {
    const base = { sha: SHA, repo: { full_name: 'acme/shop' } };
    const pull_request = payloadOf({ user: { login: 'dependabot[bot]' }, base });
    const by = (login: string) =>
      proposalOf({ event: 'pull_request', payload: { pull_request, sender: { login } } });
    expect(by('dependabot[bot]')?.isWithoutSecrets).toBe(true);
    expect(by('alice')?.isWithoutSecrets).toBe(false);
  });
});
