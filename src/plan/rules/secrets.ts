// Rules about items of security groups (behaviour.md, section 12).
import { contextId } from '../../model/context.ts';
import { addressOf, type Change, type FileChange, type KeyChange } from '../../model/plan.ts';
import { type Key, keyId } from '../../model/state.ts';
import { looksSealed } from '../../semantics/ciphers.ts';
import { firstOfEachKey, keyChanges, valueChanges } from '../diff.ts';
import {
  at,
  type RuleFinding,
  type GuardInput,
  liveFile,
  liveKey,
  type RuleGroup,
  writtenFiles,
} from './rule.ts';

export const SECRET_RULES: RuleGroup = {
  title: 'Security groups',
  rules: [
    {
      code: 'secret-in-clear',
      severity: 'refusal',
      found: 'plan',
      detects: 'brings an item into a security group whose password is not known',
      server: 'stores it in the clear, without a word',
      advice: 'Give the password: `passwords: { <group>: { env: … } }` in confighub.yaml.',
      check: secretInClear,
    },
    {
      code: 'cipher-text',
      severity: 'refusal',
      found: 'files',
      detects: 'holds a text that the server has encrypted already',
      server: 'encrypts it once more',
      advice: 'Declare the clear text with `{ env: … }`.',
    },
    {
      code: 'password-in-file',
      severity: 'refusal',
      found: 'files',
      isPolicy: true,
      detects: 'stands beside a password that is written into a file',
      server: 'would take it, and so would everybody who reads the repository',
      advice: 'Name a variable: `passwords: { <group>: { env: … } }`.',
    },
    {
      code: 'secret-locked',
      severity: 'refusal',
      found: 'plan',
      detects:
        'touches a key of a security group without a token, or with one that reads it encrypted (with another, a warning)',
      server: 'refuses the push, unless the token carries the group',
      advice: 'Use a token that carries the group.',
      check: secretLocked,
    },
    {
      code: 'secret-regroup',
      severity: 'refusal',
      found: 'plan',
      detects: 'attaches a security group to a key that has values, or changes the group of an item',
      server: 'takes a group only when a key is made, and refuses the push',
      advice: 'Delete the item with `opp: delete`, apply, and declare it anew in the group.',
      check: secretRegroup,
    },
    {
      code: 'secret-file-bare',
      severity: 'refusal',
      found: 'plan',
      detects: 'writes a file of a security group whose password is not known',
      server: 'refuses the push, or takes the protection away',
      advice: 'Give the password: `passwords: { <group>: { env: … } }` in confighub.yaml.',
      check: secretFileBare,
    },
    {
      code: 'security-off',
      severity: 'warning',
      found: 'plan',
      detects: 'writes an item of a security group where security is switched off',
      server: 'stores it in the clear, and tries to decrypt it when it is read',
      advice: 'Switch security on in the settings of the repository first.',
      check: securityOff,
    },
    {
      code: 'secret-no-cipher',
      severity: 'warning',
      found: 'plan',
      detects: 'writes an item of a security group that the server shows in the clear',
      server: 'shows it to everybody who may read: the group has no cipher',
      advice: 'Give the group a cipher, or know that its password only guards writes.',
      check: secretNoCipher,
    },
    {
      code: 'secret-map',
      severity: 'warning',
      found: 'plan',
      detects: 'writes a Map or a List in a security group',
      server: 'fails every pull that comes without the password',
      advice: 'Declare the key as Text.',
      check: secretMap,
    },
  ],
};

// Rules about security groups: what would be refused, stored in the clear, or break a read (behaviour.md, section 12).

function secretInClear(input: GuardInput): RuleFinding[] {
  return newInGroup(input).flatMap(({ change, group, isHeld }) => {
    if (isHeld || input.passwordOf(group) !== undefined) return [];
    const message = `${addressOf(change)} is to come into the security group ${group}, whose password is not known: the server would store it in the clear.`;
    return [{ ...at(change), message, hint: passwordHint(group) }];
  });
}

