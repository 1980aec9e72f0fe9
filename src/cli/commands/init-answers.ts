// What a new project needs to know: from flags, from the server, or by asking.
import { findSources, type FoundSources } from '../../commands/find-sources.ts';
import { info } from '../../commands/info.ts';
import { CommandError, knownError } from '../../errors.ts';
import { counted } from '../../lib/text.ts';
import { parseRepository, parseUrl, type Start, STARTS } from '../../model/project.ts';
import { isSameRepository, type RepositoryName, repositoryText } from '../../model/targets.ts';
import type { Options } from '../../options.ts';
import { printable } from '../../render/printable.ts';
import { textDiagnostics } from '../../render/text.ts';
import { type Choice, numbered, type Questions } from './questions.ts';
import { type Flags, runtime, type Terminal } from './terminal.ts';

export interface InitFlags extends Flags {
  levels?: string;
  start?: Start;
  workflow?: boolean;
  /** The action of the workflow: `owner/name@commit`. */
  action?: string;
}

type Repositories = Awaited<ReturnType<typeof info>>;

export interface Answers {
  url?: string | undefined;
  repository?: RepositoryName | undefined;
  levels?: readonly string[] | undefined;
  start: Start;
  /** With `start: sources`. */
  sources?: FoundSources | undefined;
  /** Whether the server answered, so that there can be a plan. */
  isReachable: boolean;
}

export interface Asking {
  terminal: Terminal;
  flags: InitFlags;
  options: Options;
  /** Absent: there is nobody to ask. */
  questions: Questions | undefined;
}

export async function answersFor(asking: Asking): Promise<Answers> {
  const { flags, questions } = asking;
  const url = await urlFor(asking);
  const isAsked = questions !== undefined || flags.start !== undefined;
  const listed = await (isAsked ? repositoriesAt(url, asking) : repositoriesSoon(asking));
  const repository = await repositoryFor(listed, asking);
  const found = listed?.find((one) => repository !== undefined && isSameRepository(one, repository));
  const given = flags.levels === undefined ? undefined : parseLevels(flags.levels);
  const levels = given ?? found?.levels ?? (await askLevels(questions));
  const sources = isAsked ? await findSources(asking.options, levels, runtime(asking.terminal)) : undefined;
  const start = flags.start ?? (await startFor({ asking, found, sources }));
  if (start === 'sources' && !sources?.proposals.length) {
    asking.terminal.error(textDiagnostics(sources?.leftOut ?? [], asking.terminal));
    throw noSources();
  }
  return {
    url,
    repository,
    levels,
    sources: start === 'sources' ? sources : undefined,
    start,
    isReachable: isAsked && listed !== undefined,
  };
}

function parseLevels(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((level) => level.trim())
    .filter(Boolean);
}

async function urlFor({ flags, options, questions }: Asking): Promise<string | undefined> {
  if (questions === undefined || flags.url !== undefined) return options.url;
  return questions.parsed('Address of the server', {
    standard: options.url,
    read: parseUrl,
    problem: 'This is not an address such as https://config.example.com.',
  });
}

/** `undefined` after a warning if the server does not answer: a project can be written without it. */
async function repositoriesAt(
  url: string | undefined,
  { terminal, options }: Pick<Asking, 'terminal' | 'options'>,
): Promise<Repositories | undefined> {
  if (url === undefined) return undefined;
  try {
    return await info({ ...options, url }, runtime(terminal));
  } catch (error) {
    const known = knownError(error);
    if (known === undefined) throw error;
    terminal.error(`warning: ${printable(known.message)}\n`);
    return undefined;
  }
}

/** Milliseconds: nobody wants to wait for levels that may be filled in later. */
const SOON = 5000;

/** Without questions and without `--start` nothing needs the server, but its levels are better than none. */
async function repositoriesSoon({ terminal, flags, options }: Asking): Promise<Repositories | undefined> {
  const { url, repository } = options;
  if (url === undefined || repository === undefined || flags.levels !== undefined) return undefined;
  const timeout = Math.min(options.timeout, SOON);
  return info({ ...options, timeout }, runtime(terminal)).catch((error: unknown) => {
    if (knownError(error) === undefined) throw error;
    return undefined;
  });
}

/** As many as fit a terminal. */
const MAX_LISTED = 20;

async function repositoryFor(
  listed: Repositories | undefined,
  { terminal, flags, options, questions }: Asking,
): Promise<RepositoryName | undefined> {
  if (questions === undefined || flags.repository !== undefined) return options.repository;
  const names = (listed ?? []).map(repositoryText);
  if (listed !== undefined && listed.length > 0) {
    const choices = listed.map((one) => ({ value: repositoryText(one), meaning: one.levels.join(';') }));
    const more = names.length - MAX_LISTED;
    const rest = more > 0 ? `     and ${more} more\n` : '';
    terminal.out(`Repositories on this server:\n${numbered(choices.slice(0, MAX_LISTED))}${rest}`);
  }
  const [only, second] = names;
  const read = (text: string) => parseRepository(names[Number(text) - 1] ?? text);
  return questions.parsed(names.length === 0 ? 'Repository, as account/name' : 'Repository, by number or name', {
    standard: options.repository ? repositoryText(options.repository) : second === undefined ? only : undefined,
    read,
    problem: 'Type the account and the name, as in acme/shop.',
  });
}

async function askLevels(questions: Questions | undefined): Promise<string[] | undefined> {
  const text = await questions?.text('Context levels, broadest first, such as Environment,Application');
  return text === undefined || text === '' ? undefined : parseLevels(text);
}

interface Known {
  asking: Asking;
  found: Repositories[number] | undefined;
  sources: FoundSources | undefined;
}

const EXAMPLE: Choice<Start> = { value: 'example', meaning: 'a first document to edit' };

async function startFor({ asking: { questions }, found, sources }: Known): Promise<Start> {
  const proposals = sources?.proposals ?? [];
  const choices = [EXAMPLE, ...importChoice(found), ...sourcesChoice(proposals)];
  if (questions === undefined || choices.length === 1) return EXAMPLE.value;
  const standard = proposals.length > 0 ? 'sources' : (found?.keyCount ?? 0) > 0 ? 'import' : 'example';
  return questions.choice('Start with', choices, standard);
}

function importChoice(found: Known['found']): Choice<Start>[] {
  if (found === undefined) return [];
  const { keyCount } = found;
  const count = keyCount === undefined ? '' : `, ${counted(keyCount, 'key')}`;
  return [{ value: 'import', meaning: `the content of the server${count}` }];
}

function sourcesChoice(proposals: FoundSources['proposals']): Choice<Start>[] {
  if (proposals.length === 0) return [];
  const files = proposals.reduce((sum, one) => sum + one.files.length, 0);
  const meaning = `the configuration files in this folder: ${counted(proposals.length, 'pattern')} for ${counted(files, 'file')}`;
  return [{ value: 'sources', meaning }];
}

function noSources(): CommandError {
  return new CommandError({
    code: 'no-documents',
    message: 'No file in this folder looks like configuration that can be read; nothing was written.',
    hint: `Pass --start with one of ${STARTS.filter((start) => start !== 'sources').join(', ')}, and add \`sources\` to confighub.yaml yourself.`,
  });
}
