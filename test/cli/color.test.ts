// Colors: in a terminal, or where a flag or a variable asks for them.
import { expect } from 'vitest';
import { test } from '../helpers/test.ts';

test('a terminal has colors, unless a flag, a variable or its type says otherwise', async ({
  shop: { desk },
}) => {
  const planned = (flags: string[], env: Record<string, string>) =>
    desk.cli(['plan', ...flags], { env: { TERM: 'xterm-256color', ...env }, terminal: {} });
  expect((await planned([], {})).stdout).toContain('\u001b[32m  + db.host');
  for (const [flags, env] of [
    [['--no-color'], {}],
    [[], { NO_COLOR: '1' }],
    [[], { TERM: 'dumb' }],
  ] as [string[], Record<string, string>][]) {
    const { stdout } = await planned(flags, env);
    expect(stdout).toContain('Plan: 3 to create');
    expect(stdout).not.toContain('\u001b[');
  }
});
