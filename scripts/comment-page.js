// The page that shows a comment as a Git host does: HTML of the Markdown in a frame with its author, in the colours of GitHub.

const STYLE = `
body { margin: 0; padding: 16px; background: #fff; color: #1f2328;
  font: 14px/1.5 -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif, "Noto Color Emoji"; }
.comment { border: 1px solid #d1d9e0; border-radius: 6px; }
.author { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; color: #59636e; }
.author b { color: #1f2328; }
.bot { margin-left: 4px; padding: 0 7px; border: 1px solid #d1d9e0; border-radius: 2em; font-size: 12px; }
.body { padding: 16px; }
.body > :first-child { margin-top: 0; } .body > :last-child { margin-bottom: 0; }
h3 { margin: 24px 0 16px; font-size: 17.5px; line-height: 1.25; }
p, ul, ol, pre, details, blockquote { margin: 0 0 16px; }
ul { padding-left: 2em; } li > ul { margin: 0; } li + li { margin-top: 4px; }
li > p { margin: 0; } li > pre { margin: 4px 0 8px; }
a { color: #0969da; text-decoration: none; }
code { padding: .2em .4em; border-radius: 6px; background: #818b981f; font-family: "DejaVu Sans Mono", monospace; font-size: 85%; }
pre { padding: 12px; border-radius: 6px; background: #f6f8fa; line-height: 1.45; overflow: hidden; }
pre code { padding: 0; background: none; font-size: 12px; white-space: pre; }
pre .add { color: #116329; background: #dafbe1; } pre .del { color: #82071e; background: #ffebe9; } pre .at { color: #8250df; }
table { margin: 0 0 16px; border-collapse: collapse; } th, td { padding: 6px 13px; border: 1px solid #d1d9e0; }
tr:nth-child(odd) td { background: #f6f8fa; }
summary { cursor: pointer; }
blockquote { padding: 0 1em; border-left: .25em solid #d1d9e0; color: #59636e; }
.box { margin-bottom: 16px; padding: 8px 16px; border-left: .25em solid #9a6700; }
.box > :last-child { margin-bottom: 0; }
.box .kind { color: #9a6700; font-family: "DejaVu Sans", sans-serif; font-size: 13px; }
.caution { border-color: #cf222e; } .caution .kind { color: #cf222e; }
`;

const AUTHOR = '<b>github-actions</b> <span class="bot">bot</span> commented now';
/** As high as what it holds. */
const MEASURE =
  '<script>document.title = Math.ceil(document.documentElement.getBoundingClientRect().height)</script>';

export function page(html) {
  const body = `<div class="comment"><div class="author">${AUTHOR}</div><div class="body">${html}</div></div>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title></title><style>${STYLE}</style><body>${body}${MEASURE}`;
}
