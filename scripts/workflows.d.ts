/** Name of a file, and its text. */
export function workflows(): [name: string, text: string][];
