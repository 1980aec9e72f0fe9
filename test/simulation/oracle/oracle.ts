// What a careful person expects of an apply, item by item. It knows nothing of src, but the codes of refusals.
import { contextOf, type Items, keyOf, keysIn, nameOf, variableOf } from '../items.ts';
import type { Reads } from '../world.ts';

/** What a person knows before an apply. Items that are not named in a set or a map are not in it. */
export interface Situation {
  reads: Reads;
  /** Of a project with stages: the one that is applied. */
  stage: StageSituation | undefined;
  /** Whether an item is in the contexts of no stage of a project that has stages. */
  isInNoStage: (item: string) => boolean;
  /** Its apply is to name one, and does not. */
  isStageUnnamed: boolean;
  /** What the server holds. */
  before: Items;
  /** What is declared by the files that are applied. */
  declared: Items;
  /** The keys of the server, also those without values. */
  keysBefore: readonly string[];
  /** The variables that are needed, and that the job does not have. */
  lacks: readonly string[];
  /** What makes these files invalid. */
  fileError?: string | undefined;
  /** Keys out of scope. */
  hidden: readonly string[];
  /** What was last applied from this project file, or from the one whose record it was given. */
  record: 'none' | 'unreadable' | ReadableRecord;
  /** The record names a commit, of this stage, that is not an ancestor of this one, or none that could be read. */
  isOlder: boolean;
  /** The same for the commit of any stage, or of an apply that did not finish. */
  mayBeOlder: boolean;
  /** It is on main, and the commits that make it older are not: they were squashed, amended, or are of a branch. */
  isOffMain: boolean;
  unfinished: readonly Claim[];
  /** Whether an apply of this project may still be alive. */
  isRunning: boolean;
  /** It has no record, and a project file that is no longer there has one. */
  isOrphaned: boolean;
  /** What others changed since the last apply stays. */
  keepsDrift: boolean;
  /** What nobody declares goes. */
  prunesAll: boolean;
  /** A file differs from the commit. */
  isDirty: boolean;
  others: Others;
  given: Given;
  /** What the commit declares that `--last-applied` names. */
  lastApplied?: Items;
}

export interface StageSituation {
  /** From 0, in the order of the project file. */
  index: number;
  /** The stage of an item. */
  of: (item: string) => number;
  /** Those that the same command applies before. */
  after: readonly number[];
}

/** What others know of the same repository on the server. */
export interface Others {
  /** What other project files declare at the commit that is applied. */
  declared: ReadonlySet<string>;
  /** What confirmed records of other projects declare. */
  recorded: ReadonlySet<string>;
  /** Whether one of these records declares an item with this text: it may have moved from there. */
  hasApplied: (item: string, text: string) => boolean;
  /** What other projects began, and did not bring to its end. */
  unfinished: ReadonlySet<string>;
  /** Some project file beside this one is invalid. */
  areBroken: boolean;
  /** Whether somebody else was the last to change an item. */
  wrote: (item: string) => boolean;
}

interface ReadableRecord {
  items: ReadonlyMap<string, RecordedItem>;
}

interface RecordedItem {
  text: string;
  /** Its commit is an ancestor of the one that is applied, and declares what the record says. */
  isConfirmed: boolean;
  /** It was no longer declared when its stage was applied last, and perhaps waits for another one. */
  isUnsure?: true;
}

/** What an apply began that did not come to its end. */
export interface Claim {
  items: Items;
  pushed: ReadonlySet<string>;
  isConfirmed: boolean;
  isForged: boolean;
}

/** What the person who applies says. */
export interface Given {
  reads?: 'documented';
  onDrift?: 'overwrite';
  allowOlder?: boolean;
  approve?: string;
  lastApplied?: string;
}

/**
 * How an apply ended. `refused`: it says that nothing was sent; `unknown`: that something may have been, or it was
 * killed.
 */
