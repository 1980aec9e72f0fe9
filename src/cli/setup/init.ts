// [edge] init: writes a new project from flags and answers, and first shows how the files of its sources are read.
import { createInterface } from 'node:readline';
import { listedRepositories, serverElements } from '../../commands/info.ts';
import { GIT_IGNORE, init } from '../../commands/init.ts';
import { ignoredByGit } from '../../project/git-files.ts';
import { projectFileOf, settingsOf } from '../../project/open-project.ts';
import type { Runtime } from '../../runtime.ts';
import { type NewProject, previewSources } from '../../import/new-project.ts';
import { ACTION, newWorkflows } from './workflows.ts';
import { alreadyThere, writeNewFiles } from '../../import/write-files.ts';
import { counted } from '../../lib/text.ts';
import { CommandError, EXIT, type ExitCode, knownError } from '../../errors.ts';
import { ENV_FILE, parseRepository, parseUrl } from '../../model/project.ts';
import type { FileWrite } from '../../model/import-plan.ts';
import { isSameRepository, repositoryText } from '../../model/targets.ts';
import { type Options, resolveOptions } from '../../options.ts';
import { type ProseOptions, proseLines } from '../../render/columns.ts';
import { printable } from '../../render/printable.ts';
import { proposalText, sourceTable } from '../../render/tables.ts';
import type { Flags, Terminal } from '../commands/terminal.ts';
import { textDiagnostics } from '../../render/problems.ts';

interface InitFlags extends Flags {
  levels?: string;
  source?: string[];
  workflow?: boolean;
  /** The action of the workflow: `owner/name@commit`. */
  action?: string;
}

export async function initProject(terminal: Terminal, flags: InitFlags): Promise<ExitCode> {
  const options = resolveOptions(flags, terminal.env);
  const { isReadable: isThere } = projectFileOf(options, terminal.runtime);
  const isAsking = terminal.isInteractive && !flags.yes;
  // Without questions, the files of a run that was killed are completed.
  if (isThere && !flags.workflow && isAsking) throw alreadyThere([options.config]);
  const workflows = flags.workflow
    ? await newWorkflows(options, terminal.runtime, flags.action)
    : [];
  if (flags.workflow && isThere) {
    write(terminal, workflows);
    const steps = [...stageSteps(options, terminal), ...workflowSteps(workflows)];
    terminal.advise(nextText(steps, terminal));
    return EXIT.done;
  }
  const given = isAsking
    ? await withQuestions(terminal, (ask) => askedFor(terminal, flags, options, ask))
    : await askedFor(terminal, flags, options);
  const preview =
    flags.source === undefined ? undefined : await previewed(terminal, options, given);
  const files = await init(options.config, preview?.project ?? given, terminal.runtime);
  write(terminal, [...files, ...workflows]);
  if (preview !== undefined) refuseOpen(terminal, options, preview);
  const steps = [...nextSteps(options, given, files), ...workflowSteps(workflows)];
  terminal.advise(nextText(steps, terminal));
  return EXIT.done;
}

function write(terminal: Terminal, files: readonly FileWrite[]): void {
  writeNewFiles(terminal.host.cwd(), files);
  const paths = files.map(({ path }) => path).filter((path) => path !== GIT_IGNORE);
  terminal.out(terminal.prose(`Wrote ${paths.join(' and ')}.`));
  if (paths.length < files.length)
    terminal.out(
      terminal.prose(
        `Added /${ENV_FILE} to ${GIT_IGNORE}, so that the secrets in it stay out of Git.`,
      ),
    );
}

/**
 * What flags and variables say, what the server knows, and answers to the rest.
 * @param ask absent: there is nobody to ask
 */
