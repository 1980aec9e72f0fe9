// [edge] The log of a step, and annotations on the lines of files.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path/posix';
import { type AnnotationProperties, error, setSecret, summary, warning } from '@actions/core';
import { withCommas } from '../lib/text.ts';
import type { Diagnostic, Place } from '../model/diagnostic.ts';
import type { Finding } from '../model/plan.ts';
import { printable } from '../render/printable.ts';

// The log of a step: texts from files and servers are printed so that the runner cannot take them for commands.

/** Prints a text while the runner reads no commands. */
export function logText(text: string): void {
  const pause = randomUUID();
  process.stdout.write(
    `::stop-commands::${pause}\n${text.endsWith('\n') ? text : `${text}\n`}::${pause}::\n`,
  );
}

/** Registers a secret in every form in which it may be printed. */
export function registerSecret(text: string): void {
  for (const part of secretForms(text)) setSecret(part);
}

/** The job summary. A forge that has none gets none, and one that takes none changes nothing about the step. */
export async function writeSummary(markdown: string): Promise<void> {
  if (!process.env.GITHUB_STEP_SUMMARY) return;
  try {
    await summary.addRaw(markdown, true).write();
  } catch (error) {
    warning(`The job summary could not be written (${error instanceof Error ? error.name : 'unknown'}).`);
  }
}

/** The forms of a shorter one are so short themselves that they would hide half of a log. */
const SHORTEST = 8;
/** Nothing longer travels in a header or an address. */
const LONGEST = 16 * 1024;

/** Without those that are blank, and each once. The runner compares line by line, so a form is one line or all of it. */
export function secretForms(text: string): string[] {
  const lines = [text, ...text.split(/\r\n|\r|\n/), text.trim()];
  const all = [...lines, ...lines.flatMap(written), ...travelling(text)];
  return [...new Set(all)].filter((form) => form.trim() !== '');
}

/** As JSON writes it, and an address. */
function written(line: string): string[] {
  if (line.length < SHORTEST || line.length > LONGEST) return [];
  return [JSON.stringify(line).slice(1, -1), encodeURIComponent(Buffer.from(line).toString())];
}

/** As base64, whatever stands before it: of each of the three positions what depends on the secret alone. */
function travelling(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < SHORTEST || bytes.length > LONGEST) return [];
  return [0, 1, 2].flatMap((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = shift === 0 ? 0 : shift + 1;
    const own = base64.slice(from, (shift + bytes.length) % 3 === 0 ? undefined : -1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

// Mistakes and findings as annotations on the lines that caused them.

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
