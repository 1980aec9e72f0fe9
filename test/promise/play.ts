// Plays a situation of a pull request: what its comment says, and what its merge then does.
import { readFileSync } from 'node:fs';
import type { Issue } from '../github/git-host.ts';
import type { StepOptions, StepResult } from '../helpers/workflow.ts';
import { interrupt } from './interruptions.ts';
import type { Situation } from './situations.ts';
import { MAIN, tokensOf, type Workspace, withStage } from './stage.ts';
import { AFTER, documentOf, World } from './world.ts';

/** What a step says: in its summary, which is the text of the comment too, and in the files that it leaves. */
export interface Said {
  result: string;
  codes: string[];
  /** `update a *;* 2`, in the order of the plan: what is counted. */
  changes: string[];
  /** The same as what the server has then: `a *;*` → text, or nothing. */
  results: ReadonlyMap<string, unknown>;
  /** The commit of the base that the plan was compared with. */
  base: string | undefined;
  text: string;
  log: string;
  isDone: boolean;
}

export interface Played {
  plan: Said;
  /** The commit of main onto which the branch was merged. */
  onto: string;
  /** Its last attempt. */
  apply: Said;
  /** What the server had before it, and has after it: `a *;*` → text. */
  before: ReadonlyMap<string, string>;
  live: ReadonlyMap<string, string>;
  /** Comments of the merged pull requests, after it or after the next push, whichever could write them; the first is ours. */
  comments: string[];
  /** What becomes of the next push, where the merge was applied or had nothing to apply. */
  next: Said | undefined;
}

export function play(situation: Situation): Promise<Played> {
  return withStage((stage) => new PullRequests(new World(stage, situation)).run());
}

class PullRequests {
  readonly #world: World;
  readonly #pulls: Issue[] = [];
  #runs = 40;

  constructor(world: World) {
    this.#world = world;
  }

