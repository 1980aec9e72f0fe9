// The shells that can complete, and how their scripts ask the program what may follow. They never evaluate the answer.

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * `confighub-sync __complete <shell> …` prints what may follow. Not in the help: only the scripts call it. The first line of
 * an answer says what comes: `words` or `files`. Then each line is one word, with its description behind a tab.
 */
export const COMPLETE = '__complete';
