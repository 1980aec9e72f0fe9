// show: what an application receives in one context, from the files, from the server, or where the two differ.
import { CommandError } from '../errors.ts';
import { nearest } from '../lib/text.ts';
import type { ApplicationView } from '../model/application-view.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { secretNames } from '../model/secrets.ts';
import { emptyState, type State } from '../model/state.ts';
import type { Options } from '../options.ts';
import { complete, decrypted } from '../plan/normalize.ts';
import type { Pull } from '../remote/pull.ts';
import { presumedGroup } from '../remote/pulled-state.ts';
import { pullContext } from '../remote/read-live.ts';
import { type Winners, winnersOf } from '../semantics/rendering.ts';
import { type ContextGroup, indexGroups, weigher } from '../semantics/resolution.ts';
import { differenceOf, viewOf } from './application-view.ts';
import { appliedIn, type Baseline, readBaseline } from './baseline.ts';
import { USUAL_SETTINGS } from './inspect.ts';
import { type OpenProject, openProject, withoutMissingEnv } from './project.ts';
import type { Runtime } from './runtime.ts';
import { masksOf } from './secret-sources.ts';
import { type OpenServer, withServer } from './connect.ts';
import { doubtfulElements, elementsIn, type KnownLevels, parseContext, type ShowRequest } from './show-request.ts';
import { desiredSide, liveSide, pulledKeys, revealedGroups, type Side } from './view-sides.ts';

export interface ShowResult {
  view: ApplicationView;
  /** Problems in the files. */
  warnings: Diagnostic[];
  /** Sentences about what is shown. */
  remarks: string[];
}

type ShowRuntime = Omit<Runtime, 'every'>;

/** From the files it needs no server and no token. Throws {@link CommandError}. */
export async function show(request: ShowRequest, options: Options, runtime: ShowRuntime): Promise<ShowResult> {
  // What the environment does not tell is shown as unknown.
  const project = await openProject(options, { runtime, missingEnv: 'warning' });
  const warnings = withoutMissingEnv(project.diagnostics);
  if (request.source === 'desired') return { ...showDesired(project, request), warnings };
  const use = (server: OpenServer) => showServer(request, { project, options, runtime, server });
  return { ...(await withServer(project, { options, runtime, use })), warnings };
}

type Shown = Omit<ShowResult, 'warnings'>;

function showDesired({ project, state, depth }: OpenProject, request: ShowRequest): Shown {
  const levels = project.levels?.length ?? depth?.levels;
  const known = { levels: project.levels, depth: levels, elements: elementsIn(state, levels ?? 1) };
  const elements = parseContext(request.context, known);
  const winners = winnersFor(elements, complete(state, emptyState(), USUAL_SETTINGS));
  const side = desiredSide(winners, elements.length);
  refuseUnknown(request, { sides: [side], declared: state });
  const { prune, scope, redact } = project;
  const marks = { desired: state, live: emptyState(), prune, scope, isSecretName: secretNames(redact) };
  const view = viewOf(side, { request, source: 'desired', elements, marks });
  return { view, remarks: doubtfulElements(elements, known) };
}

/** @param groups where they are known, with the names of their levels */
function winnersFor(
  elements: readonly string[],
  state: State,
  { groups, levels }: { groups: readonly ContextGroup[]; levels: readonly string[] } = { groups: [], levels: elements },
): Winners {
  const weigh = weigher(elements, indexGroups(levels, groups));
  return winnersOf(state, { weigh, depth: elements.length });
}

interface Sources {
  project: OpenProject;
  options: Options;
  runtime: ShowRuntime;
  server: OpenServer;
}

