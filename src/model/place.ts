// Where something stands in a file, and turning an offset into a line and a column when somebody asks.

/** A text with the name under which people know it, relative to the project's root, with `/`. */
export class Source {
  readonly file: string;
  readonly text: string;
  #lineStarts: number[] | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** Zero-based offset in UTF-16 units → one-based line and column (UTF-16 units, as editors count). */
  position(offset: number): { line: number; column: number } {
    this.#lineStarts ??= lineStarts(this.text);
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#lineStarts[low] ?? 0) + 1 };
  }
}

/** A position in a source. Line and column are worked out only when read: most places are never shown. */
export class Place {
  readonly source: Source;
  readonly offset: number;

  constructor(source: Source, offset: number) {
    this.source = source;
    this.offset = offset;
  }

  get file(): string {
    return this.source.file;
  }

  get line(): number {
    return this.source.position(this.offset).line;
  }

  get column(): number {
    return this.source.position(this.offset).column;
  }

  toString(): string {
    const { line, column } = this.source.position(this.offset);
    return `${this.file}:${line}:${column}`;
  }

  toJSON(): { file: string; line: number; column: number } {
    return { file: this.file, ...this.source.position(this.offset) };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}
