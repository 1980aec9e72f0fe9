// Tables of figures with their targets, which read well in a terminal and in Markdown.

/**
 * A section is `{ title, text?, head, rows }`, a row `{ cells, figures }`: a figure has a value, a way to write it, and
 * sometimes the most that it may be, with some slack. `head` names cells and figures.
 */
export function sectionText({ title, text, head, rows }) {
  const names = head.slice(0, rows[0].cells.length);
  const figures = head.slice(names.length);
  const full = [...names, ...figures.flatMap((name) => [name, 'target', ''])];
  const body = rows.map((row) => [...row.cells, ...row.figures.flatMap((one) => figureCells(one))]);
  // Figures without a target leave two columns empty.
  const used = full.map((_, column) => body.some((row) => row[column] !== ''));
  const kept = (row) => row.filter((_, column) => used[column]);
  const lines = table(kept(full), body.map(kept));
  return [`### ${title}`, ...(text === undefined ? [] : [text]), lines].join('\n\n');
}

function figureCells(figure) {
  const { value, target, write } = figure;
  if (value === undefined) return ['', '', ''];
  return [write(value), target === undefined ? '' : write(target), verdict(figure)];
}

/** @param figure.slack so many times the target may still be an accident */
export function verdict({ value, target, slack = 1 }) {
  if (target === undefined) return '';
  return value <= target * slack ? 'ok' : 'over';
}

/** A sentence for each figure that is over its target. */
export function overs(sections) {
  return sections.flatMap(({ title, head, rows }) =>
    rows.flatMap(({ cells, figures }) =>
      figures.flatMap((figure, index) => {
        if (verdict(figure) !== 'over') return [];
        const { value, target, slack = 1, write } = figure;
        const what = [title, ...cells.slice(0, 2), head[cells.length + index]].join(', ');
        return [
          `${what}: ${write(value)}, more than ${slack === 1 ? '' : `${slack} × `}${write(target)}.`,
        ];
      }),
    ),
  );
}

function table(head, rows) {
  const widths = head.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => row[column].length)),
  );
  const pad = (cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  const line = (row) => `| ${row.map(pad).join(' | ')} |`;
  const dashes = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), `| ${dashes.join(' | ')} |`, ...rows.map(line)].join('\n');
}

export const whole = (number) => Math.round(number).toLocaleString('en');
export const ms = (number) => (number < 10 ? number.toFixed(1) : whole(number));

const ofKind = (write) => (value, target, slack) => ({ value, target, slack, write });
export const ratio = ofKind((value) => `${value.toFixed(2)} ×`);
export const plain = ofKind((value) =>
  Number.isNaN(value) ? 'too little to tell' : value.toFixed(2),
);
export const milliseconds = ofKind((value) => `${ms(value)} ms`);
export const mebibytes = ofKind((value) => `${whole(value)} MiB`);
