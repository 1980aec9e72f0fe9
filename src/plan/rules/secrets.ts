// Rules about items of security groups (behaviour.md, section 12).
import { firstOfEach } from '../../lib/collections.ts';
import { type Change, type KeyChange, type RowChange, valueChanges } from '../../model/plan.ts';
import { groupOf, isFilePath, isParsed, keyId, rowAt, rowsIn } from '../../model/state.ts';
import { tokenOf } from '../../model/targets.ts';
import { looksSealed } from '../../semantics/ciphers.ts';
import { firstOfEachKey } from '../diff.ts';
import { changeId, find } from '../find-item.ts';
import {
  placedAt,
  findingsAt,
  type GuardInput,
  type PlanRule,
  type RuleFinding,
  writtenFiles,
} from './rule.ts';

export const SECRET_RULES: readonly PlanRule[] = [
  {
    code: 'secret-in-clear',
    severity: 'refusal',
    check: secretInClear,
  },
  {
    code: 'secret-locked',
    severity: 'refusal',
    advice: 'Use a token that carries the group.',
    check: secretLocked,
  },
  {
    code: 'secret-regroup',
    severity: 'refusal',
    check: (input) => [...unconfirmedGroups(input), ...regrouped(input)],
  },
  {
    code: 'group-password-missing',
    severity: 'refusal',
    check: groupPasswordMissing,
  },
  {
    code: 'security-off',
    severity: 'warning',
    advice: 'Enable security in the repository settings on the server first.',
    check: securityOff,
  },
  {
    code: 'secret-no-cipher',
    severity: 'warning',
    advice: 'Set a cipher for the group on the server.',
    check: secretNoCipher,
  },
  {
    code: 'secret-in-file',
    severity: 'warning',
    check: secretInFile,
  },
  {
    code: 'secret-map',
    severity: 'warning',
    advice: 'Declare it as Text or JSON.',
    check: secretMap,
  },
];

function secretInClear(input: GuardInput): RuleFinding[] {
  return newInGroup(input).flatMap(({ change, group, isExisting }) => {
    if (isExisting || input.secrets.passwordOf(group) !== undefined) return [];
    const kind = change.kind === 'file' ? 'file' : 'key';
    const message = `The ${kind} ${change.name} would be put into the security group ${group}, but the password of this group is not given: the server would store the value unencrypted.`;
    return [{ ...placedAt(change), message, hint: passwordHint(group) }];
  });
}

/** Reads reveal which groups a token carries: the server returns items of other groups encrypted. */
function secretLocked(input: GuardInput): RuleFinding[] {
  if (input.liveSource === 'base') return [];
  // Metadata of a secured key, and references to files, can be written without its password.
  const guarded = input.changes.filter(
    (change) => change.action === 'delete' || (change.kind === 'value' && !isFilePath(change.vdt)),
  );
  return findingsAt(firstOfEachKey(guarded), (change) => {
    const { securityGroup: group, sealed } = find(input.live, change).item ?? {};
    if (group === undefined) return undefined;
    if (sealed)
      return `${change.name} belongs to the security group ${group}, which the token does not carry: the server returns the key encrypted, and would reject the push.`;
    const message = `${change.name} belongs to the security group ${group}: the server accepts the push only with a token that carries this group.`;
    if (!input.server.hasToken) {
      const token = tokenOf({ name: input.target.declaredAs, isStage: input.stage !== undefined });
      return { message, hint: `Provide such a token (${token}).` };
    }
    const isReadable =
      !change.rewritten ||
      input.liveSource !== 'export' ||
      input.secrets.passwordOf(group) === undefined;
    const hint = isReadable
      ? 'It is not known whether this token carries it.'
      : `The password for ${group} does not decrypt what the server has: it may be wrong.`;
    return { severity: 'warning', message, hint };
  });
}

/** A written value would be stored unencrypted if its key is not in the declared group. */
function unconfirmedGroups(input: GuardInput): RuleFinding[] {
  const written = valueChanges(input.changes).filter(({ action }) => action !== 'delete');
  return findingsAt(firstOfEachKey(written), (change) => {
    const { groupPresumed, securityGroup } = find(input.live, change).item ?? {};
    return groupPresumed && groupUnknown(change.name, securityGroup);
  });
}

function groupUnknown(name: string, group = ''): { message: string; hint: string } {
  return {
    message: `${name} exists, but it is not known whether it is in the security group ${group}.`,
    hint: 'If it is, omit `securityGroup`: the key keeps its group.',
  };
}

