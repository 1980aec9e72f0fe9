// The error of a push that the server rejected: its name, and the lines that declared what was refused.
import { describe, expect, test } from 'vitest';
import type { CommandError } from '../../src/errors.ts';
import { BAD_VALUE, FILES, refusal, withRefusals } from './rejecting.ts';

/** Every push is refused for this reason. */
function refusedFor(reason: string, use: (error: CommandError) => void): Promise<void> {
  return withRefusals(
    ({ method }) => (method === 'POST' ? refusal(reason) : 'pass'),
    ({ error }) => {
      expect(`${error?.message} ${error?.hint}`).not.toMatch(/hunter2|54321/);
      if (error === undefined) throw new Error('not refused');
      use(error);
    },
  );
}

describe.concurrent('the line that declared what is refused', () => {
  test.for<[name: string, code: string, reason: string, about: string]>([
    [
      'a key',
      'key-locked',
      'Push updates are disabled for specified key.; {"key":"DB.host","push":false}',
      ' (db.host) Declared at config/shop.yaml:2:3.',
    ],
    [
      'a file whose name came through as UTF-8',
      'duplicate-row',
      `Another file with the same context exists.; {"file":"${Buffer.from('größe.txt').toString('latin1')}","context":"*;*","content":"hunter2-in-a-file"}`,
      ' (größe.txt in *;*) Declared at config/shop.yaml:9:16.',
    ],
    [
      'a value, which only its text tells from another one',
      'value-type',
      `${BAD_VALUE}; {"context":"*;*","value":"5432"}`,
      ' (db.port in *;*) Declared at config/shop.yaml:3:28.',
    ],
    [
      'a value that is cut off, so that it may be one of two',
      'value-type',
      `${BAD_VALUE}; {"context":"Production;*","value":"hunter2-of`,
      ' It is one of the values for Production;*: db.password (config/shop.yaml:6:7), title (config/shop.yaml:7:22).',
    ],
    ['nothing that the plan has', 'key-name-empty', 'Key cannot be blank.; {"key":"hunter2"}', ''],
    [
      'a context that the plan has not, and a value of 200 KB',
      'value-type',
      `${BAD_VALUE}; {"context":"hunter2;*","value":"${'x'.repeat(200_000)}"}`,
      '',
    ],
  ])('%s', async ([, code, reason, about]) => {
    await refusedFor(reason, (error) => {
      expect({ code: error.code, exitCode: error.exitCode }).toEqual({ code, exitCode: 1 });
      expect(error.message).toBe(
        `The server rejected the push and changed nothing: ${reason.slice(0, reason.indexOf('; {'))}${about}`,
      );
      expect(error.places.map(String)).toEqual(about.match(/config\S+:\d+(?=[.)])/g) ?? []);
    });
  });

  test('is named for the second of two pushes too, with the status of a partial apply', async () => {
    await withRefusals(
      ({ method, before }) =>
        method === 'POST' && before > 0
          ? refusal('Required parameters not specified.; {"file":"f","context":"*;*"}')
          : 'pass',
      ({ error, pauses }, { server }) => {
        expect(pauses).toEqual([]);
        expect(error).toMatchObject({ code: 'file-new-key', exitCode: 4 });
        expect(error?.message).toBe(
          'The server rejected push 2 of 2: Required parameters not specified. (f in *;*) Declared at config/shop.yaml:4:8. 1 of 2 pushes was accepted before and remains in effect. The next apply sends the rest.',
        );
        expect(server.history('acme', 'shop')).toHaveLength(1);
      },
      {
        ...FILES,
        'config/shop.yaml':
          'keys:\n  new.key: x\nfiles:\n  f: { "*;*": { content: "${new.key}" } }\n',
      },
    );
  });

  test('an unknown reason is not shown', async () => {
    await refusedFor('Cannot store value=hunter2; {"key":"db.host","value":"hunter2"}', (error) => {
      expect(error.code).toBe('push-rejected');
      expect(error.message).toContain('The server gave an unknown reason. (db.host)');
    });
  });
});
