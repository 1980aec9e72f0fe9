// The style sheet of the page: light and dark, wide and narrow, on a screen and on paper.

const COLORS = `
:root {
  color-scheme: light dark;
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
  --page: #ffffff; --raised: #f6f8fa; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --faint: #e8ecf0;
  --link: #0860ca; --focus: #0969da;
  --add: #dafbe1; --add-mark: #8fe3a3; --add-text: #116329;
  --del: #ffebe9; --del-mark: #ffb8b0; --del-text: #b31d28;
  --upd: #fff8c5; --upd-text: #7d4e00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --raised: #151b23; --text: #e6edf3; --quiet: #9aa4af; --line: #3d444d; --faint: #262c36;
    --link: #58a6ff; --focus: #58a6ff;
    --add: #12301d; --add-mark: #1f6f3a; --add-text: #6ddb8a;
    --del: #3a1a1d; --del-mark: #8a2f33; --del-text: #ff9d96;
    --upd: #332a10; --upd-text: #e3b341;
  }
}`;

const PAGE = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 6rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 var(--sans); }
main { max-width: 110rem; margin: 0 auto; padding: 1.5rem 1.5rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; font-weight: 600; }
.side { color: var(--quiet); }
p { margin: .25rem 0; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
a code { color: inherit; }
code, pre, .diff, .ch, .stays { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 12px; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
summary { cursor: pointer; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.cut, .hint { color: var(--quiet); }
.loss, .looser { color: var(--del-text); }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .5rem 0 0; color: var(--quiet); }
.facts div { display: flex; gap: .4rem; min-width: 0; }
.facts dd { margin: 0; color: var(--text); overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0; padding: 0; list-style: none; }
.counts li { padding: .1rem .7rem; border: 1px solid var(--line); border-radius: 1rem; }
.counts .create, .badge.create { background: var(--add); color: var(--add-text); border-color: transparent; }
.counts .update { background: var(--upd); color: var(--upd-text); border-color: transparent; }
.counts .delete, .badge.delete { background: var(--del); color: var(--del-text); border-color: transparent; }
.counts .zero { background: none; color: var(--quiet); border-color: var(--line); }
.counts .refused { background: var(--del-text); color: var(--page); border-color: transparent; font-weight: 600; }
.box { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--upd-text); border-radius: 6px; background: var(--raised); }
.box.refused { border-left-color: var(--del-text); }
.box h2 { margin: 0 0 .5rem; }
.numbers { border-collapse: collapse; }
.numbers th, .numbers td { padding: .15rem 1rem .15rem 0; border-bottom: 1px solid var(--faint); text-align: right; font-variant-numeric: tabular-nums; }
.numbers th:first-child { text-align: left; font-weight: normal; overflow-wrap: anywhere; }
.numbers thead th { color: var(--quiet); font-weight: normal; border-color: var(--line); }
.numbers .create { color: var(--add-text); } .numbers .update { color: var(--upd-text); } .numbers .delete { color: var(--del-text); }
.numbers .zero { color: var(--quiet); }
.changes { padding: 0; list-style: none; }
.changes li { padding: .1rem 0 .1rem 1.2rem; text-indent: -1.2rem; border-top: 1px solid var(--faint); }
.changes .same { border-top: 0; }
.changes .same a { color: var(--quiet); }
.sign { display: inline-block; width: 1.2rem; text-indent: 0; font-family: ui-monospace, monospace; font-weight: 600; }
.sign.create { color: var(--add-text); } .sign.update { color: var(--upd-text); } .sign.delete { color: var(--del-text); }
.at { color: var(--quiet); }
.overview { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 4rem; }
.overview > div:only-child { grid-column: 1 / -1; }`;

const BAR = `
.bar { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--line); font-size: 13px; }
@media (min-width: 1100px) {
  .bar { position: sticky; top: 0; z-index: 2; height: 3rem; flex-wrap: nowrap; }
  .bar .filters { flex-wrap: nowrap; white-space: nowrap; min-width: 0; }
  .matrix thead th { top: 3rem; }
}
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .8rem; }
.filters label { display: flex; align-items: center; gap: .35rem; min-width: 0; color: var(--quiet); }
.filters label > * { min-width: 3.5rem; }
.filters button, #f-count, .view { flex: none; white-space: nowrap; }
.view { display: flex; gap: .8rem; margin: 0; padding: 0; border: 0; color: var(--quiet); }
input[type=search], select, button { max-width: 9.5rem; padding: .2rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); color: var(--text); font: inherit; }
button { cursor: pointer; }
#f-count { color: var(--text); font-weight: 600; }`;

