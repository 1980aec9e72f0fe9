// Every workflow, to copy and our own, grants what it needs, ends, and starts nothing that could be somebody else's.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PLACEHOLDER } from '../scripts/workflows.js';
import { INPUTS } from '../src/github/inputs.ts';
import { APPLY_WORKFLOW } from '../src/model/plan.ts';
import { fences, filesBelow, found, PAGES, read } from './helpers/pages.ts';
import { ROOT } from './helpers/run.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  if?: string;
  environment?: string;
  permissions: Record<string, string>;
  concurrency: { group: string; 'cancel-in-progress': boolean };
  'timeout-minutes': number;
  strategy?: { matrix: { os?: string[]; node: number[] } };
  steps: Step[];
}
interface Workflow {
  name: string;
  on: {
    push?: object;
    pull_request?: { types?: string[] } | null;
    workflow_dispatch?: { inputs?: Record<string, { description: string; type?: string }> } | null;
  } | null;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
type Named = [name: string, text: string, workflow: Workflow];

const EXAMPLES = filesBelow('examples/workflows', /./);
/** Those of files, and those that pages show. */
const COPIED: Named[] = [
  ...EXAMPLES.map((path) => [path, read(path)] as const),
  ...PAGES.flatMap((path) =>
    fences(read(path))
      .filter(({ language, text }) => language === 'yaml' && /^jobs:/m.test(text))
      .map(({ text }) => [path, text] as const),
  ),
].map(([name, text]) => [name, text, parse(text)]);
const OWN: Named[] = filesBelow('.github/workflows', /./).map((path) => {
  const text = read(path);
  return [path.replace('.github/workflows/', ''), text, parse(text)];
});

function jobsOf(workflows: readonly Named[]): [string, Job][] {
  return workflows.flatMap(([name, , { jobs }]) =>
    Object.entries(jobs).map(([key, job]): [string, Job] => [`${name}: ${key}`, job]),
  );
}

describe('each workflow', () => {
  it.each([...COPIED, ...OWN])('%s grants nothing to all jobs', (_, __, { permissions }) => {
    expect(permissions).toEqual({});
  });

  it.each([
    ...jobsOf(COPIED).map(([name, job]) => [name, job, 60] as const),
    ...jobsOf(OWN).map(([name, job]) => [name, job, 180] as const),
  ])('%s ends some time, and leaves no token in the clone', (_, job, minutes) => {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(minutes);
    for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
      expect(step.with).toMatchObject({ 'persist-credentials': false });
  });
});

/** What the token of a job needs at most, by its command. */
const NEEDED: Record<string, Record<string, string>> = {
  plan: { contents: 'read', 'pull-requests': 'write' },
  apply: { contents: 'write', 'pull-requests': 'write', issues: 'write' },
  unlock: { contents: 'write' },
  drift: { contents: 'read', issues: 'write' },
  validate: { contents: 'read' },
  targets: { contents: 'read' },
  comment: { actions: 'read', 'pull-requests': 'write' },
};

describe('a workflow to copy', () => {
  it.each([...EXAMPLES, 'examples/gitlab/.gitlab-ci.yml'])(
    '%s says on top for whom it is',
    (path) => {
      expect(read(path)).toMatch(/^# For .+: /);
    },
  );

  it('names the action by a placeholder: an address that a stranger could register would get the token', () => {
    const shown = [...COPIED.map(([, text]) => text), ...PAGES.map(read)].join('\n');
    const addresses = found(shown, /([\w<>.-]+\/confighub-sync@[\w<>.-]+)/g);
    expect(new Set(addresses)).toEqual(new Set([PLACEHOLDER]));
  });

  // A change of the base branch is an edit, which is none of the types that start a workflow by default.
  it.each(
    COPIED.filter(
      ([, text]) => /\bpull-requests: write\b/.test(text) && /^ {2}pull_request:/m.test(text),
    ),
  )('%s plans again when the pull request goes to another branch', (_, __, { on }) => {
    const types = ['opened', 'synchronize', 'reopened', 'edited'];
    expect(on?.pull_request?.types).toEqual(types);
  });

  // A plan names what to fill in, and a form shows nothing but descriptions.
  it.each(COPIED)('%s describes each input with its name', (_, __, { on }) => {
    for (const [name, { description }] of Object.entries(on?.workflow_dispatch?.inputs ?? {}))
      expect(description).toMatch(new RegExp(`^${name}: `));
  });

  // Only a manual run knows the name of its own workflow, so a refused plan says this one wherever it was made.
  it.each(
    COPIED.filter(
      ([, , { on }]) => on?.push && on.workflow_dispatch?.inputs?.approve !== undefined,
    ),
  )('%s is called what a refused plan calls it, and has the fields', (_, text, { name, on }) => {
    expect(name).toBe(APPLY_WORKFLOW.name);
    const stage = /^ +stage: \w+$/m.test(text) ? ['stage'] : [];
    const fields = ['command', 'approve', 'allow-older', ...stage];
    expect(Object.keys(on?.workflow_dispatch?.inputs ?? {})).toEqual(
      expect.arrayContaining(fields),
    );
  });

  // Gitea makes a text of what is a boolean on GitHub, and the text 'false' counts as true.
  it.each(COPIED)('%s asks for a boolean input as a text', (_, __, { on, jobs }) => {
    const inputs = Object.entries(on?.workflow_dispatch?.inputs ?? {});
    const booleans = inputs.flatMap(([name, { type }]) => (type === 'boolean' ? [name] : []));
    const expressions = [...JSON.stringify(jobs).matchAll(/\$\{\{ (.*?) \}\}|"if":"(.*?)"/g)];
    const bare = expressions.flatMap(([, expression, condition = '']) =>
      booleans.filter((name) => {
        const asText = `github.event.inputs.${name} == 'true'`;
        const text = (expression ?? condition).replaceAll(asText, '');
        return expression !== `inputs.${name}` && text.includes(`inputs.${name}`);
      }),
    );
    expect(bare).toEqual([]);
  });
});

describe('a job to copy', () => {
  const jobs = jobsOf(COPIED);
  /** Those that run the action. */
  const own = jobs.flatMap(([name, job]) => {
    const step = job.steps.find(({ uses }) => uses === PLACEHOLDER);
    const [, command = ''] = /(\w+)(?:' \}\})?$/.exec(String(step?.with?.command)) ?? [];
    return step === undefined ? [] : [[name, { job, step, command }] as const];
  });

  // Some Git hosts run such a job unasked, and with secrets of the environment that every branch can read.
  // Nobody needs to be asked for Staging, whose environment only keeps its secrets apart.
  const isGate = ([, { environment }]: [string, Job]) =>
    environment !== undefined && environment !== 'configuration-staging';
  it.each(jobs.filter(isGate))('%s first checks its environment', (_, job) => {
    const [{ run = '' } = {}] = job.steps;
    const [, asked = ''] =
      /"\$GITHUB_API_URL\/repos\/\$GITHUB_REPOSITORY\/environments\/([\w-]+)"/.exec(run) ?? [];
    expect(job.environment).toMatch(new RegExp(`(?:^|')${asked}(?:$|')`));
    expect(run).toContain('exit 1');
    expect(job.permissions).toMatchObject({ actions: 'read' });
  });

  it.each(own)(
    '%s uses inputs that exist, with the permissions that they need',
    (_, { job, step, command }) => {
      expect(INPUTS).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
      const issues = step.with?.['drift-issue'] === true && { issues: 'write' };
      const actions = job.environment !== undefined && { actions: 'read' };
      const needed: Record<string, string> = { ...NEEDED[command], ...issues, ...actions };
      // A job that only reads may ask for less.
      for (const [name, level] of Object.entries(job.permissions)) {
        const allowed = needed[name] === undefined ? [] : ['read', needed[name]];
        expect([name, allowed]).toEqual([name, expect.arrayContaining([level])]);
      }
      expect(job.permissions.contents).toBe(NEEDED[command]?.contents);
    },
  );

  /** A run that starts this one alone skips the steps of the job of the first. */
  const OTHER_STAGE: Record<string, string> = { Staging: 'Production', Production: 'Staging' };
  it.each(own.filter(([, { command }]) => command === 'apply'))(
    '%s is in the group of all apply runs, or of those of its stage, and is never cancelled',
    (_, { job: { concurrency }, step }) => {
      const group = concurrency.group
        .replace("${{ inputs.command || 'apply' }}", 'apply')
        .replace('${{ github.ref_name }}', 'main');
      const { stage } = step.with ?? {};
      const ofStage =
        stage === undefined
          ? ''
          : stage === '${{ inputs.stage }}'
            ? "${{ inputs.stage && format('-{0}', inputs.stage) }}${{ github.event.inputs.dry-run == 'true' && '-dry-run' || '' }}"
            : `-\${{ inputs.stage == '${OTHER_STAGE[`${stage}`]}' && github.run_id || '${stage}' }}`;
      expect(group).toBe(`confighub-apply-main${ofStage}`);
      expect(concurrency['cancel-in-progress']).toBe(false);
    },
  );

  // Gitea puts a job into its group before it looks at its condition, and keeps one waiting: a skipped job would cancel it.
  it.each(jobs)(
    '%s is in a group of this tool, and in none where it would be skipped',
    (_, { if: condition = '', concurrency }) => {
      expect(concurrency.group).toMatch(/^confighub-/);
      const asked = condition.match(/\b(?:github|inputs|needs|vars)\.[\w.-]+/g) ?? [];
      const held = concurrency.group.replaceAll('github.ref_name', 'github.ref');
      expect(asked.filter((name) => !held.includes(name))).toEqual([]);
      expect(condition).not.toMatch(/always\(|failure\(|cancelled\(/);
    },
  );
});

describe('the workflows of this repository', () => {
  const ownJob = (name: string, job: string) =>
    OWN.find(([own]) => own === name)?.[2].jobs[job] as Job;
  const texts = OWN.map(([, text]) => text).join('\n');

  it('name every action by one commit and its version', () => {
    const uses = [...new Set(found(texts, /\b(uses: .*)$/gm))];
    for (const line of uses)
      expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(new Set(uses.map((line) => line.split('@')[0])).size).toBe(uses.length);
  });

  it('run npm scripts and files that exist', () => {
    const run = jobsOf(OWN).flatMap(([, { steps }]) => steps.map((step) => step.run ?? ''));
    const { scripts } = JSON.parse(read('package.json'));
    const named = found(run.join('\n'), /npm run ([\w:]+)/g);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    const files = found(run.join('\n'), /(?:node|bash) ((?:scripts|\.ci)\/[\w./-]+)/g);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('check every system with every version of Node.js', () => {
    const node = [20, 22, 24];
    const os = ['ubuntu-latest', 'macos-latest'];
    expect(ownJob('ci.yml', 'check').strategy?.matrix).toEqual({ os, node });
    expect(ownJob('ci.yml', 'windows').strategy?.matrix).toEqual({ node });
  });

  it('write only where a release needs it', () => {
    const writing = jobsOf(OWN).flatMap(([name, { permissions }]) =>
      Object.entries(permissions).flatMap(([what, level]) =>
        level === 'write' ? `${name}: ${what}` : [],
      ),
    );
    expect(writing.sort()).toEqual([
      'release.yml: publish: id-token',
      'release.yml: release: attestations',
      'release.yml: release: contents',
      'release.yml: release: id-token',
      'site.yml: publish: contents',
    ]);
  });

  it('publish in an environment, without code of the repository or of other packages', () => {
    const { environment, steps } = ownJob('release.yml', 'publish');
    expect(environment).toBe('release');
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual([
      'npm publish ./*.tgz --provenance --access public --ignore-scripts',
    ]);
    expect(steps.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false);
  });

  it('get updates in groups, and not on their first day', () => {
    const { updates } = parse(read('.github/dependabot.yml'));
    expect(updates).toHaveLength(4);
    for (const { groups, cooldown } of updates) {
      expect(groups).toBeDefined();
      expect(cooldown?.['default-days']).toBeGreaterThan(2);
    }
  });
});
