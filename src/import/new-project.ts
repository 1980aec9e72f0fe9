// The project file of a new project.
import { Document } from 'yaml';
import { repositoryText } from '../model/targets.ts';
import type { Options } from '../options.ts';

export interface NewProject extends Pick<Options, 'url' | 'repository'> {
  levels?: readonly string[] | undefined;
  /** Paths of sources. */
  sources?: readonly string[];
  /** What elements in these paths are called on the server. */
  elements?: ReadonlyMap<string, string>;
  /** False: what `include` finds by default are no documents. */
  hasDocuments?: boolean;
}

/** With an example of what is not known and cannot be left out. */
export function projectText(project: NewProject): string {
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
