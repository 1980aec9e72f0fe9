// Rules about values, their types and their contexts (behaviour.md, sections 6, 7.3, 8, 9 and 11).
import { attempt } from '../../lib/attempt.ts';
import { firstOfEach } from '../../lib/collections.ts';
import { listed, nearest, someOf } from '../../lib/text.ts';
import {
  compareContexts,
  ELEMENT_NAME,
  elementsOf,
  EVERYWHERE,
  fullContext,
} from '../../model/context.ts';
import {
  type Change,
  holdsSecret,
  isRead,
  keyChanges,
  type RowChange,
  rowChanges,
  valueChanges,
} from '../../model/plan.ts';
import { mayRead } from '../../model/server-reads.ts';
import { type Item, keyId, keysIn } from '../../model/state.ts';
import { valueProblem } from '../../semantics/value-types.ts';
import { find } from '../find-item.ts';
import {
  APPROVABLE,
  placedAt,
  findingsAt,
  type GuardInput,
  type PlanRule,
  type RuleFinding,
} from './rule.ts';

export const VALUE_RULES: readonly PlanRule[] = [
  { code: 'vdt-not-known', ...APPROVABLE, check: vdtNotKnown },
  {
    code: 'vdt-leaves-bad-value',
    severity: 'refusal',
    advice: 'In the same change, declare a value that fits, or delete the value.',
    check: vdtLeavesBadValue,
  },
  {
    code: 'vdt-off',
    severity: 'warning',
    advice:
      'Enable value types in the repository settings on the server, or remove `vdt` from the files.',
    check: vdtOff,
  },
  {
    code: 'value-type',
    severity: 'refusal',
    check: valueType,
  },
  {
    code: 'value-normalized',
    severity: 'warning',
    advice: 'Declare it in the stored form.',
    check: valueNormalized,
  },
  {
    code: 'json-invalid',
    severity: 'warning',
    advice: 'Correct it, or declare the key as Text.',
    check: jsonInvalid,
  },
  {
    code: 'value-null',
    severity: 'warning',
    advice: 'Write `""` for an empty text, or `opp: delete` for no value.',
    check: valueNull,
  },
  { code: 'context-new', severity: 'refusal', check: contextNew },
];

function valueType({ server: { settings }, changes, stage }: GuardInput): RuleFinding[] {
  if (!settings.vdtEnabled) return [];
  return findingsAt(written(changes), ({ name, context, vdt = 'Text', after = null }) => {
    const expected = valueProblem(vdt, after);
    if (expected === undefined || stage?.laterTypes.has(keyId(name))) return undefined;
    const message = `The value of ${name} in \`${context}\` does not fit the key's type ${vdt}.`;
    return { message, hint: `Expected: ${expected}.` };
  });
}

