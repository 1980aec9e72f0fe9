// Every guard rule, firing and not firing.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import { describe, expect, it } from 'vitest';
import { defaultLimits, type Limits } from '../../src/model/project.ts';
import { emptyState, type State } from '../../src/model/state.ts';
import { RULES } from '../../src/plan/guard.ts';
import type { OtherProject } from '../../src/plan/input.ts';
import type { CipherName } from '../../src/semantics/ciphers.ts';
import { load, stateOf } from '../helpers/project.ts';
import {
  emptyRepository,
  type Given,
  liveOf,
  planOf,
  pushTo,
  send,
} from '../helpers/repository.ts';
import { stateFrom } from '../helpers/states.ts';

/** A scene; what the files and the server have is a text of {@link declared} where no state says more. */
interface Case
  extends Partial<Omit<Given, 'desired' | 'live' | 'lastApplied' | 'begun' | 'limits'>> {
  desired: string | State;
  live?: string | State;
  lastApplied?: string | State;
  begun?: string[];
  limits?: Partial<Limits>;
}
/** What is otherwise in a case in which a rule does not fire; `undefined` where it has nothing of that. */
type Unlike = { [K in keyof Case]?: Case[K] | undefined };

/** Of a document, or of the entries of its keys alone. */
function declared(state: string | State): State {
  if (typeof state !== 'string') return state;
  return stateOf(/^(?:keys|files):/.test(state) ? state : `keys: { ${state} }`);
}

/** What a server has that got this document, and then these entries of a push. */
function live(document: string, ...data: object[]): State {
  const plan = planOf({ desired: declared(document), live: emptyState() });
  return liveOf(pushTo(send(emptyRepository(), plan), { enableKeyCreation: true, data }, true));
}

function caseOf<Scene>(scene: Scene | string): Scene | { desired: string } {
  return typeof scene === 'string' ? { desired: scene } : scene;
}

function unlike(fires: Case, changed: Unlike): Case {
  const given = Object.entries({ ...fires, ...changed }).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given) as unknown as Case;
}

/** `severity code place` of everything that guards find. */
function found({ desired, live: there, lastApplied, begun, limits, ...options }: Case): string[] {
  const { findings } = planOf({
    desired: declared(desired),
    live: typeof there === 'string' ? live(there) : (there ?? emptyState()),
    limits: { ...defaultLimits(), ...limits },
    ...(lastApplied !== undefined && { lastApplied: declared(lastApplied) }),
    ...(begun && { begun: begun.map(declared) }),
    ...options,
  });
  return findings.map(
    ({ severity, code, place }) =>
      `${severity} ${code}${place === undefined ? '' : ` ${place.line}:${place.column}`}`,
  );
}

/** Another project for the same repository. */
function other(text: string): OtherProject {
  return { name: 'two/confighub.yaml', state: declared(text), isCertain: true };
}

/** A reference is new, and others deleted the file. */
const DELETED_FILE = {
  desired: 'keys: { r: { vdt: FileRef, value: g } }\nfiles: { g: { P;*: { content: x } } }',
  live: 'a: 1',
  lastApplied: 'keys: { a: 1 }\nfiles: { g: { P;*: { content: x } } }',
};
/** The key `a` is no longer declared. */
const GONE = { desired: 'b: 1, c: 1', live: 'a: 1, b: 1, c: 1', lastApplied: 'a: 1, b: 1, c: 1' };
const ONE_FILE = 'files: { f: { "*;*": { content: "x" } } }\n';
/** Something of each kind that the files declare and others changed. */
const OURS = `keys: { a: { readme: ours, value: 2 } }\n${ONE_FILE.replace('x', 'ours')}`;
const WAS = `keys: { a: { readme: was, value: 1 } }\n${ONE_FILE.replace('x', 'was')}`;
const THEIRS = `keys: { a: { readme: theirs, value: 3 } }\n${ONE_FILE.replace('x', 'theirs')}`;
/** A file of a source that keeps the placeholder of `a`. */
const KEEPING = load({
  'confighub.yaml': 'sources: { path: a.conf, as: files, placeholders: keep }',
  'a.conf': ' ${a}',
}).state;

const ELEMENTS = [
  new Map([
    ['production', 'Production'],
    ['staging', 'Staging'],
  ]),
  new Map(),
];
const AES = 'AES/CBC/PKCS5Padding';
const passwordOf = () => 'passw0rd';

