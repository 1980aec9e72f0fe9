// Security groups from the files to what a server stores and back: with every cipher, and without one.
import { describe, expect, it } from 'vitest';
import { CIPHERS, encrypt } from '../../src/semantics/ciphers.ts';
import { countChanges, fileChanges, hasRefusals, type Plan } from '../../src/model/plan.ts';
import { phasesOf } from '../../src/plan/push-batches.ts';
import { recordedLive } from '../../src/plan/stand-in.ts';
import { pushBody } from '../../src/remote/push-body.ts';
import type { Repository } from '../../src/server/state.ts';
import { stateOf } from '../helpers/project.ts';
import {
  emptyRepository,
  type Given,
  liveOf,
  planOf,
  pushTo,
  send,
} from '../helpers/repository.ts';
import { keysIn } from '../../src/model/state.ts';
import { fileRowsIn } from '../helpers/states.ts';

const PASSWORD = 'passw0rd';
const INVALID = '"message":"Invalid password specified."';
const passwordOf = (group: string) => (group === 'G' ? PASSWORD : undefined);

const DOCUMENT = `
keys:
  a: { securityGroup: G, values: { "*": secret, P;*: "  ", Q;*: "", R;*: null, S;*: "füß 😀", T;*: "${'x'.repeat(40)}" } }
  d: { securityGroup: G, vdt: Double, value: .5 }
  j: { securityGroup: G, vdt: JSON, value: { x: [1, two] } }
  e: { securityGroup: G, readme: empty }
files:
  f: { "*": { securityGroup: G, content: "one\\n" }, P;*: { securityGroup: G, content: "" } }
`;

/** The repository after an apply; throws where the server rejects. */
const applied = (repository: Repository, plan: Plan, securityGroups: readonly string[] = []) =>
  send(repository, plan, { securityGroups, passwordOf });

function planned(document: string, repository: Repository, options: Partial<Given> = {}): Plan {
  return planOf({ desired: stateOf(document), live: liveOf(repository), passwordOf, ...options });
}

describe.each([...CIPHERS, null])('a group with the cipher %s', (cipher) => {
  const empty = emptyRepository({ securityGroups: [{ name: 'G', password: PASSWORD, cipher }] });
  const full = applied(empty, planned(DOCUMENT, empty));

  it('holds what is declared, encrypted, and a second plan has nothing to do', () => {
    const live = liveOf(full);
    const sealed = (text: string) =>
      cipher === null ? text : encrypt(text, { cipher, password: PASSWORD });
    expect(keysIn(live).map(({ securityGroup }) => securityGroup)).toEqual(['G', 'G', 'G', 'G']);
    expect(live.items.get('a')?.rows.get('*')?.text).toBe(sealed('secret'));
    expect(live.items.get('d')?.rows.get('*')?.text).toBe(sealed('0.5'));
    expect(fileRowsIn(live).map(({ securityGroup, text }) => [securityGroup, text])).toEqual([
      ['G', sealed('one\n')],
      ['G', sealed('')],
    ]);
    expect(planned(DOCUMENT, full).changes).toEqual([]);
  });

  it('lets an unfinished apply confirm what it sent, whatever the server stores of it', () => {
    const secret = 'keys: { a: { securityGroup: G, value: s }, b: 1 }';
    const sent = applied(empty, planned(secret, empty));
    const codesWith = (value: string) => {
      const begun = [stateOf(`keys: { a: { securityGroup: G, value: ${value} }, b: 1 }`)];
      const unconfirmed = { reason: 'names no commit', confirmed: { begun } };
      const given = { begun, unconfirmed, lastApplied: begun[0] };
      return planned('keys: { b: 1 }', sent, given).findings.map(({ code }) => code);
    };
    expect(codesWith('s')).not.toContain('record-unconfirmed');
    expect(codesWith('other')).toContain('record-unconfirmed');
  });

  it('takes a changed value with a token of the group, a changed file with its password, and deletions', () => {
    const changed = DOCUMENT.replace('secret', 'other').replace('one', 'two');
    const next = changed.replace('P;*: "  "', 'P;*: { opp: delete }');
    const plan = planned(next, full);
    expect(countChanges(plan.changes)).toEqual({ create: 0, update: 2, delete: 1 });
    expect(plan.changes.every(({ secret }) => secret)).toBe(true);
    expect(() => applied(full, plan)).toThrow(INVALID);
    expect(planned(next, applied(full, plan, ['G'])).changes).toEqual([]);
  });

  it('is compared as parsed where a value is native', () => {
    const spaced = 'keys: { j: { securityGroup: G, vdt: JSON, value: \'{ "x": [1, "two"] }\' } }';
    const after = applied(full, planned(spaced, full), ['G']);
    expect(planned(DOCUMENT, after).changes).toEqual([]);
  });

  it('cannot be compared without its password, or with a wrong one: what is not clear is written again', () => {
    const rewritten = cipher === null ? 0 : 9;
    for (const wrong of [() => undefined, () => 'an0therOne']) {
      const { changes } = planned(DOCUMENT, full, { passwordOf: wrong });
      expect(changes.map((change) => change.rewritten)).toEqual(Array(rewritten).fill(true));
    }
  });

  it('refuses a wrong password for what is new, and keeps its group where none is declared', () => {
    const wrong = { passwordOf: () => 'wr0ngOne' };
    expect(() => send(empty, planned(DOCUMENT, empty), wrong)).toThrow(INVALID);
    const kept = planned('keys: { a: changed }', full, { hasToken: true });
    expect(hasRefusals(kept)).toBe(false);
    expect(liveOf(applied(full, kept, ['G'])).items.get('a')?.securityGroup).toBe('G');
  });
});

