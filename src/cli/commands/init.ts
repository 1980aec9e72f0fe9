// init: collects what a new project needs, shows what it will write, writes it, and shows a first plan.
import { init, type NewFile } from '../../commands/init.ts';
import { hasProjectFile } from '../../commands/project.ts';
import { ACTION, checkAction, newWorkflows } from '../../commands/workflows.ts';
import { alreadyThere, writeNewFiles } from '../../commands/write-files.ts';
import { EXIT, type ExitStatus, knownError } from '../../errors.ts';
import { isSameRepository, type RepositoryName, repositoryText } from '../../model/targets.ts';
import { type Options, resolveOptions } from '../../options.ts';
import { printable, printableText } from '../../render/printable.ts';
import { textDiagnostics } from '../../render/text.ts';
import { showPlan } from './handlers.ts';
import { answersFor, type Asking, type InitFlags } from './init-answers.ts';
import { sourceNotes } from './init-notes.ts';
import { Questions } from './questions.ts';
import { importWith } from './setup.ts';
import { runtime, type Terminal } from './terminal.ts';

const ELEMENTS =
  'Check `sources` in the project file. If an element has another name on the server, add `elements: { prod: Production }`.';

const NO_LEVELS =
  'The context levels are not known, so no file names were matched to context elements. Delete confighub.yaml, then run this again with the levels of the server: --levels Environment,Application';

export async function initProject(terminal: Terminal, flags: InitFlags): Promise<ExitStatus> {
  const options = resolveOptions(flags, terminal.host.env);
  const questions = terminal.isInteractive && !flags.yes ? new Questions(terminal) : undefined;
  const asking = { terminal, flags, options, questions };
  const isThere = hasProjectFile(options, runtime(terminal));
  if (flags.workflow && isThere) return writeWorkflow(asking);
  // Without questions, the files of a run that was killed are completed.
  if (isThere && questions !== undefined) throw alreadyThere([options.config]);
  return newProject(asking);
}

async function writeWorkflow(asking: Asking): Promise<ExitStatus> {
  const { terminal } = asking;
  const files = await workflowsOf(asking);
  if (!(await written(files, asking))) return EXIT.done;
  terminal.advise(`Next:\n${numbered(workflowSteps(files))}`);
  return EXIT.done;
}

async function workflowsOf({ terminal, flags, options, questions }: Asking): Promise<NewFile[]> {
  const asked =
    flags.action ?? (await questions?.text('Action for the workflows, as owner/name@commit (empty: set it later)'));
  const action = asked === undefined || asked === '' ? {} : { action: checkAction(asked) };
  return newWorkflows(options, action, runtime(terminal));
}

async function newProject(asking: Asking): Promise<ExitStatus> {
  const { terminal, flags, options, questions } = asking;
  const { url, repository, levels, sources, start, isReachable } = await answersFor(asking);
  const { url: _, repository: __, ...others } = options;
  const chosen = { ...others, ...(url !== undefined && { url }), ...(repository !== undefined && { repository }) };
  const workflows = flags.workflow ? await workflowsOf(asking) : [];
  const own = start === 'import' ? [] : init({ ...chosen, levels, sources });
  if (start === 'import') {
    const confirm = async (question: string) => questions === undefined || questions.confirm(question);
    const imported = { ...flags, ...located(chosen), split: 'none' as const, yes: questions === undefined };
    await importWith({ terminal, flags: imported, confirm });
    if (!hasProjectFile(options, runtime(terminal))) return EXIT.done;
  }
  const files = [...own, ...workflows];
  if (files.length > 0 && !(await written(files, asking))) return EXIT.done;
  if (isReachable && repository !== undefined) await firstPlan(terminal, flags, chosen);
  if (sources !== undefined) terminal.advise(sourceNotes(sources, options.config));
  const paths = start === 'example' ? own.map(({ path }) => path) : ['.'];
  const first = [...overriding(options, chosen), ...(sources ? [levels === undefined ? NO_LEVELS : ELEMENTS] : [])];
  const steps = [...first, ...nextSteps(chosen, paths), ...workflowSteps(workflows)];
  terminal.advise(`Next:\n${numbered(steps)}`);
  return EXIT.done;
}

