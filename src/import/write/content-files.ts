// Content files next to documents, referenced by `path`.
import { isNative, type Vdt } from '../../model/state.ts';
import { matcher } from '../../documents/globs.ts';
import { parseTrees } from '../../documents/parse-yaml.ts';
import { references } from '../../documents/read-documents.ts';
import { type Context, elementsOf } from '../../model/context.ts';
import { Source } from '../../model/diagnostic.ts';
import { type FreePaths, safePath } from './file-names.ts';

export interface ContentFilesOptions {
  /** Whether a key or path has several contexts, so that contents get a folder per context. */
  isSeveral: (name: string) => boolean;
  paths: FreePaths;
  /** Globs of documents, which content that looks like a document must not match. */
  include: readonly string[];
  /** Whether a source matches a path, which would make a content a declaration of its own. */
  isSource: (path: string) => boolean;
}

export class ContentFiles {
  /** New files by path relative to the root. */
  readonly contents = new Map<string, string>();
  readonly #paths: FreePaths;
  readonly #isSeveral: (name: string) => boolean;
  readonly #isDocument: (path: string) => boolean;
  readonly #isSource: (path: string) => boolean;

  constructor({ paths, include, isSource, isSeveral }: ContentFilesOptions) {
    this.#isSeveral = isSeveral;
    this.#paths = paths;
    this.#isDocument = matcher(include);
    this.#isSource = isSource;
  }

  /** Writes a file next to a document; returns the `path` for it. */
  file(document: string, file: { path: string; context: Context; content: string }): string {
    const folder = this.#folder(file.path, file.context);
    return this.#put(document, ['files', folder, safePath(file.path)], file.content);
  }

  /** Writes a long value next to a document; returns the `path` for it. */
  value(document: string, value: { key: string; context: Context; vdt: Vdt | undefined; text: string }): string {
    const folder = this.#folder(value.key, value.context);
    const name = safePath(`${value.key}${extensionOf(value)}`);
    return this.#put(document, ['values', folder, name], value.text);
  }

  #folder(name: string, context: Context): string {
    if (!this.#isSeveral(name)) return '';
    // An element may be named `Aux`, or be too long for a file system.
    return safePath(
      elementsOf(context)
        .filter((element) => element !== '*')
        .join('-'),
    );
  }

  #put(document: string, parts: string[], content: string): string {
    const folder = document.split('/').slice(0, -1).join('/');
    const reference = parts.filter((part) => part !== '').join('/');
    const wanted = this.#harmless(folder === '' ? reference : `${folder}/${reference}`, content);
    const path = this.#paths.take(wanted);
    this.contents.set(path, content);
    return folder === '' ? path : path.slice(folder.length + 1);
  }

  /** Adds `.txt` if the content would be read as a source, or as a document that refers to files. */
  #harmless(path: string, content: string): string {
    if (this.#isSource(path)) return `${path}.txt`;
    if (!this.#isDocument(path)) return path;
    const trees = parseTrees(new Source(path, content), () => undefined);
    return trees.some((tree) => !references(path, tree).next().done) ? `${path}.txt` : path;
  }
}

/** No extension if the key is already named like a file. */
function extensionOf({ key, vdt }: { key: string; vdt: Vdt | undefined }): string {
  if (isNative(vdt)) return /\.json$/i.test(key) ? '' : '.json';
  return /\.(?:html?|css|js|ts|xml|sql|md|ya?ml|json|sh|conf|ini|properties|tpl|csv|svg|pem)$/i.test(key) ? '' : '.txt';
}
