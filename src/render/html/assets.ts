// [edge] The style sheet of a page (light and dark, wide and narrow, screen and paper) and its script: files beside the bundle.
import { readFileSync } from 'node:fs';

/** Each in full, so that the build finds it. The paths are right from `src/` and from `lib/`. */
const STYLE = new URL('../../../src/render/html/page.css', import.meta.url);
const SCRIPT = new URL('../../../src/render/html/page.js', import.meta.url);

/** What is between the tags. */
export function pageAssets(): { style: string; script: string } {
  const read = (url: URL) => `\n${readFileSync(url, 'utf8')}`;
  return { style: read(STYLE), script: read(SCRIPT) };
}
