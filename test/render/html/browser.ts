// An installed Chromium, for what only a browser can tell.
import { createServer } from 'node:http';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { BROWSER_ARGS, BROWSERS, findBrowser } from '../../../scripts/browser.js';
import { listen } from '../../helpers/listen.ts';

/** `undefined` where none is installed: tests that need it are skipped, with a notice. */
export const BROWSER = findBrowser();
if (BROWSER === undefined)
  console.warn(`Not tested in a browser: none of ${BROWSERS.join(', ')} is installed.`);

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER ?? '', args: BROWSER_ARGS });
}

export interface Opened {
  page: Page;
  /** What the page asked for besides itself, of its server and of others. */
  requests: string[];
  /** Errors of scripts, messages of the console, dialogs, broken rules. */
  problems: string[];
}

/** Opens a page over HTTP: only there a browser asks for an icon. @param begin is called before it is loaded */
export async function withPage<T>(
  browser: Browser,
  text: string,
  use: (opened: Opened) => Promise<T>,
  { begin, ...options }: BrowserContextOptions & { begin?: (page: Page) => Promise<unknown> } = {},
): Promise<T> {
  const [requests, problems]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(text);
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  try {
    const page = await context.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) requests.push(request.url());
    });
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => {
      problems.push(dialog.message());
      dialog.dismiss().catch(() => undefined);
    });
    await begin?.(page);
    await page.goto(url);
    expect(requests.splice(0)).toEqual(['/']);
    return await use({ page, requests, problems });
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
}
