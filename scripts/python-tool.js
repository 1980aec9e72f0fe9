// A program that is a Python package: in an environment of its own, kept as long as node_modules.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './go-tool.js';

/** `{ command }`, or `{ reason }` why it cannot be had. `program` is the package's name, unless told otherwise. */
export function pythonTool({ name, version, program = name }) {
  const home = cacheFolder(`${name}-${version}`);
  const command = join(home, 'bin', program);
  if (existsSync(command)) return { command };
  try {
    execFileSync('python3', ['-m', 'venv', home], { stdio: 'ignore', timeout: 60_000 });
    const options = ['install', '--quiet', '--disable-pip-version-check', `${name}==${version}`];
    execFileSync(join(home, 'bin/pip'), options, { stdio: 'ignore', timeout: 120_000 });
    return { command };
  } catch {
    return { reason: `Python with venv, or the package ${name} ${version}, is not there` };
  }
}
