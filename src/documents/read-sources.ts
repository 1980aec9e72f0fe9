// Files of `sources` → State: the same declarations as in documents, from formats of other programs.
import { globTest } from '../lib/glob.ts';
import { cut, Place, type Report, type Source as Text } from '../model/diagnostic.ts';
import { formatOf, type Source } from '../model/sources.ts';
import type { Vdt } from '../model/state.ts';
import { Fields } from './fields.ts';
import type { FoundSource } from './find-documents.ts';
import { filePathProblem } from './read-file-entries.ts';
import { readFormat, type SourceEntry } from './source-formats.ts';
import { type PathReading, readingsOf, serverPath } from './source-path.ts';
import type { StateBuilder } from './state-builder.ts';
import { isNothing, isNull, type Node, toJson } from './syntax-tree.ts';

interface SourceInput {
  builder: StateBuilder;
  report: Report;
  levels: readonly string[] | undefined;
}

/** Yields before each file so the caller can do other work. */
export function* readSourceFiles(found: readonly FoundSource[], input: SourceInput): Generator<void, void> {
  for (const { source, file } of found) {
    yield;
    for (const diagnostic of file.diagnostics) input.report(diagnostic);
    if (file.diagnostics.length === 0) readSourceFile({ source, file, ...input });
  }
}

type FileInput = FoundSource & SourceInput;

function readSourceFile(at: FileInput): void {
  const { source, file, report } = at;
  const [reading, other] = readingsOf(source.path, file.path);
  if (reading === undefined) return;
  if (other !== undefined) {
    const [one, two] = [reading, other].map(({ elements }) =>
      [...elements].map(([level, element]) => `${level} ${cut(element)}`).join(', '),
    );
    report({
      severity: 'error',
      code: 'ambiguous-path',
      message: `This path can be read in two ways by \`${cut(source.path)}\`: ${one}; or ${two}.`,
      hint: 'Use one source for each of them, or rename the file.',
      place: new Place(file.source, 0),
      related: source.place,
    });
    return;
  }
  const fields = new Fields(file.source, report);
  const context = at.builder.contexts.read(fields, {
    kind: 'scalar',
    plain: false,
    text: contextOf(at, reading),
    offset: 0,
  });
  if (context === undefined) return;
  if (source.as === 'files') readFile(at, { context, reading });
  else readKeys(at, context);
}

/** The elements that the path names, in the places of `context`; `*` for all other levels. */
function contextOf({ source, levels = [] }: FileInput, { elements }: PathReading): string {
  const { context = '*' } = source;
  if (elements.size === 0) return context;
  const given = context.split(';').map((element) => element.trim());
  return levels
    .map((level, i) => {
      const element = elements.get(level);
      return element === undefined ? (given[i] ?? '*') : (source.elements.get(element) ?? element);
    })
    .join(';');
}

function readFile(
  { source, file, builder, report }: FileInput,
  { context, reading }: { context: string; reading: PathReading },
): void {
  const path = `${source.prefix}${serverPath(file.path, { root: source.root, spans: reading.spans })}`;
  if (!isWanted(source, path, { nocase: false })) return;
  const place = new Place(file.source, 0);
  const problem = filePathProblem(path);
  if (problem !== undefined)
    report({ severity: 'error', code: 'file-path', message: `The path \`${cut(path)}\` ${problem}.`, place });
  else if (file.source.text.includes('\0'))
    report({
      severity: 'error',
      code: 'bad-text',
      message: `${file.path} contains a NUL character, which the server cannot store.`,
      hint: 'Remove it.',
      place,
    });
  else builder.file({ path, context, content: file.source.text, contentPath: file.path, place });
}

function isWanted({ keys, ignore }: Source, name: string, options: { nocase: boolean }): boolean {
  const matches = (globs: readonly string[]) => globs.some((glob) => globTest(glob, options)(name));
  return (keys === undefined || matches(keys)) && !matches(ignore);
}

function readKeys({ source, file, report, builder }: FileInput, context: string): void {
  const format = source.format ?? formatOf(file.path);
  if (format === undefined) {
    report({
      severity: 'error',
      code: 'bad-option',
      message: `The format of ${file.path} is unknown.`,
      hint: 'Set `format` in the source, or `as: files`.',
      place: source.place,
    });
    return;
  }
  const { separator, depth } = source;
  const text = file.source;
  for (const entry of readFormat(text, { format, path: file.path, report, separator, depth })) {
    const name = nameOf(source, entry);
    if (isWanted(source, name, { nocase: true })) addValue(builder, { source, text, entry, name, context });
  }
}

function nameOf({ prefix, strip }: Source, { name }: SourceEntry): string {
  return `${prefix}${name.startsWith(strip) ? name.slice(strip.length) : name}`;
}

interface Declared {
  source: Source;
  text: Text;
  entry: SourceEntry;
  name: string;
  context: string;
}

function addValue(builder: StateBuilder, { source, text, entry, name, context }: Declared): void {
  const place = new Place(text, entry.offset);
  const key = builder.key(name, place);
  if (key === undefined) return;
  const [, typed] = source.types.find(([glob]) => globTest(glob, { nocase: true })(name)) ?? [];
  const vdt = typed ?? nativeType(entry.value);
  if (vdt !== undefined) builder.metadata(key, { vdt }, () => place);
  builder.value(key, { context, place, ...readValueOf(entry.value, vdt) });
}

/** Lists of texts are Lists, everything else that is nested is JSON. */
function nativeType(value: Node): Vdt | undefined {
  if (value.kind === 'scalar') return undefined;
  return value.kind === 'sequence' && value.items.every(({ kind }) => kind === 'scalar') ? 'List' : 'JSON';
}

const NATIVE: readonly (Vdt | undefined)[] = ['Map', 'List', 'JSON'];

function readValueOf(value: Node, vdt: Vdt | undefined): { text: string | null; native?: true } {
  if (value.kind !== 'scalar') return { text: toJson(value), ...(NATIVE.includes(vdt) && { native: true as const }) };
  return { text: isNull(value) ? null : isNothing(value) ? '' : value.text };
}
