// Places in files, and diagnostics: errors in the files of a project.
import { compareText } from '../lib/text.ts';

/** A text and its file name: relative to the project's root, with `/`. */
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

/** A position in a source. Line and column are computed on demand, because most places are never shown. */
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

/** The start of a line of a file whose text is not known. */
export function placeAt(file: string, line: number): Place {
  return new Place(new Source(file, '\n'.repeat(line - 1)), line - 1);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

export const DIAGNOSTIC_CODES = [
  'no-project-file',
  'no-target',
  'no-documents',
  'not-committed',
  'file-missing',
  'file-unreadable',
  'not-a-file',
  'not-utf8',
  'outside-root',
  'ambiguous-path',
  'yaml-syntax',
  'json-syntax',
  'dotenv-syntax',
  'properties-syntax',
  'readers-differ',
  'spring-profile',
  'unread-file',
  'yaml-alias',
  'yaml-tag',
  'alias-expansion',
  'duplicate-field',
  'unknown-field',
  'wrong-type',
  'missing-field',
  'empty-value',
  'bad-text',
  'bad-url',
  'bad-repository',
  'bad-option',
  'context-syntax',
  'context-depth',
  'context-name',
  'context-case',
  'key-name',
  'key-case',
  'stage-name',
  'stage-row',
  'unknown-vdt',
  'vdt-required',
  'value-type',
  'value-object',
  'deactivate',
  'duplicate-value',
  'duplicate-file',
  'key-mismatch',
  'list-and-text',
  'declared-and-deleted',
  'source-overlap',
  'duplicate-target',
  'duplicate-stage',
  'file-path',
  'env-missing',
  'env-tracked',
  'env-forbidden',
  'document-is-content',
  'outside-scope',
  'value-missing',
  'password-in-file',
  'cipher-text',
  'untracked',
  'lfs-pointer',
  'git-filter',
  'secret-in-file',
  'env-text',
] as const;

export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/** an error (`error`) or doubt (`warning`). `message` is one sentence; `hint` says what to do. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  code: DiagnosticCode;
  message: string;
  hint?: string | undefined;
  /** Absent if there is no text to point to, for example for a missing file. */
  place?: Place | undefined;
  /** The file when there is no place in it. */
  file?: string;
  /** The other place of a duplicate or a contradiction. */
  related?: Place | undefined;
  /** The key or the element that is wrong, for what proposes a setting. */
  about?: string | undefined;
}

export type Report = (diagnostic: Diagnostic) => void;

/** What is wrong, wherever that is. */
export type FileError = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

/** By file, position, code and message. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.place?.file ?? a.file ?? '', b.place?.file ?? b.file ?? '') ||
    (a.place?.offset ?? -1) - (b.place?.offset ?? -1) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

/** The hint for a context that YAML reads as an alias. The text is not shown, because it may be a password. */
export function contextHint(written: string): string | undefined {
  if (!/^\*(;.*|:)?$/.test(written)) return undefined;
  return 'A context that begins with * needs quotes, as in "*;*".';
}

const MAX_QUOTED = 80;

/** A text shortened for a message. */
export function cut(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}

/** The errors of all targets without those that several share, such as errors in the project file. */
export function distinctDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const idOf = ({ place, file = '', code, message }: Diagnostic) =>
    `${place ?? file}\0${code}\0${message}`;
  return [...new Map(diagnostics.map((one) => [idOf(one), one])).values()];
}
