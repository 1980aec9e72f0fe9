// The hidden marker in front of a comment or an issue, by which a later run finds its own again.
import { isTexts, parseStrictObject } from '../model/strict-json.ts';

export interface Marker {
  /** A comment under a pull request, or an issue about drift. */
  kind: 'plan' | 'drift';
  /** Server, repository and project: two targets never share a comment. */
  target: string;
  /** The commit whose files were compared. */
  head: string;
  /** Digest of what was found. */
  plan: string;
  /** Of a comment: digests of the drift that it shows as overwritten; left out where there is none. */
  drift?: readonly string[];
}

const VERSION = 1;
const LINE = /^<!-- confighub-sync (\{.*\}) -->/;
/** What could end an HTML comment, mention somebody, or get lost on its way through a forge. */
const UNSAFE = /[^\x20-\x7e]|[<>@#&`]|-(?=-)/g;

/** One line, for the start of the body. */
export function writeMarker({ kind, target, head, plan, drift = [] }: Marker): string {
  const shown = drift.length === 0 ? {} : { drift };
  const json = JSON.stringify({ version: VERSION, kind, target, head, plan, ...shown });
  return `<!-- confighub-sync ${json.replace(UNSAFE, escapeUnit)} -->`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The marker that a body begins with, if it is of this version, of this kind and for this target. */
export function readMarker(
  body: string,
  { kind, target }: Pick<Marker, 'kind' | 'target'>,
): Marker | undefined {
  const fields = parseStrictObject(LINE.exec(body)?.[1] ?? '');
  if (fields === undefined) return undefined;
  const { head, plan, drift } = fields;
  if (Object.keys(fields).length !== (drift === undefined ? 5 : 6)) return undefined;
  if (fields.version !== VERSION || fields.kind !== kind || fields.target !== target) return undefined;
  if (typeof head !== 'string' || typeof plan !== 'string') return undefined;
  if (drift === undefined) return { kind, target, head, plan };
  return isTexts(drift) ? { kind, target, head, plan, drift } : undefined;
}
