// Makes the view of an application from its sides: chosen by the patterns, sorted, and with secrets marked.
import { compareText } from '../lib/text.ts';
import type { ApplicationView, LeftOut, ViewedFile, ViewedValue, ViewSide } from '../model/application-view.ts';
import type { Change, FileChange, ValueChange } from '../model/plan.ts';
import { type Scope, scopeOf } from '../model/scope.ts';
import { annotated, type AnnotateInput } from '../plan/annotate.ts';
import type { ShowRequest } from './show-request.ts';
import type { Side, SideFile, SideValue } from './view-sides.ts';

interface Viewing extends Pick<ApplicationView, 'target' | 'source'> {
  request: ShowRequest;
  /** One for each level. */
  elements: readonly string[];
  /** What is known of secrets. */
  marks: Omit<AnnotateInput, 'isTheirs'>;
}

/** What one side shows. */
export function viewOf(side: Side, { request, elements, marks, ...given }: Viewing): ApplicationView {
  const view = emptyView({ request, elements, ...given });
  const isTheirs = given.source === 'live';
  const made = { request, marks: { ...marks, isTheirs } };
  const own = sideOf(side, made);
  if (request.kind === 'files') return { ...view, files: viewedFiles(alone(side.files), made), sides: { after: own } };
  return { ...view, values: viewedValues(alone(side.values), made), sides: { after: own } };
}

function emptyView({ request, elements, ...given }: Omit<Viewing, 'marks'>): Omit<ApplicationView, 'sides'> {
  return { ...given, context: elements.join(';'), kind: request.kind, values: [], files: [] };
}

interface Compared extends Viewing {
  before: Side;
  after: Side;
  /** Whether the files would delete an item that they do not declare. */
  isOurs: (item: { key: string } | { path: string }) => boolean;
}

/** Where the server's answer differs from the files. Items that only the server has are counted, unless they are ours. */
export function differenceOf({ before, after, isOurs, request, elements, marks, ...given }: Compared): ApplicationView {
  const view = emptyView({ request, elements, ...given });
  const { scope, desired } = marks;
  const made = { request, marks: { ...marks, isTheirs: false } };
  const sides = {
    before: sideOf(before, { request, marks: { ...marks, isTheirs: true } }),
    after: sideOf(after, made),
  };
  if (request.kind === 'files') {
    const declared = new Set([...desired.files.values()].map(({ path }) => path));
    const pairs = pairsOf(before.files, after.files).filter(({ id }) => isPathIn(scope, id) && isChosen(request, id));
    const isKnown = (path: string) => declared.has(path) || isOurs({ path });
    const { differing, leftOut } = compared(pairs, { isKnown, textOf: ({ content }) => content });
    return { ...view, files: viewedFiles(differing, made), sides, leftOut };
  }
  const pairs = pairsOf(before.values, after.values).filter(({ before, after }) => {
    const name = (after ?? before)?.key ?? '';
    return scope.key(name) && isChosen(request, name);
  });
  const isKnown = (id: string) => desired.keys.has(id) || isOurs({ key: id });
  const { differing, leftOut } = compared(pairs, { isKnown, textOf: ({ text }) => text });
  return { ...view, values: viewedValues(differing, made), sides, leftOut };
}

/** Whatever the contexts of its rows: which of them the server answers with is not known. */
function isPathIn({ written: { scope, ignore } }: Scope, path: string): boolean {
  const own = {
    ...(scope?.files && { scope: { files: scope.files } }),
    ...(ignore?.files && { ignore: { files: ignore.files } }),
  };
  return scopeOf(own).file(path, '*');
}

interface Pair<Item> {
  id: string;
  before?: Item | undefined;
  after?: Item | undefined;
}

function pairsOf<Item>(before: Map<string, Item>, after: Map<string, Item>): Pair<Item>[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].map((id) => ({ id, before: before.get(id), after: after.get(id) }));
}

function alone<Item>(items: Map<string, Item>): Pair<Item>[] {
  return [...items].map(([id, after]) => ({ id, after }));
}

interface Comparing<Item> {
  /** Whether an item is declared or ours. */
  isKnown: (id: string) => boolean;
  textOf: (item: Item) => string | null;
}

