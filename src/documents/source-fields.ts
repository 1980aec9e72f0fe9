// Reads `sources` of the project file: which files are configuration, and what becomes of their names.
import { meant } from '../lib/text.ts';
import { elementsOf } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import {
  DOTENV_READERS,
  ENCODINGS,
  levelsIn,
  PLACEHOLDER_MODES,
  readingOf,
  type DeclaredSource,
  SOURCE_FIELDS,
  SOURCE_FORMATS,
  SOURCE_KINDS,
  withoutLevels,
} from '../model/sources.ts';
import { strangerIn } from '../model/document-fields.ts';
import { type Vdt, VDTS } from '../model/state.ts';
import { type Entry, type Fields, nodesOf, type Node } from './fields.ts';
import { itemAt, normalize, problemOfPath, readGlobs } from './globs.ts';

type SourceEntries = Partial<Record<(typeof SOURCE_FIELDS)[number], Entry>>;

/** The valid sources. An item may be just a path. */
export function readSources(
  fields: Fields,
  entry: Entry,
  levels: readonly string[] | undefined,
): DeclaredSource[] {
  const items = nodesOf(entry);
  return items.flatMap((node) => readSource(fields, node, levels) ?? []);
}

function readSource(
  fields: Fields,
  node: Node,
  levels: readonly string[] | undefined,
): DeclaredSource | undefined {
  const mapping = node.kind === 'scalar' ? undefined : fields.mapping(node, 'A source');
  const entries: SourceEntries | undefined =
    node.kind === 'scalar'
      ? { path: { key: { ...node, text: 'path' }, value: node } }
      : mapping && fields.known(mapping, SOURCE_FIELDS, 'A source');
  if (entries === undefined) return undefined;
  const path = readPath(fields, entries.path, node, levels);
  const part = entries.part && fields.text(entries.part);
  const as = (entries.as && fields.oneOf(entries.as, SOURCE_KINDS)) ?? 'keys';
  const placeholders =
    entries.placeholders && fields.oneOf(entries.placeholders, PLACEHOLDER_MODES);
  const format = entries.format && fields.oneOf(entries.format, SOURCE_FORMATS);
  const reader = entries.reader && fields.oneOf(entries.reader, DOTENV_READERS);
  const encoding = entries.encoding && fields.oneOf(entries.encoding, ENCODINGS);
  const context = entries.context && fields.text(entries.context);
  const keys = entries.keys && readGlobs(fields, entries.keys);
  refuseOthers(fields, entries, as);
  if (path === undefined) return undefined;
  const source: DeclaredSource = {
    path,
    exclude: entries.exclude ? readExclude(fields, entries.exclude) : [],
    as,
    elements: entries.elements ? readElements(fields, entries.elements) : new Map(),
    prefix: (entries.prefix && readPart(fields, entries.prefix, as)) ?? '',
    separator: (entries.separator && readPart(fields, entries.separator, as)) ?? '.',
    types: entries.types ? readTypes(fields, entries.types) : [],
    ignore: (entries.ignore && readGlobs(fields, entries.ignore)) ?? [],
    root: (entries.root && readRoot(fields, entries.root, path)) ?? '',
    place: fields.place(node),
    part,
    placeholders,
    format,
    reader,
    encoding,
    context,
    keys,
  };
  if (entries.context) refuseNamedTwice(fields, source, entries.context.value, levels);
  if (entries.reader) refuseReader(fields, source, entries.reader.key);
  return source;
}

function readPath(
  fields: Fields,
  entry: Entry | undefined,
  node: Node,
  levels: readonly string[] | undefined,
): string | undefined {
  if (entry === undefined) {
    const hint = 'Add `path: config/*.properties`, for example.';
    return fields.error({
      code: 'missing-field',
      at: node,
      message: 'This source has no `path`.',
      hint,
    });
  }
  const written = fields.text(entry);
  if (written === undefined) return undefined;
  const path = normalize(written);
  const at = entry.value;
  const named = levelsIn(path);
  if (named.length > 0 && levels === undefined) {
    const hint = 'Add `levels: [Environment, Application]`.';
    return fields.error({
      code: 'missing-field',
      at,
      message: '`{…}` in a path needs `levels`.',
      hint,
    });
  }
  const unknown = named.find((level) => !levels?.includes(level));
  if (unknown !== undefined) {
    const message = `\`{${cut(unknown)}}\` is not the name of a level.`;
    const hint = `${meant(unknown, levels ?? [])} A list of names needs a comma: \`{a,b}\`.`;
    return fields.error({ code: 'bad-option', at, message, hint });
  }
  if (path.startsWith('!'))
    return fields.error({
      code: 'bad-option',
      at,
      message: 'The path of a source cannot exclude files.',
    });
  const problem = problemOfPath(entry, path, withoutLevels(path));
  return problem === undefined ? path : fields.error({ at, ...problem });
}

