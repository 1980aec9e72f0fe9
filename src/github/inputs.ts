// [edge] The inputs of the action, read once and checked.
import { getInput } from '@actions/core';
import { CommandError } from '../errors.ts';
import { meant } from '../lib/text.ts';
import { FORMER_NAMES, type GivenOptions, kebabCase, OPTIONS } from '../options.ts';

/** The inputs that are no options of the commands. */
const OWN_INPUTS = [
  'command',
  'dry-run',
  'branch',
  'working-directory',
  'github-token',
  'comment',
  'drift-issue',
] as const;
type OwnInput = (typeof OWN_INPUTS)[number];

const SHARED = Object.entries(OPTIONS).flatMap(([name, option]) =>
  'input' in option ? [{ name, input: kebabCase(name), isSwitch: 'isSwitch' in option }] : [],
);

/** Every input in action.yml; a test compares the two. */
export const INPUTS: readonly string[] = [...OWN_INPUTS, ...SHARED.map(({ input }) => input)];

export const COMMANDS = ['auto', 'plan', 'apply', 'validate', 'drift', 'unlock'] as const;
export type CommandInput = (typeof COMMANDS)[number];

export type Inputs = ReturnType<typeof readInputs>;

/** Throws a {@link CommandError} for the first invalid input. */
export function readInputs() {
  refuseFormerNames();
  const text = (name: OwnInput): string => getInput(name);
  const given: GivenOptions = Object.fromEntries(
    SHARED.map(({ name, input, isSwitch }) => [
      name,
      isSwitch ? readBoolean(input) : getInput(input),
    ]),
  );
  return {
    given,
    command: readChoice('command', COMMANDS, 'auto'),
    dryRun: readBoolean('dry-run'),
    // Its pushes are applied; empty: the default branch.
    branch: text('branch').replace(/^refs\/heads\//, ''),
    workingDirectory: text('working-directory'),
    githubToken: text('github-token'),
    // `changes`: no new comment just to say "no changes", but an existing one is updated.
    comment: readChoice('comment', ['always', 'changes', 'never'], 'changes'),
    driftIssue: readBoolean('drift-issue'),
  };
}

function refuseFormerNames(): void {
  for (const [former, name] of FORMER_NAMES) {
    if (INPUTS.includes(former) || !INPUTS.includes(name) || getInput(former) === '') continue;
    throw new CommandError({
      code: 'bad-input',
      message: `The input \`${former}\` is now \`${name}\`.`,
      hint: 'Rename it in the workflow.',
    });
  }
}

function readChoice<Choice extends string>(
  name: OwnInput,
  choices: readonly Choice[],
  standard: Choice,
): Choice {
  const text = getInput(name);
  const choice = text === '' ? standard : choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new CommandError({
    code: 'bad-input',
    message: `Invalid input \`${name}\`: \`${text}\`.`,
    hint: meant(text, choices),
  });
}

/** YAML 1.2 booleans, as in `core.getBooleanInput`; empty, as from an expression without a value, is false. */
function readBoolean(name: string): boolean {
  const text = getInput(name);
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE|)$/.test(text)) return false;
  throw new CommandError({
    code: 'bad-input',
    message: `Invalid input \`${name}\`: \`${text}\`. Use true or false.`,
  });
}
