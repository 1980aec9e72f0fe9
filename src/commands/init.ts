// init: a short project file and a first document, or the sources that a folder already has.
import { Document } from 'yaml';
import { CommandError } from '../errors.ts';
import { repositoryText } from '../model/targets.ts';
import type { Options } from '../options.ts';

export interface NewFile {
  /** Relative to the working directory, with `/`. */
  path: string;
  content: string;
}

export interface NewProject extends Pick<Options, 'url' | 'repository'> {
  levels?: readonly string[] | undefined;
  /** Paths of sources. */
  sources?: readonly string[];
  /** What elements in these paths are called on the server. */
  elements?: ReadonlyMap<string, string>;
  /** False: what `include` finds by default are no documents. */
  hasDocuments?: boolean;
}

const FIRST_DOCUMENT = `# Values of keys, for every context or for some of them: docs/format.md of confighub-sync.
keys:
  shop.title: Corner Shop
  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
  db.pool.size: { vdt: Integer, value: 10 }
`;

/** The project file, and a first document unless there are sources. Throws {@link CommandError} for another folder. */
export function init(config: string, project: NewProject): NewFile[] {
  if (config.includes('/') || config.includes('\\')) {
    const message = 'init writes only to the working directory.';
    const hint = 'Change to that folder and run init there.';
    throw new CommandError({ code: 'bad-option', message, hint });
  }
  const file = { path: config, content: projectFile(project) };
  return project.sources === undefined ? [file, { path: 'config/first.yaml', content: FIRST_DOCUMENT }] : [file];
}

/** With an example of what is not known and cannot be left out. */
export function projectFile(project: NewProject): string {
  const { url, repository, levels, sources, elements = new Map(), hasDocuments = true } = project;
  const document = new Document({
    url: url ?? 'https://config.example.com',
    repository: repository === undefined ? 'acme/shop' : repositoryText(repository),
  });
  if (levels !== undefined) document.set('levels', document.createNode([...levels], { flow: true }));
  if (!hasDocuments) document.set('include', document.createNode([], { flow: true }));
  if (elements.size > 0) document.set('elements', document.createNode(Object.fromEntries(elements), { flow: true }));
  if (sources !== undefined) document.set('sources', sources);
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
  return `# All settings: docs/format.md of confighub-sync.\n${text}`;
}
