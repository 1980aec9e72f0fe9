/** The address of the action in the documents. */
export const PLACEHOLDER: string;
/** What stands for it where a workflow is run or checked. */
export const ACTION: string;
/** Name of a file, and its text with the address filled in. */
export function workflows(): [name: string, text: string][];
