// Errors as text: what is wrong and what to do, with a stack trace only for bugs.
import picocolors from 'picocolors';
import { knownError } from '../errors.ts';
import { printable } from './printable.ts';

export function textError(error: unknown, options: { color: boolean }): string {
  const colors = picocolors.createColors(options.color);
  const known = knownError(error);
  if (known === undefined) return bug(error);
  const lines = known.message.split('\n').map((line) => `${colors.red('error')} ${known.code}: ${printable(line)}\n`);
  return `${lines.join('')}${known.hint === undefined ? '' : colors.dim(`  ${printable(known.hint)}\n`)}`;
}

/** The stack only names places in this program; the message is left out, because it could contain anything. */
function bug(error: unknown): string {
  const stack = error instanceof Error ? frames(error) : [];
  const name = error instanceof Error ? error.name : typeof error;
  return `error bug: confighub-sync failed unexpectedly (${name}). Please report this:\n${stack.join('\n')}\n`;
}

/** Removes the message first, because its lines may look like stack frames. */
function frames({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message);
  if (start === -1) return [];
  const lines = stack.slice(start + message.length).split('\n');
  return lines.filter((line) => /^\s+at /.test(line));
}
