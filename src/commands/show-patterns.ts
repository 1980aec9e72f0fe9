// The names and globs that `show` is asked for: which rows they choose, and what was meant where they match none.
import { CommandError } from '../errors.ts';
import { globProblem } from '../lib/glob.ts';
import { nearest } from '../lib/text.ts';
import { type Named, nameOf } from '../model/plan.ts';
import { scopeOf } from '../model/scope.ts';
import type { State } from '../model/state.ts';

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
  const scope = scopeOf({ scope: { keys: patterns, files: patterns } });
  return (item) => scope.item({ kind: item.kind === 'file' ? 'file' : 'key', name: nameOf(item) });
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
  const names = [...new Set([...found, ...declared].map(nameOf))];
  const sentences = unmatched.map((pattern) => {
    const missing = `${who} no key or file ${isGlob(pattern) ? 'that matches ' : ''}\`${pattern.slice(0, 120)}\`.`;
    const near = nearTo(pattern, names);
    if (declared.some(chosenBy([pattern])))
      return `${missing} The files declare it: \`confighub-sync show ${typed(pattern)}\` lists its contexts.`;
    return near === undefined ? missing : `${missing} Did you mean \`${near}\`?`;
  });
  throw new CommandError({ code: 'no-match', message: sentences.join('\n') });
}

/** As in a shell. */
function typed(pattern: string): string {
  return isGlob(pattern) ? `'${pattern}'` : pattern;
}

export function itemsIn({ items }: State): Named[] {
  return [...items.values()].map(({ kind, name }) =>
    kind === 'key' ? { kind: 'value', key: name } : { kind, path: name },
  );
}

function isGlob(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

/** The nearest name. Of a glob, the parts before its first wildcard are compared with the beginnings of names. */
function nearTo(pattern: string, names: readonly string[]): string | undefined {
  // Paths are given with their folder.
  if (!isGlob(pattern)) return names.find((name) => name.endsWith(`/${pattern}`)) ?? nearest(pattern, names);
  const [plain = ''] = pattern.split(/[*?[{]/);
  const start = plain.slice(0, Math.max(plain.lastIndexOf('.'), plain.lastIndexOf('/')));
  const count = start.split(/[./]/).length;
  const beginnings = names.map((name) =>
    name
      .split(/(?=[./])/)
      .slice(0, count)
      .join(''),
  );
  const near = nearest(start, new Set(beginnings));
  return near === undefined ? undefined : `${near}${pattern.slice(start.length)}`;
}
