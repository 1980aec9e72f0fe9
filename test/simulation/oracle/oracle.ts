// What a careful person expects of an apply, item by item. It knows nothing of src, but the codes of refusals.
import { type Items, keyOf } from '../items.ts';
import type { Reads } from '../world.ts';

/** What a person knows before an apply. Items that are not named in a set or a map are not in it. */
export interface Situation {
  reads: Reads;
  /** What the server holds. */
  before: Items;
  /** What is declared by the files that are applied. */
  declared: Items;
  /** What makes these files invalid. */
  fileError?: string | undefined;
  /** Keys out of scope. */
  hidden: readonly string[];
  /** What was last applied from this project file, or from the one whose record it was given. */
  record: 'none' | 'unreadable' | ReadableRecord;
  /** The record names a commit that is not an ancestor of this one, or none that could be read. */
  isOlder: boolean;
  /** The same for a commit whose apply did not finish. */
  isOlderThanUnfinished: boolean;
  /** It is on main, and the commits that make it older are not: they were squashed, amended, or are of a branch. */
  isOffMain: boolean;
  unfinished: readonly Claim[];
  /** Whether an apply of this project may still be alive. */
  isRunning: boolean;
  /** It has no record, and a project file that is no longer there has one. */
  isOrphaned: boolean;
  /** What others changed since the last apply stays. */
  keepsDrift: boolean;
  /** A file differs from the commit. */
  isDirty: boolean;
  others: Others;
  given: Given;
  /** What the commit declares that `--last-applied` names. */
  lastApplied?: Items;
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
  items: Items;
  /** Its commit is an ancestor of the one that is applied, and declares what the record says. */
  isConfirmed: boolean;
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
}

/** What was written by item; `undefined`: it was deleted. */
export type Changes = ReadonlyMap<string, string | undefined>;

/** Something that nobody would expect. */
export class Fault extends Error {}

/** Throws a {@link Fault} where the server does not hold what a careful person expects after this apply. */
export function judge(situation: Situation, { end, after, theirs }: Judged): void {
  const { before, declared, record, given } = situation;
  const items = [...new Set([...before.keys(), ...declared.keys(), ...after.keys()])].sort();
  const isAsTheyLeftIt = (item: string) => theirs.has(item) && theirs.get(item) === after.get(item);
  const isChanged = items.some(
    (item) => before.get(item) !== after.get(item) && !isAsTheyLeftIt(item),
  );
  if (end.outcome === 'refused') {
    if (isChanged) throw new Fault(`It was refused (${end.codes}), and the server changed.`);
    const odd = end.codes.filter((code) => theirs.size === 0 && !isReason(code, situation));
    if (odd.length > 0) throw new Fault(`It was refused for no reason that there is: ${odd}.`);
    return;
  }
  const why = end.outcome === 'unknown' ? undefined : mustBeRefused(situation, isChanged);
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
}

interface Judged {
  end: End;
  /** What the server holds after it. */
  after: Items;
  /** What others wrote while it ran. */
  theirs: Changes;
}

function texts(all: readonly (string | undefined)[]): string {
  return [...new Set(all)].map((text) => text ?? 'not there').join(' or ');
}

/** What may become of an item: its texts, `undefined` for none. */
function expected(item: string, situation: Situation): (string | undefined)[] {
  const { before, declared, reads, hidden, keepsDrift, others } = situation;
  const was = before.get(item);
  const text = declared.get(item);
  if (text !== undefined) {
    // What others made of it since the last apply is not seen, or is kept.
    const mayStay = reads === 'documented' || keepsDrift;
    return mayStay && (others.wrote(item) || isClaimed(item, situation)) ? [text, was] : [text];
  }
  if (was === undefined) return [undefined];
  const isOfOthers = others.declared.has(item) || others.recorded.has(item);
  if (isOfOthers || hidden.includes(keyOf(item))) return [was];
  const ours = ownership(item, situation);
  if (ours === 'no') return [was];
  const mayStay = others.unfinished.has(item) || (keepsDrift && others.wrote(item));
  return ours === 'yes' && !mayStay ? [undefined] : [was, undefined];
}

/** Whether a forged record says that it was applied before: then others have changed it, or taken it away. */
export function isClaimed(item: string, { record }: Situation): boolean {
  return typeof record === 'object' && !record.isConfirmed && record.items.has(item);
}

/** Whether a forged record says that the server got another text than it has: that looks like a change by others. */
function isMisstated(item: string, situation: Situation): boolean {
  const { record, before } = situation;
  const claimed = typeof record === 'object' ? record.items.get(item) : undefined;
  return isClaimed(item, situation) && claimed !== before.get(item);
}