function readExclude(fields: Fields, entry: Entry): string[] {
  const globs = readGlobs(fields, entry, problemOfPath) ?? [];
  const index = globs.findIndex((glob) => glob.startsWith('!'));
  if (index === -1) return globs;
  const message = '`exclude` already lists files to leave out: its globs cannot begin with `!`.';
  fields.error({
    code: 'bad-option',
    at: itemAt(entry, index),
    message,
    hint: 'Write it without `!`.',
  });
  return [];
}

/** Names in paths, and the elements that they stand for. */
export function readElements(fields: Fields, entry: Entry): Map<string, string> {
  const entries = fields.mapping(entry.value, '`elements`')?.entries ?? [];
  return new Map(
    entries.flatMap((pair): [string, string][] => {
      const element = fields.text(pair);
      return element === undefined ? [] : [[pair.key.text, element]];
    }),
  );
}

function readTypes(fields: Fields, entry: Entry): [string, Vdt][] {
  const entries = fields.mapping(entry.value, '`types`')?.entries ?? [];
  return entries.flatMap((pair): [string, Vdt][] => {
    const vdt = fields.oneOf(
      { key: { ...pair.key, text: 'vdt' }, value: pair.value },
      VDTS,
      'unknown-vdt',
    );
    const globs = readGlobs(fields, { key: { ...pair.key, text: 'types' }, value: pair.key });
    return vdt === undefined || globs === undefined ? [] : [[pair.key.text, vdt]];
  });
}

/** A text that becomes a part of each name. */
function readPart(fields: Fields, entry: Entry, as: DeclaredSource['as']): string | undefined {
  const text = fields.textOrEmpty(entry);
  const other = text === undefined || as === 'files' ? undefined : strangerIn(text);
  if (other === undefined) return text;
  const message = `\`${entry.key.text}\` contains ${other}, which a key name cannot contain.`;
  return fields.error({
    code: 'bad-option',
    at: entry.value,
    message,
    hint: 'Use letters, digits and [ ] ( ) * - . _ +.',
  });
}

/** A folder that all files of the source are in. */
function readRoot(fields: Fields, entry: Entry, path: string): string | undefined {
  const root = fields.text(entry)?.replace(/^(?:\.\/)+|\/+$/g, '');
  if (root === undefined || root === '' || path.startsWith(`${root}/`)) return root;
  const message = `\`root\` must be a folder at the start of the path \`${cut(path)}\`.`;
  return fields.error({ code: 'bad-option', at: entry.value, message });
}

/** Refuses fields that have no meaning for what the files become. */
function refuseOthers(fields: Fields, entries: SourceEntries, as: DeclaredSource['as']): void {
  const refused =
    as === 'files'
      ? [
          entries.format,
          entries.reader,
          entries.encoding,
          entries.separator,
          entries.types,
          entries.part,
        ]
      : [entries.root, entries.placeholders];
  for (const { key } of refused.filter((entry) => entry !== undefined)) {
    const message =
      as === 'files'
        ? `\`${key.text}\` cannot be used with \`as: files\`.`
        : `\`${key.text}\` needs \`as: files\`.`;
    fields.error({ code: 'bad-option', at: key, message, hint: 'Remove it.' });
  }
}

/** Reports a program that reads `.env` files, for files that are none. */
function refuseReader(fields: Fields, source: DeclaredSource, at: Node): void {
  const read = readingOf(source.path, source)?.format ?? 'dotenv';
  if (read === 'dotenv') return;
  const message = `\`reader\` is for \`.env\` files, but this source reads ${read}.`;
  fields.error({
    code: 'bad-option',
    at,
    message,
    hint: 'Remove it. If these are `.env` files with other names, add `format: dotenv`.',
  });
}

/** Reports a level that both the path and `context` name. */
function refuseNamedTwice(
  fields: Fields,
  source: DeclaredSource,
  at: Node,
  levels: readonly string[] = [],
): void {
  const named = levelsIn(source.path);
  const elements = elementsOf(source.context ?? '*');
  const twice = levels.find((level, i) => named.includes(level) && (elements[i] ?? '*') !== '*');
  if (twice === undefined) return;
  const message = `Both \`path\` and \`context\` name an element of ${twice}.`;
  fields.error({ code: 'bad-option', at, message, hint: 'Write `*` for this level in `context`.' });
}
