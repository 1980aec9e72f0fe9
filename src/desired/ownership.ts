// `scope` and `ignore` of the project file, and what the documents declare outside of them.
import type { Diagnostic, Report } from '../model/diagnostic.ts';
import type { Place } from '../model/place.ts';
import { type Scope, type ScopeGlobs, scopeOf, WHOLE_REPOSITORY } from '../model/scope.ts';
import type { State } from '../model/state.ts';
import type { Fields } from './fields.ts';
import { readContextGlobs, readGlobs } from './globs.ts';
import type { Entry } from './tree.ts';

const SCOPE_FIELDS = ['keys', 'contexts', 'files'] as const;
const READERS = { keys: readGlobs, contexts: readContextGlobs, files: readGlobs };

export function readScope(fields: Fields, found: { scope?: Entry; ignore?: Entry }): Scope {
  const scope = found.scope && readScopeGlobs(fields, found.scope);
  const ignore = found.ignore && readScopeGlobs(fields, found.ignore);
  return scopeOf({ ...(scope && { scope }), ...(ignore && { ignore }) });
}

function readScopeGlobs(fields: Fields, entry: Entry): ScopeGlobs | undefined {
  const name = `\`${entry.key.text}\``;
  const node = fields.mapping(entry.value, name);
  if (node === undefined) return undefined;
  const found = fields.known(node, SCOPE_FIELDS, name);
  const globs: { -readonly [Field in keyof ScopeGlobs]: ScopeGlobs[Field] } = {};
  for (const field of SCOPE_FIELDS) {
    const list = found[field] && READERS[field](fields, found[field]);
    if (list !== undefined) globs[field] = list;
  }
  return globs;
}

/** A declared item that is not ours to write is a mistake at its line: it would never arrive. */
export function checkScope(state: State, { scope, report }: { scope: Scope; report: Report }): void {
  if (scope === WHOLE_REPOSITORY) return;
  for (const key of state.keys.values()) {
    if (!scope.key(key.name)) {
      report(outside(`The key ${key.name}`, key.place));
      continue;
    }
    for (const value of key.values.values()) {
      if (!scope.value(key.name, value.context))
        report(outside(`The value of ${key.name} in \`${value.context}\``, value.place));
    }
  }
  for (const file of state.files.values()) {
    if (!scope.file(file.path, file.context))
      report(outside(`The file ${file.path} in \`${file.context}\``, file.place));
  }
}

function outside(what: string, place: Place | undefined): Diagnostic {
  return {
    severity: 'error',
    code: 'outside-scope',
    message: `${what} is outside of what this project answers for.`,
    hint: 'Widen `scope` (or narrow `ignore`) in confighub.yaml, or declare it in the project that owns it.',
    ...(place && { place }),
  };
}
