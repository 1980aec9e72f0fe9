// Rules about values that the server takes, and stores or renders otherwise than one might think (behaviour.md, sections 8 and 11).
import { contextId, contextIn } from '../../model/context.ts';
import type { ValueChange } from '../../model/plan.ts';
import { keyId } from '../../model/state.ts';
import { at, type Found, type GuardInput } from '../rule.ts';
import { valueChanges } from '../changes-by-kind.ts';

export function valueNormalised({ changes, desired, after }: GuardInput): Found[] {
  return written(changes).flatMap((change) => {
    if (isBlank(change.after) && after.keys.get(keyId(change.key))?.securityGroup !== undefined) {
      const message = `The value of ${change.key} in \`${change.context}\` is blank, which a security group with a cipher stores as the empty text.`;
      return [{ ...at(change), message, hint: 'Write `""`.' }];
    }
    const context = contextId(contextIn(change.context));
    const declared = desired.keys.get(keyId(change.key))?.values.get(context);
    if (declared === undefined || declared.unknown || declared.native || declared.text === change.after)
      return [];
    const message = `The server stores the value of ${change.key} in \`${change.context}\` in another form.`;
    const hint = change.secret ? 'Write it so.' : `Write it so: ${change.after}`;
    return [{ ...at(change), message, hint }];
  });
}

export function jsonInvalid({ changes }: GuardInput): Found[] {
  return written(changes).flatMap((change) => {
    if (change.vdt !== 'JSON' || change.after == null || isJson(change.after)) return [];
    const message = `The value of ${change.key} in \`${change.context}\` is not JSON; the server stores it all the same.`;
    return [{ ...at(change), message, hint: 'Correct it, or declare the key as Text.' }];
  });
}

export function valueNull({ changes, desired }: GuardInput): Found[] {
  return written(changes).flatMap((change) => {
    if (change.after !== null) return [];
    const context = contextId(contextIn(change.context));
    if (desired.keys.get(keyId(change.key))?.values.get(context)?.unknown) return [];
    const message = `The value of ${change.key} in \`${change.context}\` is null: files render it as the text \`null\`.`;
    return [{ ...at(change), message, hint: 'Write `""` for an empty text, or `opp: delete` for no value.' }];
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
