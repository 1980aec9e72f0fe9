// The anchors of one YAML document: the node that a name stands for, once that node is whole.
import type { Node } from './tree.ts';

export class Anchors {
  /** `undefined`: begun, and not yet whole. A name that is given again stands for what came last. */
  readonly #nodes = new Map<string, Node | undefined>();
  readonly #names = new Map<Node, string>();

  /** A mapping or a list begins: an alias of it that stands inside of it would have no end. */
  begin(name: string, node: Node): void {
    this.#nodes.set(name, undefined);
    this.#names.set(node, name);
  }

  end(node: Node): void {
    const name = this.#names.get(node);
    if (name !== undefined) this.#nodes.set(name, node);
  }

  set(name: string, node: Node): void {
    this.#nodes.set(name, node);
  }

  get(name: string): Node | undefined {
    return this.#nodes.get(name);
  }

  isBegun(name: string): boolean {
    return this.#nodes.has(name);
  }
}
