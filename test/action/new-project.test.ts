// A project that main does not have yet: the plan of its pull request does not claim to know what the merge applies.
import { expect, test } from 'vitest';
import { withPullRequest } from '../helpers/pull-requests.ts';

test.for(['', 'ops'])(
  'a project that is new in the folder `%s` is planned without the server, and says so',
  async (folder) => {
    await withPullRequest(
      { files: { 'README.md': 'A shop.\n' } },
      async ({ desk, gitHost, requests, propose, plan }) => {
        const [url, prefix] = [desk.env.CONFIGHUB_URL, folder === '' ? '' : `${folder}/`];
        delete desk.env.CONFIGHUB_URL;
        requests.length = 0;
        propose({
          [`${prefix}confighub.yaml`]: `url: ${url}\nrepository: acme/shop\nlevels: [Environment, Application]\n`,
          [`${prefix}config/shop.yaml`]: 'keys: { a: 1, b: 2 }\n',
        });
        const { status, outputs, log } = await plan({
          with: { 'working-directory': folder || '.' },
        });
        expect({ status, result: outputs.result, create: outputs['to-create'], requests }).toEqual({
          status: 0,
          result: 'planned',
          create: '2',
          requests: [],
        });
        const [comment = ''] = gitHost.gitHost.comments.map(({ body }) => body);
        expect(comment).toMatch(/^### Plan without the server: `acme\/shop`/m);
        expect(comment).toContain(
          'The outcome of merging into `main` is unknown: the server was not read, so this plan compares only the files of the two branches.\n\n**2 to create',
        );
        expect(comment).not.toContain('Merging into `main` applies this');
        expect(log.annotations.map(({ text }) => text)).toEqual([
          'Planned without the server: `main` has no confighub.yaml in this folder yet, so the server URL in this file is trusted only after the merge. To plan with the server now, set the input `url` in the workflow.',
        ]);
      },
    );
  },
);
