// The site in a real browser: every page opens, no link leads nowhere, and the search finds the page that answers. Needs
// what `npm run site` builds.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { found, filesBelow, PAGES, read } from './helpers/pages.ts';
import { QUESTIONS } from './helpers/questions.ts';
import { ROOT } from './helpers/run.ts';
import { BROWSER, startBrowser } from './render/html/browser.ts';

const SITE = join(ROOT, 'site/.vitepress/dist');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
/** What else was searched for and not found. */
const SEARCHES = [
  { words: 'database password', page: 'docs/secrets.md' },
  { words: 'password', page: 'docs/secrets.md' },
  { words: 'plan refused', page: 'docs/troubleshooting.md' },
  { words: 'approve', page: 'docs/troubleshooting.md' },
  { words: 'unlock key', page: 'docs/messages.md' },
];

let server: Server;
let address = '';
let browser: Browser;

beforeAll(async () => {
  if (!existsSync(SITE) || BROWSER === undefined) return;
  server = createServer((request, response) => {
    const path = join(SITE, decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

function addressOf(path: string): string {
  return path === 'README.md' ? '/' : `/${path.replace(/\.md$/, '.html')}`;
}

async function opened(path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('response', (answer) => answer.status() >= 400 && problems.push(answer.url()));
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' });
  return { page, problems };
}

describe.skipIf(!existsSync(SITE) || BROWSER === undefined)('the site', () => {
  test.each(PAGES)('%s opens', async (path) => {
    const { page, problems } = await opened(addressOf(path));
    const [, title = ''] = /^# (.*)$/m.exec(read(path)) ?? [];
    expect(await page.locator('h1').innerText()).toContain(title.replaceAll('`', ''));
    expect(await page.locator('.unreleased, .released').count()).toBe(1);
    const widths = await page
      .locator('.vp-doc img')
      .evaluateAll((all) => all.map((one) => (one as unknown as Picture).naturalWidth));
    expect(widths).not.toContain(0);
    expect(problems).toEqual([]);
    await page.close();
  });

  test('has no link to a page or a place that is not there', () => {
    const texts = new Map(
      filesBelow('site/.vitepress/dist', /\.html$/).map((path) => [
        path.slice('site/.vitepress/dist'.length),
        read(path),
      ]),
    );
    const isThere = ({ pathname, hash }: URL) => {
      const text = texts.get(pathname === '/' ? '/index.html' : pathname);
      if (text === undefined) return existsSync(join(SITE, pathname));
      return hash === '' || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
    };
    const dead = [...texts].flatMap(([path, text]) =>
      found(text, /<a [^>]*?href="([^"]+)"/g).flatMap((link) => {
        const address = new URL(link, `http://site${path}`);
        const isRight = address.origin !== 'http://site' || isThere(address);
        return isRight ? [] : [`${path} → ${link}`];
      }),
    );
    expect(texts.size).toBeGreaterThan(40);
    expect(dead).toEqual([]);
  });

  test('has an anchor for each line of an example, as a Git host has', () => {
    const lines = read('examples/workflows/rollback.yml').trimEnd().split('\n');
    const text = read('site/.vitepress/dist/examples/workflows/rollback.yml.html');
    expect(found(text, / id="L(\d+)"/g)).toEqual(lines.map((_, i) => `${i + 1}`));
  });

  test('has the schemas at fixed addresses', async () => {
    for (const path of filesBelow('schema', /./)) {
      const answer = await fetch(`${address}/${path}`);
      expect(await answer.json()).toEqual(JSON.parse(read(path)));
    }
  });

  test.each([...QUESTIONS, ...SEARCHES])(
    'finds $page for "$words"',
    async ({ words, page: path }) => {
      const { page } = await opened('/docs/glossary.html');
      const input = page.locator('#localsearch-input');
      // The page hears keys once its script runs.
      const isOpen = async () => {
        await page.keyboard.press('Control+k');
        return input.isVisible();
      };
      await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
      await input.fill(words);
      const results = page.locator('#localsearch-list a');
      await results.first().waitFor();
      const links = await results.evaluateAll((all) =>
        all.map((one) => (one as unknown as Link).pathname),
      );
      const first = [...new Set(links)].slice(0, 3);
      expect(first).toContain(addressOf(path));
      await page.close();
    },
  );
});

interface Picture {
  naturalWidth: number;
}
interface Link {
  pathname: string;
}