async function askedFor(
  terminal: Terminal,
  flags: InitFlags,
  options: Options,
  ask?: Ask,
): Promise<NewProject> {
  const url =
    options.url ??
    (await ask?.('Address of the server', {
      read: parseUrl,
      problem: 'This is not an address such as https://config.example.com.',
    }));
  const given = flags.levels === undefined ? undefined : parseLevels(flags.levels);
  const isComplete = given !== undefined && options.repository !== undefined;
  const warn = (message: string) =>
    ask && terminal.error(terminal.prose(`warning: ${printable(message)}`));
  const at = url === undefined || isComplete ? undefined : { ...options, url };
  const listed = (at && (await ifAnswered(listedRepositories, at, terminal, warn))) ?? [];
  const [only, second] = listed.map(repositoryText);
  if (options.repository === undefined && ask !== undefined && second !== undefined)
    terminal.out(
      terminal.prose(
        `Repositories on this server: ${listed.map(repositoryText).map(printable).join(', ')}`,
      ),
    );
  const repository =
    options.repository ??
    (await ask?.('Repository, as account/name', {
      standard: second === undefined ? only : undefined,
      read: parseRepository,
      problem: 'Type the account and the name, as in acme/shop.',
    }));
  const chosen = listed.find(
    (candidate) => repository !== undefined && isSameRepository(candidate, repository),
  );
  const levels =
    given ??
    chosen?.levels ??
    (await ask?.('Context levels, broadest first, such as Environment,Application', {
      read: parseLevels,
      problem: 'Separate the names with commas.',
    }));
  return { url, repository, levels, sources: flags.source?.map((path) => ({ path, exclude: [] })) };
}

/**
 * Asks again until there is an answer; an empty one is `undefined`. `standard`: what no text means; `read` returns
 * `undefined` for a text that is no answer.
 */
type Ask = <Value>(
  text: string,
  question: {
    standard?: string | undefined;
    read: (text: string) => Value | undefined;
    problem: string;
  },
) => Promise<Value | undefined>;

/** The lines of standard input are answers as long as this runs. Ctrl-C and the end of the input throw {@link CommandError}. */
async function withQuestions<Result>(
  terminal: Terminal,
  use: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const { stdin, stdout } = terminal.host;
  const lines = createInterface({ input: stdin, output: stdout });
  // Lines may be typed before their question, and the input may end.
  const answers = lines[Symbol.asyncIterator]();
  let isOpen = true;
  lines.once('close', () => {
    isOpen = false;
  });
  try {
    return await use(async (text, { standard, read, problem }) => {
      for (;;) {
        terminal.clearStep();
        lines.setPrompt(`${text}${standard === undefined ? '' : ` [${printable(standard)}]`}: `);
        if (isOpen) lines.prompt();
        else terminal.out(`${lines.getPrompt()}\n`);
        const line = await answers.next();
        if (line.done) {
          terminal.out('\n');
          throw new CommandError({
            code: 'cancelled',
            message: 'There was no answer; nothing was written.',
          });
        }
        const answer = line.value.trim() || (standard ?? '');
        if (answer === '') return undefined;
        const value = read(answer);
        if (value !== undefined) return value;
        terminal.error(`${problem}\n`);
      }
    });
  } finally {
    lines.close();
  }
}

function parseLevels(text: string): string[] | undefined {
  const names = text.split(/[,;]/).map((level) => level.trim());
  return names.some((name) => name === '') ? undefined : names;
}

/** Milliseconds: a person does not want to wait for levels that may be filled in later. A script gets the same each time. */
const SOON = 5000;

/** What the server tells; `undefined` if it does not answer soon: a project can be written without it. */
async function ifAnswered<Answer>(
  read: (options: Options, using: Runtime) => Promise<Answer>,
  options: Options,
  terminal: Terminal,
  warn: (message: string) => void = () => undefined,
): Promise<Answer | undefined> {
  try {
    const timeout = terminal.isInteractive ? Math.min(options.timeout, SOON) : options.timeout;
    return await read({ ...options, timeout }, terminal.runtime);
  } catch (error) {
    const commandError = knownError(error);
    if (commandError === undefined) throw error;
    warn(commandError.message);
    return undefined;
  }
}

/** Prints how the files are read, and the errors in it. */
async function previewed(
  terminal: Terminal,
  options: Options,
  given: NewProject,
): Promise<Preview> {
  const { url, repository } = given;
  const at =
    url === undefined || repository === undefined ? undefined : { ...options, url, repository };
  const onServer = at && (await ifAnswered(serverElements, at, terminal));
  const { runtime } = terminal;
  const ignored = (paths: readonly string[]) => ignoredByGit(paths, options, runtime);
  const preview = await previewSources(options.config, given, {
    cwd: runtime.cwd,
    onServer,
    ignored,
  });
  terminal.out(sourceTable(preview, terminal.width));
  terminal.error(textDiagnostics(preview.diagnostics, terminal));
  return preview;
}

