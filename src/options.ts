// Options: defaults ← confighub.yaml ← environment ← flags or inputs, checked, in one object.
import { CommandError } from './errors.ts';
import { templateProblems } from './model/comment-template.ts';
import { type Force, FORCE_PROBLEM, parseForce } from './model/force.ts';
import {
  ON_DRIFT,
  type OnDrift,
  parseRepository,
  parseUrl,
  type Project,
  PROJECT_FILE,
  PRUNE_MODES,
  type PruneMode,
  type RepositoryName,
} from './model/project.ts';
import { READ_MODES, type ReadMode } from './model/server-reads.ts';
import {
  CLIENT_KEY_PROBLEM,
  parseToken,
  TOKEN_PROBLEM,
  TRANSPORT_TEXTS,
  type TransportOptions,
  transportTexts,
} from './model/transport.ts';

/** Texts that a flag, an input or `CONFIGHUB_<NAME>` may give. The token comes from the environment or an input only. */
const TEXT_OPTIONS = [
  'config',
  'url',
  'repository',
  'token',
  'prune',
  'onDrift',
  'reads',
  'changeComment',
  'applicationName',
  'timeout',
  'digestKey',
  ...TRANSPORT_TEXTS,
] as const;
type TextOption = (typeof TEXT_OPTIONS)[number];

/** What an entry was told, unchecked. Empty texts count as not given. */
export interface Given extends Partial<Record<TextOption, string | undefined>> {
  /** The digest of a plan, and protected names; `true`: the flag alone, as it once was. */
  force?: string | true;
  allowOlder?: boolean;
  unmanaged?: boolean;
  verify?: boolean;
  rewriteSecrets?: boolean;
  /** Of the plan that was reviewed. */
  plan?: string;
  /** A revision; `false`: none (`--no-baseline`). */
  baseline?: string | false | undefined;
  /** A revision. */
  base?: string | undefined;
  offline?: boolean;
  insecureHttp?: boolean;
}

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Options that hold before the project file is read. */
export interface Options {
  /** Path of the project file, relative to the working directory. */
  config: string;
  url?: string;
  repository?: RepositoryName;
  token?: string;
  prune?: PruneMode;
  onDrift?: OnDrift;
  /** Which reads of the server may be used; over those of the project file. */
  reads?: ReadMode;
  /** A template. */
  changeComment?: string;
  applicationName?: string;
  /** Milliseconds without a sign of the server after which a read is given up. */
  timeout: number;
  transport: TransportOptions;
  force?: Force;
  /** Lets a commit be applied that is older than the one last applied. */
  allowOlder: boolean;
  /** Lists what nobody here declares. */
  unmanaged: boolean;
  /** Whether the state is read again after a push. */
  verify: boolean;
  /** Whether secrets are sent even where the record of the last apply says that they are unchanged. */
  rewriteSecrets: boolean;
  /** A file that `plan --out` wrote: nothing is pushed that is not in it. */
  planFile?: string;
  /** Digests of secrets in plan files are keyed with it. */
  digestKey?: string;
  /** The commit whose documents are the baseline; `false`: there is none. Absent: what was last applied. */
  baseline?: string | false;
  /** The commit that the branch is to be merged into: a plan says which changes were pending there. */
  base?: string;
  /** The commit that a branch had before it was pushed to: what it calls secret is masked where no record says more. */
  previous?: string;
  /** Plans against what the base declares, and asks no server. */
  offline: boolean;
  /** The files may be a change that nobody merged: the token goes to no address that only they name. Absent: they are trusted. */
  untrusted?: Untrusted;
}

/** What is trusted instead; with neither, only the address that the workflow names. */
export interface Untrusted {
  /** A commit of the trusted branch. */
  commit?: string;
  /** The trusted branch, without `refs/heads/`. */
  branch?: string;
}

const DEFAULT_TIMEOUT_SECONDS = 120;

