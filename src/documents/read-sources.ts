// Files of `sources` → State: the same declarations as in documents, from the formats of other programs.
import { globTest, keyTest, type Test } from '../lib/glob.ts';
import { type Context, elementsOf } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import {
  isNested,
  nameInPart,
  type PathReading,
  profilesIn,
  type SourceReading,
  readingOf,
  readingsOf,
  serverPath,
  type DeclaredSource,
  SOURCE_FORMATS,
} from '../model/sources.ts';
import type { Project } from '../model/project.ts';
import type { Vdt } from '../model/state.ts';
import { placeholderOf, spelledPlaceholders } from '../semantics/placeholders.ts';
import {
  type Fields,
  firstIn,
  isNothing,
  isNull,
  type Node,
  textNode,
  textErrors,
  toJson,
} from './fields.ts';
import type { FoundFile } from './find-documents.ts';
import { checkFilePath } from './read-document.ts';
import {
  isConditional,
  isRepeated,
  refuseLatin1,
  type SourceEntry,
  warnOfOtherReaders,
} from './other-readers.ts';
import { type Names, readFormat } from './source-formats.ts';
import type { StateBuilder } from './state-builder.ts';

interface SourceFile extends Pick<FoundFile, 'path' | 'text' | 'sources' | 'isLatin1'> {
  source: DeclaredSource;
}

export function readSourceFile(
  file: SourceFile,
  project: Pick<Project, 'levels' | 'elements'>,
  fields: Fields,
  builder: StateBuilder,
): void {
  const { source, path } = file;
  const reading = readPath(file, fields);
  const written = reading && textNode(0, contextOf(source, reading.elements, project));
  const context = written && builder.contexts.read(fields, written);
  if (reading === undefined || context === undefined) return;
  if (source.as === 'keys') declareKeys(file, context, fields, builder);
  else {
    const name = `${source.prefix}${serverPath(path, source.root, reading.spans)}`;
    const place = fields.place(0);
    if (!wantedBy(source)(name) || !checkFilePath(fields, name, 0)) return;
    const { text } = file.text;
    if (!text.includes('\0')) {
      builder.row(builder.file(name), { context, text, contentPath: path, place });
      if (source.placeholders === 'keep') keepPlaceholders(text, context, fields, builder);
    } else {
      const message = `${path} contains a NUL character, which the server cannot store.`;
      fields.error({ code: 'bad-text', at: 0, message, hint: 'Remove it.' });
    }
  }
}

/** What the server would put in place of a placeholder with spaces in it has none. */
function keepPlaceholders(
  text: string,
  context: Context,
  fields: Fields,
  builder: StateBuilder,
): void {
  for (const { name, written, offset } of spelledPlaceholders(text))
    builder.keep(
      name,
      { context, text: placeholderOf(name), place: fields.place(offset), placeholder: true },
      () => {
        if (written === placeholderOf(name)) return;
        const message = `The placeholder ${cut(name)} has spaces inside its braces, which \`placeholders: keep\` cannot keep.`;
        fields.error({
          code: 'bad-text',
          at: offset,
          message,
          hint: 'Write it without spaces, or declare the key in a document.',
        });
      },
    );
}

function readPath({ source, path }: SourceFile, fields: Fields): PathReading | undefined {
  const [reading, other] = readingsOf(source.path, path);
  const related = source.place;
  if (reading === undefined) {
    const message = `The path \`${cut(source.path)}\` matches this file, but the element names cannot be read from its path.`;
    const hint =
      'Rename the file, use a simpler path for the source, or leave the file out with `exclude`.';
    return fields.error({ code: 'bad-option', at: 0, message, hint, related });
  }
  if (other === undefined) return reading;
  const [first, second] = [reading, other].map(({ elements }) =>
    [...elements].map(([level, element]) => `${level} ${cut(element)}`).join(', '),
  );
  const message = `\`${cut(source.path)}\` can read this path in two ways: as ${first}; or as ${second}.`;
  const hint = 'Use one source for each of them, or rename the file.';
  return fields.error({ code: 'ambiguous-path', at: 0, message, hint, related });
}

