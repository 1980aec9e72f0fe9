// Plans a promotion: the rows that are proposed, the edits that declare them, and whether they read back as exactly that.
import { editFiles } from '../import/edit-files.ts';
import {
  type ImportInput,
  type OpenImport,
  unusedContents,
  versionOf,
} from '../import/import-input.ts';
import { differencesIn, filesOf, wrongEdits } from '../import/read-back.ts';
import { Writer } from '../import/writer.ts';
import { writesOf } from '../import/writes.ts';
import { someOf } from '../lib/text.ts';
import { contextId, contextIn, fullContext } from '../model/context.ts';
import { Place, Source } from '../model/diagnostic.ts';
import type { FileWrite } from '../model/import-plan.ts';
import { type Change, compareChanges, holdsSecret, type RowChange } from '../model/plan.ts';
import { LEFT_REASONS, type LeftDifference, type Promotion } from '../model/promotion.ts';
import {
  type LocatedRow,
  itemId,
  type Row,
  rowAt,
  rowsIn,
  type State,
  withRows,
} from '../model/state.ts';
import { withAffected } from '../plan/affected.ts';
import { annotated } from '../plan/annotate.ts';
import { encodedMarks } from '../plan/encoded-secrets.ts';
import { changeId } from '../plan/find-item.ts';
import type { Side } from '../show/sides.ts';
import { exchangedElements } from './asked.ts';
import { type Proposal, type PromotionRequest, proposedRows } from './proposals.ts';
import { type NewRow, RowWriter } from './write-rows.ts';

/** The files of a project, as an import has them, and what is asked for. */
export interface PromotionInput extends Omit<ImportInput, 'live'> {
  /** With places as they are shown to users. */
  side: Side;
  /** A path as it is shown to users. */
  display: (path: string) => string;
  request: PromotionRequest;
}

/** What is proposed, as declared, with the change that it makes. */
interface Wanted extends Proposal {
  change: RowChange;
  /** That the target has. */
  targetRow: Row | undefined;
  /** That of the source; absent: the row goes. */
  sourceRow: Row | undefined;
  /** Of the row of the target, or else of the source, as it is shown to users. */
  place: Place | undefined;
}

/** What would be written; nothing is yet. */
export function planPromotion({ side, display, request, ...input }: PromotionInput): Promotion {
  const before = versionOf({ ...input, live: side.state });
  const { state } = before;
  const shown = { state, untyped: new Set<string>(), leftOut: [] };
  const opened: OpenImport = { ...input, before, live: state, shown };
  const { set, left, notes } = proposedRows(side, request);
  const wanted = set.map((proposal) => wantedOf(proposal, { state, side }));
  const { isSecret } = new Writer(opened);
  const open = wanted.filter(
    ({ item, sourceRow }) =>
      sourceRow === undefined || sourceRow.text === null || !isSecret(item.name, sourceRow.text),
  );
  const secret = wanted
    .filter((row) => !open.includes(row))
    .map((row) => leftOf(row, { why: 'secret', reason: LOOKS_SECRET }));
  const made = attempt(open, opened, request);
  const [from, to] = request.names;
  const after = displayed(made.after, display);
  const changes = shownChanges(made.done, { before: side, after });
  return {
    from,
    to,
    levels: side.levels,
    changes,
    left: [...left, ...secret, ...made.left]
      .map(placedIn({ before: side.state, after }))
      .sort(compareLeft),
    writes: made.writes,
    notes: [...notes, ...namingNotes(changes, request), ...made.notes],
  };
}

/** A text that names the source, such as `staging.example.com`, may belong there only. */
function namingNotes(changes: readonly Change[], { pair }: PromotionRequest): string[] {
  return exchangedElements(pair).flatMap(({ from }) => {
    const word = wordsOf(from);
    const naming = changes.filter(
      (change) =>
        change.kind !== 'key' && !holdsSecret(change) && wordsOf(change.after ?? '').includes(word),
    );
    const names = [...new Set(naming.map(({ name }) => name))];
    if (from === '*' || names.length === 0) return [];
    return `\`${from}\` occurs in the new text of ${someOf(names, { most: 5 })}. If a text belongs to ${from} only, list its name under \`promote.keep\` in the project file.`;
  });
}

