// What a record holds besides documents, in a file of its own: types, digests of secrets, and what it left of others.
import { isPlainObject, isTexts } from '../model/strict-json.ts';
import { isVdt, type Vdt } from '../model/vdt.ts';

export interface RecordFacts {
  /** By key id. */
  types: ReadonlyMap<string, Vdt>;
  /** Keyed digests, see plan/stand-in.ts. */
  secrets: ReadonlySet<string>;
  /** What the apply left beside what it declared, see plan/overrides.ts. */
  beside: ReadonlySet<string>;
}

export const NO_FACTS: RecordFacts = { types: new Map(), secrets: new Set(), beside: new Set() };

/** No document lies there: `include` finds nothing in folders whose names begin with a dot unless it names them. */
const PATH = '.confighub-sync/record.json';

/** The files of a record: documents, and the facts beside them where there are any. */
export function withFacts(
  files: ReadonlyMap<string, Uint8Array>,
  { types, secrets, beside }: RecordFacts,
): Map<string, Uint8Array> {
  const all = new Map(files);
  if (types.size + secrets.size + beside.size === 0 || all.has(PATH)) return all;
  const sorted = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  const facts = {
    version: 1,
    types: Object.fromEntries(sorted),
    secrets: [...secrets].sort(),
    beside: [...beside].sort(),
  };
  return all.set(PATH, Buffer.from(`${JSON.stringify(facts, null, 2)}\n`));
}

/** The reverse. Facts that cannot be read are none: whatever needs them is then asked for, or written again. */
export function splitFacts<Bytes extends Uint8Array>(
  files: ReadonlyMap<string, Bytes>,
): { files: Map<string, Bytes>; facts: RecordFacts } {
  const documents = new Map(files);
  const bytes = documents.get(PATH);
  documents.delete(PATH);
  return { files: documents, facts: bytes === undefined ? NO_FACTS : parsed(Buffer.from(bytes).toString()) };
}

function parsed(text: string): RecordFacts {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return NO_FACTS;
  }
  if (!isPlainObject(json) || !isPlainObject(json.types) || !isTexts(json.secrets)) return NO_FACTS;
  const types = Object.entries(json.types).flatMap(([id, vdt]): [string, Vdt][] =>
    typeof vdt === 'string' && isVdt(vdt) ? [[id, vdt]] : [],
  );
  return {
    types: new Map(types),
    secrets: new Set(json.secrets),
    beside: new Set(isTexts(json.beside) ? json.beside : []),
  };
}
