// Every rule of the table: a scenario in which it speaks, and the push that it stands for, refused or distorted.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES as CHECKED } from '../src/plan/guard.ts';
import { LIMIT_RULES } from '../src/plan/rules/limits.ts';
import { RULE_ROWS, type RuleRow } from './guards/rule-rows.ts';
import { runScenario } from './helpers/scenario.ts';
import { runUnguarded } from './guards/unguarded.ts';
import { representatives } from './helpers/suite.ts';

const GUARDS = join(import.meta.dirname, 'guards');
const folderOf = ({ code }: RuleRow) => join(GUARDS, code);
/** These need several runs (test/record and test/cli), or a server whose answers are wrong (test/plan). */
const ELSEWHERE: readonly string[] = [
  'file-stored-twice',
  'declared-twice',
  'other-project',
  'live-incomplete',
  'context-unread',
  'token-rejected',
  'record-unreadable',
  'record-unconfirmed',
  'unfinished-only',
  'older-commit',
];
const RULES = RULE_ROWS.filter(({ code }) => !ELSEWHERE.includes(code));
const isFoundInFiles = ({ code }: RuleRow) => !CHECKED.some((rule) => rule.code === code);

/** These are about the plan as a whole. */
const WITHOUT_PLACE = [...LIMIT_RULES.map(({ code }) => code), 'big-push'];

/** What says the same a thousand times need not be read a thousand times. */
function shortened(text = ''): string {
  const lines = text.split('\n');
  return lines.length <= 40 ? text : [...lines.slice(0, 10), '…', ...lines.slice(-10)].join('\n');
}

describe('the folders', () => {
  it('are those of the rules', () => {
    const folders = readdirSync(GUARDS, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual(RULES.map(({ code }) => code).sort());
  });

  it.each(RULES.map((rule) => [rule.code, rule]))(
    'of %s are two, or one for a policy',
    (_, rule) => {
      const there = readdirSync(folderOf(rule)).sort();
      expect(there).toEqual(rule.isPolicy ? ['fires'] : ['fires', 'unguarded']);
    },
  );
});

describe.concurrent('the rule fires:', () => {
  it.for(RULES.map((rule) => [rule.code, rule] as const))(
    '%s',
    async ([code, rule], { expect }) => {
      const folder = join(folderOf(rule), 'fires');
      const { files, found, again, pushes } = await runScenario(folder);
      const name =
        isFoundInFiles(rule) && rule.severity !== 'avoided' ? 'diagnostics.txt' : 'plan.txt';
      await expect(shortened(files[name])).toMatchFileSnapshot(join(folder, name));
      if (rule.severity === 'avoided') {
        await expect(files['push.json']).toMatchFileSnapshot(join(folder, 'push.json'));
        expect(pushes, 'pushes').toBeGreaterThan(0);
        expect(again, 'a second plan').toBe('No changes.');
        return;
      }
      const own = found.filter((one) => one.code === code);
      expect(own.length, `findings of ${code}`).toBeGreaterThan(0);
      for (const finding of own) {
        const { place, removedFrom = place, hint } = finding;
        // The text of the plan says how to approve it.
        expect(hint !== undefined || 'approvable' in finding, 'what to do').toBe(true);
        expect(removedFrom !== undefined, 'has a place').toBe(!WITHOUT_PLACE.includes(code));
      }
      if (rule.severity === 'refusal') expect(pushes, 'nothing was sent').toBe(0);
    },
  );
});

describe.concurrent('the unguarded push is refused or distorted:', () => {
  const rules = RULES.filter(({ isPolicy }) => !isPolicy);
  it.for(representatives(rules, 12).map((rule) => [rule.code, rule] as const))(
    '%s',
    async ([code, rule], { expect }) => {
      const folder = folderOf(rule);
      const { answer, found, isRefused, missing, unseen } = await runUnguarded(folder);
      await expect(answer).toMatchFileSnapshot(join(folder, 'unguarded/answer.txt'));
      if (!existsSync(join(folder, 'unguarded/push.json'))) expect(found).toContain(code);
      if (isRefused) return;
      if (unseen !== undefined) expect(unseen, 'texts that should show the harm').toEqual([]);
      expect(missing > 0 || unseen !== undefined, 'the push did harm').toBe(true);
    },
  );
});
