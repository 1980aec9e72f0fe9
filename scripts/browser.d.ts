export const BROWSERS: readonly string[];
export const BROWSER_ARGS: string[];
export function findBrowser(): string | undefined;
