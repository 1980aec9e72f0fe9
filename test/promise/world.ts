// What there is before a plan: a server, main with its project and its record, and a branch.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exported } from '../helpers/server.ts';
import type { Situation } from './situations.ts';
import { MAIN, REPOSITORIES, type Stage, type Tokens, tokensOf } from './stage.ts';

/** Where the project is, before the branch and on it. */
export interface Place {
  folder: string;
  file: string;
}

const HERE: Place = { folder: '', file: 'confighub.yaml' };
const FOLDER: Place = { folder: 'ops/', file: 'confighub.yaml' };
const PLACES: Readonly<Record<Situation['project'], { before: Place | undefined; after: Place }>> =
  {
    unchanged: { before: HERE, after: HERE },
    'in a folder': { before: FOLDER, after: FOLDER },
    new: { before: undefined, after: FOLDER },
    moved: { before: HERE, after: FOLDER },
    renamed: { before: HERE, after: { folder: '', file: 'confighub-shop.yaml' } },
  };

const BEFORE = { a: '1', b: '1', d: '1' };
export const AFTER = { a: '2', c: '1', d: '1' };

/** The key that another commit of main declares. */
export const OF_OTHERS = 'o';

export function documentOf(keys: Readonly<Record<string, string>>): string {
  return `keys:\n${Object.entries(keys)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join('')}`;
}

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a2146'.repeat(8)}\nsize 12345\n`;

export class World {
  readonly stage: Stage;
  readonly situation: Situation;
  /** Where main has the project; absent: nowhere yet. */
  readonly before: Place | undefined;
  /** Where the branch has it. */
  readonly after: Place;

  constructor(stage: Stage, situation: Situation) {
    const { before, after } = PLACES[situation.project];
    this.stage = stage;
    this.situation = situation;
    this.before = before;
    this.after = after;
  }

  /** Main, what is applied of it, and the record. */
  async begin(): Promise<void> {
    const stage = this.stage;
    const { record, branch } = this.situation;
    const place = this.before;
    stage.write({ 'README.md': 'A shop.\n' });
    if (record === 'of another project') await this.#orphan();
    if (place !== undefined) this.#writeProject(place, BEFORE);
    this.commit('Begin');
    if (place !== undefined) await this.#applyAsRecorded(place);
    if (record === 'begun' && place !== undefined) {
      stage.write({ [`${place.folder}config/late.yaml`]: documentOf({ l: '1' }) });
      this.commit('Late');
      stage.front = 'pushes lost';
      await this.applyHere(place);
      stage.front = 'open';
      const unlock = ['unlock', '--config', place.file, ...this.#first];
      await stage.cli(this.dirOf(place), unlock, this.#tokens);
    }
    if (branch === 'ahead of an apply') this.#moveOn();
  }

  async #applyAsRecorded(place: Place): Promise<void> {
    const { record } = this.situation;
    if (record === 'none' || record === 'of another project') {
      const data = Object.entries(BEFORE).map(([key, value]) => {
        return { key, values: [{ context: '*;*', value }] };
      });
      for (const repository of this.#repositories) await this.stage.others(data, repository);
    } else if (record === 'of another commit') {
      this.stage.sh('git switch --quiet --create side; git commit --quiet --allow-empty -m Side');
      await this.applyHere(place);
      this.stage.sh('git switch --quiet main');
    } else await this.applyHere(place);
  }

  /** A project file that is gone has a record. */
  async #orphan(): Promise<void> {
    const old = { folder: '', file: 'confighub-old.yaml' };
    this.#writeProject(old, { old: '1' }, 'old/');
    this.commit('Old');
    await this.applyHere(old);
    this.stage.sh('git rm --quiet -r confighub-old.yaml old');
  }

  #writeProject(
    { folder, file }: Place,
    keys: Readonly<Record<string, string>>,
    documents = 'config/',
  ): void {
    const include = documents === 'config/' ? '' : `include: ['${documents}**/*.yaml']\n`;
    const targets = Object.entries(REPOSITORIES).map(
      ([name, repository]) => `  ${name}: { repository: ${repository} }\n`,
    );
    const isOne = this.situation.targets === 'one';
    const one = `repository: ${REPOSITORIES.shop}\n`;
    const repository = isOne ? one : `targets:\n${targets.join('')}`;
    const settings = `url: ${this.stage.url}\nlevels: [Environment, Application]\n${repository}`;
    this.stage.write({
      [`${folder}${file}`]: `${settings}${include}`,
      [`${folder}${documents}a.yaml`]: documentOf(keys),
    });
  }

  /** Of everything, where people write; one of main is at origin, too. */
  commit(message: string): void {
    const { desk, sandbox } = this.stage;
    const commit = sandbox.commit(desk, message);
    if (readFileSync(join(desk, '.git/HEAD'), 'utf8') === `ref: ${MAIN}\n`)
      this.stage.publish(MAIN, commit);
  }

  /** The newest commit of main. */
  tip(): string {
    return readFileSync(join(this.stage.desk, '.git/refs/heads/main'), 'utf8').trim();
  }

  dirOf({ folder }: Place): string {
    return `${this.stage.desk}/${folder}`;
  }

