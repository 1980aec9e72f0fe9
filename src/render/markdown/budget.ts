// Fits blocks into a size limit: list lines by rank, then diffs. Only what is shown is rendered.

export interface Budget {
  limit: number;
  /** How the size of a text is measured. */
  size: (text: string) => number;
  /** Maximum number of lines of one diff. */
  diffLines: number;
  /** Maximum number of diffs, because each costs time. */
  diffs: number;
}

/**
 * GitHub accepts 65,536 characters; our comments have at most 64,000, including the marker in front. There are never
 * fewer UTF-16 units than characters.
 */
export const COMMENT: Budget = { limit: 59_500, size: (text) => text.length, diffLines: 60, diffs: 200 };

/** GitHub drops summaries of more than 1 MiB entirely. */
export const SUMMARY: Budget = { limit: 1_000_000, size: Buffer.byteLength, diffLines: 200, diffs: 1000 };

export interface Line {
  text: string;
  /** Follows the line if there is room; rendered only then. */
  detail?: () => string | undefined;
}

/** A list that shows as many lines as fit. */
export interface List {
  count: number;
  line: (index: number) => Line;
  /** Replaces the lines left out. */
  more: (left: number) => string;
  /** At least as long as any text of `more`. */
  longest: string;
  /** The list with the lowest rank gets room first. */
  rank: number;
  /** Above the lines; left out if none is shown. */
  heading?: string;
  /** The part of the whole room that its lines take at most; absent: all of it. */
  share?: number | undefined;
}

export type Block = string | List;

/** Strings are always shown, then list lines as far as there is room, with their headings, then details. */
export function fitted(blocks: readonly Block[], { budget, lost }: Fitting): string {
  const room = new Room(budget);
  room.take(lost(Number.MAX_SAFE_INTEGER));
  for (const block of blocks) room.take(leastOf(block));
  const shown = new Map<List, Line[]>();
  const lists = blocks.filter((block) => typeof block !== 'string');
  for (const list of lists.toSorted((a, b) => a.rank - b.rank)) shown.set(list, linesOf(list, room));
  const details = detailsOf(
    lists.flatMap((list) => shown.get(list) ?? []),
    { room, most: budget.diffs },
  );
  const text = blocks.map((block) => {
    if (typeof block === 'string') return block;
    const lines = shown.get(block) ?? [];
    const left = block.count - lines.length;
    const whole = lines.map((line) => `${line.text}${details.texts.get(line) ?? ''}`).join('');
    const heading = lines.length === 0 ? '' : (block.heading ?? '');
    return `${heading}${whole}${left === 0 ? '' : block.more(left)}`;
  });
  return `${text.join('')}${details.left === 0 ? '' : lost(details.left)}`;
}

/** What the blocks take without any line of their lists. */
export function leastSize(blocks: readonly Block[], { size }: Budget): number {
  return blocks.reduce((sum, block) => sum + size(leastOf(block)), 0);
}

function leastOf(block: Block): string {
  return typeof block === 'string' ? block : `${block.heading ?? ''}${block.longest}`;
}

export interface Fitting {
  budget: Budget;
  /** A sentence about the details left out. */
  lost: (count: number) => string;
}

class Room {
  readonly #size: Budget['size'];
  readonly #limit: number;
  #left: number;

  constructor({ limit, size }: Pick<Budget, 'limit' | 'size'>) {
    this.#size = size;
    this.#limit = limit;
    this.#left = limit;
  }

  /** A part of it, for one list: what that list does not take stays for the others. */
  share(part: number): Room {
    return new Room({ limit: Math.min(this.#left, this.#limit * part), size: this.#size });
  }

  take(text: string): void {
    this.#left -= this.#size(text);
  }

  tryTake(text: string): boolean {
    const size = this.#size(text);
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }

  /** Once a text finds no room, nothing of a higher rank gets any. */
  close(): void {
    this.#left = Math.min(0, this.#left);
  }
}

function linesOf(list: List, room: Room): Line[] {
  const own = list.share === undefined ? undefined : room.share(list.share);
  const lines: Line[] = [];
  for (let index = 0; index < list.count; index++) {
    const line = list.line(index);
    if (!(own ?? room).tryTake(line.text)) {
      if (own === undefined) room.close();
      break;
    }
    if (own !== undefined) room.take(line.text);
    lines.push(line);
  }
  return lines;
}

function detailsOf(lines: Line[], { room, most }: { room: Room; most: number }) {
  const texts = new Map<Line, string>();
  const wanted = lines.filter(({ detail }) => detail !== undefined);
  let left = Math.max(0, wanted.length - most);
  for (const line of wanted.slice(0, most)) {
    const text = line.detail?.();
    if (text === undefined) continue;
    if (room.tryTake(text)) texts.set(line, text);
    else left++;
  }
  return { texts, left };
}
