// Resolves and checks options: defaults ← confighub.yaml ← environment ← flags or inputs.
import { CommandError } from './errors.ts';
import { templateProblems } from './model/comment-template.ts';
import { type Force, FORCE_PROBLEM, type Forces, parseForces } from './model/force.ts';
import {
  ON_DRIFT,
  type OnDrift,
  parseRepository,
  parseUrl,
  type Project,
  PROJECT_FILE,
  PRUNE_MODES,
  type PruneMode,
} from './model/project.ts';
import type { DeclaredTarget, RepositoryName } from './model/targets.ts';
import { READ_MODES, type ReadMode } from './model/server-reads.ts';
import {
  CLIENT_KEY_PROBLEM,
  parseToken,
  TOKEN_PROBLEM,
  TRANSPORT_TEXTS,
  type TransportOptions,
  transportTexts,
} from './model/transport.ts';

/** Text options of a flag, an input or `CONFIGHUB_<NAME>`. The token has no flag. */
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

/** Flags or inputs, unchecked. Empty texts count as absent. */
export interface Given extends Partial<Record<TextOption, string | undefined>> {
  /** Names or globs of targets, each of which may be several, separated by commas or white space. */
  target?: string | readonly string[] | undefined;
  /** The digest of a plan, and protected names; `true`: the flag without a value. */
  force?: string | true;
  allowOlder?: boolean;
  unmanaged?: boolean;
  verify?: boolean;
  /** Path of the reviewed plan file. */
  plan?: string;
  /** A revision. */
  baseline?: string | undefined;
  /** A revision: what the checked-out branch is to be merged into. */
  into?: string | undefined;
  offline?: boolean;
  insecureHttp?: boolean;
}

export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Options known before the project file is read. */
export interface Options {
  /** Path of the project file, relative to the working directory. */
  config: string;
  url?: string;
  repository?: RepositoryName;
  /** Names or globs of the targets that a command is for; empty: all. */
  targets: readonly string[];
  /** The name of the target that these options are for; absent: the project file has no `targets`, or none is chosen yet. */
  target?: string;
  token?: string;
  /** The token is the one that targets on the common server share, not one of the target's own. */
  isTokenShared?: true;
  prune?: PruneMode;
  onDrift?: OnDrift;
  /** Which reads of the server may be used; overrides the project file. */
  reads?: ReadMode;
  /** A template. */
  changeComment?: string;
  applicationName?: string;
  /** Milliseconds without data from the server after which a read fails. */
  timeout: number;
  transport: TransportOptions;
  force?: Force;
  /** The approvals of all targets; absent: none. */
  forces?: Forces;
  /** Allows applying a commit older than the last applied one. */
  allowOlder: boolean;
  /** Lists unmanaged items. */
  unmanaged: boolean;
  /** Reads the state again after a push. */
  verify: boolean;
  /** A file written by `plan --out`: only its changes may be pushed. */
  planFile?: string;
  /** Key for the digests of secrets in approvals and reviewed plans. */
  digestKey?: string;
  /** The commit whose documents are the baseline; absent: the record of the last apply. */
  baseline?: string;
  /** The commit that the branch is to be merged into: a plan shows which changes were already pending there. */
  base?: string;
  /** The commit of the branch before it was pushed to. Without a record, what it calls secret is masked. */
  previous?: string;
  /** Plans against the base, without the server. */
  offline: boolean;
  /** The files may be unmerged: the token is not sent to a URL that only they name. Absent: they are trusted. */
  untrusted?: Untrusted;
}

/** What is trusted instead; with neither, only the URL set in the workflow. */
export interface Untrusted {
  /** A commit of the trusted branch. */
  commit?: string;
  /** The trusted branch, without `refs/heads/`. */
  branch?: string;
}

const DEFAULT_TIMEOUT_SECONDS = 120;

/** Throws one {@link CommandError} that lists all invalid options. */
export function resolveOptions(given: Given, env: ProcessEnvironment): Options {
  const texts = Object.fromEntries(
    TEXT_OPTIONS.map((name) => [name, notEmpty(given[name]) ?? notEmpty(env[variableOf(name)])]),
  ) as Partial<Record<TextOption, string>>;
  const problems: string[] = [];
  const check = <Result>(value: string | undefined, read: (text: string) => Result | undefined, problem: string) => {
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
  const onDrift = check(texts.onDrift, oneOf(ON_DRIFT), `Invalid drift mode: expected one of ${ON_DRIFT.join(', ')}.`);
  const reads = check(texts.reads, oneOf(READ_MODES), `Invalid reads: expected one of ${READ_MODES.join(', ')}.`);
  const forces = check(given.force === true ? 'true' : notEmpty(given.force), parseForces, FORCE_PROBLEM);
  const timeout = check(texts.timeout, parseSeconds, 'Invalid timeout: expected a number of seconds from 1 to 86400.');
  problems.push(...templateProblems(texts.changeComment ?? ''));
  const transport = { ...transportTexts(texts), insecureHttp: given.insecureHttp ?? false };
  if (transport.clientKey && !transport.clientCert) problems.push(CLIENT_KEY_PROBLEM);
  if (problems.length > 0) throw new CommandError({ code: 'bad-option', message: problems.join('\n') });
  return {
    config: texts.config ?? PROJECT_FILE,
    targets: wordsIn(given.target || env.CONFIGHUB_TARGET),
    offline: given.offline ?? false,
    timeout: timeout ?? DEFAULT_TIMEOUT_SECONDS * 1000,
    transport,
    allowOlder: given.allowOlder ?? false,
    unmanaged: given.unmanaged ?? false,
    verify: given.verify ?? true,
    ...defined({
      url,
      repository,
      token,
      prune,
      onDrift,
      reads,
      force: forces?.get(''),
      forces,
      baseline: notEmpty(given.baseline),
      base: notEmpty(given.into),
      planFile: notEmpty(given.plan),
      changeComment: texts.changeComment,
      applicationName: texts.applicationName,
      digestKey: texts.digestKey,
    }),
  };
}

export interface ResolvedTarget {
  url: string;
  repository: RepositoryName;
}

/** The server: an address from the options replaces the common one, not that of a target with its own. */
export function urlOf(
  { url }: Pick<Options, 'url'>,
  project: { target?: DeclaredTarget | undefined; url?: string | undefined },
): string | undefined {
  return project.target?.hasOwnServer ? project.url : (url ?? project.url);
}

/** The target from the options or the project file. */
export function targetOf(options: Pick<Options, 'url' | 'repository'>, project: Project): ResolvedTarget {
  const url = urlOf(options, project);
  const repository = options.repository ?? project.repository;
  if (url !== undefined && repository !== undefined) return { url, repository };
  const missing = Object.entries({ url, repository }).flatMap(([name, value]) => (value ? [] : [name]));
  throw new CommandError({
    code: 'no-target',
    message: missing.length === 2 ? 'Neither url nor repository is configured.' : `No ${missing.join()} is configured.`,
    hint: `Set ${missing.map((name) => `\`${name}:\``).join(' and ')} in confighub.yaml, or pass ${missing.map((name) => `--${name}`).join(' and ')} (${missing.map((name) => `CONFIGHUB_${name.toUpperCase()}`).join(', ')}).`,
  });
}

function wordsIn(texts: Given['target'] = []): string[] {
  return [texts].flat().flatMap((text) => text.split(/[\s,]+/).filter((word) => word !== ''));
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

type Defined<Shape> = { [Name in keyof Shape]?: Exclude<Shape[Name], undefined> };

function defined<Shape extends object>(values: Shape): Defined<Shape> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<Shape>;
}
