// The commands in the order of use, with their options in groups, and examples: what the help shows.
import { SHOW_AFFECTED } from '../model/plan.ts';
import { INTERFACES } from '../model/server-reads.ts';
import {
  type Option,
  type OptionGroup,
  type OptionName,
  OPTIONS,
  RARE,
  variableOf,
} from '../options.ts';
import type { EverydayName } from './commands/index.ts';
import type { SetupName } from './setup/index.ts';
import { SHELLS } from './completion/shells.ts';

export interface OptionRow {
  group: OptionGroup;
  flags: string;
  description: string;
  choices?: readonly string[];
  /** What completion offers, if the value is checked elsewhere. */
  suggestions?: readonly string[] | undefined;
  default?: string;
  /** Names of options that it cannot be used with. */
  conflicts?: readonly string[];
  isRepeatable?: true | undefined;
}

export interface CommandRow {
  description: string;
  /** Words after the name of the command, as commander writes them: `[pattern...]`. */
  argument?: readonly [usage: string, description: string];
  /** What it may be, if these are few. */
  choices?: readonly string[];
  options: readonly OptionRow[];
  /** Command lines without the name of the program, each with what it is for. */
  examples: readonly [line: string, meaning: string][];
}

function inGroup(group: OptionGroup) {
  return (flags: string, description: string, more?: Partial<OptionRow>): OptionRow => {
    return { group, flags, description, ...more };
  };
}

const target = inGroup('Target');
const inPush = inGroup('Push');
const output = inGroup('Output');
const rare = inGroup(RARE);
/** Options of one command only. */
const option = inGroup('Options');

type FlagName = {
  [Name in OptionName]: (typeof OPTIONS)[Name] extends { flag: string } ? Name : never;
}[OptionName];

function shared(name: FlagName): OptionRow {
  const option: Option & Required<Pick<Option, 'flag' | 'group' | 'help'>> = OPTIONS[name];
  const { flag, group, help, standard, env, suggestions, isRepeatable } = option;
  const facts = [
    env ? variableOf(name) : [],
    standard === undefined ? [] : `default: ${standard}`,
  ].flat();
  return {
    group,
    flags: flag,
    description: facts.length === 0 ? help : `${help} (${facts.join('; ')})`,
    suggestions,
    isRepeatable,
  };
}

function rows(...names: readonly FlagName[]): OptionRow[] {
  return names.map(shared);
}

const NAMES = [
  '[name...]',
  'key, path of a file on the server, or glob of either; a leading ! excludes',
] as const;
/** Options of commands that write files. */
const WRITING = [
  option('--dry-run', 'show what would be written without writing it'),
  option('-y, --yes', 'write without asking for confirmation'),
];
const CONFIG = shared('config');
const ONE_TARGET = target(
  '--target <name>',
  'the target to use, if the project file has several (CONFIGHUB_TARGET)',
);
const ENV_FILE = target(
  '--env-file <file>',
  'read unset variables from this file, which Git must not track',
);
const LOCATION = rows('config', 'url', 'repository');
const COMPARISON = rows('prune', 'onDrift', 'lastApplied', 'reads', 'approve');
const JSON_OUTPUT = output('--json', 'print JSON instead of text');
const AFFECTED_OUTPUT = output(
  '--show-affected <how>',
  'which applications each change affects: none, short (one line) or full',
  {
    choices: SHOW_AFFECTED,
    default: 'short',
  },
);
const PLAN_OUTPUT = [
  AFFECTED_OUTPUT,
  shared('unmanaged'),
  rare('--show-push', 'print the push body, with secrets masked'),
  JSON_OUTPUT,
];
const detailedExitcode = (when: string) =>
  output('--detailed-exitcode', `exit with code 2 if ${when}`);
const CONNECTION = rows('timeout', 'caFile', 'clientCert', 'clientKey', 'insecureHttp');

/** Those of every command, besides `--help`. */
const everywhere = inGroup('Global options');
export const GLOBAL_OPTIONS = [
  everywhere(
    '--verbose',
    'print every request, Git process and file read, with the time it took (also CONFIGHUB_DEBUG=1)',
  ),
  everywhere('-q, --quiet', 'print only errors, warnings and the result', {
    conflicts: ['verbose'],
  }),
  everywhere('--color', 'use colors without a terminal too (also FORCE_COLOR)'),
  everywhere('--no-color', 'disable colors (also NO_COLOR)'),
];

