// Desired against live: the changes that lead from one to the other. No options, no forgiveness.
import { fullContext } from '../model/context.ts';
import {
  type Change,
  compareChanges,
  type FileChange,
  type KeyChange,
  type ValueChange,
} from '../model/plan.ts';
import type { Place } from '../model/place.ts';
import type { FileEntry, Key, KeyMetadata, State, Value } from '../model/state.ts';

/**
 * The sorted changes from live to desired.
 * @param depth number of context levels, to write contexts in full
 */
export function diff(desired: State, live: State, depth: number): Change[] {
  const changes: Change[] = [];
  for (const [id, key] of desired.keys) diffKey(changes, { key, live: live.keys.get(id), depth });
  for (const [id, key] of live.keys) if (!desired.keys.has(id)) deleteKey(changes, key, depth);
  for (const [id, file] of desired.files) diffFile(changes, { file, live: live.files.get(id), depth });
  for (const [id, file] of live.files) {
    if (!desired.files.has(id))
      changes.push({ ...fileChange('delete', file, depth), ...origin(file), before: file.content });
  }
  return changes.sort(compareChanges);
}

function diffKey(
  changes: Change[],
  { key, live, depth }: { key: Key; live: Key | undefined; depth: number },
): void {
  const own = keyChange(key, live, depth);
  if (own !== undefined) changes.push(own);
  for (const [id, value] of key.values) {
    const change = valueChange(key, { value, live: live?.values.get(id), depth });
    if (change !== undefined) changes.push(change);
  }
  for (const [id, value] of live?.values ?? []) {
    if (!key.values.has(id)) changes.push(deleteValue(key, value, depth));
  }
}

function keyChange(key: Key, live: Key | undefined, depth: number): KeyChange | undefined {
  const place = key.place === undefined ? {} : { place: key.place };
  if (live === undefined) {
    return {
      kind: 'key',
      action: 'create',
      key: key.name,
      after: metadata(key),
      values: key.values.size,
      ...place,
    };
  }
  const before = metadata(live);
  const after = metadata(key);
  if (
    Object.keys({ ...before, ...after }).every(
      (name) => before[name as keyof KeyMetadata] === after[name as keyof KeyMetadata],
    )
  ) {
    return undefined;
  }
  const [stays] = [...live.values].filter(([id]) => key.values.has(id)).map(([, value]) => value);
  const anchor = stays === undefined ? {} : { anchor: fullContext(stays.context, depth) };
  return { kind: 'key', action: 'update', key: key.name, before, after, values: 0, ...anchor, ...place };
}

function valueChange(
  key: Key,
  { value, live, depth }: { value: Value; live: Value | undefined; depth: number },
): ValueChange | undefined {
  if (value === live) return undefined;
  const base = {
    kind: 'value',
    key: key.name,
    context: fullContext(value.context, depth),
    vdt: key.vdt ?? 'Text',
    after: value.text,
    ...marks(key, value, live),
  } as const;
  if (live === undefined) return { ...base, action: 'create' };
  if (live.unknown || value.unknown) return { ...base, action: 'update', rewritten: true };
  return live.text === value.text ? undefined : { ...base, action: 'update', before: live.text };
}

function deleteKey(changes: Change[], key: Key, depth: number): void {
  const before = metadata(key);
  changes.push({
    kind: 'key',
    action: 'delete',
    key: key.name,
    before,
    values: key.values.size,
    ...origin(key),
  });
  // `opp: delete` of a key asks for its values too.
  const asked = key.place === undefined ? {} : { place: key.place };
  for (const value of key.values.values()) changes.push({ ...deleteValue(key, value, depth), ...asked });
}

function deleteValue(key: Key, value: Value, depth: number): ValueChange {
  return {
    kind: 'value',
    action: 'delete',
    key: key.name,
    context: fullContext(value.context, depth),
    vdt: key.vdt ?? 'Text',
    before: value.text,
    ...marks(key, value),
    ...origin(value),
  };
}

function diffFile(
  changes: Change[],
  { file, live, depth }: { file: FileEntry; live: FileEntry | undefined; depth: number },
): void {
  if (file === live) return;
  if (live === undefined) changes.push({ ...fileChange('create', file, depth), after: file.content });
  else if (live.unknown || file.unknown) {
    changes.push({ ...fileChange('update', file, depth), after: file.content, rewritten: true });
  } else if (live.content !== file.content) {
    const secret = file.secret || live.secret ? ({ secret: true } as const) : {};
    changes.push({
      ...fileChange('update', file, depth),
      before: live.content,
      after: file.content,
      ...secret,
    });
  }
}

function fileChange(action: FileChange['action'], file: FileEntry, depth: number): FileChange {
  const place = file.place === undefined ? {} : { place: file.place };
  const secret = file.secret ? ({ secret: true } as const) : {};
  return {
    kind: 'file',
    action,
    path: file.path,
    context: fullContext(file.context, depth),
    ...place,
    ...secret,
  };
}

function marks(key: Key, ...values: (Value | undefined)[]): Pick<ValueChange, 'place' | 'secret'> {
  const place = values[0]?.place;
  const secret = key.secret || values.some((value) => value?.secret);
  return { ...(place === undefined ? {} : { place }), ...(secret ? { secret: true } : {}) };
}

function metadata(key: Key): KeyMetadata {
  const { vdt, readme, deprecated, push } = key;
  return {
    ...(vdt === undefined ? {} : { vdt }),
    ...(readme === undefined ? {} : { readme }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(push === undefined ? {} : { push }),
  };
}

/** The line that asks for a deletion, or the one that is gone. */
function origin({ place, was }: { place?: Place; was?: Place }): Pick<Change, 'place' | 'removedFrom'> {
  if (place !== undefined) return { place };
  return was === undefined ? {} : { removedFrom: was };
}
