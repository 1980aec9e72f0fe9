// [edge] Mistakes and findings as annotations on the lines that caused them.
import { withCommas } from '../model/counted.ts';
import { join } from 'node:path/posix';
import { type AnnotationProperties, error, warning } from '@actions/core';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Finding } from '../model/plan.ts';
import type { Place } from '../model/place.ts';
import { printable } from '../render/printable.ts';

/** GitHub shows ten of each kind for a step; the log has them all. */
const MAX_ANNOTATIONS = 10;

interface Note {
  isError: boolean;
  title: string;
  text: string;
  place?: Place | undefined;
  file?: string | undefined;
}

/** @param folder working directory of the step, relative to the workspace: annotations are relative to that */
export function annotate(problems: readonly (Diagnostic | Finding)[], folder: string): void {
  const notes = problems.map(noteOf);
  for (const isError of [true, false]) {
    for (const note of withRestCounted(notes.filter((one) => one.isError === isError))) show(note, folder);
  }
}

function withRestCounted(notes: readonly Note[]): readonly Note[] {
  const [last] = notes.slice(MAX_ANNOTATIONS - 1);
  if (notes.length <= MAX_ANNOTATIONS || last === undefined) return notes;
  const shown = notes.slice(0, MAX_ANNOTATIONS - 1);
  const text = `… and ${withCommas(notes.length - shown.length)} more: see the log.`;
  return [...shown, { isError: last.isError, title: 'confighub-sync', text }];
}

function noteOf(problem: Diagnostic | Finding): Note {
  const { severity, code, message, hint, place } = problem;
  const file = 'file' in problem ? problem.file : undefined;
  const text = printable(hint === undefined ? message : `${message} ${hint}`);
  return { isError: severity !== 'warning', title: `confighub-sync: ${code}`, text, place, file };
}

function show({ isError, title, text, place, file }: Note, folder: string): void {
  const properties: AnnotationProperties = { title };
  const path = place?.file ?? file;
  if (path !== undefined) properties.file = join(folder, path);
  if (place !== undefined) Object.assign(properties, { startLine: place.line, startColumn: place.column });
  (isError ? error : warning)(text, properties);
}
