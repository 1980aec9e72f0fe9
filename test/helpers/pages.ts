// The pages of the repository: their texts, the blocks that they show, and what a link may name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.ts';

/** A file of the repository. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

export const DOCS = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .sort()
  .map((name) => `docs/${name}`);
export const PAGES = ['README.md', ...DOCS];

export interface Fence {
  language: string;
  /** Behind the language: the file that it is. */
  name: string;
  text: string;
}

/** `` ```yaml config/shop.yaml `` → language, name, text. */
export function fences(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\w*)[ \t]*(.*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', name = '', text = '']) => ({ language, name, text }),
  );
}

export function withoutFences(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, '');
}

/** What a link may name behind `#`: headings, as Git hosts name them, and marks. */
export function anchors(markdown: string): string[] {
  const text = withoutFences(markdown);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, name = '']) => name)];
}

export function filesBelow(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((path) => pattern.test(path)).map((path) => join(folder, path));
}

/** What the first group of a pattern finds, each time. */
export function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first);
}