/** The pairs that differ; those that only the server has, or that cannot be compared, are counted. */
function compared<Item extends { unknown: boolean }>(
  pairs: readonly Pair<Item>[],
  { isKnown, textOf }: Comparing<Item>,
): { differing: Pair<Item>[]; leftOut: LeftOut } {
  const known = pairs.filter(({ id }) => isKnown(id));
  const comparable = known.filter(({ before, after }) => !before || !after || !(before.unknown || after.unknown));
  const differing = comparable.filter(({ before, after }) => !before || !after || textOf(before) !== textOf(after));
  const undeclared = pairs.length - known.length;
  return { differing, leftOut: { undeclared, incomparable: known.length - comparable.length } };
}

interface Making {
  request: ShowRequest;
  marks: AnnotateInput;
}

function isChosen({ patterns, kind }: ShowRequest, name: string): boolean {
  if (patterns.length === 0) return true;
  const scope = scopeOf({ scope: kind === 'files' ? { files: patterns } : { keys: patterns } });
  return kind === 'files' ? scope.file(name, '*') : scope.key(name);
}

function viewedValues(pairs: readonly Pair<SideValue>[], { request, marks }: Making): ViewedValue[] {
  const nameOf = ({ before, after }: Pair<SideValue>) => (after ?? before)?.key ?? '';
  const chosen = sortedBy(pairs, nameOf).filter((pair) => isChosen(request, nameOf(pair)));
  const changes = chosen.map(({ before, after }): ValueChange => {
    const { key = '', vdt = 'Text', row } = after ?? before ?? {};
    const texts = { ...(before && { before: before.text }), ...(after && { after: after.text }) };
    return { kind: 'value', action: actionOf({ before, after }), key, context: row?.context ?? '*', vdt, ...texts };
  });
  return withRows(chosen, marked(changes, marks));
}

function viewedFiles(pairs: readonly Pair<SideFile>[], { request, marks }: Making): ViewedFile[] {
  const nameOf = ({ before, after }: Pair<SideFile>) => (after ?? before)?.path ?? '';
  const chosen = sortedBy(pairs, nameOf).filter((pair) => isChosen(request, nameOf(pair)));
  const changes = chosen.map((pair): FileChange => {
    const { before, after } = pair;
    const context = after?.row.context ?? before?.row.context ?? '*';
    const texts = { ...(before && { before: before.content }), ...(after && { after: after.content }) };
    return { kind: 'file', action: actionOf({ before, after }), path: nameOf(pair), context, ...texts };
  });
  const guarded = marked(changes, marks).map((change, i): FileChange => {
    const group = chosen[i]?.after?.securityGroup ?? chosen[i]?.before?.securityGroup;
    return group === undefined ? change : { ...change, secret: true };
  });
  return withRows(chosen, guarded);
}

/** Each change is of the kind of the one that it was made from. */
function marked<One extends Change>(changes: readonly One[], marks: AnnotateInput): One[] {
  return annotated(changes, marks) as One[];
}

function withRows<One extends Change>(
  pairs: readonly Pair<SideValue | SideFile>[],
  changes: readonly One[],
): { change: One; before?: SideFile['row']; after?: SideFile['row'] }[] {
  return changes.map((change, i) => {
    const { before, after } = pairs[i] ?? {};
    return { change, ...(before && { before: before.row }), ...(after && { after: after.row }) };
  });
}

function actionOf({ before, after }: { before?: object | undefined; after?: object | undefined }): Change['action'] {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

function sortedBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  const sortable = items.map((item) => ({ item, name: nameOf(item) }));
  const compare = (a: string, b: string) => compareText(a.toLowerCase(), b.toLowerCase()) || compareText(a, b);
  return sortable.sort((a, b) => compare(a.name, b.name)).map(({ item }) => item);
}

/** Only files are rendered again with masked values. */
function sideOf({ values, files }: Side, { request, marks }: Making): ViewSide {
  if (request.kind !== 'files') return { values: new Map(), files: new Map(), sources: new Map(), isWhole: true };
  const making = { request: { ...request, patterns: [] }, marks };
  const all = viewedValues(alone(values), making);
  const contents = viewedFiles(alone(files), making);
  const known = [...files].flatMap(([path, { source }]): [string, string][] =>
    source === undefined ? [] : [[path, source]],
  );
  const byId = new Map(all.map(({ change }) => [change.key.toLowerCase(), change]));
  const byPath = new Map(contents.map(({ change }) => [change.path, change]));
  return { values: byId, files: byPath, sources: new Map(known), isWhole: known.length === files.size };
}
