// The rows of the command list, as commander reads them, and the options that several commands take.
import { EFFECTS } from '../model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../model/project.ts';
import { READ_MODES } from '../model/server-reads.ts';

/** The headings of the options in the help. */
type Group = 'Target' | 'Comparison' | 'Push' | 'Output' | 'Connection' | 'Options' | typeof RARE;

/** The last group: few people need these, and seldom. */
export const RARE = 'For repairs and tools';

/** One option: as commander reads it, and what it is for. */
export interface OptionRow {
  group: Group;
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

type Option = (
  flags: string,
  description: string,
  more?: Omit<OptionRow, 'group' | 'flags' | 'description'>,
) => OptionRow;

function inGroup(group: Group): Option {
  return (flags, description, more) => ({ group, flags, description, ...more });
}

const target = inGroup('Target');
const connection = inGroup('Connection');
export const comparison = inGroup('Comparison');
export const push = inGroup('Push');
export const output = inGroup('Output');
export const rare = inGroup(RARE);
/** Options of one command only. */
export const option = inGroup('Options');

export const CONFIG = target('-c, --config <file>', 'project file (CONFIGHUB_CONFIG; default: confighub.yaml)');
export const TARGETS = target(
  '--target <name>',
  'use only these targets of the project file: a name or glob; repeatable (CONFIGHUB_TARGET; default: all)',
  { isRepeatable: true },
);
export const ONE_TARGET = target(
  '--target <name>',
  'the target to use, if the project file has several (CONFIGHUB_TARGET)',
);
export const ENV_FILE = target(
  '--env-file <file>',
  'read variables that are not set from this file (`NAME=value`), which Git must not track',
);
const SERVER_URL = target('--url <url>', 'base URL of the server (CONFIGHUB_URL)');
export const LOCATION = [
  CONFIG,
  SERVER_URL,
  target('--repository <account/name>', 'repository on the server (CONFIGHUB_REPOSITORY)'),
];
const PRUNE = comparison('--prune <mode>', 'what to delete: managed, all or none (CONFIGHUB_PRUNE)', {
  suggestions: PRUNE_MODES,
});
export const READS = comparison(
  '--reads <which>',
  'allowed reads of the server: all, token (no export) or documented (CONFIGHUB_READS)',
  { suggestions: READ_MODES },
);
export const BASELINE = rare(
  '--baseline <revision>',
  'use the documents of this commit as the baseline instead of the recorded one',
);
export const COMPARISON = [
  PRUNE,
  comparison(
    '--on-drift <choice>',
    'how to handle drift: overwrite, keep or fail (CONFIGHUB_ON_DRIFT; default: overwrite)',
    { suggestions: ON_DRIFT },
  ),
  BASELINE,
  READS,
  comparison(
    '--force [digest]',
    'approve the refused plan with this digest, followed by protected names to delete; with several targets, `name: digest; …`',
  ),
];
export const JSON_OUTPUT = output('--json', 'print JSON instead of text');
export const EFFECTS_OUTPUT = output('--effects <how>', 'which applications receive each change: none, short or full', {
  choices: EFFECTS,
  default: 'short',
});
export const PLAN_OUTPUT = [
  EFFECTS_OUTPUT,
  output('--unmanaged', 'list unmanaged items on the server'),
  rare('--show-push', 'print the body of the push, with secrets masked'),
  JSON_OUTPUT,
];
export const detailedExitcode = (when: string) => output('--detailed-exitcode', `exit with status 2 if ${when}`);
export const CONNECTION = [
  connection('--timeout <seconds>', 'timeout for a server that does not answer (CONFIGHUB_TIMEOUT; default: 120)'),
  connection('--ca-file <file>', 'trust only these certificate authorities (PEM) (CONFIGHUB_CA_FILE)'),
  rare('--client-cert <file>', 'client certificate (PEM) (CONFIGHUB_CLIENT_CERT)'),
  rare('--client-key <file>', 'private key of the client certificate, if in a separate file (CONFIGHUB_CLIENT_KEY)'),
  connection('--insecure-http', 'allow sending the token over unencrypted HTTP to another machine'),
];