export interface End {
  outcome: 'applied' | 'nothing' | 'refused' | 'unknown';
  /** Of refusals, or of the error. */
  codes: readonly string[];
  /** What approves the plan that was refused. */
  approval?: string | undefined;
  /** Of refusals: what people are told to run. */
  lines?: readonly string[];
  /** What was planned, in lines; absent: the process was killed. */
  changes?: readonly string[];
  /** Where the plan says that a value shows only until later stages are applied: `<key> <context>`. */
  between?: readonly string[];
}

/** What was written by item; `undefined`: it was deleted. */
export type Changes = ReadonlyMap<string, string | undefined>;

/** Something that nobody would expect. */
export class Fault extends Error {}

/** Throws a {@link Fault} where the server does not hold what a careful person expects after this apply. */
export function judge(situation: Situation, judged: Judged): void {
  const { end, after, theirs, isBeside = false } = judged;
  const { before, declared, record, given } = situation;
  const items = [...new Set([...before.keys(), ...declared.keys(), ...after.keys()])].sort();
  const isAsTheyLeftIt = (item: string) => theirs.has(item) && theirs.get(item) === after.get(item);
  const changed = items.filter(
    (item) => before.get(item) !== after.get(item) && !isAsTheyLeftIt(item),
  );
  const isChanged = changed.length > 0;
  if (end.outcome === 'refused') {
    if (isChanged) throw new Fault(`It was refused (${end.codes}), and the server changed.`);
    const isAlone = theirs.size === 0;
    // One that had nothing to send moves the record, too.
    const isOvertaken = (code: string) => isBeside && code === 'apply-overtaken';
    const odd = end.codes.filter(
      (code) => isAlone && !isOvertaken(code) && !isReason(code, situation),
    );
    if (odd.length > 0) throw new Fault(`It was refused for no reason that there is: ${odd}.`);
    return;
  }
  const why =
    end.outcome === 'unknown' ? undefined : mustBeRefused(situation, { changed, isBeside });
  if (why !== undefined) throw new Fault(`It was to be refused: ${why}.`);
  // Nothing tells what is ours: nothing went, and that is all.
  if (record === 'unreadable' && given.lastApplied === undefined && !isChanged) return;
  for (const item of items) {
    const [was, is] = [before.get(item), after.get(item)];
    // What came to no end has come as far as it has.
    const allowed = [
      ...expected(item, situation),
      ...(end.outcome === 'unknown' ? [was] : []),
      // Before the last read they are written over or stay, after it they stay.
      ...(theirs.has(item) ? [was, theirs.get(item)] : []),
    ];
    if (!allowed.includes(is))
      throw new Fault(
        `\`${item}\` was ${texts([was])}, was to be ${texts(allowed)}, and is ${texts([is])}.`,
      );
  }
  if (end.outcome === 'applied') {
    judgeValues(situation, judged);
    judgePlaceholders(situation, judged);
  }
}

/** What a stage writes of a file has no placeholder for a key that gets its value, for an application, only later. */
function judgePlaceholders(situation: Situation, { after, theirs }: Judged): void {
  const { before, declared } = situation;
  for (const [file, text] of declared) {
    const isWritten = after.get(file) === text && before.get(file) !== text && !theirs.has(file);
    for (const key of isWritten ? keysIn(text) : []) {
      const isGone = [...theirs.keys()].some((item) => keyOf(item) === key);
      const places = PLACES.filter(
        (place) => valueItem(place, rowsOf(nameOf(file), after)) === file,
      );
      // Where nothing is read, and with `onDrift: keep`, what others deleted may stay deleted: then no stage gives it.
      const final = finalRows(key, situation);
      const early = places.find(
        (place) =>
          valueItem(place, rowsOf(key, after)) === undefined &&
          valueItem(place, rowsOf(key, declared)) !== undefined &&
          final.every((rows) => valueItem(place, rows) !== undefined),
      );
      if (early !== undefined && !isGone)
        throw new Fault(`\`${file}\` has a placeholder for ${key}, which has nothing in ${early}.`);
    }
  }
}

/** Environments and applications in which projects declare something; `*`: any other. */
const PLACES = [
  ...['Production;*', 'Production;Web', 'Test;*', 'Test;Web'],
  ...['Staging;*', 'Staging;Web', '*;Web', '*;*'],
];

