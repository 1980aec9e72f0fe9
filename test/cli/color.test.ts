// Colors: in a terminal, or where a flag or a variable asks for them.
import { expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

test('colors without a terminal are there on request only, and a finding about a placeholder points at its line', async () => {
  const files = {
    ...SMALL,
    'config/app.conf': 'a\nb ${shop.nowhere}\n',
    'config/files.yaml': 'files: { app.conf: { "*;*": { path: app.conf } } }',
  };
  await withShop(files, async ({ desk }) => {
    const planned = async (args: string[], env = {}) =>
      (await desk.cli(['plan', ...args], { env })).stdout;
    const plain = await planned([]);
    expect(plain).not.toContain('\u001b[');
    expect(plain).toContain('config/app.conf:2:3 refused file-new-key');
    expect((await desk.cli(['--no-color', 'plan'])).stdout).toBe(plain);
    expect(await planned([], { TERM: 'xterm-256color', COLORTERM: 'truecolor' })).toBe(plain);
    expect(await planned(['--color'])).toContain('\u001b[');
    expect(await planned([], { FORCE_COLOR: '1' })).toContain('\u001b[');
    expect(await planned(['--no-color'], { FORCE_COLOR: '1' })).toBe(plain);
    expect(await planned([], { FORCE_COLOR: '0' })).toBe(plain);
  });
});

test('a terminal has colors, unless a flag, a variable or its type says otherwise', async () => {
  await withShop(SMALL, async ({ desk }) => {
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
});