  async run(): Promise<Played> {
    const { server, meanwhile, merge, apply: how, host } = this.#world.situation;
    await this.#world.begin();
    await this.#world.branch();
    await this.#world.changeServer();
    const pull = this.#open('feature');
    this.#world.stage.front = server === 'unreachable' ? 'closed' : 'open';
    const plan = await this.#withoutApi(host === 'no API while planning', () =>
      this.#plan(pull, 'feature', true),
    );
    this.#world.stage.front = 'open';
    if (meanwhile === 'another merge') await this.#mergeAnother('else', { isApplied: true });
    let before = this.#world.tip();
    if (merge === 'two in one push') await this.#mergeAnother('third', { isApplied: false });
    const onto = this.#world.tip();
    this.#merge(pull);
    if (how === 'only with later merges') {
      await this.#mergeAnother('fourth', { isApplied: false });
      before = this.#world.tip();
      await this.#mergeAnother('fifth', { isApplied: false });
    }
    const liveBefore = await this.#world.live();
    const apply = await this.#withoutApi(host === 'no API after the merge', () =>
      this.#applyMerge(before),
    );
    const live = await this.#world.live();
    const comments = this.#commentsOfMerged();
    const next = await this.#next(apply);
    // Without the API, only the next push can write it.
    const later = next === undefined ? [] : this.#commentsOfMerged();
    const settled = host === 'no API after the merge' ? later : comments;
    return { plan, onto, apply, before: liveBefore, live, comments: settled, next };
  }

  /** While the API of the Git host refuses, if it does then. */
  async #withoutApi<Result>(isOut: boolean, work: () => Promise<Result>): Promise<Result> {
    const { gitHost } = this.#world.stage;
    gitHost.isRejecting = isOut;
    try {
      return await work();
    } finally {
      gitHost.isRejecting = false;
    }
  }

  #open(branch: string): Issue {
    const { plan } = this.#world.situation;
    const from = plan === 'without' && branch === 'feature' ? 'mallory/shop' : 'acme/shop';
    const pull = this.#world.stage.gitHost.gitHost.pullRequest({
      head: this.#world.stage.sh(`git rev-parse ${branch}`),
      from,
    });
    this.#pulls.push(pull);
    return pull;
  }

  get #inputs(): Record<string, string> {
    const { folder, file } = this.#world.after;
    return { 'working-directory': folder === '' ? '.' : folder.slice(0, -1), config: file };
  }

  async #plan(pull: Issue, branch: string, isOurs: boolean): Promise<Said> {
    const stage = this.#world.stage;
    const { checkout, plan, token, files, targets, host } = this.#world.situation;
    const tip = this.#world.tip();
    const merge = stage.sh(
      'git commit-tree -p main -p "$1" -m Merge "$(git merge-tree --write-tree main "$1")"',
      branch,
    );
    stage.publish(`refs/pull/${pull.number}/merge`, merge);
    const isMerge = checkout === 'merge' || checkout === 'old merge' || !isOurs;
    const commit = isMerge ? merge : (pull.pull?.head ?? '');
    const hasHistory = checkout === 'branch with history';
    const workspace = stage.checkout(commit, { hasHistory, submodules: files === 'submodule' });
    const config = `${this.#world.after.folder}config`;
    if (files === 'untracked')
      stage.sandbox.write(`${workspace.dir}/${config}/left.yaml`, documentOf({ left: '1' }));
    if (files === 'ignored')
      stage.sandbox.write(`${workspace.dir}/${config}/local.yaml`, documentOf({ local: '1' }));
    const json = stage.gitHost.gitHost.pullJson(pull, 'single') as { base: object };
    if (checkout === 'old merge' && isOurs)
      await this.#mergeAnother('earlier', { isApplied: true });
    const isWithout = isOurs && plan === 'without';
    const restore = isOurs && host === 'no origin while planning' ? stage.hideOrigin() : undefined;
    try {
      const step = await stage.step(workspace, {
        event: 'pull_request',
        ref: `refs/pull/${pull.number}/merge`,
        payload: {
          action: 'synchronize',
          pull_request: { ...json, base: { ...json.base, sha: tip } },
          repository: REPOSITORY_JSON,
          sender: { login: 'ada' },
        },
        with: { ...this.#inputs, command: 'plan' },
        env: { ...this.#run(), ...(isWithout ? {} : tokensOf({ token, targets })) },
      });
      return said(step);
    } finally {
      restore?.();
    }
  }

  /** Variables of a new run. */
  #run(): Record<string, string> {
    return { GITHUB_RUN_ID: String(++this.#runs), GITHUB_RUN_ATTEMPT: '1' };
  }

  /** Another pull request, of the same project where main has it. */
  async #mergeAnother(name: string, { isApplied }: { isApplied: boolean }): Promise<void> {
    const stage = this.#world.stage;
    const place = this.#world.before;
    const isOfProject = place !== undefined && this.#world.situation.project !== 'moved';
    stage.sh(`git switch --quiet --create ${name}`);
    const path = isOfProject ? `${place.folder}config/${name}.yaml` : `${name}.yaml`;
    stage.write({ [path]: documentOf({ [name]: '1' }) });
    this.#world.commit(`Add ${name}`);
    stage.sh('git switch --quiet main');
    const before = this.#world.tip();
    const pull = this.#open(name);
    const isSame = ['unchanged', 'in a folder'].includes(this.#world.situation.project);
    if (isSame && !isApplied) await this.#plan(pull, name, false);
    const merged = stage.sh(
      `git merge --quiet --no-ff -m "Merge pull request #${pull.number}" ${name}; git rev-parse HEAD`,
    );
    this.#merged(pull, merged);
    if (isSame && isApplied) await this.#apply(before);
  }

  #merged(pull: Issue, commit: string): void {
    const { gitHost } = this.#world.stage.gitHost;
    if (pull.pull) Object.assign(pull.pull, { isMerged: true, mergeCommit: commit });
    pull.state = 'closed';
    gitHost.pullsOfCommit.set(commit, [pull.number]);
    this.#world.stage.publish(MAIN, commit);
  }

  #merge(pull: Issue): void {
    const { merge } = this.#world.situation;
    const how = {
      'merge commit': 'git merge --quiet --no-ff -m "Merge pull request #1" feature',
      'two in one push': 'git merge --quiet --no-ff -m "Merge pull request #1" feature',
      squash:
        'git merge --quiet --squash feature >&2; git commit --quiet -m "Change the shop (#1)"',
      rebase: 'git cherry-pick --allow-empty main..feature >&2',
    }[merge];
    this.#merged(pull, this.#world.stage.sh(`${how}; git rev-parse HEAD`));
  }

  /** If it is interrupted, it is run again. */
  async #applyMerge(before: string): Promise<Said> {
    const { stage, situation } = this.#world;
    const workspace = this.#checkoutMain();
    const run = this.#run();
    const interrupted = interrupt(stage, situation);
    const { started, end } = interrupted ?? {};
    const first = await this.#attempt(before, workspace, { env: run, ...(started && { started }) });
    end?.();
    // Green, and yet every apply is locked out until it is run again.
    const isLocked = situation.host === 'no origin after the push';
    if (interrupted === undefined || (first.isDone && !isLocked)) return first;
    const again = { ...run, GITHUB_RUN_ATTEMPT: '2' };
    return this.#attempt(before, this.#checkoutMain(), { env: again });
  }

  #checkoutMain(): Workspace {
    const { stage, situation } = this.#world;
    return stage.checkout(this.#world.tip(), { submodules: situation.files === 'submodule' });
  }

  #apply(before: string): Promise<Said> {
    return this.#attempt(before, this.#checkoutMain(), { env: this.#run() });
  }

  /** The step that applies what was pushed to main. */
  async #attempt(
    before: string,
    workspace: Workspace,
    { env, ...options }: StepOptions,
  ): Promise<Said> {
    const { stage, situation } = this.#world;
    const tip = this.#world.tip();
    const message = stage.sh('git log -1 --format=%s');
    const payload = {
      ref: 'refs/heads/main',
      before,
      after: tip,
      repository: REPOSITORY_JSON,
      head_commit: { message },
    };
    const tokens = tokensOf({ targets: situation.targets });
    const inputs = { ...this.#inputs, command: 'apply' };
    const step = { ...options, payload, with: inputs, env: { ...tokens, ...env } };
    return said(await stage.step(workspace, step));
  }

  #commentsOfMerged(): string[] {
    const merged = this.#pulls.filter((pull) => pull.pull?.isMerged).map(({ number }) => number);
    return this.#world.stage.gitHost.gitHost.comments
      .filter(({ issue }) => merged.includes(issue))
      .map(({ body }) => body);
  }

  /** Only the record of the last apply can be in its way. */
  async #next({ result }: Said): Promise<Said | undefined> {
    const { record, apply, host } = this.#world.situation;
    const isOrdinary = record === 'there' && apply === 'to its end' && !host.includes('after');
    if (isOrdinary || (result !== 'applied' && result !== 'nothing')) return undefined;
    const before = this.#world.tip();
    this.#world.stage.write({
      [`${this.#world.after.folder}config/a.yaml`]: documentOf({ ...AFTER, d: '2' }),
    });
    this.#world.commit('The next');
    return this.#apply(before);
  }
}

