// What an import reads in addition to the files: live, or what changed there since the last apply, and what counts as secret.
import type { Connected } from '../world/connect.ts';
import type { PlanFacts } from '../core/plan-facts.ts';
import { inspect, type RepositoryListing } from '../core/inspect.ts';
import { nothingApplied, serverNotRead } from '../core/drift-unknown.ts';
import { folderOf } from '../documents/project-files.ts';
import type { OpenProject } from '../project/open-project.ts';
import { variablesOfOthers } from '../project/other-projects.ts';
import type { Runtime } from '../runtime.ts';
import { CommandError } from '../errors.ts';
import { missingText, readHint } from '../model/server-reads.ts';
import type { State } from '../model/state.ts';
import type { Options } from '../options.ts';
import { agreed } from '../remote/agreement.ts';
import type { Offered } from '../remote/answer.ts';
import type { ImportInput } from './import-input.ts';
import { lastAppliedState, type Masks } from '../core/applied.ts';
import { liveOf, pullsOf } from '../core/live.ts';
import { withOwners } from '../core/owners.ts';
import { startReading, ensureListing, withNotes } from '../core/read.ts';
import type { World } from '../core/world.ts';
import { inputOf } from '../core/input.ts';
import { worldOf } from '../world/target-world.ts';
import { withKeys } from '../core/plan.ts';
import { lastAppliedOf } from '../core/last-applied.ts';
import { masksOf } from '../core/masks.ts';

interface ImportSource extends Connected {
  project: OpenProject;
  options: Options & { onlyDrift: boolean };
  runtime: Runtime;
}

type ImportReading = Pick<
  ImportInput,
  'live' | 'lastApplied' | 'begun' | 'here' | 'others' | 'isSecretName' | 'secretIn'
>;

interface ReadForImport extends ImportReading, Pick<ImportInput, 'variablesElsewhere'> {
  levels: string[];
  vdtEnabled: boolean;
}

/** Throws {@link CommandError} if the server cannot be read, or if nobody knows what is secret. */
export async function readForImport(source: ImportSource): Promise<ReadForImport> {
  const { project, options, runtime } = source;
  const { root } = folderOf(options.config, runtime.cwd);
  const opening = Promise.resolve(project);
  const world = worldOf({ options, runtime, connected: source, opening });
  const read = await agreed(() => readOnce(world, source));
  return { ...read, variablesElsewhere: variablesOfOthers(project, root) };
}

async function readOnce(world: World, source: ImportSource): Promise<ReadForImport> {
  const { target, options, project: files } = source;
  const { exporting, ...asked } = startReading(world, options);
  const inspection = await inspect(asked, { target, ...files });
  const exported = await exporting;
  const { listing, ...read } = await (options.onlyDrift
    ? readDrift(
        world,
        { files, target, options, readAt: asked.readAt, inspection },
        { source, exported },
      )
    : readAll(world, source, exported));
  const { settings } = listing ?? (await ensureListing(world, { inspection, target }));
  return { ...read, levels: inspection.levels, vdtEnabled: settings.vdtEnabled };
}

const ALLOW_EXPORT =
  'Allow reading without a token in the repository settings on the server, at least for the import. With a token, `--only drift` imports drift without the export.';

type Answer = ImportReading & { listing?: RepositoryListing | undefined };

/** With everything that was ever called secret: it may be left on the server. */
async function readAll(
  world: World,
  { connection, project: files, options }: ImportSource,
  exported: Offered<State>,
): Promise<Answer> {
  if ('missing' in exported)
    throw new CommandError({
      code: 'no-export',
      message: `An import needs the export (${missingText([exported.missing])}).`,
      hint: readHint('export', connection.reads, ALLOW_EXPORT),
    });
  const lastApplied = await lastAppliedOf(world, files, {});
  const { secrets } = await knownMasks(world, { files, options, lastApplied });
  return { live: exported.answer, isSecretName: secrets.isSecretName, secretIn: secrets.secretIn };
}

/** With what the last apply declared, left and called secret: only what differs from it is imported. */
async function readDrift(
  world: World,
  opened: Pick<PlanFacts, 'files' | 'target' | 'options' | 'readAt' | 'inspection'>,
  { source, exported }: { source: ImportSource; exported: Offered<State> },
): Promise<Answer> {
  const { files, options } = opened;
  const lastApplied = await lastAppliedOf(world, files, {});
  const applied = lastAppliedState(lastApplied);
  if (applied === undefined) throw orEverything(nothingApplied(lastApplied, source.project));
  const read = { ...opened, lastApplied, pulls: pullsOf(world, opened) };
  const live = await liveOf(exported, read);
  if (live.source === 'none') throw serverNotRead(source.connection.reads);
  // With the additional reads of a plan: import and plan must see the same state.
  const known = await withKeys(world, await withNotes(world, { ...read, live }));
  const input = inputOf(known);
  const { secrets, otherProjects } = await knownMasks(world, { files, options, lastApplied });
  const { isSecretName, secretIn } = secrets;
  const { begun } = lastApplied;
  const owned = await withOwners(world, { ...known, otherProjects }, input);
  const {
    others,
    applied: { here },
  } = owned.input;
  const { listing } = known;
  const states = { live: input.live, lastApplied: applied, begun, here, others };
  return { ...states, isSecretName, secretIn, listing };
}

/** Throws {@link CommandError} without them: values that nobody calls secret are written into documents. */
async function knownMasks(world: World, known: Parameters<typeof masksOf>[1]): Promise<Masks> {
  const masks = await masksOf(world, known);
  if (masks.problem === undefined) return masks;
  const { message, hint } = masks.problem;
  throw new CommandError({
    code: 'secrets-unknown',
    message: `Nothing was imported: ${message}.`,
    hint,
  });
}

/** With the way that needs no record. */
function orEverything(error: CommandError): CommandError {
  const importAll = 'To import everything, run `confighub-sync import` without `--only drift`.';
  return error.reworded({ hint: `${importAll} ${error.hint ?? ''}`.trimEnd() });
}
