// [edge] The command line: commands and their options. What a command does is in commands/.
import { Command, CommanderError, Option } from 'commander';
import { EXIT } from '../errors.ts';
import { SPLITS } from '../model/import-plan.ts';
import { INTERFACES } from '../model/server-reads.ts';
import { VERSION } from '../version.ts';
import type { CommandFlags } from './commands/index.ts';
import type { Flags } from './commands/terminal.ts';
import { endOnUncaught, type Host, outputTo } from './host.ts';

const config = new Option('-c, --config <file>', 'project file (CONFIGHUB_CONFIG; default: confighub.yaml)');
const url = new Option('--url <url>', 'base URL of the server (CONFIGHUB_URL)');
const repository = new Option('--repository <account/name>', 'repository on the server (CONFIGHUB_REPOSITORY)');
const prune = new Option('--prune <mode>', 'what to delete: managed, all or none (CONFIGHUB_PRUNE)');
const reads = new Option(
  '--reads <which>',
  'allowed reads of the server: all, token (no export), documented or none (CONFIGHUB_READS)',
);
const json = new Option('--json', 'print JSON instead of text');
const showPush = new Option('--show-push', 'print the body of the push, with secrets masked');
const detailedExitcode = (when: string) => new Option('--detailed-exitcode', `exit with status 2 if ${when}`);

const TRANSPORT = [
  new Option('--timeout <seconds>', 'timeout for a server that does not answer (CONFIGHUB_TIMEOUT; default: 120)'),
  new Option('--ca-file <file>', 'trust only these certificate authorities (PEM) (CONFIGHUB_CA_FILE)'),
  new Option('--client-cert <file>', 'client certificate (PEM) (CONFIGHUB_CLIENT_CERT)'),
  new Option(
    '--client-key <file>',
    'private key of the client certificate, if in a separate file (CONFIGHUB_CLIENT_KEY)',
  ),
  new Option('--insecure-http', 'allow sending the token over unencrypted HTTP to another machine'),
];
const LOCATION = [config, url, repository];
const baseline = new Option(
  '--baseline <revision>',
  'use the documents of this commit as the baseline instead of the recorded one',
);
const TARGET = [
  ...LOCATION,
  prune,
  ...TRANSPORT,
  baseline,
  new Option('--no-baseline', 'ignore the recorded baseline: nothing is pruned'),
];
const COMPARISON = [
  new Option(
    '--on-drift <choice>',
    'how to handle drift: overwrite, keep or fail (CONFIGHUB_ON_DRIFT; default: overwrite)',
  ),
  reads,
  new Option('--rewrite-secrets', 'send secrets again even if the record says they are unchanged'),
  new Option(
    '--force [digest]',
    'approve the plan with this digest, printed when limits refuse it, followed by protected names to delete',
  ),
  new Option('--unmanaged', 'list unmanaged items on the server'),
];