const REPOSITORY_JSON = { full_name: 'acme/shop', default_branch: 'main' };

interface TargetJson {
  name?: string;
  base?: { commit: string };
  changes?: ChangeJson[];
  findings?: { severity: string; code: string }[];
  error?: { code: string };
}

interface ChangeJson {
  kind: string;
  key?: string;
  path?: string;
  context?: string;
  action: string;
  after?: unknown;
  rewritten?: true;
}

function said({ outputs, summary, stdout, status }: StepResult): Said {
  const path = outputs['plan-path'];
  const json: TargetJson & { targets?: TargetJson[] } =
    path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8'));
  const targets = json.targets ?? [json];
  const refusals = targets.flatMap(({ findings = [] }) =>
    findings.filter(({ severity }) => severity === 'refusal'),
  );
  const failed = outputs['error-code'];
  const changes = targets.flatMap(({ name, changes: all = [] }) =>
    all
      .filter(({ kind, rewritten }) => kind !== 'key' && !rewritten)
      .map((one) => ({ ...one, address: addressOf(one, name) })),
  );
  return {
    result: outputs.result ?? 'none',
    codes: [...new Set([...refusals.map(({ code }) => code), ...(failed ? [failed] : [])])].sort(),
    changes: changes
      .map(({ action, address, after }) => `${action} ${address} ${JSON.stringify(after)}`)
      .sort(),
    results: new Map(
      changes.filter(({ key }) => key !== undefined).map(({ address, after }) => [address, after]),
    ),
    base: targets.find(({ base }) => base !== undefined)?.base?.commit,
    text: summary,
    log: stdout,
    isDone: status === 0,
  };
}

function addressOf({ key, path, context }: ChangeJson, target: string | undefined): string {
  return `${target === undefined ? '' : `${target} `}${key ?? path} ${context}`;
}
