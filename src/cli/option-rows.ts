// The rows of the command list, as commander reads them, and the options that several commands take.
import { EFFECTS } from '../model/plan.ts';
import { type Option, type OptionGroup, type OptionName, OPTIONS, RARE, variableOf } from '../options.ts';

/** One option: as commander reads it, and what it is for. */
export interface OptionRow {
  group: OptionGroup;
  flags: string;
  description: string;
  choices?: readonly string[];
  /** What completion offers, if the value is checked elsewhere. */
  suggestions?: readonly string[];
  default?: string;
  /** Names of options that it cannot be used with. */
  conflicts?: readonly string[];
  /** May be given several times. */
  isRepeatable?: true;
}

export interface CommandRow {
  description: string;
  /** Words behind the name of the command, as commander writes them: `[pattern...]`. */
  argument?: readonly [usage: string, description: string];
  /** What it may be, if these are few. */
  choices?: readonly string[];
  options: readonly OptionRow[];
  /** Command lines without the name of the program, each with what it is for. */
  examples: readonly [line: string, meaning: string][];
}

type Define = (
  flags: string,
  description: string,
  more?: Omit<OptionRow, 'group' | 'flags' | 'description'>,
) => OptionRow;

function inGroup(group: OptionGroup): Define {
  return (flags, description, more) => ({ group, flags, description, ...more });
}

const target = inGroup('Target');
export const inPush = inGroup('Push');
export const output = inGroup('Output');
const rare = inGroup(RARE);
/** Options of one command only. */
export const option = inGroup('Options');

type FlagName = { [Name in OptionName]: (typeof OPTIONS)[Name] extends { flag: string } ? Name : never }[OptionName];

/** As the table of options has it. */
function shared(name: FlagName): OptionRow {
  const { flag, group, help, standard, ...more }: Option & Required<Pick<Option, 'flag' | 'group' | 'help'>> =
    OPTIONS[name];
  const facts = [more.env ? variableOf(name) : [], standard === undefined ? [] : `default: ${standard}`].flat();
  return {
    group,
    flags: flag,
    description: facts.length === 0 ? help : `${help} (${facts.join('; ')})`,
    ...(more.suggestions && { suggestions: more.suggestions }),
    ...(more.isRepeatable && { isRepeatable: true }),
  };
}

/** The rows of several options. */
export function rows(...names: readonly FlagName[]): OptionRow[] {
  return names.map(shared);
}

export const CONFIG = shared('config');
export const ONE_TARGET = target(
  '--target <name>',
  'the target to use, if the project file has several (CONFIGHUB_TARGET)',
);
export const ENV_FILE = target('--env-file <file>', 'read unset variables from this file, which Git must not track');
export const LOCATION = rows('config', 'url', 'repository');
export const COMPARISON = rows('prune', 'onDrift', 'baseline', 'reads', 'force');
export const JSON_OUTPUT = output('--json', 'print JSON instead of text');
export const EFFECTS_OUTPUT = output('--effects <how>', 'which applications receive each change: none, short or full', {
  choices: EFFECTS,
  default: 'short',
});
export const PLAN_OUTPUT = [
  EFFECTS_OUTPUT,
  shared('unmanaged'),
  rare('--show-push', 'print the body of the push, with secrets masked'),
  JSON_OUTPUT,
];
export const detailedExitcode = (when: string) => output('--detailed-exitcode', `exit with status 2 if ${when}`);
export const CONNECTION = rows('timeout', 'caFile', 'clientCert', 'clientKey', 'insecureHttp');

/** Those of every command, besides `--help`. */
const everywhere = inGroup('Global options');
export const GLOBAL_OPTIONS = [
  everywhere(
    '--verbose',
    'print every request, Git process and file read, with the time it took (also CONFIGHUB_DEBUG=1)',
  ),
  everywhere('-q, --quiet', 'print only errors, warnings and the result', { conflicts: ['verbose'] }),
  everywhere('--color', 'use colors without a terminal too (also FORCE_COLOR)'),
  everywhere('--no-color', 'disable colors (also NO_COLOR)'),
];
