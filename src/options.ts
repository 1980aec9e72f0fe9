// The options of commands and of the action: how each is given, and what it becomes. Defaults ← confighub.yaml ← environment ← flags or inputs.
import { badOption, CommandError } from './errors.ts';
import { templateProblems } from './model/comment-template.ts';
import {
  type Approval,
  APPROVAL_PROBLEM,
  type TargetApprovals,
  parseApprovals,
} from './model/approval.ts';
import {
  ON_DRIFT,
  parseRepository,
  parseUrl,
  type Project,
  PROJECT_FILE,
  PRUNE_MODES,
} from './model/project.ts';
import {
  type DeclaredTarget,
  parseToken,
  type ResolvedTarget,
  TOKEN_PROBLEM,
} from './model/targets.ts';
import type { ChosenStage } from './model/stages.ts';
import { READ_MODES } from './model/server-reads.ts';

/** The last heading of the options in the help: few people need these, and seldom. */
export const RARE = 'Advanced';

/** The headings of the options in the help. */
export type OptionGroup =
  | 'Target'
  | 'Comparison'
  | 'Push'
  | 'Output'
  | 'Connection'
  | 'Options'
  | 'Global options'
  | typeof RARE;

/** One option of several commands, or of commands and the action. */
export interface Option {
  /** As commander reads it; absent: there is no flag, because a command line is seen by others. */
  flag?: string;
  group?: OptionGroup;
  /** What it is for, in the help, which adds the variable and the default. */
  help?: string;
  /** Also taken from `CONFIGHUB_<NAME>`. */
  env?: true;
  /** Also an input of the action, with the same name in kebab case. A test compares them with `action.yml`. */
  input?: true;
  /** It takes no value. */
  isSwitch?: true;
  isRepeatable?: true;
  suggestions?: readonly string[];
  /** What happens if it is not given, in the help. */
  standard?: string;
  /** `undefined`: invalid. Texts are never empty. Absent: as it is given. */
  read?: (text: string) => unknown;
  /** What is wrong with an invalid text, in full sentences. */
  problem?: string | ((text: string) => string[]);
}

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

const DEFAULT_TIMEOUT_SECONDS = 120;

