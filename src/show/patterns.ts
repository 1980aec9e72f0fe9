// The names and globs that choose what `show` lists, and what was meant where they match nothing.
import { CommandError } from '../errors.ts';
import { globProblem } from '../lib/glob.ts';
import { nearest } from '../lib/text.ts';
import { scopeOf } from '../model/project.ts';
import type { Named } from '../model/state.ts';

/** Throws one {@link CommandError} for all of them. */
export function refuseBadPatterns(patterns: readonly string[]): void {
  const problems = patterns.flatMap((pattern) => {
    const problem = globProblem(pattern);
    return problem === undefined ? [] : [`The pattern \`${pattern.slice(0, 80)}\` ${problem}.`];
  });
  if (problems.length > 0) throw new CommandError({ code: 'bad-option', message: problems.join('\n') });
}

/** Key names are compared without case, paths with it. None: everything is chosen. */
export function chosenBy(patterns: readonly string[]): (item: Named) => boolean {
  if (patterns.length === 0) return () => true;
  return scopeOf({ scope: { keys: patterns, files: patterns } }).item;
}

interface Searched {
  /** What could be shown. */
  found: readonly Named[];
  /** All items that the files declare. */
  declared: readonly Named[];
  /** Who has or receives it: `The files have`. */
  who: string;
}

/** Throws a {@link CommandError} that names each pattern without a match, and what is near it. */
export function refuseUnmatched(patterns: readonly string[], { found, declared, who }: Searched): void {
  const unmatched = patterns.filter((one) => !one.startsWith('!') && !found.some(chosenBy([one])));
  if (unmatched.length === 0) return;
  const names = [...new Set([...found, ...declared].map(({ name }) => name))];
  const sentences = unmatched.map((pattern) => {
    const isGlob = /[*?[{]/.test(pattern);
    const missing = `${who} no key or file ${isGlob ? 'that matches ' : ''}\`${pattern.slice(0, 120)}\`.`;
    // As in a shell.
    const typed = isGlob ? `'${pattern}'` : pattern;
    if (declared.some(chosenBy([pattern])))
      return `${missing} The files declare it: \`confighub-sync show ${typed}\` lists its contexts.`;
    // Paths are given with their folder.
    const near = names.find((name) => name.endsWith(`/${pattern}`)) ?? nearest(pattern, names);
    return near === undefined || isGlob ? missing : `${missing} Did you mean \`${near}\`?`;
  });
  throw new CommandError({ code: 'no-match', message: sentences.join('\n') });
}