/** A key and a file of the group G, and what is beside them. */
function securedLive(cipher: CipherName | null, ...data: object[]): State {
  const securityGroups = ['G', 'H'].map((name) => ({ name, password: 'passw0rd', cipher }));
  const members = { securityGroup: 'G', password: 'passw0rd' };
  const key = { key: 's', push: true, ...members, values: [{ context: '*;*', value: 'x' }] };
  const file = { file: 'f', context: '*;*' };
  const body = [key, { ...file, content: '' }, { ...file, content: 'x', ...members }, ...data];
  const repository = emptyRepository({ securityGroups });
  return liveOf(pushTo(repository, { enableKeyCreation: true, data: body }, true));
}
const CLEAR_TEXT = new Map([
  ['a\0*', { severity: 'warning', code: 'secret-in-file', message: 'A secret.' } as const],
]);
/** A value that the server stores twice, and a file that it stores three times. */
const DOUBLED = stateFrom({
  keys: [
    {
      name: 'd',
      vdt: 'Text',
      push: true,
      deprecated: false,
      rows: new Map([['*', { context: '*', text: 'x', duplicates: 1 }]]),
    },
  ],
  files: [{ path: 'f', context: '*', text: 'x', duplicates: 2 }],
});

/** A key of which no value can be read. */
const ELSEWHERE = stateFrom({
  keys: [{ name: 'a', vdt: 'Text', elsewhere: true, rows: new Map() }],
});

const ten = manyKeys(10);
const FILE = 'files: { d/f: { "*;*": { content: x } } }';
const USED = 'keys: { a: 1 }\nfiles: { f: { "*;*": { content: "x ${a}" } } }';
const LOCKED = 'a: { push: false, value: 1 }';
const NUMBER = 'n: { vdt: Integer, value: 1 }';
const INACTIVE = { key: 'i', push: true, values: [{ context: 'P;*', value: 'x', active: false }] };
const UNCONFIRMED = { reason: 'names no commit', confirmed: {} };
const UNREAD = { liveSource: 'pulls', unread: ['*;*'] } as const;
const EXPIRED = { tokenProblem: { message: 'API token has expired.' } };

