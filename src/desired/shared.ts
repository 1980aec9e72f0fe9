// What two readings of a project have in common, as a pull request has with its base and with what was last applied.
// Documents that are the same in both are read once, and their keys are the very same objects, places included: these name
// the file as the first reading does.
import { type Context, EVERYWHERE } from '../model/context.ts';
import type { Place, Source } from '../model/place.ts';
import type { Key, Value } from '../model/state.ts';
import type { Loaded } from './load.ts';

export interface SharedDocument {
  source: Source;
  keys: readonly Key[];
  /** Those that it names, but for `*`. */
  contexts: ReadonlySet<Context>;
}

/** What another reading of the same project may take over. */
export interface Shared {
  projectFile: Source;
  /** By path. */
  documents: ReadonlyMap<string, SharedDocument>;
}

/** What was read from where, for {@link sharedBy}. */
export interface Sources {
  projectFile: Source;
  /** By path. */
  documents: ReadonlyMap<string, Source>;
  entanglement: Pick<Entanglement, 'sources' | 'contexts'>;
}

/** `undefined` where the project has mistakes, or where one document decides what is right in another. */
export function sharedBy({ project, state, sources, diagnostics }: Loaded): Shared | undefined {
  if (sources === undefined || project.levels === undefined || diagnostics.length > 0) return undefined;
  const { sources: entangled, contexts } = sources.entanglement;
  const bySource = new Map<Source | undefined, { keys: Key[]; contexts: Set<Context> }>();
  for (const key of state.keys.values()) {
    const source = key.place?.source;
    const of = bySource.get(source) ?? { keys: [], contexts: new Set(contexts.get(source)) };
    bySource.set(source, of);
    of.keys.push(key);
    for (const { context } of key.values.values()) if (context !== EVERYWHERE) of.contexts.add(context);
  }
  const documents = new Map<string, SharedDocument>();
  for (const [path, source] of sources.documents) {
    const declared = entangled.has(source) ? undefined : bySource.get(source);
    if (declared !== undefined) documents.set(path, { source, ...declared });
  }
  return { projectFile: sources.projectFile, documents };
}

/** Finds out while documents are read which of them are entangled. */
export class Entanglement {
  /** Documents that do not say alone what their keys are: parts stand in others, in files, or in the environment. */
  readonly sources = new Set<Source>();
  /** Of whole documents, whether a value is left for them or not. */
  readonly contexts = new Map<Source | undefined, Context[]>();
  /** Of documents that were taken over. */
  readonly #taken = new Set<Source>();
  /** Something was said of a key that was taken over: whatever was read is worth nothing. */
  isBroken = false;

  /** What a document says of all its keys at once; a file may hold several. */
  names(source: Source, context: Context): void {
    const known = this.contexts.get(source);
    if (known === undefined) this.contexts.set(source, [context]);
    else known.push(context);
  }

  take(source: Source): void {
    this.#taken.add(source);
  }

  /** A key is declared here that was declared there before; whether it was taken over from there. */
  isTakenAgain(here: Place, there: Place | undefined): boolean {
    if (there === undefined || here.source === there.source) return false;
    this.sources.add(here.source).add(there.source);
    const isTaken = this.#taken.has(there.source);
    this.isBroken ||= isTaken;
    return isTaken;
  }

  of(place: Place | undefined): void {
    if (place !== undefined) this.sources.add(place.source);
  }

  ofValue({ variable, unknown, place }: Value): void {
    if (variable !== undefined || unknown) this.of(place);
  }
}
