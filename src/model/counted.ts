// Numbers as people read them, with their nouns.

/** `1 key`, `2 keys`, `1,000 keys`. */
export function counted(count: number, noun: string): string {
  return `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A whole number: `1,000`. Loading `Intl` for it would take 15 ms, a tenth of a small plan. */
export function withCommas(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
