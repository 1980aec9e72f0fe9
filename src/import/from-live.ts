// Items of live by the changes that name them, and the shapes that they get in documents.
import { contextId, contextIn } from '../model/context.ts';
import type { FileChange, ValueChange } from '../model/plan.ts';
import { type FileEntry, fileId, type Key, keyId, type Value } from '../model/state.ts';
import type { Vdt } from '../model/vdt.ts';
import type { Declarable } from './declarable.ts';
import type { Wanted } from './entry-edits.ts';
import { fileShape, keyShape, metadataOf, valueShape, type Workshop } from './shapes.ts';
import type { Root } from './sites.ts';
import type { Written } from './written.ts';

export class FromLive {
  readonly #live: Declarable;
  readonly #workshop: Workshop;

  constructor(live: Declarable, workshop: Workshop) {
    this.#live = live;
    this.#workshop = workshop;
  }

  /** A key that no document declares, in a document. */
  keyShape(root: Root, key: Key): Written {
    const isTyped = !this.#live.untyped.has(keyId(key.name));
    const vdt = isTyped ? key.vdt : undefined;
    const values = [...key.values.values()];
    const shape = { name: key.name, metadata: metadataOf(key, isTyped), vdt, values };
    return keyShape(this.#workshop, homeAt(root), shape);
  }

  /** @param vdt the type that the documents declare */
  value(change: ValueChange, { key, vdt }: { key: Key; vdt: Vdt | undefined }): Wanted | undefined {
    const value = liveValue(key, change);
    if (value === undefined) return undefined;
    const { context, text } = value;
    return {
      context,
      text,
      shape: (home) => valueShape(this.#workshop, home, { name: key.name, vdt, value }),
    };
  }

  file(change: FileChange): Wanted | undefined {
    const file = this.fileEntry(change);
    if (file === undefined) return undefined;
    const { context, content, securityGroup } = file;
    return {
      context,
      text: content,
      ...(securityGroup !== undefined && { securityGroup }),
      shape: (home) => fileShape(this.#workshop, home, file),
    };
  }

  fileEntry({ path, context }: FileChange): FileEntry | undefined {
    return this.#live.state.files.get(fileId(path, contextIn(context)));
  }
}

export function liveValue(key: Key, { context }: ValueChange): Value | undefined {
  return key.values.get(contextId(contextIn(context)));
}

export function homeAt({ document, context }: Root) {
  return { document: document.path, context };
}
