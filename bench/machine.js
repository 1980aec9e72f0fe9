// What was measured on.
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';

export function machine(node) {
  const [{ model }] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const git = execFileSync('git', ['--version'], { encoding: 'utf8' })
    .trim()
    .replace('git version', 'Git');
  return `${model.trim()}, ${cpus().length} cores, ${memory} GiB, ${process.platform}; Node.js ${versionOf(node)}, ${git}`;
}

/** Like 24.21.0. */
export function versionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}
