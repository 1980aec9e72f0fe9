// What `show` reads: the rows that the files declare, or those of the server, and everything that shows what is secret.
import { CommandError } from '../errors.ts';
import { secretNames } from '../model/secrets.ts';
import { GIVE_TOKEN, missingText, readHint } from '../model/server-reads.ts';
import type { ShownSource } from '../model/shown.ts';
import { addFileRow, elementsIn, emptyState, fileId, type State } from '../model/state.ts';
import { repositoryText, type ResolvedTarget } from '../model/targets.ts';
import type { Options } from '../options.ts';
import type { AnnotateInput } from '../plan/annotate.ts';
import { complete, decrypted } from '../plan/normalize.ts';
import { agreed } from '../remote/agreement.ts';
import { ifOffered } from '../remote/answer.ts';
import type { Pull } from '../remote/wire.ts';
import { comparerOf, pulledKeys } from '../remote/pulled-state.ts';
import { pullContext } from '../remote/read-live.ts';
import { type ContextGroup, indexGroups, winnersOf } from '../semantics/resolution.ts';
import { withTarget } from '../world/connect.ts';
import { askRepository, inspect, USUAL_SETTINGS } from '../core/inspect.ts';
import type { OpenProject } from '../project/open-project.ts';
import type { Runtime } from '../runtime.ts';
import { type ContextRequest, askedFor, type KnownLevels } from './asked.ts';
import { appliedIn, pullKnowledgeOf } from '../core/applied.ts';
import { liveOf, pullsOf } from '../core/live.ts';
import { maskNotes, allowedReads } from '../core/input.ts';
import type { Server } from '../core/world.ts';
import type { PlanFacts } from '../core/plan-facts.ts';
import { worldOf } from '../world/target-world.ts';
import { lastAppliedOf } from '../core/last-applied.ts';
import { masksOf } from '../core/masks.ts';

export interface Side extends ContextRequest {
  source: ShownSource;
  /** Who has the rows: `The files have`. */
  who: string;
  target?: ResolvedTarget;
  /** Groups of elements, as far as they are known. */
  groups: readonly ContextGroup[];
  state: State;
  /** Paths of files that the application gets, but of which the server does not tell the row. */
  untold: readonly string[];
  marks: Omit<AnnotateInput, 'isTheirs'>;
}

type DeclaredRows = Pick<OpenProject, 'project' | 'state' | 'depth'>;

/** The levels and elements that the files name. */
export function knownToFiles({ project, state, depth }: DeclaredRows): KnownLevels {
  const count = project.levels?.length ?? depth?.levels;
  return { levels: project.levels, depth: count, elements: elementsIn(state, count ?? 1) };
}

export function filesSide(open: DeclaredRows, context: string | undefined): Side {
  const { project, state } = open;
  const { prune, scope, redact } = project;
  return {
    source: 'files',
    who: 'The files have',
    ...askedFor(context, knownToFiles(open)),
    groups: [],
    state: complete(state, emptyState(), USUAL_SETTINGS),
    untold: [],
    marks: {
      desired: state,
      live: emptyState(),
      applied: {},
      policy: { prune, scope },
      secrets: { isSecretName: secretNames(redact) },
    },
  };
}

/** Throws {@link CommandError} if the server cannot be read. */
export function liveSide(
  project: OpenProject,
  context: string | undefined,
  options: Options,
  runtime: Runtime,
): Promise<Side> {
  return withTarget(project.project, options, runtime, async (connected) => {
    const { target } = connected;
    const opening = Promise.resolve(project);
    const world = worldOf({ options, runtime, connected, opening });
    runtime.onStep(`Reading ${repositoryText(target.repository)}`);
    const inspection = await inspect(askRepository(world, options.token !== undefined), {
      target,
      ...project,
    });
    const { levels, elements } = inspection;
    const knownLevels = {
      levels,
      depth: levels.length,
      elements: elements ?? elementsIn(project.state, levels.length),
    };
    const asked = askedFor(context, knownLevels);
    const lastApplied = await lastAppliedOf(world, project, options);
    const opened = { files: project, options, inspection, lastApplied };
    const masks = await masksOf(world, opened);
    const pulls = pullsOf(world, opened);
    const from = { ...opened, project, world, pulls };
    const read =
      asked.elements === undefined ? await readAll(from) : await readContext(from, asked.elements);
    const { scope } = project.project;
    const prune = options.prune ?? project.project.prune;
    return {
      source: 'live',
      target,
      ...asked,
      ...read,
      marks: {
        desired: project.state,
        live: read.state,
        applied: appliedIn(lastApplied),
        policy: { prune, scope },
        secrets: masks.secrets,
      },
      remarks: [
        ...lastApplied.warnings,
        ...maskNotes({ masks }),
        ...asked.remarks,
        ...read.remarks,
      ],
    };
  });
}