export const COMMAND_LIST: Record<EverydayName | SetupName, CommandRow> = {
  init: {
    description:
      'write a project file and a first document; in a terminal, ask for what is missing; never overwrite a file',
    options: [
      ...LOCATION,
      option(
        '--levels <names>',
        'context levels, broadest first (default: those of the server, if known)',
      ),
      option(
        '--source <path>',
        'use these files instead of a document, such as "deploy/{Environment}/{Application}.env"; repeatable',
        { isRepeatable: true },
      ),
      option(
        '--workflow',
        'write two workflows, one that plans and one that applies; also in an existing project',
      ),
      option(
        '--action <owner/name@commit>',
        'the action that the workflows use, with a full commit SHA',
      ),
      option('-y, --yes', 'do not ask questions'),
      ...CONNECTION,
    ],
    examples: [
      [
        'init --url https://config.example.com --repository acme/shop',
        'a project file and a first document',
      ],
      [
        'init --source "deploy/{Environment}/{Application}.env"',
        'show how these files are read, and use them',
      ],
    ],
  },
  import: {
    description: 'write documents that declare what is on the server, or update the existing ones',
    argument: [
      '[name...]',
      'with --only drift: key, path of a file on the server, or glob of either; a leading ! excludes',
    ],
    options: [
      ...LOCATION,
      ENV_FILE,
      ONE_TARGET,
      option(
        '--document <path>',
        'file for items that no document declares yet (default: config/imported.yaml)',
      ),
      option('--env-example <file>', 'add the variable of each new secret to this file'),
      option(
        '--only <what>',
        'drift: import only what was changed on the server since the last apply, or was there before it was declared',
        {
          choices: ['drift'],
        },
      ),
      option(
        '--remove-missing',
        'remove from the files what the server does not have; kept by default',
        {
          conflicts: ['only'],
        },
      ),
      ...WRITING,
      JSON_OUTPUT,
      ...CONNECTION,
    ],
    examples: [
      ['import', 'import everything; a large repository is split into one document per key prefix'],
      ['import --only drift --dry-run', 'the edits that would import the drift'],
      ["import --only drift 'db.*' '!db.pool.size'", 'some of the drift'],
    ],
  },
  validate: {
    description: 'check the files of the project without contacting the server',
    options: [CONFIG, ...rows('target'), ENV_FILE, JSON_OUTPUT],
    examples: [
      ['validate', 'all errors, each with file, line and column'],
      ['validate --quiet', 'for a Git hook: print nothing if the files are valid'],
    ],
  },
  plan: {
    description: 'show what an apply would change; never writes to the server',
    argument: [
      '[name...]',
      'show only changes to matching keys and files (the plan itself stays complete)',
    ],
    options: [
      ...LOCATION,
      ENV_FILE,
      ...rows('target', 'stage'),
      ...COMPARISON,
      ...rows('base', 'offline', 'allowOlder'),
      ...PLAN_OUTPUT,
      output('--markdown', 'print the plan as Markdown, as in the comment on a pull request', {
        conflicts: ['json', 'showPush'],
      }),
      output(
        '--summary',
        'print only counts, the affected environments, refusals and secrets in clear text',
        {
          conflicts: ['json', 'markdown'],
        },
      ),
      output(
        '--affecting <context>',
        'show only changes that affect applications in this context, such as Production',
        {
          conflicts: ['json', 'markdown'],
        },
      ),
      output('--out <file>', 'write the plan to a file, for `apply --plan`'),
      output('--html <file>', 'write the plan as an HTML page'),
      detailedExitcode('there are changes, or drift that is kept'),
      ...CONNECTION,
    ],
    examples: [
      ['plan', 'what an apply would change now'],
      [
        'plan --base origin/main',
        'the changes of this branch, apart from those that are pending on main',
      ],
    ],
  },
  apply: {
    description: 'make the server match the files, in one atomic push; asks first in a terminal',
    options: [
      ...LOCATION,
      ENV_FILE,
      ...rows('target', 'stage'),
      ...COMPARISON,
      inPush('-y, --yes', 'do not ask before the push; a refused plan stays refused'),
      ...rows('plan', 'verify', 'allowOlder', 'changeComment', 'applicationName'),
      ...PLAN_OUTPUT,
      ...CONNECTION,
    ],
    examples: [
      ['apply', 'show the plan, ask, push and verify'],
      ['apply --plan plan.json --yes', 'push the reviewed plan, or nothing, without asking'],
    ],
  },
  drift: {
    description:
      'show what was changed on the server since the last apply; never writes to the server',
    options: [
      ...LOCATION,
      ENV_FILE,
      ...rows('target', 'lastApplied', 'reads'),
      AFFECTED_OUTPUT,
      JSON_OUTPUT,
      detailedExitcode('there is drift'),
      ...CONNECTION,
    ],
    examples: [
      ['drift', 'what was changed on the server since the last apply'],
      ['drift --detailed-exitcode --quiet', 'for scripts: exit code 2 if there is drift'],
    ],
  },
  show: {
    description:
      'show what an application gets and from which line, or every value of a key and who gets it',
    argument: NAMES,
    options: [
      ...LOCATION,
      ENV_FILE,
      ONE_TARGET,
      ...rows('reads'),
      option(
        '--context <elements>',
        'show what an application in this context gets: one element for each level, joined by ;',
      ),
      option(
        '--against <elements>',
        'compare with this context; in both of them, ** stands for every element of a level',
        { conflicts: ['live'] },
      ),
      option('--live', 'read the server instead of the files'),
      option(
        '--by <level>',
        'with --html: the level whose elements are the columns (default: the level of `stages`, otherwise the first in `order`, otherwise the first level)',
        { conflicts: ['context', 'against'] },
      ),
      output('--html <file>', 'write environments side by side, as an HTML page', {
        conflicts: ['json'],
      }),
      detailedExitcode('the contexts differ'),
      JSON_OUTPUT,
      ...CONNECTION,
    ],
    examples: [
      [
        'show --context "Production;Billing"',
        'every key and file, its value, and the line that it comes from',
      ],
      ['show db.host', 'every value of the key, the most specific first, and who gets it'],
      [
        'show --context "Staging;**" --against "Production;**"',
        'what differs between the applications of two environments',
      ],
      [
        'show --html environments.html',
        'every key and file with what applications get in each environment, to look through in a browser',
      ],
    ],
  },
  promote: {
    description:
      'take values and files of one environment to another, as edits of your files; needs no server',
    argument: NAMES,
    options: [
      CONFIG,
      ONE_TARGET,
      option('--from <element>', 'the element to take from, such as Staging, or a context in full'),
      option(
        '--to <element>',
        'the element to set, such as Production, or a context in full; "*;*" for every environment',
      ),
      option('--exact', 'also change rows that only the target has, and those that affect others'),
      option('--tidy', 'remove rows that then give the same as a broader one'),
      ...WRITING,
      AFFECTED_OUTPUT,
      JSON_OUTPUT,
    ],
    examples: [
      ['promote --from Staging --to Production', 'everything that differs, after a question'],
      [
        'promote --from Staging --to Production "search.*" --dry-run',
        'only some keys, and nothing is written',
      ],
      [
        'promote --from Staging --to "*;*" --tidy search.limit',
        'a value that proved itself becomes that of every environment',
      ],
    ],
  },
  history: {
    description:
      'list past apply runs, or the changes of a key or file: who made them, when and why',
    argument: NAMES,
    options: [
      ...LOCATION,
      ONE_TARGET,
      option(
        '--limit <number>',
        'maximum number of apply runs, newest first (default: 20; with --since all)',
      ),
      option('--since <date>', 'with all changes: the apply runs since a date, such as 2026-01-01'),
      option(
        '--forget',
        'remove the record of the project given by --config, after the project was deleted',
      ),
      option(
        '-y, --yes',
        'with --forget: remove the record without asking, even if the project may still be applied',
      ),
      option('--move <old file>', 'after renaming a project file, move its record to the new name'),
      output('--html <file>', 'write a report with all changes as an HTML page'),
      JSON_OUTPUT,
    ],
    examples: [
      [
        'history --since 2026-01-01 --html report.html',
        'for an audit: each apply, its commits, who approved it, and what it changed',
      ],
      ['history db.host', 'every apply that changed the key, and the commits that made the change'],
      [
        'history --forget --config :/old/confighub.yaml --url https://config.example.com --repository acme/shop',
        'remove the record of a deleted project; its items become unmanaged',
      ],
    ],
  },
  unlock: {
    description: 'release the lock of an interrupted apply',
    options: [...LOCATION, ONE_TARGET, JSON_OUTPUT],
    examples: [
      ['unlock', 'release the lock now, without waiting'],
      ['unlock --json', 'for scripts'],
    ],
  },
  info: {
    description: 'list the repositories of the server, and the ways to read the configured one',
    options: [...LOCATION, ONE_TARGET, JSON_OUTPUT, ...CONNECTION],
    examples: [
      ['info --url https://config.example.com', 'the repositories of a server'],
      ['info --json', 'for scripts'],
    ],
  },
  serve: {
    description: 'run the built-in server, for trying things out',
    options: [
      option('--repository <account/name>', 'repository to serve'),
      option('--levels <names>', 'its context levels, broadest first: Environment,Application'),
      option(
        '--config <file>',
        'YAML or JSON file that describes the server, instead of the two options above',
      ),
      option('--port <number>', 'port to listen on; 0 for any free port', { default: '7080' }),
      option('--host <address>', 'address to listen on', { default: '127.0.0.1' }),
      option('--data <file>', 'keep the state in this file (default: in memory)'),
      option(
        '--interface <which>',
        'full, or documented: only the list of repositories and the push',
        {
          choices: INTERFACES,
          default: 'full',
        },
      ),
      option(
        '--without <reads>',
        'disable these ways to read, such as export,pull,info,keyData,rawFile',
      ),
      output('--json', 'print address and tokens as one line of JSON'),
    ],
    examples: [
      [
        'serve --repository acme/shop --levels Environment,Application',
        'an empty repository in memory',
      ],
      ['serve --config server.yaml --data server.json', 'several repositories, kept in a file'],
    ],
  },
  completion: {
    description: 'print a shell script that completes commands, flags and their values',
    argument: ['<shell>', SHELLS.join(', ')],
    choices: SHELLS,
    options: [],
    examples: [
      [
        'completion bash',
        'print the script; in ~/.bashrc: `eval "$(confighub-sync completion bash)"`',
      ],
      [
        'completion fish',
        'print the script; in config.fish: `confighub-sync completion fish | source`',
      ],
    ],
  },
};
