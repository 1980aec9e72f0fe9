// Runs actionlint (where Go is) and zizmor (where Python is) over every workflow that users copy, and over those of
// this repository, whose actions must all be pinned by commit.
// `actionlint` or `zizmor` as the argument runs only that. Exit code 77: skipped, because the tool cannot be had.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goTool } from './go-tool.js';
import { pythonTool } from './python-tool.js';
import { workflows } from './workflows.js';

const SKIPPED = 77;
const ZIZMOR = { name: 'zizmor', version: '1.32.0' };
const ACTIONLINT = { module: 'github.com/rhysd/actionlint/cmd/actionlint', version: 'v1.7.12' };

const root = fileURLToPath(new URL('..', import.meta.url));

const TOOLS = {
  // Without shellcheck and pyflakes, which not every machine has: the same findings everywhere.
  actionlint: () => toolOf(goTool(ACTIONLINT), ['-no-color', '-shellcheck=', '-pyflakes=']),
  zizmor: ({ config }) => {
    const options = [
      '--offline',
      '--no-progress',
      '--quiet',
      '--strict-collection',
      '--persona=pedantic',
    ];
    return toolOf(pythonTool(ZIZMOR), [...options, `--config=${join(root, 'scripts', config)}`]);
  },
};

const chosen = process.argv[2] === undefined ? Object.keys(TOOLS) : [process.argv[2]];
const folder = mkdtempSync(join(tmpdir(), 'confighub-sync-workflows-'));
try {
  const files = workflows().map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return name;
  });
  const copied = { what: 'to copy', cwd: folder, config: 'zizmor.yml', files };
  const statuses = chosen.flatMap((name) => [copied, own(name)].map((set) => lint(name, set)));
  process.exitCode =
    statuses.find((status) => status !== 0 && status !== SKIPPED) ?? Math.max(...statuses);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Only zizmor reads the settings for updates. */
function own(name) {
  const workflows = readdirSync(join(root, '.github/workflows')).map(
    (file) => `.github/workflows/${file}`,
  );
  const others = name === 'zizmor' ? ['.github/dependabot.yml', 'action.yml'] : [];
  return {
    what: 'of this repository',
    cwd: root,
    config: 'zizmor-own.yml',
    files: [...workflows.sort(), ...others],
  };
}

function lint(name, { what, cwd, config, files }) {
  const tool = TOOLS[name]({ config });
  if (tool.command === undefined) {
    console.log(`${name}: skipped, because ${tool.reason}.`);
    return SKIPPED;
  }
  const { status } = spawnSync(tool.command, [...tool.options, ...files], {
    cwd,
    stdio: 'inherit',
  });
  if (status === 0) console.log(`${name}: ${files.length} files ${what}, nothing found.`);
  return status ?? 1;
}

function toolOf(found, options) {
  return { ...found, options };
}
