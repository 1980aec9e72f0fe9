// Everything outside of the program, in memory: the built-in server, a Git host, clones of it, other people, and a clock.
import { createHash } from 'node:crypto';
import type { OtherProjects, RecordAsRead } from '../../src/core/applied.ts';
import { applyTargets, type OpenTarget } from '../../src/core/apply.ts';
import { exitCodeOf, type TargetRow } from '../../src/core/target-rows.ts';
import type { ApplyWorld } from '../../src/core/world.ts';
import type { Loaded } from '../../src/documents/load-project.ts';
import type { ExitCode } from '../../src/errors.ts';
import { parseApproval } from '../../src/model/approval.ts';
import type { ChosenStage } from '../../src/model/stages.ts';
import { emptyState, type State } from '../../src/model/state.ts';
import { type GivenOptions, type Options, resolveOptions } from '../../src/options.ts';
import type { NewCommit } from '../../src/record/git-objects.ts';
import { FACTS_PATH, recordRef, recordsOf } from '../../src/record/record-format.ts';
import {
  applyOf,
  type ApplyRecord,
  carried,
  countingIn,
  idsOfFormer,
  type ListedApply,
  type RecordedApply,
  withLeft,
} from '../../src/record/recorded-apply.ts';
import type { MoveResult } from '../../src/record/refs.ts';
import { createReader } from '../../src/remote/client.ts';
import { createPusher } from '../../src/remote/pusher.ts';
import { exportOf } from '../../src/server/reads.ts';
import type { EndpointName, Service } from '../../src/server/service.ts';
import { createRepository, type Repository } from '../../src/server/state.ts';
import { LocalHttp, TARGET } from '../random/local-reader.ts';
import { REPOSITORY, TOKEN } from './process.ts';
import { type Contents, load } from './project.ts';
import { pushTo } from './repository.ts';

/** A commit of the project at origin. */
interface Version {
  commit: string;
  projectFile: string;
  loaded: Loaded;
}

/** A commit of a record. */
interface Stored {
  message: string;
  parent: string | undefined;
  now: Date;
  tree: string;
}

type Tree = Omit<Parameters<typeof applyOf>[0], 'message'>;

const RECORD_TARGET = { url: TARGET.url, repository: 'acme/shop' };

export interface OutsideOptions {
  isOpen?: boolean;
  without?: readonly EndpointName[];
}

/** What outlives every process. */
export class Outside {
  /** Whether the server allows the export and pulls without a token. */
  readonly isOpen: boolean;
  /** Endpoints that the server does not offer. */
  readonly without: readonly EndpointName[];
  now: Date;
  readonly refs: Map<string, string>;
  readonly commits: Map<string, Stored>;
  readonly versions: Version[];
  /** Other projects beside this one. */
  others: OtherProjects['inFiles'];
  /** Pushes that the server has received, and may still execute. */
  pending: (() => void)[] = [];
  /** The repository before the last push of anyone. */
  earlier: Repository;
  readonly #service: Service;
  readonly blobs: Map<string, Buffer>;
  readonly trees: Map<string, Tree>;
  readonly loaded: Map<string, Loaded>;
  ids: number;

  /** @param from what it is a copy of: everything in it is immutable */
  constructor({ isOpen = true, without = [] }: OutsideOptions = {}, from?: Outside) {
    this.isOpen = isOpen;
    this.without = without;
    this.now = from?.now ?? new Date('2024-05-06T07:08:09Z');
    this.refs = new Map(from?.refs);
    this.commits = new Map(from?.commits);
    this.versions = [...(from?.versions ?? [])];
    this.others = from?.others ?? [];
    this.blobs = new Map(from?.blobs);
    this.trees = new Map(from?.trees);
    this.loaded = from?.loaded ?? new Map();
    this.ids = from?.ids ?? 0;
    const now = () => this.now;
    const settings = { ...REPOSITORY, flags: { tokenFreePull: isOpen } };
    this.earlier = from?.earlier ?? createRepository(settings, { now, random: () => 'token' });
    const repositories = [from?.repository ?? this.earlier];
    const save = () => {
      this.earlier = this.repository;
    };
    this.#service = { repositories, now, cache: new Map(), save };
  }

