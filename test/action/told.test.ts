// What the log warns of stands in the comment and in the summary too: not every Git host shows annotations.
import { chmodSync } from 'node:fs';
import { expect } from 'vitest';
import type { Proposed } from '../helpers/pull-requests.ts';
import { representatives } from '../helpers/suite.ts';
import { beginApply, CHANGED, comments, having, test } from './stage.ts';
import { CHANGED_SHOP, projectFile, targetsOf, test as ofTargets } from './three-targets.ts';

const HOUR = 3_600_000;
const LEFT = { 'config/left.yaml': 'keys: { left: 1 }\n' };

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

const plan = ({ plan }: Proposed) => plan();
const apply = ({ desk, merge, apply }: Proposed) => {
  merge();
  if (desk.git('remote') !== '') desk.git('push', '--quiet', 'origin', 'main');
  return apply();
};
const withoutUrl = ({ plan }: Proposed) => plan({ env: { CONFIGHUB_URL: '' } });

const leave = ({ desk }: Proposed) => desk.write(LEFT);
const die = (stage: Proposed) => void beginApply(stage, HOUR);
const HARMLESS = { 'config/shop.yaml': `changeComment: Hello\n${CHANGED['config/shop.yaml']}` };
const OFF = { ...having('record: false'), ...CHANGED };
const ELSEWHERE = { ...having('url: https://other.example'), ...CHANGED };

const NOT_COMMITTED =
  /^#### Warnings\n\n- \*\*`not-committed`\*\* `config\/left\.yaml`: This plan leaves out what is not committed: /m;
const NEXT_TAKES_OVER =
  /^- An earlier apply of commit `[0-9a-f]{10}` by \S+ did not finish: .* The next apply takes over its work\.$/m;
const TAKES_OVER =
  /^- An earlier apply of commit `[0-9a-f]{10}` .* This apply takes over its work, unless it is refused\.$/m;
const STILL_OPEN =
  /^The server has accepted these changes, but this apply could not be recorded as done, because origin rejected its record .* Other apply runs may be refused until .* UTC/m;

interface How {
  files?: Record<string, string>;
  before?: (stage: Proposed) => void;
  /** Whether it stands before the number of changes. */
  isFirst?: boolean;
}
const ROWS: [what: string, step: typeof plan, says: RegExp, how: How][] = [
  ['what is not committed', plan, NOT_COMMITTED, { before: leave }],
  ['a harmless error', plan, /^- \*\*`\S+`\*\* \[`config\/shop\.yaml:1:1`\]/m, { files: HARMLESS }],
  ['a changed setting', plan, /^- This branch sets `record` to `false`\./m, { files: OFF }],
  ['no server', withoutUrl, /^- Planned without the server: .*`url`/m, { files: ELSEWHERE }],
  ['a killed apply, in a plan', plan, NEXT_TAKES_OVER, { before: die }],
  ['a killed apply, in the next one', apply, TAKES_OVER, { before: die }],
  ['an open record', apply, STILL_OPEN, { before: keepOpen, isFirst: true }],
];

/** Without what Markdown adds. */
function plain(markdown: string): string {
  return markdown.replace(/\]\([^)\s]*\)/g, '').replace(/[`*[\]]/g, '');
}

test.for(representatives(ROWS, 3))('%s', async ([, step, says, how], { stage }) => {
  stage.propose(how.files ?? CHANGED);
  how.before?.(stage);
  const { summary, log } = await step(stage);
  expect(log.annotations).not.toEqual([]);
  for (const shown of [comments(stage)[0] ?? '', summary]) {
    expect(shown).toMatch(says);
    for (const { text } of log.annotations) expect(plain(shown)).toContain(plain(text));
  }
  const at = summary.search(/^\*\*\d+ (?:to create|created)|\*\*\d+ to create/m);
  // Others wait for a record that is open.
  expect(summary.search(says) < at).toBe(how.isFirst === true);
});

test('a warning alone creates no comment', async ({ stage }) => {
  stage.propose({ 'README.md': 'A shop.\n' });
  stage.desk.write(LEFT);
  const { summary } = await stage.plan();
  expect(summary).toContain('`not-committed`');
  expect(comments(stage)).toEqual([]);
});

ofTargets('of several targets it is said once', async ({ targets }) => {
  const { desk, urls, propose, plan } = targets;
  const project = projectFile(urls, targetsOf(urls), 'record: false\n');
  propose({ ...CHANGED_SHOP, 'confighub.yaml': project });
  desk.write({ 'shop/left.yaml': 'keys: { shop.left: 1 }\n' });
  const { summary } = await plan();
  for (const text of [summary, comments(targets)[0] ?? '']) {
    expect(text.match(/This branch sets `record`/g)).toHaveLength(1);
    expect(text.match(/`not-committed`/g)).toHaveLength(1);
    expect(text).toMatch(
      /^- \*\*`not-committed`\*\* `shop\/left\.yaml`: shop, shop-eu: This plan leaves out/m,
    );
  }
});
