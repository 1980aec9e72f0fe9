// Edits of a text by position, and the lines that they touch.

export interface Span {
  start: number;
  end: number;
}

export interface TextEdit extends Span {
  text: string;
}

/** The text with edits, by position. What an earlier edit has replaced, a later one does not keep. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, Math.max(from, edit.start)), edit.text);
    from = Math.max(from, edit.end);
  }
  return `${pieces.join('')}${text.slice(from)}`;
}

/** From the start of the first line to the start of the line after the last. */
export function linesAt(text: string, { start, end }: Span): Span {
  const next = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: next === -1 ? text.length : next + 1 };
}
