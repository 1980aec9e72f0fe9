// The scenarios of test/cases, for those who run them once more on a server that offers less.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { representatives } from './suite.ts';
import type { Setup } from './scenario-stage.ts';

export const CASES = join(import.meta.dirname, '../cases');

/** Those that are read with a token, from a server of which a scenario says nothing else. */
export const PLAIN_CASES = readdirSync(CASES)
  .sort()
  .filter((name) => {
    const setup = JSON.parse(textOf(join(CASES, name), 'setup.json') || '{}') as Setup;
    return (
      setup.token === undefined &&
      setup.server?.flags?.tokenFreePull === undefined &&
      existsSync(join(CASES, name, 'plan.json'))
    );
  });

/** Plain cases to run on another server: those that end otherwise there, and in the ordinary suite a sixth of the rest. */
export function representativeCases(
  different: Readonly<Record<string, string>>,
): readonly string[] {
  const same = PLAIN_CASES.filter((name) => different[name] === undefined);
  return [...Object.keys(different), ...representatives(same, 6)].sort();
}

/** Names of the cases that have such a file, sorted. */
export function casesWith(file: string): string[] {
  return readdirSync(CASES)
    .sort()
    .filter((name) => existsSync(join(CASES, name, file)));
}

/** A file of a case; empty where there is none. */
export function textOf(folder: string, name: string): string {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
