// The files that an import writes: documents and contents, their order, and how edits are shown.
import { compareText } from '../lib/text.ts';
import { isMap, isPair, isScalar, isSeq, type Pair, visit } from 'yaml';
import { matcher } from '../documents/globs.ts';
import { parseTrees } from '../documents/parse-yaml.ts';
import { decodeUtf8 } from '../documents/project-files.ts';
import { references } from '../documents/read-documents.ts';
import { Source } from '../model/diagnostic.ts';
import type { FileWrite } from '../model/import-plan.ts';
import { type IsSecret, looksSecret, secretMember } from '../model/secrets.ts';
import { hasSecretParts } from '../semantics/secret-parts.ts';
import { type DocumentText, fieldOf, nameOf, yamlDocuments } from './edit/sites.ts';
import { Splices } from './edit/splices.ts';
import { shownSource, type SourceFiles, type SourceSites, sourceSites } from './sources/edit-sources.ts';

export interface ProjectTexts {
  documents: DocumentText[];
  /** Paths of content files that documents refer to. */
  named: ReadonlySet<string>;
  sources: SourceSites;
}

export interface WhichDocuments extends Omit<SourceFiles, 'files'> {
  include: readonly string[];
}

/** The documents by the same rule as the reader: a file referenced by `path` is not a document, nor is one of a source. */
export function projectTexts(files: ReadonlyMap<string, Uint8Array>, which: WhichDocuments): ProjectTexts {
  const { include, projectFile } = which;
  const sources = sourceSites({ ...which, files });
  const isIncluded = matcher(include);
  const isDocument = (path: string) => isIncluded(path) && !sources.matches(path);
  const candidates = [...files].flatMap(([path, bytes]): DocumentText[] => {
    const decoded = decodeUtf8(bytes);
    return path !== projectFile && isDocument(path) && 'text' in decoded ? [{ path, ...decoded }] : [];
  });
  const named = new Set(candidates.flatMap(namedIn));
  return { documents: candidates.filter(({ path }) => !named.has(path)), named, sources };
}

function namedIn({ path, text }: DocumentText): string[] {
  const trees = parseTrees(new Source(path, text), () => undefined);
  return trees.flatMap((tree) => [...references(path, tree)]).map((reference) => reference.path);
}

export interface WritesInput {
  projectFile: string;
  files: ReadonlyMap<string, Uint8Array>;
  /** The project file is in `files` but not written yet. */
  isNew: boolean;
  /** Only drift is imported: then new files are shown, too. */
  baseline?: unknown;
}

interface Made {
  files: ReadonlyMap<string, Uint8Array>;
  before: ProjectTexts;
  after: ProjectTexts;
  isSecret: IsSecret;
}

/** Contents, then documents, then the project file, and deletions last: a safe order if interrupted. */
export function writesOf(input: WritesInput, made: Made): FileWrite[] {
  const { files, after } = made;
  const paths = [...new Set([...files.keys(), ...input.files.keys()])];
  const writes = paths.flatMap((path): FileWrite[] => {
    const isNewFile = input.isNew && path === input.projectFile;
    const [old, now] = [isNewFile ? undefined : textOf(input.files, path), textOf(files, path)];
    if (old === now) return [];
    const sides = { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) };
    const shown = old === undefined && input.baseline === undefined ? {} : shownOf({ path, old, now }, made);
    return [{ path, ...sides, ...shown }];
  });
  const isDocument = new Set(after.documents.map(({ path }) => path));
  const rank = ({ path, after: text }: FileWrite) =>
    text === undefined ? 3 : path === input.projectFile ? 2 : isDocument.has(path) ? 1 : 0;
  return writes.sort((a, b) => rank(a) - rank(b) || compareText(a.path, b.path));
}

function textOf(files: ReadonlyMap<string, Uint8Array>, path: string): string | undefined {
  const bytes = files.get(path);
  const decoded = bytes && decodeUtf8(bytes);
  return decoded !== undefined && 'text' in decoded ? decoded.text : undefined;
}

/** Both texts of a file that is written, secrets masked; the first one of a new file is empty. */
function shownOf(
  { path, old, now }: { path: string; old: string | undefined; now: string | undefined },
  { isSecret, before, after }: Made,
): Pick<FileWrite, 'shown'> {
  if (now === undefined) return {};
  if (old === undefined) {
    const isContent = !after.documents.some((one) => one.path === path);
    if (isContent) return holdsSecret(now) ? {} : { shown: { before: '', after: now } };
    return { shown: { before: '', after: shownDocument({ path, text: now }, isSecret) } };
  }
  if (before.sources.matches(path)) {
    const sides = [before, after].map(({ sources }) => shownSource(path, { sites: sources, isSecret }));
    const [one, other] = sides.filter((side) => side !== undefined && !holdsSecret(side));
    return one === undefined || other === undefined ? {} : { shown: { before: one, after: other } };
  }
  if (before.named.has(path)) return [old, now].some(holdsSecret) ? {} : { shown: { before: old, after: now } };
  const shown = (text: string) => shownDocument({ path, text }, isSecret);
  return { shown: { before: shown(old), after: shown(now) } };
}

function holdsSecret(text: string): boolean {
  return looksSecret(text) || hasSecretParts(text);
}

const MASK = '(secret)';
/** Fields that never contain a value. */
const OPEN = new Set([
  'env',
  'path',
  'opp',
  'context',
  'vdt',
  'readme',
  'deprecated',
  'push',
  'key',
  'file',
  'securityGroup',
]);

function shownDocument(document: { path: string; text: string }, isSecret: IsSecret): string {
  const splices = new Splices(document);
  const masked = new Set<unknown>();
  for (const parsed of yamlDocuments(document.text)) {
    visit(parsed, {
      Scalar: (_, node) => {
        if (holdsSecret(String(node.value))) maskLeaves(node, { splices, masked });
      },
      Pair: (_, pair) => {
        if (isSecret(nameOf(pair), null) || secretMember(nameOf(pair)) !== undefined)
          maskLeaves(pair.value, { splices, masked });
      },
      Map: (_, node) => {
        const name = (fieldOf(node, 'key') ?? fieldOf(node, 'file'))?.value;
        if (isScalar(name) && isSecret(String(name.value), null)) maskLeaves(node, { splices, masked });
      },
    });
  }
  return splices.apply();
}

function maskLeaves(node: unknown, to: { splices: Splices; masked: Set<unknown> }): void {
  if (isMap(node)) {
    for (const pair of node.items as Pair[]) if (isPair(pair) && !OPEN.has(nameOf(pair))) maskLeaves(pair.value, to);
  } else if (isSeq(node)) {
    for (const item of node.items) maskLeaves(item, to);
  } else if (isScalar(node) && !to.masked.has(node)) {
    to.masked.add(node);
    to.splices.replace(node, MASK);
  }
}
