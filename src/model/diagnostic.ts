// What is wrong with what a user wrote: a code from a closed list, a place, and what to do.
import type { Place } from './place.ts';

/** Every code that a mistake in the project's files can have. */
const DIAGNOSTIC_CODES = [
  'no-project-file',
  'no-documents',
  'file-missing',
  'file-unreadable',
  'not-a-file',
  'not-utf8',
  'outside-root',
  'yaml-syntax',
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
  'unknown-vdt',
  'vdt-required',
  'value-type',
  'value-object',
  'deactivate',
  'duplicate-value',
  'duplicate-file',
  'conflict',
  'file-path',
  'env-missing',
  'env-forbidden',
  'document-is-content',
  'outside-scope',
  'password-in-file',
  'cipher-text',
  'untracked',
] as const;

export type DiagnosticCode = (typeof DIAGNOSTIC_CODES)[number];

/** One mistake (`error`) or doubt (`warning`). `message` is one sentence; `hint` says what to do. */
export interface Diagnostic {
  severity: 'error' | 'warning';
  code: DiagnosticCode;
  message: string;
  hint?: string;
  /** Absent where there is no text to point into, for example when a whole file is missing. */
  place?: Place;
  /** The file when there is no place in it. */
  file?: string;
  /** The other place of a duplicate or a conflict. */
  related?: Place;
}

export type Report = (diagnostic: Diagnostic) => void;

/** `file`, then position, then code: the order in which mistakes are shown. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.place?.file ?? a.file ?? '', b.place?.file ?? b.file ?? '') ||
    (a.place?.offset ?? -1) - (b.place?.offset ?? -1) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

/** Order by UTF-16 units: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