const MATRIX = `
.parts { margin-top: .25rem; }
.part { content-visibility: auto; contain-intrinsic-size: auto 2600px; }
.matrix { width: 100%; border-collapse: collapse; table-layout: fixed; }
.matrix th, .matrix td { padding: .3rem .5rem; vertical-align: top; text-align: left; border-top: 1px solid var(--faint); }
.matrix thead th { position: sticky; top: 0; z-index: 1; background: var(--raised); color: var(--quiet); font-weight: 600; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.matrix thead th:first-child { width: 24%; }
.matrix.w1 thead th:first-child { width: 38%; }
.matrix th[scope=row] { font-weight: normal; }
.matrix th[scope=row] > code { font-weight: 600; margin-right: .4rem; }
.fact { display: block; color: var(--quiet); font-size: 12px; }
.fact code { font-size: 11px; }
.fact a { color: inherit; }
.fact a:hover { color: var(--link); }
.matrix td + td, .matrix th + td { border-left: 1px solid var(--faint); }
.matrix tbody:target { outline: 2px solid var(--focus); outline-offset: -2px; }
.matrix .more td { padding-top: 0; border-top: 0; color: var(--quiet); font-size: 12px; }
.filtered .part:not(.lead) thead th { height: 0; padding: 0; border: 0; line-height: 0; font-size: 0; }
.ch { margin-bottom: .15rem; overflow-wrap: anywhere; }
.ch.off { opacity: .45; }
.ch .at, .stays .at { display: block; }
.ch del, .ch ins, .meta del, .meta ins { display: block; padding: 0 .35rem; border-radius: 3px; text-decoration: none; white-space: pre-wrap; }
.ch del { background: var(--del); } .ch ins { background: var(--add); }
.ch del::before { content: "\\2212\\a0"; color: var(--del-text); } .ch ins::before { content: "+\\a0"; color: var(--add-text); }
.ch .count { display: inline; background: none; padding: 0; }
.ch .count::before { content: none; }
.ch ins.count { color: var(--add-text); } .ch del.count { color: var(--del-text); }
.member { display: block; }
.said { display: inline-block; padding: 0 .35rem; border-radius: 3px; background: var(--upd); }
[data-a=create] > .said { background: var(--add); } [data-a=delete] > .said { background: var(--del); }
[data-a=rewritten] > .said { background: var(--raised); color: var(--quiet); }
.stays { color: var(--quiet); overflow-wrap: anywhere; padding: 0 .35rem; }
.badge { display: inline-block; margin-right: .25rem; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 1rem; font: 11px/1.5 var(--sans); color: var(--quiet); }
.badge.theirs { border-color: var(--upd-text); color: var(--upd-text); }
.note { margin: .15rem 0; overflow-wrap: anywhere; }
details .note { margin: .5rem 0 .75rem; }
.fold > summary { color: var(--quiet); }`;

const DIFF = `
.diff, pre { margin: .35rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: var(--text); line-height: 1.45; overflow: hidden; }
pre { padding: .4rem .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.run { display: grid; grid-template-columns: 1fr 1fr; grid-auto-flow: row dense; }
.run > * { position: relative; min-width: 0; padding: 0 .5rem 0 5.5rem; white-space: pre-wrap; overflow-wrap: anywhere; text-decoration: none; min-height: 1.45em; }
.run > ::before { content: attr(data-n) "  "; position: absolute; left: 0; width: 4.6rem; color: var(--quiet); text-align: right; white-space: pre; user-select: none; }
.run > del::before { content: attr(data-n) " -"; color: var(--del-text); } .run > ins::before { content: attr(data-n) " +"; color: var(--add-text); }
.short .run > * { padding-left: 1.6rem; } .short .run > ::before { content: ""; width: 1rem; }
.short .run > del::before { content: "-"; } .short .run > ins::before { content: "+"; }
.run > .o { grid-column: 1; } .run > .n { grid-column: 2; border-left: 1px solid var(--line); }
.run > del { background: var(--del); } .run > ins { background: var(--add); }
del mark { background: var(--del-mark); color: inherit; border-radius: 2px; } ins mark { background: var(--add-mark); color: inherit; border-radius: 2px; }
.hunk { display: block; padding: .1rem .6rem; background: var(--raised); color: var(--quiet); }
body:has(#unified:checked) .run { display: block; }
body:has(#unified:checked) .run > * { display: block; border-left: 0; }
body:has(#unified:checked) .run > span.n { display: none; }
.whole { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.whole > div { min-width: 0; }`;

const NARROW = `
@media (max-width: 760px) {
  main { padding: 1rem .75rem 4rem; }
  .bar { position: static; }
  .filters label { display: flex; align-items: center; justify-content: space-between; flex: 1 1 100%; }
  .filters label > * { width: calc(100% - 6rem); max-width: none; }
  .view { display: none; }
  .matrix, .matrix tbody, .matrix tr, .matrix td, .matrix th { display: block; }
  .matrix thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .matrix td:empty { display: none; }
  .matrix td[data-h]::before { content: attr(data-h); display: block; color: var(--quiet); font-size: 12px; overflow-wrap: anywhere; }
  .matrix tbody { border-top: 1px solid var(--line); padding: .4rem 0; }
  .matrix th, .matrix td { border: 0 !important; padding: .15rem 0; }
  .overview, .run, .whole { display: block; }
  .run > * { display: block; border-left: 0 !important; padding-left: 4rem; }
  .run > ::before { width: 3.4rem; }
  .run > span.n { display: none; }
}`;

const PRINT = `
@media print {
  body { font-size: 11px; }
  main { max-width: none; padding: 0; }
  .bar, .matrix thead th { position: static; }
  .filters, .view { display: none; }
  .part { content-visibility: visible; }
  .matrix tbody, .box, li { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .ch, .diff, .said, .counts li { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (forced-colors: active) {
  mark { forced-color-adjust: none; }
}
`;

export const STYLE = COLORS + PAGE + MATRIX + BAR + DIFF + NARROW + PRINT;
