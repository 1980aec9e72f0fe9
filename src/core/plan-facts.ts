// The facts that a plan is made from, as far as they are known.
import type { Diagnostic } from '../model/diagnostic.ts';
import type { LiveSource, Plan } from '../model/plan.ts';
import type { AppliedStage } from '../model/stages.ts';
import type { MissingRead, ServerRead } from '../model/server-reads.ts';
import type { Elements, Named, State } from '../model/state.ts';
import type { ResolvedTarget } from '../model/targets.ts';
import type { Options } from '../options.ts';
import type { ClearText, PlanInput, ServerFacts } from '../plan/input.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import type { PullsSeen } from '../remote/agreement.ts';
import type { PullSource } from '../remote/read-live.ts';
import type {
  BaseAnswer,
  Differences,
  ProjectContents,
  LastApplied,
  Masks,
  OtherProjects,
} from './applied.ts';
import type { AppliedPart } from './applied-parts.ts';
import type { Lineage, MergeLineage } from './lineage.ts';
import type { Inspection, RepositoryListing } from './inspect.ts';

export interface PlanFacts {
  files: ProjectContents;
  target: ResolvedTarget;
  options: Options;
  inspection: Inspection;
  lastApplied: LastApplied;
  /** How reads by token are sent: shared by a command, so that no two requests are alike. */
  pulls: PullSource;
  live: Live;
  /** What `--base` names. */
  base?: BaseAnswer | undefined;
  /** Absent without a commit, and where nothing is applied. */
  differences?: Differences | undefined;
  tokenProblem?: ServerFacts['tokenProblem'];
  masks?: Masks | undefined;
  clearText?: ClearText | undefined;
  otherProjects: OtherProjects;
  /** Settings and counts of the server; absent: they could not change the plan so far. */
  listing?: RepositoryListing | undefined;
  /** Ids of the keys that were asked for, and that the server does not have. */
  absentKeys?: ServerFacts['absentKeys'];
  /** When the first read of the server began: what others did since may be missing in it, and yet be in the record. */
  readAt: Date;
  /** On the records that decide on the plan. */
  verdicts: ReadonlyMap<RecordedApply, Verdict>;
  /** What a plan says of all this. */
  notes: readonly string[];
}

/** What a command shows of a plan. Not masked yet. */
export interface PlanResult {
  plan: Plan;
  /** Problems in the files that do not prevent a plan. */
  warnings: Diagnostic[];
  /** Sentences about what was last applied. */
  remarks: string[];
  changeComment: string;
  /** The commit that is checked out; absent outside Git and before the first commit. */
  commit?: string | undefined;
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
  /** All items of the files. */
  declared: readonly Named[];
  /** All elements that the files name, or that are known of the server. */
  elements: Elements;
  /** Files that were read and that no commit has, as shown to users. */
  untracked?: readonly string[] | undefined;
  /** The commit that was last applied before; absent: unknown. */
  lastAppliedCommit?: string | undefined;
}

/** A plan that is shown, and is to be applied if it has no refusals, with everything that it was made from. */
export interface ShownPlan extends PlanFacts, PlanResult {
  /** The stage that it is of; absent: it is of the whole commit. */
  stage?: AppliedStage | undefined;
  /** What the plan was made from. */
  input: PlanInput;
  /** Who applies it, if that is known. */
  actor: string | undefined;
  /** Reads of the server to be named in the record. */
  reads: readonly ServerRead[];
  /** The apply runs that it must follow. */
  followed: readonly RecordedApply[];
  /** How their commits relate to the one that is checked out. Asked once. Never rejects. */
  lineage: () => Promise<Lineage>;
  /** The same for the merge of a branch into its base. Asked once. Never rejects. */
  mergeLineage: () => Promise<MergeLineage>;
}

/** The reads that were answered, and those that the server does not offer. */
export function readsIn({ listing, inspection, live }: PlanFacts): {
  used: ServerRead[];
  missing: MissingRead[];
} {
  const reads = [listing, inspection, live].filter((part) => part !== undefined);
  return {
    used: reads.flatMap(({ answered }) => answered),
    missing: reads.flatMap(({ missing }) => missing),
  };
}

export interface Live {
  state: State;
  source: Exclude<LiveSource, 'base'>;
  /** The reads that it is made from. */
  answered: ServerRead[];
  /** Reads that would have shown more, but are not offered. */
  missing: MissingRead[];
  /** Contexts that the server cannot show. */
  unread?: readonly string[];
  /** What pulls showed. */
  seen?: PullsSeen;
}

/** Whether a record counts. */
export interface Verdict {
  /** Why not, as the end of a sentence that begins with "the record". */
  doubt?: string | undefined;
  /** The commits from which this project last applied something, and that have its commit in their history. */
  later?: ReadonlySet<string>;
}

/**
 * `false` if unknown: outside Git, or if the record cannot be read. A chosen last applied commit means that there was an apply.
 * @param counts whether an earlier apply, finished or not, counts; default: each does
 */
export function isFirstApply(
  { lastApplied: { recorded, parts }, options }: Pick<PlanFacts, 'lastApplied' | 'options'>,
  counts: (part: AppliedPart) => boolean = () => true,
): boolean {
  const isUsable = recorded.record !== undefined && recorded.unusable === undefined;
  return isUsable && options.lastApplied === undefined && !parts.some(counts);
}
