// The versions of a project that a plan knows besides its files: what was applied, what others apply, what a branch goes to.
import type { Loaded } from '../documents/load-project.ts';
import type { ProjectFiles } from '../documents/project-files.ts';
import type { CommandError } from '../errors.ts';
import { counted, listed } from '../lib/text.ts';
import type { Finding } from '../model/plan.ts';
import type { Project } from '../model/project.ts';
import type { Conversions } from '../record/conversions.ts';
import type { FormerSecrets } from '../model/secret-rows.ts';
import { mergeStates, type State } from '../model/state.ts';
import type { TargetChoice } from '../model/targets.ts';
import type { AppliedStates, OtherProject, SecretRules } from '../plan/input.ts';
import type { ApplyRecord, RecordedApply, RecordName } from '../record/recorded-apply.ts';
import type { PullKnowledge } from '../remote/pulled-state.ts';
import { type AppliedPart, doneWith } from './applied-parts.ts';
import type { Diagnostic } from '../model/diagnostic.ts';

/** The files of the project, as a command reads them. */
export interface ProjectContents extends Loaded, Pick<ProjectFiles, 'display'> {
  choice: TargetChoice;
  /** The Git repository that they are in. */
  git: object | undefined;
  /** Files that were read with changes that are not committed, as shown to users. */
  changed?: readonly string[];
  /** Files that were read and that Git does not track, in the same way. */
  untracked?: readonly string[];
}

/** The files of a project compared with the checked-out commit. */
export interface Differences {
  /** Ids of the blobs that the commit has of them, by path relative to the project. */
  ids: ReadonlyMap<string, string>;
  /** With which attributes they are read. */
  attributes: Conversions;
  /** Those that the commit does not have so, as shown to users, each with the reason, and without `contentElsewhere`. Sorted. */
  uncommitted: string[];
  /** Of those whose content is elsewhere: what refuses an apply of them. */
  elsewhere: readonly Finding[];
}

/** A version of the project, to determine what is secret. */
export interface SecretVersion {
  state: State;
  project: Pick<Project, 'redact'>;
  diagnostics?: Loaded['diagnostics'];
}

/** What was last applied: as the record says, or as `--last-applied` names it. */
export interface LastApplied {
  /** What the last apply declared that is done; with stages, what those of all stages applied. */
  done?: State | undefined;
  /** What each apply was to apply that is not done and still counts, newest first: ours as far as it was pushed. */
  begun: State[];
  /**
   * What `--last-applied` names, which counts instead of `done`, and a sentence on it; with stages, its commit, and the ids
   * of its documents by path relative to the project, if all are known.
   */
  chosen?: {
    state: State;
    note: string;
    documents?: { commit: string; ids: ReadonlyMap<string, string> } | undefined;
  };
  /** Why nothing is known to be managed, as the end of a sentence; `''` if it is. */
  reason: string;
  /** All of these, also with errors, and what was secret before them. */
  versions: SecretVersion[];
  /** What the states of the record are made of, newest first. */
  parts: { state: State; apply: RecordedApply }[];
  recorded: ProjectRecord;
  warnings: string[];
}

/** The record of this project; empty outside Git and with `record: false`. */
export interface ProjectRecord {
  /** Where the next apply is recorded, and the record there. */
  place?: RecordName;
  record?: ApplyRecord;
  /** Others can write to it: there is an origin. */
  isShared?: boolean;
  /** Records that may be this project's, which has none. */
  orphans?: readonly Orphan[];
  /** There may be a record that could not be used; with a problem, there is one, and the sentence says what is wrong with it. */
  unusable?: { problem?: string };
  /** It does not say what was secret before it. */
  isForgetful?: boolean | undefined;
}

/** The same with its documents. */
export interface RecordAsRead extends ProjectRecord {
  /** What each apply declared that counts, newest first ({@link countingIn}). */
  read: { apply: RecordedApply; loaded: Loaded }[];
  /** Why it is not known, as a sentence. */
  failure?: string;
}

/** What counts as last applied; absent: nothing is known to be managed. */
export function lastAppliedState({
  chosen,
  done,
}: Pick<LastApplied, 'chosen' | 'done'>): State | undefined {
  return chosen?.state ?? done;
}

/** What counts beside stages that are applied: instead of what was recorded of all together, what `--last-applied` names. */
export function partsWithChosen({
  parts,
  chosen,
}: Pick<LastApplied, 'parts' | 'chosen'>): (LastApplied['parts'][number] | AppliedPart)[] {
  if (chosen === undefined) return parts;
  const recorded = parts.filter(
    ({ apply }) => apply.stage !== undefined || apply.state === 'begun',
  );
  return [...recorded, { apply: { state: 'done' }, state: chosen.state }];
}

/**
 * States that may be applied besides `done`: those that unfinished apply runs leave, each of its own stage, or the one that
 * `--last-applied` names.
 */
export function mayBeApplied({ parts, chosen }: Pick<LastApplied, 'parts' | 'chosen'>): State[] {
  const unfinished = parts.flatMap((part) =>
    part.apply.state === 'begun' ? (doneWith(parts, part) ?? []) : [],
  );
  return chosen === undefined ? unfinished : [...unfinished, chosen.state];
}

/** What has to be read where the repository is pulled: what is declared, and everything that was or may have been applied. */
export function pullKnowledgeOf(
  { done, begun, chosen }: LastApplied,
  desired: State,
  presumed: PullKnowledge['presumed'] = 'last-applied',
): PullKnowledge {
  const lastApplied = mergeStates(
    ...(done ? [done] : []),
    ...begun,
    ...(chosen ? [chosen.state] : []),
  );
  return { desired, presumed, lastApplied, done };
}