/** Which groups a token carries shows only where it reads: what it does not open comes encrypted. */
function secretLocked(input: GuardInput): RuleFinding[] {
  if (input.liveSource === 'base') return [];
  const needed = ofKeysWhere(input, ({ securityGroup }) => securityGroup !== undefined).filter(needsPassword);
  return firstOfEachKey(needed).flatMap((change): RuleFinding[] => {
    const there = liveKey(input.live, change);
    const group = there?.securityGroup;
    if (group === undefined) return [];
    if (there?.sealed) {
      const message = `${addressOf(change)} belongs to the security group ${group}, and the token does not carry this group: the server shows the key encrypted, and would refuse the push.`;
      return [{ ...at(change), message }];
    }
    const message = `${addressOf(change)} belongs to the security group ${group}: the server takes the push only with a token that carries this group.`;
    if (!input.hasToken) return [{ ...at(change), message, hint: 'Give such a token (CONFIGHUB_TOKEN).' }];
    const isOpen =
      !change.rewritten || input.liveSource !== 'export' || input.passwordOf(group) === undefined;
    const hint = isOpen
      ? 'Nothing shows whether this token does.'
      : `The password given for ${group} does not open what the server has: it may be wrong.`;
    return [{ ...at(change), severity: 'warning', message, hint }];
  });
}

function secretRegroup(input: GuardInput): RuleFinding[] {
  return [...writtenOnTrust(input), ...regrouped(input)];
}

/** A value of a key that is not in the group would be stored in the clear; what is only declared does no harm. */
function writtenOnTrust(input: GuardInput): RuleFinding[] {
  const { live } = input;
  const ofPresumed = ofKeysWhere(input, ({ groupPresumed }) => groupPresumed === true);
  const written = valueChanges(ofPresumed).filter(({ action }) => action !== 'delete');
  const first = new Map([...written].reverse().map((change) => [keyId(change.key), change]));
  return [...first.values()].reverse().map((change) => {
    return { ...at(change), ...notShown(change.key, liveKey(live, change)?.securityGroup) };
  });
}

function notShown(name: string, group = ''): { message: string; hint: string } {
  return {
    message: `${name} exists, and the server does not let this project read whether it is in the security group ${group}.`,
    hint: 'If it is, leave `securityGroup` out: the key keeps its group.',
  };
}

function regrouped(input: GuardInput): RuleFinding[] {
  return newInGroup(input).flatMap(({ change, group, isHeld }) => {
    if (!isHeld) return [];
    const name = addressOf(change);
    if (input.liveSource === 'base') return [];
    if (input.liveSource !== 'export' && change.kind === 'key' && !change.before?.securityGroup)
      return [{ ...at(change), ...notShown(name, group) }];
    const message = `${name} cannot come into the security group ${group}: the server refuses that for what already holds a value, or is in another group.`;
    const hint = 'Delete it (`opp: delete`) and apply, then declare it in the group: it is made anew.';
    return [{ ...at(change), message, hint }];
  });
}

function secretFileBare({ changes, live, passwordOf }: GuardInput): RuleFinding[] {
  return writtenFiles(changes).flatMap((change) => {
    const group = liveFile(live, change)?.securityGroup;
    if (group === undefined || passwordOf(group) !== undefined) return [];
    const message = `The file ${change.path} is in the security group ${group}, whose password is not known: without it the server takes no content.`;
    return [{ ...at(change), message, hint: passwordHint(group) }];
  });
}

function secretMap(input: GuardInput): RuleFinding[] {
  const maps = valueChanges(input.changes).filter(
    ({ action, vdt }) => action !== 'delete' && (vdt === 'Map' || vdt === 'List'),
  );
  return firstOfEachKey(maps).flatMap((change) => {
    const group = groupAfter(input, change);
    if (group === undefined) return [];
    const message = `${change.key} is a ${change.vdt} in the security group ${group}: if the group has a cipher, every pull without its password fails.`;
    return [{ ...at(change), message, hint: 'Declare it as Text or JSON.' }];
  });
}

function securityOff(input: GuardInput): RuleFinding[] {
  const [first] = input.settings.securityEnabled === false ? touched(input) : [];
  if (first === undefined) return [];
  const message = `Security is switched off in this repository: what the security group ${first.group} is to guard is stored in the clear.`;
  return [{ ...at(first.change), message, hint: 'Switch it on in the settings of the repository first.' }];
}

