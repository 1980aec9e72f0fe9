// A clone on Windows, where Git may write CRLF: documents, sources and records mean the same as on other systems.
// Commands run as processes of their own: a Git process that waits for more work keeps its folder from being removed.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Desk, SMALL, withShop } from '../helpers/process.ts';

const FILES = {
  ...SMALL,
  'config/texts.yaml': [
    'keys:',
    '  shop.banner: |',
    '    one',
    '    two',
    '  shop.imprint: { value: { path: content/imprint.txt } }',
    '',
  ].join('\n'),
  'config/content/imprint.txt': 'Corner Shop\nHigh Street\n',
};

/** Checks the files out again, with the line ends that Git gives them here. */
function checkOutAgain(desk: Desk): void {
  desk.git('rm', '-r', '--quiet', '--cached', '.');
  desk.git('reset', '--quiet', '--hard');
}

describe('a working tree with CRLF', () => {
  test('plans nothing after an apply from one with LF, where contents are kept byte for byte', async () => {
    await withShop(
      { ...FILES, '.gitattributes': 'config/content/** -text\n' },
      async ({ desk }) => {
        desk.commit('first');
        const applied = await desk.cli(['apply', '--yes']);
        expect(applied, applied.output).toMatchObject({ status: 0 });
        desk.git('config', 'core.autocrlf', 'true');
        checkOutAgain(desk);
        expect(readFileSync(desk.path('config/texts.yaml'), 'utf8')).toContain('one\r\n');
        expect(readFileSync(desk.path('confighub.yaml'), 'utf8')).toContain('\r\n');
        const planned = await desk.cli(['plan', '--detailed-exitcode']);
        expect(planned, planned.output).toMatchObject({
          status: 0,
          stdout: expect.stringContaining('No changes.'),
        });
        expect(planned.stderr).not.toContain('uncommitted');
      },
    );
  });

  test('plans nothing where Git changed the line ends of a content file: it is read as it is committed', async () => {
    await withShop(FILES, async ({ desk }) => {
      desk.commit('first');
      const applied = await desk.cli(['apply', '--yes']);
      expect(applied, applied.output).toMatchObject({ status: 0 });
      desk.git('config', 'core.autocrlf', 'true');
      checkOutAgain(desk);
      const planned = await desk.cli(['plan']);
      expect(planned.stdout).toContain('No changes.');
    });
  });
});
