// [edge] The log of a step: texts from files and servers are printed so that the runner cannot take them for commands.
import { randomUUID } from 'node:crypto';
import { setSecret, summary, warning } from '@actions/core';
import { secretForms } from './secret-forms.ts';

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
