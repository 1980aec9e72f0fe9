// Files of `sources` → State: the same declarations as in documents, from formats of other programs.
import { globTest } from '../lib/glob.ts';
import { type Context, elementsOf } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import {
  isNested,
  type PathReading,
  readingOf,
  readingsOf,
  serverPath,
  type Source,
  SOURCE_FORMATS,
} from '../model/sources.ts';
import type { Project } from '../model/project.ts';
import { isNative, type Vdt } from '../model/state.ts';
import type { Content } from './content.ts';
import {
  type Entry,
  type Fields,
  firstIn,
  isNothing,
  isNull,
  type Node,
  textAt,
  textMistakes,
  toJson,
} from './fields.ts';
import type { FoundFile } from './find-documents.ts';
import { checkFilePath } from './read-document.ts';
import { isConditional, isRepeated, refuseLatin1, warnOfOtherReaders } from './other-readers.ts';
import { readFormat } from './source-formats.ts';
import type { StateBuilder } from './state-builder.ts';

interface SourceFile extends Pick<FoundFile, 'path' | 'text' | 'isLatin1'> {
  source: Source;
}

export function readSourceFile(
  file: SourceFile,
  project: Pick<Project, 'levels' | 'elements'>,
  fields: Fields,
  builder: StateBuilder,
): void {
  const { source, path } = file;
  const reading = readPath(file, fields);
  const written = reading && textAt(0, contextOf(source, reading.elements, project));
  const context = written && builder.contexts.read(fields, written);
  if (reading === undefined || context === undefined) return;
  if (source.as === 'keys') declareKeys(file, context, fields, builder);
  else {
    const name = `${source.prefix}${serverPath(path, source.root, reading.spans)}`;
    const place = fields.place(0);
    if (!wantedBy(source, { nocase: false })(name) || !checkFilePath(fields, name, 0)) return;
    const { text } = file.text;
    if (!text.includes('\0')) builder.row(builder.file(name), { context, text, contentPath: path, place });
    else {
      const message = `${path} contains a NUL character, which the server cannot store.`;
      fields.error({ code: 'bad-text', at: 0, message, hint: 'Remove it.' });
    }
  }
}

function readPath({ source, path }: SourceFile, fields: Fields): PathReading | undefined {
  const [reading, other] = readingsOf(source.path, path);
  const related = source.place;
  if (reading === undefined) {
    const message = `The path \`${cut(source.path)}\` matches this file, but the names of elements cannot be read from it.`;
    const hint = 'Rename the file, use a simpler path for the source, or leave the file out with `exclude`.';
    return fields.error({ code: 'bad-option', at: 0, message, hint, related });
  }
  if (other === undefined) return reading;
  const [one, two] = [reading, other].map(({ elements }) =>
    [...elements].map(([level, element]) => `${level} ${cut(element)}`).join(', '),
  );
  const message = `This path can be read in two ways by \`${cut(source.path)}\`: ${one}; or ${two}.`;
  const hint = 'Use one source for each of them, or rename the file.';
  return fields.error({ code: 'ambiguous-path', at: 0, message, hint, related });
}

/** The elements that the path names, in the places of `context`; `*` for all other levels. The project has names for all sources. */
function contextOf(
  source: Source,
  named: PathReading['elements'],
  { levels = [], elements }: Pick<Project, 'levels' | 'elements'>,
): string {
  const { context = '*' } = source;
  if (named.size === 0) return context;
  const given = elementsOf(context);
  return levels
    .map((level, i) => {
      const name = named.get(level);
      if (name === undefined) return given[i] ?? '*';
      return source.elements.get(name) ?? elements.get(name) ?? name;
    })
    .join(';');
}

function wantedBy({ keys, ignore }: Source, options: { nocase: boolean }): (name: string) => boolean {
  const [wanted, ignored] = [keys, ignore].map((globs) => globs?.map((glob) => globTest(glob, options)));
  return (name) => (wanted === undefined || wanted.some((fits) => fits(name))) && !ignored?.some((fits) => fits(name));
}

function declareKeys(
  { source, path, text, isLatin1 }: SourceFile,
  context: Context,
  fields: Fields,
  builder: StateBuilder,
): void {
  const reading = readingOf(path, source);
  if (reading === undefined) {
    const message = `A source cannot read ${cut(path)}.`;
    const hint = `If it has a format that a source reads, add \`format\` to the source (${SOURCE_FORMATS.join(', ')}). Otherwise convert the file, or set \`as: files\`.`;
    fields.report({ severity: 'error', code: 'bad-option', message, hint, place: source.place });
    return;
  }
  const isWanted = wantedBy(source, { nocase: true });
  const types = source.types.map(([glob, vdt]) => ({ fits: globTest(glob, { nocase: true }), vdt }));
  const nameOf = ({ key }: Entry) => `${source.prefix}${key.text}`;
  const read = readFormat(text, reading, fields.report);
  const wanted = read.filter((entry) => isWanted(nameOf(entry)));
  if (isConditional(read, reading, fields) || isRepeated(wanted, reading, fields)) return;
  if (isLatin1) refuseLatin1(wanted, fields);
  else warnOfOtherReaders(wanted, reading, fields);
  for (const entry of wanted) {
    const name = nameOf(entry);
    const place = fields.place(entry.key);
    const key = builder.key(name, place);
    if (key === undefined || isRefused(entry.value, fields)) continue;
    if (entry.value.kind === 'scalar' && !isNested(reading.format))
      for (const mistake of textMistakes(entry.value.text)) fields.error({ ...mistake, at: entry.value });
    const vdt = types.find(({ fits }) => fits(name))?.vdt ?? nativeType(entry.value);
    builder.metadata(key, { vdt }, () => place);
    builder.row(key, { context, place, ...contentOf(entry.value, vdt) });
  }
}

/** Reports what a tag leaves without a value. */
function isRefused(value: Node, fields: Fields): boolean {
  const problem = firstIn(value, ({ refused }) => refused);
  if (problem !== undefined) fields.error(problem);
  return problem !== undefined;
}

/** Lists of texts are Lists, everything else that is nested is JSON. */
function nativeType(value: Node): Vdt | undefined {
  if (value.kind === 'scalar') return undefined;
  return value.kind === 'sequence' && value.items.every(({ kind }) => kind === 'scalar') ? 'List' : 'JSON';
}

function contentOf(value: Node, vdt?: Vdt): Content {
  if (value.kind !== 'scalar') return { text: toJson(value), ...(isNative(vdt) && { native: true }) };
  return { text: isNull(value) ? null : isNothing(value) ? '' : value.text };
}
