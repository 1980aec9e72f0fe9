// How often a plan and an apply start Git. Every start costs a process, and some of them a request to origin.
import { expect } from 'vitest';
import { planTarget } from '../src/commands/plan.ts';
import { apply } from './helpers/apply.ts';
import { setUpFilter } from './helpers/git-filter.ts';
import { declaring, type Member, type Team } from './helpers/team.ts';
import { test } from './helpers/test.ts';

/** The commands of Git, sorted, each with how often it is started. */
function started(calls: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const call of calls) {
    const args = call.split('\x1f');
    const at = args.findIndex((arg, i) => i % 2 === 0 && arg !== '-c' && arg !== '-C');
    const name = args.includes('--filters') ? 'cat-file --filters' : (args[at] ?? '');
    // On a busy machine the process that reads objects rests in between, and is started again.
    counts.set(name, name === 'cat-file' ? 1 : (counts.get(name) ?? 0) + 1);
  }
  const listed = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${count} ${name}`);
  return `${[...counts.values()].reduce((sum, count) => sum + count, 0)}: ${listed.join(', ')}`;
}

/** What is started by plans and applies of two commits, one after the other. */
async function startsOf(
  member: Member,
  { sandbox }: Team,
  hasOrigin: boolean,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const options = member.options();
  const plans = async (what: string, given = options) => {
    const { env, calls } = sandbox.spy();
    await planTarget(given, member.runtime({ env }));
    found[what] = started(calls());
  };
  const applies = async (what: string) => {
    const { env, calls } = sandbox.spy();
    const { outcome } = await apply(options, member.runtime({ env }));
    expect(outcome).toBe(what === 'apply without changes' ? 'nothing' : 'verified');
    found[what] = started(calls());
  };
  const commit = (message: string, files: Record<string, string>) => {
    sandbox.commit(member.dir, message, files);
    if (hasOrigin) sandbox.git(member.dir, 'push', '--quiet', 'origin', 'HEAD:main');
  };
  commit('First', declaring('a', 'b'));
  await plans('first plan');
  await applies('first apply');
  commit('Second', declaring('a', 'b', 'c'));
  await plans('second plan');
  await plans('plan without a record', { ...options, record: false });
  await applies('second apply');
  await applies('apply without changes');
  return found;
}

test('with files that a Git filter hides: their attributes are asked for, and each content for itself', async ({
  team,
  ada,
}) => {
  setUpFilter(team.sandbox, ada.dir);
  const hidden = {
    '.gitattributes': 'config/*.txt filter=seal\n',
    'config/a.txt': 'a\n',
    'config/b.txt': 'b\n',
  };
  ada.commit({
    ...hidden,
    'config/files.yaml': 'files: { a: { path: a.txt }, b: { path: b.txt } }\n',
  });
  expect(await startsOf(ada, team, true)).toMatchObject({
    'second plan':
      '8: 1 cat-file, 2 cat-file --filters, 1 check-attr, 1 config, 1 ls-files, 1 ls-remote, 1 rev-parse',
    // An apply also asks for the attributes of the commit, which an uncommitted `.gitattributes` may differ from.
    'apply without changes':
      '10: 1 cat-file, 2 cat-file --filters, 2 check-attr, 1 config, 1 ls-files, 1 ls-remote, 1 rev-parse, 1 update-index',
  });
});

test('without a remote', async ({ team, ada }) => {
  team.sandbox.git(ada.dir, 'remote', 'remove', 'origin');
  const open = '1 for-each-ref, 1 ls-files, 1 rev-parse';
  expect(await startsOf(ada, team, false)).toEqual({
    'first plan': `5: 1 cat-file, 1 config, ${open}`,
    'first apply': `8: 1 cat-file, 1 config, 1 fast-import, ${open}, 2 update-ref`,
    'second plan': `5: 1 cat-file, 1 config, ${open}`,
    'plan without a record': '5: 1 cat-file, 1 config, 1 log, 1 ls-files, 1 rev-parse',
    'second apply': `8: 1 cat-file, 1 config, 1 fast-import, ${open}, 2 update-ref`,
    'apply without changes': `5: 1 cat-file, 1 config, ${open}`,
  });
});
