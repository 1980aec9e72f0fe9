// Files whose placeholders name keys that the same plan creates (behaviour.md, sections 11 and 18.13).
import type { Change, FileChange, ValueChange } from '../model/plan.ts';
import { placeholdersIn } from '../model/placeholders.ts';
import { contextIn } from '../model/context.ts';
import { fileId, keyId } from '../model/state.ts';
import type { PlanInput } from './input.ts';

/** The keys that must be there before a file names them. */
export function neededKeys(changes: readonly Change[]): ReadonlySet<string> {
  const created = createdKeys(changes);
  const named = changes.flatMap((change) =>
    change.kind === 'file' && !change.withNewKeys ? placeholdersIn(change.after ?? '') : [],
  );
  return new Set(named.map(keyId).filter((id) => created.has(id)));
}

/**
 * A file that is created makes the keys that it names, locked: who may push locked keys can go on with them in the
 * same push. An updated file makes none, so it is made anew; one of a security group would lose its protection.
 */
export function withNewKeys(
  changes: readonly Change[],
  { forceKeyPush, batch, live, liveSource }: PlanInput,
): readonly Change[] {
  // Without the export nobody knows which files are new, and which are secured.
  if (!forceKeyPush || batch !== undefined || liveSource !== 'export') return changes;
  const created = createdKeys(changes);
  return changes.map((change) => {
    if (change.kind !== 'file' || change.after === undefined) return change;
    const there = live.files.get(fileId(change.path, contextIn(change.context)));
    const isNaming = placeholdersIn(change.after).some((name) => created.has(keyId(name)));
    const isSecured = (there?.securityGroup ?? change.securityGroup) !== undefined;
    return isNaming && !isSecured ? { ...change, withNewKeys: true as const } : change;
  });
}

function createdKeys(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(
    changes.flatMap((change) =>
      change.kind === 'key' && change.action === 'create' ? [keyId(change.key)] : [],
    ),
  );
}

export function pointsAtFile(change: Change): change is ValueChange {
  return change.kind === 'value' && /^File(Ref|Embed)$/.test(change.vdt);
}

/** The new files that values of these keys point at: they must be there before, and name none of the keys. */
export function targetFiles(
  changes: readonly Change[],
  needed: ReadonlySet<string>,
): ReadonlySet<FileChange> {
  const paths = new Set(
    changes.flatMap((change) =>
      pointsAtFile(change) && needed.has(keyId(change.key)) ? [change.after] : [],
    ),
  );
  return new Set(
    changes.filter(
      (change): change is FileChange =>
        change.kind === 'file' &&
        change.action === 'create' &&
        paths.has(change.path) &&
        !placeholdersIn(change.after ?? '').some((name) => needed.has(keyId(name))),
    ),
  );
}
