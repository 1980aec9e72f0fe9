// Where the program finds the pages that it names: on the site, if package.json says where that is. Whoever installed it
// globally has no docs/ at hand.

/** The text with each `docs/cli.md#plan` replaced by its address on the site of this version; without a site, as it is. */
export function withPageAddresses(text, { homepage, version }) {
  if (homepage === undefined) return text;
  const site = `${homepage.replace(/\/$/, '')}/v${version}`;
  return text.replace(/(?<![\w/])docs\/([\w-]+)\.md\b/g, `${site}/docs/$1.html`);
}
