// What a rule is, wherever it is kept, and how the checks of the plan look things up.
import { contextIn } from '../../model/context.ts';
import type { DiagnosticCode } from '../../model/diagnostic.ts';
import type { Change, FileChange, Finding, KeyChange, ValueChange } from '../../model/plan.ts';
import { type FileEntry, fileId, type Key, keyId, type State } from '../../model/state.ts';
import { fileChanges } from '../diff.ts';
import type { PlanInput } from '../input.ts';

export interface GuardInput extends PlanInput {
  /** The state after the push. */
  after: State;
  changes: readonly Change[];
  /** What others changed, and the push leaves as it is. */
  drift: readonly Change[];
}

/** One thing that a rule found; its code is the rule's, and so is its severity unless it says otherwise. */
export type RuleFinding = Omit<Finding, 'code' | 'severity'> &
  Partial<Pick<Finding, 'severity'>> & {
    /** The item that an approval has to name. */
    name?: string;
  };

interface Facts {
  code: string;
  /** What it finds, as the end of the sentence "A change that …". */
  detects: string;
  /** What the server does otherwise, as the end of the sentence "The server …". */
  server: string;
  /** What to do; a finding without a hint of its own shows it. */
  advice: string;
}

/** Found while the files are read, as a diagnostic of this code. */
interface FileRule extends Facts {
  code: DiagnosticCode;
  severity: 'refusal';
  found: 'files';
  isPolicy?: true;
}

/** Found on the plan, by a check; `read`: what it finds is not about a change, but about what was read. */
export interface PlanRule extends Facts {
  severity: Finding['severity'];
  found: 'plan' | 'files and plan' | 'read';
  /** A rule of ours: the server would do as it is told. */
  isPolicy?: true;
  /** A person may approve what it refuses, for one plan (`force`). */
  isApprovable?: true;
  check: (input: GuardInput) => RuleFinding[];
}

/** Nothing to find: pushes are built so that it cannot happen. */
interface PushRule extends Facts {
  severity: 'avoided';
  found: 'push';
}

/** Found when an apply begins: what it is compared with is the record, or a reviewed plan. */
interface ApplyRule extends Facts {
  severity: 'refusal';
  found: 'apply';
}

export type Rule = FileRule | PlanRule | PushRule | ApplyRule;

export interface RuleGroup {
  title: string;
  rules: readonly Rule[];
}

export function at({ place, removedFrom }: Change): Pick<RuleFinding, 'place' | 'removedFrom'> {
  if (place !== undefined) return { place };
  return removedFrom === undefined ? {} : { removedFrom };
}

/** Files that the plan creates or updates. */
export function writtenFiles(changes: readonly Change[]): (FileChange & { after: string })[] {
  return fileChanges(changes).filter(({ after }) => after !== undefined) as (FileChange & {
    after: string;
  })[];
}

export function liveKey(live: State, change: KeyChange | ValueChange): Key | undefined {
  return live.keys.get(keyId(change.key));
}

export function liveFile(live: State, change: FileChange): FileEntry | undefined {
  return live.files.get(fileId(change.path, contextIn(change.context)));
}