async function showServer(request: ShowRequest, sources: Sources): Promise<Shown> {
  const { project, options, runtime, server } = sources;
  const { levels, elements: existing } = server.inspection;
  const depth = levels.length;
  const known: KnownLevels = { levels, depth, elements: existing ?? elementsIn(project.state, depth) };
  const elements = parseContext(request.context, known);
  const [pull, baseline] = await Promise.all([
    pullOf(request, { ...sources, elements }),
    readBaseline(project, { target: server.target, options }),
  ]);
  const { note, ...masks } = await masksOf({ project, options, runtime, baseline });
  const { state } = project;
  const { scope } = project.project;
  const prune = options.prune ?? project.project.prune;
  const live = liveOf(pull, { project, baseline });
  const marks = { ...masks, desired: state, live, prune, scope, ...appliedIn(baseline) };
  const groups = revealedGroups(pull.values, { request: elements, levels });
  const winners = winnersFor(elements, complete(state, live, USUAL_SETTINGS), { groups, levels });
  const groupOf = (path: string) => server.inspection.files.get(path)?.securityGroup;
  const [before, after] = [
    liveSide({ live, pull, winners, declared: state, groupOf }, depth),
    desiredSide(winners, depth),
  ];
  const isLive = request.source === 'live';
  refuseUnknown(request, { sides: isLive ? [before] : [before, after], declared: state });
  const common = { request, source: request.source, target: server.target, elements, marks };
  const isOurs = ownership(baseline, prune);
  const view = isLive ? viewOf(before, common) : differenceOf({ ...common, before, after, isOurs });
  reportSecrets(view, runtime.onSecret);
  const notes = note === undefined ? [] : [note];
  return { view, remarks: [...baseline.warnings, ...notes, ...doubtfulElements(elements, known)] };
}

function pullOf({ kind }: ShowRequest, { server, runtime, elements }: Sources & { elements: string[] }): Promise<Pull> {
  const { reader, target, inspection } = server;
  return pullContext(
    { reader, repository: target.repository, elements: inspection.elements, now: runtime.now() },
    { context: elements.join(';'), content: kind === 'files' ? 'values and files' : 'values' },
  );
}

/** Decrypted where the password is known. */
function liveOf({ values }: Pull, { project, baseline }: { project: OpenProject; baseline: Baseline }): State {
  const { state: desired, passwords } = project;
  const known = { desired, presumed: 'baseline', ...(baseline.pushed && { baseline: baseline.pushed }) } as const;
  return decrypted(
    pulledKeys(values, (id) => presumedGroup(id, known)),
    { desired, passwordOf: passwords.of },
  );
}

/** Whether an apply deletes what no file declares: it was applied before, or everything else is deleted. */
function ownership({ pushed }: Baseline, prune: string) {
  const paths = new Set([...(pushed?.files.values() ?? [])].map(({ path }) => path));
  return (item: { key: string } | { path: string }): boolean => {
    if (prune === 'none') return false;
    return prune === 'all' || ('key' in item ? pushed?.keys.has(item.key) === true : paths.has(item.path));
  };
}

/** Secrets on the server may be in use: they are masked in every later line. */
function reportSecrets({ values, files }: ApplicationView, onSecret: (text: string) => void): void {
  for (const { change } of [...values, ...files]) {
    for (const text of change.secretTexts ?? []) onSecret(text);
    for (const text of change.secret ? [change.before, change.after] : []) if (text) onSecret(text);
  }
}

/** Throws for a name that is received by none of the sides; a pattern may match nothing. */
function refuseUnknown(
  { patterns, kind, context = '' }: ShowRequest,
  { sides, declared }: { sides: readonly Side[]; declared: State },
): void {
  const names = sides.flatMap((side) =>
    kind === 'files' ? [...side.files.keys()] : [...side.values.values()].map(({ key }) => key),
  );
  const same = (a: string, b: string) => (kind === 'files' ? a === b : a.toLowerCase() === b.toLowerCase());
  const unknown = patterns.filter((one) => !/[*?[{!]/.test(one) && !names.some((name) => same(name, one)));
  if (unknown.length === 0) return;
  const others =
    kind === 'files'
      ? [...declared.files.values()].map(({ path }) => path)
      : [...declared.keys.values()].map(({ name }) => name);
  const hints = unknown.map((one) => {
    const isDeclared = others.some((name) => same(name, one));
    if (isDeclared) return `The files declare it, but not for this context: see \`confighub-sync explain ${one}\`.`;
    // Paths are given with their folder.
    const near = others.find((name) => name.endsWith(`/${one}`)) ?? nearest(one, new Set([...names, ...others]));
    return near === undefined ? undefined : `Did you mean \`${near}\`?`;
  });
  const what = kind === 'files' ? 'file' : 'key';
  throw new CommandError({
    code: `unknown-${what}`,
    message: unknown.map((one) => `${context.trim()} receives no ${what} \`${one}\`.`).join('\n'),
    hint: [...new Set(hints.filter((hint) => hint !== undefined))].join(' ') || undefined,
  });
}
