// The peers from their registries, kept as long as node_modules. None runs an install script.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../scripts/go-tool.js';

const AZURE = [
  '@azure/app-configuration-importer@1.0.0-preview',
  '@azure/app-configuration@1.12.1',
];
const OCTODNS = ['octodns==1.22.0', 'octodns-powerdns==1.2.0'];

/** The script to run with Node.js. */
export function azure() {
  const folder = cacheFolder('bench-azure');
  const script = join(folder, 'azure.mjs');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'node_modules/@azure'))) {
    const options = [
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      folder,
    ];
    execFileSync('npm', ['install', ...options, ...AZURE], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  // Packages are looked for beside the script that names them.
  copyFileSync(fileURLToPath(new URL('azure.mjs', import.meta.url)), script);
  return script;
}

/** The command. */
export function octodns() {
  const folder = cacheFolder('bench-octodns');
  const command = join(folder, 'bin/octodns-sync');
  if (!existsSync(command)) {
    const stdio = ['ignore', 'ignore', 'inherit'];
    execFileSync('python3', ['-m', 'venv', folder], { stdio });
    const options = ['install', '--quiet', '--disable-pip-version-check'];
    execFileSync(join(folder, 'bin/pip'), [...options, ...OCTODNS], { stdio });
  }
  return command;
}