/** The elements that the path names, in the places of `context`; `*` for all other levels. The project has names for all sources. */
function contextOf(
  source: DeclaredSource,
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

function wantedBy({ as, keys, ignore }: DeclaredSource): Test {
  const testOf = as === 'keys' ? keyTest : (glob: string) => globTest(glob, { nocase: false });
  const wanted = keys?.map(testOf);
  const ignored = ignore.map(testOf);
  return (name) =>
    (wanted === undefined || wanted.some((fits) => fits(name))) &&
    !ignored.some((fits) => fits(name));
}

function declareKeys(
  file: SourceFile,
  context: Context,
  fields: Fields,
  builder: StateBuilder,
): void {
  const { source, path, text } = file;
  const reading = readingOf(path, source);
  if (reading === undefined) {
    const message = `A source cannot read ${cut(path)}.`;
    const hint = `If sources can read its format, add \`format\` to the source (${SOURCE_FORMATS.join(', ')}). Otherwise convert the file, set \`as: files\`, or leave it out with \`exclude\`.`;
    fields.report({ severity: 'error', code: 'bad-option', message, hint, place: source.place });
    return;
  }
  const isSourceWanted = wantedBy(source);
  const isWanted = (name: string) => isSourceWanted(source.prefix + name);
  const types = source.types.map(([glob, vdt]) => ({ fits: keyTest(glob), vdt }));
  const typeOf = (name: string) => types.find(({ fits }) => fits(source.prefix + name))?.vdt;
  // The names in such a mapping are data.
  const isWhole = (name: string) => ['Map', 'JSON'].includes(typeOf(name) ?? '');
  const names = { isWanted, isWhole };
  const read = readFormat(text, reading, fields.report, names);
  // Outside of the part, the file may say what is read only for some profiles, or instead.
  const whole =
    source.part === undefined
      ? read
      : readFormat(text, { ...reading, part: undefined }, () => undefined);
  const unconditional =
    source.part === undefined ? read.filter((entry) => profilesOf(entry).length === 0) : read;
  const wanted = unconditional.filter(({ key }) => isWanted(key.text));
  const leftIn = (part: string) => leftInPart(part, file, names, reading);
  refuseLeftProfiles(whole, leftIn, file, fields);
  if (reading.format === 'yaml') warnOfShared(whole, wanted, leftIn, file, fields);
  if (isConditional(whole, reading, fields) || isRepeated(wanted, reading, fields)) return;
  if (file.isLatin1) refuseLatin1(wanted, fields);
  else warnOfOtherReaders(wanted, reading, fields);
  for (const { key: at, value } of wanted) {
    const place = fields.place(at);
    // Spring leaves out what has no name, so a prefix makes no name of it.
    const key = builder.key(at.text && source.prefix + at.text, place);
    if (key === undefined || isRefused(value, fields)) continue;
    if (value.kind === 'scalar' && !isNested(reading.format))
      for (const fileError of textErrors(value.text)) fields.error({ ...fileError, at: value });
    const row = { context, place, text: textOf(value) };
    builder.metadata(key, { vdt: typeOf(at.text) }, () => place);
    builder.row(key, row);
    if (value.kind !== 'scalar') builder.nested(key, row, guessedType(value));
  }
}

/** Reports what a tag leaves without a value. */
function isRefused(value: Node, fields: Fields): boolean {
  const problem = firstIn(value, ({ refused }) => refused);
  if (problem !== undefined) fields.error(problem);
  return problem !== undefined;
}

function profilesOf({ names: [first] }: SourceEntry): string[] {
  return profilesIn(first?.text ?? '');
}

type LeftIn = (part: string) => SourceEntry[];

/** What this source would declare of another part of its file, and no source reads. A part that is no mapping has no name. */
function leftInPart(
  part: string,
  { source, sources, text }: SourceFile,
  names: Names,
  reading: SourceReading,
): SourceEntry[] {
  const parts = sources.flatMap((reader) => reader.part ?? []);
  const isRead = (name: string) =>
    parts.some((readPart) => nameInPart(name, readPart) !== undefined);
  const isNotIgnored = wantedBy({ ...source, keys: undefined });
  let isMapping = true;
  const entries = readFormat(
    text,
    { ...reading, part },
    ({ code }) => {
      isMapping &&= code !== 'wrong-type' && code !== 'yaml-tag';
    },
    names,
  );
  const allEntries = isMapping
    ? entries
    : [...entries, { key: textNode(0, ''), value: textNode(0, ''), names: [] }];
  return allEntries.filter(({ key, names: path }) => {
    const name = [part, ...path.map((scalar) => scalar.text)].join('.');
    const written = [source.prefix + part, key.text].join(source.separator);
    return !isRead(name) && isNotIgnored(written) && names.isWanted?.(key.text);
  });
}

/** Without the values for profiles, others would be applied. */
function refuseLeftProfiles(
  whole: readonly SourceEntry[],
  leftIn: LeftIn,
  { source: { part, prefix, place: related } }: SourceFile,
  fields: Fields,
): void {
  const ofProfile = part?.startsWith('%') ? [] : [...new Set(whole.flatMap(profilesOf))];
  const [first, ...others] = ofProfile.flatMap((profile) => {
    const inProfile = [profile, ...(part === undefined ? [] : [part])].join('.');
    const [left] = leftIn(inProfile);
    if (left === undefined) return [];
    const named =
      left.names.length > 0 ? left : whole.find((entry) => profilesOf(entry).includes(profile));
    return [{ profile, part: inProfile, at: named?.key ?? 0 }];
  });
  if (first === undefined) return;
  const names = [first, ...others].map(({ profile }) => profile).join(', ');
  const message = `This file has values for profiles that no source reads: ${cut(names)}.`;
  const hint = `Add a source with the same path and \`part: "${cut(first.part)}"\`, or leave the names out with \`ignore: ["${cut(prefix)}%*"]\`.`;
  fields.error({ code: 'key-name', at: first.at, message, hint, related });
}

/** `config_for` of Rails adds the values of `shared` to each part that lacks them. */
function warnOfShared(
  whole: readonly SourceEntry[],
  wanted: readonly SourceEntry[],
  leftIn: LeftIn,
  { source: { part } }: SourceFile,
  fields: Fields,
): void {
  const isIn = whole.some(({ names }) => names[0]?.text === SHARED);
  if (!isIn || part === undefined || /[%.]/.test(part)) return;
  const declared = new Set(wanted.map(({ key }) => key.text));
  const left = leftIn(SHARED).find(({ key, names }) => names.length > 0 && !declared.has(key.text));
  if (left === undefined) return;
  const message = `Rails adds the values of \`${SHARED}\` to those of \`${cut(part)}\`, but no source reads them.`;
  const hint = `Add a source with the same path and \`part: ${SHARED}\`, or leave its names out with \`ignore\`.`;
  fields.warn({ code: 'readers-differ', at: left.key, message, hint });
}

const SHARED = 'shared';

/** Lists of texts are Lists, everything else that is nested is JSON. An empty list may be either. */
function guessedType(value: Node): Vdt | undefined {
  if (value.kind !== 'sequence' || value.items.some(({ kind }) => kind !== 'scalar')) return 'JSON';
  return value.items.length === 0 ? undefined : 'List';
}

function textOf(value: Node): string | null {
  if (value.kind !== 'scalar') return toJson(value);
  if (isNull(value)) return null;
  return isNothing(value) ? '' : value.text;
}