/** ` a b ` for `A-b`. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

const LOOKS_SECRET = 'its text looks like a secret, which is not written to files';
const NOT_EXACT = 'an edit of its file would declare something else; change it manually';

function wantedOf(proposal: Proposal, { state, side }: { state: State; side: Side }): Wanted {
  const { item: shown, context, from } = proposal;
  const item = state.items.get(itemId(shown)) ?? shown;
  const rowOf = (of: string, { rows } = item) => rows.get(contextId(contextIn(of)));
  const targetRow = rowOf(context);
  const sourceRow = from === undefined ? undefined : rowOf(from);
  const place = (rowOf(context, shown) ?? rowOf(from ?? context, shown))?.place;
  const { vdt } = side.state.items.get(itemId(shown)) ?? shown;
  const change: RowChange = {
    kind: item.kind === 'key' ? 'value' : item.kind,
    name: item.name,
    context: fullContext(targetRow?.context ?? context, side.levels.length),
    action: sourceRow === undefined ? 'delete' : targetRow === undefined ? 'create' : 'update',
    before: targetRow?.text,
    after: sourceRow?.text,
    vdt: item.kind === 'key' ? (vdt ?? 'Text') : undefined,
  };
  return { ...proposal, item, change, targetRow, sourceRow, place };
}

interface Attempt {
  done: Wanted[];
  left: LeftDifference[];
  writes: FileWrite[];
  notes: string[];
  after: State;
}

/** Without what does not arrive, or would change something else: the rest is tried again until it is exact. */
function attempt(
  wanted: readonly Wanted[],
  opened: OpenImport,
  request: PromotionRequest,
  given: readonly LeftDifference[] = [],
): Attempt {
  const { before } = opened;
  if (wanted.length === 0)
    return { done: [], left: [...given], writes: [], notes: [], after: before.state };
  const { reasons, paths, writer, notes, after, differing, errors, isExact } = editAll(
    wanted,
    opened,
    request,
  );
  if (isExact && reasons.size === 0) {
    const done = [...wanted];
    const writes = writesOf(opened, after, writer);
    return { done, left: [...given], writes, notes, after: after.state };
  }
  const wrongFiles = filesOf(differing, [before.state, after.state]);
  for (const path of errors.flatMap(({ place, file }) => place?.file ?? file ?? []))
    wrongFiles.add(path);
  // What cannot be edited comes first: the rest may be exact without it.
  const failed =
    [
      wanted.filter((row) => reasons.has(row)),
      wanted.filter(({ item }) => differing.has(itemId(item))),
    ].find(({ length }) => length > 0) ??
    wrongEdits(wanted, {
      isInFiles: (row) => wrongFiles.has(paths.get(row) ?? row.targetRow?.place?.file ?? ''),
      isExact: (rows) => editAll(rows, opened, request).isExact,
    });
  // A row goes only if what it falls back to is set.
  const isBehind = ({ item, sourceRow }: Wanted) =>
    sourceRow === undefined && failed.some((failedRow) => itemId(failedRow.item) === itemId(item));
  const givenUp = wanted.filter((row) => failed.includes(row) || isBehind(row));
  const left = givenUp.map((row) =>
    leftOf(row, { why: 'manual', reason: reasons.get(row) ?? NOT_EXACT }),
  );
  const remaining = wanted.filter((row) => !givenUp.includes(row));
  return attempt(remaining, opened, request, [...given, ...left]);
}

/** Edits everything, and reads it back. New rows first: they may be beside one that goes. */
function editAll(wanted: readonly Wanted[], given: OpenImport, { pair }: PromotionRequest) {
  const separated = new RowWriter(given, pair, new Writer(given)).separate(
    wanted.filter(({ targetRow, sourceRow }) => targetRow !== undefined && sourceRow !== undefined),
  );
  const opened = reopened(given, separated.texts);
  const writer = new Writer(opened);
  const isCreated = ({ targetRow, sourceRow }: Wanted) =>
    sourceRow !== undefined && targetRow === undefined;
  const created = new Map(
    wanted.filter(isCreated).map((row): [NewRow, Wanted] => [newRowOf(row, opened), row]),
  );
  const written = new RowWriter(opened, pair, writer).write([...created.keys()]);
  const between = reopened(opened, written.texts);
  const changes = wanted.filter((row) => !isCreated(row)).map(({ change }) => change);
  const shown = { ...between.shown, state: expected(wanted, between.before.state) };
  const edits = editFiles(changes, { ...between, shown }, writer);
  const after = reopened(between, edits.texts);
  const files = new Map(after.files);
  const unused = unusedContents(given, after.before);
  for (const path of unused.gone) files.delete(path);
  const reasons = new Map<Wanted, string>();
  for (const wantedRow of wanted) {
    const reason = edits.reasons.get(changeId(wantedRow.change));
    if (reason !== undefined) reasons.set(wantedRow, reason);
  }
  const paths = new Map<Wanted, string>();
  for (const [row, wantedRow] of created) {
    const [reason, path] = [written.reasons.get(row), written.paths.get(row)];
    if (reason !== undefined) reasons.set(wantedRow, reason);
    if (path !== undefined) paths.set(wantedRow, path);
  }
  return { writer, reasons, paths, notes: unused.notes, ...readBack(wanted, { ...given, files }) };
}

