// The input of a plan: states, settings and permissions.
import type { Approval } from '../model/approval.ts';
import type { Finding, LiveSource, Target } from '../model/plan.ts';
import type { Limits, OnDrift, PruneMode, Scope } from '../model/project.ts';
import type { IsSecretName, PasswordOf } from '../model/secrets.ts';
import type { ReadMode } from '../model/server-reads.ts';
import type { State } from '../model/state.ts';

/** Another project of this Git repository. */
export interface OtherProject {
  /** Path of its project file within the Git repository. */
  name: string;
  state: State;
  /** Certainly for the same configuration repository; otherwise possibly. */
  isCertain: boolean;
  /** Absent: its files. `record`: what it applied. `commit`: what is committed of it, beside files that are not. */
  source?: 'record' | 'commit';
  /** The first error in its files: its declarations may be incomplete. */
  fileError?: string | undefined;
}

/** What earlier apply runs declared. */
export interface AppliedStates {
  /** The last apply. Without it nothing is known to be ours, so `managed` deletes nothing. */
  lastApplied?: State | undefined;
  /** What this branch applied last, if another one applied since, or else other projects: counts for rows that the last apply does not declare. */
  here?: State | undefined;
  /** What each apply declared that began since and is not done: it was interrupted, or is still running. Ours as far as it was pushed. */
  begun?: readonly State[] | undefined;
  /** Set if parts of the record cannot be confirmed: the reason, completing "the record …", and the confirmed parts. */
  unconfirmed?: { reason: string; confirmed: Pick<AppliedStates, 'lastApplied' | 'begun'> };
  /** Why the existing record cannot be used, as a sentence. */
  problem?: string | undefined;
  /** Set if the trusted branch has the commit of the plan, and not the one that was applied: what to say of that. */
  left?: { message: string; hint: string } | undefined;
}

/** All that earlier apply runs declared, the last one that is done first. */
export function statesOf({ lastApplied, begun = [] }: AppliedStates): State[] {
  return lastApplied === undefined ? [...begun] : [lastApplied, ...begun];
}

/** What the project file and the options decide. */
export interface Policy {
  prune: PruneMode;
  onDrift: OnDrift;
  scope: Scope;
  /** Elements of the first context level, in the order to show them. */
  order?: readonly string[] | undefined;
  /** Whether deleting a key or a file needs an approval. */
  isProtected: (name: string) => boolean;
  /** Maximum number of values and files in one push; absent: one atomic push. */
  batch?: number | undefined;
  allowNewContexts: readonly string[];
  /** Of a stage: elements that `stages` names, so that they are not misspelled in a document. Default: none. */
  stageElements?: readonly string[] | undefined;
  /** Whether the token may push locked keys. */
  forceKeyPush: boolean;
  limits: Limits;
}

/** Secrets in clear text that the files have, and an earlier version of them does not. */
export interface ClearText {
  /** What to say of each, by the address of its row ({@link addressId}). */
  findings: ReadonlyMap<string, Finding>;
  /** Whether an earlier version is known: otherwise only what the plan changes can be new. */
  isCompared: boolean;
}

/** What is masked, and what opens what is encrypted. */
export interface SecretRules {
  isSecretName: IsSecretName;
  /** Versions of the project besides the files, what was applied among them: items that any of them calls secret are masked. */
  secretIn?: readonly State[];
  /** Nothing tells which live items are secret, so all live texts are masked. */
  masksLive?: true | undefined;
  clearText?: ClearText | undefined;
  /** Passwords of security groups. A function, so that printing or storing the input never reveals them. */
  passwordOf: PasswordOf;
  /** Key for digests of secrets. Without it, secrets count by name and action. */
  digestKey?: string | undefined;
}

export interface ServerSettings {
  /** If false, the type of an existing key never changes (behaviour.md, section 7.3). */
  vdtEnabled: boolean;
  /** If false, items of security groups are stored unencrypted (behaviour.md, section 12.1). */
  securityEnabled?: boolean;
}

/** What is known of the server besides live. */
export interface ServerFacts {
  settings: ServerSettings;
  /** The reads that the project or its options allow; default: all. */
  reads?: ReadMode | undefined;
  /** Whether the push is sent with a token. It may carry security groups, but which ones is unknown. */
  hasToken: boolean;
  /** Why the server rejects the token, and so would reject any push. */
  tokenProblem?: { message: string; hint?: string | undefined } | undefined;
  /** The server's own counts; absent if live cannot be complete. */
  counted?: { keys: number; values: number } | undefined;
  /** The server's context elements: for each level, names by lower-cased name; absent if they cannot be read. */
  elements?: readonly ReadonlyMap<string, string>[] | undefined;
  /** Contexts, in full, that the server cannot show: what was applied there is in live, with unknown texts. */
  unread?: readonly string[] | undefined;
  /** Every file on the server, by path; absent: the server does not list them. */
  listedFiles?: ReadonlyMap<string, unknown> | undefined;
  /** Ids of keys known to be missing on the server, if keys can only be looked up one by one. */
  absentKeys?: ReadonlySet<string> | undefined;
  /** Set if nothing was applied from here before: the number of keys that the server counts. */
  firstOf?: number | 'unknown' | undefined;
  /** Whether the types of keys on the server are known, so that leaving `vdt` out cannot reset one. */
  typesKnown: boolean;
}

/** What a plan of one stage knows of the others. */
export interface StageOfPlan {
  name: string;
  /** The input of the whole commit. */
  whole: PlanInput;
  /** The input of the same stage, of a whole commit that is divided in the same way. */
  inputOfStage: (whole: PlanInput) => PlanInput;
  /** What is wrong with the stage, or to be known of it. */
  findings: readonly Finding[];
  /** Keys whose declared type comes with a later stage. */
  laterTypes: ReadonlySet<string>;
  /** As in `ChosenStage`. */
  shownSecrets?: readonly string[] | undefined;
}

export interface PlanInput {
  /** Absent: the plan is of the whole commit. */
  stage?: StageOfPlan;
  target: Target;
  desired: State;
  live: State;
  liveSource: LiveSource;
  applied: AppliedStates;
  /** Other projects for the same configuration repository. Their items are never pruned. */
  others?: readonly OtherProject[];
  policy: Policy;
  secrets: SecretRules;
  server: ServerFacts;
  /**
   * `apply`: the plan is to be sent. `offline`: made without the server, so no apply makes the same plan. `check`: made
   * after a push, to verify it; nothing will be sent, so no rules are checked.
   */
  purpose: 'apply' | 'offline' | 'check';
  listUnmanaged: boolean;
  /** Approves one plan that exceeds limits. */
  approval?: Approval | undefined;
  /** Variables that are not set here. What needs them is not compared, and no apply makes the same plan. */
  unset?: readonly string[] | undefined;
  notes: string[];
}
