// Finds an installed Chromium, for pictures, tests and benches.
import { execFileSync } from 'node:child_process';

export const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of the first one that is installed, or `undefined`. */
export function findBrowser() {
  return BROWSERS.map(pathOf).find((path) => path !== undefined);
}

/** What it takes in a container: there are no user namespaces, and often little shared memory. */
export const BROWSER_ARGS = ['--no-sandbox', '--disable-dev-shm-usage'];

function pathOf(name) {
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
