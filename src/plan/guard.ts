// Guards: what the server would refuse or silently do otherwise, known before anything is sent. One table of rules.
import { ELEMENT_NAME, EVERYWHERE, elementsOf } from '../model/context.ts';
import { nearest } from '../model/nearest.ts';
import {
  addressOf,
  type Change,
  type Finding,
  type FileChange,
  type KeyChange,
  type ValueChange,
} from '../model/plan.ts';
import { keyId, type State } from '../model/state.ts';
import { valueProblem } from '../model/vdt.ts';
import type { PlanInput } from './make-plan.ts';

export interface GuardInput extends PlanInput {
  /** The state after the push. */
  after: State;
  changes: readonly Change[];
}

interface Rule {
  code: string;
  severity: Finding['severity'];
  check: (input: GuardInput) => Omit<Finding, 'code' | 'severity'>[];
}

/** Each rule names the section of behaviour.md or the decision that it comes from. */
export const RULES: readonly Rule[] = [
  { code: 'max-deletes', severity: 'refusal', check: maxDeletes },
  { code: 'context-new', severity: 'refusal', check: contextNew }, // 6, 19
  { code: 'value-type', severity: 'refusal', check: valueType }, // 8
  { code: 'vdt-leaves-bad-value', severity: 'refusal', check: vdtLeavesBadValue }, // 8, 22
  { code: 'vdt-not-known', severity: 'refusal', check: vdtNotKnown }, // 7.3
  { code: 'vdt-off', severity: 'warning', check: vdtOff }, // 7.3
  { code: 'last-value', severity: 'refusal', check: lastValue }, // 9
  { code: 'secret-locked', severity: 'refusal', check: secretLocked }, // 12
  { code: 'duplicate-row', severity: 'refusal', check: duplicateRow }, // 17
  { code: 'file-new-key', severity: 'refusal', check: fileNewKey }, // 11
  { code: 'key-locked', severity: 'warning', check: keyLocked }, // 7.2
  { code: 'key-locks-itself', severity: 'warning', check: keyLocksItself }, // 7.2
];

export function guard(input: GuardInput): Finding[] {
  if (input.changes.length === 0) return [];
  return RULES.flatMap(({ code, severity, check }) =>
    check(input).map((finding) => ({ severity, code, ...finding })),
  );
}

function maxDeletes({ changes, maxDeletes: limit, force }: GuardInput): ReturnType<Rule['check']> {
  const deletes = changes.filter(
    (change) => change.action === 'delete' && (change.kind !== 'key' || change.values === 0),
  );
  if (force || deletes.length <= limit) return [];
  const message = `The plan deletes ${deletes.length} items, more than the limit of ${limit} (maxDeletes).`;
  return [{ message, hint: 'If that is meant, apply once with --force (input `force: true`).' }];
}

function contextNew({ changes, elements, allowNewContexts, target }: GuardInput): ReturnType<Rule['check']> {
  const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
  const reported = new Set<string>();
  return (elements === undefined ? [] : changes).flatMap((change) => {
    if (change.kind === 'key' || change.action === 'delete') return [];
    return elementsOf(change.context).flatMap((element, level) => {
      const known = elements?.[level];
      const id = `${level};${element.toLowerCase()}`;
      if (element === EVERYWHERE || !ELEMENT_NAME.test(element) || known === undefined || known.size === 0)
        return [];
      if (known.has(element.toLowerCase()) || allowed.has(element.toLowerCase()) || reported.has(id))
        return [];
      reported.add(id);
      const near = nearest(element, known);
      const message = `The level ${target.levels[level]} has no element \`${element}\`; a push would create it for ever.`;
      const add = `add it to \`allowNewContexts\` in confighub.yaml`;
      return [
        {
          ...at(change),
          message,
          hint: near === undefined ? `If it is new, ${add}.` : `Did you mean \`${near}\`? If not, ${add}.`,
        },
      ];
    });
  });
}

function valueType(input: GuardInput): ReturnType<Rule['check']> {
  if (!input.settings.vdtEnabled) return [];
  return values(input.changes).flatMap((change) => {
    if (change.action === 'delete' || change.after == null) return [];
    const expected = valueProblem(change.vdt, change.after);
    if (expected === undefined) return [];
    const message = `The value of ${change.key} in \`${change.context}\` does not fit the key's type ${change.vdt}.`;
    return [{ ...at(change), message, hint: `Expected: ${expected}.` }];
  });
}

function vdtLeavesBadValue({ changes, after, settings }: GuardInput): ReturnType<Rule['check']> {
  if (!settings.vdtEnabled) return [];
  return keys(changes).flatMap((change) => {
    const vdt = change.after?.vdt;
    if (change.action !== 'update' || vdt === undefined || vdt === change.before?.vdt) return [];
    const bad = [...(after.keys.get(keyId(change.key))?.values.values() ?? [])].filter(
      (value) => !value.unknown && valueProblem(vdt, value.text) !== undefined,
    );
    if (bad.length === 0) return [];
    const contexts = bad.map((value) => `\`${value.context}\``).join(', ');
    const message = `The type of ${change.key} becomes ${vdt}, but its value in ${contexts} does not fit that type.`;
    return [{ ...at(change), message, hint: 'Declare a value that fits, or delete it, in the same change.' }];
  });
}

