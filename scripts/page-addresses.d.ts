export function withPageAddresses(
  text: string,
  site: { homepage?: string; version: string },
): string;
