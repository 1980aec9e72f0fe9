// What is said where the setting `reads` rules a read out: the setting is the reason, not the server.
import { expect, test } from 'vitest';
import { push } from '../helpers/server.ts';
import { withTeam } from '../helpers/team.ts';

const FILES = {
  'confighub.yaml': 'url: https://overridden.example.com\nrepository: acme/shop\n',
  'config/shop.yaml': 'keys: { a: 1 }\n',
};
const ALLOW =
  'The setting `reads` rules this out. Remove it from confighub.yaml, or from this run (`--reads`, CONFIGHUB_READS';

test('a setting that rules a read out is named, and how to change it', async () => {
  await withTeam(async (team) => {
    const ada = team.member('ada');
    ada.commit(FILES);
    const theirs = {
      enableKeyCreation: true,
      data: [{ key: 'theirs', values: [{ context: '*;*', value: 'x' }] }],
    };
    expect(await push(team.server, theirs, { token: 'default' })).toMatchObject({ status: 200 });
    const reads = async (said: [args: string[], ...sentences: string[]][]) => {
      for (const [args, ...sentences] of said) {
        const { output } = await ada.cli(...args);
        for (const sentence of sentences) expect(output, args.join(' ')).toContain(sentence);
        expect(output).not.toMatch(/server (?:offers|does not)/);
      }
    };
    await reads([
      [
        ['plan', '--reads', 'token'],
        'Read with the token, one context at a time, because `reads` is `token`.',
      ],
      [
        ['plan', '--reads', 'documented'],
        'With `reads: documented`, the types of the keys on the server are not read, and the files do not declare the type (`vdt`) of these keys: a.',
        'Not checked: what the server already contains, which applications are affected, ',
        'With `reads: documented`, the server is not asked for `info`, `export` and `pull`.',
      ],
    ]);
    await ada.applyApproved();
    await reads([
      [
        ['drift', '--reads', 'documented'],
        'with `reads: documented`, the values on the server are not read.',
        ALLOW,
      ],
      [
        ['show', 'a', '--live', '--reads', 'documented'],
        'Cannot read what is on the server (',
        ALLOW,
      ],
    ]);
    ada.commit({ ...FILES, 'confighub.yaml': `${FILES['confighub.yaml']}reads: documented\n` });
    const info = await ada.cli('info');
    expect(info.output).toContain('Not available: info (ruled out by `reads: documented`), ');
    for (const only of [[], ['--only', 'drift']]) {
      const { output } = await ada.cli('import', ...only);
      expect(output).toContain(ALLOW);
    }
    ada.commit({
      'confighub.yaml': `${FILES['confighub.yaml']}reads: documented\n`,
      'config/shop.yaml': 'keys: { a: { vdt: Text, value: 2 } }\n',
    });
    const { output } = await ada.cli('apply', '--yes');
    expect(output).toContain(
      'Applied, not verified: with `reads: documented`, nothing is read back.',
    );
  });
});
