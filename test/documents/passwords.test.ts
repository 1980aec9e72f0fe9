// `passwords:` and `securityGroup:`: what they give, what is wrong with them, and that no message holds a password.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { encrypt } from '../../src/semantics/ciphers.ts';
import { type Contents, load, fileErrors, unmark } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';
import { keysIn } from '../../src/model/state.ts';
import { fileRowsIn } from '../helpers/states.ts';

alsoBySchema();

const PROJECT = 'passwords: { Database: { env: DB_GROUP } }\n';
const env = { DB_GROUP: 'passw0rd', SPACES: ' \n', EMPTY: '' };

function read(project: string, document = 'keys: { a: 1 }\n', options = {}) {
  const files: Contents = { 'confighub.yaml': project, 'config/a.yaml': document };
  return load(files, { env, ...options });
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
    ['that is a text', 'passwords: «wrong-type»hunter2'],
    ['with a password in it', 'passwords: { «password-in-file»Database: hunter2 }'],
    [
      'with a password under a name',
      'passwords: { Database: { «unknown-field»password: hunter2 } }',
    ],
    ['with nothing', 'passwords: { «missing-field»Database: {} }'],
    [
      'with a variable of the runner',
      'passwords: { Database: { env: «env-forbidden»GITHUB_TOKEN } }',
    ],
    ['with a variable that is not set', 'passwords: { Database: { env: «env-missing»NOBODY } }'],
    ['with a variable that is empty', 'passwords: { Database: { env: «env-missing»EMPTY } }'],
    [
      'with a variable that has only spaces',
      'passwords: { Database: { env: «env-missing»SPACES } }',
    ],
  ])('%s is an error', (_, marked) => {
    const { text, expected } = unmark('confighub.yaml', marked);
    const { diagnostics } = read(text);
    expect(fileErrors(diagnostics)).toEqual(expected);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['error']);
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it('says why passwords must not be stored in files', () => {
    const [diagnostic] = read('passwords: { Database: hunter2 }').diagnostics;
    expect(diagnostic?.message).toMatch(/anyone who can read the Git repository/);
    expect(diagnostic?.hint).toMatch(/env: NAME_OF_A_VARIABLE/);
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
    const data = (group: string) => `  - { key: a, ${group} values: [] }\n`;
    const document = `data:\n${data('securityGroup: One,')}${data('')}${data('securityGroup: Two,')}`;
    expect(fileErrors(read('', document).diagnostics)).toEqual(['config/a.yaml:4:15 key-mismatch']);
  });

  it('of a key that must not exist is an error', () => {
    const { diagnostics } = read('', 'keys: { a: { securityGroup: G, opp: delete } }');
    expect(diagnostics.map(({ code }) => code)).toEqual(['declared-and-deleted']);
  });

  it('of a file that must not exist is an error', () => {
    const { diagnostics } = read('', 'files: { f: { "*;*": { securityGroup: G, opp: delete } } }');
    expect(fileErrors(diagnostics)).toEqual(['config/a.yaml:1:24 value-object']);
  });

  it('beside the cipher text that an export shows is an error', () => {
    const sealed = encrypt('secret', { cipher: 'DES/ECB/PKCS5Padding', password: 'passw0rd' });
    const document = `data:\n  - { key: a, securityGroup: Database, values: [{ context: "*;*", value: "${sealed}" }] }\n`;
    const [diagnostic, ...others] = read(PROJECT, document).diagnostics;
    expect(diagnostic).toMatchObject({ severity: 'error', code: 'cipher-text' });
    expect(diagnostic?.place?.line).toBe(2);
    expect(others).toEqual([]);
  });
});