/** After a stage, every application gets what it got before, or what the commit gives it, unless the plan names it. */
function judgeValues(situation: Situation, { end, after, theirs }: Judged): void {
  const { stage, before, declared } = situation;
  if (stage === undefined) return;
  const names = new Set([...before.keys(), ...declared.keys(), ...after.keys()].map(nameOf));
  for (const item of theirs.keys()) names.delete(nameOf(item));
  for (const name of names)
    for (const place of PLACES) {
      const [was, is] = [before, after].map((items) => valueAt(place, rowsOf(name, items)));
      if (was === is || isNamed(place, name, situation, end)) continue;
      const final = finalRows(name, situation).map((rows) => valueAt(place, rows));
      if (!final.includes(is))
        throw new Fault(
          `\`${name}\` in ${place} got ${texts([was])}, is to get ${texts(final)}, and gets ${texts([is])} in between.`,
        );
    }
}

/** Whether the plan names a place; its `*` is every element that no row of the name has. */
function isNamed(
  place: string,
  name: string,
  { before, declared }: Situation,
  { between = [] }: End,
): boolean {
  const rows = [before, declared].flatMap((items) => [...rowsOf(name, items).keys()]);
  const elements = rows.map((item) => contextOf(item).split(';'));
  const nearest = place
    .split(';')
    .map((element, level) => (elements.some((row) => row[level] === element) ? element : '*'));
  return between.includes(`${name.replace('file ', '')} ${nearest.join(';')}`);
}

function rowsOf(name: string, items: Items): Items {
  return new Map([...items].filter(([item]) => nameOf(item) === name));
}

/** What a name may be once all stages are applied. */
function finalRows(name: string, situation: Situation): Items[] {
  const { before, declared } = situation;
  const items = new Set(
    [...before.keys(), ...declared.keys()].filter((item) => nameOf(item) === name),
  );
  let all: Map<string, string>[] = [new Map()];
  for (const item of items)
    all = expectedOfAll(item, situation).flatMap((text) =>
      all.map((rows) => (text === undefined ? rows : new Map(rows).set(item, text))),
    );
  return all;
}

/** The narrowest row counts, by the application first. */
function valueAt(place: string, rows: Items): string | undefined {
  return rows.get(valueItem(place, rows) ?? '');
}

function valueItem(place: string, rows: Items): string | undefined {
  const [environment, application] = place.split(';');
  const narrowest = ([one, another]: (string | undefined)[], item: string) =>
    contextOf(item) === `${one};${another}`;
  const contexts = [
    [environment, application],
    ['*', application],
    [environment, '*'],
    ['*', '*'],
  ];
  for (const context of contexts)
    for (const item of rows.keys()) if (narrowest(context, item)) return item;
  return undefined;
}

interface Judged {
  end: End;
  /** What the server holds after it. */
  after: Items;
  /** What others wrote while it ran. */
  theirs: Changes;
  /** Another stage was applied meanwhile. */
  isBeside?: boolean | undefined;
}

function texts(all: readonly (string | undefined)[]): string {
  return [...new Set(all)].map((text) => text ?? 'not there').join(' or ');
}

/** What may become of an item: its texts, `undefined` for none. */
function expected(item: string, situation: Situation): (string | undefined)[] {
  const { stage, before, declared } = situation;
  const all = expectedOfAll(item, situation);
  if (stage === undefined) return all;
  const was = before.get(item);
  if (situation.isInNoStage(item)) return [was];
  const isMovable = !declared.has(item) && mayWait(item, situation);
  if (stage.of(item) === stage.index) return isMovable ? [...all, was] : all;
  // A deletion that had to wait for this stage.
  return stage.of(item) < stage.index && isMovable ? [...all, was] : [was];
}

/**
 * Whether the deletion of an item may wait for a later stage, which changes what else there is of it, or a file that has a
 * placeholder for its key.
 */