type ShowSources = Pick<PlanFacts, 'files' | 'options' | 'inspection' | 'lastApplied' | 'pulls'> & {
  project: OpenProject;
  world: Server;
};

type ReadSide = Pick<Side, 'who' | 'groups' | 'state' | 'untold' | 'remarks'>;

const BY_TOKEN =
  'The server was read with the token, one context at a time: values and files in contexts that the files do not name are missing here.';

/** By the export, or else by token in the declared contexts. */
async function readAll(from: ShowSources): Promise<ReadSide> {
  const { project, options, world } = from;
  const exported = await ifOffered('export', world.exported());
  const live = await agreed(() => liveOf(exported, from));
  if (live.source === 'none')
    throw new CommandError({
      code: 'no-export',
      message: `Cannot read what is on the server (${missingText(live.missing)}).`,
      hint: readHint(
        'pull',
        allowedReads(from),
        options.token === undefined ? GIVE_TOKEN : undefined,
      ),
    });
  const isWhole = live.source === 'export';
  return {
    who: isWhole ? 'The server has' : 'As far as it can be read by token, the server has',
    groups: [],
    state: unsealed(live.state, project),
    untold: [],
    remarks: isWhole ? [] : [BY_TOKEN],
  };
}

function unsealed(state: State, { state: desired, passwords }: OpenProject): State {
  return decrypted(state, { desired, passwordOf: passwords.of });
}

/** As the server answers an application. */
async function readContext(from: ShowSources, elements: readonly string[]): Promise<ReadSide> {
  const { project, inspection, lastApplied, pulls } = from;
  const pull = await pullContext(pulls, elements.join(';'));
  const declared = pullKnowledgeOf(lastApplied, project.state);
  const items = pulledKeys(pull, declared);
  const groups = revealedGroups(pull, elements, inspection.levels);
  const untold = addPulledFiles({ items }, pull, { from, elements, groups });
  const state = unsealed({ items }, project);
  return {
    who: 'The server has',
    groups,
    state,
    untold,
    remarks: pull.files === undefined ? [NO_FILES] : [],
  };
}

const NO_FILES = 'The server cannot render the files of this context: only keys are shown.';

/**
 * A pull shows neither the row of a file nor its content before placeholders are replaced: both are those that the files
 * declare, if what wins there renders to the same text. Returns the paths of the other files.
 */
function addPulledFiles(
  state: State,
  pull: Pull,
  {
    from,
    elements,
    groups,
  }: { from: ShowSources; elements: readonly string[]; groups: readonly ContextGroup[] },
): string[] {
  const { levels, files: listed } = from.inspection;
  const declared = complete(from.project.state, emptyState(), USUAL_SETTINGS);
  const winners = winnersOf(declared, elements, indexGroups(levels, groups));
  const compare = comparerOf(pull);
  const untold: string[] = [];
  for (const path of pull.files?.keys() ?? []) {
    const row = winners.get(fileId(path))?.row;
    if (row === undefined || row.unknown || compare(path, row.text ?? '') !== 'same') {
      untold.push(path);
      continue;
    }
    const securityGroup = listed.get(path)?.securityGroup ?? row.securityGroup;
    addFileRow(state, path, { ...row, securityGroup });
  }
  return untold;
}

/**
 * The groups of elements that an answer reveals: a row that names neither the asked element nor `*` names a group of it.
 * The server does not list the members of groups.
 */
function revealedGroups(
  { values }: Pull,
  elements: readonly string[],
  levels: readonly string[],
): ContextGroup[] {
  const groups = new Map<string, ContextGroup>();
  for (const { context } of values) {
    for (const [at, name] of context.split(';').entries()) {
      const level = levels[at];
      const member = elements[at] ?? '*';
      if (level === undefined || name === '*' || name.toLowerCase() === member.toLowerCase())
        continue;
      groups.set(`${at} ${name.toLowerCase()}`, { level, name, members: [member] });
    }
  }
  return [...groups.values()];
}