function vdtNotKnown({ changes, typesKnown, desired }: GuardInput): ReturnType<Rule['check']> {
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

function vdtOff({ settings, desired, live }: GuardInput): ReturnType<Rule['check']> {
  if (settings.vdtEnabled) return [];
  return [...desired.keys].flatMap(([id, key]) => {
    const there = live.keys.get(id);
    if (key.vdt === undefined || there === undefined || key.vdt === there.vdt) return [];
    const message = `Value types are switched off in this repository: ${key.name} keeps the type ${there.vdt}.`;
    return [{ ...(key.place && { place: key.place }), message }];
  });
}

function lastValue({ changes, after, live }: GuardInput): ReturnType<Rule['check']> {
  const names = new Set(
    values(changes).flatMap((change) => (change.action === 'delete' ? [change.key] : [])),
  );
  return [...names].flatMap((name) => {
    const key = after.keys.get(keyId(name));
    if (key === undefined || key.values.size > 0 || (live.keys.get(keyId(name))?.inactive ?? 0) > 0)
      return [];
    const message = `${name} is declared, but would lose its last value, and with it the server drops the key.`;
    return [
      {
        ...(key.place && { place: key.place }),
        message,
        hint: 'Declare a value, or `opp: delete` for the key.',
      },
    ];
  });
}

function secretLocked({ changes, live }: GuardInput): ReturnType<Rule['check']> {
  return changes.flatMap((change) => {
    const group = (change.kind === 'file' ? liveFile(live, change) : live.keys.get(keyId(change.key)))
      ?.securityGroup;
    if (group === undefined || (change.kind === 'key' && change.values > 0)) return [];
    const message = `${addressOf(change)} belongs to the security group ${group}, which this version cannot write.`;
    return [{ ...at(change), message, hint: 'Leave it out of the files; the server keeps what it has.' }];
  });
}

function duplicateRow({ changes, live }: GuardInput): ReturnType<Rule['check']> {
  return changes.flatMap((change) => {
    if (change.kind === 'key') return [];
    const item = change.kind === 'file' ? liveFile(live, change) : liveValue(live, change);
    if (!item?.duplicates) return [];
    const what = change.kind === 'file' ? 'file' : 'value';
    const message = `The server holds ${item.duplicates + 1} active rows of this ${what}: ${addressOf(change)} in \`${change.context}\`.`;
    return [
      { ...at(change), message, hint: "Delete the surplus in the server's own pages, then plan again." },
    ];
  });
}

const PLACEHOLDER = /(?<!\\)\$\{\s*([[\]()*\-._+a-zA-Z0-9]+)\s*\}/g;

function fileNewKey({ changes, live, liveSource }: GuardInput): ReturnType<Rule['check']> {
  // Only the export shows every key; without it the server's own refusal is the first word.
  return (liveSource === 'export' ? changes : []).flatMap((change) => {
    if (change.kind !== 'file' || change.after === undefined) return [];
    const names = new Set([...change.after.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''));
    const missing = [...names].filter((name) => !live.keys.has(keyId(name)));
    if (missing.length === 0) return [];
    const message = `The file ${change.path} names keys that the server does not have yet: ${missing.join(', ')}.`;
    return [
      {
        ...at(change),
        message,
        hint: 'Apply the keys first, then the file: the server takes them only in this order.',
      },
    ];
  });
}

function keyLocked({ changes, live }: GuardInput): ReturnType<Rule['check']> {
  const names = new Set(changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key])));
  return [...names].flatMap((name) => {
    const there = live.keys.get(keyId(name));
    if (there?.push !== false) return [];
    const message = `${name} is locked on the server (\`push: false\`).`;
    return [
      {
        ...(there.place && { place: there.place }),
        message,
        hint: 'The server refuses the whole push unless the token may force it.',
      },
    ];
  });
}

function keyLocksItself({ changes }: GuardInput): ReturnType<Rule['check']> {
  return keys(changes).flatMap((change) => {
    if (change.after?.push !== false || change.before?.push === false) return [];
    const message = `\`push: false\` locks ${change.key}: afterwards only a token that may force can change it.`;
    return [{ ...at(change), message }];
  });
}

function at(change: Change): Pick<Finding, 'place'> {
  return change.place === undefined ? {} : { place: change.place };
}

function keys(changes: readonly Change[]): KeyChange[] {
  return changes.filter((change) => change.kind === 'key');
}

function values(changes: readonly Change[]): ValueChange[] {
  return changes.filter((change) => change.kind === 'value');
}

function liveValue(live: State, change: ValueChange): { duplicates?: number } | undefined {
  const context = elementsOf(change.context).every((element) => element === '*')
    ? '*'
    : change.context.toLowerCase();
  return live.keys.get(keyId(change.key))?.values.get(context);
}

function liveFile(
  live: State,
  change: FileChange,
): { duplicates?: number; securityGroup?: string } | undefined {
  const context = elementsOf(change.context).every((element) => element === '*')
    ? '*'
    : change.context.toLowerCase();
  return live.files.get(`${change.path}\0${context}`);
}
