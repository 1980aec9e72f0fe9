// An installed Chromium, for what only a browser can tell.
import { type Browser, chromium } from 'playwright-core';
import { BROWSER_ARGS, BROWSERS, findBrowser } from '../../../scripts/browser.js';

/** `undefined` where none is installed: tests that need it are skipped, with a notice. */
export const BROWSER = findBrowser();
if (BROWSER === undefined)
  console.warn(`Not tested in a browser: none of ${BROWSERS.join(', ')} is installed.`);

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER ?? '', args: BROWSER_ARGS });
}
