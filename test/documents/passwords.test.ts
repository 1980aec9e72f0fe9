// `passwords:` and `securityGroup:`: what they give, what is wrong with them, and that no message holds a password.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { encrypt } from '../../src/semantics/ciphers.ts';
import { type Contents, load, fileErrors } from '../helpers/project.ts';
import { loadMarked, said } from './marked.ts';
import { alsoBySchema } from './schema.ts';
import { keysIn } from '../../src/model/state.ts';
import { fileRowsIn } from '../helpers/states.ts';

alsoBySchema();

const PROJECT = 'passwords: { Database: { env: DB_GROUP } }\n';
const env = { DB_GROUP: 'passw0rd', SPACES: ' \n', EMPTY: '' };

const DOCUMENT = { 'config/a.yaml': 'keys: { a: 1 }\n' };

function read(project: string, document: Contents = DOCUMENT, options = {}) {
  return load({ 'confighub.yaml': project, ...document }, { env, ...options });
}

describe('`passwords`', () => {
  it('names the variable of each group, and shows the password only to who asks for it', () => {
    const loaded = read(PROJECT);
    expect(fileErrors(loaded.diagnostics)).toEqual([]);
    expect(loaded.passwords.of('Database')).toBe('passw0rd');
    expect(loaded.passwords.of('database'), 'upper and lower case count').toBeUndefined();
    expect(loaded.passwords.all()).toEqual(['passw0rd']);
    expect(`${inspect(loaded, { depth: 9 })}${JSON.stringify(loaded.passwords)}`).not.toContain(
      'passw0rd',
    );
  });

  it.each([
    'passwords: «wrong-type»hunter2',
    'passwords: { «password-in-file»Database: hunter2 }',
    'passwords: { Database: { «unknown-field»password: hunter2 } }',
    'passwords: { «missing-field»Database: {} }',
    'passwords: { Database: { env: «env-forbidden»GITHUB_TOKEN } }',
    'passwords: { Database: { env: «env-missing»NOBODY } }',
    'passwords: { Database: { env: «env-missing»EMPTY } }',
    'passwords: { Database: { env: «env-missing»SPACES } }',
  ])('%s is an error', (project) => {
    const { diagnostics } = loadMarked({ 'confighub.yaml': project, ...DOCUMENT }, { env });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['error']);
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it('says why passwords must not be stored in files', () => {
    const [found] = read('passwords: { Database: hunter2 }').diagnostics;
    expect(said(found)).toMatch(/anyone who can read the Git repository.* env: NAME_OF_A_VARIABLE/);
  });

  it('only warns of a missing variable where nothing is sent, and asks for none of another time', () => {
    const missing = 'passwords: { Database: { env: NOBODY } }';
    const { diagnostics, passwords } = read(missing, undefined, { missingEnv: 'warning' });
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning env-missing',
    ]);
    expect(passwords.of('Database')).toBeUndefined();
    expect(read(missing, undefined, { env: 'unknown' }).diagnostics).toEqual([]);
  });
});

describe('`securityGroup`', () => {
  it('of keys and files, in both shapes, makes them secret', () => {
    const document = [
      'keys: { a: { securityGroup: Database, value: { env: DB_GROUP } } }',
      'files: { f: { "*;*": { securityGroup: Database, content: x }, P;*: { path: f.txt, securityGroup: Database } } }',
      'data:',
      '  - { key: b, securityGroup: Database, values: [{ context: "*;*", value: x }] }',
      '  - { file: g, context: "*;*", content: x, securityGroup: Database }',
    ].join('\n');
    const files = { 'confighub.yaml': PROJECT, 'config/a.yaml': document, 'config/f.txt': 'x' };
    const { state, diagnostics } = load(files, { env });
    expect(fileErrors(diagnostics)).toEqual([]);
    const items = [...keysIn(state), ...fileRowsIn(state)];
    expect(items).toHaveLength(5);
    for (const item of items)
      expect(item).toMatchObject({ securityGroup: 'Database', secret: true });
  });

  it('may be declared in one document and left out in another, but not twice otherwise', () => {
    loadMarked(`data:
  - { key: a, «first»securityGroup: One, values: [] }
  - { key: a, values: [] }
  - { key: a, «key-mismatch»securityGroup: Two, values: [] }
`);
  });

  it('of what must not exist is an error', () => {
    loadMarked('keys: { a: { «first»securityGroup: G, «declared-and-deleted»opp: delete } }');
    loadMarked('files: { f: { "*;*": { «value-object»securityGroup: G, opp: delete } } }');
  });

  it('beside the cipher text that an export shows is an error', () => {
    const sealed = encrypt('secret', { cipher: 'DES/ECB/PKCS5Padding', password: 'passw0rd' });
    const document = `data:\n  - { key: a, securityGroup: Database, values: [{ context: "*;*", value: "${sealed}" }] }\n`;
    const { diagnostics } = read(PROJECT, { 'config/a.yaml': document });
    expect(diagnostics).toMatchObject([
      { severity: 'error', code: 'cipher-text', place: { line: 2 } },
    ]);
  });
});