/** In the order in which errors are told. What changes only how a plan is shown is a flag: `ShownChanges` in `render/view.ts`. */
export const OPTIONS = {
  config: {
    flag: '-c, --config <file>',
    group: 'Target',
    help: 'project file',
    standard: PROJECT_FILE,
    env: true,
    input: true,
  },
  url: {
    flag: '--url <url>',
    group: 'Target',
    help: 'base URL of the server',
    env: true,
    input: true,
    read: parseUrl,
    problem: 'Invalid url: expected an http or https address such as https://config.example.com.',
  },
  repository: {
    flag: '--repository <account/name>',
    group: 'Target',
    help: 'repository on the server',
    env: true,
    input: true,
    read: parseRepository,
    problem: 'Invalid repository: expected account/name, such as acme/shop.',
  },
  target: {
    flag: '--target <name>',
    group: 'Target',
    help: 'use only these targets: a name or glob; repeatable',
    standard: 'all',
    isRepeatable: true,
    env: true,
    input: true,
    read: wordsIn,
  },
  stage: {
    flag: '--stage <name>',
    group: 'Target',
    help: 'plan or apply only this stage',
    standard: 'all, one after the other',
    env: true,
    input: true,
  },
  token: {
    env: true,
    input: true,
    read: parseToken,
    problem: TOKEN_PROBLEM,
  },
  prune: {
    flag: '--prune <mode>',
    group: 'Comparison',
    help: 'what to delete: managed (what this project applied), all or none',
    standard: 'managed',
    suggestions: PRUNE_MODES,
    env: true,
    input: true,
    read: oneOf(PRUNE_MODES),
    problem: `Invalid prune mode: expected one of ${PRUNE_MODES.join(', ')}.`,
  },
  onDrift: {
    flag: '--on-drift <choice>',
    group: 'Comparison',
    help: 'how to handle drift: overwrite, keep or fail',
    standard: 'overwrite',
    suggestions: ON_DRIFT,
    env: true,
    input: true,
    read: oneOf(ON_DRIFT),
    problem: `Invalid drift mode: expected one of ${ON_DRIFT.join(', ')}.`,
  },
  reads: {
    flag: '--reads <which>',
    group: 'Comparison',
    help: 'allowed ways to read the server: all, token (no export) or documented',
    standard: 'all',
    suggestions: READ_MODES,
    env: true,
    input: true,
    read: oneOf(READ_MODES),
    problem: `Invalid reads: expected one of ${READ_MODES.join(', ')}.`,
  },
  approve: {
    flag: '--approve [digest]',
    group: 'Push',
    help: 'approve a refused plan by the digest it printed; to delete protected items, add their names inside the quotes',
    input: true,
    read: parseApprovals,
    problem: APPROVAL_PROBLEM,
  },
  timeout: {
    flag: '--timeout <seconds>',
    group: 'Connection',
    help: 'timeout for a server that does not answer',
    standard: String(DEFAULT_TIMEOUT_SECONDS),
    env: true,
    input: true,
    read: parseSeconds,
    problem: 'Invalid timeout: expected a number of seconds from 1 to 86400.',
  },
  changeComment: {
    flag: '--change-comment <text>',
    group: 'Push',
    help: 'push comment, with placeholders',
    standard: '{message}, the commit message',
    env: true,
    input: true,
    read: (text: string) => (templateProblems(text).length === 0 ? text : undefined),
    problem: templateProblems,
  },
  applicationName: {
    flag: '--application-name <name>',
    group: RARE,
    help: 'application name of the push, sent as ASCII',
    standard: 'confighub-sync',
    env: true,
    input: true,
  },
  lastApplied: {
    flag: '--last-applied <revision>',
    group: RARE,
    help: 'the commit that was last applied, instead of the recorded one',
    input: true,
  },
  base: {
    flag: '--base <revision>',
    group: 'Comparison',
    help: 'the revision that this branch merges into, such as origin/main; what it would change anyway is listed separately',
  },
  offline: {
    flag: '--offline',
    group: 'Comparison',
    help: 'compare with the documents of --base instead of the server; needs no token',
    isSwitch: true,
  },
  plan: {
    flag: '--plan <file>',
    group: 'Push',
    help: 'push only the plan in this file, written by `plan --out`; any other plan is refused',
    input: true,
  },
  digestKey: {
    env: true,
    input: true,
  },
  allowOlder: {
    flag: '--allow-older',
    group: RARE,
    help: 'apply or plan a commit even if a newer one was applied before',
    input: true,
    isSwitch: true,
  },
  unmanaged: {
    flag: '--unmanaged',
    group: 'Output',
    help: 'list unmanaged items on the server',
    isSwitch: true,
  },
  verify: {
    flag: '--no-verify',
    group: RARE,
    help: 'do not read the server again after the push',
    isSwitch: true,
  },
  caFile: {
    flag: '--ca-file <file>',
    group: 'Connection',
    help: 'trust only these certificate authorities (PEM)',
    env: true,
    input: true,
  },
  clientCert: {
    flag: '--client-cert <file>',
    group: 'Connection',
    help: 'client certificate (PEM)',
    env: true,
    input: true,
  },
  clientKey: {
    flag: '--client-key <file>',
    group: 'Connection',
    help: 'private key of the client certificate, if in a separate file',
    env: true,
    input: true,
  },
  clientKeyPassphrase: {
    env: true,
  },
  insecureHttp: {
    flag: '--insecure-http',
    group: 'Connection',
    help: 'allow sending the token over unencrypted HTTP to another machine',
    input: true,
    isSwitch: true,
  },
} as const satisfies Record<string, Option>;

/** Former names of flags and inputs, which an error explains, and their present names. */
export const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ['force', 'approve'],
  ['into', 'base'],
  ['into-file', 'document'],
  ['baseline', 'last-applied'],
  ['effects', 'show-affected'],
  ['received-in', 'affecting'],
]);

/** No error suggests these to people who mistyped something else: they approve, overwrite or leave out checks. */
export const NEVER_SUGGESTED: readonly string[] = [
  '--approve',
  '--allow-older',
  '--no-verify',
  '--insecure-http',
];

type Table = typeof OPTIONS;
export type OptionName = keyof Table;
type SwitchName = {
  [Name in OptionName]: Table[Name] extends { isSwitch: true } ? Name : never;
}[OptionName];
type TextName = Exclude<OptionName, SwitchName>;

/** Flags or inputs, unchecked. Empty texts and those of only spaces count as absent. */
export type GivenOptions = {
  [Name in Exclude<TextName, 'target' | 'approve'>]?: string | undefined;
} & {
  [Name in SwitchName]?: boolean;
} & {
  /** Names or globs, each of which may be several, separated by commas or white space. */
  target?: string | readonly string[] | undefined;
  /** The digest of a plan, and protected names; `true`: the flag without a value. */
  approve?: string | true;
};

/** What the texts of a table mean. */
type ReadOptions = {
  [Name in TextName]?: Table[Name] extends { read: (text: string) => infer Meaning }
    ? Exclude<Meaning, undefined>
    : string;
};

