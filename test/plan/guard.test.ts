// Every guard rule, firing and not firing.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import { describe, expect, it } from 'vitest';
import { defaultLimits, type Limits } from '../../src/model/project.ts';
import { emptyState, rowsIn, type State } from '../../src/model/state.ts';
import { RULES } from '../../src/plan/guard.ts';
import type { OtherProject } from '../../src/plan/input.ts';
import type { CipherName } from '../../src/semantics/ciphers.ts';
import { load, stateOf } from '../helpers/project.ts';
import { emptyRepository, type Given, liveOf, planOf, pushTo } from '../helpers/repository.ts';
import { stateFrom } from '../helpers/states.ts';

function live(...data: object[]): State {
  return liveOf(pushTo(emptyRepository(), { enableKeyCreation: true, data }, true));
}
function key(name: string, value: string, more: object = {}): object {
  return { key: name, push: true, ...more, values: [{ context: '*;*', value }] };
}

/** A reference is new, and others deleted the file. */
const DELETED_FILE = {
  desired: 'keys: { r: { vdt: FileRef, value: g } }\nfiles: { g: { P;*: { content: x } } }',
  live: live(key('a', '1')),
  lastApplied: stateOf('keys: { a: 1 }\nfiles: { g: { P;*: { content: x } } }'),
};

const GONE = {
  live: live(key('a', '1'), key('b', '1'), key('c', '1')),
  lastApplied: stateOf('keys: { a: 1, b: 1, c: 1 }'),
};
/** A file of a source that keeps the placeholder of `a`. */
const KEEPING = load({
  'confighub.yaml': 'sources: { path: a.conf, as: files, placeholders: keep }',
  'a.conf': ' ${a}',
}).state;
const ONE_FILE = 'files: { f: { "*;*": { content: "x" } } }\n';

/** Another project for the same repository. */
function other(text: string): OtherProject {
  return { name: 'two/confighub.yaml', state: stateOf(text), isCertain: true };
}

interface Case extends Partial<Omit<Given, 'desired' | 'limits'>> {
  desired: string | State;
  limits?: Partial<Limits>;
}
/** What is otherwise in a case in which a rule does not fire; `undefined` where it has nothing of that. */
type Unlike = { [K in keyof Case]?: Case[K] | undefined };

function caseOf<Scene>(scene: Scene | string): Scene | { desired: string } {
  return typeof scene === 'string' ? { desired: scene } : scene;
}

function unlike(fires: Case, changed: Unlike): Case {
  const given = Object.entries({ ...fires, ...changed }).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given) as unknown as Case;
}

/** `severity code place` of everything that guards find. */
function found({ desired, live: there = emptyState(), limits, ...options }: Case): string[] {
  const { findings } = planOf({
    desired: typeof desired === 'string' ? stateOf(desired) : desired,
    live: there,
    limits: { ...defaultLimits(), ...limits },
    ...options,
  });
  return findings.map(
    ({ severity, code, place }) =>
      `${severity} ${code}${place === undefined ? '' : ` ${place.line}:${place.column}`}`,
  );
}

const ELEMENTS = [
  new Map([
    ['production', 'Production'],
    ['staging', 'Staging'],
  ]),
  new Map<string, string>(),
];
/** A key and a file of the group G, and what is beside them. */
function securedLive(cipher: CipherName | null, ...data: object[]): State {
  const groups = ['G', 'H'].map((name) => ({ name, password: 'passw0rd', cipher }));
  const file = { file: 'f', context: '*;*' };
  const members = { securityGroup: 'G', password: 'passw0rd' };
  const body = [
    key('s', 'x', members),
    { ...file, content: '' },
    { ...file, content: 'x', ...members },
  ];
  const repository = emptyRepository({ securityGroups: groups });
  return liveOf(pushTo(repository, { enableKeyCreation: true, data: [...body, ...data] }, true));
}
const CLEAR_TEXT = new Map([
  [
    'a\0*',
    { severity: 'warning', code: 'secret-in-file', message: 'It looks like a secret.' } as const,
  ],
]);
const AES = 'AES/CBC/PKCS5Padding';
const passwordOf = () => 'passw0rd';
const KEY_OF_LIVE = { vdt: 'Text', push: true, deprecated: false } as const;
const secured = stateFrom({
  keys: [
    {
      ...KEY_OF_LIVE,
      name: 's',
      securityGroup: 'G',
      rows: new Map([['*', { context: '*', text: 'x' }]]),
    },
  ],
  files: [{ path: 'f', context: '*', text: 'x', securityGroup: 'G' }],
});
const doubled = stateFrom({
  keys: [
    {
      ...KEY_OF_LIVE,
      name: 'd',
      rows: new Map([['*', { context: '*', text: 'x', duplicates: 1 }]]),
    },
  ],
  files: [{ path: 'f', context: '*', text: 'x', duplicates: 2 }],
});

