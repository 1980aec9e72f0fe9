// A pull request as a workflow meets it: a Git host with its API, a repository with a branch, and steps for its events.
import { GitHostServer } from '../github/server.ts';
import type { Flavour, Issue } from '../github/git-host.ts';
import { type Desk, SMALL, withShop } from './process.ts';
import type { ServerOptions } from '../../src/server/http-server.ts';
import type { TestServer } from './server.ts';
import { runStep, type StepOptions, type StepResult } from './workflow.ts';

const REPOSITORY = 'acme/shop';

/** A branch with its pull request, and the steps of workflows for it. */
export interface Branch {
  pull: Issue;
  /** Commits the files to the branch, as a push to it does. */
  propose: (files: Record<string, string>) => string;
  /** The step that plans the pull request. */
  plan: (options?: StepOptions) => Promise<StepResult>;
  /** Merges the branch as a squash does. */
  merge: () => string;
  /** The step that applies what was pushed to main. */
  apply: (options?: StepOptions) => Promise<StepResult>;
}

interface Opened {
  desk: Desk;
  gitHost: GitHostServer;
  /** Name of the fork; `null` for one that is deleted. */
  from?: string | null;
  sender?: string;
  /** Of every step. */
  inputs?: Record<string, string>;
}

/** Opens a pull request from what is checked out: a new branch without a change. */
export function openBranch({
  desk,
  gitHost,
  from = REPOSITORY,
  sender = 'ada',
  inputs = {},
}: Opened): Branch {
  const base = desk.git('rev-parse', 'HEAD');
  desk.git('switch', '--quiet', '--create', 'feature');
  const pull = gitHost.gitHost.pullRequest({ head: base, from });
  gitHost.gitHost.commitsBetween = (older, newer) => {
    try {
      return desk.git('rev-list', '--reverse', `${older}..${newer}`).split('\n').filter(Boolean);
    } catch {
      return undefined;
    }
  };
  const repository = { full_name: REPOSITORY, default_branch: 'main' };
  const env = { GITHUB_API_URL: gitHost.url, GITHUB_REPOSITORY: REPOSITORY };
  const step = (own: StepOptions, options: StepOptions) =>
    runStep(desk, {
      ...own,
      ...options,
      with: { 'github-token': 'workflow', ...inputs, ...options.with },
      env: { ...env, ...own.env, ...options.env },
    });
  return {
    pull,
    propose: (files) => {
      const head = desk.commit('Change the shop', files);
      if (pull.pull) pull.pull.head = head;
      return head;
    },
    plan: (options = {}) => {
      const json = gitHost.gitHost.pullJson(pull, 'single') as { base: object };
      const pull_request = { ...json, base: { ...json.base, sha: base } };
      const payload = {
        action: 'synchronize',
        pull_request,
        repository,
        sender: { login: sender },
      };
      return step({ event: 'pull_request', ref: 'refs/pull/1/merge', payload }, options);
    },
    merge: () => {
      desk.git('switch', '--quiet', 'main');
      desk.git('merge', '--quiet', '--squash', 'feature');
      const commit = desk.commit('Change the shop (#1)');
      if (pull.pull) Object.assign(pull.pull, { isMerged: true, mergeCommit: commit });
      gitHost.gitHost.pullsOfCommit.set(commit, [1]);
      return commit;
    },
    apply: (options = {}) => {
      const payload = { repository, head_commit: { message: 'Change the shop (#1)' } };
      return step({ payload, env: { GITHUB_SHA: desk.git('rev-parse', 'HEAD') } }, options);
    },
  };
}

export interface Proposed extends Branch {
  desk: Desk;
  server: TestServer;
  /** Of the configuration server. */
  requests: string[];
  gitHost: GitHostServer;
}

export interface PullRequestOptions extends Pick<Opened, 'from' | 'sender'> {
  flavour?: Flavour;
  files?: Record<string, string>;
  /** Of the configuration server. */
  settings?: Partial<ServerOptions>;
}

/** The files are applied, as those of main; the branch begins without a change. */
export async function withPullRequest(
  { flavour = 'github', files = SMALL, settings = {}, ...opened }: PullRequestOptions,
  use: (proposed: Proposed) => Promise<void>,
): Promise<void> {
  const gitHost = await new GitHostServer(flavour).start();
  try {
    await withShop(
      files,
      async ({ desk, server, requests }) => {
        desk.commit('Open the shop');
        await desk.cli(['apply']);
        const branch = openBranch({ desk, gitHost, ...opened });
        requests.length = 0;
        await use({ desk, server, requests, gitHost, ...branch });
      },
      settings,
    );
  } finally {
    await gitHost.stop();
  }
}
