// Templates for the push comment: text with placeholders in braces.
import { meant } from '../lib/text.ts';

/** Names and meanings; the README lists them. */
export const PLACEHOLDERS = {
  message: 'The full message of the applied commit.',
  subject: 'The first line of that message.',
  sha: 'The SHA of that commit.',
  'short-sha': 'The first ten characters of that SHA.',
  branch: 'The branch of the pull request, or the branch that was pushed or is checked out.',
  repository: 'The Git repository that the workflow runs in, as `owner/name`.',
  'pull-request':
    'The number of the pull request of the event, or of the one that introduced the commit.',
  actor:
    'The user who started the workflow; outside a workflow, the system user, or `user.name` of Git.',
  workflow: 'The name of the workflow.',
  run: 'The URL of the workflow run.',
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

/** An unknown fact is undefined. */
export type CommentFacts = Readonly<Record<Placeholder, string | undefined>>;

const PLACEHOLDER = /\{([A-Za-z][\w-]{0,39})\}/g;

/** The names in braces, known or not. Other braces are text. */
export function placeholdersIn(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

export function templateProblems(template: string): string[] {
  const names = Object.keys(PLACEHOLDERS);
  const unknown = [...new Set(placeholdersIn(template))].filter((name) => !names.includes(name));
  return unknown.map(
    (name) => `The change comment has an unknown placeholder: \`{${name}}\`. ${meant(name, names)}`,
  );
}

/** An unknown fact becomes empty. Facts are never read as templates. */
export function fillTemplate(template: string, facts: CommentFacts): string {
  return template.replace(PLACEHOLDER, (_, name: Placeholder) => facts[name] ?? '');
}
