// Checks what `show` is asked for: the context, the patterns, and options that exclude each other.
import { CommandError } from '../errors.ts';
import { globProblem } from '../lib/glob.ts';
import { counted, nearest } from '../lib/text.ts';
import { type ViewSource, VIEW_SOURCES } from '../model/application-view.ts';
import { ELEMENT_NAME, ELEMENT_NAME_MAX, elementsOf, MAX_LEVELS } from '../model/context.ts';
import { type State, valuesIn } from '../model/state.ts';

/** As given, unchecked. */
export interface ShowFlags {
  /** Globs of keys, or of paths with `files`; `!` in front excludes. */
  patterns: readonly string[];
  context?: string | undefined;
  from?: string | undefined;
  diff?: boolean;
  files?: boolean;
  format?: string | undefined;
}

export interface ShowRequest {
  patterns: readonly string[];
  context: string | undefined;
  source: ViewSource | 'difference';
  kind: 'values' | 'files';
}

/** Throws one {@link CommandError} with everything that is wrong, before anything is read. */
export function parseShowFlags({
  patterns,
  context,
  from,
  diff = false,
  files = false,
  format,
}: ShowFlags): ShowRequest {
  const source = VIEW_SOURCES.find((one) => one === (from ?? 'desired'));
  const problems = patterns.flatMap((pattern) => {
    const problem = globProblem(pattern);
    return problem === undefined ? [] : [`The pattern \`${pattern.slice(0, 80)}\` ${problem}.`];
  });
  const isPlain = format !== undefined && format !== 'table' && format !== 'json';
  if (source === undefined) problems.push(`Invalid source: expected one of ${VIEW_SOURCES.join(', ')}.`);
  if (diff && from !== undefined) problems.push('--diff compares both sources: remove --from.');
  if (diff && isPlain) problems.push(`--diff has no format \`${format}\`: use table or json.`);
  if (files && (format === 'properties' || format === 'dotenv'))
    problems.push(`--files has no format \`${format}\`: use table, json or yaml.`);
  if (source === undefined || problems.length > 0)
    throw new CommandError({ code: 'bad-option', message: problems.join('\n') });
  return { patterns, context, source: diff ? 'difference' : source, kind: files ? 'files' : 'values' };
}

/** What is known of the levels. */
export interface KnownLevels {
  /** Names, broadest first; absent: unknown. */
  levels?: readonly string[] | undefined;
  /** Number of levels; absent: every declared context is `*`. */
  depth?: number | undefined;
  /** For each level, names of elements by lower-cased name. */
  elements: readonly ReadonlyMap<string, string>[];
}

/**
 * The elements of the context, one for each level. Like the server, accepts `*`, which stands for an element that no row
 * names, and names that do not exist. Throws a {@link CommandError} that names the levels.
 */
export function parseContext(text: string | undefined, known: KnownLevels): string[] {
  const { levels, depth } = known;
  const hint = `Pass one element for each level${levels ? ` (${levels.join(';')})` : ''}, such as --context "${exampleOf(known)}". \`*\` is any element without values of its own.`;
  const fail = (message: string) => new CommandError({ code: 'bad-context', message, hint });
  if (text === undefined || text.trim() === '') throw fail('No context is given.');
  const elements = elementsOf(text);
  const problems = elements.flatMap((element, level) =>
    elementProblem(element, levels?.[level] ?? `level ${level + 1}`),
  );
  const expected = depth ?? elements.length;
  if (elements.length !== expected) problems.unshift(countProblem(elements.length, { expected, levels }));
  else if (expected > MAX_LEVELS) problems.unshift(`A context has at most ${MAX_LEVELS} elements.`);
  if (problems.length > 0) throw fail(problems.join('\n'));
  return elements;
}

function countProblem(
  count: number,
  { expected, levels }: { expected: number; levels: KnownLevels['levels'] },
): string {
  const message = `The context has ${counted(count, 'element')}, but there are ${counted(expected, 'level')}`;
  const missing = levels?.slice(count) ?? [];
  return missing.length === 0
    ? `${message}.`
    : `${message}: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
}

function elementProblem(element: string, level: string): string[] {
  if (element === '*') return [];
  if (element === '') return [`The element for ${level} is empty.`];
  if (element.length <= ELEMENT_NAME_MAX && ELEMENT_NAME.test(element)) return [];
  return [`\`${element.slice(0, 80)}\` (${level}) is not a valid context element.`];
}

/** `Production;Billing`: of each level the first element, else the name of the level. */
function exampleOf({ levels, depth, elements }: KnownLevels): string {
  if (depth === undefined) return 'Production;Billing';
  const names = Array.from({ length: depth }, (_, level) => {
    const [first] = [...(elements[level]?.values() ?? [])].sort();
    return first ?? levels?.[level] ?? '*';
  });
  return names.join(';');
}

/** A sentence for each element that nothing names, but that resembles one: probably a typing error. */
export function doubtfulElements(request: readonly string[], { levels, elements }: KnownLevels): string[] {
  return request.flatMap((element, level) => {
    const known = elements[level];
    if (element === '*' || known === undefined || known.has(element.toLowerCase())) return [];
    const near = nearest(element, known.values());
    const where = levels?.[level] === undefined ? '' : ` (${levels[level]})`;
    return near === undefined ? [] : [`No value or file names \`${element}\`${where}. Did you mean \`${near}\`?`];
  });
}

/** The elements that the rows of a state name, for each level. */
export function elementsIn(state: State, depth: number): Map<string, string>[] {
  const elements = Array.from({ length: depth }, () => new Map<string, string>());
  for (const { context } of [...valuesIn(state), ...state.files.values()]) {
    for (const [level, element] of elementsOf(context).entries())
      if (element !== '*') elements[level]?.set(element.toLowerCase(), element);
  }
  return elements;
}
