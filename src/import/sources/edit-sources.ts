// Finds what source files declare, and edits them in place so that they declare live; the rest is left out, with the reason.
import { findDocuments } from '../../documents/find-documents.ts';
import { matcher } from '../../documents/globs.ts';
import { loadProjectFile } from '../../documents/load-project.ts';
import { Contexts } from '../../documents/parse-context.ts';
import { filesInMemory } from '../../documents/project-files.ts';
import { type Declaration, declarationsIn } from '../../documents/read-sources.ts';
import { globsOf } from '../../documents/source-path.ts';
import { grouped } from '../../lib/collections.ts';
import { contextId, contextIn } from '../../model/context.ts';
import type { Change, FileChange, ValueChange } from '../../model/plan.ts';
import type { IsSecret } from '../../model/secrets.ts';
import { fileId, keyId, type State, type Vdt } from '../../model/state.ts';
import type { TargetChoice } from '../../model/targets.ts';
import { findItem } from '../../plan/find-item.ts';
import { changeId } from '../changes.ts';
import { editText } from './edit-text.ts';

export interface SourceInput {
  sites: SourceSites;
  live: State;
  changes: readonly Change[];
  isSecret: IsSecret;
}

export interface EditedSources {
  /** New texts by path; `undefined`: the file is removed. */
  texts: Map<string, string | undefined>;
  /** The changes for documents. */
  rest: Change[];
  /** Why a change was not made, by {@link changeId}. */
  reasons: Map<string, string>;
  /** Ids of keys that no source declares any more. */
  emptied: Set<string>;
}

/** A wanted text of one declaration. */
interface Wanted {
  site: SourceSite;
  /** `undefined`: removed. */
  text: string | null | undefined;
  id: string;
}

export function editSources({ sites, live, changes, isSecret }: SourceInput): EditedSources {
  const made: EditedSources = { texts: new Map(), rest: [], reasons: new Map(), emptied: new Set() };
  const wanted = new Map<SourceSite, Wanted>();
  for (const change of changes) {
    const own = wantedBy(change, { sites, live });
    for (const one of own) wanted.set(one.site, one);
    if (own.length === 0 || change.kind === 'key') made.rest.push(change);
  }
  const possible = [...wanted.values()].filter((one) => {
    const reason = problemOf(one, { sites, isSecret });
    if (reason !== undefined) made.reasons.set(one.id, reason);
    return reason === undefined;
  });
  for (const [path, ofFile] of grouped(possible, ({ site }) => site.file.path)) editFile(path, ofFile, made);
  for (const [id, own] of sites.keys) {
    const isGone = own.every((site) => wanted.has(site) && isRemoved(wanted.get(site), made));
    if (isGone) made.emptied.add(id);
  }
  return made;
}

function isRemoved(wanted: Wanted | undefined, { reasons }: EditedSources): boolean {
  return wanted !== undefined && wanted.text === undefined && !reasons.has(wanted.id);
}

function wantedBy(change: Change, { sites, live }: Pick<SourceInput, 'sites' | 'live'>): Wanted[] {
  const id = changeId(change);
  if (change.kind === 'key') {
    const gone = change.action === 'delete' ? (sites.keys.get(keyId(change.key)) ?? []) : [];
    return gone.map((site) => ({
      site,
      text: undefined,
      id: changeId({ ...NO_VALUE, key: change.key, context: site.context }),
    }));
  }
  const site = siteOf(change, sites);
  if (site === undefined) return [];
  return [{ site, text: change.action === 'delete' ? undefined : textOf(change, live), id }];
}

const NO_VALUE = { kind: 'value', action: 'delete', vdt: 'Text' } as const;

function siteOf(change: ValueChange | FileChange, sites: SourceSites): SourceSite | undefined {
  if (change.kind === 'value') return valueSite(sites, change.key, contextIn(change.context));
  return sites.files.get(fileId(change.path, contextIn(change.context)));
}

function textOf(change: ValueChange | FileChange, live: State): string | null | undefined {
  return change.kind === 'file' ? findItem(live, change).item?.content : findItem(live, change).item?.text;
}

/** Why a declaration is not changed, before it is tried. */
function problemOf(
  { site, text }: Wanted,
  { sites, isSecret }: Pick<SourceInput, 'sites' | 'isSecret'>,
): string | undefined {
  const { path } = site.file;
  if (sites.shared.has(site)) return `${path} declares something else at the same place; change it by hand`;
  if (text === undefined) return undefined;
  if (isSecret(site.name, text))
    return `it is a secret, which is not written to ${path}; declare it in a document, from the environment`;
  if (site.as === 'keys' && site.entry.value.kind !== 'scalar')
    return `its value in ${path} is a list or a mapping; change it by hand`;
  return undefined;
}

function editFile(path: string, wanted: readonly Wanted[], made: EditedSources): void {
  const [first] = wanted;
  if (first?.site.as === 'files') {
    made.texts.set(path, first.text ?? undefined);
    return;
  }
  if (first === undefined) return;
  const byOffset = new Map(wanted.flatMap((one) => (one.site.as === 'keys' ? [[one.site.entry.offset, one]] : [])));
  const changes = [...byOffset].map(([offset, one]) => ({ offset, text: one.text }));
  const { text, refused } = editText(sourceText(first.site), changes);
  made.texts.set(path, text);
  for (const { offset } of refused) {
    const one = byOffset.get(offset);
    if (one !== undefined) made.reasons.set(one.id, refusal(path, one.text));
  }
}

function refusal(path: string, text: string | null | undefined): string {
  if (text === undefined) return `import cannot remove it from ${path}; remove it by hand`;
  return `${path} cannot hold ${text === null ? 'null' : 'this text'} there; declare it in a document`;
}

function sourceText({ file, format, source: { separator } }: ValueSite) {
  return { path: file.path, text: file.source.text, format, separator };
}

const MASK = '(secret)';

/** The text of a source file without its secrets; `undefined` if it cannot be told what they are. */
export function shownSource(
  path: string,
  { sites, isSecret }: Pick<SourceInput, 'sites' | 'isSecret'>,
): string | undefined {
  const own = [...sites.keys.values()].flat().filter(({ file }) => file.path === path);
  const [first] = own;
  if (first === undefined) return shownFile(path, { sites, isSecret });
  const secret = own.filter(({ name, entry }) =>
    isSecret(name, entry.value.kind === 'scalar' ? entry.value.text : null),
  );
  const offsets = [...new Set(secret.map(({ entry }) => entry.offset))];
  const { text, refused } = editText(
    sourceText(first),
    offsets.map((offset) => ({ offset, text: MASK })),
  );
  return refused.length > 0 ? undefined : text;
}

/** Of a file that is one of the server. */
function shownFile(path: string, { sites, isSecret }: Pick<SourceInput, 'sites' | 'isSecret'>): string | undefined {
  const site = [...sites.files.values()].find(({ file }) => file.path === path);
  if (site === undefined) return undefined;
  const { text } = site.file.source;
  return isSecret(site.name, text) ? undefined : text;
}

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

type SourceSite = Declaration;
type ValueSite = Extract<Declaration, { as: 'keys' }>;

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
function valueSite({ keys }: SourceSites, key: string, context: string): ValueSite | undefined {
  return keys.get(keyId(key))?.find((site) => contextId(site.context) === contextId(context));
}
