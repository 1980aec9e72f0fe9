// Files whose placeholders name keys that the same plan creates (behaviour.md, sections 11 and 18.13).
import type { Change, FileChange, KeyChange, ValueChange } from '../model/plan.ts';
import { placeholdersIn } from '../model/placeholders.ts';
import { contextIn } from '../model/context.ts';
import { fileId, keyId } from '../model/state.ts';
import type { PlanInput } from './input.ts';
import { fileChanges, keyChanges } from './changes-by-kind.ts';

/** The keys that must be there before a file names them. */
export function neededKeys(changes: readonly Change[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const change of fileChanges(changes)) {
    if (change.withNewKeys) continue;
    for (const name of placeholdersIn(change.after ?? '')) named.add(keyId(name));
  }
  return named.size === 0 ? named : createdKeys(changes, ({ key }) => named.has(keyId(key)));
}

/**
 * A file that is created makes the keys that it names, locked: who may push locked keys can go on with them in the
 * same push. An updated file makes none, so it is made anew; one of a security group would lose its protection. Where
 * types are switched off, a key that a file made stays Text (behaviour.md, section 7.3).
 */
export function withNewKeys(
  changes: Change[],
  { forceKeyPush, batch, live, liveSource, settings }: PlanInput,
): Change[] {
  // Without the export nobody knows which files are new, and which are secured.
  if (!forceKeyPush || batch !== undefined || liveSource !== 'export') return changes;
  const created = createdKeys(changes);
  const typed = createdKeys(changes, ({ after }) => !settings.vdtEnabled && after?.vdt !== 'Text');
  return changes.map((change) => {
    if (change.kind !== 'file' || change.after === undefined) return change;
    const there = live.files.get(fileId(change.path, contextIn(change.context)));
    const named = placeholdersIn(change.after).map(keyId);
    const isSecured = (there?.securityGroup ?? change.securityGroup) !== undefined;
    const isWithThem = named.some((id) => created.has(id)) && !named.some((id) => typed.has(id));
    return isWithThem && !isSecured ? { ...change, withNewKeys: true as const } : change;
  });
}

function createdKeys(
  changes: readonly Change[],
  isWanted = (_: KeyChange): boolean => true,
): ReadonlySet<string> {
  const created = keyChanges(changes).filter((change) => change.action === 'create' && isWanted(change));
  return new Set(created.map(({ key }) => keyId(key)));
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