/** `code: what`, the scene in which the rule fires, and what differs where it does not; a text is what is declared. */
const TABLE: [what: string, fires: Case | string, not: Unlike | string][] = [
  [
    'max-deletes: more deletions than the limit',
    {
      desired: 'keys: {}',
      live: `keys: { a: 1, b: 2 }\n${ONE_FILE}`,
      prune: 'all',
      limits: { maxDeletes: 2 },
    },
    { desired: 'a: 1', limits: { maxDeletes: 3 } },
  ],
  [
    'max-deletes: a key without values',
    { desired: 'a: { opp: delete }', live: 'a: { readme: r }', limits: { maxDeletes: 0 } },
    { limits: { maxDeletes: 1 } },
  ],
  [
    'conflict: what the files and others changed differently, unless changes on the server are overwritten',
    { desired: OURS, live: THEIRS, lastApplied: WAS, onDrift: 'keep' },
    { desired: 'a: 2', live: 'a: 3', lastApplied: 'a: 1', onDrift: 'overwrite' },
  ],
  [
    'conflict: what was removed from the files, and changed by others',
    { desired: 'keys: {}', live: 'a: 3', lastApplied: 'a: 1', onDrift: 'keep' },
    { live: 'a: 1' },
  ],
  [
    'drift: what others changed, if drift stops the apply',
    { desired: 'a: 1', live: 'a: 3', lastApplied: 'a: 1', onDrift: 'fail' },
    { onDrift: 'keep' },
  ],
  [
    'unmanaged: what others created and the files now declare, unless it is overwritten',
    { desired: OURS, live: THEIRS, lastApplied: 'b: 1', onDrift: 'keep' },
    { desired: 'a: 2', live: 'a: 3', onDrift: undefined },
  ],
  [
    'protected: the deletion of what is protected, each item once',
    {
      desired:
        'keys: { a: { opp: delete }, b: { opp: delete } }\nfiles: { a: { "*": { opp: delete } } }',
      live: 'keys: { a: 1, b: 1 }\nfiles: { a: { "*;*": { content: "" } } }',
      isProtected: (name) => name === 'a',
    },
    { desired: 'a: { opp: delete }', live: 'a: 1', isProtected: (name) => name === 'b' },
  ],
  [
    'max-updates: more updates than the limit, metadata included',
    { desired: 'a: { readme: r, value: 2 }, b: 1', live: 'a: 1', limits: { maxUpdates: 1 } },
    { limits: { maxUpdates: 2 } },
  ],
  [
    'share-of-updates: more than the share of one context, from so many items on',
    {
      desired: 'a: { values: { "*": 1, P;*: 2 } }, b: 1, c: 1',
      live: 'a: { values: { "*": 1, P;*: 1 } }, b: 1, c: 1',
      limits: { existing: 1 },
    },
    { limits: { existing: 2 } },
  ],
  [
    'share-of-deletes: more than the share of our items, not counting items of others',
    {
      desired: 'b: 1',
      live: 'a: 1, b: 1, c: 1, d: 1, e: 1',
      lastApplied: 'a: 1, b: 1',
      limits: { existing: 2, deletes: 49 },
    },
    { live: 'a: 1, b: 1, c: 1', limits: { existing: 2, deletes: 50 } },
  ],
  [
    'all-deleted: all keys, even if others are new; not for the deletion of a single one',
    { desired: 'c: 1', live: 'a: 1, b: 1, theirs: 1', lastApplied: 'a: 1, b: 1' },
    { live: 'a: 1, theirs: 1', lastApplied: 'a: 1' },
  ],
  [
    'first-apply: a new item beside items of others, if nothing was applied before',
    { desired: 'a: 1, b: 2', live: 'a: 1, c: 1', firstOf: 2 },
    { live: 'a: 1', firstOf: 1 },
  ],
  [
    'first-apply: a change of an existing item; not an apply that changes nothing',
    { desired: 'a: 2', live: 'a: 1', firstOf: 1 },
    { desired: 'a: 1', live: 'a: 1, c: 1', firstOf: 2 },
  ],
  [
    'first-apply: keys that the server counts and nobody can read',
    { desired: 'a: { vdt: Text, value: 1 }', liveSource: 'none', firstOf: 3 },
    { firstOf: 0 },
  ],
  [
    'items-vanished: an empty repository, though something was applied',
    { desired: 'a: 1', lastApplied: 'a: 1' },
    { live: 'theirs: 1' },
  ],
  [
    'items-vanished: more than a third of ten items that are gone',
    { desired: ten, lastApplied: ten, live: manyKeys(6) },
    { live: manyKeys(7) },
  ],
  [
    'record-unreadable: a record that cannot be read, with nothing to push as well',
    { desired: 'a: 1', live: 'a: 1', problem: 'It is a blob.' },
    { problem: undefined },
  ],
  [
    'record-unconfirmed: a deletion that relies on an unconfirmed record, unless a line asks for it',
    { ...GONE, desired: 'b: { opp: delete }, c: 1', unconfirmed: UNCONFIRMED },
    { unconfirmed: { ...UNCONFIRMED, confirmed: { lastApplied: declared('a: 1') } } },
  ],
  [
    'record-unconfirmed: the deletion of an item that an unfinished apply would have changed',
    { ...GONE, unconfirmed: { ...UNCONFIRMED, confirmed: { begun: [declared('a: 2')] } } },
    { unconfirmed: { ...UNCONFIRMED, confirmed: { begun: [declared('a: 1')] } } },
  ],
  [
    'record-unconfirmed: a deletion with `prune: all`, where nothing is read and the record alone says what is there',
    { ...GONE, prune: 'all', liveSource: 'last-applied', unconfirmed: UNCONFIRMED },
    { liveSource: 'export' },
  ],
  [
    'unfinished-only: an item that only an unfinished apply declared, and that differs on the server',
    { ...GONE, lastApplied: 'b: 1', begun: ['a: 2'] },
    { begun: ['a: 1'] },
  ],
  [
    'unfinished-only: the deletion of such an item if the server is not read',
    { ...GONE, lastApplied: emptyState(), begun: [GONE.lastApplied], liveSource: 'last-applied' },
    { lastApplied: GONE.lastApplied },
  ],
  [
    'older-commit: what was applied from a commit that is not on the trusted branch, if something is to be pushed',
    { desired: 'a: 1', left: { message: 'It is elsewhere.', hint: 'Look.' } },
    { live: 'a: 1' },
  ],
  [
    'declared-twice: items of another project that is for the same repository: values, metadata, presence, files',
    {
      desired: `keys:\n  a: 1\n  b: { vdt: Integer, values: { '*': 1 } }\n  c: { opp: delete }\n${ONE_FILE}`,
      others: [
        other(`keys: { a: 1, b: { vdt: Long, values: { "Dev;*": 1 } }, c: 1 }\n${ONE_FILE}`),
      ],
    },
    {
      desired: 'a: { value: 1 }, b: 1',
      others: [other('a: { values: { "Dev;*": 1 } }'), { ...other('b: 1'), isCertain: false }],
    },
  ],
  [
    'other-project: a deletion beside a project with errors',
    { ...GONE, others: [{ ...other('keys: {}'), fileError: 'a.yaml:1:1: wrong' }] },
    { others: [other('keys: {}')] },
  ],
  [
    'approval-mismatch: an approval of something else, unless there is nothing to do',
    { desired: 'a: 1', approval: { digest: '00000a', names: [] } },
    { live: 'a: 1' },
  ],
  [
    'context-new: an element that a level does not have, reported once',
    {
      desired: 'keys:\n  a: { values: { Prodution;*: 1 } }\n  b: { values: { Prodution;*: 1 } }\n',
      elements: ELEMENTS,
    },
    'a: { values: { PRODUCTION;Anything: 1 } }',
  ],
  [
    'context-new: an element of a file, unless it is allowed',
    { desired: 'files: { f: { Test;*: { content: x } } }', elements: ELEMENTS },
    { allowNewContexts: ['test'] },
  ],
  [
    'value-type: a value that does not fit the type on the server',
    { desired: 'n: ten', live: NUMBER },
    'n: 10',
  ],
  [
    'vdt-leaves-bad-value: a type that a value of others does not fit',
    { desired: 'n: { vdt: Integer }', live: 'n: ten' },
    { live: 'n: 10' },
  ],
  [
    'vdt-leaves-bad-value: a bad value that stays, unless it is deleted with it',
    { desired: 'n: { vdt: Integer, values: { P;*: 1 } }', live: 'n: ten', prune: 'none' },
    { prune: 'all' },
  ],
  [
    'vdt-not-known: a key whose type nobody knows',
    { desired: 'a: 1', typesKnown: false, liveSource: 'none' },
    'a: { vdt: Text, value: 1 }',
  ],
  [
    'live-incomplete: an export without all that the server counts, inactive and surplus rows included',
    { desired: 'keys: {}', live: DOUBLED, counted: { keys: 1, values: 3 } },
    { counted: { keys: 1, values: 2 } },
  ],
  [
    'context-unread: a context that the server cannot show',
    { desired: 'a: 1', ...UNREAD },
    { unread: undefined },
  ],
  [
    'context-unread: the same, if changes on the server are kept',
    { desired: 'a: 1', ...UNREAD, onDrift: 'keep' },
    { unread: undefined },
  ],
  [
    'token-rejected: a token that the server rejects',
    { desired: 'a: 1', ...EXPIRED },
    { tokenProblem: undefined },
  ],
  [
    'token-rejected: a token that the server rejects, where there is nothing to push',
    { desired: 'keys: {}', ...EXPIRED },
    { tokenProblem: undefined },
  ],
  [
    'file-new-key: a placeholder for a key that the server was asked for and does not have',
    {
      desired: 'files: { f: { "*;*": { content: "${a}" } } }',
      liveSource: 'pulls',
      absentKeys: new Set(['a']),
    },
    { liveSource: 'last-applied', absentKeys: undefined },
  ],
  [
    'vdt-off: types that are declared where they are switched off',
    { desired: 'n: { vdt: Integer, value: 2 }', live: 'n: 1', settings: { vdtEnabled: false } },
    'n: { vdt: Text, value: 2 }',
  ],
  [
    'last-value: a declared key that would lose its last value',
    { desired: 'a: { readme: r, value: { opp: delete } }', live: 'a: 1' },
    'a: { readme: r, values: { "*": { opp: delete }, P;*: 2 } }',
  ],
  [
    'secret-locked: a value of a security group, without a token',
    { desired: 's: y', live: securedLive(AES), passwordOf, hasToken: false },
    's: x, t: 1',
  ],
  [
    'secret-locked: the deletion of a key of a security group, with a token: uncertain, but not for metadata',
    { desired: 's: { opp: delete }', live: securedLive(AES) },
    { desired: 's: { readme: r }', hasToken: false },
  ],
  [
    'secret-in-clear: a key and a file that join a group without a password',
    'keys: { n: { securityGroup: G, value: 1 } }\nfiles: { g: { "*": { securityGroup: G, content: y } } }',
    { passwordOf },
  ],
  [
    'secret-regroup: a key with a value, a key with an inactive one, and a file that change their group',
    {
      desired:
        'keys: { i: { securityGroup: G }, t: { securityGroup: G } }\nfiles: { f: { "*": { securityGroup: H, content: x } } }',
      live: securedLive(
        AES,
        { key: 't', push: true, values: [{ context: '*;*', value: '1' }] },
        INACTIVE,
      ),
      passwordOf,
    },
    {
      desired:
        'keys: { t: { securityGroup: G, value: 1 } }\nfiles: { g: { "*": { securityGroup: G, content: y } } }',
      live: securedLive(
        AES,
        { key: 't', push: true, deprecated: false },
        { file: 'g', context: '*;*', content: 'y' },
      ),
    },
  ],
  [
    'secret-regroup: a key whose group is not known',
    {
      desired: 't: { vdt: Text, securityGroup: G, value: 1 }',
      live: 't: { vdt: Text }',
      liveSource: 'none',
      passwordOf,
    },
    { live: undefined },
  ],
  [
    'group-password-missing: a file of a group whose password is not known, declared in it or not',
    { desired: 'files: { f: { "*": { content: y } } }', live: securedLive(AES) },
    { passwordOf },
  ],
  [
    'group-password-missing: a file of a group whose password is not known, unless it is deleted',
    { desired: 'files: { f: { "*": { securityGroup: G, content: y } } }', live: securedLive(AES) },
    'files: { f: { "*": { opp: delete } } }',
  ],
  [
    'secret-in-file: a secret that is new in the files',
    { desired: 'a: { value: 1 }', clearText: { findings: CLEAR_TEXT, isCompared: true } },
    { desired: 'b: { value: 1 }', clearText: { findings: CLEAR_TEXT, isCompared: false } },
  ],
  [
    'secret-map: a Map in a group, once',
    {
      desired: 'm: { vdt: Map, securityGroup: G, values: { "*": { x: 1 }, P;*: { x: 2 } } }',
      passwordOf,
    },
    'm: { vdt: JSON, securityGroup: G, value: { x: 1 } }',
  ],
  [
    'security-off: a group where security is switched off',
    {
      desired: 'n: { securityGroup: G, value: 1 }',
      settings: { vdtEnabled: true, securityEnabled: false },
      passwordOf,
    },
    'n: 1',
  ],
  [
    'secret-no-cipher: a group whose texts the server shows',
    { desired: 'n: { securityGroup: G, value: 1 }', live: securedLive(null), passwordOf },
    { live: securedLive(AES) },
  ],
  [
    'file-stored-twice: a file that the server stores twice; a value that it stores twice is repaired',
    { desired: 'keys: { d: y }\nfiles: { f: { "*": { content: y } } }', live: DOUBLED },
    'keys: { d: y }\nfiles: { f: { P;*: { content: y } } }',
  ],
  [
    'file-new-key: a placeholder of a key that is nowhere',
    { desired: 'files: { f: { "*": { content: "${ a } ${b.c}" } } }', live: 'A: 1' },
    'keys: { b.c: 1 }\nfiles: { f: { "*": { content: "${ a } ${b.c} $b ${} ${x y}" } } }',
  ],
  ['key-locked: a change of a locked key', { desired: 'a: 2', live: LOCKED }, 'a: 1, b: 2'],
  [
    'key-locked: the deletion of a locked key',
    { desired: 'a: { opp: delete }', live: LOCKED },
    { desired: 'a: 2', live: 'a: 1' },
  ],
  [
    'locked-key-changed: a locked key that the token may have to push',
    { desired: 'a: 2', live: LOCKED, forceKeyPush: true },
    { live: 'a: 1' },
  ],
  [
    'key-locks-itself: a key that is locked for good',
    { desired: 'a: { push: false, value: 1 }', live: 'a: 1' },
    'a: { push: true, value: 2 }',
  ],
  [
    'key-not-created: settings of a new key that only deletes values',
    'a: { vdt: Integer, value: { opp: delete } }',
    'a: { value: { opp: delete } }',
  ],
  [
    'placeholder-escaped: a backslash before a placeholder',
    { desired: 'files: { f: { "*": { content: "\\\\${a}" } } }', live: 'a: 1' },
    'files: { f: { "*": { content: "\\\\ ${a} $a" } } }',
  ],
  [
    'placeholder-escaped: a backslash before text that is not a placeholder, which the server removes',
    'files: { f: { "*": { content: "\\\\${a:b}" } } }',
    'files: { f: { "*": { content: "${a:b}" } } }',
  ],
  [
    'placeholder-taken: a placeholder that is kept, and whose key others have',
    { desired: KEEPING, live: 'A: 1' },
    { live: 'a: "${a}"' },
  ],
  [
    'placeholder-taken: one whose key others have elsewhere, unless the last apply kept it',
    { desired: KEEPING, live: 'A: { values: { S;*: 1 } }' },
    { live: 'a: 80', lastApplied: KEEPING },
  ],
  [
    'placeholder-taken: one whose key has values that cannot be read; not that of a new key',
    { desired: KEEPING, live: ELSEWHERE, liveSource: 'pulls' },
    { live: 'b: 1' },
  ],
  [
    'key-used: a deleted key that a remaining file names',
    { desired: 'A: { opp: delete }', live: USED },
    'keys: { A: { opp: delete } }\nfiles: { f: { "*": { content: none } } }',
  ],
  [
    'key-used: a deleted key that a new file names: that it is not on the server would be false',
    {
      desired: 'keys: { A: { opp: delete } }\nfiles: { g: { "*": { content: "${a}" } } }',
      live: 'a: 1',
    },
    'keys: { A: { opp: delete } }\nfiles: { g: { "*": { content: none } } }',
  ],
  [
    'file-unknown: a reference to a path that is no file',
    { desired: 'r: { vdt: FileRef, values: { "*": d/f, P;*: D/F } }', live: FILE },
    'keys: { r: { vdt: FileEmbed, value: g } }\nfiles: { g: { P;*: { content: x } } }',
  ],
  [
    'file-unknown: a reference to a file that others deleted, unless it is created again',
    { ...DELETED_FILE, onDrift: 'keep' },
    { onDrift: 'overwrite' },
  ],
  [
    'placeholder-ignored: a placeholder that is never rendered',
    'keys: { "a.": 1 }\nfiles: { g: { "*": { content: "${a.}" } } }',
    'keys: { a.b: 1 }\nfiles: { g: { "*": { content: "${a.b}" } } }',
  ],
  [
    'file-no-value: a placeholder without a value for all of the context',
    'keys: { a: { values: { P;W: 1 } } }\nfiles: { g: { P;*: { content: "${a}" } } }',
    'keys: { a: { values: { P;*: 1 } } }\nfiles: { g: { P;W: { content: "${a}" } } }',
  ],
  [
    'file-referenced: a deleted file that a key points at',
    {
      desired: 'files: { d/f: { "*": { opp: delete } } }',
      live: `keys: { r: { vdt: FileRef, value: d/f } }\n${FILE}`,
    },
    'files: { d/f: { "*": { opp: delete }, P;*: { content: x } } }',
  ],
  [
    'file-case: two files that differ in case',
    { desired: 'files: { D/f: { "*": { content: x } } }', live: FILE },
    'files: { d/f: { P;*: { content: x } } }',
  ],
  [
    'value-normalized: a value that is stored otherwise',
    'd: { vdt: Double, value: .5 }',
    'd: { vdt: Double, value: 0.5 }, m: { vdt: Map, value: { x: 1 } }',
  ],
  [
    'value-normalized: spaces that a cipher loses',
    { desired: 'n: { securityGroup: G, value: "  " }', passwordOf },
    'n: { securityGroup: G, value: "" }, m: "  "',
  ],
  [
    'json-invalid: a text that is not valid JSON',
    'j: { vdt: JSON, value: text }',
    'keys: { j: { vdt: JSON, value: \'"text"\' } }',
  ],
  ['value-null: null that is written', 'n: null', 'n: ""'],
  [
    'inactive-row: a key with inactive values',
    { desired: 'i: 2', live: live('i: 1', INACTIVE) },
    'i: 1, j: 2',
  ],
  [
    'inactive-row: the deletion of values of such a key, unless the whole key is deleted',
    { desired: 'i: { value: { opp: delete } }', live: live('i: 1', INACTIVE) },
    'i: { opp: delete }',
  ],
  [
    'big-entry: a value and a file that are too large for a reason',
    `keys: { b: ${'x'.repeat(8000)} }`,
    `keys: { b: ${'x'.repeat(7000)} }`,
  ],
  ['big-push: more values than a server takes quickly', manyKeys(1001), manyKeys(1000)],
];

