// init: a commented project file and a first document.
import { parseDocument } from 'yaml';
import { CommandError } from '../errors.ts';
import type { SourceProposal } from '../import/propose-sources.ts';
import type { PruneMode } from '../model/project.ts';
import { schemaComment } from '../model/schema-address.ts';
import type { Options } from '../options.ts';

export interface NewFile {
  /** Relative to the working directory, with `/`. */
  path: string;
  content: string;
}

const FIRST_DOCUMENT = `${schemaComment('document')}
# Keys with one value for every context, or with a value per context.
keys:
  shop.title: Corner Shop

  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
      # Production;*: db.prod.internal      # one element per level, * for any

  db.pool.size: { vdt: Integer, value: 10 }

  # db.password: { value: { env: DB_PASSWORD } }    # from the environment, masked everywhere

# Whole files, with a content per context.
# files:
#   nginx/app.conf:
#     "*": { path: files/app.conf }
`;

export interface NewProject extends Options {
  levels?: readonly string[];
  /** Files that are there already, in place of a first document. */
  sources?: readonly SourceProposal[];
}

/** The project file, and a first document unless there are sources. What is known of the target is filled in. */
export function init(options: NewProject): NewFile[] {
  if (options.config.includes('/') || options.config.includes('\\')) {
    const message = 'init writes only to the working directory.';
    const hint = 'Change to that folder and run init there.';
    throw new CommandError({ code: 'bad-option', message, hint });
  }
  const file = { path: options.config, content: projectFile(options) };
  return options.sources === undefined ? [file, { path: 'config/first.yaml', content: FIRST_DOCUMENT }] : [file];
}

interface KnownTarget extends Pick<Options, 'url' | 'repository'> {
  prune?: PruneMode | undefined;
  levels?: readonly string[];
  sources?: readonly SourceProposal[];
}

export function projectFile({ url, repository, prune, levels, sources }: KnownTarget): string {
  // Documents may be added later where `include` expects them by default.
  const text = levels === undefined ? TEMPLATE : withLevels(levels);
  const document = parseDocument(sources === undefined ? text : text.replace(/^include:/m, '# include:'));
  if (url !== undefined) document.set('url', url);
  if (repository !== undefined) document.set('repository', `${repository.account}/${repository.name}`);
  if (prune !== undefined) document.set('prune', prune);
  if (sources !== undefined) document.set('sources', sources.map(declared));
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** One item of `sources`. */
function declared({ path, context }: SourceProposal): string | { path: string; context: string } {
  return context === undefined ? path : { path, context };
}

function withLevels(levels: readonly string[]): string {
  const names = levels.map((name) => (/^[a-z][\w -]*\w$/i.test(name) ? name : JSON.stringify(name)));
  return TEMPLATE.replace(/^# levels: \[.*\]/m, () => `levels: [${names.join(', ')}]`);
}

const TEMPLATE = `${schemaComment('project')}
# Project file of confighub-sync: which documents are applied to which repository.
version: 1
url: https://config.example.com # base address of the server
repository: acme/shop # account/name
# levels: [Environment, Application] # checked against the server's context levels
include: ["config/**/*.{yaml,yml,json}"]
# allowNewContexts: [Staging] # context elements that a push may create permanently
# forceKeyPush: true # the token may push keys that are locked (push: false)
# limits: { deletes: 30%, updates: 30%, existing: 10, maxDeletes: 100, maxUpdates: 1000 } # more than this needs --force
# batch: 100 # split large pushes: faster, but no longer all or nothing
# allowSecrets: ["login.password.label"] # not secret, although it looks like it: validate does not warn
# redact: ["*.license"] # masked in all output, in addition to names like password, secret and token
prune: managed # managed: delete only what this project applied | all: also unmanaged items | none
`;
