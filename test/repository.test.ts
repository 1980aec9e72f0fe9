// What the repository says to Git hosts and tools: its own workflows, the image, the hook, and the community files.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { GitSandbox } from './helpers/git.ts';
import { ROOT } from './helpers/run.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Job {
  permissions: Record<string, string>;
  environment?: string;
  'timeout-minutes': number;
  strategy?: { matrix: { os?: string[]; node: number[] } };
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const NAMES = readdirSync(join(ROOT, '.github/workflows'));
const workflow = (name: string): Workflow => parse(read(`.github/workflows/${name}`));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

describe('the workflows of this repository', () => {
  it.each(NAMES)('%s names every action by a commit and its version', (name) => {
    const lines = read(`.github/workflows/${name}`).match(/^.*\buses: .*$/gm) ?? [];
    for (const line of lines)
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('name one commit for each action', () => {
    const named = NAMES.flatMap(
      (name) => read(`.github/workflows/${name}`).match(/uses: .*/g) ?? [],
    );
    const actions = new Set([...new Set(named)].map((line) => line.split('@')[0]));
    expect(new Set(named).size).toBe(actions.size);
  });

  it.each(NAMES)('%s grants nothing to all jobs, leaves no token in a clone, and ends', (name) => {
    const { permissions, jobs } = workflow(name);
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(180);
      for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  it.each(NAMES)('%s runs npm scripts and files that exist', (name) => {
    const text = Object.values(workflow(name).jobs)
      .flatMap(({ steps }) => steps.map(({ run }) => run ?? ''))
      .join('\n');
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    for (const [, path = ''] of text.matchAll(/(?:node|bash) ((?:scripts|\.ci)\/[\w./-]+)/g))
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  });

  it('check every system with every version of Node.js', () => {
    const { check, windows } = workflow('ci.yml').jobs;
    expect(check?.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest'],
      node: [20, 22, 24],
    });
    expect(windows?.strategy?.matrix).toEqual({ node: [20, 22, 24] });
  });

  it('write only where a release needs it', () => {
    const writing = NAMES.flatMap((name) =>
      Object.entries(workflow(name).jobs).flatMap(([job, { permissions }]) =>
        Object.entries(permissions).flatMap(([what, level]) =>
          level === 'write' ? `${name} ${job}: ${what}` : [],
        ),
      ),
    );
    expect(writing).toEqual([
      'release.yml publish: id-token',
      'release.yml release: contents',
      'release.yml release: id-token',
      'release.yml release: attestations',
      'site.yml publish: contents',
    ]);
  });

  it('publish in an environment, without code of the repository or of other packages', () => {
    const { publish } = workflow('release.yml').jobs;
    expect(publish?.environment).toBe('release');
    const runs = publish?.steps.flatMap(({ run }) => run ?? []);
    expect(runs).toEqual(['npm publish ./*.tgz --provenance --access public --ignore-scripts']);
    expect(publish?.steps.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false);
  });

  it('get updates in groups, and not on their first day', () => {
    const { updates }: { updates: { groups?: object; cooldown?: { 'default-days': number } }[] } =
      parse(read('.github/dependabot.yml'));
    expect(updates).toHaveLength(4);
    for (const { groups, cooldown } of updates) {
      expect(groups).toBeDefined();
      expect(cooldown?.['default-days']).toBeGreaterThan(2);
    }
  });
});

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
    const versions = [...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) =>
      Number(version),
    );
    expect(versions).toEqual([24, 24]);
  });
});

describe('forms for issues', () => {
  const names = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter(
    (name) => name !== 'config.yml',
  );

  it.each(names)('%s has a name, a description, and fields with an id of their own', (name) => {
    const form: {
      name: string;
      description: string;
      body: { type: string; id?: string; attributes: object }[];
    } = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const ids = form.body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
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