/** Throws one {@link CommandError} that names everything that is wrong. */
export function resolveOptions(given: Given, env: ProcessEnvironment): Options {
  const texts = Object.fromEntries(
    TEXT_OPTIONS.map((name) => [name, notEmpty(given[name]) ?? notEmpty(env[variableOf(name)])]),
  ) as Partial<Record<TextOption, string>>;
  const problems: string[] = [];
  const check = <Result>(
    value: string | undefined,
    read: (text: string) => Result | undefined,
    problem: string,
  ) => {
    if (value === undefined) return undefined;
    const result = read(value);
    if (result === undefined) problems.push(problem);
    return result;
  };
  const url = check(
    texts.url,
    parseUrl,
    'Invalid url: expected an http or https address such as https://config.example.com.',
  );
  const repository = check(
    texts.repository,
    parseRepository,
    'Invalid repository: expected account/name, such as acme/shop.',
  );
  const token = check(texts.token, parseToken, TOKEN_PROBLEM);
  const prune = check(
    texts.prune,
    oneOf(PRUNE_MODES),
    `Invalid prune mode: expected one of ${PRUNE_MODES.join(', ')}.`,
  );
  const onDrift = check(
    texts.onDrift,
    oneOf(ON_DRIFT),
    `Invalid drift mode: expected one of ${ON_DRIFT.join(', ')}.`,
  );
  const reads = check(
    texts.reads,
    oneOf(READ_MODES),
    `Invalid reads: expected one of ${READ_MODES.join(', ')}.`,
  );
  const force = check(given.force === true ? 'true' : notEmpty(given.force), parseForce, FORCE_PROBLEM);
  const timeout = check(
    texts.timeout,
    parseSeconds,
    'Invalid timeout: expected a number of seconds from 1 to 86400.',
  );
  problems.push(...templateProblems(texts.changeComment ?? ''));
  const transport = { ...transportTexts(texts), insecureHttp: given.insecureHttp ?? false };
  if (transport.clientKey && !transport.clientCert) problems.push(CLIENT_KEY_PROBLEM);
  if (problems.length > 0) throw new CommandError({ code: 'bad-option', message: problems.join('\n') });
  return {
    config: texts.config ?? PROJECT_FILE,
    ...defined({ url, repository, token, prune, onDrift, reads, force }),
    ...defined({ baseline: given.baseline === false ? false : notEmpty(given.baseline) }),
    ...defined({ base: notEmpty(given.base) }),
    offline: given.offline ?? false,
    ...defined({ changeComment: texts.changeComment, applicationName: texts.applicationName }),
    timeout: timeout ?? DEFAULT_TIMEOUT_SECONDS * 1000,
    transport,
    allowOlder: given.allowOlder ?? false,
    unmanaged: given.unmanaged ?? false,
    verify: given.verify ?? true,
    rewriteSecrets: given.rewriteSecrets ?? false,
    ...defined({ planFile: notEmpty(given.plan), digestKey: texts.digestKey }),
  };
}

export interface ResolvedTarget {
  url: string;
  repository: RepositoryName;
}

/** Where to: the options over the project file. */
export function targetOf(options: Options, project: Project): ResolvedTarget {
  const url = options.url ?? project.url;
  const repository = options.repository ?? project.repository;
  const missing = [
    ...(url === undefined ? ['url'] : []),
    ...(repository === undefined ? ['repository'] : []),
  ];
  if (url !== undefined && repository !== undefined) return { url, repository };
  throw new CommandError({
    code: 'no-target',
    message: `No ${missing.join(' and no ')} is configured.`,
    hint: `Set ${missing.map((name) => `\`${name}:\``).join(' and ')} in confighub.yaml, or pass ${missing.map((name) => `--${name}`).join(' and ')} (${missing.map((name) => `CONFIGHUB_${name.toUpperCase()}`).join(', ')}).`,
  });
}

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return (text: string) => choices.find((choice) => choice === text);
}

function parseSeconds(text: string): number | undefined {
  const seconds = Number(text);
  return /^\d+$/.test(text) && seconds >= 1 && seconds <= 86_400 ? seconds * 1000 : undefined;
}

/** `changeComment` → `CONFIGHUB_CHANGE_COMMENT`. */
function variableOf(option: TextOption): string {
  return `CONFIGHUB_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function notEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

function defined<Shape extends object>(
  values: Shape,
): { [Name in keyof Shape]?: Exclude<Shape[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Shape]?: Exclude<Shape[Name], undefined>;
  };
}