describe('a push body', () => {
  it('is never made without the password of a group, and the plan says how to give it', () => {
    const document =
      'keys: { n: { securityGroup: H, value: 1 } }\nfiles: { f: { "*": { securityGroup: H, content: x } } }';
    const { changes, findings } = planned(document, emptyRepository());
    const hint =
      'Put the password into an environment variable, and write the name of the variable in confighub.yaml, for example: `passwords: { H: { env: PASSWORD_OF_H } }`.';
    expect(findings.filter(({ code }) => code === 'secret-in-clear')).toMatchObject([
      { message: expect.stringMatching(/^The key n would /), hint },
      { message: expect.stringMatching(/^The file f would /), hint },
    ]);
    expect(() => pushBody({ changes, passwordOf }, 'why')).toThrow(
      'no password of the security group H',
    );
  });

  it('brings a key without values, and a file in the clear, into a group', () => {
    const securityGroups = [{ name: 'G', password: PASSWORD, cipher: CIPHERS[0] }];
    const open = 'keys: { n: { readme: r } }\nfiles: { f: { "*": { content: x } } }';
    const closed =
      'keys: { n: { push: false, deprecated: true, securityGroup: G, value: 1 } }\nfiles: { f: { "*": { securityGroup: G, content: x } } }';
    const empty = emptyRepository({ securityGroups });
    const before = applied(empty, planned(open, empty));
    const after = applied(before, planned(closed, before));
    const settings = { securityGroup: 'G', push: false, deprecated: true };
    expect(liveOf(after).items.get('n')).toMatchObject(settings);
    expect(planned(closed, after).changes).toEqual([]);
  });
});

