// What the log warns of stands in the comment and in the summary too: not every Git host shows annotations.
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import { type Proposed, withPullRequest } from '../helpers/pull-requests.ts';
import { CHANGED_SHOP, projectFile, targetsOf, withTargets } from './three-targets.ts';
import type { StepResult } from '../helpers/workflow.ts';
import { representatives } from '../helpers/suite.ts';

const TITLE = SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store');
const CHANGED = { 'config/shop.yaml': TITLE };

/** The record of an apply of the commit that is checked out, as one leaves it that was killed an hour ago. */
function beginAndDie({ desk }: Proposed): void {
  const ref = desk.git('for-each-ref', '--format=%(refname)', 'refs/confighub-sync');
  const done = desk.git('rev-parse', ref);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  const message = desk
    .git('log', '-1', '--format=%B', done)
    .trim()
    .replace('State: done', 'State: begun')
    .replace(/^Since: .*$/m, `Since: ${since}\nUntil: ${since}\nOpen: 1`);
  desk.git('update-ref', ref, desk.git('commit-tree', `${done}^{tree}`, '-p', done, '-m', message));
}

/** Makes the record refuse to end what has begun. */
function keepOpen({ desk }: Proposed): void {
  const origin = desk.sandbox.bare();
  desk.git('remote', 'add', 'origin', `file://${origin}`);
  desk.git('push', '--quiet', 'origin', 'main', 'refs/confighub-sync/*:refs/confighub-sync/*');
  const hook = `${origin}/hooks/update`;
  const isDone = '[ "$(git log -1 --format=%B $3 | grep -c "^State: done")" = 1 ]';
  desk.sandbox.write(
    hook,
    `#!/bin/sh\ncase $1 in refs/confighub-sync/*) ${isDone} && exit 1;; esac\nexit 0\n`,
  );
  chmodSync(hook, 0o755);
}

type Step = (stage: Proposed) => Promise<StepResult>;
const planned: Step = ({ plan }) => plan();
const applied: Step = ({ merge, apply }) => {
  merge();
  return apply();
};

const TABLE: Record<
  string,
  {
    files?: Record<string, string>;
    before?: (stage: Proposed) => void;
    step: Step;
    says: RegExp;
    /** It comes before the counts, because others wait for it. */
    isFirst?: true;
  }
> = {
  'a file that is not committed': {
    before: ({ desk }) => desk.write({ 'config/left.yaml': 'keys: { left: 1 }\n' }),
    step: planned,
    says: /^#### Warnings\n\n- \*\*`not-committed`\*\* `config\/left\.yaml`: This plan leaves out what is not committed: /m,
  },
  'an error that does no harm': {
    files: { 'config/shop.yaml': `changeComment: Hello\n${TITLE}` },
    step: planned,
    says: /^- \*\*`\S+`\*\* \[`config\/shop\.yaml:1:1`\]\(\S+\): /m,
  },
  'a setting that takes effect with the merge': {
    files: { 'confighub.yaml': `${SMALL['confighub.yaml']}record: false\n` },
    step: planned,
    says: /^- This branch sets `record` to `false`\./m,
  },
  'a plan without the server': {
    files: {
      'confighub.yaml': `${SMALL['confighub.yaml']}url: https://other.example\n`,
    },
    step: ({ plan }) => plan({ env: { CONFIGHUB_URL: '' } }),
    says: /^- Planned without the server: .*`url`/m,
  },
  'an apply that was killed, before a plan': {
    before: beginAndDie,
    step: planned,
    says: /^- An earlier apply of commit `[0-9a-f]{10}` by \S+ did not finish: .* The next apply takes over its work\.$/m,
  },
  'an apply that was killed, before the next one': {
    before: beginAndDie,
    step: applied,
    says: /^- An earlier apply of commit `[0-9a-f]{10}` .* This apply takes over its work, unless it is refused\.$/m,
  },
  'a record that is still open': {
    before: keepOpen,
    step: ({ desk, merge, apply }) => {
      merge();
      desk.git('push', '--quiet', 'origin', 'main');
      return apply();
    },
    says: /^The server has accepted these changes, but this apply could not be recorded as done, because origin rejected its record .* Other apply runs may be refused until .* UTC/m,
    isFirst: true,
  },
};

/** Without what Markdown adds. */
function plain(markdown: string): string {
  return markdown.replace(/\]\([^)\s]*\)/g, '').replace(/[`*[\]]/g, '');
}

const entries = representatives(Object.entries(TABLE), 3);

test.for(entries)('%s', async ([, { files = CHANGED, before, step, says, isFirst = false }]) => {
  await withPullRequest({}, async (stage) => {
    stage.propose({ ...CHANGED, ...files });
    before?.(stage);
    const { summary, log } = await step(stage);
    const [comment] = stage.gitHost.gitHost.comments.map(({ body }) =>
      body.replace(/^<!--.*?-->\n/, ''),
    );
    expect(log.annotations).not.toEqual([]);
    expect(comment).toMatch(says);
    expect(summary).toMatch(says);
    for (const text of [comment, summary])
      for (const { text: said } of log.annotations)
        expect(plain(text ?? '')).toContain(plain(said));
    const counts = summary.search(/^\*\*\d+ (?:to create|created)|\*\*\d+ to create/m);
    expect(summary.search(says) < counts).toBe(isFirst);
  });
});

test('a run without secrets says so in its summary', async () => {
  await withPullRequest({ from: 'mallory/shop' }, async ({ propose, plan }) => {
    propose(CHANGED);
    const { summary } = await plan({ env: { INPUT_TOKEN: '' } });
    expect(summary).toMatch(
      /^- This pull request is from a fork or Dependabot, so this run has no secrets: /m,
    );
  });
});

test('a warning alone creates no comment', async () => {
  await withPullRequest({}, async ({ desk, gitHost, propose, plan }) => {
    propose({ 'README.md': 'A shop.\n' });
    desk.write({ 'config/left.yaml': 'keys: { left: 1 }\n' });
    const { summary } = await plan();
    expect(summary).toContain('`not-committed`');
    expect(gitHost.gitHost.comments).toEqual([]);
  });
});

test('of several targets it is said once', async () => {
  await withTargets(async ({ desk, gitHost, urls, propose, plan }) => {
    propose({
      ...CHANGED_SHOP,
      'confighub.yaml': projectFile(urls, targetsOf(urls), 'record: false\n'),
    });
    desk.write({ 'shop/left.yaml': 'keys: { shop.left: 1 }\n' });
    const { summary } = await plan();
    for (const text of [summary, gitHost.gitHost.comments[0]?.body ?? '']) {
      expect(text.match(/This branch sets `record`/g)).toHaveLength(1);
      expect(text.match(/`not-committed`/g)).toHaveLength(1);
      expect(text).toMatch(
        /^- \*\*`not-committed`\*\* `shop\/left\.yaml`: shop, shop-eu: This plan leaves out/m,
      );
    }
  });
});
