// Content files next to documents, referenced by `path`.
import { type Context, elementsOf } from '../model/context.ts';
import { type FreePaths, safePath } from './file-names.ts';
import type { ProjectTexts } from './project-texts.ts';

export class ContentFiles {
  /** New files by path relative to the root. */
  readonly texts = new Map<string, string>();
  readonly #paths: FreePaths;
  readonly #project: Pick<ProjectTexts, 'isSource' | 'isDocument'>;
  /** Whether a key or path has several contexts, so that its contents get a folder for each. */
  readonly #isSeveral: (name: string) => boolean;

  constructor(options: {
    paths: FreePaths;
    project: Pick<ProjectTexts, 'isSource' | 'isDocument'>;
    isSeveral: (name: string) => boolean;
  }) {
    this.#paths = options.paths;
    this.#project = options.project;
    this.#isSeveral = options.isSeveral;
  }

  /** Writes a text into a folder next to a document; returns the `path` for it. */
  add(
    document: string,
    folder: string,
    { name, context, text }: { name: string; context: Context; text: string },
  ): string {
    const elements = elementsOf(context).filter((element) => element !== '*');
    // An element may be named `Aux`, or be too long for a file system.
    const ofContext = this.#isSeveral(name) ? safePath(elements.join('-')) : '';
    const reference = [folder, ofContext, safePath(name)].filter((part) => part !== '').join('/');
    const from = document.split('/').slice(0, -1).join('/');
    const path = this.#paths.take(this.#harmless(from === '' ? reference : `${from}/${reference}`, text));
    this.texts.set(path, text);
    return from === '' ? path : path.slice(from.length + 1);
  }

  /** Adds `.txt` if the content would be read as a source, or may be read as a document that refers to files. */
  #harmless(path: string, content: string): string {
    if (this.#project.isSource(path)) return `${path}.txt`;
    if (!this.#project.isDocument(path)) return path;
    const mayRefer = /\b(?:keys|files)\b/.test(content) && /\bpath\b/.test(content);
    return mayRefer ? `${path}.txt` : path;
  }
}
