// Whose reviews approve a plan is read from the base as well, so that no change decides on its own approval.
import { expect } from 'vitest';
import { trustedApprovals } from '../../src/project/trust.ts';
import { resolveOptions } from '../../src/options.ts';
import { test } from '../helpers/test.ts';

test.for([
  ['any-writer', 'any-writer', 'any-writer'],
  ['not-author', 'any-writer', 'not-author'],
  ['any-writer', 'not-author', 'not-author'],
  [undefined, 'any-writer', 'not-author'],
  ['nonsense', 'any-writer', 'not-author'],
] as const)(
  'a base that says %s, and files that say %s: %s',
  async (row, { desk: { sandbox } }) => {
    const [before, after, expected] = row;
    const cwd = sandbox.init();
    const commit = (approvals?: string) =>
      sandbox.commit(cwd, 'Change', {
        'shop/confighub.yaml': `version: 1\n${approvals ? `approvals: ${approvals}\n` : ''}`,
        'README.md': `A shop: ${approvals}.\n`,
      });
    const base = commit(before);
    sandbox.git(cwd, 'branch', 'trusted');
    const head = commit(after);
    const options = resolveOptions({ config: 'shop/confighub.yaml' }, {});
    const runtime = { cwd, env: sandbox.env };
    expect(await trustedApprovals(base, { options, runtime })).toBe(expected);
    expect(await trustedApprovals(undefined, { options, runtime })).toBe('not-author');
    expect(await trustedApprovals('0'.repeat(40), { options, runtime })).toBe('not-author');
    const queued = { ...options, untrusted: { branch: 'trusted' } };
    expect(await trustedApprovals(undefined, { options: queued, runtime })).toBe(expected);
    const pushed = { ...options, untrusted: { commit: head, branch: 'trusted' } };
    expect(await trustedApprovals(undefined, { options: pushed, runtime })).toBe('not-author');
  },
);
