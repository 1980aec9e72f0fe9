// Writes pages/, what VitePress reads: the Markdown of this repository at the same paths, the README as the front page,
// a page for each other file that a page links to, the pictures, and the schemas. A link to a file that is not there
// stops it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isForReaders } from './sidebar.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = fileURLToPath(new URL('pages', import.meta.url));
const PICTURE = /\.(?:png|svg)$/;
/** Of Markdown and of HTML in it: everything behind `](`, `src="` and `srcset="`. */
const LINK = /(\]\(|src="|srcset=")([^)\s"]+)/g;
const FENCE = /^( *)```[\s\S]*?^\1```$/gm;
/** The same, with what is in between kept: every second part is a block of code. */
const FENCE_PARTS = /(^```[\s\S]*?^```$)/gm;
/** The site has the headings of a page beside it, or on a narrow screen above it. Those of messages.md are too many. */
const CONTENTS = /^<!-- contents: [\s\S]*?^<!-- end of contents -->\n+/m;

rmSync(PAGES, { recursive: true, force: true });
const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const left = ['README.md', ...docs.map((name) => `docs/${name}`)];
const seen = new Set(left);
for (const path of left)
  left.push(...linksOf(path).filter((one) => !seen.has(one) && seen.add(one)));
for (const path of seen) writePage(path);
cpSync(join(ROOT, 'schema'), join(PAGES, 'public/schema'), { recursive: true });

/** The files of the repository that a page links to. */
function linksOf(path) {
  if (!path.endsWith('.md')) return [];
  const text = read(path).replace(FENCE, '');
  return [...text.matchAll(LINK)].flatMap(([, , link]) => {
    const target = targetOf(path, link);
    if (target === undefined) return [];
    if (!existsSync(join(ROOT, target)))
      throw new Error(`${path} links to ${link}, which is not there.`);
    return [target];
  });
}

/** The path in the repository that a link leads to, or undefined for another site and for a place on the page. */
function targetOf(path, link) {
  if (/^(?:https?:|mailto:|#)/.test(link)) return undefined;
  return normalize(join(dirname(path), link.replace(/#.*/, ''))).replace(/\/$/, '');
}

function writePage(path) {
  const file = join(ROOT, path);
  if (PICTURE.test(path)) return write(path, readFileSync(file));
  if (path.endsWith('.md'))
    return write(pageOf(path), `${frontmatter(path)}${withPageLinks(path)}`);
  const isFolder = statSync(file).isDirectory();
  return write(pageOf(path), `${frontmatter(path)}${isFolder ? folderPage(path) : filePage(path)}`);
}

/** Where the page of a file is in pages/. VitePress sees no hidden files. */
function pageOf(path) {
  if (path === 'README.md') return 'index.md';
  const visible = path.replace(/(^|\/)\./g, '$1');
  return visible.endsWith('.md') || PICTURE.test(visible) ? visible : `${visible}.md`;
}

/** Only pages for readers are found by the search. */
function frontmatter(path) {
  const title = path === 'README.md' ? 'titleTemplate: false\n' : '';
  return `---\n${title}search: ${isForReaders(path)}\n---\n\n`;
}

function withPageLinks(path) {
  const text = read(path);
  const page = path === 'docs/messages.md' ? text : text.replace(CONTENTS, '');
  const parts = page.split(FENCE_PARTS);
  return parts
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(LINK, (all, before, link) => before + pageLink(path, link, all)),
    )
    .join('');
}

function pageLink(path, link) {
  const target = targetOf(path, link);
  if (target === undefined) return link;
  const [, anchor = ''] = /(#.*)$/.exec(link) ?? [];
  const up = '../'.repeat(pageOf(path).split('/').length - 1);
  return `${up || './'}${pageOf(target)}${anchor}`;
}

/** Its lines have anchors, as on a Git host: `#L12`. */
function filePage(path) {
  const language = extname(path).slice(1) || 'text';
  const text = read(path).trimEnd();
  return `# ${basename(path)}\n\n\`\`\`\`${language}:line-numbers\n${text}\n\`\`\`\`\n`;
}

function folderPage(path) {
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(ROOT, path, name)).isFile());
  return `# ${path}\n\n${files.map((name) => `- \`${name}\``).join('\n')}\n`;
}

function read(path) {
  return readFileSync(join(ROOT, path), 'utf8');
}

function write(path, content) {
  mkdirSync(dirname(join(PAGES, path)), { recursive: true });
  writeFileSync(join(PAGES, path), content);
}
