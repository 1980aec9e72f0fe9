// Known vulnerabilities of what users run: the dependencies of the package, and everything in the bundles. Status 77 where
// the registry answers no report.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const bundled = new Set(
  readdirSync(`${root}dist`).flatMap((name) =>
    // The first line of each entry is the name of a package.
    readFileSync(`${root}dist/${name}/licenses.txt`, 'utf8').match(/^(?:@[\w.-]+\/)?[\w.-]+$/gm),
  ),
);
const all = audit();
const installed = new Set(Object.keys(audit('--omit=dev').vulnerabilities));
const found = Object.values(all.vulnerabilities).filter(
  ({ name }) => bundled.has(name) || installed.has(name),
);
for (const { name, severity, range } of found) console.log(`${name} ${range}: ${severity}`);
process.exitCode = found.length === 0 ? 0 : 1;

function audit(...options) {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...options], {
    cwd: root,
    encoding: 'utf8',
  });
  const report = parsed(stdout);
  if (report?.auditReportVersion !== undefined) return report;
  console.log('the registry answers no audit');
  process.exit(77);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
