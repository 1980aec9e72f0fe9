// A project of so many keys, applied once: the states in which plan, apply and first push are measured.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECTS, REPOSITORY, severalTargets, severalTokens } from './projects.js';
import { inFolder, Project, startScript } from './stage.js';

const MINIMUM = fileURLToPath(new URL('minimum.cjs', import.meta.url));

export class Applied {
  static async of(files, { folder, server, node, dist, env }) {
    const made = new Applied(new Project(folder, server, env), { server, node });
    await server.control({ is: 'empty' });
    made.project.commit(files, 'First');
    made.cli(dist, 'apply');
    made.refs = made.project.refs();
    await server.control({ keep: 'applied' });
    return made;
  }

  constructor(project, { server, node }) {
    Object.assign(this, { project, server, node, head: 'main' });
    const minimum = [MINIMUM, `${server.url}/rest/export/${REPOSITORY}`];
    this.minimum = this.caseOf({ args: minimum });
    this.documentsFloor = this.caseOf({ args: [...minimum, project.folder] });
  }

  /** A command that must succeed. */
  cli(dist, ...args) {
    const { folder: cwd, env } = this.project;
    execFileSync(this.node, [join(dist, 'cli/index.js'), ...args], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** Commits other files on a branch of their own. */
  branch(name, files) {
    this.project.git('checkout', '--quiet', '-b', name, 'main');
    this.project.commit(files, name);
    this.project.git('checkout', '--quiet', 'main');
  }

  /** With --detailed-exitcode, so that a plan that is not what it should be is no figure: status 2 has changes. */
  plan(dist, { status = 0, ...rest } = {}) {
    return this.command(dist, { args: ['plan', '--detailed-exitcode'], status, ...rest });
  }

  apply(dist, rest) {
    return this.command(dist, { args: ['apply'], ...rest });
  }

  push(dist) {
    return this.apply(dist, { state: 'empty', refs: '' });
  }

  command(dist, { args, ...rest }) {
    return this.caseOf({ args: [join(dist, 'cli/index.js'), ...args], ...rest });
  }

  caseOf({ args, status = 0, state = 'applied', refs, head = 'main' }) {
    const { project, server } = this;
    const before = async () => {
      await server.control({ is: state });
      project.reset(refs ?? this.refs);
      if (this.head !== head) project.git('checkout', '--quiet', head);
      this.head = head;
    };
    return { node: this.node, args, cwd: project.folder, env: project.env, before, status };
  }
}

/** Hands over a project that was applied by a build, with the server, and ends both. */
export function onApplied(files, { node, dist, env, serverArgs: args = [] }, use) {
  return inFolder(async (folder) => {
    const server = await startScript('server.js', { args });
    try {
      return await use(
        await Applied.of(files, { folder: join(folder, 'project'), server, node, dist, env }),
      );
    } finally {
      server.stop();
    }
  });
}

/** A project file with so many targets of so many keys. */
export function onTargets({ targets, keys, ...at }, use) {
  const env = severalTokens(targets);
  return onApplied(
    severalTargets(targets, keys),
    { ...at, env, serverArgs: [String(targets)] },
    use,
  );
}

/** So many keys, and on another branch the same with one value in a hundred changed. */
export function onKeys({ keys, ...at }, use) {
  return onApplied(PROJECTS.keys(keys), at, async (made) => {
    made.branch('changed', PROJECTS.keys(keys, { changed: true }));
    return use(made);
  });
}