  copy(): Outside {
    return new Outside(this, this);
  }

  get repository(): Repository {
    return this.#service.repositories[0] ?? this.earlier;
  }

  /** @param isStale whether a cache answers, as the repository was before the last push */
  http(isStale: () => boolean): LocalHttp {
    const stale = () => ({ repositories: [this.earlier], now: () => this.now, cache: new Map() });
    return new LocalHttp(() => (isStale() ? stale() : this.#service), this.without);
  }

  /** Somebody else writes. @param plantDuplicates whether a new value of a key is stored twice */
  push(data: readonly object[], { plantDuplicates = false } = {}): void {
    this.earlier = this.repository;
    const before = { ...this.repository, plantDuplicates };
    const after = pushTo(before, { enableKeyCreation: true, data }, true);
    this.#service.repositories = [{ ...after, plantDuplicates: false }];
    this.#service.cache.clear();
  }

  /** Commits the project, as it is from now on at origin. */
  commit(files: Contents, projectFile = 'confighub.yaml'): string {
    const loaded = this.#read(files, projectFile);
    const commit = this.newId();
    this.versions.push({ commit, projectFile, loaded });
    return commit;
  }

  #read(files: Contents, projectFile: string): Loaded {
    const key = JSON.stringify([
      projectFile,
      ...Object.entries(files).map(([path, text]) => [path, `${text}`]),
    ]);
    const known = this.loaded.get(key) ?? load(files, { projectFile });
    this.loaded.set(key, known);
    return known;
  }

  newId(): string {
    return createHash('sha1')
      .update(`${++this.ids}`)
      .digest('hex');
  }

  idsOf({ files }: Pick<Loaded, 'files'>): Map<string, string> {
    return new Map(
      [...files].map(([path, bytes]) => {
        const id = createHash('sha1').update(bytes).digest('hex');
        this.blobs.set(id, Buffer.from(bytes));
        return [path, id];
      }),
    );
  }

  /** Commits on no ref. */
  write(commits: readonly NewCommit[]): string[] {
    return commits.map(({ message, parent, now, tree, ids = new Map(), texts }) => {
      const [commit, own] = [this.newId(), tree ?? this.newId()];
      if (tree === undefined) this.trees.set(own, { ids, facts: texts?.get(FACTS_PATH) });
      this.commits.set(commit, { message, parent, now, tree: own });
      return commit;
    });
  }

  move(ref: string, commit: string | undefined, expected: string | undefined): MoveResult {
    if (this.refs.get(ref) !== expected) return { outcome: 'conflict' };
    if (commit === undefined) this.refs.delete(ref);
    else this.refs.set(ref, commit);
    return { outcome: 'moved' };
  }

  /** As `record/record.ts` reads it. */
  recordOf(projectFile: string): ApplyRecord {
    const folder = recordsOf(RECORD_TARGET);
    const refs = new Map([...this.refs].filter(([ref]) => ref.startsWith(folder)));
    const head = refs.get(recordRef(RECORD_TARGET, projectFile));
    const applies = head === undefined ? [] : this.#applies(head);
    const done = applies.find(({ state }) => state === 'done');
    const begun = applies.filter(({ state }) => state === 'begun');
    return { refs, head, ...(done && { done }), begun };
  }

  /** Down to the last that is done, the newest first. */
  #applies(head: string, isAll = false): RecordedApply[] {
    const found: RecordedApply[] = [];
    for (let commit: string | undefined = head; commit !== undefined; ) {
      const stored: Stored | undefined = this.commits.get(commit);
      if (stored === undefined) throw new Error(`There is no commit ${commit}.`);
      const { message, parent, tree, now } = stored;
      const { ids, facts } = this.trees.get(tree) ?? { ids: new Map(), facts: undefined };
      const said = applyOf({ message, facts, ids });
      const apply = this.#withFiles({ ...said, commit, parent, tree, time: now.toISOString() });
      found.push(apply);
      if (apply.state === 'done' && !isAll) break;
      commit = parent;
    }
    return found;
  }