export function mayWait(item: string, situation: Situation): boolean {
  const { stage, before, declared } = situation;
  if (stage === undefined) return false;
  const isNear = (other: string) =>
    nameOf(other) === nameOf(item) || keysIn(before.get(other)).includes(nameOf(item));
  const begun = begunUnread(situation);
  return [...new Set([...before.keys(), ...declared.keys(), ...begun])].some(
    (other) =>
      isNear(other) &&
      stage.of(other) > stage.of(item) &&
      (begun.has(other) ||
        // Not every job can compare a variable: all leave it to the stage that has it.
        variableOf(declared.get(other)) !== undefined ||
        expectedOfAll(other, situation).some((text) => text !== before.get(other))),
  );
}

/**
 * Where nothing is read, all that an unfinished apply may have written or deleted in its stages is written or deleted
 * again.
 */
function begunUnread({ reads, unfinished, record, stage }: Situation): ReadonlySet<string> {
  if (reads !== 'documented') return new Set();
  const recorded = typeof record === 'object' ? [...record.items.keys()] : [];
  return new Set(
    unfinished.flatMap(({ items }) => {
      const stages = new Set(Array.from(items.keys(), (item) => stage?.of(item)));
      const isBegun = (item: string) => stages.size === 0 || stages.has(stage?.of(item));
      return [...items.keys(), ...recorded.filter((item) => !items.has(item) && isBegun(item))];
    }),
  );
}

/** The same once all stages are applied. */
function expectedOfAll(item: string, situation: Situation): (string | undefined)[] {
  const { before, declared, reads, hidden, keepsDrift, others } = situation;
  const was = before.get(item);
  const text = declared.get(item);
  if (text !== undefined) {
    // What others made of it since the last apply is not seen, or is kept.
    // A variable is always written.
    const mayStay = (reads === 'documented' || keepsDrift) && variableOf(text) === undefined;
    return mayStay && (others.wrote(item) || isClaimed(item, situation)) ? [text, was] : [text];
  }
  if (was === undefined) return [undefined];
  const isOfOthers = others.declared.has(item) || others.recorded.has(item);
  if (isOfOthers || hidden.includes(keyOf(item)) || situation.isInNoStage(item)) return [was];
  // What an interrupted apply of another project began may stay.
  if (situation.prunesAll && reads !== 'documented')
    return isRead(item, situation) && !others.unfinished.has(item) ? [undefined] : [undefined, was];
  const ours = ownership(item, situation);
  if (ours === 'no') return [was];
  const mayStay = others.unfinished.has(item) || (keepsDrift && others.wrote(item));
  return ours === 'yes' && !mayStay ? [undefined] : [was, undefined];
}

/** By token, the contexts that a project has something in are read. */
function isRead(item: string, { reads, declared, record }: Situation): boolean {
  const ours = [declared, typeof record === 'object' ? record.items : new Map<string, unknown>()];
  const contexts = new Set(ours.flatMap((items) => [...items.keys()].map(contextOf)));
  return reads === 'export' || contexts.has(contextOf(item));
}

/** Whether a forged record says that it was applied before: then others have changed it, or taken it away. */
export function isClaimed(item: string, { record }: Situation): boolean {
  return typeof record === 'object' && record.items.get(item)?.isConfirmed === false;
}

/**
 * Whether a forged record says that the server got another text than it has, and the files want to change that one: it
 * looks like a change by others.
 */
function isMisstated(item: string, situation: Situation): boolean {
  const { record, before, declared } = situation;
  const claimed = typeof record === 'object' ? record.items.get(item) : undefined;
  const was = before.get(item);
  return isClaimed(item, situation) && claimed?.text !== was && declared.get(item) !== was;
}

