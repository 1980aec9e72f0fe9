// What everything that an import writes shares: content files, variables, the spelling of contexts, and the test for secrets.
import { type Context, contextOf, elementsOf } from '../model/context.ts';
import { type IsSecret, isSecretText } from '../model/secrets.ts';
import { type Item, keyId, type Row, rowsOf, type State } from '../model/state.ts';
import { secretLines } from '../semantics/secret-lines.ts';
import { ContentFiles } from './content-files.ts';
import type { Opened } from './import-input.ts';
import { Variables } from './variables.ts';

export interface Writer {
  depth: number;
  contents: ContentFiles;
  variables: Variables;
  /** Secret values and files are never written as text. */
  isSecret: IsSecret;
  /** Contexts as the files spell them. */
  spelled: (context: Context) => Context;
}

export function newWriter(opened: Opened): Writer {
  const { before, target } = opened;
  const rows = rowsOf([...before.state.items.values()]);
  const used = rows.flatMap(({ variable }) => variable ?? []);
  const depth = target.levels.length;
  return {
    depth,
    contents: new ContentFiles(opened),
    variables: new Variables(depth, [...used, ...before.passwords.variables.values()]),
    isSecret: secretTest(opened),
    spelled: speller(rows.map(({ context }) => context)),
  };
}

/**
 * Items in a security group, with a secret name, or whose text is or contains a secret. Also all contexts of an item that
 * is secret in one of them: what the server has may be the same secret, moved. A plan masks the same items.
 */
function secretTest({ live, before, baseline, isSecretName, secretIn }: Opened): IsSecret {
  const names = [
    ...namesIn(live, ({ securityGroup }) => securityGroup !== undefined),
    ...[before.state, ...(baseline ? [baseline] : []), ...secretIn].flatMap((state) =>
      namesIn(state, ({ secret }) => secret === true),
    ),
  ];
  const guarded = new Set(names);
  const holdsSecret: IsSecret = (name, text) => isSecretText(name, text) || secretLines(text).length > 0;
  return (name, text) => isSecretName(name) || guarded.has(name) || guarded.has(keyId(name)) || holdsSecret(name, text);
}

/** Ids of keys and paths of files that pass the test, or have a row that does. */
function namesIn({ items }: State, test: (one: Item | Row) => boolean): string[] {
  const found = [...items.values()].filter((item) => [item, ...item.rows.values()].some(test));
  return found.map(({ kind, name }) => (kind === 'key' ? keyId(name) : name));
}

/** Spells elements as the files do, because two spellings of one element are a mistake. */
function speller(contexts: readonly Context[]): (context: Context) => Context {
  const spellings = new Map<string, string>();
  for (const context of contexts) {
    for (const [level, element] of elementsOf(context).entries()) {
      const id = `${level};${element.toLowerCase()}`;
      if (!spellings.has(id)) spellings.set(id, element);
    }
  }
  const spelled = (element: string, level: number) => spellings.get(`${level};${element.toLowerCase()}`) ?? element;
  return (context) => contextOf(elementsOf(context).map(spelled));
}
