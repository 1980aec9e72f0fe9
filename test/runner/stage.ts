// What a runner works with: the workflows in a repository, its Git host with Git and API, and the configuration server.
import { cpSync } from 'node:fs';
import { test as plain } from 'vitest';
import { parse } from 'yaml';
import { workflows } from '../../scripts/workflows.js';
import type { Access, Issue } from '../github/git-host.ts';
import { GitHostServer } from '../github/server.ts';
import { GitSandbox } from '../helpers/git.ts';
import { GitHostOverHttp } from '../helpers/git-http.ts';
import { REPOSITORY, SMALL, TOKEN } from '../helpers/process.ts';
import { ROOT } from '../helpers/run.ts';
import { type TestServer, withServer } from '../helpers/server.ts';
import { type Ran, runAct } from './act.ts';

export const GITHUB_TOKEN = 'ghs_token-of-the-workflow-0123456789';

/** What the Git host says of an environment that asks reviewers. */
export const REVIEWED = {
  protection_rules: [
    {
      id: 1,
      type: 'required_reviewers',
      reviewers: [{ type: 'User', reviewer: { login: 'bob', type: 'User' } }],
    },
  ],
  deployment_branch_policy: null,
};
/** What it says of one that only some branches may use. */
export const LIMITED = {
  protection_rules: [{ id: 3, type: 'branch_policy' }],
  deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
};

export interface Call {
  /** What the event says; of a push and of a pull request, that of the commit that is checked out. */
  payload?: object;
  /** The one that README and docs have for the event, unless told otherwise. */
  workflow?: string;
  /** Without a secret, and with a token that only reads. */
  isFork?: boolean;
  /** The name of the secret with the token; `CONFIGHUB_TOKEN`, unless said otherwise. */
  secret?: string;
  /** Folder for artifacts; those that are there already stay. */
  artifacts?: string;
}

/** What users copy, by file name. */
export const WORKFLOWS: ReadonlyMap<string, string> = new Map(workflows());

