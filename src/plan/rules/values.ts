// Rules about value types and values (behaviour.md, sections 7.3, 8, 9 and 11).
import { someOf } from '../../lib/text.ts';
import { compareContexts, fullContext } from '../../model/context.ts';
import { holdsSecret, isRead, type ValueChange } from '../../model/plan.ts';
import { type Key, keyId } from '../../model/state.ts';
import { valueProblem } from '../../semantics/value-types.ts';
import { keyChanges, valueChanges } from '../diff.ts';
import { findItem } from '../find-item.ts';
import { at, AVOIDED, type GuardInput, IN_FILES, type RuleFinding, type RuleGroup } from './rule.ts';

export const VALUE_RULES: RuleGroup = {
  title: 'Types and values',
  rules: [
    {
      code: 'unknown-vdt',
      ...IN_FILES,
      detects: 'declares a type that is not one of the twelve',
      server: 'gives the key the type Text',
      advice: 'Correct the type.',
    },
    {
      code: 'vdt-not-known',
      severity: 'refusal',
      found: 'plan',
      isApprovable: true,
      detects: 'could reset the type of a key, because neither the files nor the server state it',
      server: 'gives the key the type Text',
      advice: 'Declare its `vdt`.',
      check: vdtNotKnown,
    },
    {
      code: 'vdt-leaves-bad-value',
      severity: 'refusal',
      found: 'plan',
      detects: 'changes the type of a key but leaves a value that does not fit it',
      server: 'does not check, and for Map and List fails every read of that context',
      advice: 'In the same change, declare a value that fits, or delete the value.',
      check: vdtLeavesBadValue,
    },
    {
      code: 'vdt-off',
      severity: 'warning',
      found: 'plan',
      detects: 'declares types in a repository where value types are disabled',
      server: 'never changes the type of a key, and does not check values',
      advice: 'Enable value types in the repository settings, or do not declare `vdt`.',
      check: vdtOff,
    },
    {
      code: 'vdt-held-by-delete',
      ...AVOIDED,
      detects: 'changes the type of a key and deletes one of its values',
      server: 'keeps the old type',
      advice: 'Deletions are sent in a separate entry.',
    },
    {
      code: 'value-type',
      severity: 'refusal',
      found: 'files and plan',
      detects: 'writes a value that does not fit the type of its key',
      server: 'refuses the push',
      advice: 'Correct the value or the type.',
      check: valueType,
    },
    {
      code: 'vdt-required',
      ...IN_FILES,
      detects: 'declares a mapping or a list for a key whose type is not Map, List or JSON',
      server: 'refuses values that are not text',
      advice: 'Declare `vdt: Map`, `vdt: List` or `vdt: JSON`.',
    },
    {
      code: 'native-json',
      ...AVOIDED,
      detects: 'writes a mapping or a list',
      server: 'refuses it, or splits it up',
      advice: 'Values are always sent as text.',
    },
    {
      code: 'value-object',
      ...IN_FILES,
      detects: 'gives a value or a file no content, or more than one',
      server: 'empties a file without content, and sets a value without text to null',
      advice: 'Declare exactly one of `value` (or `content`), `path`, `env` and `opp: delete`.',
    },
    {
      code: 'missing-field',
      ...IN_FILES,
      detects: 'omits the name, the context or the text of an entry in `data`',
      server: 'refuses the push, empties the file, or sets the value to null',
      advice: 'Add the missing field.',
    },
    {
      code: 'bad-text',
      ...IN_FILES,
      detects: 'writes text that contains a NUL character',
      server: 'refuses the push',
      advice: 'Remove the character.',
    },
    {
      code: 'deactivate',
      ...IN_FILES,
      detects: 'declares a value or a file inactive',
      server: 'never finds it again, and creates another one the next time',
      advice: 'Use `opp: delete` to delete it.',
    },
    {
      code: 'duplicate-value',
      ...IN_FILES,
      detects: 'declares a value twice for one context',
      server: 'accepts both, and the last one wins',
      advice: 'Remove one of the two.',
    },
    {
      code: 'double-touch',
      ...AVOIDED,
      detects: 'both writes and deletes a value',
      server: 'undoes the deletion',
      advice: 'Each value and file is sent only once in a push.',
    },
    {
      code: 'delete-before-upsert',
      ...AVOIDED,
      detects: 'moves the only value of a key to another context',
      server: 'deletes the key with its last value, and refuses the rest',
      advice: 'New values are sent before deletions.',
    },
    {
      code: 'value-normalised',
      severity: 'warning',
      found: 'plan',
      detects: 'writes a value that the server stores in a different form',
      server: 'stores `0.5` for `.5`, and `{}` or `[]` for an empty text',
      advice: 'Declare it in the stored form.',
      check: valueNormalised,
    },
    {
      code: 'json-invalid',
      severity: 'warning',
      found: 'plan',
      detects: 'writes a value of type JSON that is not JSON',
      server: 'stores nearly any text',
      advice: 'Correct it, or declare the key as Text.',
      check: jsonInvalid,
    },
    {
      code: 'value-null',
      severity: 'warning',
      found: 'plan',
      detects: 'writes null',
      server: 'renders it in files as the text `null`',
      advice: 'Write `""` for an empty text, or `opp: delete` for no value.',
      check: valueNull,
    },
  ],
};

