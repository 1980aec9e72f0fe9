// [edge] The inputs of the action, read once and checked.
import { getInput } from '@actions/core';
import { CommandError } from '../errors.ts';
import { meant } from '../model/nearest.ts';
import type { Given } from '../options.ts';

/** Every input of action.yml; a test holds the two against each other. */
export const INPUTS = [
  'command',
  'config',
  'url',
  'repository',
  'token',
  'dry-run',
  'force',
  'prune',
  'on-drift',
  'baseline',
  'branch',
  'allow-older',
  'change-comment',
  'application-name',
  'working-directory',
  'github-token',
  'timeout',
] as const;
type InputName = (typeof INPUTS)[number];

export const COMMANDS = ['auto', 'plan', 'apply', 'validate'] as const;
export type CommandInput = (typeof COMMANDS)[number];

export interface Inputs {
  command: CommandInput;
  dryRun: boolean;
  /** Push to this branch applies; empty: the default branch. */
  branch: string;
  workingDirectory: string;
  githubToken: string;
  /** What goes on to the options of every command. */
  given: Given;
}

/** Throws one {@link CommandError} for the first input that is wrong. */
export function readInputs(): Inputs {
  const text = (name: InputName): string => getInput(name);
  return {
    command: readCommand(text('command')),
    dryRun: readBoolean('dry-run', text('dry-run')),
    branch: text('branch').replace(/^refs\/heads\//, ''),
    workingDirectory: text('working-directory'),
    githubToken: text('github-token'),
    given: {
      config: text('config'),
      url: text('url'),
      repository: text('repository'),
      token: text('token'),
      prune: text('prune'),
      onDrift: text('on-drift'),
      timeout: text('timeout'),
      changeComment: text('change-comment'),
      applicationName: text('application-name'),
      baseline: text('baseline') === 'none' ? false : text('baseline'),
      force: readBoolean('force', text('force')),
      allowOlder: readBoolean('allow-older', text('allow-older')),
    },
  };
}

function readCommand(text: string): CommandInput {
  const command = COMMANDS.find((candidate) => candidate === (text === '' ? 'auto' : text));
  if (command !== undefined) return command;
  throw new CommandError({
    code: 'bad-input',
    message: `The input \`command\` cannot be \`${text}\`.`,
    hint: meant(text, COMMANDS),
  });
}

/** YAML 1.2 booleans, as `core.getBooleanInput` takes them; an input that is not given is false. */
function readBoolean(name: InputName, text: string): boolean {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE|)$/.test(text)) return false;
  throw new CommandError({
    code: 'bad-input',
    message: `The input \`${name}\` is true or false, not \`${text}\`.`,
  });
}
