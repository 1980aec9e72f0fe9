// What an import reads: all that the repository holds, or by token what others changed of what was applied from here.
import { CommandError } from '../errors.ts';
import type { MissingRead } from '../model/reads.ts';
import type { State } from '../model/state.ts';
import type { Options, ResolvedTarget } from '../options.ts';
import type { Reader } from '../remote/client.ts';
import { type Baseline, readBaseline } from './baseline.ts';
import type { ImportProject } from './import-project.ts';
import { ask, inspect, type Inspection, type Listing } from './inspect.ts';
import { type Exported, readExport } from '../remote/export-read.ts';
import { type Live, liveOf, pullsFor } from './live.ts';
import { planInput } from './plan-input.ts';
import type { OpenProject, Surroundings } from './project.ts';
import { pullsOf } from '../remote/token-read.ts';

export interface ImportSource {
  reader: Reader;
  options: Options & { onlyDrift: boolean };
  surroundings: Surroundings;
  project: ImportProject;
  target: ResolvedTarget;
}

export interface ImportLive {
  inspection: Inspection;
  settings: Listing['settings'];
  live: State;
  /** Only where nothing but drift is taken over. */
  baseline?: State;
  /** What the last apply left beside what it declared. */
  beside?: ReadonlySet<string>;
}

export async function readForImport(source: ImportSource): Promise<ImportLive> {
  const { reader, options, project, target } = source;
  const exporting = readExport(reader, target.repository);
  exporting.catch(() => undefined);
  const asked = ask(reader, { target, hasToken: options.token !== undefined });
  const inspection = await inspect(asked, { target, ...project });
  const exported = await exporting;
  const read = options.onlyDrift
    ? await readDrift(source, { inspection, exported })
    : { inspection, live: wholeOf(exported) };
  const { settings } = await inspection.listing();
  return { ...read, settings };
}

async function readDrift(
  source: ImportSource,
  { inspection, exported }: { inspection: Inspection; exported: Exported },
): Promise<Omit<ImportLive, 'settings'>> {
  const applied = await lastApply(source);
  const { project, baseline } = applied;
  const live = await liveOf(exported, {
    ...(source.options.token !== undefined && { pulls: () => pullAll(source, { inspection, ...applied }) }),
  });
  if (live.source === 'none') throw noExport(live.missing, NEEDS_TOKEN);
  return {
    inspection,
    baseline: baseline.state,
    ...(baseline.applied?.found && { beside: baseline.applied.facts.beside }),
    live: await asPlanned(source, { live, inspection, project, baseline }),
  };
}

function wholeOf(exported: Exported): State {
  if ('refusal' in exported) throw noExport([{ read: 'export', reason: exported.refusal }], NEEDS_ALL);
  return exported;
}

interface Applied {
  project: OpenProject;
  baseline: Baseline & { state: State };
}

async function lastApply({ project: { open }, target }: ImportSource): Promise<Applied> {
  const baseline = open && (await readBaseline(open, { target, options: {} }));
  if (open !== undefined && baseline?.state !== undefined)
    return { project: open, baseline: { ...baseline, state: baseline.state } };
  throw new CommandError({
    code: 'no-baseline',
    message: `What others changed is not known: ${baseline?.reason ?? 'there is no project here yet'}.`,
    hint: 'Import without `--only drift`, or apply first.',
  });
}

function pullAll(
  source: ImportSource,
  { inspection, project, baseline }: Applied & { inspection: Inspection },
): Promise<Exported> {
  const pulls = pullsFor({ ...source, project }, inspection);
  return pullsOf(pulls, { desired: project.state, ...baseline });
}

/** With what a plan asks for besides: both must see the same. */
async function asPlanned(
  { reader, options, target }: ImportSource,
  known: Applied & { live: Live; inspection: Inspection },
): Promise<State> {
  return (await planInput({ ...known, target, options, reader })).input.live;
}

interface Advice {
  needs: string;
  hint: string;
}

const NEEDS_ALL: Advice = {
  needs: 'An import needs the export, the read of everything that the repository holds',
  hint: 'Allow reading without a token in the settings of the repository, at least until the import is done. With a token, `--only drift` takes over what others changed.',
};

const NEEDS_TOKEN: Advice = {
  needs: '`--only drift` needs the export or, with a token, the read `pull`',
  hint: 'Give a token (CONFIGHUB_TOKEN), or allow reading without one in the settings of the repository.',
};

function noExport(missing: readonly MissingRead[], { needs, hint }: Advice): CommandError {
  const reads = missing.map(({ read, reason }) => `GET /rest/${read}: ${reason}`).join('; ');
  return new CommandError({ code: 'no-export', message: `${needs} (${reads}).`, hint });
}
