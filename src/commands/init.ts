// init: a commented project file, a first document or the sources that a folder already has, and a workflow.
import { parseDocument } from 'yaml';
import { CommandError } from '../errors.ts';
import type { OfferedSources } from '../import/offer-sources.ts';
import type { SourceProposal } from '../import/propose-sources.ts';
import type { PruneMode } from '../model/project.ts';
import { schemaComment } from '../model/schema-address.ts';
import { repositoryText } from '../model/targets.ts';
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

interface KnownTarget extends Pick<Options, 'url' | 'repository'> {
  prune?: PruneMode | undefined;
  levels?: readonly string[] | undefined;
  /** Files that are there already, in place of a first document. */
  sources?: Pick<OfferedSources, 'proposals' | 'hasOtherFiles'> | undefined;
}

/** The project file, and a first document unless there are sources. What is known of the target is filled in. */
export function init(options: Options & KnownTarget): NewFile[] {
  if (options.config.includes('/') || options.config.includes('\\')) {
    const message = 'init writes only to the working directory.';
    const hint = 'Change to that folder and run init there.';
    throw new CommandError({ code: 'bad-option', message, hint });
  }
  const file = { path: options.config, content: projectFile(options) };
  return options.sources === undefined ? [file, { path: 'config/first.yaml', content: FIRST_DOCUMENT }] : [file];
}

export function projectFile({ url, repository, prune, levels, sources }: KnownTarget): string {
  const text = levels === undefined ? TEMPLATE : withLevels(levels);
  const document = parseDocument(sources === undefined ? text : withoutDocuments(text, sources));
  if (url !== undefined) document.set('url', url);
  if (repository !== undefined) document.set('repository', repositoryText(repository));
  if (prune !== undefined) document.set('prune', prune);
  if (sources !== undefined) document.set('sources', sources.proposals.map(declared));
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Documents may be added later where `include` expects them by default, unless other files are there. */
function withoutDocuments(text: string, { hasOtherFiles }: Pick<OfferedSources, 'hasOtherFiles'>): string {
  return text.replace(/^include:.*$/m, (line) => (hasOtherFiles ? NO_INCLUDE : `# ${line}`));
}

const NO_INCLUDE =
  'include: [] # the YAML and JSON files in config/ are no documents; to add some: ["confighub/**/*.{yaml,yml,json}"]';

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
# limits: { deletes: 30%, updates: 30%, existing: 10, maxDeletes: 100, maxUpdates: 1000 } # a larger plan needs an approval
# batch: 100 # split large pushes: faster, but no longer all or nothing
# allowSecrets: ["login.password.label"] # looks like a secret, but is not: validate does not warn
# redact: ["*.license"] # masked in all output, in addition to names like password, secret and token
prune: managed # managed: delete only what this project applied | all: also unmanaged items | none
`;
