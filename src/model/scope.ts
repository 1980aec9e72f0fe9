// The part of a repository that a project manages: `scope` and `ignore` of the project file.
import { globTest } from '../lib/glob.ts';
import { type Context, elementsOf, EVERYWHERE } from './context.ts';
import type { Item } from './state.ts';

export const SCOPE_FIELDS = ['keys', 'contexts', 'files'] as const;
type ScopeField = (typeof SCOPE_FIELDS)[number];

/** Globs; `!` in front excludes. An absent list covers everything. */
export type ScopeGlobs = { readonly [Field in ScopeField]?: readonly string[] };

type Named = Pick<Item, 'kind' | 'name'>;

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
export function scopeOf({ scope, ignore }: Scope['written']): Scope {
  if (scope === undefined && ignore === undefined) return WHOLE_REPOSITORY;
  const key = both(
    names(scope?.keys, true),
    except(ignore?.keys, (globs) => names(globs, true)),
  );
  const path = both(
    names(scope?.files, false),
    except(ignore?.files, (globs) => names(globs, false)),
  );
  const context = both(contexts(scope?.contexts), except(ignore?.contexts, contexts));
  const coversContexts = scope?.contexts === undefined && ignore?.contexts === undefined;
  const item = ({ kind, name }: Named) => (kind === 'key' ? key(name) : path(name));
  return {
    item,
    whole: (one) => coversContexts && item(one),
    row: (one, where) => item(one) && context(where),
    written: { ...(scope && { scope }), ...(ignore && { ignore }) },
  };
}

type Test = (text: string) => boolean;

function both(a: Test, b: Test): Test {
  return (text) => a(text) && b(text);
}

function except(globs: readonly string[] | undefined, test: (globs: readonly string[]) => Test): Test {
  if (globs === undefined) return () => true;
  const isIgnored = test(globs);
  return (text) => !isIgnored(text);
}

function names(globs: readonly string[] | undefined, nocase: boolean): Test {
  return chosen(globs, (glob) => globTest(glob, { nocase }));
}

function contexts(globs: readonly string[] | undefined): Test {
  return chosen(globs, (glob) => {
    const tests = elementsOf(glob).map(elementTest);
    return (context) => {
      const elements = context === EVERYWHERE ? tests.map(() => '*') : elementsOf(context);
      return elements.length === tests.length && tests.every((test, level) => test(elements[level] ?? ''));
    };
  });
}

function elementTest(glob: string): Test {
  if (glob === '*') return (element) => element === '*';
  if (glob === '**') return () => true;
  return globTest(glob, { nocase: true });
}

/** Covered by at least one glob without `!`, if there is one, and by no glob with `!`. */
function chosen(globs: readonly string[] | undefined, test: (glob: string) => Test): Test {
  if (globs === undefined) return () => true;
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => test(glob.slice(1)));
  const included = globs.filter((glob) => !glob.startsWith('!')).map(test);
  return (text) => (included.length === 0 || included.some((one) => one(text))) && !excluded.some((one) => one(text));
}