/** The commands in the order of the help: description, then options. */
const COMMANDS: Record<keyof CommandFlags, readonly [description: string, ...Option[]]> = {
  validate: ['check the files of the project without contacting the server', config, json],
  plan: [
    'show what an apply would change; never writes to the server',
    ...TARGET,
    new Option('--base <revision>', 'separate changes of this branch from those already pending in this commit'),
    new Option('--offline', 'compare with the documents of --base instead of the server; needs no token'),
    ...COMPARISON,
    json,
    showPush,
    new Option('--out <file>', 'write the plan to a file, for review and for `apply --plan`'),
    detailedExitcode('there are changes, or drift that is kept'),
  ],
  drift: [
    'show what was changed on the server since the last apply; never writes to the server',
    ...LOCATION,
    ...TRANSPORT,
    baseline,
    reads,
    json,
    detailedExitcode('there is drift'),
  ],
  apply: [
    'make the server match the files, in one atomic push',
    ...TARGET,
    ...COMPARISON,
    new Option('-y, --yes', 'do not ask before the push; a refused plan stays refused'),
    new Option('--plan <file>', 'push only changes that are in this file, written by `plan --out`'),
    new Option('--no-verify', 'do not read the server again after the push'),
    new Option('--allow-older', 'apply a commit even if a newer one was applied before'),
    new Option(
      '--change-comment <text>',
      'comment of the push, with placeholders (CONFIGHUB_CHANGE_COMMENT; default: {message}, of the commit)',
    ),
    new Option(
      '--application-name <name>',
      'application name of the push, sent as ASCII (CONFIGHUB_APPLICATION_NAME; default: confighub-sync)',
    ),
    json,
    showPush,
  ],
  history: [
    'list past applies: time, commit, user, number of changes',
    ...LOCATION,
    new Option('--limit <number>', 'maximum number of applies, newest first (default: 20)'),
    new Option('--forget', 'remove the record of the project given by --config, after the project was deleted'),
    json,
  ],
  unlock: ['release the lock of an apply that died', ...LOCATION, json],
  info: [
    'list the repositories of the server, or show what the server supports',
    ...LOCATION,
    ...TRANSPORT,
    new Option('--capabilities', 'show what the server supports for this repository, and what that enables'),
    new Option('--raw', 'print the answer of the server unchanged'),
    json,
  ],
  init: ['write a commented confighub.yaml and a first document; never overwrites', ...LOCATION, prune],
  import: [
    'write documents that declare what is on the server, or edit existing ones',
    ...LOCATION,
    ...TRANSPORT,
    new Option('--split <how>', 'how to split new documents: none, by context, or by key prefix')
      .choices(SPLITS)
      .default('none', 'none'),
    new Option('--only <what>', 'drift: import only what changed on the server since the last apply').choices([
      'drift',
    ]),
    new Option('--dry-run', 'show what would be written without writing it'),
    new Option('-y, --yes', 'write without asking for confirmation'),
    json,
  ],
  serve: [
    'run the embedded server, for trying things out',
    new Option('--repository <account/name>', 'repository to serve'),
    new Option('--levels <names>', 'its context levels, broadest first: Environment,Application'),
    new Option('--config <file>', 'YAML or JSON file that describes the server, instead of the two options above'),
    new Option('--port <number>', 'port to listen on; 0 for any free port').default('7080', '7080'),
    new Option('--host <address>', 'address to listen on').default('127.0.0.1', '127.0.0.1'),
    new Option('--data <file>', 'keep the state in this file (default: in memory)'),
    new Option('--interface <which>', 'full, or documented: only the list of repositories and the push')
      .choices(INTERFACES)
      .default('full', 'full'),
    new Option('--without <reads>', 'disable these reads, such as export,pull,info,keyData,rawFile'),
    new Option('--json', 'print address and tokens as one line of JSON'),
  ],
  demo: ['run an example against the embedded server: apply it, change both sides, reconcile them'],
};

/** Runs one command and sets the exit status. Prints everything, and never throws. */
export async function main(host: Host): Promise<void> {
  endOnUncaught(host);
  const program = programOf(host);
  try {
    await program.parseAsync(host.argv);
  } catch (error) {
    // commander has already printed the help or the error.
    if (!(error instanceof CommanderError)) throw error;
    host.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.error;
  }
}

function programOf(host: Host): Command {
  const program = new Command('confighub-sync')
    .description('Makes Git the source of truth for a configuration repository server.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .option('--no-color', 'disable colors (also NO_COLOR)')
    .configureOutput(outputTo(host))
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .showHelpAfterError('Run with --help for usage.')
    .exitOverride();

  for (const [name, [description, ...options]] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(description).exitOverride();
    for (const option of options) command.addOption(option);
    command.action(run(name as keyof CommandFlags));
  }
  return program;

  /** The commands are a bundle of their own (scripts/build.js), which `--help` and `--version` do not load. */
  function run<Name extends keyof CommandFlags>(name: Name): (flags: CommandFlags[Name]) => Promise<void> {
    return async (flags) => {
      const { runCommand } = await import(/* webpackIgnore: true */ './commands/index.ts');
      await runCommand(host, name, { ...flags, ...program.opts<Pick<Flags, 'color'>>() });
    };
  }
}