function secretNoCipher(input: GuardInput): RuleFinding[] {
  if (input.liveSource !== 'export' || input.settings.securityEnabled === false) return [];
  const open = groupsInClear(input);
  if (open.size === 0) return [];
  const first = new Map(
    touched(input)
      .reverse()
      .map(({ change, group }) => [group, change] as const),
  );
  return [...first].flatMap(([group, change]) => {
    if (!open.has(group)) return [];
    const message = `The security group ${group} has no cipher: the server shows what it guards to everybody who may read.`;
    return [{ ...at(change), message, hint: 'Give the group a cipher on the server.' }];
  });
}

function passwordHint(group: string): string {
  return `Name the variable that holds it in confighub.yaml: \`passwords: { ${group}: { env: … } }\`.`;
}

interface Joining {
  change: KeyChange | FileChange;
  group: string;
  /** The server does not let go of what it holds: it would have to be made anew. */
  isHeld: boolean;
}

/** What this plan brings into a group that it is not in yet. */
function newInGroup({ changes, live, liveSource }: GuardInput): Joining[] {
  const joiningKeys = keyChanges(changes).flatMap((change): Joining[] => {
    const group = change.after?.securityGroup;
    if (group === undefined || group === change.before?.securityGroup) return [];
    const there = liveKey(live, change);
    const isEmpty = (there?.values.size ?? 0) + (there?.inactive ?? 0) === 0 && liveSource === 'export';
    return [{ change, group, isHeld: change.action === 'update' && !isEmpty }];
  });
  const joiningFiles = writtenFiles(changes).flatMap((change): Joining[] => {
    const { securityGroup: group } = change;
    const before = liveFile(live, change)?.securityGroup;
    return group === undefined || group === before ? [] : [{ change, group, isHeld: before !== undefined }];
  });
  return [...joiningKeys, ...joiningFiles];
}

/** Changes of keys of which this is true on the server: mostly of none. */
function ofKeysWhere({ changes, live }: GuardInput, is: (there: Key) => boolean): Change[] {
  const names = new Set<string>();
  for (const change of firstOfEachKey(changes)) {
    const there = liveKey(live, change);
    if (there !== undefined && is(there)) names.add(change.key);
  }
  return names.size === 0 ? [] : changes.filter((change) => change.kind !== 'file' && names.has(change.key));
}

/** Metadata of a secured key, and references to files, are not behind its password. */
function needsPassword(change: Change): boolean {
  if (change.action === 'delete') return true;
  return change.kind === 'value' && change.vdt !== 'FileRef' && change.vdt !== 'FileEmbed';
}

/** Everything that the plan writes into a group. */
function touched(input: GuardInput): { change: Change; group: string }[] {
  return input.changes.flatMap((change) => {
    const group = change.action === 'delete' ? undefined : groupAfter(input, change);
    return group === undefined ? [] : [{ change, group }];
  });
}

function groupAfter({ after }: GuardInput, change: Change): string | undefined {
  return change.kind === 'file' ? change.securityGroup : after.keys.get(keyId(change.key))?.securityGroup;
}

/** Groups of which the server shows a text that no cipher gives, or exactly what is declared. */
function groupsInClear({ live, desired }: GuardInput): ReadonlySet<string> {
  const isClear = (shown: string | null, declared: string | null | undefined) =>
    shown !== null && (!looksSealed(shown) || shown === declared);
  const groups = new Set<string>();
  for (const [id, { securityGroup, vdt, values: rows }] of live.keys) {
    if (securityGroup === undefined || vdt === 'FileRef' || vdt === 'FileEmbed') continue;
    const declared = desired.keys.get(id)?.values;
    for (const { context, text } of rows.values()) {
      if (isClear(text, declared?.get(contextId(context))?.text)) groups.add(securityGroup);
    }
  }
  for (const [id, { securityGroup, content }] of live.files) {
    if (securityGroup !== undefined && isClear(content, desired.files.get(id)?.content))
      groups.add(securityGroup);
  }
  return groups;
}