/** As far as they are known, for the input of a plan. */
export function appliedIn(lastApplied: LastApplied): AppliedStates {
  const { begun } = lastApplied;
  return {
    lastApplied: lastAppliedState(lastApplied),
    begun: begun.length > 0 ? begun : undefined,
  };
}

/** What records say was secret before them. */
export function formerSecretsIn(
  applies: readonly RecordedApply[],
): Pick<LastApplied, 'versions'> & Pick<ProjectRecord, 'isForgetful'> {
  const secretStates = applies.flatMap(({ secrets }) => (secrets === 'unknown' ? [] : secrets));
  const versions = secretStates.map((state) => ({ state, project: { redact: [] } }));
  return { versions, isForgetful: secretStates.length < applies.length };
}

/** The first error, with its place. */
export function firstError({ diagnostics }: Pick<Loaded, 'diagnostics'>): string | undefined {
  const fileError = diagnostics.find(({ severity }) => severity === 'error');
  return fileError && `${fileError.place ?? fileError.file}: ${fileError.message}`;
}

/** How many documents of a project file that is gone the new ones have. */
export interface Fit {
  documents: number;
  /** New project files for the same target, without a record, that have any: those with the most documents first. */
  heirs: readonly { path: string; held: number }[];
  /** The one that has most of the documents, and more than any other: the same project under a new name. */
  heir: string | undefined;
  /** The project that asks was there already, beside it, and has nothing of it. */
  isOther: boolean;
  /** None is, because the one with most of the documents has them at other paths, and not most of what they declared. */
  isUnlike: boolean;
}

/** Who has the documents of a project file that is gone, as the end of a sentence. */
export function fitText(fit: Fit | undefined): string {
  if (fit === undefined) return 'the commit in its record does not show it';
  if (fit.heirs.length === 0)
    return `no new project file has any of its ${counted(fit.documents, 'document')}`;
  const held = listed(fit.heirs.map((heir) => `${heir.path} has ${heir.held}`));
  return `of its ${counted(fit.documents, 'document')}, ${held}${fit.isUnlike ? ', but not most of its keys and files' : ''}`;
}

/** Whether no other new project file has more of the documents. */
export function isBest({ heirs }: Fit, path: string): boolean {
  return heirs.some((heir) => heir.path === path && heir.held === heirs[0]?.held);
}

/** What to do if none has them. */
export const UNCHANGED_FIRST =
  'If it was renamed, apply the new project file once with the documents as they were, and change them afterwards.';

/** A project file that is gone, and whose record may be that of this project. */
export interface Orphan {
  path: string;
  /** Absent: its record does not tell. */
  fit: Fit | undefined;
}

/** A revision of the project that an option names. */
export interface NamedRevision {
  commit?: string;
  /** There is no such commit. */
  unknown?: CommandError;
  /** What could be read of it; absent: nothing. */
  loaded?: Loaded;
  /** Why not all of it could be read, without capital letter and full stop. */
  unreadable?: string;
}

export interface Base extends Loaded {
  commit: string;
  /** The base has no project or no documents: everything is new on the branch. */
  isEmpty: boolean;
}

/** What `--base` names. */
export interface BaseAnswer extends NamedRevision {
  /** Absent: it cannot be compared with. */
  base?: Base;
}

/** A base without a project is not an error. */
function isHarmless({ severity, code }: Diagnostic): boolean {
  return (
    severity === 'warning' ||
    code === 'no-project-file' ||
    code === 'no-documents' ||
    code === 'no-target'
  );
}

/** What can be compared with it. */
export function baseOf(read: NamedRevision): BaseAnswer {
  const { commit, loaded, unreadable } = read;
  if (loaded === undefined || commit === undefined) return read;
  const isEmpty = unreadable !== undefined && loaded.diagnostics.every(isHarmless);
  if (unreadable !== undefined && !isEmpty) return read;
  return { commit, loaded, base: { ...loaded, commit, isEmpty } };
}

export interface OtherProjects {
  /** In the commit; in a plan of what is not committed, in the index, too. */
  inFiles: readonly (OtherProject & SecretVersion)[];
  /** All that are in either. */
  versions: readonly (OtherProject & SecretVersion)[];
  recorded: readonly RecordedProject[];
}

/** An apply in the record of another project, or a record that cannot be read. */
export interface RecordedProject {
  /** Path of its project file within the Git repository. */
  name: string;
  ref: string;
  /**
   * The apply, its documents as far as they could be read, and the part of them that it was the last to apply, or began to
   * apply. Absent if the record cannot be read.
   */
  read?: { apply: RecordedApply; loaded: SecretVersion; state: State };
  /** What is wrong with it, as the end of "the record …". */
  problem?: string | undefined;
}

/** What every version calls secret. */
export type Masking = Pick<SecretRules, 'isSecretName' | 'masksLive'> & { secretIn: State[] };

/** Why nobody knows what is secret, as the end of a sentence, and what to do. */
export interface SecretsProblem {
  message: string;
  hint: string;
}

export interface Masks {
  secrets: Masking;
  /** Why nobody knows what is secret: then all live values are masked. */
  problem: SecretsProblem | undefined;
  /** What was secret in this project, and may still be on the server. */
  former: FormerSecrets;
  otherProjects: OtherProjects;
}

/** What the history of the project calls secret, or why it cannot be read: a sentence without its full stop, and what to do. */
export type Past = { state: State; redact: string[] } | { problem: string; hint?: string };
