// Options of the command line, as commander reads them: those that several commands take.
import { EFFECTS } from '../model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../model/project.ts';
import { READ_MODES } from '../model/server-reads.ts';

/** The headings of the options in the help. */
type Group = 'Target' | 'Comparison' | 'Push' | 'Output' | 'Connection' | 'Options';

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

export function option(
  group: Group,
  flags: string,
  description: string,
  more: Omit<OptionRow, 'group' | 'flags' | 'description'> = {},
): OptionRow {
  return { group, flags, description, ...more };
}

export const CONFIG = option(
  'Target',
  '-c, --config <file>',
  'project file (CONFIGHUB_CONFIG; default: confighub.yaml)',
);
export const TARGETS = option(
  'Target',
  '--target <name>',
  'use only these targets of the project file: a name or glob; repeatable (CONFIGHUB_TARGET; default: all)',
  { isRepeatable: true },
);
export const ONE_TARGET = option('Target', '--target <name>', 'the target of the project file (CONFIGHUB_TARGET)');
export const SERVER_URL = option('Target', '--url <url>', 'base URL of the server (CONFIGHUB_URL)');
export const LOCATION = [
  CONFIG,
  SERVER_URL,
  option('Target', '--repository <account/name>', 'repository on the server (CONFIGHUB_REPOSITORY)'),
];
export const PRUNE = option('Comparison', '--prune <mode>', 'what to delete: managed, all or none (CONFIGHUB_PRUNE)', {
  suggestions: PRUNE_MODES,
});
export const READS = option(
  'Comparison',
  '--reads <which>',
  'allowed reads of the server: all, token (no export), documented or none (CONFIGHUB_READS)',
  { suggestions: READ_MODES },
);
export const BASELINE = option(
  'Comparison',
  '--baseline <revision>',
  'use the documents of this commit as the baseline instead of the recorded one',
);
export const COMPARISON = [
  PRUNE,
  option(
    'Comparison',
    '--on-drift <choice>',
    'how to handle drift: overwrite, keep or fail (CONFIGHUB_ON_DRIFT; default: overwrite)',
    { suggestions: ON_DRIFT },
  ),
  BASELINE,
  option('Comparison', '--no-baseline', 'ignore the recorded baseline: nothing is pruned'),
  READS,
  option('Comparison', '--rewrite-secrets', 'send secrets again even if the record says they are unchanged'),
  option(
    'Comparison',
    '--force [digest]',
    'approve the refused plan with this digest, followed by protected names to delete; with several targets, `name: digest; …`',
  ),
];
export const JSON_OUTPUT = option('Output', '--json', 'print JSON instead of text');
export const EFFECTS_OUTPUT = option(
  'Output',
  '--effects <how>',
  'which applications receive each change: none, short or full',
  { choices: EFFECTS, default: 'short' },
);
export const PLAN_OUTPUT = [
  EFFECTS_OUTPUT,
  option('Output', '--unmanaged', 'list unmanaged items on the server'),
  option('Output', '--show-push', 'print the body of the push, with secrets masked'),
  JSON_OUTPUT,
];
export const detailedExitcode = (when: string) =>
  option('Output', '--detailed-exitcode', `exit with status 2 if ${when}`);
export const CONNECTION = [
  option(
    'Connection',
    '--timeout <seconds>',
    'timeout for a server that does not answer (CONFIGHUB_TIMEOUT; default: 120)',
  ),
  option('Connection', '--ca-file <file>', 'trust only these certificate authorities (PEM) (CONFIGHUB_CA_FILE)'),
  option('Connection', '--client-cert <file>', 'client certificate (PEM) (CONFIGHUB_CLIENT_CERT)'),
  option(
    'Connection',
    '--client-key <file>',
    'private key of the client certificate, if in a separate file (CONFIGHUB_CLIENT_KEY)',
  ),
  option('Connection', '--insecure-http', 'allow sending the token over unencrypted HTTP to another machine'),
];