/** A document with so many keys, `k0` and so on. */
function manyKeys(count: number): string {
  return `keys:\n${Array.from({ length: count }, (_, i) => `  k${i}: 1\n`).join('')}`;
}

describe('the guards', () => {
  it('fire as in guard.txt', async () => {
    const fired = TABLE.map(([what, fires]) => [what, ...found(caseOf(fires))].join('\n  '));
    await expect(`${fired.join('\n')}\n`).toMatchFileSnapshot('guard.txt');
  });

  it.each(TABLE)('do not fire in the counterexample: %s', (_, fires, not) => {
    expect(found(unlike(caseOf(fires), caseOf(not)))).toEqual([]);
  });

  it('are all in this table', () => {
    const checked = RULES.map(({ code }) => code);
    const shown = new Set(TABLE.map(([what]) => what.split(':')[0]));
    expect(checked.sort()).toEqual([...shown].sort());
  });

  it.each([
    [14, 15, 30, '93%'],
    [1, 3, 33, '34%'],
    [1, 3, 33.3, '34%'],
    [2, 3, 66.6, '67%'],
    [199, 200, 30, '99%'],
    [199, 200, 99, 'over 99%'],
  ])(
    'name a share as a whole number, never as the limit: %i of %i, limit %f',
    (gone, all, deletes, percent) => {
      const { findings } = planOf({
        desired: stateOf(manyKeys(all - gone)),
        live: live(manyKeys(all)),
        lastApplied: stateOf(manyKeys(all)),
        limits: { ...defaultLimits(), existing: 1, deletes },
      });
      expect(findings.map(({ message }) => message)).toContainEqual(
        expect.stringContaining(
          `deletes ${gone} of ${all} items (${percent}), more than the limit of ${deletes}%`,
        ),
      );
    },
  );

  it('say nothing of a plan without changes', () => {
    expect(found({ desired: 's: x', live: securedLive(null), typesKnown: false })).toEqual([]);
  });

  it('say that a key is missing because its deletion by others is kept, and how to create it again', () => {
    const desired = stateOf('keys: { a: 1 }\nfiles: { f: { "*": { content: "${a}" } } }');
    const lastApplied = declared('a: 1');
    const { findings } = planOf({ desired, live: emptyState(), lastApplied, onDrift: 'keep' });
    expect(findings.find(({ code }) => code === 'file-new-key')).toMatchObject({
      message: expect.stringContaining('that `onDrift: keep` does not create again: a.'),
      hint: expect.stringContaining('--on-drift overwrite'),
    });
  });

  it('say that a file is missing because its deletion by others is kept', () => {
    const [desired, lastApplied] = [DELETED_FILE.desired, DELETED_FILE.lastApplied].map(declared);
    const { findings } = planOf({ desired, live: live('a: 1'), lastApplied, onDrift: 'keep' });
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('which `onDrift: keep` does not create again'),
    );
  });

  it('say that a password may be wrong, where it does not open what the server has', () => {
    const hints = [passwordOf, () => 'an0therOne'].flatMap((known) => {
      const desired = declared('s: y');
      const { findings } = planOf({ desired, live: securedLive(AES), passwordOf: known });
      return findings.map(({ code, hint }) => `${code}: ${hint}`);
    });
    expect(hints).toEqual([
      'secret-locked: It is not known whether this token carries it.',
      'secret-locked: The password for G does not decrypt what the server has: it may be wrong.',
    ]);
  });

  it('never quote a value', () => {
    const plan = planOf({
      desired: declared('n: hunter-two'),
      live: live('n: { vdt: Integer, value: 123456 }'),
    });
    expect(plan.findings).toHaveLength(1);
    expect(JSON.stringify(plan.findings)).not.toMatch(/hunter|123456/);
  });
});
