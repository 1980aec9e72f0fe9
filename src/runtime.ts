// [edge] What commands need from the process: working directory, environment, clock, and callbacks.
import { setTimeout } from 'node:timers/promises';
import type { Conversions } from './record/conversions.ts';
import type { GitHostAccess } from './record/git-credentials.ts';
import type { FileContents, TreeEntry } from './record/git-objects.ts';
import type { GitRepository } from './record/git-repository.ts';
import type { ReviewAnswer, ReviewQuestion } from './model/approval.ts';
import type { BehindBase, ManualRun } from './model/plan.ts';
import type { ProcessEnvironment } from './options.ts';

/** Entries fill it from the process. */
export interface Runtime {
  cwd: string;
  env: ProcessEnvironment;
  now: () => Date;
  /**
   * Called with every secret text before anything is printed; the action registers it with the runner. `undefined` where
   * only masked texts are printed. `isNamed`: a name says that it is secret.
   */
  onSecret: ((text: string, options: { isNamed: boolean }) => void) | undefined;
  /** @param stop ends it early */
  pause: (milliseconds: number, stop?: AbortSignal) => Promise<void>;
  /** Called at the beginning of a step that may take some time; the push waits for it. */
  onStep: (step: string) => void | Promise<void>;
  /** Credentials for `origin` in a workflow. */
  gitHost?: GitHostAccess;
  actor?: string | undefined;
  /** URL of the workflow run. */
  run?: string | undefined;
  facts?: EntryFacts;
  /** The branch lacks commits of its base: the project is read as it would be after a merge, if that is known. */
  merge?: BehindBase & {
    /** Absent: the project is read as it is on the branch. */
    changes?: MergeChanges;
    /** The branch lacks nothing, but another merge of it is checked out. */
    isUpToDate?: true;
  };
  /** Finds reviews that approve a refused plan. Never throws. Absent: there is no Git host to ask. */
  reviews?: (question: ReviewQuestion) => Promise<ReviewAnswer>;
  /** How to approve a refused plan where a review cannot. */
  manualRun?: ManualRun;
}

/** What opening the Git repository of a project needs. */
export type GitRuntime = Pick<Runtime, 'cwd' | 'env' | 'gitHost' | 'merge'> &
  Partial<Pick<Runtime, 'pause'>>;

export interface MergeChanges {
  git: GitRepository;
  /** Of the merge. */
  tree: string;
  /** New files, and those with other contents. */
  entries: readonly TreeEntry[];
  deleted: ReadonlySet<string>;
  /** Of all files of the merge, by the attributes that it has. */
  conversions: Conversions;
  /** The project file, if it is among them. */
  known: FileContents;
}

export interface EntryFacts {
  /** `owner/name` on the Git host. */
  repository?: string | undefined;
  workflow?: string | undefined;
  /** Without `refs/heads/`. */
  branch?: string | undefined;
  /** The branch that a pull request goes to whose files are checked out, unless it is merged. */
  mergesInto?: string | undefined;
  /** The number of the pull request. May send a request to the Git host; never throws. */
  pullRequest?: () => Promise<number | undefined>;
}

export const CLOCK = {
  now: () => new Date(),
  // It rejects only if it is stopped.
  pause: (milliseconds: number, signal?: AbortSignal) =>
    setTimeout(milliseconds, undefined, { signal }).catch(() => undefined),
} satisfies Pick<Runtime, 'now' | 'pause'>;
