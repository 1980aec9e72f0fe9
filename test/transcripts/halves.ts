// Every transcript of this folder is what the command line prints today: two workers play one half each.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { IS_NIGHTLY } from '../helpers/suite.ts';
import { played } from './transcript.ts';

const FOLDER = import.meta.dirname;
/** These take longest. In the ordinary suite, the tests behind them (in test/, or transcripts) show the same. */
const NIGHTLY = new Set([
  'by-token/a-value-of-a-wrong-type-breaks-reads-until-an-apply-writes-it-again.txt', // changed-meanwhile
  'drift/names-no-items-of-others-with-another-text-declared-again-or-about-to-be-deleted.txt', // drift/names-items…
  'history/has-a-command-that-undoes-a-merge-a-squash-or-plain-commits-and-nothing-else.txt', // history/lists-…
  'history/has-a-command-that-undoes-how-files-are-read-and-what-was-renamed-on-the-way.txt', // history/lists-…
  'out-of-date/the-plan-is-that-of-the-merge-and-begins-with-what-the-branch-lacks.txt', // apply/planned-merge
  'record/from-before-origin-was-added-is-named-with-a-line-that-takes-it-over.txt', // record/added-origin
  'targets/are-applied-as-reviewed.txt', // plan-file/…
  'targets/of-which-one-is-refused-get-nothing-unless-it-is-left-out-or-approved.txt', // action/targets
]);
const NAMES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.txt') && (IS_NIGHTLY || !NIGHTLY.has(name)))
  .sort();

export function playHalf(half: 0 | 1): void {
  describe.concurrent('transcripts', () => {
    test.for(NAMES.filter((_, index) => index % 2 === half))('%s', async (name, { expect }) => {
      const file = join(FOLDER, name);
      await expect(await played(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
    });
  });
}