/** Whether an item is ours to delete; `maybe`: either is right. */
function ownership(item: string, situation: Situation): 'yes' | 'no' | 'maybe' {
  const { record, unfinished, given, lastApplied, reads, before } = situation;
  const isApproved = given.approve !== undefined;
  const claims = unfinished.map((claim) => {
    if (!claim.items.has(item)) return 'no';
    if (claim.isForged) return isApproved ? 'maybe' : 'no';
    // What variables had is not recorded.
    if (variableOf(claim.items.get(item)) !== undefined) return 'maybe';
    // Others made what has another text; where nothing is read, nobody can tell without an approval.
    if (reads === 'documented' ? !isApproved : claim.items.get(item) !== before.get(item))
      return 'no';
    // By token, the texts of files are compared with what is known of them, which must be one text.
    if (item.startsWith('file ') && unfinished.length > 1) return 'maybe';
    return claim.pushed.has(item) && (claim.isConfirmed || isApproved) ? 'yes' : 'maybe';
  });
  if (lastApplied !== undefined) claims.push(lastApplied.has(item) ? 'yes' : 'no');
  else if (typeof record === 'object') {
    const { isConfirmed, isUnsure } = record.items.get(item) ?? {};
    if (isConfirmed !== undefined)
      claims.push(isUnsure ? 'maybe' : isConfirmed || isApproved ? 'yes' : 'no');
  }
  return (
    claims.find((claim) => claim === 'yes') ?? claims.find((claim) => claim === 'maybe') ?? 'no'
  );
}

/** Why an apply that was not refused was to be. */
function mustBeRefused(
  situation: Situation,
  { changed, isBeside }: { changed: readonly string[]; isBeside: boolean },
): string | undefined {
  const { fileError, isRunning, isDirty, isOrphaned, record, isOlder, given, reads, before } =
    situation;
  const { isStageUnnamed, lacks } = situation;
  if (fileError !== undefined) return fileError;
  if (lacks.length > 0) return `its job lacks ${lacks}`;
  if (changed.length === 0) return undefined;
  if (isStageUnnamed) return 'it names no stage';
  if (isDirty) return 'not all of it is committed';
  const [twice] = twiceIn(situation).filter((item) => isOwn(item, situation));
  if (twice !== undefined) return `another project declares \`${twice}\` at this commit too`;
  // The other stage has changed the record since.
  if (isBeside) return undefined;
  if (isRunning && !hasArrived(situation)) return 'another apply may still be running';
  if (isOrphaned) return 'its record may be that of a project file that is gone';
  if (record === 'unreadable' && given.lastApplied === undefined && !given.approve)
    return 'the record cannot be read';
  const early = leftOfEarlier(situation).find(({ isSure }) => isSure);
  if (early !== undefined && !given.allowOlder && !given.approve)
    return `an earlier stage has not applied \`${early.item}\``;
  const isReadable = typeof record === 'object';
  const isApproved = situation.isOffMain && given.approve !== undefined;
  if (isOlder && !given.allowOlder && !isApproved && isReadable)
    return 'the commit last applied is not among its ancestors';
  const isKnown = isReadable && [...record.items.keys()].some((item) => isOwn(item, situation));
  if (
    isKnown &&
    before.size === 0 &&
    reads !== 'documented' &&
    given.lastApplied === undefined &&
    !given.approve
  )
    return 'the server is empty, and was not after the last apply';
  const isCompared = reads !== 'documented' && (isReadable || given.lastApplied !== undefined);
  // What moved here from another project, which applied it as it is declared, was changed since: that stays.
  const isLeftAlone = (item: string) =>
    situation.others.hasApplied(item, situation.declared.get(item) ?? '') &&
    !changed.includes(item);
  const [taken] =
    situation.keepsDrift && isCompared && !given.approve
      ? takenOver(situation).filter((item) => isOwn(item, situation) && !isLeftAlone(item))
      : [];
  if (taken !== undefined) return `\`${taken}\` is of others, and would be written over`;
  return undefined;
}

/** Whether the stage that is applied has an item. */
export function isOwn(item: string, { stage }: Situation): boolean {
  return stage === undefined || stage.of(item) === stage.index;
}

