// Fits blocks into a limit: lines by their rank, then diffs. Nothing is made that is not shown.

/** How long a text may be, and how its length counts. */
export interface Budget {
  limit: number;
  size: (text: string) => number;
  /** Lines that are shown of one diff. */
  diffLines: number;
  /** Diffs at most: a reader reads no more, and each costs time. */
  diffs: number;
}

/**
 * GitHub takes 65,536 characters, and a comment of ours has at most 64,000 together with the marker in front of it.
 * UTF-16 units are never fewer than characters, however it counts those.
 */
export const COMMENT: Budget = { limit: 59_500, size: (text) => text.length, diffLines: 60, diffs: 200 };

/** GitHub drops a summary of more than 1 MiB as a whole. */
export const SUMMARY: Budget = { limit: 1_000_000, size: Buffer.byteLength, diffLines: 200, diffs: 1000 };

export interface Line {
  text: string;
  /** What follows the line where there is room: made only then. */
  detail?: () => string | undefined;
}

/** Lines of which as many are shown as fit. */
export interface List {
  count: number;
  line: (index: number) => Line;
  /** What stands for the lines left out. */
  more: (left: number) => string;
  /** Which list gets its lines first: the lowest. */
  rank: number;
}

export type Block = string | List;

/** Strings are always shown; lists as far as there is room; details of lines with what is left then. */
export function fitted(blocks: readonly Block[], { budget, lost }: Fitting): string {
  const room = new Room(budget);
  room.take(lost(Number.MAX_SAFE_INTEGER));
  for (const block of blocks) room.take(typeof block === 'string' ? block : block.more(block.count));
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
    return `${whole}${left === 0 ? '' : block.more(left)}`;
  });
  return `${text.join('')}${details.left === 0 ? '' : lost(details.left)}`;
}

export interface Fitting {
  budget: Budget;
  /** What is said of details that found no room. */
  lost: (count: number) => string;
}

class Room {
  readonly #size: Budget['size'];
  #left: number;

  constructor({ limit, size }: Budget) {
    this.#size = size;
    this.#left = limit;
  }

  take(text: string): void {
    this.#left -= this.#size(text);
  }

  /** Takes the room for a text, if there is enough. */
  tryTake(text: string): boolean {
    const size = this.#size(text);
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }

  /** What matters less than a text that found no room gets none either. */
  close(): void {
    this.#left = Math.min(0, this.#left);
  }
}

function linesOf(list: List, room: Room): Line[] {
  const lines: Line[] = [];
  for (let index = 0; index < list.count; index++) {
    const line = list.line(index);
    if (!room.tryTake(line.text)) {
      room.close();
      break;
    }
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
