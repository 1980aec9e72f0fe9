// Numbers as people read them, with their nouns.

/** `1 key`, `2 keys`, `1,000 keys`. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number: `1,000`. */
export function withCommas(count: number): string {
  return count.toLocaleString('en-US');
}
