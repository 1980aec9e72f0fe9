// [edge] The log of a step: text, secrets, the job summary and annotations.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path/posix';
import { debug, error, isDebug, setSecret, summary, warning } from '@actions/core';
import { counted, withCommas } from '../lib/text.ts';
import { listen } from '../lib/trace.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Finding } from '../model/plan.ts';
import { debugLine, printable } from '../render/printable.ts';
import { together } from '../render/problems.ts';

/** Prints text while the commands of the runner are disabled: it may come from files and servers. */
export function logText(text: string): void {
  const pause = randomUUID();
  process.stdout.write(
    `::stop-commands::${pause}\n${text.endsWith('\n') ? text : `${text}\n`}::${pause}::\n`,
  );
}

const registered = new Set<string>();

/** Registers a secret in every form in which it may be printed. */
export function registerSecret(text: string, options?: { isNamed: boolean }): void {
  registered.add(text);
  for (const part of secretForms(text, options)) setSecret(part);
}

/** Logs every request, Git process and file read, if debug logging is enabled for the workflow. */
export function logDebug(): void {
  if (isDebug()) listen((line) => debug(debugLine(line, registered)));
}

/** Writes the job summary, if the Git host supports it. Never fails the step. */
export async function writeSummary(markdown: string): Promise<void> {
  if (!process.env.GITHUB_STEP_SUMMARY) return;
  try {
    await summary.addRaw(markdown, true).write();
  } catch (error) {
    warning(
      `Could not write the job summary (${error instanceof Error ? error.name : 'unknown'}).`,
    );
  }
}

/** Encoded forms of shorter secrets are so short that masking them would hide half of the log. */
const SHORTEST = 8;
/** Longer texts do not fit a header or a URL. */
const LONGEST = 16 * 1024;

/**
 * Distinct, not empty, and of one line each: the runner splits others into all their lines.
 * @param options.isNamed its name says that it is secret, as a token's does, so that it is registered even if it is common
 */
export function secretForms(text: string, { isNamed = true } = {}): string[] {
  const written = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const isOnly = written.length === 1;
  const lines = written.filter((line) => (isNamed && isOnly) || !isCommon(line.trim()));
  if (lines.length === 0) return [];
  const texts = [...lines, ...lines.map((line) => line.trim())];
  return [...new Set([...texts, ...[...texts, text].flatMap(encodedForms), ...base64Forms(text)])];
}

/** Shorter lines, such as `{`, occur everywhere. */
const SHORTEST_LINE = 5;
/** So do shorter numbers. */
const FEWEST_DIGITS = 8;

/** The runner masks a text in all that the job prints, and drops every output of the job that contains it. */
function isCommon(written: string): boolean {
  const line = written.replace(/[,;]$/, '');
  if (line.length < SHORTEST_LINE || /^(?:true|false)$/i.test(line)) return true;
  return /^[-+]?[\d.,]+$/.test(line) && line.replace(/\D/g, '').length < FEWEST_DIGITS;
}

/** As in JSON, and as in a URL. */
function encodedForms(line: string): string[] {
  if (line.length < SHORTEST || line.length > LONGEST) return [];
  return [JSON.stringify(line).slice(1, -1), encodeURIComponent(Buffer.from(line).toString())];
}

/** The part of the base64 that depends on the secret alone, for each of the three possible offsets. */
function base64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < SHORTEST || bytes.length > LONGEST) return [];
  return [0, 1, 2].flatMap((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = shift === 0 ? 0 : shift + 1;
    const stable = base64.slice(from, (shift + bytes.length) % 3 === 0 ? undefined : -1);
    return [stable, stable.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** GitHub shows ten annotations of each kind for a step; the log has all. */
const MAX_ANNOTATIONS = 10;

/**
 * Annotates the lines that caused errors and findings.
 * @param folder working directory of the step, relative to the workspace
 */
export function annotate(problems: readonly (Diagnostic | Finding)[], folder: string): void {
  const isWarning = ({ severity }: Diagnostic | Finding) => severity === 'warning';
  for (const [kind, write] of [
    [together(problems.filter((problem) => !isWarning(problem))), error],
    [together(problems.filter(isWarning)), warning],
  ] as const) {
    const shown = kind.length > MAX_ANNOTATIONS ? kind.slice(0, MAX_ANNOTATIONS - 1) : kind;
    for (const problem of shown) {
      const { code, message, hint, others, place } = problem;
      const also = others === 0 ? '' : ` (${counted(others, 'more place')})`;
      const file = place?.file ?? ('file' in problem ? problem.file : undefined);
      write(printable(`${message}${also}${hint === undefined ? '' : ` ${hint}`}`), {
        title: `confighub-sync: ${code}`,
        ...(file !== undefined && { file: join(folder, file) }),
        ...(place && { startLine: place.line, startColumn: place.column }),
      });
    }
    const more = kind.length - shown.length;
    if (more > 0)
      write(`… and ${withCommas(more)} more: see the log.`, { title: 'confighub-sync' });
  }
}
