// What docs/guarantees.md says of itself is true: the tests that it names are there, and so are the numbers of packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INTERRUPTIONS } from './helpers/interruptions.ts';
import { found, read } from './helpers/pages.ts';
import { ROOT } from './helpers/run.ts';

const page = read('docs/guarantees.md');

interface Locked {
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  integrity?: string;
  hasInstallScript?: boolean;
}
const lock: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'));
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
/** What the bundle of the action has besides the dependencies of the package. */
const inBundles = new Set(read('dist/action/licenses.txt').match(/^(?:@[\w.-]+\/)?[\w.-]+$/gm));
const bundled = packages.filter(
  ([path, one]) => (!one.dev && !one.devOptional) || inBundles.has(nameOf(path)),
);

describe('docs/guarantees.md', () => {
  const named = found(page, /`(test\/[^`]+)`/g);

  it('names no test that is not there', () => {
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('names a test with every promise', () => {
    const promises = page
      .split(/^## /m)
      .flatMap((part) => part.split('\n').filter((line) => /^\| (?!promise |---)/.test(line)));
    const untested = promises.filter(
      (line) => !/ \| (?:`test\/[^`]+`(?:: \*[^|]+\*)?(?:<br>)?)+ \|$/.test(line),
    );
    // What only .ci/run can check.
    expect(untested.map((line) => /^\| (.{12})/.exec(line)?.[1])).toEqual(['`dist/` is e']);
    expect(promises.length).toBeGreaterThan(40);
  });

  it('names rows of the law of interruption that are there', () => {
    const cells = found(page, /`test\/interruption\.test\.ts`: ([^|<]+)/g);
    const rows = cells.flatMap((cell) => found(cell, /\*([^*]+)\*/g));
    expect(rows.filter((row) => !Object.keys(INTERRUPTIONS).includes(row))).toEqual([]);
    expect(rows.length).toBeGreaterThan(5);
  });

  it('counts the run-time dependencies', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
    const ofAction = ['@actions/core', '@actions/github'].filter((name) => inBundles.has(name));
    const count = Object.keys(dependencies).length + ofAction.length;
    expect(page).toContain(`There are ${count} run-time dependencies`);
    // Several copies of one package count once.
    const names = new Set(bundled.map(([path]) => nameOf(path)));
    expect(page).toContain(`With their own dependencies they are ${names.size} packages`);
  });
});

describe('packages', () => {
  const SCRIPTS = ['preinstall', 'install', 'postinstall'];

  function hasScript([path, locked]: [string, Locked]): boolean {
    if (locked.hasInstallScript) return true;
    // A registry that says less than it knows leaves the lock file without the mark.
    if (!existsSync(join(ROOT, path))) return false;
    const { scripts = {} }: { scripts?: object } = JSON.parse(read(`${path}/package.json`));
    return SCRIPTS.some((name) => name in scripts) || existsSync(join(ROOT, path, 'binding.gyp'));
  }

  it('run no install script', () => {
    const names = packages.filter(hasScript).map(([path]) => path.replace(/^.*node_modules\//, ''));
    expect(names.filter((name) => name !== 'fsevents')).toEqual([]);
    expect(bundled.map(([path]) => path)).not.toContain('node_modules/fsevents');
  });

  it('are installed to be bundled, and found here', () => {
    const missing = bundled.filter(([path]) => !existsSync(join(ROOT, path, 'package.json')));
    expect(missing).toEqual([]);
  });

  it('have a hash each', () => {
    expect(packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
  });
});