  /** By a person, who approves it if it is refused. */
  async applyHere(place: Place): Promise<void> {
    const args = ['apply', '--yes', '--json', '--config', place.file];
    const { stdout } = await this.stage.cli(this.dirOf(place), args, this.#tokens);
    const { targets, approval } = JSON.parse(stdout || '{}') as Approvable & {
      targets?: Approvable[];
    };
    const all: Approvable[] = targets ?? [{ ...(approval && { approval }) }];
    const asked = all.filter((one) => one.approval !== undefined);
    const text = asked
      .map((one) => (one.name === undefined ? one.approval : `${one.name}: ${one.approval}`))
      .join('; ');
    if (text !== '')
      await this.stage.cli(this.dirOf(place), [...args, '--approve', text], this.#tokens);
  }

  get #tokens(): Tokens {
    return tokensOf({ targets: this.situation.targets });
  }

  /** The flags of a command that wants one target: the first to be applied. */
  get #first(): string[] {
    return this.situation.targets === 'one' ? [] : ['--target', 'shop'];
  }

  get #repositories(): string[] {
    return this.situation.targets === 'one' ? [REPOSITORIES.shop] : Object.values(REPOSITORIES);
  }

  /** Main has another commit. */
  #moveOn(): void {
    const place = this.situation.project === 'moved' ? undefined : this.before;
    const path = place === undefined ? 'notes.yaml' : `${place.folder}config/other.yaml`;
    this.stage.write({ [path]: documentOf({ [OF_OTHERS]: '1' }) });
    this.commit('Move on');
  }

  async branch(): Promise<void> {
    const stage = this.stage;
    const { branch, files, project, record } = this.situation;
    const [before, after] = [this.before, this.after];
    stage.sh('git switch --quiet --create feature');
    if (project === 'moved') stage.sh('mkdir ops; git mv confighub.yaml config ops/');
    if (project === 'renamed') stage.sh('git mv confighub.yaml confighub-shop.yaml');
    if (before === undefined) this.#writeProject(after, AFTER);
    else stage.write({ [`${after.folder}config/a.yaml`]: documentOf(AFTER) });
    this.#addFile(files, after.folder);
    this.commit('Change the shop');
    if (record === 'of the branch') await this.applyHere(after);
    // Git leaves the folder of a submodule behind.
    stage.sh('git switch --quiet main; git clean -ffdq');
    if (branch !== 'behind') return;
    this.#moveOn();
    if (before !== undefined && record === 'there') await this.applyHere(before);
  }

  #addFile(files: Situation['files'], folder: string): void {
    const stage = this.stage;
    const config = `${folder}config`;
    if (files === 'link') {
      stage.write({ [`${folder}common/s.yaml`]: documentOf({ s: '1' }) });
      stage.sh(`ln -s ../common/s.yaml ${config}/s.yaml`);
    } else if (files === 'submodule') this.#addSubmodule(config);
    else if (files === 'LFS')
      stage.write({
        [`${config}/big.yaml`]: "files: { big.txt: { '*;*': { path: big.txt } } }\n",
        [`${config}/big.txt`]: POINTER,
      });
    else if (files === 'filtered') stage.write({ '.gitattributes': '*.yaml text eol=crlf\n' });
    else if (files === 'ignored') stage.write({ '.gitignore': 'local.yaml\n' });
  }

  #addSubmodule(config: string): void {
    const { sandbox } = this.stage;
    sandbox.init('shared');
    const commit = sandbox.commit(sandbox.path('shared'), 'Shared', {
      's.yaml': documentOf({ s: '1' }),
    });
    const url = `file://${sandbox.path('shared')}`;
    this.stage.write({
      '.gitmodules': `[submodule "shared"]\n\tpath = ${config}/shared\n\turl = ${url}\n`,
    });
    this.stage.sh(`git clone --quiet "$1" ${config}/shared; git add --all`, url);
    if (this.stage.sh(`git rev-parse :${config}/shared`) !== commit)
      throw new Error('no submodule');
  }

  async changeServer(): Promise<void> {
    const { server, project } = this.situation;
    if (server === 'drifted') {
      const key = project === 'new' ? 'a' : 'd';
      const values = [{ context: '*;*', value: 'theirs' }];
      await this.stage.others([{ key, vdt: 'Text', push: true, values }]);
    } else if (server === 'of another state')
      for (const repository of this.#repositories) {
        const data = ['a', 'b', 'c', 'd', 'l', 'o'].map((key) => ({ key, opp: 'delete' }));
        await this.stage.others(data, repository);
      }
  }

  /** What the server has: `a *;*` → text, or `shop a *;*` where there are two targets. */
  async live(): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const repository of this.#repositories) {
      const entries = (await exported(this.stage.server, repository)) as {
        key?: string;
        values?: { context: string; value: string }[];
      }[];
      const name = this.situation.targets === 'one' ? '' : `${repository.replace('acme/', '')} `;
      for (const { key, values = [] } of entries)
        for (const { context, value } of values) found.set(`${name}${key} ${context}`, value);
    }
    return found;
  }
}

interface Approvable {
  name?: string;
  approval?: string;
}
