// Runs actionlint (where Go is) and zizmor (where Python is) over every workflow that users copy.
// `actionlint` or `zizmor` as the argument runs only that. Exit status 77: skipped, because the tool cannot be had.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, goTool } from './go-tool.js';
import { workflows } from './workflows.js';

const SKIPPED = 77;
const ZIZMOR = '1.32.0';
const ACTIONLINT = { module: 'github.com/rhysd/actionlint/cmd/actionlint', version: 'v1.7.12' };

const TOOLS = {
  // Without shellcheck and pyflakes, which not every machine has: the same findings everywhere.
  actionlint: () => toolOf(goTool(ACTIONLINT), ['-no-color', '-shellcheck=', '-pyflakes=']),
  zizmor: () => {
    const config = fileURLToPath(new URL('zizmor.yml', import.meta.url));
    const options = ['--offline', '--no-progress', '--quiet', '--strict-collection', '--persona=pedantic'];
    return toolOf(pythonTool(), [...options, `--config=${config}`]);
  },
};

const chosen = process.argv[2] === undefined ? Object.keys(TOOLS) : [process.argv[2]];
const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-workflows-'));
try {
  const files = workflows().map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return name;
  });
  const statuses = chosen.map((name) => lint(name, files));
  process.exitCode = statuses.find((status) => status !== 0 && status !== SKIPPED) ?? Math.max(...statuses);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function lint(name, files) {
  const tool = TOOLS[name]();
  if (tool.command === undefined) {
    console.log(`${name}: skipped, because ${tool.reason}.`);
    return SKIPPED;
  }
  const { status } = spawnSync(tool.command, [...tool.options, ...files], { cwd: folder, stdio: 'inherit' });
  if (status === 0) console.log(`${name}: ${files.length} workflows, nothing found.`);
  return status ?? 1;
}

function toolOf(found, options) {
  return { ...found, options };
}

/** zizmor in an environment of its own, kept between runs. */
function pythonTool() {
  const home = cacheFolder(`zizmor-${ZIZMOR}`);
  const command = join(home, 'bin/zizmor');
  if (existsSync(command)) return { command };
  try {
    execFileSync('python3', ['-m', 'venv', home], { stdio: 'ignore', timeout: 60_000 });
    const options = ['install', '--quiet', '--disable-pip-version-check', `zizmor==${ZIZMOR}`];
    execFileSync(join(home, 'bin/pip'), options, { stdio: 'ignore', timeout: 120_000 });
    return { command };
  } catch {
    return { reason: `Python with venv, or the package zizmor ${ZIZMOR}, is not there` };
  }
}
