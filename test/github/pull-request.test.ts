// Which pull request an event is about, from its payload.
import { describe, expect, test } from 'vitest';
import { clueOf, isByDependabot } from '../../src/github/pull-request.ts';
import { HEAD } from './stage.ts';

const SHA = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);

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
  const known = { number: 12, head: HEAD, isFork: false, isMerged: false, mergeCommit: undefined, into: undefined };

  test.each([
    ['a branch of a repository that is a fork itself', {}, {}],
    ['a fork', { head: { sha: HEAD, repo: { full_name: 'mallory/shop' } } }, { isFork: true }],
    ['a fork that is deleted', { head: { sha: HEAD, repo: null } }, { isFork: true }],
    ['one that is merged', { merged: true, merge_commit_sha: SHA }, { isMerged: true, mergeCommit: SHA }],
    ['one that is closed', { state: 'closed' }, {}],
  ])('of pull_request: %s', (_, pull, facts) => {
    const payload = { pull_request: payloadOf(pull) };
    expect(clueOf({ event: 'pull_request', payload, sha: SHA })).toEqual({
      kind: 'pull-request',
      pullRequest: { ...known, ...facts },
    });
  });

  test.each([
    ['refs/heads/gh-readonly-queue/main/pr-12-', { kind: 'number', number: 12 }],
    ['refs/heads/gh-readonly-queue/release/pr-3-x/pr-12-', { kind: 'number', number: 12 }],
    ['refs/heads/pr-12-', undefined],
  ])('of merge_group: %s', (ref, clue) => {
    const payload = { merge_group: { head_ref: `${ref}${SHA}`, head_sha: OTHER } };
    expect(clueOf({ event: 'merge_group', payload, sha: OTHER })).toEqual(clue);
  });

  test('of a push: the commit, and what its message says', () => {
    const payload = { head_commit: { message: 'Title (#12)\n\nText' } };
    expect(clueOf({ event: 'push', payload, sha: SHA })).toEqual({
      kind: 'commit',
      sha: SHA,
      message: 'Title (#12)\n\nText',
    });
  });

  test('of a schedule: none, although Gitea puts the last push there', () => {
    expect(clueOf({ event: 'schedule', payload: { head_commit: { message: '(#1)' } }, sha: SHA })).toBeUndefined();
  });

  test('an unrelated payload', () => {
    expect(clueOf({ event: 'merge_group', payload: { merge_group: [], repository: {} }, sha: SHA })).toBeUndefined();
    expect(clueOf({ event: 'pull_request', payload: { pull_request: { number: '12' } }, sha: '' })).toBeUndefined();
  });

  test('Dependabot is identified by the sender, not by the branch', () => {
    const pull_request = payloadOf({ user: { login: 'dependabot[bot]' } });
    expect(isByDependabot({ pull_request, sender: { login: 'dependabot[bot]' } })).toBe(true);
    expect(isByDependabot({ pull_request, sender: { login: 'alice' } })).toBe(false);
  });
});