/** What earlier stages have not applied of the commit, by the files and the record. */
function leftOfEarlier(situation: Situation): { item: string; isSure: boolean }[] {
  const { stage, declared, record, lastApplied, before, reads } = situation;
  if (stage === undefined) return [];
  const recorded = typeof record === 'object' ? record.items : new Map<string, RecordedItem>();
  const textOf = (item: string) => (lastApplied ? lastApplied.get(item) : recorded.get(item)?.text);
  const items = new Set([...declared.keys(), ...(lastApplied ?? recorded).keys()]);
  return [...items].flatMap((item) => {
    const index = stage.of(item);
    if (index >= stage.index || stage.after.includes(index)) return [];
    if (textOf(item) === declared.get(item)) return [];
    // What is to go and is gone waits for nothing.
    if (!declared.has(item) && !before.has(item) && reads !== 'documented') return [];
    // Which variable a row is in does not count.
    if (variableOf(textOf(item)) && variableOf(declared.get(item))) return [];
    const isUnsure =
      !declared.has(item) && (recorded.get(item)?.isUnsure === true || mayWait(item, situation));
    return [{ item, isSure: !isUnsure }];
  });
}

/** Whether all that the newest unfinished apply was to do is on the server: then the next one closes its record. */
function hasArrived({ before, record, unfinished, reads, stage }: Situation): boolean {
  const last = unfinished.at(-1);
  if (last === undefined || reads === 'documented') return false;
  // What a stage is to delete may wait for another one.
  const applied = typeof record === 'object' && stage === undefined ? [...record.items.keys()] : [];
  const gone = applied.filter((item) => !last.items.has(item));
  return (
    [...last.items].every(([item, text]) => before.get(item) === text) &&
    !gone.some((item) => before.has(item))
  );
}

/** What is declared, was not applied before, and is there with a text that no unfinished apply would have sent. */
function takenOver({
  before,
  declared,
  record,
  lastApplied,
  unfinished,
  others,
}: Situation): string[] {
  const last: ReadonlyMap<string, unknown> | undefined =
    lastApplied ?? (typeof record === 'object' ? record.items : undefined);
  return [...declared.keys()].filter((item) => {
    const was = before.get(item);
    if (was === undefined || others.hasApplied(item, was)) return false;
    const isSent = unfinished.some(({ items }) => items.get(item) === was);
    return was !== declared.get(item) && !last?.has(item) && !isSent;
  });
}

function twiceIn({ declared, others }: Situation): string[] {
  return [...declared.keys()].filter((item) => others.declared.has(item));
}

