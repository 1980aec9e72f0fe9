// How a text comes back in a header, which has one byte for each character (behaviour.md, section 5.3).

/**
 * As the server writes it, Latin-1 with a blank for everything above; and as its UTF-8 bytes, which is how a server
 * behind something else may write it. Both read as Latin-1, as Node does.
 */
export function headerForms(text: string): [latin1: string, utf8: string] {
  return [text.replace(/[\u007f\u0100-\uffff]/g, ' '), Buffer.from(text, 'utf8').toString('latin1')];
}
