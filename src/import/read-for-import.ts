// What an import reads besides the files: live, or what changed there since the last apply, and what counts as secret.
import { readLastApplied } from '../apply/last-applied.ts';
import type { Connected } from '../apply/connect.ts';
import { ask, inspect, type Inspection } from '../core/inspect.ts';
import { nothingApplied, serverNotRead } from '../apply/drift-unknown.ts';
import { liveOf, withPulls } from '../apply/live.ts';
import { planWithOwnership } from '../apply/other-projects.ts';
import { planInput } from '../apply/plan-input.ts';
import type { OpenProject } from '../apply/project.ts';
import type { Runtime } from '../apply/runtime.ts';
import { masksOf } from '../apply/secret-sources.ts';
import { CommandError } from '../errors.ts';
import { ahead } from '../lib/parallel.ts';
import { missingText, toRead } from '../model/server-reads.ts';
import type { State } from '../model/state.ts';
import type { Options } from '../options.ts';
import { agreed } from '../remote/agreement.ts';
import { ifOffered, type Offered } from '../remote/answer.ts';
import type { ImportInput } from './import-input.ts';
import { lastAppliedState, type SecretsProblem } from '../core/applied.ts';

interface Source extends Connected {
  project: OpenProject;
  options: Options & { onlyDrift: boolean };
  runtime: Runtime;
}

type Read = Pick<
  ImportInput,
  'live' | 'lastApplied' | 'begun' | 'here' | 'others' | 'isSecretName' | 'secretIn'
>;

type ReadForImport = Read & { levels: string[]; vdtEnabled: boolean };

/** Throws {@link CommandError} if the server cannot be read, or if nobody knows what is secret. */
export function readForImport(source: Source): Promise<ReadForImport> {
  return agreed(() => readOnce(source));
}

async function readOnce(source: Source): Promise<ReadForImport> {
  const { server, target, options, project } = source;
  const exporting = ahead(ifOffered('export', server.exported()));
  const asked = ask(server, options.token !== undefined);
  const inspection = await inspect(asked, { target, ...project });
  const exported = await exporting;
  const read = await (options.onlyDrift
    ? readDrift(source, inspection, exported)
    : readAll(source, exported));
  const { settings } = await inspection.listing();
  return { ...read, levels: inspection.levels, vdtEnabled: settings.vdtEnabled };
}

const ALLOW_EXPORT =
  'Allow reading without a token in the repository settings, at least for the import. With a token, `--only drift` imports drift without the export.';

/** With everything that was ever called secret: it may be left on the server. */
async function readAll(
  { project, target, options, runtime, connection }: Source,
  exported: Offered<State>,
): Promise<Read> {
  if ('missing' in exported)
    throw new CommandError({
      code: 'no-export',
      message: `An import needs the export (${missingText([exported.missing])}).`,
      hint: toRead('export', connection.reads, ALLOW_EXPORT),
    });
  const lastApplied = await readLastApplied(project, target, {});
  const { secrets, problem } = await masksOf({ project, options, runtime, lastApplied });
  refuseUnknownSecrets(problem);
  return { live: exported.answer, isSecretName: secrets.isSecretName, secretIn: secrets.secretIn };
}

/** With what the last apply declared, left and called secret: only what differs from it is imported. */
async function readDrift(
  source: Source,
  inspection: Inspection,
  exported: Offered<State>,
): Promise<Read> {
  const { project, target } = source;
  const lastApplied = await readLastApplied(project, target, {});
  const applied = lastAppliedState(lastApplied);
  if (applied === undefined) throw orEverything(nothingApplied(lastApplied, project));
  const sources = withPulls({ ...source, inspection, lastApplied });
  const live = await liveOf(exported, sources);
  if (live.source === 'none') throw serverNotRead(source.connection.reads);
  // With the additional reads of a plan: import and plan must see the same state.
  const { input } = await planInput(sources, live, undefined);
  const { secrets, problem, otherProjects } = await masksOf(sources);
  refuseUnknownSecrets(problem);
  const { isSecretName, secretIn } = secrets;
  const { begun } = lastApplied;
  const owned = (await planWithOwnership(input, sources, otherProjects)).input;
  const {
    others,
    applied: { here },
  } = owned;
  return { live: input.live, lastApplied: applied, begun, here, others, isSecretName, secretIn };
}

/** Values that nobody calls secret are written into documents. */
function refuseUnknownSecrets(problem: SecretsProblem | undefined): void {
  if (problem === undefined) return;
  const { message, hint } = problem;
  throw new CommandError({
    code: 'secrets-unknown',
    message: `Nothing was imported: ${message}.`,
    hint,
  });
}

/** With the way that needs no record. */
function orEverything(error: CommandError): CommandError {
  const all = 'To import everything, run `confighub-sync import` without `--only drift`.';
  return error.reworded({ hint: `${all} ${error.hint ?? ''}`.trimEnd() });
}