type Preview = Awaited<ReturnType<typeof previewSources>>;

/** Throws {@link CommandError} if something is left to decide, and prints the lines that would do it. */
function refuseOpen(
  terminal: Terminal,
  { config }: Options,
  { fileErrors, proposals }: Preview,
): void {
  if (fileErrors === 0) return;
  if (proposals.length > 0) terminal.out(`\n${proposalText(config, proposals)}`);
  throw new CommandError({
    code: 'invalid',
    message: `${config} was written, but ${counted(fileErrors, 'error')} ${fileErrors === 1 ? 'remains' : 'remain'}.`,
    hint: 'Fix them there or in the files, then run `confighub-sync validate`.',
  });
}

/** A sentence, and the command that does it. */
type InitStep = readonly [sentence: string, command?: string];

function nextSteps(
  { config, token }: Options,
  { url, repository, sources }: NewProject,
  files: readonly FileWrite[],
): InitStep[] {
  const missing = [
    ...(url === undefined ? ['url'] : []),
    ...(repository === undefined ? ['repository'] : []),
  ];
  const target = repository === undefined ? 'acme/shop' : repositoryText(repository);
  const setting: InitStep = [
    `Set ${missing.join(' and ')} in ${config}. To try it without a server of your own:`,
    `confighub-sync serve --repository ${target} --levels Environment,Application`,
  ];
  const added = sources === undefined ? files.map(({ path }) => path).join(' ') : '.';
  return [
    ...(missing.length === 0 ? [] : [setting]),
    ['Check the files:', 'confighub-sync validate'],
    ...(token === undefined
      ? [
          [
            'Set the token of the configuration repository:',
            'export CONFIGHUB_TOKEN=<token>',
          ] as const,
        ]
      : []),
    ['Commit the files, because apply runs are recorded in Git:', `git add ${added} && git commit`],
    ['See what an apply would change:', 'confighub-sync plan'],
    ['Apply it:', 'confighub-sync apply'],
  ];
}

/** What the workflow does with `stages` of a project file that is there. */
function stageSteps(options: Options, terminal: Terminal): InitStep[] {
  const { stages, applyStages } = settingsOf(options, terminal.runtime);
  if (stages.length === 0) return [];
  const instead = 'replace it with examples/workflows/stages.yml (docs/stages.md).';
  if (applyStages === 'separately')
    return [
      [
        `configuration-apply.yml applies no stage, because of \`applyStages: separately\`; ${instead}`,
      ],
    ];
  return [
    [
      `configuration-apply.yml applies all stages, one after the other. To look at one before the next, ${instead}`,
    ],
  ];
}

function workflowSteps(files: readonly FileWrite[]): InitStep[] {
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => path);
  const texts = files.map(({ after = '' }) => after).join('');
  const secrets = new Set([...texts.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name));
  return [
    ...(texts.includes(ACTION)
      ? [
          [
            `Replace ${ACTION} in ${paths.join(' and ')} with the repository of the action and a full commit SHA.`,
          ] as const,
        ]
      : []),
    ['If you apply a branch other than main, change it in configuration-apply.yml.'],
    [
      `On the Git host, add these secrets to the repository: ${[...secrets].sort().join(', ')}. If your documents name more variables later, add them under \`env:\` of the steps in both files.`,
    ],
    ['Commit the workflows:', `git add ${paths.join(' ')} && git commit`],
  ];
}

/** What to do next; a command that does not fit after its sentence has a line of its own, so that it can be copied. */
function nextText(steps: readonly InitStep[], options: ProseOptions): string {
  const { proseWidth = Number.POSITIVE_INFINITY } = options;
  const texts = steps.map(([sentence, command = ''], i) => {
    const said = proseLines(sentence, options, { indent: '     ' }).join('\n').slice(5);
    const fits = said.length + command.length + 6 <= proseWidth;
    return `  ${i + 1}. ${`${said}${fits ? ' ' : '\n     '}${command}`.trimEnd()}\n`;
  });
  return `Next:\n${texts.join('')}`;
}
