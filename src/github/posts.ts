// Comments and issues of ours: what is the same about both, and which of those that a forge lists are ours.
import { isPlainObject, type PlainObject } from '../model/strict-json.ts';
import { loginOf } from './author.ts';
import type { ApiAnswer } from './client.ts';
import { type Marker, readMarker } from './marker.ts';
import type { Listing } from './pages.ts';
import { ApiProblem } from './result.ts';

export interface Post {
  /** Of a comment its id, of an issue its number: what addresses it, and what grows with time. */
  id: number;
  url: string;
  title: string;
  body: string;
  author: string | undefined;
}

/** How posts of one kind are read and written. */
export interface Board {
  marker: Pick<Marker, 'kind' | 'target'>;
  idKey: 'id' | 'number';
  /** All posts among which ours may be. */
  list: () => Promise<Listing>;
  isUpToDate: (post: Post) => boolean;
  /** Asked right before each write: a newer run may have more to say. */
  isCurrent: () => Promise<boolean>;
  /** Absent: there is nothing to say that would be worth a new post. */
  create?: () => Promise<ApiAnswer>;
  update: (post: Post) => Promise<ApiAnswer>;
  /** For a second post of ours. */
  discard: (post: Post) => Promise<ApiAnswer>;
}

/** What it takes to find a post. */
type Listed = Pick<Board, 'marker' | 'idKey' | 'list'>;

function readPost(item: PlainObject, idKey: Board['idKey']): Post | undefined {
  const { [idKey]: id, html_url: url, title, body, user } = item;
  if (typeof id !== 'number' || typeof url !== 'string') return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { id, url, title: text(title), body: text(body), author: loginOf(user) };
}

/** What of a board is ours, as far as one run knows. */
export class OwnPosts {
  readonly #board: Listed;
  readonly #gone = new Set<number>();
  #authors: readonly string[];
  #created: Post | undefined;

  constructor(board: Listed, authors: readonly string[]) {
    this.#board = board;
    this.#authors = authors;
  }

  /** Oldest first. A forge may not yet list what was just created, so that is added. */
  async find(): Promise<Post[]> {
    const { items, isWhole } = await this.#board.list();
    const listed = items.flatMap((item) => readPost(item, this.#board.idKey) ?? []);
    const created = this.#created === undefined ? [] : [this.#created];
    const all = new Map([...created, ...listed].map((post) => [post.id, post]));
    const own = [...all.values()].filter((post) => this.#isOwn(post)).sort((a, b) => a.id - b.id);
    if (own.length === 0 && !isWhole) throw new ApiProblem('too-many-pages');
    return own;
  }

  /** What was created, as the forge answers. From now on the author is known for certain, whatever kind of token this is. */
  add({ data }: ApiAnswer): void {
    this.#created = isPlainObject(data) ? readPost(data, this.#board.idKey) : undefined;
    if (this.#created === undefined) throw new ApiProblem('unexpected');
    if (this.#created.author !== undefined) this.#authors = [this.#created.author];
  }

  isCreated({ id }: Post): boolean {
    return this.#created?.id === id;
  }

  /** Takes away what this run created. */
  async withdraw({ discard }: Pick<Board, 'discard'>): Promise<void> {
    if (this.#created !== undefined) await Promise.allSettled([discard(this.#created)]);
  }

  forget({ id }: Post): void {
    this.#gone.add(id);
  }

  #isOwn({ id, author, body }: Post): boolean {
    if (this.#gone.has(id) || author === undefined || !this.#authors.includes(author)) return false;
    return readMarker(body, this.#board.marker) !== undefined;
  }
}