/** Options known before the project file is read. Revisions, paths and names are as given. */
export interface Options
  extends Omit<ReadOptions, 'target' | 'approve' | 'config' | 'timeout'>,
    Record<SwitchName, boolean> {
  /** Path of the project file, relative to the working directory. */
  config: string;
  /** Names or globs of the targets that a command is for; empty: all. */
  targets: readonly string[];
  /** The name of the target that these options are for; absent: the project file has no `targets`, or none is chosen yet. */
  target?: string;
  /** The stage that these options are for; absent: the project file has no `stages`, or none is chosen yet. */
  chosenStage?: ChosenStage;
  /** The token is shared: by the targets on the common server, or by the stages of a command. */
  isTokenShared?: true | undefined;
  /** Milliseconds without data from the server after which a read fails. */
  timeout: number;
  approve?: Approval | undefined;
  /** The approvals of all targets; absent: none. */
  approvals?: TargetApprovals | undefined;
  /** The commit of the branch before it was pushed to. Without a record, what it calls secret is masked. */
  previous?: string | undefined;
  /** Whether apply runs are recorded, as the trusted branch says; absent: as the files say. */
  record?: boolean;
  /** The files may be unmerged: the token is not sent to a URL that only they name. Absent: they are trusted. */
  untrusted?: Untrusted;
}

/** What is trusted instead; with neither, only the URL set in the workflow. */
export interface Untrusted {
  /** A commit of the trusted branch. */
  commit?: string;
  /** The trusted branch, without `refs/heads/`. */
  branch?: string | undefined;
  /** The event itself is about that branch, so that its files are checked out unless the workflow asks for others. */
  isCheckedOut?: boolean;
}

/** Throws one {@link CommandError} that lists all invalid options. */
export function resolveOptions(given: GivenOptions, env: ProcessEnvironment): Options {
  const { target: targets = [], approve: approvals, ...read } = readTexts(given, env);
  const {
    insecureHttp = false,
    allowOlder = false,
    unmanaged = false,
    offline = false,
    verify = true,
  } = given;
  return {
    ...read,
    config: read.config ?? PROJECT_FILE,
    timeout: read.timeout ?? DEFAULT_TIMEOUT_SECONDS * 1000,
    targets,
    approvals,
    approve: approvals?.get(''),
    insecureHttp,
    allowOlder,
    unmanaged,
    offline,
    verify,
  };
}

function readTexts(given: GivenOptions, env: ProcessEnvironment): ReadOptions {
  const texts = Object.entries<Option>(OPTIONS).flatMap(([name, option]) => {
    const text = option.isSwitch ? undefined : textOf(name as TextName, given, env);
    return text === undefined ? [] : [{ name, text, option }];
  });
  const found = texts.map(
    ({ name, text, option }) => [name, option.read ? option.read(text) : text] as const,
  );
  const problems = texts.flatMap(({ text, option: { problem = '' } }, i) => {
    if (found[i]?.[1] !== undefined) return [];
    return typeof problem === 'string' ? [problem] : problem(text);
  });
  const read: ReadOptions = Object.fromEntries(found);
  if (read.clientKey && !read.clientCert)
    problems.push('A client key is given without a client certificate.');
  if (problems.length > 0) throw badOption(problems.join('\n'));
  return read;
}

/** The server: an address from the options replaces the common one, not that of a target with its own. */
export function urlOf(
  { url }: Pick<Options, 'url'>,
  project: { target?: DeclaredTarget | undefined; url?: string | undefined },
): string | undefined {
  return project.target?.hasOwnServer ? project.url : (url ?? project.url);
}

export function targetOf(
  options: Pick<Options, 'url' | 'repository'>,
  project: Project,
): ResolvedTarget {
  const url = urlOf(options, project);
  const repository = options.repository ?? project.repository;
  if (url !== undefined && repository !== undefined) return { url, repository };
  const missing = Object.entries({ url, repository }).flatMap(([name, value]) =>
    value ? [] : [name],
  );
  throw new CommandError({
    code: 'no-target',
    message:
      missing.length === 2
        ? 'Neither url nor repository is configured.'
        : `No ${missing.join()} is configured.`,
    hint: `Set ${missing.map((name) => `\`${name}:\``).join(' and ')} in confighub.yaml, or pass ${missing.map((name) => `--${name}`).join(' and ')} (${missing.map((name) => `CONFIGHUB_${name.toUpperCase()}`).join(', ')}).`,
  });
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return (text: string) => choices.find((choice) => choice === text);
}

function parseSeconds(text: string): number | undefined {
  const seconds = Number(text);
  return /^\d+$/.test(text) && seconds >= 1 && seconds <= 86_400 ? seconds * 1000 : undefined;
}

/** `changeComment` → `CONFIGHUB_CHANGE_COMMENT`. */
export function variableOf(option: OptionName): string {
  return `CONFIGHUB_${kebabCase(option).replaceAll('-', '_').toUpperCase()}`;
}

/** `changeComment` → `change-comment`. */
export function kebabCase(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** As given, or else from the environment; `undefined`: neither, or only spaces. */
function textOf(name: TextName, given: GivenOptions, env: ProcessEnvironment): string | undefined {
  const { env: isVariable }: Option = OPTIONS[name];
  const texts = [
    [given[name] ?? []].flat().join(' '),
    isVariable ? env[variableOf(name)] : undefined,
  ];
  return texts.find((text) => text !== undefined && text.trim() !== '');
}
