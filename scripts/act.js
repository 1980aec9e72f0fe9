// Runs the workflows that users copy in a real runner: act, with the Node.js that the action names. Status 77: skipped,
// because there is no Go. The tests are in test/runner.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, goTool } from './go-tool.js';

const SKIPPED = 77;
const ACT = { module: 'github.com/nektos/act', version: 'v0.2.89' };
const NODE = '24.21.0';
/** Milliseconds for all tests. */
const LIMIT = 1_200_000;

const act = goTool(ACT);
const node = act.command === undefined ? act : nodeTool();
if (node.command === undefined) {
  console.log(`act: skipped, because ${node.reason}.`);
  process.exitCode = SKIPPED;
} else {
  const env = {
    ...process.env,
    CONFIGHUB_TEST_ACT: act.command,
    CONFIGHUB_TEST_NODE: node.command,
  };
  const root = fileURLToPath(new URL('..', import.meta.url));
  const options = [
    'vitest',
    'run',
    '--config',
    'test/runner/vitest.config.ts',
    ...process.argv.slice(2),
  ];
  process.exitCode =
    spawnSync('npx', options, { cwd: root, env, stdio: 'inherit', timeout: LIMIT }).status ?? 1;
}

/** The binary from the registry, in a package without a script that would have to run. */
function nodeTool() {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = cacheFolder(`node-${NODE}`);
  const command = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(command)) return { command };
  try {
    mkdirSync(folder, { recursive: true });
    const options = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      folder,
    ];
    execFileSync('npm', [...options, `${name}@${NODE}`], { stdio: 'pipe', timeout: 120_000 });
    return { command };
  } catch {
    return { reason: `the package ${name} ${NODE} is not there` };
  }
}
