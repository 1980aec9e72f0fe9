// explain: everything about one key or file, from the files, the server and the record of applies.
import { CommandError } from '../errors.ts';
import { nearest } from '../lib/text.ts';
import { contextId } from '../model/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Explanation } from '../model/explanation.ts';
import { secretNames } from '../model/secrets.ts';
import { missingText } from '../model/server-reads.ts';
import { emptyState, keyId, type State, valuesIn } from '../model/state.ts';
import { type Options, type ResolvedTarget, targetOf, urlOf } from '../options.ts';
import { complete, decrypted } from '../plan/normalize.ts';
import { pullsOf, readExport } from '../remote/read-live.ts';
import { appliedIn, type Baseline, readBaseline } from './baseline.ts';
import { explained, type ExplainSources, itemOf } from './explain-rows.ts';
import { USUAL_SETTINGS } from './inspect.ts';
import { liveOf, pullsFor } from './live.ts';
import { type OpenProject, openProject, withoutMissingEnv } from './project.ts';
import { pathInGit, recordRefs } from './record-place.ts';
import { rowHistory, type RowHistory } from './row-history.ts';
import type { Runtime } from './runtime.ts';
import { masksOf } from './secret-sources.ts';
import { type OpenServer, withServer } from './connect.ts';
import type { TargetOptions } from './targets.ts';

export interface ExplainRequest {
  name: string;
  /** The name is the path of a file. Otherwise a key is looked for first. */
  isFile: boolean;
}

export interface ExplainResult {
  explanation: Explanation;
  /** Problems in the files. */
  warnings: Diagnostic[];
  /** Sentences about what was read. */
  remarks: string[];
}

type ExplainRuntime = Omit<Runtime, 'every'>;

/** Throws {@link CommandError} for an unknown name. What cannot be read of server and record is left out, and said. */
export async function explain(
  request: ExplainRequest,
  options: Options,
  runtime: ExplainRuntime,
): Promise<ExplainResult> {
  const project = await openProject(options, { runtime, missingEnv: 'warning' });
  const target = targetIn(options, project);
  const baseline = target && (await readBaseline(project, { target, options }));
  const server = await readServer(project, { request, options, runtime, baseline });
  const states = [project.state, server.live, baseline?.pushed ?? emptyState()];
  const named = nameIn(states, request);
  const history = target && baseline?.isRecorded ? await historyOf(project, { target, named }) : NO_HISTORY;
  const { note, ...masks } = await marksOf(project, { options, runtime, baseline });
  const sources: ExplainSources = {
    ...named,
    levels: server.levels,
    project: { ...project.project, prune: options.prune ?? project.project.prune },
    declared: project.state,
    desired: complete(project.state, server.live, USUAL_SETTINGS),
    live: decrypted(server.live, { desired: project.state, passwordOf: project.passwords.of }),
    liveRead: server.read,
    display: project.display,
    ...(baseline?.pushed && { applied: baseline.pushed }),
    noRecord: baseline === undefined ? 'the files do not say to which repository they are applied' : baseline.reason,
    history: history.changes,
    masks,
  };
  const remarks = [...(baseline?.warnings ?? []), ...history.warnings, ...(note === undefined ? [] : [note])];
  const warnings = withoutMissingEnv(project.diagnostics);
  return { explanation: explained(sources), warnings, remarks: [...new Set(remarks)] };
}

const NO_HISTORY: RowHistory = { changes: new Map(), warnings: [] };

/** Of several targets, the one that declares the item. Throws {@link CommandError} if it is not exactly one. */
export async function explainedTarget(
  { name, isFile }: ExplainRequest,
  targets: readonly TargetOptions[],
  runtime: ExplainRuntime,
): Promise<TargetOptions> {
  const [only, other] = targets;
  if (only !== undefined && other === undefined) return only;
  const declaring: TargetOptions[] = [];
  for (const options of targets) {
    const { state } = await openProject(options, { runtime, missingEnv: 'warning' });
    const { keys, files } = itemOf(state, { kind: isFile ? 'file' : undefined, name });
    if (keys.size + files.size > 0) declaring.push(options);
  }
  const [first, second] = declaring;
  if (first !== undefined && second === undefined) return first;
  const names = (declaring.length === 0 ? targets : declaring).map(({ target }) => target).join(', ');
  const isNowhere = first === undefined;
  throw new CommandError({
    code: 'several-targets',
    message: isNowhere ? `No target declares ${name}: ${names}.` : `${name} is declared in several targets: ${names}.`,
    hint: isNowhere ? 'To look for it on a server, choose a target with --target.' : 'Choose one with --target.',
  });
}

