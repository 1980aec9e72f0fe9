// Templates for the change comment of a push: text with placeholders in braces.
import { meant } from '../lib/text.ts';

/** Names and meanings; the README lists them. */
export const PLACEHOLDERS = {
  message: 'The full message of the applied commit.',
  subject: 'The first line of that message.',
  sha: 'The id of that commit.',
  'short-sha': 'The first ten characters of that id.',
  branch: 'The branch of the pull request, or the branch that was pushed or is checked out.',
  repository: 'The repository that the workflow runs in, as `owner/name`.',
  'pull-request': 'The number of the pull request of the event, or of the one that introduced the commit.',
  actor: 'The user who started the workflow; outside a workflow, the system user, or `user.name` of Git.',
  workflow: 'The name of the workflow.',
  run: 'The URL of the workflow run.',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

/** An unknown fact is undefined or empty. */
export type Facts = Readonly<Record<Placeholder, string | undefined>>;

/** An escaped brace or backslash (written twice), or a placeholder. Other braces and backslashes are literal. */
const SPECIAL = /\{\{|\}\}|\\\\|\{([A-Za-z][\w-]{0,39})\}/g;
const WORDS = /\s*\S+|\s+$/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The names in braces, known or not. */
export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(SPECIAL)].flatMap(([, name]) => name ?? []);
}

/** A message for each unknown placeholder. */
export function templateProblems(template: string): string[] {
  const known = Object.keys(PLACEHOLDERS);
  const unknown = [...new Set(placeholdersIn(template))].filter((name) => !known.includes(name));
  return unknown.map(
    (name) =>
      `The change comment has an unknown placeholder: \`{${name}}\`. ${meant(name, known)} Write \`{{\` and \`}}\` for braces.`,
  );
}

/**
 * Unknown facts leave no trace: words of only unknown placeholders and punctuation are removed, then incomplete lines
 * without a letter or digit. Facts are never interpreted as templates.
 */
export function fillTemplate(template: string, facts: Facts): string {
  const known = new Map(Object.entries(facts).flatMap(([name, fact]) => (fact ? [[name, fact]] : [])));
  const kept: string[] = [];
  let isGap = false;
  for (const line of linesOf(template)) {
    const filled = filledLine(line, known);
    // Keep the empty lines on one side of a removed line only.
    isGap = filled === undefined || (isGap && isBlank(filled) && isBlank(kept.at(-1) ?? ''));
    if (filled !== undefined && !isGap) kept.push(filled);
  }
  return kept.join('\n');
}

/** `\n` is a line break, because flags and plain YAML text cannot contain one. */
function linesOf(template: string): string[] {
  return template.replace(/\\\\|\\n/g, (token) => (token === '\\n' ? '\n' : token)).split(/\r?\n/);
}

type KnownFacts = ReadonlyMap<string, string>;

/** `undefined` if the line is removed. */
function filledLine(line: string, known: KnownFacts): string | undefined {
  const text = (line.match(WORDS) ?? []).map((word) => filledWord(word, known)).join('');
  if (placeholdersIn(line).every((name) => known.has(name))) return text;
  return LETTER_OR_DIGIT.test(text) ? text.trim() : undefined;
}

/** @param word with the blanks in front of it */
function filledWord(word: string, known: KnownFacts): string {
  const names = placeholdersIn(word);
  const text = word.replace(SPECIAL, (token: string, name?: string) =>
    name === undefined ? token.charAt(0) : (known.get(name) ?? ''),
  );
  const lacksAll = names.length > 0 && !names.some((name) => known.has(name));
  return lacksAll && !LETTER_OR_DIGIT.test(text) ? '' : text;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
