// Everything that a plan is made from: states, settings, and what was allowed.
import type { Force } from '../model/force.ts';
import type { LiveSource, Target } from '../model/plan.ts';
import type { Limits, OnDrift, PruneMode } from '../model/project.ts';
import type { Scope } from '../model/scope.ts';
import type { IsSecretName, PasswordOf } from '../model/secrets.ts';
import type { State } from '../model/state.ts';
import type { ServerSettings } from './normalize.ts';

/** Another project of this Git repository. */
export interface OtherProject {
  /** Path of its project file within the Git repository. */
  name: string;
  state: State;
  /** It is known to be for the same repository of the server; otherwise it may be. */
  isCertain: boolean;
  /** The first mistake in its files: it may declare more. */
  mistake?: string;
}

export interface PlanInput {
  target: Target;
  settings: ServerSettings;
  desired: State;
  live: State;
  liveSource: LiveSource;
  /** What the last apply declared; absent: nothing is known to be ours, so `managed` deletes nothing. */
  baseline?: State;
  /** What an apply announced that was not recorded, because it died or is still running: ours too, as far as it came. */
  announced?: State;
  /** Other projects of the same repository of the server: what they declare is theirs. */
  others?: readonly OtherProject[];
  /** Parts of the baseline cannot be confirmed: why, as the end of "the record …", and the parts that can. */
  unconfirmed?: { reason: string; confirmed: readonly State[] };
  /** There is a record of what was applied, and this is wrong with it, as a sentence. */
  recordProblem?: string;
  /** What the last apply left beside what it declared (`plan/overrides.ts`); absent: nothing that is known of. */
  beside?: ReadonlySet<string>;
  prune: PruneMode;
  onDrift: OnDrift;
  scope: Scope;
  /** Whether a key or a file is never deleted without force. */
  isProtected: (name: string) => boolean;
  /** At most so many values and files in one push; absent: one atomic push. */
  batch?: number;
  isSecretName: IsSecretName;
  /** Further versions of the project, beside desired and baseline: what one of them calls secret is masked. */
  secretIn?: readonly State[];
  /** Nothing says what of live is secret: all of its texts are masked. */
  masksLive?: true;
  /** Whether the plan lists what nobody here declares. */
  listUnmanaged: boolean;
  /** Passwords of security groups. A function, because a plan and what it is made from may be shown and stored. */
  passwordOf: PasswordOf;
  /** Whether a token goes with the push: one may carry security groups, and nothing says which. */
  hasToken: boolean;
  /** What the server says is wrong with the token: the push will be refused, whatever it holds. */
  tokenProblem?: { message: string; hint?: string | undefined };
  notes: string[];
  /** What the server says that it holds; absent where live cannot be all of it. */
  counted?: { keys: number; values: number };
  /** The context elements that the server has: for each level, names by lower-cased name; absent where they cannot be read. */
  elements?: readonly ReadonlyMap<string, string>[];
  /** Ids of keys that the server is known not to have, where only single keys can be asked for. */
  absentKeys?: ReadonlySet<string>;
  allowNewContexts: readonly string[];
  /** Whether the token may push keys that are locked. */
  forceKeyPush: boolean;
  limits: Limits;
  /** Approves one plan, whatever limits say of it. */
  force?: Force;
  /** Digests of secrets are keyed with it; without one secrets count by name and action. */
  digestKey?: string;
  /** Nothing was applied from here before: how many keys the server counts, if it does. */
  firstOf?: number | 'unknown';
  /** Made without the server, so that no apply makes the same plan. */
  isOffline?: true;
  /** Made after a push, to see what is left of it: nothing is going to be sent, so no rule is asked. */
  isAfterwards?: true;
  /** Whether the types of keys on the server are known, so that leaving `vdt` out cannot reset one. */
  typesKnown: boolean;
}