export class RunnerStage {
  readonly sandbox = new GitSandbox();
  readonly gitHost = new GitHostServer('github');
  readonly server: TestServer;
  readonly pull: Issue;
  /** Where the Git host has the repository. */
  readonly origin = this.sandbox.bare('git-host/acme/shop.git');
  /** Newest commit of main, before anything is merged. */
  readonly base: string;
  /** Text of `confighub.yaml`. */
  readonly project: string;
  readonly #git = new GitHostOverHttp({
    root: this.sandbox.path('git-host'),
    env: this.sandbox.env,
  });
  readonly #work: string;
  #gitUrl = '';
  #runs = 0;

  constructor(server: TestServer) {
    this.server = server;
    const { origin } = this;
    this.sandbox.git(origin, 'config', 'http.receivepack', 'true');
    // As Git hosts do: any commit may be asked for.
    this.sandbox.git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    this.#work = this.sandbox.init();
    this.project = `${SMALL['confighub.yaml']}url: ${server.url}\nrepository: acme/shop\n`;
    this.base = this.commit({ ...SMALL, 'confighub.yaml': this.project, ...workflowFiles() });
    this.git('remote', 'add', 'origin', 'https://github.com/acme/shop.git');
    this.git('push', '--quiet', origin, 'HEAD:main');
    this.git('switch', '--quiet', '--create', 'feature');
    const { gitHost } = this.gitHost;
    this.pull = gitHost.pullRequest({ head: this.base });
    gitHost.headOf = (branch) => this.sandbox.headOf(origin, branch);
  }

  async start(): Promise<this> {
    await this.gitHost.start();
    this.#gitUrl = await this.#git.start();
    const instead = `[url "${this.#gitUrl}/"]\n\tinsteadOf = https://github.com/\n`;
    this.sandbox.write('home/.gitconfig', `[init]\n\tdefaultBranch = main\n${instead}`);
    return this;
  }

  async stop(): Promise<void> {
    this.#git.stop();
    await this.gitHost.stop();
    this.sandbox.dispose();
  }

  git(...args: string[]): string {
    return this.sandbox.git(this.#work, ...args);
  }

  commit(files: Record<string, string>): string {
    return this.sandbox.commit(this.#work, 'Change the shop', files);
  }

  /** Commits to the branch of the pull request, as its author does. */
  propose(files: Record<string, string>): void {
    this.git('switch', '--quiet', 'feature');
    const head = this.commit(files);
    if (this.pull.pull) this.pull.pull.head = head;
  }

  /** Merges the branch as a squash does, and pushes. */
  merge(): string {
    this.git('switch', '--quiet', 'main');
    this.git('merge', '--quiet', '--squash', 'feature');
    const commit = this.commit({});
    this.git('push', '--quiet', this.origin, 'HEAD:main');
    if (this.pull.pull) Object.assign(this.pull.pull, { isMerged: true, mergeCommit: commit });
    this.gitHost.gitHost.pullsOfCommit.set(commit, [1]);
    return commit;
  }

  /** Commits to main, and pushes. */
  publish(files: Record<string, string>): void {
    this.git('switch', '--quiet', 'main');
    this.commit(files);
    this.git('push', '--quiet', this.origin, 'HEAD:main');
    this.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  }

  /** Somebody else commits to a branch at the Git host; the commit. */
  commitTo(branch: string): string {
    this.git('fetch', '--quiet', this.origin, branch);
    this.git('switch', '--quiet', '--detach', 'FETCH_HEAD');
    const commit = this.commit({ 'config/more.yaml': 'keys: { more: 1 }\n' });
    this.git('push', '--quiet', this.origin, `HEAD:${branch}`);
    this.git('switch', '--quiet', 'main');
    return commit;
  }

  /** The document of the shop on a branch at the Git host. */
  shopOn(branch: string): string {
    return this.sandbox.git(this.origin, 'show', `${branch}:config/shop.yaml`);
  }

  /** A repository of the built tool at the Git host, and its commit. */
  publishTool(): { repository: string; commit: string } {
    const repository = 'octo-org/confighub-sync';
    const dir = this.sandbox.init('tool');
    for (const path of ['package.json', 'dist'])
      cpSync(`${ROOT}${path}`, `${dir}/${path}`, { recursive: true });
    const commit = this.sandbox.commit(dir, 'Build');
    this.sandbox.git(
      dir,
      'clone',
      '--quiet',
      '--bare',
      dir,
      this.sandbox.path(`git-host/${repository}.git`),
    );
    return { repository, commit };
  }

  /** The Git host has no environment but this one, with these rules; or none. */
  protect(environment: string, rules: object | undefined): void {
    const { environments } = this.gitHost.gitHost;
    environments.clear();
    if (rules) environments.set(environment, { id: 1, name: environment, ...rules });
  }

  /** Of the pull request and of issues about drift, without the markers. */
  bodies(): { comments: string[]; issues: string[] } {
    const text = ({ body }: { body: string }) => body.replace(/^<!--.*?-->\n/, '');
    const { comments, issues } = this.gitHost.gitHost;
    const told = issues.slice(1).map((issue) => `${issue.state}: ${text(issue)}`);
    return { comments: comments.map(text), issues: told };
  }

  /** Of ours, at origin. */
  refs(): string[] {
    return this.sandbox
      .git(this.origin, 'for-each-ref', '--format=%(refname)', 'refs/confighub-sync')
      .split('\n');
  }

  /** Runs a workflow for an event, on the commit that is checked out. */
  run(
    event: string,
    { payload = this.#payloadOf(event), workflow = workflowOf(event), ...call }: Call = {},
  ): Promise<Ran> {
    this.#grant(workflow, call.isFork);
    const repository = {
      full_name: 'acme/shop',
      name: 'shop',
      owner: { login: 'acme' },
      default_branch: 'main',
    };
    return runAct(this.sandbox, {
      event,
      workflow,
      payload: { repository, sender: { login: 'ada' }, ...payload },
      secrets: {
        GITHUB_TOKEN,
        ...(call.isFork ? {} : { [call.secret ?? 'CONFIGHUB_TOKEN']: TOKEN }),
      },
      vars: { CONFIGHUB_URL: this.server.url },
      env: {
        GITHUB_API_URL: this.gitHost.url,
        GITHUB_SERVER_URL: this.#gitUrl,
        GITHUB_RUN_ID: '42',
        ARTIFACTS: this.sandbox.path('artifacts', call.artifacts ?? String(++this.#runs)),
      },
      dir: this.#work,
    });
  }

  /** Runs a workflow that somebody starts on main, with the values of its form. */
  dispatch(inputs: Record<string, string>, workflow?: string): Promise<Ran> {
    const payload = { ref: 'refs/heads/main', inputs };
    return this.run('workflow_dispatch', { payload, ...(workflow && { workflow }) });
  }

  #payloadOf(event: string): object {
    if (event === 'push') return this.push();
    return event === 'pull_request' ? this.pullRequest() : {};
  }

  push(): object {
    const [after, message] = this.git('log', '-1', '--format=%H%n%s').split('\n');
    return {
      ref: 'refs/heads/main',
      before: this.base,
      after,
      head_commit: { id: after, message },
    };
  }

  pullRequest(from = 'acme/shop', into = this.base): { pull_request: object } {
    const json = this.gitHost.gitHost.pullJson(this.pull, 'single') as {
      head: object;
      base: object;
    };
    const head = { ...json.head, repo: { full_name: from } };
    const pull_request = { ...json, head, base: { ...json.base, sha: into } };
    return { ...{ action: 'synchronize', number: 1 }, pull_request };
  }

  /** act ignores permissions, so the Git host gets them: the token may what the workflow says, and nothing else. */
  #grant(workflow: string, isFork = false): void {
    const texts =
      workflow === INSTALLED ? [...INSTALLED_FILES.values()] : [WORKFLOWS.get(workflow) ?? ''];
    const jobs = texts.flatMap((text): { permissions: object }[] =>
      Object.values(parse(text).jobs),
    );
    const asked = jobs.flatMap(permissionsOf);
    const granted = (name: string): Access => {
      const all = asked.flatMap(([of, access]) => (of === name ? access : []));
      return all.length === 0 ? 'none' : !isFork && all.includes('write') ? 'write' : 'read';
    };
    const [issues, pulls, actions] = [
      granted('issues'),
      granted('pull-requests'),
      granted('actions'),
    ];
    this.gitHost.gitHost.token(GITHUB_TOKEN, { issues, pulls, actions });
    this.#git.access.set(GITHUB_TOKEN, granted('contents') === 'write' ? 'write' : 'read');
  }
}

function permissionsOf({ permissions }: { permissions: object }): [string, Access][] {
  return Object.entries(permissions);
}

const OTHERS: Record<string, string> = {
  push: 'apply',
  workflow_dispatch: 'apply',
  schedule: 'drift',
};

function workflowOf(event: string): string {
  return `configuration-${OTHERS[event] ?? 'plan'}.yml`;
}

/** All, and those of {@link INSTALLED} in a folder of their own. */
function workflowFiles(): Record<string, string> {
  const files = [...WORKFLOWS].map(([name, text]) => [`.github/workflows/${name}`, text]);
  return Object.fromEntries([
    ...files,
    ...[...INSTALLED_FILES].map(([name, text]) => [`.github/workflows/${INSTALLED}/${name}`, text]),
  ]);
}

/** The workflows of README and docs, for a run of all that an event starts. */
export const INSTALLED = 'installed';
const INSTALLED_FILES = new Map(
  [...WORKFLOWS].filter(([name]) => name.startsWith('configuration-')),
);

export const test = plain.extend<{ stage: RunnerStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
  stage: ({}, use) =>
    withServer({ repositories: [REPOSITORY] }, async (server) => {
      const stage = await new RunnerStage(server).start();
      await use(stage).finally(() => stage.stop());
    }),
});
