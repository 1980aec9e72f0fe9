// Whose reviews approve a plan is read from the base as well, so that no change decides on its own approval.
import { expect, it } from 'vitest';
import { trustedApprovals } from '../../src/project/trust.ts';
import { resolveOptions } from '../../src/options.ts';
import { GitSandbox } from '../helpers/git.ts';

it.each([
  ['any-writer', 'any-writer', 'any-writer'],
  ['not-author', 'any-writer', 'not-author'],
  ['any-writer', 'not-author', 'not-author'],
  [undefined, 'any-writer', 'not-author'],
  ['nonsense', 'any-writer', 'not-author'],
] as const)('a base that says %s, and files that say %s: %s', async (before, after, expected) => {
  const sandbox = new GitSandbox();
  try {
    const cwd = sandbox.init();
    const file = (approvals?: string) => ({
      'shop/confighub.yaml': `version: 1\n${approvals === undefined ? '' : `approvals: ${approvals}\n`}`,
    });
    const base = sandbox.commit(cwd, 'Before', file(before));
    sandbox.commit(cwd, 'After', { ...file(after), 'README.md': 'A shop.\n' });
    const options = resolveOptions({ config: 'shop/confighub.yaml' }, {});
    const runtime = { cwd, env: sandbox.env };
    expect(await trustedApprovals(base, { options, runtime })).toBe(expected);
    expect(await trustedApprovals(undefined, { options, runtime })).toBe('not-author');
    expect(await trustedApprovals('0'.repeat(40), { options, runtime })).toBe('not-author');
  } finally {
    sandbox.dispose();
  }
});
