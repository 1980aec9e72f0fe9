// Rules about value types (behaviour.md, sections 7.3 and 8).
import { compareContexts, fullContext } from '../../model/context.ts';
import { counted } from '../../model/counted.ts';
import { isRead } from '../../model/plan.ts';
import { type Key, keyId } from '../../model/state.ts';
import { valueProblem } from '../../model/vdt.ts';
import { at, type Found, type GuardInput } from '../rule.ts';
import { keyChanges, valueChanges } from '../changes-by-kind.ts';

export function valueType(input: GuardInput): Found[] {
  if (!input.settings.vdtEnabled) return [];
  return valueChanges(input.changes).flatMap((change) => {
    if (change.action === 'delete' || change.after == null) return [];
    const expected = valueProblem(change.vdt, change.after);
    if (expected === undefined) return [];
    const message = `The value of ${change.key} in \`${change.context}\` does not fit the key's type ${change.vdt}.`;
    return [{ ...at(change), message, hint: `Expected: ${expected}.` }];
  });
}

export function vdtLeavesBadValue({ changes, after, settings, target }: GuardInput): Found[] {
  if (!settings.vdtEnabled) return [];
  return keyChanges(changes).flatMap((change) => {
    const vdt = change.after?.vdt;
    if (change.action !== 'update' || vdt === undefined || vdt === change.before?.vdt) return [];
    const bad = [...(after.keys.get(keyId(change.key))?.values.values() ?? [])].filter(
      (value) => !value.unknown && valueProblem(vdt, value.text) !== undefined,
    );
    if (bad.length === 0) return [];
    const contexts = bad
      .map(({ context }) => context)
      .sort(compareContexts)
      .map((context) => `\`${fullContext(context, target.levels.length)}\``)
      .join(', ');
    const message = `The type of ${change.key} becomes ${vdt}, but its value in ${contexts} does not fit that type.`;
    return [{ ...at(change), message, hint: 'Declare a value that fits, or delete it, in the same change.' }];
  });
}

export function vdtNotKnown(input: GuardInput): Found[] {
  const untyped = keysWithoutType(input);
  const [first] = untyped;
  if (first === undefined) return [];
  const names = untyped.slice(0, MAX_NAMED).map(({ name }) => name);
  const more =
    untyped.length > names.length ? ` and ${counted(untyped.length - names.length, 'more key')}` : '';
  const message = `The server does not say which types its keys have, and these declare no \`vdt\`: ${names.join(', ')}${more}. A key that is there already becomes Text.`;
  // What was not applied from here is new, as far as anybody can tell.
  const severity = input.liveSource === 'baseline' && input.typesKnown ? 'warning' : 'refusal';
  const hint =
    severity === 'warning' ? 'Declare `vdt` for a key that others made.' : 'Declare `vdt` for each of them.';
  return [{ severity, ...(first.place && { place: first.place }), message, hint }];
}

/** So many are named one by one. */
const MAX_NAMED = 50;

/** Keys that the plan writes, and whose type is neither declared, nor read, nor recorded. */
function keysWithoutType(input: GuardInput): Key[] {
  const { changes, typesKnown, desired, live, liveSource, firstOf, absentKeys } = input;
  const isKnown = (id: string) =>
    absentKeys?.has(id) === true || (live.keys.has(id) && (isRead(liveSource) || typesKnown));
  if (input.isOffline || liveSource === 'export' || (!isRead(liveSource) && firstOf === 0)) return [];
  if (typesKnown && liveSource === 'pulls') return [];
  const written = changes.flatMap((change) =>
    change.kind === 'file' || change.action === 'delete' ? [] : [keyId(change.key)],
  );
  return [...new Set(written)].flatMap((id) => {
    const key = desired.keys.get(id);
    return key !== undefined && key.vdt === undefined && !isKnown(id) ? [key] : [];
  });
}

export function vdtOff({ settings, desired, live }: GuardInput): Found[] {
  const typed = [...desired.keys.values()].find(({ vdt }) => vdt !== undefined && vdt !== 'Text');
  if (settings.vdtEnabled || typed === undefined) return [];
  const kept = [...desired.keys].flatMap(([id, key]) => {
    const there = live.keys.get(id)?.vdt;
    return key.vdt === undefined || there === undefined || there === key.vdt
      ? []
      : [`${key.name} stays ${there}`];
  });
  const stays = kept.length === 0 ? '' : ` (${kept.slice(0, 5).join(', ')}${kept.length > 5 ? ', …' : ''})`;
  const message = `Value types are switched off in this repository: no value is checked, and the type of an existing key never changes${stays}.`;
  return [
    {
      ...(typed.place && { place: typed.place }),
      message,
      hint: 'Switch them on in the settings of the repository, or do not declare `vdt`.',
    },
  ];
}