function regrouped(input: GuardInput): RuleFinding[] {
  return newInGroup(input).flatMap(({ change, group, isExisting }) => {
    if (!isExisting || input.liveSource === 'base') return [];
    const name = change.name;
    if (input.liveSource !== 'export' && change.kind === 'key' && !change.before?.securityGroup)
      return [{ ...placedAt(change), ...groupUnknown(name, group) }];
    const message = `${name} cannot be moved to the security group ${group}: the server rejects this for an item that already has a value or another group.`;
    const hint = 'Delete it (`opp: delete`) and apply, then declare it again in the group.';
    return [{ ...placedAt(change), message, hint }];
  });
}

function groupPasswordMissing({
  changes,
  live,
  secrets: { passwordOf },
}: GuardInput): RuleFinding[] {
  return findingsAt(writtenFiles(changes), (change) => {
    const group = find(live, change).row?.securityGroup;
    if (group === undefined || passwordOf(group) !== undefined) return undefined;
    const message = `The file ${change.name} is in the security group ${group}, but the password of this group is not given: without it, the server accepts no content.`;
    return { message, hint: passwordHint(group) };
  });
}

function secretInFile({ secrets: { clearText }, changes }: GuardInput): RuleFinding[] {
  if (clearText === undefined) return [];
  const { findings, isCompared } = clearText;
  const changed = new Set(isCompared ? [] : changes.map(changeId));
  return [...findings].flatMap(([id, finding]) => (isCompared || changed.has(id) ? [finding] : []));
}

function secretMap(input: GuardInput): RuleFinding[] {
  const maps = valueChanges(input.changes).filter(
    ({ action, vdt }) => action !== 'delete' && isParsed(vdt),
  );
  return findingsAt(firstOfEachKey(maps), (change) => {
    const group = groupAfter(input, change);
    return (
      group &&
      `${change.name} is a ${change.vdt} in the security group ${group}: if the group has a cipher, every pull without its password fails.`
    );
  });
}

function securityOff(input: GuardInput): RuleFinding[] {
  const [first] = input.server.settings.securityEnabled === false ? written(input) : [];
  if (first === undefined) return [];
  const message = `Security is disabled in this configuration repository: items of the security group ${first.group} are stored unencrypted.`;
  return [{ ...placedAt(first.change), message }];
}

function secretNoCipher(input: GuardInput): RuleFinding[] {
  if (input.liveSource !== 'export' || input.server.settings.securityEnabled === false) return [];
  const clear = unencryptedGroups(input);
  return firstOfEach(written(input), ({ group }) => group).flatMap(({ group, change }) => {
    if (!clear.has(group)) return [];
    const message = `The security group ${group} has no cipher: the server returns its items unencrypted to everyone with read access.`;
    return [{ ...placedAt(change), message }];
  });
}

function passwordHint(group: string): string {
  const variable = `PASSWORD_OF_${group.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
  return `Put the password into an environment variable, and write the name of the variable in confighub.yaml, for example: \`passwords: { ${group}: { env: ${variable} } }\`.`;
}

interface GroupChange {
  change: KeyChange | RowChange;
  group: string;
  /** The server does not move an existing item: it must be deleted and created again. */
  isExisting: boolean;
}

/** Items that this plan puts into a group they are not in yet. */
function newInGroup({ changes, live, liveSource }: GuardInput): GroupChange[] {
  return changes.flatMap((change): GroupChange[] => {
    if (change.kind === 'value' || change.after === undefined) return [];
    const { item, row } = find(live, change);
    const isKey = change.kind === 'key';
    const group = isKey ? change.after.securityGroup : change.securityGroup;
    const before = isKey ? change.before?.securityGroup : row?.securityGroup;
    if (group === undefined || group === before) return [];
    const isEmpty = !item?.rows.size && !item?.inactive && liveSource === 'export';
    return [
      {
        change,
        group,
        isExisting: isKey ? change.action === 'update' && !isEmpty : before !== undefined,
      },
    ];
  });
}

/** All items in groups that the plan writes. */
function written(input: GuardInput): { change: Change; group: string }[] {
  return input.changes.flatMap((change) => {
    const group = change.action === 'delete' ? undefined : groupAfter(input, change);
    return group === undefined ? [] : [{ change, group }];
  });
}

function groupAfter({ after }: GuardInput, change: Change): string | undefined {
  return change.kind === 'file'
    ? change.securityGroup
    : after.items.get(keyId(change.name))?.securityGroup;
}

/** Groups for which the server returns text that no cipher produces, or exactly the declared text. */
function unencryptedGroups({ live, desired }: GuardInput): ReadonlySet<string> {
  const isClear = (shown: string | null, declared: string | null | undefined) =>
    shown !== null && (!looksSealed(shown) || shown === declared);
  const groups = new Set<string>();
  for (const { id, item, context, row } of rowsIn(live)) {
    const group = groupOf(item, row);
    if (group === undefined || isFilePath(item.vdt)) continue;
    if (isClear(row.text, rowAt(desired, { id, context })?.text)) groups.add(group);
  }
  return groups;
}
