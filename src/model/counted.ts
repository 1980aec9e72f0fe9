// Numbers with their nouns.

/** `1 key`, `2 keys`, `1,000 keys`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
