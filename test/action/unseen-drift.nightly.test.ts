// Drift that an apply overwrites although the plan of the merged pull request did not show it: shown first.
import { describe, expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { push, type TestServer } from '../helpers/server.ts';
import type { StepResult } from '../helpers/workflow.ts';

const CHANGED = { 'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store') };

async function others(server: TestServer, values: Record<string, string>): Promise<void> {
  const data = [
    {
      key: 'db.host',
      values: Object.entries(values).map(([context, value]) => ({ context, value })),
    },
  ];
  expect(await push(server, { data }, { token: 'default' })).toMatchObject({ status: 200 });
}

/** The sentence wherever it must stand first, and nowhere where it must not stand. */
function expectFirst(applied: StepResult, { forge }: Pick<Proposed, 'forge'>, sentence: string | undefined): void {
  expect(applied).toMatchObject({ status: 0, outputs: { result: 'applied' } });
  const comment = forge.forge.comments.at(-1)?.body.replace(/^<!--.*?-->\n/, '') ?? '';
  const warnings = applied.log.annotations.filter(({ title }) => title === 'confighub-sync: drift-not-shown');
  if (sentence === undefined) {
    expect(applied.stdout + applied.summary + comment).not.toContain('not shown in');
    expect(applied.stdout + applied.summary + comment).not.toContain('is known to have shown');
    expect(warnings).toEqual([]);
    return;
  }
  expect(warnings).toMatchObject([{ kind: 'warning', text: sentence }]);
  const shown = applied.log.shown.filter((line) => line !== '');
  expect(shown[0]).toMatch(/^confighub-sync apply \(/);
  expect(shown[1]).toBe(sentence);
  const markdown = sentence.replaceAll('db.host in *;*', '`db.host` in `*;*`');
  for (const page of [applied.summary, comment]) {
    const paragraphs = page.replaceAll('`', '').split('\n\n').slice(0, 3);
    expect(paragraphs, page).toContain(markdown.replaceAll('`', ''));
    expect(page.indexOf('not shown in') + page.indexOf('is known to have shown')).toBeLessThan(
      page.indexOf('changed on the server since'),
    );
  }
}

describe.concurrent('drift that an apply overwrites', () => {
  test('is not reported if the plan of the pull request showed it', async () => {
    await withPullRequest({}, async (one) => {
      await others(one.server, { '*;*': 'theirs', 'Production;*': 'theirs too' });
      one.propose(CHANGED);
      await one.plan();
      one.merge();
      // What others took back meanwhile is no surprise either.
      await others(one.server, { 'Production;*': 'db.prod.internal' });
      expectFirst(await one.apply(), one, undefined);
    });
  });

  test('is shown first if it occurred after the plan', async () => {
    await withPullRequest({}, async (one) => {
      await others(one.server, { 'Production;*': 'known' });
      one.propose(CHANGED);
      await one.plan();
      one.merge();
      await others(one.server, { '*;*': 'theirs' });
      const sentence =
        'This apply overwrites drift in 1 item that was not shown in the plan of pull request 1: db.host in *;*.';
      expectFirst(await one.apply(), one, sentence);
    });
  });

  test('is shown first if it changed again', async () => {
    await withPullRequest({ flavour: 'gitea' }, async (one) => {
      await others(one.server, { '*;*': 'known' });
      one.propose(CHANGED);
      await one.plan();
      one.merge();
      await others(one.server, { '*;*': 'another' });
      const sentence =
        'This apply overwrites drift in 1 item that was not shown in the plan of pull request 1: db.host in *;*.';
      expectFirst(await one.apply(), one, sentence);
    });
  });

  test('is shown first without a plan, and with a copied comment', async () => {
    await withPullRequest({}, async (one) => {
      await others(one.server, { '*;*': 'theirs' });
      one.propose(CHANGED);
      await one.plan();
      const [comment] = one.forge.forge.comments;
      if (comment) comment.user = { ...comment.user, login: 'mallory' };
      one.merge();
      const sentence =
        'This apply overwrites drift in 1 item that was not shown in the plan of pull request 1: db.host in *;*.';
      expectFirst(await one.apply(), one, sentence);
    });
  });

  test('is shown first without a pull request', async () => {
    await withPullRequest({}, async (one) => {
      await others(one.server, { '*;*': 'theirs' });
      one.desk.git('switch', '--quiet', 'main');
      const applied = await one.apply({ with: { comment: 'never', 'github-token': '' } });
      expect(applied).toMatchObject({ status: 0, outputs: { result: 'applied' } });
      expect(applied.summary).toContain(
        'This apply overwrites drift in 1 item that was not shown in any pull request plan: ',
      );
    });
  });
});
