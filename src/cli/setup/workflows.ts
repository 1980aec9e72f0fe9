// The workflows that init writes: one plans pull requests, the other one applies what is merged.
import { CommandError } from '../../errors.ts';
import { compareText } from '../../lib/text.ts';
import { PROJECT_FILE } from '../../model/project.ts';
import { rowsIn } from '../../model/state.ts';
import { tokenVariable } from '../../model/targets.ts';
import type { Options } from '../../options.ts';
import type { FileWrite } from '../../model/import-plan.ts';
import { openAround, withoutGit } from '../../apply/git-files.ts';
import { openProject, projectFileOf, settingsOf, type TargetOptions } from '../../apply/project.ts';
import type { Runtime } from '../../apply/runtime.ts';

/** What stands for the action until its address is known. */
export const ACTION = '<owner>/confighub-sync@<commit>';

/** A full commit SHA: a tag or a branch can be moved, and the action gets the token. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/**
 * Throws {@link CommandError} for an action that is not pinned to a commit, and below the top of a Git repository, where
 * no Git host would find the files.
 */
export async function newWorkflows(
  options: Options,
  runtime: Runtime,
  action = ACTION,
): Promise<FileWrite[]> {
  if (action !== ACTION && !PINNED.test(action))
    throw new CommandError({
      code: 'bad-option',
      message:
        'Invalid action: expected its repository and a full commit SHA, as in owner/confighub-sync@<40 digits>.',
      hint: '`git rev-parse HEAD` in the clone of the action prints the commit SHA.',
    });
  const git = await openAround(options.config, runtime).catch(withoutGit);
  if (git !== undefined && git.folder !== '')
    throw new CommandError({
      code: 'bad-option',
      message: 'Workflows belong to the top folder of the Git repository; nothing was written.',
      hint: 'Copy them from README.md to .github/workflows there, and set the input `config`.',
    });
  const file = projectFileOf(options, runtime);
  const targets = (settingsOf({ ...options, file }, runtime).targets ?? []).map(({ name }) => name);
  const named =
    targets.length === 0 ? [options] : targets.map((target) => ({ ...options, target }));
  const projects = file.isReadable ? named.map((one) => ({ ...one, file })) : [];
  const variables = [...targets.map(tokenVariable), ...(await variablesOf(projects, runtime))];
  return Object.entries(WORKFLOWS).map(([name, text]) => ({
    path: `.github/workflows/${name}`,
    after: filled(text, action, options.config, variables),
  }));
}

/** The variables that the documents name, sorted. */
async function variablesOf(
  projects: readonly TargetOptions[],
  runtime: Runtime,
): Promise<string[]> {
  const found = new Set<string>();
  for (const options of projects) {
    const opening = { runtime, missingEnv: 'warning', outcome: 'nothing was written' } as const;
    const { state, passwords } = await openProject(options, opening);
    for (const { row } of rowsIn(state)) if (row.variable !== undefined) found.add(row.variable);
    for (const variable of passwords.variables.values()) found.add(variable);
  }
  return [...found].sort(compareText);
}

function filled(
  workflow: string,
  action: string,
  config: string,
  variables: readonly string[],
): string {
  const secrets = variables.map((name) => `          ${name}: \${{ secrets.${name} }}\n`).join('');
  const env = secrets === '' ? '' : `        env:\n${secrets}`;
  const located = config === PROJECT_FILE ? '' : `          config: '${config}'\n`;
  return workflow
    .replace(/^ {8}with:\n {10}command: .*\n/m, (step) => `${env}${step}${located}`)
    .replace(ACTION, () => action);
}

/** By the name of the file. */
export const WORKFLOWS = {
  'configuration-plan.yml': `name: Plan configuration
on:
  pull_request:
    types: [opened, synchronize, reopened, edited] # edited: plan again when the base branch changes
  pull_request_review: # a review can approve a refused plan
  merge_group:
permissions: {}
jobs:
  plan:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: { contents: read, pull-requests: write } # write: the comment
    concurrency: { group: 'confighub-plan-\${{ github.ref }}', cancel-in-progress: true }
    steps:
      - uses: actions/checkout@v5
        with: { persist-credentials: false }
      - uses: <owner>/confighub-sync@<commit>
        with:
          command: plan
          token: \${{ secrets.CONFIGHUB_TOKEN }}
`,
  'configuration-apply.yml': `name: Apply configuration
on:
  push:
    branches: [main]
  workflow_dispatch: # the button "Run workflow"
    inputs:
      command: { description: 'command: what to do', type: choice, options: [plan, apply, unlock] }
      approve: { description: 'approve: text that approves a refused plan', type: string }
      on-drift: { description: 'on-drift: overwrite, keep or fail', type: string }
      allow-older: { description: 'allow-older: apply an older commit', type: boolean }
permissions: {}
jobs:
  apply:
    if: github.ref == 'refs/heads/main' # the form offers all branches
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions: { contents: write, pull-requests: write } # the record, the comment
    concurrency: # one apply at a time
      group: confighub-\${{ inputs.command || 'apply' }}-\${{ github.ref_name }}
      cancel-in-progress: false
    steps:
      - uses: actions/checkout@v5
        with: { persist-credentials: false }
      - uses: <owner>/confighub-sync@<commit>
        with:
          command: \${{ inputs.command || 'apply' }}
          token: \${{ secrets.CONFIGHUB_TOKEN }}
          approve: \${{ inputs.approve }}
          on-drift: \${{ inputs.on-drift }}
          allow-older: \${{ inputs.allow-older }}
`,
};
