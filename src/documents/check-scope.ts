// Reports what is declared outside the scope of the project.
import type { Diagnostic, Place, Report } from '../model/diagnostic.ts';
import { type Scope, WHOLE_REPOSITORY } from '../model/scope.ts';
import type { State } from '../model/state.ts';

/** Reports declared items outside the scope: they would never be pushed. */
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
    message: `${what} is outside the scope of this project.`,
    hint: 'Widen `scope` or narrow `ignore` in confighub.yaml, or declare it in the project that owns it.',
    place,
  };
}