const TEN = `keys:\n${manyKeys(10)}`;
const FILE = { file: 'd/f', context: '*;*', content: 'x' };
const USES_A = { file: 'f', context: '*;*', content: 'x ${a}' };
const INACTIVE = { key: 'i', push: true, values: [{ context: 'P;*', value: 'x', active: false }] };

const TWO_CONTEXTS = {
  key: 'a',
  push: true,
  values: [
    { context: '*;*', value: '1' },
    { context: 'P;*', value: '1' },
  ],
};

/** The scene in which a rule fires, and what differs where it does not; a text is what is declared. */
const TABLE: [code: string, what: string, fires: Case | string, not: Unlike | string][] = [
  [
    'max-deletes',
    'more deletions than the limit',
    {
      desired: 'keys: {}',
      live: live(key('a', '1'), key('b', '2'), { file: 'f', context: '*;*', content: '' }),
      prune: 'all',
      limits: { maxDeletes: 2 },
    },
    { desired: 'keys: { a: 1 }', limits: { maxDeletes: 3 } },
  ],
  [
    'max-deletes',
    'a key without values',
    {
      desired: 'keys: { a: { opp: delete } }',
      live: live({ key: 'a', push: true, deprecated: false }),
      limits: { maxDeletes: 0 },
    },
    { limits: { maxDeletes: 1 } },
  ],
  [
    'conflict',
    'what the files and others changed differently, unless changes on the server are overwritten',
    {
      desired: 'keys: { a: { readme: ours, value: 2 } }\nfiles: { f: { "*": { content: ours } } }',
      live: live(key('a', '3', { readme: 'theirs' }), {
        file: 'f',
        context: '*;*',
        content: 'theirs',
      }),
      lastApplied: stateOf(
        'keys: { a: { readme: was, value: 1 } }\nfiles: { f: { "*": { content: was } } }',
      ),
      onDrift: 'keep',
    },
    {
      desired: 'keys: { a: 2 }',
      live: live(key('a', '3')),
      lastApplied: stateOf('keys: { a: 1 }'),
      onDrift: 'overwrite',
    },
  ],
  [
    'conflict',
    'what was removed from the files, and changed by others',
    {
      desired: 'keys: {}',
      live: live(key('a', '3')),
      lastApplied: stateOf('keys: { a: 1 }'),
      onDrift: 'keep',
    },
    { live: live(key('a', '1')) },
  ],
  [
    'drift',
    'what others changed, if drift stops the apply',
    {
      desired: 'keys: { a: 1 }',
      live: live(key('a', '3')),
      lastApplied: stateOf('keys: { a: 1 }'),
      onDrift: 'fail',
    },
    { onDrift: 'keep' },
  ],
  [
    'unmanaged',
    'what others created and the files now declare, unless it is overwritten',
    {
      desired: 'keys: { a: { readme: ours, value: 2 } }\nfiles: { f: { "*": { content: ours } } }',
      live: live(key('a', '3', { readme: 'theirs' }), {
        file: 'f',
        context: '*;*',
        content: 'theirs',
      }),
      lastApplied: stateOf('keys: { b: 1 }'),
      onDrift: 'keep',
    },
    { desired: 'keys: { a: 2 }', live: live(key('a', '3')), onDrift: undefined },
  ],
  [
    'protected',
    'the deletion of what is protected, each item once',
    {
      desired:
        'keys: { a: { opp: delete }, b: { opp: delete } }\nfiles: { a: { "*": { opp: delete } } }',
      live: live(key('a', '1'), key('b', '1'), { file: 'a', context: '*;*', content: '' }),
      isProtected: (name) => name === 'a',
    },
    {
      desired: 'keys: { a: { opp: delete } }',
      live: live(key('a', '1')),
      isProtected: (name) => name === 'b',
    },
  ],
  [
    'max-updates',
    'more updates than the limit, metadata included',
    {
      desired: 'keys: { a: { readme: r, value: 2 }, b: 1 }',
      live: live(key('a', '1')),
      limits: { maxUpdates: 1 },
    },
    { limits: { maxUpdates: 2 } },
  ],
  [
    'share-of-updates',
    'more than the share of one context, from so many items on',
    {
      desired: 'keys: { a: { values: { "*": 1, P;*: 2 } }, b: 1, c: 1 }',
      live: live(key('b', '1'), key('c', '1'), TWO_CONTEXTS),
      limits: { existing: 1 },
    },
    { limits: { existing: 2 } },
  ],
  [
    'share-of-deletes',
    'more than the share of our items, not counting items of others',
    {
      desired: 'keys: { b: 1 }',
      live: live(key('a', '1'), key('b', '1'), key('c', '1'), key('d', '1'), key('e', '1')),
      lastApplied: stateOf('keys: { a: 1, b: 1 }'),
      limits: { existing: 2, deletes: 49 },
    },
    {
      live: live(key('a', '1'), key('b', '1'), key('c', '1')),
      limits: { existing: 2, deletes: 50 },
    },
  ],
  [
    'all-deleted',
    'all keys, even if others are new; not for the deletion of a single one',
    {
      desired: 'keys: { c: 1 }',
      live: live(key('a', '1'), key('b', '1'), key('theirs', '1')),
      lastApplied: stateOf('keys: { a: 1, b: 1 }'),
    },
    { live: live(key('a', '1'), key('theirs', '1')), lastApplied: stateOf('keys: { a: 1 }') },
  ],
  [
    'first-apply',
    'a new item beside items of others, if nothing was applied before',
    { desired: 'keys: { a: 1, b: 2 }', live: live(key('a', '1'), key('c', '1')), firstOf: 2 },
    { live: live(key('a', '1')), firstOf: 1 },
  ],
  [
    'first-apply',
    'a change of an existing item; not an apply that changes nothing',
    { desired: 'keys: { a: 2 }', live: live(key('a', '1')), firstOf: 1 },
    { desired: 'keys: { a: 1 }', live: live(key('a', '1'), key('c', '1')), firstOf: 2 },
  ],
  [
    'first-apply',
    'keys that the server counts and nobody can read',
    { desired: 'keys: { a: { vdt: Text, value: 1 } }', liveSource: 'none', firstOf: 3 },
    { firstOf: 0 },
  ],
  [
    'items-vanished',
    'an empty repository, though something was applied',
    { desired: 'keys: { a: 1 }', lastApplied: stateOf('keys: { a: 1 }') },
    { live: live(key('theirs', '1')) },
  ],
  [
    'items-vanished',
    'more than a third of ten items that are gone',
    { desired: TEN, lastApplied: stateOf(TEN), live: live(...someKeys(6)) },
    { live: live(...someKeys(7)) },
  ],
  [
    'record-unreadable',
    'a record that cannot be read, with nothing to push as well',
    { desired: 'keys: { a: 1 }', live: live(key('a', '1')), problem: 'It is a blob.' },
    { problem: undefined },
  ],
  [
    'record-unconfirmed',
    'a deletion that relies on an unconfirmed record, unless a line asks for it',
    {
      ...GONE,
      desired: 'keys: { b: { opp: delete }, c: 1 }',
      unconfirmed: { reason: 'names no commit', confirmed: {} },
    },
    {
      unconfirmed: {
        reason: 'names no commit',
        confirmed: { lastApplied: stateOf('keys: { a: 1 }') },
      },
    },
  ],
  [
    'record-unconfirmed',
    'the deletion of an item that an unfinished apply would have changed',
    {
      ...GONE,
      desired: 'keys: { b: 1, c: 1 }',
      unconfirmed: { reason: 'names no commit', confirmed: { begun: [stateOf('keys: { a: 2 }')] } },
    },
    {
      unconfirmed: { reason: 'names no commit', confirmed: { begun: [stateOf('keys: { a: 1 }')] } },
    },
  ],
  [
    'record-unconfirmed',
    'a deletion with `prune: all`, where nothing is read and the record alone says what is there',
    {
      ...GONE,
      desired: 'keys: { b: 1, c: 1 }',
      prune: 'all',
      liveSource: 'last-applied',
      unconfirmed: { reason: 'names no commit', confirmed: {} },
    },
    { liveSource: 'export' },
  ],
  [
    'unfinished-only',
    'an item that only an unfinished apply declared, and that differs on the server',
    {
      ...GONE,
      desired: 'keys: { b: 1, c: 1 }',
      lastApplied: stateOf('keys: { b: 1 }'),
      begun: [stateOf('keys: { a: 2 }')],
    },
    { begun: [stateOf('keys: { a: 1 }')] },
  ],
  [
    'unfinished-only',
    'the deletion of such an item if the server is not read',
    {
      ...GONE,
      desired: 'keys: { b: 1, c: 1 }',
      lastApplied: emptyState(),
      begun: [GONE.lastApplied],
      liveSource: 'last-applied',
    },
    { lastApplied: GONE.lastApplied },
  ],
  [
    'older-commit',
    'what was applied from a commit that is not on the trusted branch, if something is to be pushed',
    { desired: 'keys: { a: 1 }', left: { message: 'It is elsewhere.', hint: 'Look.' } },
    { live: live(key('a', '1')) },
  ],
  [
    'declared-twice',
    'items of another project that is for the same repository: values, metadata, presence, files',
    {
      desired: `keys:\n  a: 1\n  b: { vdt: Integer, values: { '*': 1 } }\n  c: { opp: delete }\n${ONE_FILE}`,
      others: [
        other(`keys: { a: 1, b: { vdt: Long, values: { "Dev;*": 1 } }, c: 1 }\n${ONE_FILE}`),
      ],
    },
    {
      desired: 'keys: { a: { value: 1 }, b: 1 }',
      others: [
        other('keys: { a: { values: { "Dev;*": 1 } } }'),
        { ...other('keys: { b: 1 }'), isCertain: false },
      ],
    },
  ],
  [
    'other-project',
    'a deletion beside a project with errors',
    {
      ...GONE,
      desired: 'keys: { b: 1, c: 1 }',
      others: [{ ...other('keys: {}'), fileError: 'a.yaml:1:1: wrong' }],
    },
    { others: [other('keys: {}')] },
  ],
  [
    'approval-mismatch',
    'an approval of something else, unless there is nothing to do',
    { desired: 'keys: { a: 1 }', approval: { digest: '00000a', names: [] } },
    { live: live(key('a', '1')) },
  ],
  [
    'context-new',
    'an element that a level does not have, reported once',
    {
      desired: 'keys:\n  a: { values: { Prodution;*: 1 } }\n  b: { values: { Prodution;*: 1 } }\n',
      elements: ELEMENTS,
    },
    'keys: { a: { values: { PRODUCTION;Anything: 1 } } }',
  ],
  [
    'context-new',
    'an element of a file, unless it is allowed',
    { desired: 'files: { f: { Test;*: { content: x } } }', elements: ELEMENTS },
    { allowNewContexts: ['test'] },
  ],
  [
    'value-type',
    'a value that does not fit the type on the server',
    { desired: 'keys: { n: ten }', live: live(key('n', '1', { vdt: 'Integer' })) },
    'keys: { n: 10 }',
  ],
  [
    'vdt-leaves-bad-value',
    'a type that a value of others does not fit',
    { desired: 'keys: { n: { vdt: Integer } }', live: live(key('n', 'ten')) },
    { live: live(key('n', '10')) },
  ],
  [
    'vdt-leaves-bad-value',
    'a bad value that stays, unless it is deleted with it',
    {
      desired: 'keys: { n: { vdt: Integer, values: { P;*: 1 } } }',
      live: live(key('n', 'ten')),
      prune: 'none',
    },
    { prune: 'all' },
  ],
  [
    'vdt-not-known',
    'a key whose type nobody knows',
    { desired: 'keys: { a: 1 }', typesKnown: false, liveSource: 'none' },
    'keys: { a: { vdt: Text, value: 1 } }',
  ],
  [
    'live-incomplete',
    'an export without all that the server counts, inactive and surplus rows included',
    { desired: 'keys: {}', live: doubled, counted: { keys: 1, values: 3 } },
    { counted: { keys: 1, values: 2 } },
  ],
  [
    'context-unread',
    'a context that the server cannot show',
    { desired: 'keys: { a: 1 }', liveSource: 'pulls', unread: ['*;*'] },
    { unread: undefined },
  ],
  [
    'context-unread',
    'the same, if changes on the server are kept',
    { desired: 'keys: { a: 1 }', liveSource: 'pulls', unread: ['*;*'], onDrift: 'keep' },
    { unread: undefined },
  ],
  [
    'token-rejected',
    'a token that the server rejects',
    { desired: 'keys: { a: 1 }', tokenProblem: { message: 'API token has expired.' } },
    { tokenProblem: undefined },
  ],
  [
    'token-rejected',
    'a token that the server rejects, where there is nothing to push',
    { desired: 'keys: {}', tokenProblem: { message: 'API token has expired.' } },
    { tokenProblem: undefined },
  ],
  [
    'file-new-key',
    'a placeholder for a key that the server was asked for and does not have',
    {
      desired: 'files: { f: { "*;*": { content: "${a}" } } }',
      liveSource: 'pulls',
      absentKeys: new Set(['a']),
    },
    { liveSource: 'last-applied', absentKeys: undefined },
  ],
  [
    'vdt-off',
    'types that are declared where they are switched off',
    {
      desired: 'keys: { n: { vdt: Integer, value: 2 } }',
      live: live(key('n', '1')),
      settings: { vdtEnabled: false },
    },
    'keys: { n: { vdt: Text, value: 2 } }',
  ],
  [
    'last-value',
    'a declared key that would lose its last value',
    { desired: 'keys: { a: { readme: r, value: { opp: delete } } }', live: live(key('a', '1')) },
    'keys: { a: { readme: r, values: { "*": { opp: delete }, P;*: 2 } } }',
  ],
  [
    'secret-locked',
    'a value of a security group, without a token',
    { desired: 'keys: { s: y }', live: securedLive(AES), passwordOf, hasToken: false },
    'keys: { s: x, t: 1 }',
  ],
  [
    'secret-locked',
    'the deletion of a key of a security group, with a token: uncertain, but not for metadata',
    { desired: 'keys: { s: { opp: delete } }', live: securedLive(AES) },
    { desired: 'keys: { s: { readme: r } }', hasToken: false },
  ],
  [
    'secret-in-clear',
    'a key and a file that join a group without a password',
    'keys: { n: { securityGroup: G, value: 1 } }\nfiles: { g: { "*": { securityGroup: G, content: y } } }',
    { passwordOf },
  ],
  [
    'secret-regroup',
    'a key with a value, a key with an inactive one, and a file that change their group',
    {
      desired:
        'keys: { i: { securityGroup: G }, t: { securityGroup: G } }\nfiles: { f: { "*": { securityGroup: H, content: x } } }',
      live: securedLive(AES, key('t', '1'), INACTIVE),
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
    'secret-regroup',
    'a key whose group is not known',
    {
      desired: 'keys: { t: { vdt: Text, securityGroup: G, value: 1 } }',
      live: live({ key: 't', push: true, deprecated: false }),
      liveSource: 'none',
      passwordOf,
    },
    { live: undefined },
  ],
  [
    'group-password-missing',
    'a file of a group whose password is not known, declared in it or not',
    { desired: 'files: { f: { "*": { content: y } } }', live: securedLive(AES) },
    { passwordOf },
  ],
  [
    'group-password-missing',
    'a file of a group whose password is not known, unless it is deleted',
    { desired: 'files: { f: { "*": { securityGroup: G, content: y } } }', live: securedLive(AES) },
    'files: { f: { "*": { opp: delete } } }',
  ],
  [
    'secret-in-file',
    'a secret that is new in the files',
    { desired: 'keys: { a: { value: 1 } }', clearText: { findings: CLEAR_TEXT, isCompared: true } },
    {
      desired: 'keys: { b: { value: 1 } }',
      clearText: { findings: CLEAR_TEXT, isCompared: false },
    },
  ],
  [
    'secret-map',
    'a Map in a group, once',
    {
      desired:
        'keys: { m: { vdt: Map, securityGroup: G, values: { "*": { x: 1 }, P;*: { x: 2 } } } }',
      passwordOf,
    },
    'keys: { m: { vdt: JSON, securityGroup: G, value: { x: 1 } } }',
  ],
  [
    'security-off',
    'a group where security is switched off',
    {
      desired: 'keys: { n: { securityGroup: G, value: 1 } }',
      settings: { vdtEnabled: true, securityEnabled: false },
      passwordOf,
    },
    'keys: { n: 1 }',
  ],
  [
    'secret-no-cipher',
    'a group whose texts the server shows',
    { desired: 'keys: { n: { securityGroup: G, value: 1 } }', live: securedLive(null), passwordOf },
    { live: securedLive(AES) },
  ],
  [
    'file-stored-twice',
    'a file that the server stores twice; a value that it stores twice is repaired',
    { desired: 'keys: { d: y }\nfiles: { f: { "*": { content: y } } }', live: doubled },
    'keys: { d: y }\nfiles: { f: { P;*: { content: y } } }',
  ],
  [
    'file-new-key',
    'a placeholder of a key that is nowhere',
    { desired: 'files: { f: { "*": { content: "${ a } ${b.c}" } } }', live: live(key('A', '1')) },
    'keys: { b.c: 1 }\nfiles: { f: { "*": { content: "${ a } ${b.c} $b ${} ${x y}" } } }',
  ],
  [
    'key-locked',
    'a change of a locked key',
    { desired: 'keys: { a: 2 }', live: live(key('a', '1', { push: false })) },
    'keys: { a: 1, b: 2 }',
  ],
  [
    'key-locked',
    'the deletion of a locked key',
    { desired: 'keys: { a: { opp: delete } }', live: live(key('a', '1', { push: false })) },
    { desired: 'keys: { a: 2 }', live: live(key('a', '1')) },
  ],
  [
    'locked-key-changed',
    'a locked key that the token may have to push',
    { desired: 'keys: { a: 2 }', live: live(key('a', '1', { push: false })), forceKeyPush: true },
    { live: live(key('a', '1')) },
  ],
  [
    'key-locks-itself',
    'a key that is locked for good',
    { desired: 'keys: { a: { push: false, value: 1 } }', live: live(key('a', '1')) },
    'keys: { a: { push: true, value: 2 } }',
  ],
  [
    'key-not-created',
    'settings of a new key that only deletes values',
    { desired: 'keys: { a: { vdt: Integer, value: { opp: delete } } }', live: live() },
    'keys: { a: { value: { opp: delete } } }',
  ],
  [
    'placeholder-escaped',
    'a backslash before a placeholder',
    { desired: 'files: { f: { "*": { content: "\\\\${a}" } } }', live: live(key('a', '1')) },
    'files: { f: { "*": { content: "\\\\ ${a} $a" } } }',
  ],
  [
    'placeholder-escaped',
    'a backslash before text that is not a placeholder, which the server removes',
    'files: { f: { "*": { content: "\\\\${a:b}" } } }',
    'files: { f: { "*": { content: "${a:b}" } } }',
  ],
  [
    'placeholder-taken',
    'a placeholder that is kept, and whose key others have',
    { desired: KEEPING, live: live(key('A', '1')) },
    { live: live(key('a', '${a}')) },
  ],
  [
    'key-used',
    'a deleted key that a remaining file names',
    { desired: 'keys: { A: { opp: delete } }', live: live(key('a', '1'), USES_A) },
    'keys: { A: { opp: delete } }\nfiles: { f: { "*": { content: none } } }',
  ],
  [
    'key-used',
    'a deleted key that a new file names: that it is not on the server would be false',
    {
      desired: 'keys: { A: { opp: delete } }\nfiles: { g: { "*": { content: "${a}" } } }',
      live: live(key('a', '1')),
    },
    'keys: { A: { opp: delete } }\nfiles: { g: { "*": { content: none } } }',
  ],
  [
    'file-unknown',
    'a reference to a path that is no file',
    { desired: 'keys: { r: { vdt: FileRef, values: { "*": d/f, P;*: D/F } } }', live: live(FILE) },
    'keys: { r: { vdt: FileEmbed, value: g } }\nfiles: { g: { P;*: { content: x } } }',
  ],
  [
    'file-unknown',
    'a reference to a file that others deleted, unless it is created again',
    { ...DELETED_FILE, onDrift: 'keep' },
    { onDrift: 'overwrite' },
  ],
  [
    'placeholder-ignored',
    'a placeholder that is never rendered',
    'keys: { "a.": 1 }\nfiles: { g: { "*": { content: "${a.}" } } }',
    'keys: { a.b: 1 }\nfiles: { g: { "*": { content: "${a.b}" } } }',
  ],
  [
    'file-no-value',
    'a placeholder without a value for all of the context',
    'keys: { a: { values: { P;W: 1 } } }\nfiles: { g: { P;*: { content: "${a}" } } }',
    'keys: { a: { values: { P;*: 1 } } }\nfiles: { g: { P;W: { content: "${a}" } } }',
  ],
  [
    'file-referenced',
    'a deleted file that a key points at',
    {
      desired: 'files: { d/f: { "*": { opp: delete } } }',
      live: live(FILE, key('r', 'd/f', { vdt: 'FileRef' })),
    },
    'files: { d/f: { "*": { opp: delete }, P;*: { content: x } } }',
  ],
  [
    'file-case',
    'two files that differ in case',
    { desired: 'files: { D/f: { "*": { content: x } } }', live: live(FILE) },
    'files: { d/f: { P;*: { content: x } } }',
  ],
  [
    'value-normalized',
    'a value that is stored otherwise',
    'keys: { d: { vdt: Double, value: .5 } }',
    'keys: { d: { vdt: Double, value: 0.5 }, m: { vdt: Map, value: { x: 1 } } }',
  ],
  [
    'value-normalized',
    'spaces that a cipher loses',
    { desired: 'keys: { n: { securityGroup: G, value: "  " } }', passwordOf },
    'keys: { n: { securityGroup: G, value: "" }, m: "  " }',
  ],
  [
    'json-invalid',
    'a text that is not valid JSON',
    'keys: { j: { vdt: JSON, value: text } }',
    'keys: { j: { vdt: JSON, value: \'"text"\' } }',
  ],
  ['value-null', 'null that is written', 'keys: { n: null }', 'keys: { n: "" }'],
  [
    'inactive-row',
    'a key with inactive values',
    { desired: 'keys: { i: 2 }', live: live(key('i', '1'), INACTIVE) },
    'keys: { i: 1, j: 2 }',
  ],
  [
    'inactive-row',
    'the deletion of values of such a key, unless the whole key is deleted',
    { desired: 'keys: { i: { value: { opp: delete } } }', live: live(key('i', '1'), INACTIVE) },
    'keys: { i: { opp: delete } }',
  ],
  [
    'big-entry',
    'a value and a file that are too large for a reason',
    `keys: { b: ${'x'.repeat(8000)} }`,
    `keys: { b: ${'x'.repeat(7000)} }`,
  ],
  [
    'big-push',
    'more values than a server takes quickly',
    `keys:\n${manyKeys(1001)}`,
    `keys:\n${manyKeys(1000)}`,
  ],
];

/** The first of {@link manyKeys}, as a push makes them. */
function someKeys(count: number): object[] {
  return [...rowsIn(stateOf(`keys:\n${manyKeys(count)}`))].map(({ item, row }) =>
    key(item.name, row.text ?? ''),
  );
}

function manyKeys(count: number): string {
  return Array.from({ length: count }, (_, i) => `  k${i}: 1\n`).join('');
}

describe('the guards', () => {
  it('fire as in guard.txt', async () => {
    const fired = TABLE.map(([code, what, fires]) =>
      [`${code}: ${what}`, ...found(caseOf(fires))].join('\n  '),
    );
    await expect(`${fired.join('\n')}\n`).toMatchFileSnapshot('guard.txt');
  });

  it.each(TABLE)('do not fire in the counterexample: %s, %s', (_, __, fires, not) => {
    expect(found(unlike(caseOf(fires), caseOf(not)))).toEqual([]);
  });

  it('are all in this table', () => {
    const checked = RULES.map(({ code }) => code);
    expect(checked.sort()).toEqual([...new Set(TABLE.map(([code]) => code))].sort());
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
        desired: stateOf(`keys:\n  stays: 1\n${manyKeys(all - gone - 1)}`),
        live: live(key('stays', '1'), ...someKeys(all - 1)),
        lastApplied: stateOf(`keys:\n  stays: 1\n${manyKeys(all - 1)}`),
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
    expect(found({ desired: 'keys: { s: x }', live: secured, typesKnown: false })).toEqual([]);
  });

  it('say that a key is missing because its deletion by others is kept, and how to create it again', () => {
    const desired = stateOf('keys: { a: 1 }\nfiles: { f: { "*": { content: "${a}" } } }');
    const lastApplied = stateOf('keys: { a: 1 }');
    const { findings } = planOf({ desired, live: emptyState(), lastApplied, onDrift: 'keep' });
    expect(findings.find(({ code }) => code === 'file-new-key')).toMatchObject({
      message: expect.stringContaining('that `onDrift: keep` does not create again: a.'),
      hint: expect.stringContaining('--on-drift overwrite'),
    });
  });

  it('say that a file is missing because its deletion by others is kept', () => {
    const desired = stateOf(DELETED_FILE.desired);
    const { findings } = planOf({ ...DELETED_FILE, desired, onDrift: 'keep' });
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('which `onDrift: keep` does not create again'),
    );
  });

  it('name the nearest element, and how a new one is allowed', () => {
    const plan = planOf({
      desired: stateOf('keys: { a: { values: { Prodution;*: 1, QA;*: 2 } } }'),
      live: emptyState(),
      elements: ELEMENTS,
    });
    expect(plan.findings.map(({ hint }) => hint)).toEqual([
      'Did you mean `Production`? If not, add `Prodution` to `allowNewContexts` in confighub.yaml.',
      'If it is new, write `allowNewContexts: [QA]` in confighub.yaml.',
    ]);
  });

  it('name one line to write for all new elements, with those that are allowed already', () => {
    const plan = planOf({
      desired: stateOf('keys: { a: { values: { QA;*: 1, UAT;*: 2, Lab;*: 3 } } }'),
      live: emptyState(),
      elements: ELEMENTS,
      allowNewContexts: ['Lab'],
    });
    const [first, ...others] = plan.findings.map(({ hint }) => hint);
    expect(first).toBe(
      'If they are new, write `allowNewContexts: [Lab, QA, UAT]` in confighub.yaml.',
    );
    expect(new Set(others)).toEqual(new Set([first]));
  });

  it('say that a password may be wrong, where it does not open what the server has', () => {
    const hints = [passwordOf, () => 'an0therOne'].map((known) => {
      const desired = stateOf('keys: { s: y }');
      const { findings } = planOf({ desired, live: securedLive(AES), passwordOf: known });
      return findings.map(({ code, hint }) => [code, hint]);
    });
    expect(hints).toEqual([
      [['secret-locked', 'It is not known whether this token carries it.']],
      [
        [
          'secret-locked',
          'The password for G does not decrypt what the server has: it may be wrong.',
        ],
      ],
    ]);
  });

  it('never quote a value', () => {
    const plan = planOf({
      desired: stateOf('keys: { n: hunter-two }'),
      live: live(key('n', '123456', { vdt: 'Integer' })),
    });
    expect(plan.findings).toHaveLength(1);
    expect(JSON.stringify(plan.findings)).not.toMatch(/hunter|123456/);
  });
});
