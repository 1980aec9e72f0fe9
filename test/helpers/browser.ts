// An installed Chromium, for what only a browser can tell.
import { execFileSync } from 'node:child_process';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** `undefined` where none is installed: tests that need it are skipped, with a notice. */
export const BROWSER = NAMES.map(pathOf).find((path) => path !== undefined);
if (BROWSER === undefined) console.warn(`Not tested in a browser: none of ${NAMES.join(', ')} is installed.`);

function pathOf(name: string): string | undefined {
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

export async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  // In a container there are no user namespaces, and often little shared memory.
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  const browser = await chromium.launch({ executablePath: BROWSER ?? '', args });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}
