// [edge] The inputs of the action, read once and checked.
import { getInput } from '@actions/core';
import { CommandError } from '../errors.ts';
import { meant } from '../lib/text.ts';
import type { Given } from '../options.ts';
import { COMMENT_POLICIES, type CommentPolicy } from './comment.ts';

/** Every input in action.yml; a test compares the two. */
export const INPUTS = [
  'command',
  'config',
  'url',
  'repository',
  'target',
  'token',
  'dry-run',
  'force',
  'prune',
  'on-drift',
  'reads',
  'baseline',
  'branch',
  'allow-older',
  'change-comment',
  'application-name',
  'working-directory',
  'github-token',
  'timeout',
  'ca-file',
  'client-cert',
  'client-key',
  'insecure-http',
  'comment',
  'drift-issue',
  'plan',
  'digest-key',
] as const;
type InputName = (typeof INPUTS)[number];

export const COMMANDS = ['auto', 'plan', 'apply', 'validate', 'drift', 'unlock'] as const;
export type CommandInput = (typeof COMMANDS)[number];

export interface Inputs {
  command: CommandInput;
  dryRun: boolean;
  /** Branch whose pushes are applied; empty: the default branch. */
  branch: string;
  workingDirectory: string;
  githubToken: string;
  comment: CommentPolicy;
  /** Whether to maintain a drift issue. */
  driftIssue: boolean;
  /** Options of the commands. */
  given: Given;
}

/** Throws a {@link CommandError} for the first invalid input. */
export function readInputs(): Inputs {
  const text = (name: InputName): string => getInput(name);
  return {
    command: readChoice('command', text('command'), { choices: COMMANDS, standard: 'auto' }),
    dryRun: readBoolean('dry-run', text('dry-run')),
    branch: text('branch').replace(/^refs\/heads\//, ''),
    workingDirectory: text('working-directory'),
    githubToken: text('github-token'),
    comment: readChoice('comment', text('comment'), { choices: COMMENT_POLICIES, standard: 'changes' }),
    driftIssue: readBoolean('drift-issue', text('drift-issue')),
    given: {
      config: text('config'),
      url: text('url'),
      repository: text('repository'),
      target: text('target'),
      token: text('token'),
      prune: text('prune'),
      onDrift: text('on-drift'),
      reads: text('reads'),
      timeout: text('timeout'),
      caFile: text('ca-file'),
      clientCert: text('client-cert'),
      clientKey: text('client-key'),
      insecureHttp: readBoolean('insecure-http', text('insecure-http')),
      changeComment: text('change-comment'),
      applicationName: text('application-name'),
      plan: text('plan'),
      digestKey: text('digest-key'),
      baseline: text('baseline'),
      force: text('force'),
      allowOlder: readBoolean('allow-older', text('allow-older')),
    },
  };
}

function readChoice<Choice extends string>(
  name: InputName,
  text: string,
  { choices, standard }: { choices: readonly Choice[]; standard: Choice },
): Choice {
  const choice = text === '' ? standard : choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new CommandError({
    code: 'bad-input',
    message: `Invalid input \`${name}\`: \`${text}\`.`,
    hint: meant(text, choices),
  });
}

/** YAML 1.2 booleans, as in `core.getBooleanInput`; empty is false. */
function readBoolean(name: InputName, text: string): boolean {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE|)$/.test(text)) return false;
  throw new CommandError({
    code: 'bad-input',
    message: `Invalid input \`${name}\`: \`${text}\`. Use true or false.`,
  });
}