/** Whether an item is ours to delete; `maybe`: either is right. */
function ownership(item: string, situation: Situation): 'yes' | 'no' | 'maybe' {
  const { record, unfinished, given, lastApplied, reads, before } = situation;
  const isApproved = given.approve !== undefined;
  const claims = unfinished.map((claim) => {
    if (!claim.items.has(item)) return 'no';
    if (claim.isForged) return isApproved ? 'maybe' : 'no';
    // Others made what has another text; where nothing is read, nobody can tell without an approval.
    if (reads === 'documented' ? !isApproved : claim.items.get(item) !== before.get(item))
      return 'no';
    // By token, the texts of files are compared with what is known of them, which must be one text.
    if (item.startsWith('file ') && unfinished.length > 1) return 'maybe';
    return claim.pushed.has(item) && (claim.isConfirmed || isApproved) ? 'yes' : 'maybe';
  });
  if (lastApplied !== undefined) claims.push(lastApplied.has(item) ? 'yes' : 'no');
  else if (typeof record === 'object' && record.items.has(item)) {
    claims.push(record.isConfirmed || isApproved ? 'yes' : 'no');
  }
  return (
    claims.find((claim) => claim === 'yes') ?? claims.find((claim) => claim === 'maybe') ?? 'no'
  );
}

/** Why an apply that was not refused was to be. */
function mustBeRefused(situation: Situation, isChanged: boolean): string | undefined {
  const { fileError, isRunning, isDirty, isOrphaned, record, isOlder, given, reads, before } =
    situation;
  if (fileError !== undefined) return fileError;
  if (!isChanged) return undefined;
  if (isDirty) return 'not all of it is committed';
  if (isRunning && !hasArrived(situation)) return 'another apply may still be running';
  if (isOrphaned) return 'its record may be that of a project file that is gone';
  const [twice] = twiceIn(situation);
  if (twice !== undefined) return `another project declares \`${twice}\` at this commit too`;
  if (record === 'unreadable' && given.lastApplied === undefined && !given.approve)
    return 'the record cannot be read';
  const isReadable = typeof record === 'object';
  const isApproved = situation.isOffMain && given.approve !== undefined;
  if (isOlder && !given.allowOlder && !isApproved && isReadable)
    return 'the commit last applied is not among its ancestors';
  const isKnown = isReadable && record.items.size > 0;
  if (
    isKnown &&
    before.size === 0 &&
    reads !== 'documented' &&
    given.lastApplied === undefined &&
    !given.approve
  )
    return 'the server is empty, and was not after the last apply';
  const isCompared = reads !== 'documented' && (isReadable || given.lastApplied !== undefined);
  const [taken] = situation.keepsDrift && isCompared && !given.approve ? takenOver(situation) : [];
  if (taken !== undefined) return `\`${taken}\` is of others, and would be written over`;
  return undefined;
}

/** Whether all that the newest unfinished apply was to do is on the server: then the next one closes its record. */
function hasArrived({ before, record, unfinished, reads }: Situation): boolean {
  const last = unfinished.at(-1);
  if (last === undefined || reads === 'documented') return false;
  const applied = typeof record === 'object' ? [...record.items.keys()] : [];
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
  const last = lastApplied ?? (typeof record === 'object' ? record.items : undefined);
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
  invalid: ({ fileError }) => fileError !== undefined,
  'older-commit': ({ isOlder, isOlderThanUnfinished, given }) =>
    (isOlder || isOlderThanUnfinished) && !given.allowOlder,
  'apply-running': ({ isRunning }) => isRunning,
  'record-orphaned': ({ isOrphaned }) => isOrphaned,
  'first-apply': ({ record, reads }) =>
    record === 'none' || (reads === 'documented' && record === 'unreadable'),
  'items-vanished': ({ record, before, unfinished }) =>
    ![record, ...unfinished].some(
      (one) => typeof one === 'object' && [...one.items.keys()].some((item) => before.has(item)),
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
  'last-value': ({ keepsDrift }) => keepsDrift,
  // A push of values makes a key that others deleted just before anew, and locked.
  'key-locked': ({ declared, others }) => [...declared.keys()].some((item) => others.wrote(item)),
  'approval-mismatch': ({ given }) => given.approve !== undefined,
};

function isReason(code: string, situation: Situation): boolean {
  return (REASONS[code] ?? isDoubtful)(situation);
}

/** What every other code may stand for: two projects declare one item, or what says what is ours is not to be trusted. */
function isDoubtful(situation: Situation): boolean {
  const { record, unfinished, others } = situation;
  const isTrusted = typeof record === 'string' || record.isConfirmed;
  return (
    record === 'unreadable' ||
    !isTrusted ||
    unfinished.some(({ isConfirmed, isForged }) => isForged || !isConfirmed) ||
    others.areBroken ||
    twiceIn(situation).length > 0
  );
}

type Text = { text?: string | null | undefined; secret?: true | undefined };
interface Row {
  name: string;
  context?: string | undefined;
  secret?: true | undefined;
  affects?:
    | { regions: readonly { before?: Text | undefined; after?: Text | undefined }[] }
    | undefined;
}

/** What a project treats as secret is shown in no plan of another. */
export function judgeMasks(
  { changes, drift }: { changes: readonly Row[]; drift: readonly Row[] },
  secrets: ReadonlySet<string>,
): void {
  for (const { name, context, secret, affects } of [...changes, ...drift]) {
    if (context === undefined || !secrets.has(name)) continue;
    const others = (affects?.regions ?? []).flatMap(({ before, after }) => [
      before ?? {},
      after ?? {},
    ]);
    const isShown = !secret || others.some((row) => row.text != null && !row.secret);
    if (isShown)
      throw new Error(`the plan shows \`${name} ${context}\`, which a project treats as secret`);
  }
}
