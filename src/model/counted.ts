// Numbers as people read them, with their nouns.

/** `1 key`, `2 keys`, `1,000 keys`. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number: `1,000`. By hand, because `toLocaleString` takes 20 ms to load its tables. */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