function targetIn(options: Options, { project }: OpenProject): ResolvedTarget | undefined {
  const { repository } = { ...project, ...options };
  const url = urlOf(options, project);
  return url === undefined || repository === undefined ? undefined : targetOf(options, project);
}

interface ServerRead {
  live: State;
  read: Explanation['liveRead'];
  /** Names of the levels. */
  levels: readonly string[];
}

interface Reading {
  request: ExplainRequest;
  options: Options;
  runtime: ExplainRuntime;
  baseline: Baseline | undefined;
}

/** A server that cannot be read is no error: the files and the record explain most. */
async function readServer(project: OpenProject, reading: Reading): Promise<ServerRead> {
  try {
    const { options, runtime } = reading;
    return await withServer(project, { options, runtime, use: (server) => readItem(project, { ...reading, server }) });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { live: emptyState(), read: { not: error.message }, levels: levelsOf(project, reading.baseline) };
  }
}

/** By the export, or else by token in the contexts of this key or file. */
async function readItem(
  project: OpenProject,
  { request, options, runtime, baseline, server }: Reading & { server: OpenServer },
): Promise<ServerRead> {
  const { reader, target, inspection } = server;
  const only = (state: State | undefined) =>
    state && itemOf(state, { kind: request.isFile ? 'file' : undefined, name: request.name });
  const [pushed, state] = [only(baseline?.pushed), only(baseline?.state)];
  const declared = { desired: only(project.state) ?? emptyState(), ...(pushed && { pushed }), ...(state && { state }) };
  const pulls = pullsFor({ reader, options, runtime, target, project }, inspection);
  const live = await liveOf(await readExport(reader, target.repository), {
    ...(options.token !== undefined && { pulls: () => pullsOf({ ...pulls, prune: 'managed' }, declared) }),
  });
  const { levels } = inspection;
  if (live.source === 'export' || live.source === 'pulls') return { live: live.state, read: live.source, levels };
  return {
    live: emptyState(),
    read: { not: `The server offers no read of it (${missingText(live.missing)}).` },
    levels,
  };
}

function levelsOf({ project, depth }: OpenProject, baseline: Baseline | undefined): readonly string[] {
  if (project.levels !== undefined) return project.levels;
  const contexts = [...(baseline?.pushed?.keys.values() ?? [])].flatMap(({ values }) => [...values.keys()]);
  const levels = depth?.levels ?? Math.max(1, ...contexts.map((context) => context.split(';').length));
  return Array.from({ length: levels }, (_, i) => `level ${i + 1}`);
}

interface Named {
  kind: 'key' | 'file';
  name: string;
}

/** The item in its own spelling. Throws {@link CommandError} that names the nearest. */
function nameIn(states: readonly State[], { name, isFile }: ExplainRequest): Named {
  const keys = new Map(
    states.toReversed().flatMap((state) => [...state.keys].map(([id, key]) => [id, key.name] as const)),
  );
  const paths = new Set(states.flatMap(({ files }) => [...files.values()].map(({ path }) => path)));
  const key = isFile ? undefined : keys.get(keyId(name));
  if (key !== undefined) return { kind: 'key', name: key };
  if (paths.has(name)) return { kind: 'file', name };
  const near =
    [...paths].find((path) => path.endsWith(`/${name}`)) ??
    nearest(name, isFile ? paths : [...new Set([...keys.values(), ...paths])]);
  throw new CommandError({
    code: isFile ? 'unknown-file' : 'unknown-key',
    message: `The files, the server and the record have no ${isFile ? 'file' : 'key or file'} \`${name.slice(0, 120)}\`.`,
    hint: near === undefined ? undefined : `Did you mean \`${near}\`?`,
  });
}

async function historyOf(
  project: OpenProject,
  { target, named }: { target: ResolvedTarget; named: Named },
): Promise<RowHistory> {
  const { git, projectFile } = project;
  if (git === undefined) return NO_HISTORY;
  const refs = recordRefs(target, pathInGit(git, projectFile));
  return rowHistory(project, {
    git,
    refs,
    rowsOf: (state) => {
      const item = itemOf(state, named);
      const values = valuesIn(item).map((value) => ({ ...value, content: value.text }));
      return new Map(
        [...values, ...item.files.values()].map(({ context, content: text, unknown = false, place, contentPath }) => [
          contextId(context),
          { text, unknown, file: place?.file, contentPath },
        ]),
      );
    },
  });
}

/** Without a record to look at, only the files say what is secret. */
async function marksOf(project: OpenProject, { options, runtime, baseline }: Omit<Reading, 'request'>) {
  if (baseline === undefined) return { isSecretName: secretNames(project.project.redact), note: undefined };
  const masks = await masksOf({ project, options, runtime, baseline });
  return { note: undefined, ...masks, ...appliedIn(baseline) };
}