function vdtLeavesBadValue({
  changes,
  after,
  server: { settings },
  target,
}: GuardInput): RuleFinding[] {
  if (!settings.vdtEnabled) return [];
  return findingsAt(keyChanges(changes), (change) => {
    const vdt = change.after?.vdt;
    if (change.action !== 'update' || vdt === undefined || vdt === change.before?.vdt)
      return undefined;
    const rows = find(after, change).item?.rows.values() ?? [];
    const unfitting = [...rows].filter(
      ({ unknown, text }) => !unknown && valueProblem(vdt, text) !== undefined,
    );
    if (unfitting.length === 0) return undefined;
    const contexts = unfitting
      .map(({ context }) => context)
      .sort(compareContexts)
      .map((context) => `\`${fullContext(context, target.levels.length)}\``)
      .join(', ');
    return `The type of ${change.name} becomes ${vdt}, but its value in ${contexts} does not fit that type.`;
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
  const why = mayRead(input.server.reads, 'keyData')
    ? 'The server does not report the types of its keys'
    : `With \`reads: ${input.server.reads}\`, the types of the keys on the server are not read`;
  const message = `${why}, and the files do not declare the type (\`vdt\`) of these keys: ${names}. Those of them that already exist would become Text.`;
  // A key that was not applied from here is probably new.
  if (input.liveSource === 'last-applied' && input.server.typesKnown)
    return [
      {
        ...placedAt(first),
        severity: 'warning',
        message,
        hint: 'Declare the type (`vdt`) of keys that others created.',
      },
    ];
  return [
    {
      ...placedAt(first),
      message,
      hint: 'Declare the type of each of them, for example: `{ vdt: Integer, value: 1 }`.',
    },
  ];
}

/** Keys that the plan writes, and whose type is neither declared, nor read, nor recorded. */
function keysWithoutType(input: GuardInput): Item[] {
  const { changes, desired, live, liveSource, server } = input;
  const { typesKnown, firstOf, absentKeys } = server;
  const isKnown = (id: string) =>
    absentKeys?.has(id) === true || (live.items.has(id) && (isRead(liveSource) || typesKnown));
  if (
    input.purpose === 'offline' ||
    liveSource === 'export' ||
    (!isRead(liveSource) && firstOf === 0)
  )
    return [];
  if (typesKnown && liveSource === 'pulls') return [];
  const written = changes.flatMap((change) =>
    change.kind === 'file' || change.action === 'delete' ? [] : [keyId(change.name)],
  );
  return [...new Set(written)].flatMap((id) => {
    const key = desired.items.get(id);
    return key !== undefined && key.vdt === undefined && !isKnown(id) ? [key] : [];
  });
}

function vdtOff({ server: { settings }, desired, live }: GuardInput): RuleFinding[] {
  const typed = keysIn(desired).find(({ vdt }) => vdt !== undefined && vdt !== 'Text');
  if (settings.vdtEnabled || typed === undefined) return [];
  const unchangedTypes = [...desired.items].flatMap(([id, { name, vdt }]) => {
    const before = live.items.get(id)?.vdt;
    return vdt === undefined || before === undefined || before === vdt
      ? []
      : [`${name} stays ${before}`];
  });
  const examples =
    unchangedTypes.length === 0
      ? ''
      : ` (${unchangedTypes.slice(0, 5).join(', ')}${unchangedTypes.length > 5 ? ', …' : ''})`;
  const message = `Value types are disabled in this configuration repository: values are not checked, and the type of an existing key never changes${examples}.`;
  return [{ ...placedAt(typed), message }];
}

function valueNormalized({ changes, desired, after }: GuardInput): RuleFinding[] {
  return findingsAt(written(changes), (change) => {
    const isOnlySpaces = change.after != null && change.after !== '' && change.after.trim() === '';
    if (isOnlySpaces && find(after, change).item?.securityGroup !== undefined) {
      const message = `The value of ${change.name} in \`${change.context}\` contains only spaces; a security group with a cipher stores it as an empty text.`;
      return { message, hint: 'Write `""`.' };
    }
    const declared = find(desired, change).row;
    if (!declared || declared.unknown || declared.native || declared.text === change.after)
      return undefined;
    const message = `The server stores the value of ${change.name} in \`${change.context}\` in a different form.`;
    return { message, hint: holdsSecret(change) ? undefined : `Declare it as: ${change.after}` };
  });
}

function jsonInvalid({ changes }: GuardInput): RuleFinding[] {
  return findingsAt(written(changes), ({ name, context, vdt, after }) => {
    if (vdt !== 'JSON' || after == null || attempt(() => JSON.parse(after)) !== undefined)
      return undefined;
    return `The value of ${name} in \`${context}\` is not valid JSON; the server stores it anyway.`;
  });
}

function valueNull({ changes, desired }: GuardInput): RuleFinding[] {
  return findingsAt(written(changes), (change) => {
    if (change.after !== null || find(desired, change).row?.unknown) return undefined;
    return `The value of ${change.name} in \`${change.context}\` is null: files render it as the text \`null\`.`;
  });
}

function written(changes: GuardInput['changes']): RowChange[] {
  return valueChanges(changes).filter((change) => change.action !== 'delete');
}

/** A push creates every element that it names, and nothing deletes elements (behaviour.md, section 6). */
function contextNew({ changes, server: { elements }, policy, target }: GuardInput): RuleFinding[] {
  if (elements === undefined) return [];
  const { allowNewContexts } = policy;
  const firstChanges = contextsIn(changes);
  const disordered = findingsAt(firstChanges, ({ context }) => {
    const disorder = disorderIn(context, elements, allowNewContexts);
    if (disorder === undefined) return undefined;
    const message = `The elements of \`${context}\` are in the wrong order: the levels are ${target.levels.join(';')}.`;
    const names = listed(disorder.created.map((element) => `\`${element}\``));
    const hint = `Write \`${disorder.ordered}\`. If the order is right, add ${names} to \`allowNewContexts\` in confighub.yaml.`;
    return { message, hint };
  });
  const unknown = newElements(changes, elements, policy)
    .filter((element) => isQuestioned(element, elements, allowedIn(policy)))
    .map((named) => ({
      ...named,
      near: nearest(named.element, elements[named.level]?.values() ?? []),
    }));
  // One line to paste, without what is probably an error.
  const added = unknown.filter(({ near }) => near === undefined).map(({ element }) => element);
  const setting = `allowNewContexts: [${[...new Set([...allowNewContexts, ...added])].join(', ')}]`;
  const hintToAdd = `If ${added.length === 1 ? 'it is' : 'they are'} new, write \`${setting}\` in confighub.yaml.`;
  const creations = unknown.map(({ change, element, level, near }) => {
    const message = `This would permanently create ${elementsText([element], target.levels[level])}.`;
    const hintToCorrect = `Did you mean \`${near}\`? If not, add \`${element}\` to \`allowNewContexts\` in confighub.yaml.`;
    return { ...placedAt(change), message, hint: near === undefined ? hintToAdd : hintToCorrect };
  });
  return [...disordered, ...creations];
}

/** The first written change in each context. */
function contextsIn(changes: readonly Change[]): RowChange[] {
  const rows = rowChanges(changes).filter(({ action }) => action !== 'delete');
  return firstOfEach(rows, ({ context }) => context);
}

type NewElements = NonNullable<GuardInput['server']['elements']>;

interface NewElement {
  change: RowChange;
  element: string;
  level: number;
}

/** Those that the server does not have, each once. */
function newElements(
  changes: readonly Change[],
  elements: NewElements,
  { allowNewContexts }: GuardInput['policy'],
): NewElement[] {
  const named = contextsIn(changes)
    .filter(({ context }) => disorderIn(context, elements, allowNewContexts) === undefined)
    .flatMap((change) =>
      elementsOf(change.context).map((element, level) => ({ change, element, level })),
    );
  const distinct = firstOfEach(named, ({ element, level }) => `${level};${element.toLowerCase()}`);
  return distinct.filter(
    ({ element, level }) =>
      ELEMENT_NAME.test(element) && elements[level]?.has(element.toLowerCase()) === false,
  );
}

/** A name on a level that has none yet cannot be a misspelled one. */
function isQuestioned(
  { element, level }: Omit<NewElement, 'change'>,
  elements: NewElements,
  allowed: readonly string[],
): boolean {
  return elements[level]?.size !== 0 && !isNamedIn(allowed, element);
}

function isNamedIn(names: readonly string[], element: string): boolean {
  return names.some((name) => name.toLowerCase() === element.toLowerCase());
}

function allowedIn({ allowNewContexts, stageElements = [] }: GuardInput['policy']): string[] {
  return [...allowNewContexts, ...stageElements];
}

function elementsText(created: readonly string[], level = ''): string {
  const names = listed(created.map((element) => `\`${element}\``));
  return `the element${created.length === 1 ? '' : 's'} ${names} of ${level}`;
}

/** What a plan says of new elements that are not refused. */
export function newElementNotes(
  changes: readonly Change[],
  { server, target, policy }: Pick<GuardInput, 'server' | 'target' | 'policy'>,
): string[] {
  const { elements } = server;
  if (elements === undefined) return [];
  const created = newElements(changes, elements, policy).filter(
    (element) => !isQuestioned(element, elements, allowedIn(policy)),
  );
  return target.levels.flatMap((name, level) => {
    const names = created
      .filter((element) => element.level === level)
      .map(({ element }) => element);
    return names.length === 0 ? [] : `An apply permanently creates ${elementsText(names, name)}.`;
  });
}

/**
 * Of a context with elements that only other levels have: the context in their order, and the elements that it would
 * create as it is written. `undefined` if no level has one of its elements, or if what it would create is allowed.
 */
function disorderIn(
  context: string,
  elements: NewElements,
  allowNewContexts: readonly string[],
): { ordered: string; created: string[] } | undefined {
  const ordered = elements.map(() => EVERYWHERE as string);
  const created: string[] = [];
  for (const [level, element] of elementsOf(context).entries()) {
    if (element === EVERYWHERE) continue;
    const id = element.toLowerCase();
    const levelWithIt = elements.findIndex(
      (names, i) => ordered[i] === EVERYWHERE && names.has(id),
    );
    if (levelWithIt < 0) return undefined;
    ordered[levelWithIt] = element;
    const isNew = elements[level]?.has(id) !== true;
    if (isNew && !isNamedIn(allowNewContexts, element)) created.push(element);
  }
  return created.length === 0 ? undefined : { ordered: ordered.join(';'), created };
}
