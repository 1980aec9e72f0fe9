// Comments about a plan handed over by another run: pull request and commit come from the event.
import { describe, expect, test } from 'vitest';
import { clueOf, findPullRequest } from '../../src/github/pull-request.ts';
import { handedOver, handedOverTarget } from '../../src/github/handed-over.ts';
import { HEAD, onForge, TARGET } from './stage.ts';

const FORK = '2'.repeat(40);
const RUN = 'https://github.com/acme/shop/actions/runs/7';
const NEWER = '3'.repeat(40);

/** As GitHub tells of a run of a fork: it names no pull request. */
function ended(run: object = {}, event = 'workflow_run') {
  const workflow_run = {
    event: 'pull_request',
    head_sha: FORK,
    html_url: RUN,
    head_branch: 'patch',
    head_repository: { owner: { login: 'mallory' } },
    pull_requests: [],
    ...run,
  };
  return { event, sha: HEAD, payload: { repository: { id: 1 }, workflow_run } };
}

describe('the event', () => {
  test('has the commit and the run of the plan, and the clue to the pull request', () => {
    expect(handedOver(ended())).toEqual({ head: FORK, run: RUN, isOwn: false });
    expect(clueOf(ended())).toEqual({ kind: 'head', head: FORK, from: 'mallory:patch' });
  });

  test('of a deleted fork has no clue and no run', () => {
    const event = ended({ head_repository: null, html_url: 7 });
    expect(handedOver(event)).toEqual({ head: FORK, run: undefined, isOwn: false });
    expect(clueOf(event)).toBeUndefined();
  });

  test('of a pull request means the plans of this run', () => {
    const pull_request = { number: 1, head: { sha: FORK }, base: { sha: HEAD } };
    const facts = { event: 'pull_request', sha: HEAD, payload: { pull_request }, run: RUN };
    expect(handedOver(facts)).toEqual({ head: FORK, run: RUN, isOwn: true });
    for (const event of ['pull_request_review', 'pull_request_target', 'push', 'workflow_run'])
      expect(() => handedOver({ ...facts, event })).toThrow(expect.objectContaining({ code: 'bad-event' }));
  });

  test.each([
    ['of a run that was pushed', ended({ event: 'push' })],
    ['of a run that met secrets', ended({ event: 'pull_request_target' })],
    ['without a commit', ended({ head_sha: undefined })],
    ['pull_request without a pull request', ended({}, 'pull_request')],
    ['that holds nothing of it', { event: 'workflow_run', sha: HEAD, payload: {} }],
  ])('%s is refused', (_, facts) => {
    expect(() => handedOver(facts)).toThrow(expect.objectContaining({ code: 'bad-event' }));
  });
});

describe.each(['github', 'gitea'] as const)('on %s the comment', (flavour) => {
  test('is separate from those of trusted runs and other projects, and updated by later ones', () =>
    onForge(flavour, async ({ forge, api, comment }) => {
      const { number } = forge.pullRequest({ head: FORK, from: 'mallory/shop', branch: 'patch' });
      const { head } = handedOver(ended());
      const clue = clueOf(ended());
      if (clue === undefined) throw new Error('no clue');
      expect(await findPullRequest(api(), clue)).toMatchObject({ ok: { number, isFork: true } });
      const trusted = { pullRequest: number, marker: { target: TARGET, head, plan: 'digest' } };
      const target = handedOverTarget('confighub.yaml');
      const forged = { pullRequest: number, marker: { target, head, plan: 'digest' } };
      const elsewhere = handedOverTarget('shop/confighub.yaml');
      const dids = [];
      for (const request of [
        { ...trusted, markdown: 'Trusted.' },
        { ...forged, markdown: 'Forged.' },
        { pullRequest: number, marker: { ...forged.marker, target: elsewhere }, markdown: 'Elsewhere.' },
        { ...forged, markdown: 'Forged again.' },
      ])
        dids.push(await comment(request));
      expect(dids).toMatchObject(['created', 'created', 'created', 'updated'].map((did) => ({ ok: { did } })));
      const bodies = forge.comments.map(({ body }) => body.split('\n').at(-1));
      expect(bodies).toEqual(['Trusted.', 'Forged again.', 'Elsewhere.']);
    }));

  test('is not written if the pull request has a newer commit', () =>
    onForge(flavour, async ({ forge, comment }) => {
      const pullRequest = forge.pullRequest({ head: NEWER, from: 'mallory/shop', branch: 'patch' }).number;
      const { head } = handedOver(ended());
      const marker = { target: handedOverTarget('confighub.yaml'), head, plan: 'digest' };
      expect(await comment({ pullRequest, marker })).toEqual({ skipped: 'outdated' });
    }));
});
