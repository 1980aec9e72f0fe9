// [edge] The workflows that init writes, from the examples of the package: one to plan pull requests, and one to apply what is merged.
import { readFileSync } from 'node:fs';
import { badOption } from '../../errors.ts';
import { compareText } from '../../lib/text.ts';
import { PROJECT_FILE } from '../../model/project.ts';
import { rowsIn } from '../../model/state.ts';
import { tokenVariable } from '../../model/targets.ts';
import type { Options } from '../../options.ts';
import type { FileWrite } from '../../model/import-plan.ts';
import { openAround, withoutGit } from '../../project/git-files.ts';
import {
  openProject,
  projectFileOf,
  settingsOf,
  type TargetOptions,
} from '../../project/open-project.ts';
import type { Runtime } from '../../runtime.ts';

/** By the name of the file. Each in full, so that the build finds it and puts it beside the bundle. */
const WORKFLOWS = {
  'configuration-plan.yml': new URL(
    '../../../examples/workflows/configuration-plan.yml',
    import.meta.url,
  ),
  'configuration-apply.yml': new URL(
    '../../../examples/workflows/configuration-apply.yml',
    import.meta.url,
  ),
};

/** What stands for the action until its address is known. */
export const ACTION = '<owner>/confighub-sync@<commit>';

/**
 * A full commit SHA: a tag or a branch can be moved, and the action gets the token. Without an
 * address, Gitea looks for the action at github.com.
 */
const PINNED = /^(?:https:\/\/[\w.:-]+\/)?[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

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
    throw badOption(
      'Invalid action: expected its repository and a full commit SHA, as in owner/confighub-sync@<40 digits>.',
      '`git rev-parse HEAD` in the clone of the action prints the commit SHA. On Gitea, begin with its address, as in https://git.example.com/owner/confighub-sync@<40 digits>.',
    );
  const git = await openAround(options.config, runtime).catch(withoutGit);
  if (git !== undefined && git.folder !== '')
    throw badOption(
      'Workflows belong to the top folder of the Git repository; nothing was written.',
      'Copy them from docs/github-action.md to .github/workflows there, and set the input `config`.',
    );
  const file = projectFileOf(options, runtime);
  const targets = (settingsOf({ ...options, file }, runtime).targets ?? []).map(({ name }) => name);
  const named =
    targets.length === 0 ? [options] : targets.map((target) => ({ ...options, target }));
  const projects = file.isReadable ? named.map((chosen) => ({ ...chosen, file })) : [];
  const variables = [...targets.map(tokenVariable), ...(await variablesOf(projects, runtime))];
  return Object.entries(WORKFLOWS).map(([name, url]) => ({
    path: `.github/workflows/${name}`,
    after: filled(readFileSync(url, 'utf8'), action, options.config, variables),
  }));
}

/** The variables that the documents name, sorted. */
async function variablesOf(
  projects: readonly TargetOptions[],
  runtime: Runtime,
): Promise<string[]> {
  const variables = new Set<string>();
  for (const options of projects) {
    const opening = { runtime, missingEnv: 'warning', outcome: 'nothing was written' } as const;
    const { state, passwords } = await openProject(options, opening);
    for (const { row } of rowsIn(state))
      if (row.variable !== undefined) variables.add(row.variable);
    for (const variable of passwords.variables.values()) variables.add(variable);
  }
  return [...variables].sort(compareText);
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
