// What the repository says to Git hosts and tools: the image, the site, the forms, and the community files.
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { GitSandbox } from './helpers/git.ts';
import { filesBelow, found, read } from './helpers/pages.ts';
import { ROOT } from './helpers/run.ts';

describe('the community files', () => {
  it('name owners of files that are there', () => {
    const paths = read('.github/CODEOWNERS').match(/^\/\S+/gm) ?? [];
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(3);
  });

  it('promise no digest of a secret in the record, and none against secrets that are written again', () => {
    const promise =
      /^\| \*\*Digests of secrets\*\* (.*)$/m.exec(read('docs/guarantees.md'))?.[1] ?? '';
    expect(promise).toContain('only within the digest of a plan (plan file, `approve`)');
    expect(promise).not.toContain('record');
    const [, advice = ''] = read('docs/troubleshooting.md').split(
      '## Every apply writes the same secrets again',
    );
    expect(advice).toContain('the password of the group');
    expect(advice).not.toContain('digest');
  });

  it('lead to how a release is verified', () => {
    const [, page = '', section = ''] =
      /\[how to verify it\]\(([^#]+)#([^)]+)\)/.exec(read('docs/guarantees.md')) ?? [];
    const found = read(`docs/${page}`)
      .split(/^## /m)
      .find((text) => text.toLowerCase().replaceAll(' ', '-').startsWith(section));
    expect(found).toContain('gh attestation verify');
    expect(found).toContain('npm audit signatures');
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  it('runs the tool with Git, as a user without rights, under an init so that signals end it', () => {
    expect(dockerfile).toMatch(/^RUN apk add --no-cache git .*tini$/m);
    expect(dockerfile).toContain('ENTRYPOINT ["tini", "--", "confighub-sync"]');
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  });

  it('is built on the newest Node.js that the tests run on', () => {
    expect(found(dockerfile, /^FROM node:(\d+)-/gm)).toEqual(['24', '24']);
  });
});

describe('forms for issues', () => {
  const paths = filesBelow('.github/ISSUE_TEMPLATE', /^(?!config\.yml$)/);

  it.each(paths)('%s has a name, a description, and fields with an id of their own', (path) => {
    const form = parse(read(path));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields: { type: string; id?: string }[] = form.body;
    const ids = fields.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(undefined);
  });
});

describe('the site', () => {
  const publish = (sandbox: GitSandbox, ...args: string[]) =>
    execFileSync(process.execPath, [sandbox.path('clone/scripts/publish-site.js'), ...args], {
      env: { ...sandbox.env, PATH: process.env.PATH, SITE_BUILT: sandbox.path('built') },
      encoding: 'utf8',
    });
  const published = (sandbox: GitSandbox, origin: string) =>
    sandbox.git(origin, 'ls-tree', '-r', '--name-only', 'site').split('\n');

  it('is the main branch until there is a release; then each release, the newest at the top', () => {
    const sandbox = new GitSandbox();
    try {
      const origin = sandbox.bare();
      sandbox.init('clone');
      sandbox.git(sandbox.path('clone'), 'remote', 'add', 'origin', origin);
      sandbox.write('clone/scripts/publish-site.js', read('scripts/publish-site.js'));
      sandbox.write('clone/package.json', '{ "type": "module" }');
      const build = (name: string) => {
        rmSync(sandbox.path('built'), { recursive: true, force: true });
        sandbox.write(`built/${name}.html`, name);
      };
      build('main');
      publish(sandbox);
      expect(published(sandbox, origin)).toEqual(['.nojekyll', 'main.html']);
      build('second');
      publish(sandbox, 'v0.2.0');
      build('first');
      publish(sandbox, 'v0.1.1');
      build('main');
      expect(publish(sandbox)).toContain('A release is published');
      const all = ['.nojekyll', 'second.html', 'v0.1.1/first.html', 'v0.2.0/second.html'];
      expect(published(sandbox, origin)).toEqual(all);
    } finally {
      sandbox.dispose();
    }
  });
});
