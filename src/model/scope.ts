// The part of a repository that a project manages: `scope` and `ignore` of the project file.
import { globTest } from '../lib/glob.ts';
import { type Context, elementsOf, EVERYWHERE } from './context.ts';
import type { Named } from './state.ts';

export const SCOPE_FIELDS = ['keys', 'contexts', 'files'] as const;
type ScopeField = (typeof SCOPE_FIELDS)[number];

/** Globs; `!` in front excludes. An absent list covers everything. */
export type ScopeGlobs = { readonly [Field in ScopeField]?: readonly string[] };

/** Items outside the scope are never considered ours and never written, in any prune mode. */
export interface Scope {
  item: (item: Named) => boolean;
  /** True when the scope covers every row of an item, so the item itself may be deleted. */
  whole: (item: Named) => boolean;
  row: (item: Named, context: Context) => boolean;
  /** The globs, as the project file has them. */
  written: { scope?: ScopeGlobs; ignore?: ScopeGlobs };
}

export const WHOLE_REPOSITORY: Scope = {
  item: () => true,
  whole: () => true,
  row: () => true,
  written: {},
};

/**
 * What `scope` covers and `ignore` does not. Key names and contexts ignore case, paths do not. In a context, `*` is the
 * element `*` itself, and `**` matches any element.
 */
export function scopeOf(written: Scope['written']): Scope {
  const { scope, ignore } = written;
  if (scope === undefined && ignore === undefined) return WHOLE_REPOSITORY;
  const covered = (field: ScopeField, test: (glob: string) => Test): Test => {
    const [isIn, isOut] = [testOf(scope?.[field], test), testOf(ignore?.[field], test)];
    return (text) => isIn?.(text) !== false && isOut?.(text) !== true;
  };
  const key = covered('keys', (glob) => globTest(glob, { nocase: true }));
  const path = covered('files', (glob) => globTest(glob, { nocase: false }));
  const context = covered('contexts', contextTest);
  const coversContexts = scope?.contexts === undefined && ignore?.contexts === undefined;
  const item = ({ kind, name }: Named) => (kind === 'file' ? path(name) : key(name));
  return {
    item,
    whole: (one) => coversContexts && item(one),
    row: (one, where) => item(one) && context(where),
    written,
  };
}

type Test = (text: string) => boolean;

function contextTest(glob: string): Test {
  const tests = elementsOf(glob).map(elementTest);
  return (context) => {
    const elements = context === EVERYWHERE ? tests.map(() => '*') : elementsOf(context);
    return elements.length === tests.length && tests.every((test, level) => test(elements[level] ?? ''));
  };
}

function elementTest(glob: string): Test {
  if (glob === '*') return (element) => element === '*';
  if (glob === '**') return () => true;
  return globTest(glob, { nocase: true });
}

/** Covered by at least one glob without `!`, if there is one, and by no glob with `!`. `undefined`: there is no list. */
function testOf(globs: readonly string[] | undefined, test: (glob: string) => Test): Test | undefined {
  if (globs === undefined) return undefined;
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => test(glob.slice(1)));
  const included = globs.filter((glob) => !glob.startsWith('!')).map(test);
  return (text) => (included.length === 0 || included.some((one) => one(text))) && !excluded.some((one) => one(text));
}
