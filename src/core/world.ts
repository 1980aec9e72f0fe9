// Everything that a plan asks of the outside, one read for each question. A world decides nothing and remembers nothing.
import type { Ancestry } from '../record/git-repository.ts';
import type { ApplyRecord, RecordedApply } from '../record/record.ts';
import type { State } from '../model/state.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { TokenProblem } from '../remote/client.ts';
import type {
  KeyData,
  Pull,
  PullRequest,
  RepositoryDetail,
  RepositoryInfo,
} from '../remote/wire.ts';
import type { BaseAnswer, Differences, Files, Fit, LastApplied, Masks } from './applied.ts';

/**
 * The configuration server: a `GET` each. Rejects with {@link ReadNotOffered} where the server does not offer it, or
 * the project does not allow it; with {@link ReadCrashed} where the server cannot show something that it stores; and with
 * another CommandError where it cannot be reached, or answers as no server does.
 */
export interface Server {
  /** Which it is. Rejects if it cannot be connected to safely, and so does every question to it. */
  target(): Promise<ResolvedTarget>;
  /** `info`: levels, elements and files of the repository; with a token, of the one that the token belongs to. */
  detail(): Promise<RepositoryDetail>;
  /** `info/all`: every repository, with settings and counts. The server loads all of its data for it. */
  repositories(): Promise<RepositoryInfo[]>;
  /** `export`: everything at once. */
  exported(): Promise<State>;
  /** `pull`: what applies in one context; `undefined` if a cache answered another request. */
  pull(request: PullRequest): Promise<Pull | undefined>;
  /** `keyData`: one key without its values; `undefined`: there is none. */
  keyData(name: string): Promise<KeyData | undefined>;
  /** An empty `pull`: why the server rejects the token; `undefined`: it does not, or nobody knows. */
  tokenProblem(): Promise<TokenProblem | undefined>;
}

/** The history of the repository that the project is in. Outside of Git, there are no records to ask about. */
export interface Git {
  /** The commit that is checked out; `undefined`: there is none. Rejects with GitError. */
  head(): Promise<string | undefined>;
  /** Whether one commit is in the history of another, by that at origin if this clone is too shallow. Never rejects. */
  isAncestor(older: string, newer: string): Promise<Ancestry>;
  /** The newest commits that anyone may trust, those that are available. May ask origin. */
  trusted(): Promise<string[]>;
  /** Ids of the files of a commit by path below a folder; `undefined`: there is no such commit. May fetch it. Rejects with GitError. */
  idsIn(commit: string, folder: string): Promise<ReadonlyMap<string, string> | undefined>;
}

/** The project and its versions. Each takes several processes, and what they decide is not in the core yet. */
interface Project {
  /** The files as they are read. Rejects with ProjectError, which has all errors in them. */
  files(): Promise<Files>;
  /**
   * How the files differ from the commit that is checked out; `undefined`: nothing is to be applied. Rejects with
   * CommandError.
   * @param former the project file whose record the next apply continues: it must not be in the commit any more
   */
  differences(former: string | undefined): Promise<Differences | undefined>;
  /** What was applied: the record, perhaps of origin. A record that cannot be read is an answer. Rejects without the commit that `--last-applied` names. */
  lastApplied(): Promise<LastApplied>;
  /** The commit that the branch goes to; `undefined`: the command names none. A base that cannot be read is an answer. */
  base(): Promise<BaseAnswer | undefined>;
  /** What is secret in any known version of this project and of others. What cannot be read is an answer. Reads commits. */
  masks(known: {
    lastApplied: LastApplied;
    base: BaseAnswer | undefined;
    isCommitted: boolean;
  }): Promise<Masks>;
  /** How many documents of the project file of an apply the new project files have; `undefined`: nobody can tell. Never rejects. */
  fitOf(apply: RecordedApply, refs: ApplyRecord['refs'] | undefined): Promise<Fit | undefined>;
}

/** Made for one target. */
export interface World extends Server, Git, Project {
  now(): Date;
  /** Says that a step begins which takes some time. */
  tell(step: string): void;
}
