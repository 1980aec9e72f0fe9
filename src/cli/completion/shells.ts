// The shells whose words are completed, and the hidden command that their scripts call.

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** `confighub-sync __complete <shell> …` prints what may follow. Not in the help: only the scripts call it. */
export const COMPLETE = '__complete';
