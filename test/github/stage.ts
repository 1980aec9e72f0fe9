// A Git host, clients with simulated pauses, and the comment used by most tests.
import { test as plain } from 'vitest';
import { Api, type ProblemCode, problemCode } from '../../src/github/api.ts';
import {
  type CommentRequest,
  type PostOutcome,
  upsertComment,
  writeMarker,
} from '../../src/github/posts.ts';
import {
  type Comment,
  type Flavour,
  type GitHost,
  GITEA_BOT,
  GITHUB_BOT,
  type User,
} from './git-host.ts';
import { GitHostServer } from './server.ts';

export const HEAD = '1'.repeat(40);
export const TARGET = 'config.test/acme/shop/.';
export const NOW = Date.UTC(2026, 0, 1);

/** What was written, or why nothing was. */
export type Ended = PostOutcome | { failed: ProblemCode };

export function ended(writing: Promise<PostOutcome>): Promise<Ended> {
  return writing.catch((error: unknown) => ({ failed: problemCode(error) }));
}

export interface Stage {
  server: GitHostServer;
  gitHost: GitHost;
  /** Milliseconds of each pause. */
  pauses: number[];
  api: (token?: string) => Api;
  /** Writes the comment under the first pull request. */
  comment: (request?: Partial<CommentRequest>, token?: string) => Promise<Ended>;
}

interface Fixtures extends Stage {
  flavour: Flavour;
  stage: Stage;
}

/** With one open pull request whose head is {@link HEAD}; on GitHub, unless a test overrides it. */
export const test = plain.extend<Fixtures>({
  flavour: 'github',
  stage: ({ flavour }, use) => onGitHost(flavour, use),
  // What a test names of it.
  server: ({ stage }, use) => use(stage.server),
  gitHost: ({ stage }, use) => use(stage.gitHost),
  pauses: ({ stage }, use) => use(stage.pauses),
  api: ({ stage }, use) => use(stage.api),
  comment: ({ stage }, use) => use(stage.comment),
});

/** {@link test} for what needs another address of the API, or two Git hosts. */
export async function onGitHost(
  flavour: Flavour,
  use: (stage: Stage) => Promise<void>,
  base?: string,
): Promise<void> {
  const server = await new GitHostServer(flavour, base).start();
  try {
    await use(stageOf(server));
  } finally {
    await server.stop();
  }
}

function stageOf(server: GitHostServer): Stage {
  const { gitHost } = server;
  const { number } = gitHost.pullRequest({ head: HEAD });
  const pauses: number[] = [];
  const clock = {
    now: () => new Date(NOW + pauses.reduce((sum, pause) => sum + pause, 0)),
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
  };
  const api = (token = 'workflow') =>
    new Api({ apiUrl: server.url, token, repository: gitHost.repository }, clock);
  const comment: Stage['comment'] = (request, token) =>
    ended(upsertComment(api(token), { ...requestOf('A plan.'), pullRequest: number, ...request }));
  return { server, gitHost, pauses, api, comment };
}

export function requestOf(markdown: string): Omit<CommentRequest, 'pullRequest'> {
  const marker = { target: TARGET, head: HEAD, plan: 'digest' };
  return { marker, markdown, mayCreate: true, phase: 'planned' };
}

/** The body that {@link Stage.comment} writes. */
export function bodyOf(markdown: string, head = HEAD): string {
  return `${writeMarker({ kind: 'plan', target: TARGET, head, plan: 'digest' })}\n${markdown}`;
}

export function botOf({ flavour }: GitHost): User {
  return flavour === 'github' ? GITHUB_BOT : GITEA_BOT;
}

/** A comment of an earlier run under the first pull request. */
export function earlier(gitHost: GitHost, markdown: string, user = botOf(gitHost)): Comment {
  return gitHost.comment({ issue: 1, body: bodyOf(markdown), user });
}

export function texts(gitHost: GitHost): string[] {
  return gitHost.comments.map(({ body }) => body.replace(/^<!--.*?-->\n/, ''));
}
