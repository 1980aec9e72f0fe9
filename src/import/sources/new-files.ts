// Writes new values into files of another format, one for each context; documents declare the rest.
import { compareText } from '../../lib/text.ts';
import { compareContexts, type Context, contextId, elementsOf, EVERYWHERE } from '../../model/context.ts';
import type { ImportFormat } from '../../model/import-plan.ts';
import { isNative, type Key, type State, type Value } from '../../model/state.ts';
import type { FullDocumentWriter } from '../write/document-writer.ts';
import { type Mapping, mapping, text } from '../write/serialize.ts';
import { contextName, metadataOf } from '../write/shapes.ts';
import { newLine } from './line-forms.ts';

interface NewFiles {
  state: State;
  /** Ids of keys whose type is not declared. */
  untyped: ReadonlySet<string>;
  format: ImportFormat;
  writer: FullDocumentWriter;
}

export interface NewSources {
  /** Texts by path. */
  files: Map<string, string>;
  /** For `sources` of the project file. */
  items: Mapping[];
  /** What documents declare: metadata, and what the format cannot hold. */
  rest: State;
}

const EXTENSIONS: Record<ImportFormat, string> = { properties: 'properties', dotenv: 'env' };

export function newSources({ state, untyped, format, writer }: NewFiles): NewSources {
  const contexts = new Map<string, { context: Context; lines: string[] }>();
  const keys = new Map<string, Key>();
  const sorted = [...state.keys].sort(([a], [b]) => compareText(a, b));
  for (const [id, key] of sorted) {
    const isTyped = !untyped.has(id);
    const lines = linesOf(key, { isTyped, format, writer });
    for (const [context, line] of lines) {
      const value = key.values.get(context);
      const of = contexts.get(context) ?? { context: value?.context ?? EVERYWHERE, lines: [] };
      contexts.set(context, of);
      of.lines.push(line);
    }
    const left = new Map([...key.values].filter(([context]) => !lines.has(context)));
    const isDescribed = Object.keys(metadataOf(key, isTyped)).length > 0;
    if (left.size === key.values.size) keys.set(id, key);
    else if (left.size > 0 || isDescribed) keys.set(id, withoutText({ ...key, values: left }));
  }
  const made: NewSources = { files: new Map(), items: [], rest: { keys, files: state.files } };
  for (const { context, lines } of [...contexts.values()].sort((a, b) => compareContexts(a.context, b.context))) {
    const path = writer.sourcePathFor(nameOf(writer.spelled(context)), EXTENSIONS[format]);
    const name = context === EVERYWHERE ? undefined : text(contextName(writer, context));
    made.files.set(path, lines.join(''));
    made.items.push(mapping({ path: text(path), context: name }));
  }
  return made;
}

/** The lines of the values that the format can hold, by context. */
function linesOf(
  key: Key,
  { isTyped, format, writer }: Pick<NewFiles, 'format' | 'writer'> & { isTyped: boolean },
): Map<string, string> {
  // Documents write these types in a form of their own.
  if (isTyped && (key.vdt === 'Code' || isNative(key.vdt))) return new Map();
  const lineOf = ({ text: of, unknown }: Value) => {
    if (of === null || unknown || (of !== '' && writer.isSecret(key.name, of))) return undefined;
    return newLine(format, key.name, of);
  };
  return new Map(
    [...key.values.values()].flatMap((value) => {
      const line = lineOf(value);
      return line === undefined ? [] : [[contextId(value.context), line] as const];
    }),
  );
}

/** Text is the type of a key that declares none. */
function withoutText({ vdt, ...key }: Key): Key {
  return vdt === undefined || vdt === 'Text' ? key : { ...key, vdt };
}

/** `default`, or the elements that a context names. */
function nameOf(context: Context): string {
  const named = elementsOf(context).filter((element) => element !== '*');
  return named.length === 0 ? 'default' : named.join('.');
}
