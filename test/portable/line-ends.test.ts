// A clone on Windows, where Git may write CRLF: documents, sources and records mean the same as on other systems.
// Commands run as processes of their own: a Git process that waits for more work keeps its folder from being removed.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SMALL, withShop } from '../helpers/process.ts';

const FILES = {
  ...SMALL,
  'config/texts.yaml': `keys:
  shop.banner: |
    one
    two
  shop.imprint: { value: { path: content/imprint.txt } }
`,
  'config/content/imprint.txt': 'Corner Shop\nHigh Street\n',
};
const AS_THEY_ARE = { '.gitattributes': 'config/content/** -text\n' };

test.each([
  ['where contents are kept byte for byte', AS_THEY_ARE],
  ['where Git changes the line ends of a content: it is read as it is committed', {}],
])(
  'a working tree with CRLF plans nothing after an apply from one with LF, %s',
  async (_, attributes) => {
    await withShop({ ...FILES, ...attributes }, async ({ desk }) => {
      desk.commit('first');
      const applied = await desk.cli(['apply', '--yes']);
      expect(applied, applied.output).toMatchObject({ status: 0 });
      // Git writes the files again, with its line ends.
      desk.git('config', 'core.autocrlf', 'true');
      desk.git('rm', '-r', '--quiet', '--cached', '.');
      desk.git('reset', '--quiet', '--hard');
      for (const path of ['config/texts.yaml', 'confighub.yaml'])
        expect(readFileSync(desk.path(path), 'utf8')).toContain('\r\n');
      const planned = await desk.cli(['plan', '--detailed-exitcode']);
      expect(planned, planned.output).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('No changes.'),
        stderr: expect.not.stringContaining('uncommitted'),
      });
    });
  },
);
