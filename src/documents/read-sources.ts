// Files of `sources` → State: the same declarations as in documents, from formats of other programs.
import { globTest } from '../lib/glob.ts';
import { type Context, elementsOf } from '../model/context.ts';
import { cut, Place, type Report } from '../model/diagnostic.ts';
import { formatOf, type Source, type SourceFormat } from '../model/sources.ts';
import { isNative, type Vdt } from '../model/state.ts';
import { Fields } from './fields.ts';
import type { FoundSource } from './find-documents.ts';
import type { Contexts } from './parse-context.ts';
import { filePathProblem } from './read-file-entries.ts';
import { readFormat, type SourceEntry } from './source-formats.ts';
import { type PathReading, readingsOf, serverPath } from './source-path.ts';
import type { StateBuilder } from './state-builder.ts';
import { isNothing, isNull, type Node, textAt, toJson } from './syntax-tree.ts';

interface SourceInput extends DeclarationInput {
  builder: StateBuilder;
}

/** Yields before each file so the caller can do other work. */
export function* readSourceFiles(
  found: readonly FoundSource[],
  { builder, ...input }: Omit<SourceInput, 'contexts'>,
): Generator<void, void> {
  for (const one of found) {
    yield;
    for (const diagnostic of one.file.diagnostics) input.report(diagnostic);
    const all = { ...input, builder, contexts: builder.contexts };
    for (const declaration of declarationsIn(one, all)) {
      if (declaration.as === 'files') declareFile(declaration, all);
      else declareValue(declaration, builder);
    }
  }
}

interface DeclarationInput {
  contexts: Contexts;
  report: Report;
  levels: readonly string[] | undefined;
  /** Those of the project, for names that a source does not map. */
  elements: ReadonlyMap<string, string>;
}

/** What one file of a source declares: a value of a key, or itself as a file of the server. */
type Declaration = FoundSource & { name: string; context: Context } & (
    | { as: 'files' }
    | { as: 'keys'; format: SourceFormat; entry: SourceEntry; vdt: Vdt | undefined }
  );

/** The declarations of one file; none if it could not be read. */
function declarationsIn(found: FoundSource, input: DeclarationInput): Declaration[] {
  const { source, file } = found;
  const { report } = input;
  if (file.diagnostics.length > 0) return [];
  const [reading, other] = readingsOf(source.path, file.path);
  if (reading === undefined) {
    report({
      severity: 'error',
      code: 'bad-option',
      message: `The path \`${cut(source.path)}\` matches this file, but the names of elements cannot be read from it.`,
      hint: 'Rename the file, use a simpler path for the source, or leave the file out with `exclude`.',
      place: new Place(file.source, 0),
      related: source.place,
    });
    return [];
  }
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
    return [];
  }
  const fields = new Fields(file.source, report);
  const text = contextOf(found, { ...input, reading });
  const context = input.contexts.read(fields, textAt(0, text));
  if (context === undefined) return [];
  if (source.as === 'keys') return keysIn(found, { report, context });
  const name = `${source.prefix}${serverPath(file.path, { root: source.root, spans: reading.spans })}`;
  return isWanted(source, name, { nocase: false }) ? [{ ...found, as: 'files', name, context }] : [];
}

/** The elements that the path names, in the places of `context`; `*` for all other levels. */
function contextOf(
  { source }: FoundSource,
  {
    levels = [],
    elements: names,
    reading: { elements },
  }: Omit<DeclarationInput, 'contexts' | 'report'> & { reading: PathReading },
): string {
  const { context = '*' } = source;
  if (elements.size === 0) return context;
  const given = elementsOf(context);
  return levels
    .map((level, i) => {
      const element = elements.get(level);
      return element === undefined
        ? (given[i] ?? '*')
        : (source.elements.get(element) ?? names.get(element) ?? element);
    })
    .join(';');
}

function isWanted({ keys, ignore }: Source, name: string, options: { nocase: boolean }): boolean {
  const matches = (globs: readonly string[]) => globs.some((glob) => globTest(glob, options)(name));
  return (keys === undefined || matches(keys)) && !matches(ignore);
}

function keysIn(
  { source, file }: FoundSource,
  { report, context }: { report: Report; context: Context },
): Declaration[] {
  const format = formatOf(file.path);
  if (format === undefined) {
    report({
      severity: 'error',
      code: 'bad-option',
      message: `A source cannot read ${cut(file.path)}.`,
      hint: 'It reads `.properties`, `.env`, YAML and JSON. Convert the file, or set `as: files` in the source.',
      place: source.place,
    });
    return [];
  }
  const entries = readFormat(file.source, { format, separator: source.separator, report });
  return entries.flatMap((entry): Declaration[] => {
    const name = `${source.prefix}${entry.name}`;
    if (!isWanted(source, name, { nocase: true })) return [];
    const [, typed] = source.types.find(([glob]) => globTest(glob, { nocase: true })(name)) ?? [];
    return [{ source, file, as: 'keys', format, entry, name, context, vdt: typed ?? nativeType(entry.value) }];
  });
}

function declareFile(
  { file, name: path, context }: Declaration,
  { builder, report }: Pick<SourceInput, 'builder' | 'report'>,
): void {
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
  else builder.file(path, { context, text: file.source.text, contentPath: file.path, place });
}

function declareValue(
  { file, entry, name, context, vdt }: Extract<Declaration, { as: 'keys' }>,
  builder: StateBuilder,
): void {
  const place = new Place(file.source, entry.offset);
  const key = builder.key(name, place);
  if (key === undefined) return;
  if (vdt !== undefined) builder.metadata(key, { vdt }, () => place);
  builder.value(key, { context, place, ...sourceValue(entry.value, vdt) });
}

/** Lists of texts are Lists, everything else that is nested is JSON. */
function nativeType(value: Node): Vdt | undefined {
  if (value.kind === 'scalar') return undefined;
  return value.kind === 'sequence' && value.items.every(({ kind }) => kind === 'scalar') ? 'List' : 'JSON';
}

/** The value that a node means. */
function sourceValue(value: Node, vdt?: Vdt): { text: string | null; native?: true } {
  if (value.kind !== 'scalar') return { text: toJson(value), ...(isNative(vdt) && { native: true as const }) };
  return { text: isNull(value) ? null : isNothing(value) ? '' : value.text };
}
