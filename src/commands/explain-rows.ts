// Puts together what is known of a key or file: its rows by precedence, their texts, and who receives them.
import { compareContexts, contextId, contextIn, type ContextPattern, fullContext } from '../model/context.ts';
import type { Explanation, ExplainedRow, RowState } from '../model/explanation.ts';
import type { FileChange, ValueChange } from '../model/plan.ts';
import type { Project } from '../model/project.ts';
import { scopeOf, type Scope, type ScopeGlobs } from '../model/scope.ts';
import { nameMatcher } from '../model/secrets.ts';
import {
  type FileEntry,
  type Key,
  KEY_METADATA,
  keyId,
  type KeyMetadata,
  type State,
  type Value,
  valuesIn,
  type Vdt,
} from '../model/state.ts';
import { annotated, type AnnotateInput } from '../plan/annotate.ts';
import { sameJson } from '../lib/strict-json.ts';
import { effectsOf } from '../semantics/effects.ts';
import { placeholdersIn } from '../semantics/placeholders.ts';
import { indexGroups, weightOf } from '../semantics/resolution.ts';
import { shownVariable } from './view-sides.ts';
import type { RowHistory } from './row-history.ts';

export interface ExplainSources {
  kind: 'key' | 'file';
  name: string;
  levels: readonly string[];
  project: Project;
  /** As the files declare it. */
  declared: State;
  /** The same, completed from live. */
  desired: State;
  /** Empty if it was not read. */
  live: State;
  liveRead: Explanation['liveRead'];
  /** What was applied; absent without a record. */
  applied?: State;
  /** Why there is none. */
  noRecord: string;
  /** A path of the project as shown to users. */
  display: (path: string) => string;
  history: RowHistory['changes'];
  masks: Pick<AnnotateInput, 'isSecretName' | 'secretIn' | 'masksLive' | 'baseline' | 'announced'>;
}

/** The part of a state that is about one item; a key or files if `kind` is absent. */
export function itemOf(
  { keys, files }: State,
  { kind, name }: { kind?: 'key' | 'file' | undefined; name: string },
): State {
  const key = kind === 'file' ? undefined : keys.get(keyId(name));
  const paths = kind === 'key' ? [] : [...files].filter(([, { path }]) => path === name);
  return { keys: new Map(key === undefined ? [] : [[keyId(name), key]]), files: new Map(paths) };
}

/** A value or a file in one context. */
interface Row {
  context: string;
  text: string | null;
  unknown: boolean;
  differs: boolean;
  absent: boolean;
  native: boolean;
  item: Value | FileEntry;
}

type Rows = ReadonlyMap<string, Row>;

function rowsIn(state: State, item: Pick<ExplainSources, 'kind' | 'name'>): Rows {
  const own = itemOf(state, item);
  const rows = [...valuesIn(own), ...own.files.values()].map((one): Row => {
    const { context, unknown = false, differs = false, absent = false } = one;
    const text = 'content' in one ? one.content : one.text;
    return { context, text, unknown, differs, absent, native: 'native' in one, item: one };
  });
  return new Map(rows.map((row) => [contextId(contextIn(row.context)), row]));
}

export function explained(sources: ExplainSources): Explanation {
  const { kind, name, project, declared, live, liveRead, applied, noRecord } = sources;
  const { scope, protect } = project;
  const [key, liveKey] = [declared.keys.get(keyId(name)), live.keys.get(keyId(name))];
  const own = kind === 'key' ? key : undefined;
  const contents = [...declared.files.values()].filter(({ absent }) => !absent);
  return {
    kind,
    name,
    place: own?.place,
    declared: own && metadataOf(own),
    live: kind === 'key' && liveKey ? metadataOf(liveKey) : undefined,
    liveRead,
    record: applied === undefined ? { not: noRecord } : 'read',
    protectedBy: protect.filter((glob) => nameMatcher([glob])(name)),
    excludedBy: excludedBy(scope, kind === 'key' ? 'keys' : 'files', name),
    usedIn: kind === 'key' ? usersOf(name, contents) : [],
    uses: kind === 'file' ? namesUsed(contents.filter(({ path }) => path === name)) : [],
    rows: rowsOf(sources),
  };
}

function metadataOf(key: Key): KeyMetadata & { absent?: true } {
  const fields = KEY_METADATA.flatMap((field) => (key[field] === undefined ? [] : [[field, key[field]]]));
  return { ...Object.fromEntries(fields), ...(key.absent && { absent: true }) };
}

function usersOf(name: string, files: readonly FileEntry[]): string[] {
  const users = files.filter(({ content }) => placeholdersIn(content).some((one) => keyId(one) === keyId(name)));
  return [...new Set(users.map(({ path }) => path))].sort();
}

function namesUsed(files: readonly FileEntry[]): string[] {
  return [...new Set(files.flatMap(({ content }) => placeholdersIn(content)))].sort();
}