/** Reasons for which an apply may be refused, by the code that says so. */
const REASONS: { [code: string]: (situation: Situation) => boolean } = {
  invalid: ({ fileError, lacks }) => fileError !== undefined || lacks.length > 0,
  'older-commit': ({ isOlder, mayBeOlder, given }) => (isOlder || mayBeOlder) && !given.allowOlder,
  'apply-running': ({ isRunning }) => isRunning,
  'record-orphaned': ({ isOrphaned }) => isOrphaned,
  'first-apply': (situation) => {
    const { record, reads } = situation;
    if (typeof record === 'string')
      return record === 'none' || (reads === 'documented' && record === 'unreadable');
    const { stage, declared, before } = situation;
    if (stage === undefined) return false;
    const recorded = new Set([...record.items.keys()].map(stage.of));
    // Also of a later stage of the same command.
    const isFirst = (item: string) =>
      stage.of(item) >= stage.index && !recorded.has(stage.of(item));
    return [...declared.keys(), ...before.keys()].some(isFirst);
  },
  'items-vanished': (situation) =>
    ![situation.record, ...situation.unfinished].some(
      (one) =>
        typeof one === 'object' &&
        [...one.items.keys()].some((item) => situation.before.has(item) && isOwn(item, situation)),
    ),
  // Where nothing is read, what an interrupted apply began may be there.
  'all-deleted': ({ before, declared, unfinished, reads }) => {
    const begun =
      reads === 'documented' ? unfinished.flatMap(({ items }) => [...items.keys()]) : [];
    return [...before.keys(), ...begun].some((item) => !declared.has(item));
  },
  'unfinished-only': ({ declared, unfinished, reads }) =>
    reads === 'documented' &&
    unfinished.some(({ items }) => [...items.keys()].some((item) => !declared.has(item))),
  'not-committed': ({ isDirty }) => isDirty,
  'read-lost': ({ record, reads }) => record === 'unreadable' && reads === 'documented',
  conflict: (situation) => {
    const { keepsDrift, declared, record, unfinished, others } = situation;
    const ours = [record, ...unfinished].flatMap((one) =>
      typeof one === 'object' ? [...one.items.keys()] : [],
    );
    const mayBeDrift = (item: string) => others.wrote(item) || isMisstated(item, situation);
    return keepsDrift && [...declared.keys(), ...ours].some(mayBeDrift);
  },
  // What others created and the last apply did not declare is written over only after an approval.
  unmanaged: (situation) => situation.keepsDrift && takenOver(situation).length > 0,
  // What others deleted stays deleted, and the last value of a declared key would go.
  // So it would where an earlier stage has not given it the one that the commit declares.
  'last-value': (situation) => situation.keepsDrift || leftOfEarlier(situation).length > 0,
  // A push of values makes a key that others deleted just before anew, and locked. So does a file with a placeholder for
  // a key that is not there, this one or an earlier one: where nothing is read, no plan can know that
  // (test/fixtures/behaviour.md, `file-new-key`).
  'key-locked': ({ before, declared, others, reads, keysBefore }) => {
    const isLocked = (key: string) =>
      rowsOf(key, before).size === 0 &&
      (keysBefore.includes(key) || rowsOf(key, declared).size === 0);
    const keys = [...[...declared.keys()].map(keyOf), ...keysNamed(declared)];
    const isUnread = reads === 'documented';
    return [...declared.keys()].some(others.wrote) || (isUnread && keys.some(isLocked));
  },
  'approval-mismatch': ({ given }) => given.approve !== undefined,
  // Files with placeholders for keys that nobody gives a value, now or before a later stage.
  'file-new-key': (situation) => {
    const { before, declared } = situation;
    // It is as if what an earlier stage has left were not declared.
    const left = new Set(leftOfEarlier(situation).map(({ item }) => item));
    return keysNamed(declared).some(
      (key) =>
        rowsOf(key, before).size === 0 &&
        // What others deleted may stay deleted.
        [...rowsOf(key, declared).keys()].every(
          (item) => left.has(item) || expectedOfAll(item, situation).includes(undefined),
        ),
    );
  },
  'key-used': ({ before, declared }) =>
    [...keysNamed(declared), ...keysNamed(before)].some((key) => rowsOf(key, declared).size === 0),
  'stage-later-value': ({ stage, declared }) =>
    stage !== undefined &&
    [...declared].some(([file, text]) =>
      keysIn(text).some((key) =>
        [...rowsOf(key, declared).keys()].some((row) => stage.of(row) > stage.of(file)),
      ),
    ),
  'stage-needed': ({ isStageUnnamed }) => isStageUnnamed,
  // While another apply may run, a stage with nothing to send is not recorded: a later one of the same command waits.
  'stage-order': (situation) => {
    const { stage, isRunning } = situation;
    const last = { index: Number.POSITIVE_INFINITY, after: [] };
    const after = isRunning && stage ? { ...situation, stage: { ...stage, ...last } } : situation;
    return leftOfEarlier(after).length > 0;
  },
  'stage-third-value': (situation) => leftOfEarlier(situation).length > 0,
};

function keysNamed(items: Items): string[] {
  return [...items.values()].flatMap(keysIn);
}

function isReason(code: string, situation: Situation): boolean {
  return (REASONS[code] ?? isDoubtful)(situation);
}

/** What every other code may stand for: two projects declare one item, or what says what is ours is not to be trusted. */
function isDoubtful(situation: Situation): boolean {
  const { record, unfinished, others } = situation;
  const isTrusted =
    typeof record === 'string' ||
    [...record.items.values()].every(({ isConfirmed }) => isConfirmed);
  return (
    record === 'unreadable' ||
    !isTrusted ||
    unfinished.some(({ isConfirmed, isForged }) => isForged || !isConfirmed) ||
    others.areBroken ||
    twiceIn(situation).length > 0
  );
}
