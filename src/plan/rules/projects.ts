// Rules about other projects that apply to the same repository of the server.
import { fullContext } from '../../model/context.ts';
import type { Place } from '../../model/place.ts';
import { KEY_METADATA, type Key, type State } from '../../model/state.ts';
import type { OtherProject } from '../input.ts';
import { prunedChanges } from '../pruned.ts';
import type { Found, GuardInput } from '../rule.ts';

/** Two projects that declare one item would overwrite each other for ever. */
export function declaredTwice({ desired, others = [], target }: GuardInput): Found[] {
  const depth = target.levels.length;
  return others.filter(({ isCertain }) => isCertain).flatMap((other) => twice(desired, { other, depth }));
}

interface Item {
  absent?: true;
  place?: Place;
}

function twice(ours: State, { other, depth }: { other: OtherProject; depth: number }): Found[] {
  const found: Found[] = [];
  const add = (what: string, mine: Item, theirs: Item) => {
    if (isSamePlace(mine.place, theirs.place)) return;
    const at = theirs.place === undefined ? other.name : String(theirs.place);
    const message = `${what} is declared by two projects: here, and by ${other.name} at ${at}.`;
    found.push({ message, ...(mine.place && { place: mine.place }) });
  };
  for (const [id, key] of ours.keys) {
    const theirs = other.state.keys.get(id);
    if (theirs === undefined) continue;
    if (key.absent !== theirs.absent || !isSameMetadata(key, theirs)) {
      add(key.name, key, theirs);
      continue;
    }
    for (const [context, value] of key.values) {
      const same = theirs.values.get(context);
      if (same !== undefined && !(same.absent && value.absent))
        add(`${key.name} in \`${fullContext(value.context, depth)}\``, value, same);
    }
  }
  for (const [id, file] of ours.files) {
    const same = other.state.files.get(id);
    if (same !== undefined && !(same.absent && file.absent))
      add(`${file.path} in \`${fullContext(file.context, depth)}\``, file, same);
  }
  return found;
}

/** Two projects may read one document, with other options. */
function isSamePlace(a: Place | undefined, b: Place | undefined): boolean {
  return a !== undefined && a.offset === b?.offset && a.source.text === b.source.text;
}

function isSameMetadata(a: Key, b: Key): boolean {
  return KEY_METADATA.every((name) => a[name] === undefined || b[name] === undefined || a[name] === b[name]);
}

/** What another project declares cannot be known while its files have mistakes. */
export function otherUnreadable({ changes, desired, others = [] }: GuardInput): Found[] {
  const broken = others.filter(({ mistake }) => mistake !== undefined);
  if (broken.length === 0 || prunedChanges(changes, { desired }).length === 0) return [];
  return broken.map(({ name, mistake }) => ({
    message: `The plan deletes something that ${name} may declare: its files have mistakes (${mistake}).`,
  }));
}
