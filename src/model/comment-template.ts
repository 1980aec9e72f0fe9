// The comment of a push as people write it: a text with placeholders in braces, filled with what is known.
import { meant } from '../lib/text.ts';

/** What each stands for, in the words of the README. */
export const PLACEHOLDERS = {
  message: 'The whole message of the commit that is applied.',
  subject: 'Its first line.',
  sha: 'The id of that commit.',
  'short-sha': 'The first ten characters of it.',
  branch: 'The branch: that of a pull request, or the one that was pushed or is checked out.',
  repository: 'The repository that the workflow runs in, as `owner/name`.',
  'pull-request': 'The number of the pull request that the event is about, or that brought the commit along.',
  actor: 'Who started the workflow; elsewhere the user of the system, or `user.name` of Git.',
  workflow: 'The name of the workflow.',
  run: 'The address of its run.',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

/** A fact that is not known is undefined or empty. */
export type Facts = Readonly<Record<Placeholder, string | undefined>>;

/** Two braces or backslashes for one, or a placeholder. Any other brace or backslash stands for itself. */
const SPECIAL = /\{\{|\}\}|\\\\|\{([A-Za-z][\w-]{0,39})\}/g;
const WORDS = /\s*\S+|\s+$/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** The names in braces, known or not. */
export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(SPECIAL)].flatMap(([, name]) => name ?? []);
}

/** A line for each placeholder that there is not. */
export function templateProblems(template: string): string[] {
  const known = Object.keys(PLACEHOLDERS);
  const unknown = [...new Set(placeholdersIn(template))].filter((name) => !known.includes(name));
  return unknown.map(
    (name) =>
      `The change comment has an unknown placeholder: \`{${name}}\`. ${meant(name, known)} Write \`{{\` and \`}}\` for braces.`,
  );
}

/**
 * What is not known leaves no trace: a word with nothing but unknown placeholders and punctuation goes, then a line
 * that lacks something and has no letter or digit left. What facts bring along is never read as a template.
 */
export function fillTemplate(template: string, facts: Facts): string {
  const known = new Map(Object.entries(facts).flatMap(([name, fact]) => (fact ? [[name, fact]] : [])));
  const kept: string[] = [];
  let isGap = false;
  for (const line of linesOf(template)) {
    const filled = filledLine(line, known);
    // Of the empty lines before and behind what went, one set is enough.
    isGap = filled === undefined || (isGap && isBlank(filled) && isBlank(kept.at(-1) ?? ''));
    if (filled !== undefined && !isGap) kept.push(filled);
  }
  return kept.join('\n');
}

/** `\n` is a line break, because a flag or a plain text in YAML has no other way to write one. */
function linesOf(template: string): string[] {
  return template.replace(/\\\\|\\n/g, (token) => (token === '\\n' ? '\n' : token)).split(/\r?\n/);
}

type KnownFacts = ReadonlyMap<string, string>;

/** `undefined`: it is left out. */
function filledLine(line: string, known: KnownFacts): string | undefined {
  const text = (line.match(WORDS) ?? []).map((word) => filledWord(word, known)).join('');
  if (placeholdersIn(line).every((name) => known.has(name))) return text;
  return LETTER_OR_DIGIT.test(text) ? text.trim() : undefined;
}

/** With the blanks in front of it. */
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
