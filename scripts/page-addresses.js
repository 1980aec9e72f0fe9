// Where the program finds the pages that it names: on the site, if package.json says where that is. Whoever installed it
// globally has no docs/ at hand.

/**
 * The text with each `docs/cli.md#plan` replaced by its address on the site of this version; without a site, as it is.
 * In a file that `init` writes, `docs/cli.md of confighub-sync` says whose folder that is, and an address need not.
 */
export function withPageAddresses(text, { homepage, version }) {
  if (homepage === undefined) return text;
  const site = `${homepage.replace(/\/$/, '')}/v${version}`;
  return text.replace(
    /(?<![\w/])docs\/([\w-]+)\.md\b(#[\w-]+)?(?: of confighub-sync)?/g,
    `${site}/docs/$1.html$2`,
  );
}
