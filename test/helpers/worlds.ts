// Worlds in memory, and what is put around them: counting questions, and letting one fail.
import type { RecordAsRead } from '../../src/core/applied.ts';
import type { World } from '../../src/core/world.ts';
import type { Loaded } from '../../src/documents/load-project.ts';
import { ReadNotOffered } from '../../src/remote/answer.ts';
import type { Repository } from '../../src/server/state.ts';
import { around } from '../../src/world/around.ts';
import { localServer } from '../random/local-reader.ts';

interface Memory {
  repository: Repository;
  files: Loaded;
  /** What was applied; absent: the project is not in Git. */
  record?: RecordAsRead | undefined;
  /** Whether the server offers the export. Default: true. */
  isOpen?: boolean;
  /** The history, the oldest commit first, each with the ids of its files by path. */
  commits?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The project in a commit. */
  versions?: ReadonlyMap<string, Loaded>;
}

/** The built-in server and a history, without a network or a process. */
export function memoryWorld(memory: Memory): World {
  const { repository, files, record, isOpen = true } = memory;
  const { commits = new Map(), versions = new Map() } = memory;
  const server = localServer(repository);
  const history = [...commits.keys()];
  const isBefore = (older: string, newer: string) =>
    history.includes(older) && history.indexOf(older) <= history.indexOf(newer);
  return {
    ...server,
    exported: async () => {
      if (isOpen) return server.exported();
      throw new ReadNotOffered({ code: 'http-status', message: 'no export' }, 'status 404');
    },
    head: async () => history.at(-1),
    parents: async (commit) => history.slice(0, history.indexOf(commit)).slice(-1),
    commitsSince: async () => [],
    standard: async () => undefined,
    isAncestor: async (older, newer) => ({ answer: isBefore(older, newer) ? 'yes' : 'no' }),
    trusted: async () => [],
    firstTrusted: async () => undefined,
    idsIn: async (commit) => commits.get(commit),
    files: async () => ({ ...files, display: (path) => path, choice: {}, git: record && {} }),
    differences: async () => undefined,
    record: async () => record,
    version: async (commit) => ({ commit, loaded: versions.get(commit) ?? files }),
    past: async () => undefined,
    otherProjects: async () => ({ inFiles: [], versions: [], recorded: [] }),
    projectsIn: async () => [],
    fitOf: async () => undefined,
    lineage: async () => ({ kind: 'following' }),
    mergeLineage: async () => ({ kind: 'following' }),
    appliedHere: async () => undefined,
    earlierStates: async () => undefined,
    movedTo: async () => new Map(),
    changeComment: async () => 'Change',
    actor: async () => 'ada',
    reviewedDigest: async () => '',
    isUnpushed: async () => false,
    contentElsewhere: async () => [],
    recordInClone: async () => undefined,
    caller: { env: {} },
    now: () => new Date(0),
    serverTime: () => new Date(0),
    tell: () => undefined,
  };
}

/** With what is asked, in order. */
export function counting(world: World): { world: World; asked: string[] } {
  const asked: string[] = [];
  const counted = around(world, (question, ask) => {
    asked.push(question);
    return ask();
  });
  return { asked, world: counted };
}

export class Failed extends Error {}

/** The n-th question fails, counted from 1. */
export function failing(world: World, n: number): World {
  let count = 0;
  return around(world, async (question, ask) => {
    if (++count === n) throw new Failed(question);
    return ask();
  });
}