/** Shows the files and asks, if there is somebody to ask. False: nothing was written. */
async function written(files: readonly NewFile[], { terminal, questions }: Asking): Promise<boolean> {
  const names = files.map(({ path }) => path).join(' and ');
  if (questions !== undefined) {
    for (const file of files) terminal.out(shown(file));
    if (!(await questions.confirm(`Write ${names}?`))) {
      terminal.out('Nothing was written.\n');
      return false;
    }
  }
  writeNewFiles(terminal.host.cwd(), files);
  terminal.out(`Wrote ${names}.\n`);
  return true;
}

function shown({ path, content }: NewFile): string {
  return `\n${path}:\n${printableText(content).replace(/^(?=.)/gm, '  ')}\n`;
}

/** Whatever keeps it from being made: the files are written. */
async function firstPlan(terminal: Terminal, { color, config }: InitFlags, chosen: Options): Promise<void> {
  terminal.out('\n');
  try {
    await showPlan(terminal, { color, quiet: terminal.isQuiet, ...(config && { config }), ...located(chosen) });
  } catch (error) {
    const known = knownError(error);
    if (known === undefined) throw error;
    terminal.error(textDiagnostics(known.diagnostics ?? [], terminal));
    terminal.error(`warning: There is no plan yet: ${printable(known.message)}\n`);
  }
  terminal.out('\n');
}

/** As flags, because the environment may name another place. */
function located({ url, repository }: Pick<Options, 'url' | 'repository'>) {
  return { url, repository: repository && repositoryText(repository) };
}

/** Variables that say something else than what was answered: they come before the project file. */
function overriding(given: Options, chosen: Options): string[] {
  const isChosen = (one: RepositoryName) => chosen.repository !== undefined && isSameRepository(one, chosen.repository);
  const isOther = {
    CONFIGHUB_URL: given.url !== undefined && given.url !== chosen.url,
    CONFIGHUB_REPOSITORY: given.repository !== undefined && !isChosen(given.repository),
  };
  const names = Object.entries(isOther).flatMap(([name, isSet]) => (isSet ? [name] : []));
  return names.length === 0 ? [] : [`Unset what would override the project file: unset ${names.join(' ')}`];
}

function nextSteps({ config, url, repository, token }: Options, names: readonly string[]): string[] {
  const missing = [...(url === undefined ? ['url'] : []), ...(repository === undefined ? ['repository'] : [])];
  const target = repository === undefined ? 'acme/shop' : repositoryText(repository);
  return [
    ...(missing.length === 0
      ? []
      : [
          `Set ${missing.join(' and ')} in ${config}. To try it without a server of your own:\n     confighub-sync serve --repository ${target} --levels Environment,Application`,
        ]),
    'Check the files: confighub-sync validate',
    ...(token === undefined ? ['Set the token of the repository: export CONFIGHUB_TOKEN=<token>'] : []),
    `Commit the files, because applies are recorded in Git: git add ${names.join(' ')} && git commit`,
    'See what an apply would change: confighub-sync plan',
    'Apply it: confighub-sync apply',
  ];
}

function workflowSteps(files: readonly NewFile[]): string[] {
  if (files.length === 0) return [];
  const paths = files.map(({ path }) => path);
  return [
    ...(files.some(({ content }) => content.includes(ACTION))
      ? [`Replace ${ACTION} in ${paths.join(' and ')} with the repository of the action and a full commit id.`]
      : []),
    'If you apply another branch than main, change it in configuration-apply.yml.',
    'On the forge, add each token that the workflows name as a secret of the repository. Set the variables of your documents under `env:` of the steps in both files.',
    `Commit the workflows: git add ${paths.join(' ')} && git commit`,
  ];
}

function numbered(steps: readonly string[]): string {
  return steps.map((step, i) => `  ${i + 1}. ${step}\n`).join('');
}
