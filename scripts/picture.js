// Draws docs/plan.svg: the plan that the built CLI prints for a change of the example. `--check` only compares.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, onExample, ROOT } from './example.js';

const picture = join(ROOT, 'docs/plan.svg');

const ESCAPES = /\x1b\[(\d+)m/g;

const drawn = draw('$ confighub-sync plan', await planOfExample());
if (process.argv.includes('--check')) {
  if (readFileSync(picture, 'utf8') !== drawn) {
    console.error(
      'docs/plan.svg does not show what the CLI prints now: run `node scripts/picture.js`.',
    );
    process.exitCode = 1;
  }
} else {
  mkdirSync(join(ROOT, 'docs'), { recursive: true });
  writeFileSync(picture, drawn);
}

function planOfExample() {
  return onExample(({ run, url }) => {
    // The CLI colours only for a terminal, so it is told that its output is one.
    const terminal = 'data:text/javascript,process.stdout.isTTY=true';
    // The port is a free one; the picture shows the one that the example names.
    return run(process.execPath, '--import', terminal, CLI, 'plan').replace(
      url,
      'http://127.0.0.1:7080',
    );
  });
}

/** A terminal on a dark card, which stands out on a dark page and on a light one. */
function draw(prompt, output) {
  const [cell, lineHeight, margin, bar] = [8.4, 20, 20, 34];
  const lines = [
    [{ text: prompt, column: 0, kind: 'b' }],
    ...output.trimEnd().split('\n').map(spans),
  ];
  const columns = Math.max(
    ...lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0)),
  );
  const width = Math.ceil(columns * cell + 2 * margin);
  const height = bar + lines.length * lineHeight + margin;
  const rows = lines.flatMap((line, row) =>
    line.flatMap(wordGroups).map(({ text, column, kind }) => {
      const [x, y] = [(margin + column * cell).toFixed(1), bar + (row + 1) * lineHeight - 5];
      // The length is given, so that the columns stay straight whatever font the reader has.
      const length = (text.length * cell).toFixed(1);
      const type = kind === '' ? '' : ` class="${kind}"`;
      return `<text x="${x}" y="${y}" textLength="${length}"${type}>${escapeXml(text)}</text>`;
    }),
  );
  const label = `A terminal: ${output.trimEnd().split('\n').at(-1)}`.replace(ESCAPES, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6edf3; }
.b { font-weight: 700; } .d { fill: #8d96a0; } .r { fill: #ff7b72; } .g { fill: #56d364; } .y { fill: #e3b341; }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#0d1117" stroke="#484f58"/>
<circle cx="20" cy="18" r="5.5" fill="#ff5f57"/><circle cx="38" cy="18" r="5.5" fill="#febc2e"/><circle cx="56" cy="18" r="5.5" fill="#28c840"/>
${rows.join('\n')}
</svg>
`;
}

/** The parts of a line in one colour each. */
function spans(line) {
  const kinds = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y' };
  let [kind, column] = ['', 0];
  return line.split(ESCAPES).flatMap((part, i) => {
    if (i % 2 === 1) {
      kind = kinds[part] ?? '';
      return [];
    }
    const span = { text: part, column, kind };
    column += part.length;
    return [span];
  });
}

/** The texts between wide gaps, each with its column: not every viewer keeps spaces. */
function wordGroups({ text, column, kind }) {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    text: match[0],
    column: column + match.index,
    kind,
  }));
}

function escapeXml(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
