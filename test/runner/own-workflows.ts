// The workflows of this repository in a real runner: a clone of it, and what stands for the actions that they use.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitSandbox } from '../helpers/git.ts';
import { ROOT } from '../helpers/run.ts';
import { type ActRun, type Ran, runAct } from './act.ts';

/** Milliseconds for a run: it installs the dependencies. */
export const LIMIT = 600_000;

/** What Git tracks here, as it is now, as a repository. */
export function cloneOfThis(sandbox: GitSandbox, { withTests = false } = {}): string {
  const dir = sandbox.init('clone');
  const tracked = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: ROOT },
  );
  const paths = tracked.toString().split('\0').slice(0, -1);
  for (const path of paths.filter((one) => withTests || !one.startsWith('test/')))
    cpSync(join(ROOT, path), join(dir, path));
  sandbox.commit(dir, 'Clone');
  sandbox.git(dir, 'remote', 'add', 'origin', 'https://github.com/acme/confighub-sync.git');
  return dir;
}

const STAND_INS = {
  'setup-node': 'setup-node',
  'upload-artifact': 'upload',
  'download-artifact': 'download',
};

/** The pinned actions of a workflow, with what stands for them. */
function standIns(workflow: string): Record<string, string> {
  const text = readFileSync(join(ROOT, '.github/workflows', workflow), 'utf8');
  const used = [...text.matchAll(/uses: (actions\/([a-z-]+)@\w+)/g)];
  return Object.fromEntries(
    used.flatMap(([, action = '', name = '']) =>
      name in STAND_INS ? [[action, STAND_INS[name as keyof typeof STAND_INS]]] : [],
    ),
  );
}

type Run = Pick<ActRun, 'event' | 'workflow' | 'payload' | 'only'> & {
  dir: string;
  options?: string[];
};

/** Runs a workflow of this repository in a clone of it, with the npm cache and settings of this machine. */
export function runOwn(sandbox: GitSandbox, run: Run): Promise<Ran> {
  const npmConfig = (name: string) =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  const env = {
    npm_config_cache: npmConfig('cache'),
    npm_config_userconfig: npmConfig('userconfig'),
    npm_config_globalconfig: npmConfig('globalconfig'),
    ARTIFACTS: sandbox.path('artifacts'),
  };
  return runAct(sandbox, {
    secrets: {},
    vars: {},
    env,
    standIns: standIns(run.workflow),
    limit: LIMIT,
    ...run,
  });
}
