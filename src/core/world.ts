// Everything that a plan or an apply asks of the outside, one fact or one write for each question. A world decides nothing and remembers nothing.
import type { NewCommit } from '../record/git-objects.ts';
import type { NewestCommit } from '../record/git-history.ts';
import type { Ancestry } from '../record/git-repository.ts';
import type { Move, MoveResult } from '../record/refs.ts';
import type { ApplyRecord, RecordedApply } from '../record/recorded-apply.ts';
import type { ReviewAnswer, ReviewQuestion } from '../model/approval.ts';
import type { Finding, ManualRun, Plan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { ProcessEnvironment } from '../options.ts';
import type { PushBody } from '../remote/push-body.ts';
import type { PushOutcome } from '../remote/pusher.ts';
import type { Lineage, MergeLineage } from './lineage.ts';
import type { RecordFinding } from './record-sentences.ts';
import type { TokenProblem } from '../remote/client.ts';
import type {
  KeyData,
  Pull,
  ContextPull,
  RepositoryDetail,
  RepositoryInfo,
} from '../remote/wire.ts';
import type {
  Differences,
  ProjectContents,
  Fit,
  OtherProjects,
  Past,
  RecordAsRead,
  NamedRevision,
} from './applied.ts';

/**
 * One repository of the configuration server: a `GET` each, whose cost is in behaviour.md, section 16. Rejects with
 * {@link ReadNotOffered} where the server does not offer it, or the project does not allow it; with {@link ReadCrashed}
 * where the server cannot show something that it stores; and with another CommandError where it cannot be reached, or
 * answers as no server does.
 */
export interface Server {
  /** `info`: levels, elements and files of the repository; with a token, of the one that the token belongs to. */
  detail(): Promise<RepositoryDetail>;
  /** `info/all`: every repository, with settings and counts. The server loads all of its data for it. */
  repositories(): Promise<RepositoryInfo[]>;
  /** `export`: everything at once, 200 µs for each key. */
  exported(): Promise<State>;
  /**
   * `pull`: what applies in one context, 18 µs for each key; `undefined` if a cache answered another request.
   * @param options.withToken whether the token is sent, if there is one: without it, what is encrypted stays so. Default: true
   */
  pull(request: ContextPull, options?: { withToken?: boolean }): Promise<Pull | undefined>;
  /** `keyData`: one key without its values; `undefined`: there is none. */
  keyData(name: string): Promise<KeyData | undefined>;
  /** An empty `pull`: why the server rejects the token; `undefined`: it does not, or nobody knows. */
  tokenProblem(): Promise<TokenProblem | undefined>;
}

/**
 * The history that the project is in: a process or none each, and a network round trip where origin is asked. Outside of
 * Git, it has no commits. Rejects with GitError.
 */
export interface Git {
  /** The commit that is checked out; `undefined`: there is none. */
  head(): Promise<string | undefined>;
  /** The parents of a commit; none if this clone does not have it. */
  parents(commit: string): Promise<string[]>;
  /** Short ids of the commits since one that change the project, newest first, without the one that is checked out; none if nobody can tell. */
  commitsSince(older: string): Promise<string[]>;
  /** The default branch of origin, as this clone last saw it. */
  standard(): Promise<string | undefined>;
  /** Whether one commit is in the history of another, by that at origin if this clone is too shallow. Never rejects. */
  isAncestor(older: string, newer: string): Promise<Ancestry>;
  /** The newest commits that anyone may trust, those that are available. May ask origin. */
  trusted(): Promise<string[]>;
  /** The first of them alone, by its name if it is not available. May ask origin. */
  firstTrusted(): Promise<string | undefined>;
  /** The newest commit of the trusted branch; `undefined`: nobody can tell. May ask origin, and fetch it. Never rejects. */
  newest(): Promise<NewestCommit | undefined>;
  /** Ids of the files of a commit by path below a folder; `undefined`: there is no such commit. May fetch it. */
  idsIn(commit: string, folder: string): Promise<ReadonlyMap<string, string> | undefined>;
}

/** The project, its versions, and other projects beside it. Each takes several reads of Git. */
export interface Versions {
  /** The files as a command reads them. Rejects with ProjectError, which has all errors in them. */
  files(): Promise<ProjectContents>;
  /**
   * How the files differ from the commit that is checked out; `undefined`: nothing is to be applied. Rejects with
   * CommandError.
   * @param former the project file whose record the next apply continues: it must not be in the commit any more
   */
  differences(former: string | undefined): Promise<Differences | undefined>;
  /**
   * The project in a commit, which may be fetched. That there is none, or that it cannot be read, is an answer.
   * @param what for messages; values from the environment are known for a base only
   */
  version(revision: string, what: 'base' | 'last applied commit'): Promise<NamedRevision>;
  /**
   * What any version in the history of these commits called secret, which takes seconds for thousands; `undefined`: they
   * have no history. Never rejects for Git.
   */
  past(commits: readonly string[]): Promise<Past | undefined>;
  /** Those beside it in the files, and in records for the same target. Rejects with GitError. */
  otherProjects(record: ApplyRecord | undefined): Promise<OtherProjects>;
  /** Those in a commit. Rejects with GitError. */
  projectsIn(commit: string, record: ApplyRecord | undefined): Promise<OtherProjects['versions']>;
  /**
   * How many documents of the project file of an apply the new project files have; `undefined`: nobody can tell. Never
   * rejects.
   */
  fitOf(apply: RecordedApply, refs: ApplyRecord['refs'] | undefined): Promise<Fit | undefined>;
  /** How the commits of these relate to the one that is checked out; of several, the one that forbids most. May ask origin. Never rejects. */
  lineage(applies: readonly RecordedApply[]): Promise<Lineage>;
  /** The same for the merge of a branch into its base. @param base the commit of the base, if it is known */
  mergeLineage(applies: readonly RecordedApply[], base: string | undefined): Promise<MergeLineage>;
  /** What this branch applied last, if another branch applied since; `undefined`: nothing, or nobody can tell. Never rejects. */
  appliedHere(record: ApplyRecord | undefined, head: string): Promise<State | undefined>;
  /**
   * Visits what the apply runs before the last one declared, newest first, up to one that cannot be read, as long as
   * `visit` returns true. Never rejects.
   */
  earlierStates(
    record: ApplyRecord | undefined,
    visit: (state: State, apply: RecordedApply) => boolean,
  ): Promise<void>;
  /**
   * Where files are now that the project no longer reads, by the path that they had: with the same content, or as Git
   * sees a rename. Never rejects.
   */
  movedTo(gone: ReadonlyMap<string, Uint8Array>): Promise<ReadonlyMap<string, string>>;
  /** The push comment. May ask the Git host. @param plan what was approved */
  changeComment(plan?: Pick<Plan, 'approved' | 'approvedBy'>): Promise<string>;
  /** Who applies; `undefined`: nobody knows. */
  actor(): Promise<string | undefined>;
  /** Whether no branch at origin is known to have a commit. May ask origin. Never rejects. */
  isUnpushed(commit: string): Promise<boolean>;
  /** Of the files whose content Git keeps elsewhere, such as pointers of Git LFS: what refuses an apply of them. */
  contentElsewhere(): Promise<Finding[]>;
}

/**
 * Where the apply runs of this project are recorded: commits in this clone, and a ref, at origin if there is one. Rejects
 * with GitError if this clone is broken; what origin says of a ref is an answer.
 */
export interface Records {
  /** The record as it is by now. */
  currentRecord(): Promise<ApplyRecord>;
  /** Whether an apply with this id is one of the last before those that the record has; `false` if they cannot be read. */
  wasApplied(id: string, record: ApplyRecord): Promise<boolean>;
  /** Fetches a commit that a shallow clone may lack. @param from.depth how far it may be below the head of its record */
  fetchEarlier(commit: string, from: { head: string; depth: number }): Promise<void>;
  /** Writes commits that no ref leads to yet, and answers with their ids: one process. */
  writeCommits(commits: readonly NewCommit[]): Promise<string[]>;
  /** Writes a commit again, with another message and time, and answers with its id. */
  reword(commit: string, by: Pick<NewCommit, 'message' | 'now'>): Promise<string>;
  /** By compare-and-swap, and again after an outage of origin, for a minute. */
  moveRef(move: Move): Promise<MoveResult>;
  /** A random id. */
  newId(): string;
}

/** Who else decides on a plan. */
export interface Reviewers {
  /** Finds reviews that approve a refused plan. Never rejects. Absent: there is no Git host to ask. */
  reviews?: ((question: Omit<ReviewQuestion, 'approvals'>) => Promise<ReviewAnswer>) | undefined;
  /** The digest in the plan file that was reviewed. Rejects with CommandError if it cannot be read. */
  reviewedDigest(file: string): Promise<string>;
}

/** Made for one target. */
export interface World extends Server, Git, Versions, Reviewers {
  target: ResolvedTarget;
  caller: Caller;
  /** The apply record, which may be at origin. That it cannot be read is an answer. */
  record(): Promise<RecordAsRead | undefined>;
  /**
   * What is said of a record that this clone wrote before it had an origin, which has no record of the project;
   * `undefined`: there is none. Rejects with GitError.
   * @param options.isUnchanged whether a record of the same files does not matter
   */
  recordInClone(
    record: ApplyRecord,
    options: { isUnchanged: boolean },
  ): Promise<RecordFinding | undefined>;
  now(): Date;
  /** The time by the clock of the configuration server, as far as its answers told. */
  serverTime(): Date;
  /** Gets every secret text before anything is shown. `isNamed`: a name says that it is secret. Absent: all that is shown is masked. */
  onSecret?: ((text: string, options: { isNamed: boolean }) => void) | undefined;
  /** Says that a step begins which takes some time; a push waits until it is said. */
  tell(step: string): void | Promise<void>;
}

/** What only an apply gets, after its plan was shown: it may write. */
export interface ApplyWorld extends World, Records {
  /**
   * Sends a push, once. What became of it is an answer, also that nobody knows; the server may still be at work if nobody
   * waits for the answer any more, because {@link stopped} is `at once`.
   * @param limit milliseconds to wait for the answer
   */
  push(body: PushBody, limit: number): Promise<PushOutcome>;
  /** From now on, no read is answered by a cache. */
  avoidCaches(): void;
  /** Waits so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
  /** Whether a signal came: `wanted` is to send nothing more, `at once` not to wait for the answer to a push either. */
  stopped(): 'wanted' | 'at once' | undefined;
}

/** Where the program runs. */
export interface Caller {
  env: ProcessEnvironment;
  /** URL of the workflow run. */
  run?: string | undefined;
  /** The branch that a pull request goes to whose files are checked out, unless it is merged. */
  mergesInto?: string | undefined;
  /** How to approve a refused plan where a review cannot. */
  manualRun?: ManualRun | undefined;
}