function readBack(wanted: readonly Wanted[], opened: OpenImport) {
  const { before } = opened;
  const after = versionOf(opened);
  const knownErrors = new Set(before.diagnostics.map(({ message }) => message));
  const errors = after.diagnostics.filter(
    ({ severity, message }) => severity === 'error' && !knownErrors.has(message),
  );
  const differing = differencesIn(expected(wanted, before.state), after.state);
  return { after, errors, differing, isExact: errors.length === 0 && differing.size === 0 };
}

function newRowOf({ item, change, from }: Wanted, { before: { state } }: OpenImport): NewRow {
  const declared = state.items.get(itemId(item)) ?? item;
  const row = declared.rows.get(contextId(contextIn(from ?? '')));
  return {
    item: declared,
    row: row ?? { context: from ?? '', text: null },
    context: change.context,
  };
}

/** With these texts in place of those that are there. */
function reopened(opened: OpenImport, texts: ReadonlyMap<string, string>): OpenImport {
  if (texts.size === 0) return opened;
  const files = new Map(opened.files);
  for (const [path, text] of texts) files.set(path, Buffer.from(text));
  return { ...opened, files, before: versionOf({ ...opened, files }) };
}

/** The state with everything that is proposed, and nothing else. */
function expected(wanted: readonly Wanted[], { items }: State): State {
  const after = new Map(items);
  for (const { item, change, sourceRow } of wanted) {
    const id = itemId(item);
    const promoted = after.get(id) ?? item;
    const rows = new Map(promoted.rows);
    const context = contextId(contextIn(change.context));
    if (sourceRow === undefined) rows.delete(context);
    else rows.set(context, rowFrom(sourceRow, rows.get(context), contextIn(change.context)));
    after.set(id, { ...promoted, rows });
  }
  return { items: after };
}

function rowFrom({ text, native }: Row, targetRow: Row | undefined, context: string): Row {
  const row: Row = targetRow ?? { context, text };
  return { ...row, text, native: native ?? row.native };
}

function leftOf(
  { item, change, place }: Wanted,
  why: Pick<LeftDifference, 'why' | 'reason'>,
): LeftDifference {
  const { kind, name, vdt, context, before } = change;
  const text = item.kind === 'file' ? undefined : before;
  return {
    kind,
    name,
    vdt,
    ...why,
    context,
    text: why.why === 'secret' ? undefined : text,
    place,
  };
}

/** With places as they are shown to users. */
function displayed(state: State, display: PromotionInput['display']): State {
  const sources = new Map<string, Source>();
  return withRows(state, (row) => {
    if (row.place === undefined) return row;
    const { file, source, offset } = row.place;
    const shown = sources.get(file) ?? new Source(display(file), source.text);
    sources.set(file, shown);
    return { ...row, place: new Place(shown, offset) };
  });
}

/** With the lines that the files have afterwards, as all other lines are. */
function placedIn({ before, after }: { before: State; after: State }) {
  const idOf = (place: Place) => `${place.file}\0${place.offset}`;
  const rowsByPlace = new Map(
    [...rowsIn(before)].flatMap((at): [string, LocatedRow][] =>
      at.row.place ? [[idOf(at.row.place), at]] : [],
    ),
  );
  return (difference: LeftDifference): LeftDifference => {
    const at = difference.place && rowsByPlace.get(idOf(difference.place));
    return { ...difference, place: (at && rowAt(after, at)?.place) ?? difference.place };
  };
}

function compareLeft(a: LeftDifference, b: LeftDifference): number {
  const rank = ({ why }: LeftDifference) => LEFT_REASONS.indexOf(why);
  return rank(a) - rank(b) || compareChanges(a, b);
}

/** As a plan shows them: with their lines, who is affected, and marks of secrets. */
function shownChanges(
  done: readonly Wanted[],
  { before, after }: { before: Side; after: State },
): Change[] {
  const input = {
    ...before.marks,
    desired: after,
    live: before.state,
    applied: { lastApplied: before.state },
    liveSource: 'export' as const,
    target: { url: '', account: '', name: '', levels: [...before.levels] },
    isTheirs: false,
  };
  const changes = done.map(({ change }) => change).sort(compareChanges);
  const annotatedChanges = withAffected(annotated(changes, input), input);
  return annotatedChanges.map(encodedMarks(annotatedChanges, input));
}