describe('a key of a group', () => {
  const securityGroups = [{ name: 'G', password: PASSWORD, cipher: CIPHERS[0] }];
  const empty = emptyRepository({ securityGroups });
  const rights = { force: true, securityGroups: ['G'], passwordOf };
  const secured = (more: string) => `s: { securityGroup: G, vdt: Text, ${more} }`;
  const recorded = `keys: { ${secured('value: first')}, o: 1 }`;
  const full = send(empty, planned(recorded, empty), rights);
  const deleted = pushTo(full, { data: [{ key: 's', opp: 'delete' }] }, true, ['G']);
  const mayCreate = (plan: Plan) =>
    phasesOf(plan).map((changes) => pushBody({ changes, passwordOf }, 'why').enableKeyCreation);
  /** A plan without a read: it knows only what was recorded, or what an apply that did not finish declared. */
  const unread = (document: string, known: string, isBegun = false) => {
    const [desired, state] = [stateOf(document), stateOf(known)];
    const [applied, intents] = isBegun ? [undefined, [state]] : [state, []];
    const live = recordedLive({ state: applied, intents, types: new Map() }, desired);
    const states = isBegun ? { begun: intents } : { lastApplied: state };
    return planned(document, empty, { live, liveSource: 'last-applied', ...states });
  };

  it.each(['value: second', 'value: first, readme: r', '"values": { "*": first, P;*: second }'])(
    'that was deleted is not created outside of it by a change without a read (%s)',
    (changed) => {
      const next = `keys: { ${secured(changed)}, o: 2, n: 3 }`;
      const plan = unread(next, recorded);
      expect(mayCreate(plan)).toEqual([false, true]);
      expect(plan.notes).toEqual([
        'An apply sends this to the server in 2 pushes: first what changes in keys of security groups, then the rest.',
      ]);
      expect(() => send(deleted, plan, rights)).toThrow('Property key creation is disabled');
      expect(planned(next, send(full, plan, rights)).changes).toEqual([]);
      // The read has shown the key, so that one push is enough.
      expect(mayCreate(planned(next, full))).toEqual([true]);
    },
  );

  it('is changed in one push with what creates nothing, which says so to a token that may create', () => {
    expect(mayCreate(planned(`keys: { ${secured('value: second')}, o: 2 }`, full))).toEqual([
      false,
    ]);
  });

  it('can be declared again once it was declared absent, whether it was deleted or not', () => {
    const without = 'keys: { s: { opp: delete }, o: 1 }';
    const again = `keys: { ${secured('value: second')}, o: 1 }`;
    for (const [before, isBegun] of [
      [full, false],
      [deleted, false],
      [full, true],
    ] as const) {
      const gone = send(before, unread(without, recorded, isBegun), rights);
      expect(planned(again, send(gone, unread(again, without), rights)).changes).toEqual([]);
    }
  });

  it('waits for a new file that it points to', () => {
    const pointing = (path: string) => `s: { securityGroup: G, vdt: FileRef, value: ${path} }`;
    const file = (path: string) => `${path}: { "*": { content: x } }`;
    const before = `keys: { ${pointing('f')} }\nfiles: { ${file('f')} }`;
    const there = send(empty, planned(before, empty), rights);
    const next = `keys: { ${pointing('g')}, n: 1 }\nfiles: { ${file('f')}, ${file('g')} }`;
    const plan = unread(next, before);
    expect(mayCreate(plan)).toEqual([true, false]);
    expect(planned(next, send(there, plan, rights)).changes).toEqual([]);
  });

  it('may be named by a new file, which then waits for what changes in the key', () => {
    const named = 'files: { f: { "*": { content: "${s}" } } }';
    const plan = unread(`keys: { ${secured('value: second')}, o: 1 }\n${named}`, recorded);
    expect(mayCreate(plan)).toEqual([false, undefined]);
  });
});

describe('a file of a group, where nothing can be read', () => {
  const securityGroups = [
    { name: 'G', password: PASSWORD, cipher: CIPHERS[0] },
    { name: 'H', password: 'passw0rd-of-h', cipher: CIPHERS[0] },
  ];
  const file = (content: string, group?: string) =>
    `keys: { k: { vdt: FileRef, value: f } }\nfiles: { f: { "*": { content: ${content}${group === undefined ? '' : `, securityGroup: ${group}`} } } }`;
  const empty = emptyRepository({ securityGroups });
  const both = { passwordOf: (group: string) => (group === 'H' ? 'passw0rd-of-h' : PASSWORD) };
  const having = (document: string) =>
    send(empty, planOf({ desired: stateOf(document), live: liveOf(empty), ...both }), both);

  it.each([
    ['nothing', empty],
    ['a file without a group', having(file('old'))],
    ['a file of the group', having(file('old', 'G'))],
    ['the same file', having(file('new', 'G'))],
    ['a file of another group', having(file('old', 'H'))],
  ])('is written whatever is there: %s', (_, before) => {
    const [desired, state] = [stateOf(file('new', 'G')), stateOf(file('old', 'G'))];
    for (const recorded of [undefined, state]) {
      const live = recordedLive({ state: recorded, intents: [], types: new Map() }, desired);
      const plan = planOf({ desired, live, liveSource: 'last-applied', ...both });
      const { changes } = planned(file('new', 'G'), send(before, plan, both));
      expect(fileChanges(changes)).toEqual([]);
    }
  });
});
