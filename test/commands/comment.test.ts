// comment: plans that were handed over, read from their files and from nothing else than files.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { comment } from '../../src/commands/comment.ts';
import { CommandError } from '../../src/errors.ts';
import { errorMembers, jsonPlan, jsonTargets, planMembers } from '../../src/render/json.ts';
import { planComment } from '../../src/render/markdown/comment.ts';
import { handedOverStatus } from '../../src/render/markdown/status.ts';
import type { MaskedPlan } from '../../src/render/mask.ts';
import { shownPlan, valueChange } from '../helpers/plans.ts';
import { type Desk, SMALL, withDesk } from '../helpers/process.ts';

const PLAN = shownPlan({ live: 'base', changes: [valueChange({ key: 'a', after: '1' })] });
const show = (plan: MaskedPlan | undefined) => plan && planComment(plan, { status: handedOverStatus(plan) });

function onlyPlan({ plans }: ReturnType<typeof comment>): MaskedPlan | undefined {
  const [one, ...others] = plans;
  expect(others).toEqual([]);
  return one && 'plan' in one ? one.plan : undefined;
}

/** With one plan in the working directory and one outside of it. */
function withPlans(use: (desk: Desk) => void): Promise<void> {
  return withDesk({ 'in/plan.json': jsonPlan(PLAN) }, async (desk) => {
    desk.sandbox.write('out/plan.json', jsonPlan(PLAN));
    use(desk);
  });
}

const refusal = (message: unknown, code = 'bad-plan-file') => expect.objectContaining({ code, message });

describe('the file', () => {
  test('is inside the working directory, or has an absolute path', () =>
    withPlans((desk) => {
      for (const file of ['in/plan.json', './in/../in/plan.json', desk.sandbox.path('out/plan.json')])
        expect(show(onlyPlan(comment(file, desk.dir)))).toBe(show(PLAN));
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

describe('several files', () => {
  const named = (...names: string[]) => jsonTargets(names.map((name) => ({ name, members: planMembers(PLAN) })));
  const failed = jsonTargets([
    { name: 'mail', members: errorMembers(new CommandError({ code: 'x', message: 'No.' })) },
  ]);

  /** The names that a reading of these lines finds, with the files of three jobs. */
  async function namesIn(lines: string, more: Record<string, string> = {}): Promise<(string | undefined)[]> {
    let names: (string | undefined)[] = [];
    await withDesk(
      {
        'plans/b/plan.json': named('shop'),
        'plans/a/plan.json': named('billing', 'eu'),
        'plans/c/x.json': failed,
        ...more,
      },
      async (desk) => {
        names = comment(lines.replaceAll('DIR', desk.dir), desk.dir).plans.map(({ name }) => name);
      },
    );
    return names;
  }

  test.each([
    ['plans/b/plan.json\nplans/a/plan.json', ['shop', 'billing', 'eu']],
    ['  plans/b/plan.json  \r\n\r\nDIR/plans/c/x.json\n', ['shop', 'mail']],
    ['plans/**/*.json', ['billing', 'eu', 'shop', 'mail']],
    ['./plans/*/plan.json\nplans/c/x.json', ['billing', 'eu', 'shop', 'mail']],
    ['plans/{a,c}/*.json', ['billing', 'eu', 'mail']],
    ['plans/b/plan.json\nplans/b/*.json\nDIR/plans/b/plan.json', ['shop']],
  ])('%j', async (lines, names) => expect(await namesIn(lines)).toEqual(names));

  test('may have a name that looks like a glob', async () => {
    expect(await namesIn('a[b].json', { 'a[b].json': named('odd'), 'ab.json': named('other') })).toEqual(['odd']);
  });

  test.each([
    ['nothing/*.json', 'No file matches nothing/*.json.'],
    ['../*.json', '../*.json is outside the working directory.'],
    ['plans/../../*/x.json', 'plans/../../*/x.json is outside the working directory.'],
    ['{plans,..}/*.json', '{plans,..}/*.json is outside the working directory.'],
    ['DIR/plans/*/x.json', expect.stringMatching(/ is outside the working directory\.$/)],
    ['plans/*(a|b)/plan.json', expect.stringContaining('is an extended glob, which is not supported.')],
  ])('%j is refused', async (lines, message) => {
    await expect(namesIn(lines)).rejects.toThrow(refusal(message));
  });

  test('never have two plans of one target', async () => {
    const message = 'plans/b/plan.json and z.json both have a plan of shop.';
    await expect(namesIn('plans/*/plan.json\nz.json', { 'z.json': named('new', 'shop') })).rejects.toThrow(
      refusal(message),
    );
    const unnamed = { 'y.json': jsonPlan(PLAN), 'z.json': jsonPlan(PLAN) };
    await expect(namesIn('*.json', unnamed)).rejects.toThrow(
      refusal('y.json and z.json both have a plan of acme/shop.'),
    );
  });

  test('are no links, wherever a glob finds them', async () => {
    await withPlans((desk) => {
      symlinkSync(desk.sandbox.path('out'), desk.path('linked'));
      symlinkSync(desk.path('in/plan.json'), desk.path('plan.json'));
      expect(() => comment('**/plan.json', desk.dir)).toThrow(refusal(expect.stringMatching(/linked|regular file/)));
      expect(() => comment('p*.json', desk.dir)).toThrow(refusal('plan.json is not a regular file.'));
    });
  });

  test('say once which targets were removed', async () => {
    const gone = { server: 'x', repository: 'acme/old' };
    const with1 = (name: string) => jsonTargets([{ name, members: planMembers(PLAN) }], [gone]);
    await withDesk({ 'a.json': with1('a'), 'b.json': with1('b') }, async (desk) => {
      expect(comment('*.json', desk.dir).removed).toEqual([gone]);
    });
  });
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
      const shown = show(onlyPlan(comment('plan.json', desk.dir))) ?? '';
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
