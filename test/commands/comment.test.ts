// comment: a plan that was handed over, read from its file and from nothing else than a file.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { comment } from '../../src/commands/comment.ts';
import { jsonPlan } from '../../src/render/json.ts';
import { planComment } from '../../src/render/markdown/comment.ts';
import { handedOverStatus } from '../../src/render/markdown/status.ts';
import { shownPlan, valueChange } from '../helpers/plans.ts';
import { type Desk, SMALL, withDesk } from '../helpers/process.ts';

const PLAN = shownPlan({ live: 'base', changes: [valueChange({ key: 'a', after: '1' })] });
const show = (plan: typeof PLAN) => planComment(plan, { status: handedOverStatus(plan) });

/** With one plan in the working directory and one outside of it. */
function withPlans(use: (desk: Desk) => void): Promise<void> {
  return withDesk({ 'in/plan.json': jsonPlan(PLAN) }, async (desk) => {
    desk.sandbox.write('out/plan.json', jsonPlan(PLAN));
    use(desk);
  });
}

const refusal = (message: string, code = 'bad-plan-file') => expect.objectContaining({ code, message });

describe('the file', () => {
  test('is inside the working directory, or has an absolute path', () =>
    withPlans((desk) => {
      for (const file of ['in/plan.json', './in/../in/plan.json', desk.sandbox.path('out/plan.json')])
        expect(show(comment(file, desk.dir))).toBe(show(PLAN));
    }));

  test.each(['../out/plan.json', 'in/../../out/plan.json', '..'])('is not %s', (file) =>
    withPlans((desk) => {
      expect(() => comment(file, desk.dir)).toThrow(refusal(`${file} is outside the working directory.`));
    }),
  );

  test('must exist', () =>
    withPlans((desk) => {
      expect(() => comment('no/plan.json', desk.dir)).toThrow(refusal('no/plan.json cannot be read.'));
      expect(() => comment('', desk.dir)).toThrow(refusal('The input `json-plan` is empty.', 'bad-input'));
    }));

  test('must not be a folder, link or pipe', () =>
    withPlans((desk) => {
      symlinkSync(desk.path('in/plan.json'), desk.path('link'));
      execFileSync('mkfifo', [desk.path('pipe')]);
      for (const file of ['in', 'link', 'pipe'])
        expect(() => comment(file, desk.dir)).toThrow(refusal(`${file} is not a regular file.`));
    }));

  test('must not exceed the size limit', () =>
    withPlans((desk) => {
      desk.write({ large: Buffer.alloc(20_000_001, ' ') });
      expect(() => comment('large', desk.dir)).toThrow(refusal('large is larger than 20 MB.'));
    }));

  test('must be a plan; other JSON is not quoted', () =>
    withPlans((desk) => {
      desk.write({ 'x.json': '{"version":"hunter2"}', 'bytes.json': Buffer.from([0xff, 0xfe, 0x00]) });
      expect(() => comment('x.json', desk.dir)).toThrow(
        refusal('x.json is not a JSON plan of version 1: `version` is not 1.'),
      );
      expect(() => comment('bytes.json', desk.dir)).toThrow(
        refusal('bytes.json is not a JSON plan of version 1: it is not valid JSON.'),
      );
    }));
});

describe('what a run without secrets wrote', () => {
  const head = {
    'confighub.yaml': 'version: 1\nrepository: acme/shop\nlevels: [Environment, Application]\nprune: all\n',
    'config/shop.yaml': `keys:
  shop.title: "@octocat"
  db.password: { value: { env: DB_PASSWORD } }
files:
  motd.txt: { "*": { content: "one\\ntwo\\n" } }
`,
  };

  /** The output `plan-path` of the action holds the same. */
  test.each(['--json', '--out'])('with %s is what the comment shows', (flag) =>
    withDesk(SMALL, async (desk) => {
      desk.commit('Open the shop');
      desk.commit('Change it', head);
      const args = ['plan', '--offline', '--into', 'HEAD^1'];
      const made = await desk.cli([...args, ...(flag === '--out' ? ['--out', 'plan.json'] : ['--json'])]);
      expect(made.status).toBe(0);
      if (flag === '--json') desk.write({ 'plan.json': made.stdout });
      const shown = show(comment('plan.json', desk.dir));
      const [title, , counts, , first] = shown.split('\n');
      expect([title, counts, first]).toEqual([
        '### Plan without the server: `acme/shop`',
        '**2 to create, 1 to update, 2 to delete.**',
        'Made by the workflow of the pull request itself; this run did not check it.',
      ]);
      expect(shown).toContain('- `prune`: `managed` → `all` · **looser** · `confighub.yaml:4:8`');
      expect(shown).toContain('`"Corner Shop"` → `"@octocat"` · `config/shop.yaml:2`');
      expect(shown).toContain('- `+` **`db.password`** `*;*`: (secret, created)');
    }),
  );
});

describe('the status', () => {
  test.each([
    ['base', PLAN.changes, 'offline'],
    ['base', [], 'offline'],
    ['none', PLAN.changes, 'offline'],
    ['export', PLAN.changes, 'planned'],
    ['pulls', [], 'unchanged'],
  ] as const)('of a plan made from %s is no other', (live, changes, kind) => {
    const plan = shownPlan({ live, changes: [...changes] });
    expect(handedOverStatus(plan)).toEqual({ kind, madeBy: 'pull-request' });
  });
});