function rowsOf(sources: ExplainSources): ExplainedRow[] {
  const { levels, project, desired, live, applied } = sources;
  const [now, there, before] = [rowsIn(desired, sources), rowsIn(live, sources), rowsIn(applied ?? desired, sources)];
  const depth = levels.length;
  const ids = [...new Set([...now.keys(), ...there.keys(), ...(applied === undefined ? [] : before.keys())])];
  const groups = indexGroups(levels, []);
  const { staying, leaving } = fates(sources, { now, there, before });
  const received = receivedBy(staying, levels);
  const untilThen = receivedBy(there, levels);
  const textOf = textsOf(sources);
  const vdt = [...itemOf(desired, sources).keys.values(), ...itemOf(live, sources).keys.values()][0]?.vdt ?? 'Text';
  const rows = ids.map((id): ExplainedRow => {
    const [own, others, last] = [now.get(id), there.get(id), applied && before.get(id)];
    const full = fullContext((own ?? others ?? last)?.context ?? id, depth);
    const isGone = sources.declared.keys.get(keyId(sources.name))?.absent === true;
    const declared = own === undefined || own.absent || isGone ? undefined : own;
    const recorded = last?.absent ? undefined : last;
    const { variable, place, contentPath } = own?.item ?? {};
    const compared = { row: declared, vdt };
    const isLeaving = leaving.has(id);
    return {
      context: full,
      place,
      contentPath: contentPath === undefined ? undefined : sources.display(contentPath),
      absent: own?.absent || undefined,
      unset: own?.unknown && variable !== undefined ? shownVariable(variable) : undefined,
      declared: declared && textOf(declared, { context: full, vdt, isTheirs: false }),
      live: others && textOf(others, { context: full, vdt, isTheirs: true }),
      applied: recorded && textOf(recorded, { context: full, vdt, isTheirs: true }),
      liveState: typeof sources.liveRead === 'string' ? stateOf(others, compared) : undefined,
      appliedState: applied === undefined ? undefined : stateOf(recorded, compared),
      received: (isLeaving ? untilThen : received).get(id) ?? [],
      isLeaving: isLeaving || undefined,
      lastChange: sources.history.get(id),
      excludedBy: excludedBy(project.scope, 'contexts', full),
    };
  });
  return rows.sort(
    (a, b) => weightOf(b.context, groups) - weightOf(a.context, groups) || compareContexts(a.context, b.context),
  );
}

/** The rows that are on the server after an apply, and those that it deletes. */
function fates(
  { project, applied, name, declared }: ExplainSources,
  { now, there, before }: { now: Rows; there: Rows; before: Rows },
): { staying: Rows; leaving: ReadonlySet<string> } {
  const { prune, scope } = project;
  const isDeleted = (id: string, { context }: Row): boolean => {
    if (now.get(id)?.absent || declared.keys.get(keyId(name))?.absent) return true;
    if (prune === 'none' || !scope.value(name, context)) return false;
    return prune === 'all' || (applied !== undefined && before.has(id));
  };
  const others = [...there].filter(([id]) => now.get(id) === undefined || now.get(id)?.absent);
  const leaving = new Set(others.filter(([id, row]) => isDeleted(id, row)).map(([id]) => id));
  const staying = [...now].filter(([, { absent }]) => !absent);
  return { staying: new Map([...staying, ...others.filter(([id]) => !leaving.has(id))]), leaving };
}

/** What a row has elsewhere, compared with the declared one; an undeclared row is only there or not. */
function stateOf(row: Row | undefined, { row: declared, vdt }: { row: Row | undefined; vdt: Vdt }): RowState {
  if (row === undefined) return 'missing';
  if (row.differs) return 'different';
  if (declared === undefined) return 'different';
  if (row.unknown || declared.unknown) return 'unknown';
  if (row.text === declared.text) return 'same';
  const isJson = declared.native || row.native || vdt === 'Map' || vdt === 'List';
  return isJson && row.text !== null && declared.text !== null && sameJson(row.text, declared.text)
    ? 'same'
    : 'different';
}

/** Where each row wins, by context id. None if there are too many contexts to compare. */
function receivedBy(rows: Rows, levels: readonly string[]): Map<string, ContextPattern[]> {
  const after = [...rows]
    .filter(([, { absent }]) => !absent)
    .map(([id, { context }]) => ({ id, context: fullContext(context, levels.length) }));
  const effects = effectsOf({ before: [], after, groups: indexGroups(levels, []), same: () => false }) ?? [];
  const patterns = new Map<string, ContextPattern[]>();
  for (const { contexts, after: row } of effects)
    if (row !== undefined) patterns.set(row.id, [...(patterns.get(row.id) ?? []), contexts]);
  return patterns;
}

interface Shown {
  context: string;
  vdt: Vdt;
  /** The text is on the server, or was. */
  isTheirs: boolean;
}

/** Marks what is secret in a text of the item. */
function textsOf({ kind, name, masks, declared, live, project }: ExplainSources) {
  const { prune, scope } = project;
  return ({ text }: Row, { context, vdt, isTheirs }: Shown): ValueChange | FileChange => {
    const change: ValueChange | FileChange =
      kind === 'key'
        ? { kind: 'value', action: 'create', key: name, context, vdt, after: text }
        : { kind: 'file', action: 'create', path: name, context, after: text ?? '' };
    const [marked = change] = annotated([change], { ...masks, desired: declared, live, prune, scope, isTheirs });
    return marked.kind === 'key' ? change : marked;
  };
}

/** The setting that puts a name or a full context out of scope: `ignore.keys: cache.*`. */
function excludedBy({ written }: Scope, what: 'keys' | 'files' | 'contexts', name: string): string | undefined {
  const isIn = (globs: { scope: ScopeGlobs } | { ignore: ScopeGlobs }): boolean => {
    const { key, file, value } = scopeOf(globs);
    if (what === 'contexts') return value('x', name);
    return what === 'keys' ? key(name) : file(name, '*');
  };
  const { scope = {}, ignore = {} } = written;
  const ignored = (ignore[what] ?? []).find((glob) => !isIn({ ignore: { [what]: [glob] } }));
  if (ignored !== undefined && !isIn({ ignore: { [what]: ignore[what] ?? [] } })) return `ignore.${what}: ${ignored}`;
  const globs = scope[what];
  if (globs === undefined || isIn({ scope: { [what]: globs } })) return undefined;
  const refusing = globs.find((glob) => glob.startsWith('!') && !isIn({ scope: { [what]: [glob] } }));
  return `scope.${what}: ${refusing ?? globs.join(', ')}`;
}