  #withFiles(apply: ListedApply): RecordedApply {
    const files = new Map(
      [...apply.ids].map(([path, id]) => [path, this.blobs.get(id) ?? Buffer.alloc(0)]),
    );
    const kept = apply.kept.map((other) => this.#withFiles(other));
    return { ...apply, files, unread: new Map(), kept };
  }

  /** What the apply runs before the last one declared, newest first. */
  earlierStates({ done }: ApplyRecord): { state: State; apply: RecordedApply }[] {
    const applies = done?.parent === undefined ? [] : this.#applies(done.parent, true);
    return applies.map((apply) => {
      const { files, projectFile } = apply;
      return { state: this.#read(Object.fromEntries(files), projectFile).state, apply };
    });
  }

  wasApplied(id: string, { done }: ApplyRecord): boolean {
    const parent = done?.parent;
    return parent !== undefined && this.#applies(parent, true).some((one) => one.id === id);
  }

  /** The record of a project, with that of the name which its file had before, and with its documents. */
  recordAsRead(projectFile: string, isThere: (path: string) => boolean): RecordAsRead {
    const ref = recordRef(RECORD_TARGET, projectFile);
    const place = { ref, folder: recordsOf(RECORD_TARGET), projectFile };
    const own = this.recordOf(projectFile);
    let record = own;
    for (const [other, head] of this.refs) {
      if (other === ref || !other.startsWith(place.folder)) continue;
      const applies = this.#applies(head);
      const last = applies.find(({ state }) => state === 'done') ?? applies[0];
      if (last === undefined || isThere(last.projectFile)) continue;
      const former = { ref: other, head, projectFile: last.projectFile };
      if (own.head === undefined) {
        const ours = carried(applies, projectFile);
        const done = ours.find(({ state }) => state === 'done');
        const begun = ours.filter(({ state }) => state === 'begun');
        record = { ...own, ...(done && { done }), begun, former };
      } else {
        const [done] = this.earlierStates(own).map(({ apply }) => apply);
        const here = idsOfFormer(own);
        const moved = here.size > 0 ? here : idsOfFormer({ begun: [], done });
        const all = this.#applies(head, true);
        const shared = all.findIndex(({ id }) => moved.has(id));
        if (shared >= 0) record = withLeft(own, former, all.slice(0, shared));
      }
    }
    const read = countingIn(record).map((apply) => {
      const { files, projectFile: path, formerFile = path } = apply;
      return { apply, loaded: this.#read(Object.fromEntries(files), formerFile) };
    });
    return { place, isShared: true, record, read };
  }

  /** The states of the apply runs in the record of a project, the newest first, down to the last that is done. */
  states(projectFile = 'confighub.yaml'): string[] {
    const { begun, done } = this.recordOf(projectFile);
    return [...begun, ...(done ? [done] : [])].map(({ state }) => state);
  }

  /** The names of the stages of the newest commit, in order. */
  stages(): string[] {
    return this.versions.at(-1)?.loaded.project.stages.map(({ name }) => name) ?? [];
  }

  rows(): string[] {
    const { data } = exportOf(this.repository, { omitValues: false, omitFiles: false }) as {
      data: ExportedEntry[];
    };
    return rowsIn(data);
  }
}

export interface ExportedEntry {
  key?: string;
  file?: string;
  content?: string;
  context?: string;
  values?: { context: string; value: string | null }[];
}

/** Every row that a server has, by name and context, twice where it has it twice. */
export function rowsIn(entries: readonly ExportedEntry[]): string[] {
  return entries
    .flatMap(({ key, file, content, context, values = [] }) =>
      file === undefined
        ? values.map((row) => `${key} ${row.context}: ${row.value}`)
        : [`${file} ${context}: ${content}`],
    )
    .sort();
}

interface ProcessOptions {
  given?: GivenOptions;
  /** Of a project with stages. */
  stage?: ChosenStage | undefined;
  /** Who it is, in the records. */
  run: string;
  /** How many commits of origin the clone lacks. Default: 0. */
  behind?: number;
}

/** A process of the program, in a clone of its own. */
export class MemoryProcess {
  readonly outside: Outside;
  readonly options: Options;
  readonly world: ApplyWorld;
  /** How many pushes it sent, and how many of them had an effect so far. */
  sent = 0;
  effects = 0;
  signal: 'wanted' | 'at once' | undefined;
  /** Whether a cache answers what it reads. */
  isStale = false;
  readonly head: Version;
  readonly #known: readonly Version[];

  constructor(outside: Outside, { given = {}, stage, run, behind = 0 }: ProcessOptions) {
    this.outside = outside;
    const options = { token: TOKEN, url: TARGET.url, repository: 'acme/shop', ...given };
    this.options = { ...resolveOptions(options, {}), ...(stage && { chosenStage: stage }) };
    this.#known = outside.versions.slice(0, outside.versions.length - behind);
    const head = this.#known.at(-1);
    if (head === undefined) throw new Error('Nothing is committed.');
    this.head = head;
    this.world = this.#worldOf(run);
  }

  #connection() {
    const { token, timeout, reads } = this.options;
    const http = this.outside.http(() => this.isStale);
    return { http, url: TARGET.url, timeout, token, reads };
  }

  #worldOf(run: string): ApplyWorld {
    const { outside, head } = this;
    const { loaded, commit, projectFile } = head;
    const { repository } = TARGET;
    const pusher = createPusher(this.#connection(), { repository, applicationName: run });
    const { versions } = outside;
    const at = (id: string) => versions.findIndex((one) => one.commit === id);
    const isBefore = (older: string, newer: string) => at(older) >= 0 && at(older) <= at(newer);
    const files = { ...loaded, display: (path: string) => path, choice: {}, git: {} };
    const isThere = (path: string) => loaded.files.has(path);
    return {
      ...createReader(this.#connection(), repository),
      target: TARGET,
      caller: { env: {}, run },
      head: async () => commit,
      parents: async (id) => (at(id) > 0 ? [versions[at(id) - 1]?.commit ?? ''] : []),
      commitsSince: async (older) => {
        const since = at(older) < 0 ? [] : versions.slice(at(older) + 1, versions.indexOf(head));
        return since.map((one) => one.commit.slice(0, 10)).reverse();
      },
      standard: async () => undefined,
      isAncestor: async (older, newer) => ({ answer: isBefore(older, newer) ? 'yes' : 'no' }),
      trusted: async () => [versions.at(-1)?.commit ?? ''],
      firstTrusted: async () => undefined,
      idsIn: async (id) => {
        const version = versions[at(id)];
        return version && outside.idsOf(version.loaded);
      },
      files: async () => files,
      differences: async () => {
        const ids = outside.idsOf(loaded);
        return { ids, attributes: new Map(), uncommitted: [], elsewhere: [] };
      },
      record: async () => outside.recordAsRead(projectFile, isThere),
      version: async (id) => ({ commit: id, loaded: versions[at(id)]?.loaded ?? loaded }),
      past: async () => ({ state: emptyState(), redact: [] }),
      otherProjects: async () => {
        return { inFiles: outside.others, versions: outside.others, recorded: [] };
      },
      projectsIn: async () => [],
      fitOf: async () => {
        return { documents: 1, heirs: [], heir: projectFile, isOther: false, isUnlike: false };
      },
      lineage: async (applies) => {
        const apply = applies.find(({ source }) => !isBefore(source, commit));
        return apply === undefined ? { kind: 'following' } : { kind: 'older', apply };
      },
      newest: async () => undefined,
      mergeLineage: async () => ({ kind: 'following' }),
      appliedHere: async () => undefined,
      earlierStates: async (record, visit) => {
        for (const { state, apply } of record ? outside.earlierStates(record) : [])
          if (!visit(state, apply)) return;
      },
      movedTo: async () => new Map(),
      changeComment: async () => 'Change',
      actor: async () => 'ada',
      reviewedDigest: async () => '',
      isUnpushed: async () => false,
      contentElsewhere: async () => [],
      recordInClone: async () => undefined,
      currentRecord: async () => outside.recordOf(projectFile),
      wasApplied: async (id, record) => outside.wasApplied(id, record),
      fetchEarlier: async () => undefined,
      writeCommits: async (commits) => outside.write(commits),
      reword: async (id, by) => {
        const { parent, tree } = outside.commits.get(id) ?? {};
        const [written = ''] = outside.write([{ ...by, parent, tree: tree ?? '' }]);
        return written;
      },
      moveRef: async ({ ref, commit: to, expected }) => outside.move(ref, to, expected),
      newId: () => outside.newId(),
      push: async (body, limit) => {
        const before = outside.repository;
        const answer = await pusher.push(body, limit);
        if (outside.repository !== before) this.effects++;
        return answer;
      },
      now: () => outside.now,
      serverTime: () => outside.now,
      tell: () => undefined,
      avoidCaches: () => undefined,
      pause: async (milliseconds) => {
        outside.now = new Date(outside.now.getTime() + milliseconds);
      },
      stopped: () => this.signal,
    };
  }
}

/** How a process ended. */
export interface Ended {
  /** `never`: it waits for something that does not happen. */
  code: ExitCode | 'never';
  /** One for each target. */
  rows: TargetRow[];
  /** What the plans say of a record that is not known. */
  said: string[];
}

/** One process for each target, and its world, perhaps with something around its questions. */
export interface MemoryTarget {
  process: MemoryProcess;
  world: ApplyWorld;
}

/** Applies to all targets. @param more options of each */
export async function ended(
  targets: readonly MemoryTarget[],
  more: Partial<Options>[] = [],
): Promise<Ended> {
  const said: string[] = [];
  const given = targets.map(({ process }, index) => ({ ...process.options, ...more[index] }));
  const open = async (options: Options): Promise<OpenTarget> => {
    // A later stage is planned again in its turn.
    const isOf = (one: Options) => one === options || isSameStage(one, options);
    const world = targets[given.findIndex(isOf)]?.world;
    if (world === undefined) throw new Error('There is no such target.');
    const record = async () => {
      const read = await world.record();
      said.push(...(read?.failure === undefined ? [] : [read.failure]));
      return read;
    };
    const told = { ...world, record };
    const writable = async () => told;
    return { world: told, options, remarks: [], writable, close: () => undefined };
  };
  const report = () => undefined;
  const rows = await applyTargets(given, { open, report, heedSignals: () => undefined });
  return { code: exitCodeOf(rows), rows, said };
}

function isSameStage({ chosenStage: one }: Options, { chosenStage: other }: Options): boolean {
  return one !== undefined && one.name === other?.name;
}

/** The same, by a person who approves what the plans ask for. */
export async function endedApproved(processes: readonly MemoryProcess[]): Promise<Ended> {
  const targets = processes.map((process) => ({ process, world: process.world }));
  const first = await ended(targets);
  const approvals = first.rows.map(
    ({ plan: asked }) => asked?.approval && parseApproval(asked.approval),
  );
  if (first.code !== 3 || !approvals.some((one) => one)) return first;
  return ended(
    targets,
    approvals.map((approve) => (approve ? { approve } : {})),
  );
}

/** What it says, for messages. */
export function endText({ code, rows }: Ended): string {
  const texts = rows.map(
    ({ error, plan: made, outcome }) =>
      error?.message ??
      [outcome, ...(made?.findings ?? []).map(({ message }) => message)].join(': '),
  );
  return `${code} (${texts.join('; ')})`;
}
