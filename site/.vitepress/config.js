// The site: the pages of pages/, which pages.js writes. SITE_BASE is the path that it is served below, `/` without it;
// SITE_VERSION the released version that it describes, without it the site says that it is unreleased.
import { defineConfig } from 'vitepress';
import { SIDEBAR } from '../sidebar.js';

const { SITE_BASE: base = '/', SITE_VERSION: version = '' } = process.env;

/** HTML that the pages use. Everything else in angle brackets is text, such as `<owner>`. */
const HTML = /^<\/?(?:a|br|details|img|picture|source|summary)\b|^<!--/;

export default defineConfig({
  srcDir: 'pages',
  base,
  title: 'confighub-sync',
  description: 'Makes Git the source of truth for a configuration repository server.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { anchor: { slugify: slugOf }, toc: { slugify: slugOf }, config: setUpMarkdown },
  themeConfig: {
    version,
    sidebar: SIDEBAR,
    nav: [
      { text: 'Getting started', link: '/docs/getting-started' },
      { text: 'Questions and answers', link: '/docs/faq' },
      { text: 'Troubleshooting', link: '/docs/troubleshooting' },
    ],
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: { searchOptions: SEARCH() } } },
  },
});

/** A title says more than a text; whoever asks a question does not type every word as it is written. */
function SEARCH() {
  return { fuzzy: 0.2, prefix: true, boost: { title: 4, titles: 2, text: 1 }, combineWith: 'OR' };
}

/** As Git hosts name a heading, so that one anchor works there and here. */
function slugOf(title) {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function setUpMarkdown(md) {
  const { rules } = md.renderer;
  // Vue would read `{{ }}`.
  for (const name of ['text', 'code_inline']) {
    const render = rules[name];
    rules[name] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
  }
  rules.html_inline = (tokens, i) => htmlOf(md, tokens[i].content);
  rules.html_block = (tokens, i) => htmlOf(md, tokens[i].content);
  const fence = rules.fence;
  rules.fence = (tokens, i, ...others) =>
    fileName(md, tokens[i].info) + withLineAnchors(fence(tokens, i, ...others));
}

/** What is behind the language of a block: the file that it is. */
function fileName(md, info) {
  const [, name = ''] = /^\w+ (\S+)/.exec(info) ?? [];
  return name === '' ? '' : `<div class="file-name">${md.utils.escapeHtml(name)}</div>\n`;
}

function htmlOf(md, html) {
  return HTML.test(html.trim()) ? html : md.utils.escapeHtml(html);
}

/** Blocks with line numbers are whole files, and links lead to their lines. */
function withLineAnchors(html) {
  if (!html.includes('line-numbers-mode')) return html;
  let line = 0;
  return html.replaceAll('<span class="line">', () => {
    line += 1;
    return `<span class="line" id="L${line}">`;
  });
}
