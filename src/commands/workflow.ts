// The workflow that `init --workflow` writes: examples/workflows/plan-and-apply.yml, filled in for a project.
import { CommandError } from '../errors.ts';
import { PROJECT_FILE } from '../model/project.ts';
import { tokenVariable } from '../model/targets.ts';
import type { Options } from '../options.ts';
import type { NewFile } from './init.ts';
import { openAround, readProjectFile } from './project.ts';
import type { GitRuntime } from './runtime.ts';

/** What stands for the action until its address is known. */
export const ACTION = '<owner>/confighub-sync@<commit>';

/** A full commit id: a tag or a branch can be moved, and the action gets the token. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/** Throws {@link CommandError} for an action that is not pinned to a commit. */
export function checkAction(action: string): string {
  if (PINNED.test(action)) return action;
  throw new CommandError({
    code: 'bad-option',
    message: 'Invalid action: expected its repository and a full commit id, as in owner/confighub-sync@<40 digits>.',
    hint: '`git rev-parse HEAD` in the clone of the action prints the commit id.',
  });
}

/** Throws {@link CommandError} below the top of a Git repository, where no forge would find the file. */
export async function newWorkflow(
  options: Pick<Options, 'config' | 'target'>,
  { action = ACTION }: { action?: string | undefined },
  runtime: GitRuntime,
): Promise<NewFile> {
  const git = await openAround({ ...options, baseline: false }, runtime);
  if (git !== undefined && git.folder !== '')
    throw new CommandError({
      code: 'bad-option',
      message: 'A workflow belongs to the top folder of the Git repository; nothing was written.',
      hint: 'Copy the workflow from docs/github-action.md to .github/workflows there, and set the input `config`.',
    });
  const targets = (readProjectFile(options, runtime).targets ?? []).map(({ name }) => tokenVariable(name));
  return { path: '.github/workflows/confighub.yml', content: workflow({ action, config: options.config, targets }) };
}

interface Filling {
  action: string;
  config: string;
  /** The variables of the tokens of several targets. */
  targets: readonly string[];
}

function workflow({ action, config, targets }: Filling): string {
  const variables = targets.map((name) => `          ${name}: \${{ secrets.${name} }}\n`).join('');
  const text = WORKFLOW.replaceAll(ACTION, () => action);
  const located =
    config === PROJECT_FILE ? text : text.replaceAll(/(with: \{ command: \w+), /g, `$1, config: '${config}', `);
  return variables === '' ? located : located.replaceAll(/^ {8}with: \{ command/gm, `        env:\n${variables}$&`);
}

export const WORKFLOW = `name: Configuration
on:
  pull_request:
  pull_request_review: # a review can approve a refused plan
  push:
    branches: [main]
permissions: {}
jobs:
  plan:
    if: github.event_name != 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: { contents: read, pull-requests: write } # write: the comment
    concurrency: { group: 'confighub-plan-\${{ github.ref }}', cancel-in-progress: true }
    steps:
      - uses: actions/checkout@v5
        with: { persist-credentials: false }
      - uses: <owner>/confighub-sync@<commit>
        with: { command: plan, token: '\${{ secrets.CONFIGHUB_TOKEN }}' }
  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions: { contents: write, pull-requests: write } # write: the record, the comment
    concurrency: { group: confighub-apply, cancel-in-progress: false }
    steps:
      - uses: actions/checkout@v5
        with: { persist-credentials: false }
      - uses: <owner>/confighub-sync@<commit>
        with: { command: apply, token: '\${{ secrets.CONFIGHUB_TOKEN }}' }
`;
