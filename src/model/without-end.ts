// The end of a text taken off. A regular expression for it tries again from every such character inside the text.

/** Without these characters at its end, however many there are. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
