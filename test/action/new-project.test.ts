// A project that main does not have yet: the plan of its pull request does not claim to know what the merge applies.
import { expect } from 'vitest';
import { comments, counts, outcome, test } from './stage.ts';

test.override({ options: { files: { 'README.md': 'A shop.\n' } } });

test.for(['', 'ops/'])(
  'a project that is new in the folder `%s` is planned without the server, and says so',
  async (folder, { stage }) => {
    const { desk, requests, propose, plan } = stage;
    const url = desk.env.CONFIGHUB_URL;
    delete desk.env.CONFIGHUB_URL;
    requests.length = 0;
    propose({
      [`${folder}confighub.yaml`]: `url: ${url}\nrepository: acme/shop\nlevels: [Environment, Application]\n`,
      [`${folder}config/shop.yaml`]: 'keys: { a: 1, b: 2 }\n',
    });
    const planned = await plan({ with: { 'working-directory': folder || '.' } });
    expect([outcome(planned), counts(planned)]).toEqual(['0 planned', [2, 0, 0]]);
    expect(requests).toEqual([]);
    const [comment] = comments(stage);
    expect(comment).toMatch(/^### Plan without the server: `acme\/shop`/m);
    expect(comment).toContain(
      'The outcome of merging into `main` is unknown: the server was not read, so this plan compares only the files of the two branches.\n\n**2 to create',
    );
    expect(comment).not.toContain('Merging into `main` applies this');
    expect(planned.log.annotations.map(({ text }) => text)).toEqual([
      'Planned without the server: `main` has no confighub.yaml in this folder yet, so the server URL in this file is trusted only after the merge. To plan with the server now, set the input `url` in the workflow.',
    ]);
  },
);