function valueType({ settings, changes }: GuardInput): RuleFinding[] {
  if (!settings.vdtEnabled) return [];
  return valueChanges(changes).flatMap((change) => {
    if (change.action === 'delete' || change.after == null) return [];
    const expected = valueProblem(change.vdt, change.after);
    if (expected === undefined) return [];
    const message = `The value of ${change.key} in \`${change.context}\` does not fit the key's type ${change.vdt}.`;
    return [{ ...at(change), message, hint: `Expected: ${expected}.` }];
  });
}

function vdtLeavesBadValue({ changes, after, settings, target }: GuardInput): RuleFinding[] {
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
    return [{ ...at(change), message }];
  });
}

/** Keys named one by one in a message. */
const MAX_NAMED = 50;

function vdtNotKnown(input: GuardInput): RuleFinding[] {
  const untyped = keysWithoutType(input);
  const [first] = untyped;
  if (first === undefined) return [];
  const names = someOf(
    untyped.map(({ name }) => name),
    { most: MAX_NAMED, noun: 'key' },
  );
  const message = `The server does not report the types of its keys, and these keys declare no \`vdt\`: ${names}. Keys that already exist would become Text.`;
  // A key that was not applied from here is probably new.
  if (input.liveSource === 'baseline' && input.typesKnown)
    return [{ ...at(first), severity: 'warning', message, hint: 'Declare `vdt` for keys that others created.' }];
  return [{ ...at(first), message, hint: 'Declare `vdt` for each of them.' }];
}

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

function vdtOff({ settings, desired, live }: GuardInput): RuleFinding[] {
  const typed = [...desired.keys.values()].find(({ vdt }) => vdt !== undefined && vdt !== 'Text');
  if (settings.vdtEnabled || typed === undefined) return [];
  const kept = [...desired.keys].flatMap(([id, { name, vdt }]) => {
    const before = live.keys.get(id)?.vdt;
    return vdt === undefined || before === undefined || before === vdt ? [] : [`${name} stays ${before}`];
  });
  const stays = kept.length === 0 ? '' : ` (${kept.slice(0, 5).join(', ')}${kept.length > 5 ? ', …' : ''})`;
  const message = `Value types are disabled in this repository: values are not checked, and the type of an existing key never changes${stays}.`;
  return [{ ...at(typed), message }];
}

function valueNormalised({ changes, desired, after }: GuardInput): RuleFinding[] {
  return written(changes).flatMap((change) => {
    if (isBlank(change.after) && after.keys.get(keyId(change.key))?.securityGroup !== undefined) {
      const message = `The value of ${change.key} in \`${change.context}\` is blank; a security group with a cipher stores it as empty text.`;
      return [{ ...at(change), message, hint: 'Write `""`.' }];
    }
    const declared = findItem(desired, change).item;
    if (declared === undefined || declared.unknown || declared.native || declared.text === change.after) return [];
    const message = `The server stores the value of ${change.key} in \`${change.context}\` in a different form.`;
    const hint = holdsSecret(change) ? undefined : `Declare it as: ${change.after}`;
    return [{ ...at(change), message, hint }];
  });
}

function jsonInvalid({ changes }: GuardInput): RuleFinding[] {
  return written(changes).flatMap((change) => {
    if (change.vdt !== 'JSON' || change.after == null || isJson(change.after)) return [];
    const message = `The value of ${change.key} in \`${change.context}\` is not valid JSON; the server stores it anyway.`;
    return [{ ...at(change), message }];
  });
}

function valueNull({ changes, desired }: GuardInput): RuleFinding[] {
  return written(changes).flatMap((change) => {
    if (change.after !== null || findItem(desired, change).item?.unknown) return [];
    const message = `The value of ${change.key} in \`${change.context}\` is null: files render it as the text \`null\`.`;
    return [{ ...at(change), message }];
  });
}

function isBlank(text: string | null | undefined): boolean {
  return text != null && text !== '' && text.trim() === '';
}

function written(changes: GuardInput['changes']): ValueChange[] {
  return valueChanges(changes).filter((change) => change.action !== 'delete');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
