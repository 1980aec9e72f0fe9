// The hidden marker in front of a comment or an issue, by which a later run finds its own again.
import { parseStrictObject } from '../model/strict-json.ts';

export interface Marker {
  /** A comment under a pull request, or an issue about drift. */
  kind: 'plan' | 'drift';
  /** Server, repository and project: two targets never share a comment. */
  target: string;
  /** The commit whose files were compared. */
  head: string;
  /** Digest of what was found. */
  plan: string;
}

const VERSION = 1;
const LINE = /^<!-- confighub-sync (\{.*\}) -->/;
/** What could end an HTML comment, mention somebody, or get lost on its way through a forge. */
const UNSAFE = /[^\x20-\x7e]|[<>@#&`]|-(?=-)/g;

/** One line, for the start of the body. */
export function writeMarker({ kind, target, head, plan }: Marker): string {
  const json = JSON.stringify({ version: VERSION, kind, target, head, plan });
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
  if (fields === undefined || Object.keys(fields).length !== 5) return undefined;
  const { head, plan } = fields;
  if (fields.version !== VERSION || fields.kind !== kind || fields.target !== target) return undefined;
  return typeof head === 'string' && typeof plan === 'string' ? { kind, target, head, plan } : undefined;
}
