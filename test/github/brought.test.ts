// Comments of pull requests that a later apply brought to the server, with a forge over real HTTP.
import { describe, expect, test } from 'vitest';
import { updateBrought } from '../../src/github/comment.ts';
import { type AppliedOutcome, readMarker, writeMarker } from '../../src/github/posts.ts';
import { type Forge, MALLORY } from './forge.ts';
import { botOf, onForge, type Stage, TARGET } from './stage.ts';

const id = (digit: number) => String(digit).repeat(40);

/** A merged pull request with a comment of ours; its number. */
function merged(forge: Forge, commit: string, outcome?: AppliedOutcome, user = botOf(forge)): number {
  const issue = forge.pullRequest({ head: id(0), isMerged: true, mergeCommit: commit });
  issue.state = 'closed';
  const marker = { kind: 'plan', target: TARGET, head: id(0), plan: 'digest', ...(outcome && { outcome }) } as const;
  forge.comment({ issue: issue.number, body: `${writeMarker(marker)}\nPlan ${issue.number}`, user });
  return issue.number;
}

const update = ({ api }: Stage, given: { commits: string[]; except?: number }, token?: string) =>
  updateBrought(api(token), { except: undefined, ...given, target: TARGET, markdown: (before) => `Now <${before}>` });

const shown = (forge: Forge) => forge.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));

describe.each(['github', 'gitea'] as const)('on %s', (flavour) => {
  test('updates those that show a plan, a refusal or an uncertain outcome, once', () =>
    onForge(flavour, async (stage) => {
      const { forge, server } = stage;
      merged(forge, id(2));
      merged(forge, id(3), 'uncertain');
      merged(forge, id(4), 'applied');
      merged(forge, id(5), 'nothing');
      const own = merged(forge, id(6));
      merged(forge, id(7));
      merged(forge, id(8), undefined, MALLORY);
      forge.comment({ issue: 1, body: 'Talk', user: MALLORY });
      const commits = [2, 3, 4, 5, 6, 8].map(id);
      expect(await update(stage, { commits, except: own })).toEqual({ ok: undefined });
      const expected = ['Now <Plan 2>', 'Now <Plan 3>', 'Plan 4', 'Plan 5', 'Plan 6', 'Plan 7', 'Plan 8', 'Talk'];
      expect(shown(forge)).toEqual(expected);
      expect(readMarker(forge.comments[0]?.body ?? '', { kind: 'plan', target: TARGET })).toMatchObject({
        head: id(0),
        outcome: 'applied',
      });
      server.requests.length = 0;
      await update(stage, { commits, except: own });
      expect(shown(forge)).toEqual(expected);
      expect(server.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
    }));

  test('asks nothing for a single commit, and for many a bounded number of times', () =>
    onForge(flavour, async (stage) => {
      const { forge, server } = stage;
      merged(forge, id(2));
      await update(stage, { commits: [id(2)] });
      expect(server.requests).toEqual([]);
      const many = Array.from({ length: 60 }, (_, i) => `${i}`.padStart(40, 'a'));
      for (const commit of many) merged(forge, commit);
      await update(stage, { commits: many });
      expect(shown(forge).filter((text) => text.startsWith('Now'))).toHaveLength(20);
      expect(server.requests.length).toBeLessThan(50);
    }));

  test('leaves out what was there if it is too long for the forge', () =>
    onForge(flavour, async (stage) => {
      merged(stage.forge, id(2));
      const [comment] = stage.forge.comments;
      if (comment) comment.body += 'x'.repeat(65_450);
      await update(stage, { commits: [id(2), id(3)] });
      expect(shown(stage.forge)).toEqual(['Now <>']);
    }));

  test('names the missing permission', () =>
    onForge(flavour, async (stage) => {
      merged(stage.forge, id(2));
      stage.forge.token('weak', { issues: 'read', pulls: 'read' });
      const denied = { denied: 'permission', permission: 'pull-requests: write' };
      expect(await update(stage, { commits: [id(2), id(3)] }, 'weak')).toEqual(denied);
    }));
});
