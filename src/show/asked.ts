// What `show` is asked for: a context, names and globs; and suggestions if they match nothing.
import { badOption, CommandError } from '../errors.ts';
import { globProblem } from '../lib/glob.ts';
import { counted, nearest } from '../lib/text.ts';
import { elementsOf, isElementName, MAX_LEVELS } from '../model/context.ts';
import { scopeOf } from '../model/project.ts';
import type { Elements, Named } from '../model/state.ts';

export interface KnownLevels {
  /** Names, broadest first; absent: unknown. */
  levels?: readonly string[] | undefined;
  /** Number of levels; absent: every declared context is `*`. */
  depth?: number | undefined;
  elements: Elements;
}

export interface ContextRequest {
  /** Names of the levels, broadest first. */
  levels: readonly string[];
  /** The context that was asked for; absent: all rows are. */
  elements?: readonly string[];
  /** Sentences. */
  remarks: string[];
}

export function askedFor(context: string | undefined, known: KnownLevels): ContextRequest {
  const elements = context === undefined ? undefined : parseContext(context, known);
  const count = known.depth ?? elements?.length ?? 1;
  const levels = known.levels ?? Array.from({ length: count }, (_, i) => `level ${i + 1}`);
  if (elements === undefined) return { levels, remarks: [] };
  return { levels, elements, remarks: doubtfulElements(elements, known) };
}

/**
 * A sentence for each element of a context that nothing names; the last elements may be left out. Throws a
 * {@link CommandError}.
 */
export function unknownIn(context: string, known: KnownLevels): string[] {
  const missing = (known.depth ?? 0) - elementsOf(context).length;
  const full = `${context}${';*'.repeat(Math.max(missing, 0))}`;
  const hint = `Pass its elements${levelsText(known)}, such as --affecting "Production;Billing". \`*\` is any element, and those at the end can be left out.`;
  return doubtfulElements(parseContext(full, known, { hint }), known, { isUnlike: true });
}

export function badContext(message: string, hint?: string): CommandError {
  return new CommandError({ code: 'bad-context', message, hint });
}

/** An element of a context that is compared: each one that the files name, and any other. */
export const EACH = '**';

/**
 * Two contexts that are compared, with {@link EACH} at the same levels. Throws a {@link CommandError}.
 * @param words what is done with them, and how, for messages
 */
export function askedForBoth(
  texts: readonly [context: string, against: string],
  known: KnownLevels,
  words = { done: 'compared', example: 'show --context "Staging;**" --against "Production;**"' },
): ContextRequest & { pair: readonly [string[], string[]] } {
  const context = parseContext(texts[0], known, { wildcard: EACH });
  const against = parseContext(texts[1], known, { wildcard: EACH });
  const isFair = context.every(
    (element, level) => (element === EACH) === (against[level] === EACH),
  );
  if (!isFair || context.length !== against.length || context.every((element) => element === EACH))
    throw badContext(
      `${texts[0]} and ${texts[1]} cannot be ${words.done}: both need \`**\` at the same levels, and at least one level without it.`,
      `For example: ${words.example}.`,
    );
  const { levels } = askedFor(undefined, { ...known, depth: context.length });
  return {
    levels,
    pair: [context, against],
    remarks: [...doubtfulElements(context, known), ...doubtfulElements(against, known)],
  };
}

/**
 * The elements of the context, one for each level. Like the server, accepts `*`, which stands for an element that no row
 * names, and names that do not exist. Throws a {@link CommandError} that names the levels.
 */
function parseContext(
  text: string,
  known: KnownLevels,
  {
    wildcard,
    hint = `Pass one element for each level${levelsText(known)}, such as --context "Production;Billing". Use \`*\` for an application without values of its own at that level.`,
  }: { wildcard?: typeof EACH; hint?: string } = {},
): string[] {
  const { levels, depth } = known;
  const elements = elementsOf(text);
  const count = elements.length;
  const expected = depth ?? count;
  const problems = [
    ...(count === expected
      ? []
      : [
          `The context has ${counted(count, 'element')}, but there are ${counted(expected, 'level')}.`,
        ]),
    ...(expected > MAX_LEVELS ? [`A context has at most ${MAX_LEVELS} elements.`] : []),
    ...elements.flatMap((element, level) =>
      element === wildcard ? [] : elementProblem(element, levels?.[level] ?? `level ${level + 1}`),
    ),
  ];
  if (text.trim() !== '' && problems.length === 0) return elements;
  throw badContext(text.trim() === '' ? 'No context is given.' : problems.join('\n'), hint);
}

function levelsText({ levels }: KnownLevels): string {
  return levels ? ` (${levels.join(';')})` : '';
}

function elementProblem(element: string, level: string): string[] {
  if (element === '*') return [];
  if (element === '') return [`The element for ${level} is empty.`];
  if (isElementName(element)) return [];
  return [`\`${element.slice(0, 80)}\` (${level}) is not a valid context element.`];
}

/**
 * A sentence for each element that nothing names at its level, but that resembles one, or is one of another level:
 * probably an error. @param options.isUnlike also for those that resemble none
 */
function doubtfulElements(
  request: readonly string[],
  { levels, elements }: KnownLevels,
  { isUnlike = false } = {},
): string[] {
  return request.flatMap((element, level) => {
    const names = elements[level];
    if (
      element === '*' ||
      element === EACH ||
      names === undefined ||
      names.has(element.toLowerCase())
    )
      return [];
    const moved = elements.map((others) => others.get(element.toLowerCase()) ?? '*');
    const isMoved = moved.some((other) => other !== '*');
    const near = isMoved ? moved.join(';') : nearest(element, names.values());
    if (near === undefined && !isUnlike) return [];
    const where = levels?.[level] === undefined ? '' : ` (${levels[level]})`;
    const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`;
    return [`No value or file exists for \`${element}\`${where}.${meant}`];
  });
}

/** Throws one {@link CommandError} for all of them. */
export function refuseBadPatterns(patterns: readonly string[]): void {
  const problems = patterns.flatMap((pattern) => {
    const problem = globProblem(pattern);
    return problem === undefined ? [] : [`The pattern \`${pattern.slice(0, 80)}\` ${problem}.`];
  });
  if (problems.length > 0) throw badOption(problems.join('\n'));
}

/** Key names are compared without case, paths with it. None: everything is chosen. */
export function chosenBy(patterns: readonly string[]): (item: Named) => boolean {
  if (patterns.length === 0) return () => true;
  return scopeOf({ scope: { keys: patterns, files: patterns } }).item;
}

/**
 * Throws a {@link CommandError} that names each pattern without a match, and what is near it.
 * @param shown what could be shown; `declared`: all items of the files; `who` has or gets it: `The files have`
 */
export function refuseUnmatched(
  patterns: readonly string[],
  shown: readonly Named[],
  declared: readonly Named[],
  who: string,
): void {
  const unmatched = patterns.filter(
    (pattern) => !pattern.startsWith('!') && !shown.some(chosenBy([pattern])),
  );
  if (unmatched.length === 0) return;
  const names = [...new Set([...shown, ...declared].map(({ name }) => name))];
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
