// Texts with marks: `«code»` where an error is to be reported, `«first»` at the other place that it names.
import { expect } from 'vitest';
import type { Loaded, LoadOptions } from '../../src/documents/load-project.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { type Contents, fileErrors, load, unmark } from '../helpers/project.ts';

/** Reads a document, or files, of which an error is reported at each mark, and nothing else. */
export function loadMarked(marked: string | Contents, options: Partial<LoadOptions> = {}): Loaded {
  const files = typeof marked === 'string' ? { 'config/doc.yaml': marked } : marked;
  const unmarked: Contents = { ...files };
  const marks: string[] = [];
  for (const [path, content] of Object.entries(files)) {
    if (typeof content !== 'string') continue;
    const { text, expected } = unmark(path, content);
    unmarked[path] = text;
    marks.push(...expected);
  }
  const loaded = load(unmarked, options);
  const errors = marks.filter((mark) => !mark.endsWith(' first'));
  expect(fileErrors(loaded.diagnostics).sort()).toEqual(errors.sort());
  const others = marks.filter((mark) => mark.endsWith(' first'));
  if (others.length > 0)
    expect(loaded.diagnostics.map(({ related }) => `${related} first`)).toEqual(others);
  return loaded;
}

/** A text without its marks. */
export function unmarked(marked: string): string {
  return unmark('', marked).text;
}

/** Message and hint of an error, in a line. */
export function said(diagnostic: Diagnostic | undefined): string {
  return [diagnostic?.message, diagnostic?.hint].join(' ');
}
