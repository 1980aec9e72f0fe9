// Rules about value types (behaviour.md, sections 7.3 and 8).
import { compareContexts, fullContext } from '../../model/context.ts';
import { keyId } from '../../model/state.ts';
import { valueProblem } from '../../model/vdt.ts';
import { at, type Found, type GuardInput, keys, values } from '../rule.ts';

export function valueType(input: GuardInput): Found[] {
  if (!input.settings.vdtEnabled) return [];
  return values(input.changes).flatMap((change) => {
    if (change.action === 'delete' || change.after == null) return [];
    const expected = valueProblem(change.vdt, change.after);
    if (expected === undefined) return [];
    const message = `The value of ${change.key} in \`${change.context}\` does not fit the key's type ${change.vdt}.`;
    return [{ ...at(change), message, hint: `Expected: ${expected}.` }];
  });
}

export function vdtLeavesBadValue({ changes, after, settings, target }: GuardInput): Found[] {
  if (!settings.vdtEnabled) return [];
  return keys(changes).flatMap((change) => {
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

export function vdtNotKnown({ changes, typesKnown, desired }: GuardInput): Found[] {
  if (typesKnown) return [];
  const names = new Set(
    changes.flatMap((change) => (change.kind === 'file' || change.action === 'delete' ? [] : [change.key])),
  );
  return [...names].flatMap((name) => {
    const key = desired.keys.get(keyId(name));
    if (key === undefined || key.vdt !== undefined) return [];
    const message = `The server does not let this project read the type of ${name}, and a push without it resets the type to Text.`;
    return [{ ...(key.place && { place: key.place }), message, hint: 'Declare its `vdt`, or give a token.' }];
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
