// Finds what the sources of a project declare, and where it stands in their files.
import { findDocuments } from '../../documents/find-documents.ts';
import { matcher } from '../../documents/globs.ts';
import { loadProjectFile } from '../../documents/load-project.ts';
import { Contexts } from '../../documents/parse-context.ts';
import { filesInMemory } from '../../documents/project-files.ts';
import { type Declaration, declarationsIn } from '../../documents/read-sources.ts';
import { globsOf } from '../../documents/source-path.ts';
import { grouped } from '../../lib/collections.ts';
import { contextId } from '../../model/context.ts';
import { fileId, keyId, type Vdt } from '../../model/state.ts';
import type { TargetChoice } from '../../model/targets.ts';

export interface SourceSites {
  /** Whether a source matches this path. */
  matches: (path: string) => boolean;
  /** By {@link keyId}. */
  keys: ReadonlyMap<string, readonly ValueSite[]>;
  /** By {@link fileId}. */
  files: ReadonlyMap<string, SourceSite>;
  /** Types of keys that sources give, by {@link keyId}. */
  types: ReadonlyMap<string, Vdt>;
  /** What several declarations share: a change of one would change all of them. */
  shared: ReadonlySet<SourceSite>;
}

export type SourceSite = Declaration;
export type ValueSite = Extract<Declaration, { as: 'keys' }>;

export interface SourceFiles {
  /** Every file of the project, by path. */
  files: ReadonlyMap<string, Uint8Array>;
  projectFile: string;
  choice?: TargetChoice | undefined;
  levels: readonly string[];
}

export function sourceSites({ files, projectFile, choice, levels }: SourceFiles): SourceSites {
  const all = filesInMemory(files);
  const report = () => undefined;
  const project = loadProjectFile(all, projectFile, choice);
  if (project.sources.length === 0) return sitesIn([], () => false);
  const { sources } = findDocuments(all, { project, projectFile, report, bytes: new Map() });
  const input = { contexts: new Contexts(levels), report, levels };
  const declarations = sources.flatMap((found) => declarationsIn(found, input));
  return sitesIn(declarations, matcher(project.sources.flatMap(({ path }) => globsOf(path))));
}

function sitesIn(declarations: readonly Declaration[], matches: SourceSites['matches']): SourceSites {
  const values = declarations.filter((one) => one.as === 'keys');
  const files = declarations.filter((one) => one.as === 'files');
  return {
    matches,
    keys: grouped(values, ({ name }) => keyId(name)),
    files: new Map(files.map((one) => [fileId(one.name, one.context), one])),
    types: new Map(values.flatMap(({ name, vdt }) => (vdt === undefined ? [] : [[keyId(name), vdt] as const]))),
    shared: sharedIn(declarations),
  };
}

/** A value that is read twice, for two contexts for example, and what stands in a file that is also one of the server. */
function sharedIn(declarations: readonly Declaration[]): Set<Declaration> {
  const ofFile = grouped(declarations, ({ file }) => file.path);
  const shared = [...ofFile.values()].flatMap((all) => {
    if (all.length > 1 && all.some(({ as }) => as === 'files')) return all;
    const ofEntry = grouped(all, (one) => (one.as === 'keys' ? one.entry.offset : -1));
    return [...ofEntry.values()].filter(({ length }) => length > 1).flat();
  });
  return new Set(shared);
}

/** The declaration of a value. */
export function valueSite({ keys }: SourceSites, key: string, context: string): ValueSite | undefined {
  return keys.get(keyId(key))?.find((site) => contextId(site.context) === contextId(context));
}
