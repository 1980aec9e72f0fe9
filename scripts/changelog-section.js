// Prints the section of CHANGELOG.md about one version, without its heading: the text of a release.
import { readFileSync } from 'node:fs';
import { sectionOf } from './changelog.js';

const version = (process.argv[2] ?? '').replace(/^v/, '');
const section =
  version === '' ? undefined : sectionOf(readFileSync('CHANGELOG.md', 'utf8'), version);
if (section === undefined || section === '') {
  console.error(
    `CHANGELOG.md says nothing about version "${version}". Write a section \`## ${version} - <date>\`.`,
  );
  process.exitCode = 1;
} else {
  console.log(section);
}
