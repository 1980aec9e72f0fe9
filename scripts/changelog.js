// Reads and writes CHANGELOG.md by its headings: `## Unreleased`, and `## 1.2.3 - 2026-01-31` for each release.

const UNRELEASED = '## Unreleased';

/** What is under the heading of a version, or under `Unreleased`; `undefined` where there is no such heading. */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const found = sections.find((section) => isOf(section.split('\n')[0], version));
  return found?.replace(/^.*\n/, '').trim();
}

/** The changelog with `Unreleased` as the section of a version, below a new and empty `Unreleased`. */
export function withRelease(changelog, { version, date }) {
  const lines = changelog.split('\n');
  const at = lines.indexOf(UNRELEASED);
  return [...lines.slice(0, at + 1), '', `## ${version} - ${date}`, ...lines.slice(at + 1)].join(
    '\n',
  );
}

function isOf(heading, version) {
  return version === 'Unreleased' ? heading === UNRELEASED : heading.startsWith(`## ${version} - `);
}
