// Folders of services, environments and formats at random: what is proposed can be read, and each service keeps its values.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectFile } from '../../src/commands/init.ts';
import { loadProject } from '../../src/documents/load-project.ts';
import { filesInMemory } from '../../src/documents/project-files.ts';
import { elementsOf } from '../../src/model/context.ts';
import { offerSources } from '../../src/import/offer-sources.ts';
import { proposeSources } from '../../src/import/propose-sources.ts';
import { holds, LAW_TIMEOUT } from '../helpers/laws.ts';
import { load, mistakes } from '../helpers/project.ts';

const LEVELS = ['Environment', 'Application'];
const ENVIRONMENTS = ['prod', 'staging', 'dev', 'test'];

/** All of them say the same, so that every contradiction is a mistake. */
const CONTENTS: Record<string, string> = {
  properties: 'db.host=a\ndb.port=1\n',
  env: 'db.host=a\ndb.port=1\n',
  yml: 'db:\n  host: a\n  port: "1"\n',
  json: '{ "db": { "host": "a", "port": "1" } }\n',
};

interface Service {
  name: string;
  format: string;
  /** Those that it has a file of its own for. */
  environments: readonly string[];
  hasBase: boolean;
  hasOther: boolean;
}

interface Repository {
  services: Service[];
  parent: string;
  inner: string;
  /** Where the environment stands: in the name, a folder in that of the service, or a folder around those of services. */
  place: 'name' | 'inside' | 'around';
  base: string;
}

const service = fc.record({
  name: fc.constantFrom('billing', 'orders', 'catalog', 'web-frontend', 'search', 'Site'),
  format: fc.constantFrom(...Object.keys(CONTENTS)),
  environments: fc.subarray(ENVIRONMENTS, { minLength: 1 }),
  hasBase: fc.boolean(),
  hasOther: fc.boolean(),
});

const repository: fc.Arbitrary<Repository> = fc.record({
  services: fc.uniqueArray(service, { selector: ({ name }) => name, minLength: 2, maxLength: 5 }),
  parent: fc.constantFrom('', 'services/', 'code/apps/'),
  inner: fc.constantFrom('', 'src/main/resources/', 'conf/'),
  place: fc.constantFrom('name', 'inside', 'around'),
  base: fc.constantFrom('application', 'app', 'settings'),
});

/** The files, by path. Folders of environments are the same in all services: one alone might be something else. */
function filesOf({ services, parent, inner, place, base }: Repository): Record<string, string> {
  const files = services.flatMap(
    ({ name, format, environments, hasBase, hasOther }): [string, string | undefined][] => {
      const folder = `${parent}${name}/${inner}`;
      const text = CONTENTS[format];
      const own = place === 'name' ? environments : ENVIRONMENTS;
      return [
        ...own.map((environment): [string, string | undefined] => {
          if (place === 'name') return [`${folder}${base}-${environment}.${format}`, text];
          if (place === 'inside') return [`${folder}${environment}/${base}.${format}`, text];
          return [`${environment}/${folder}${base}.${format}`, text];
        }),
        ...(hasBase ? [[`${folder}${base}.${format}`, text] as [string, string | undefined]] : []),
        ...(hasOther ? [[`${parent}${name}/other.properties`, 'other=1\n'] as [string, string]] : []),
      ];
    },
  );
  return Object.fromEntries(files.map(([path, text]) => [path, text ?? '']));
}

describe('laws of proposed sources', () => {
  it('services in any format: read without a mistake, each in its own context', { timeout: LAW_TIMEOUT }, () => {
    const check = (one: Repository) => {
      const files = filesOf(one);
      const proposals = proposeSources(Object.keys(files), { levels: LEVELS });
      const sources = proposals.map(({ path, context }) => JSON.stringify({ path, ...(context && { context }) }));
      const project = `levels: [${LEVELS.join(', ')}]\nsources:\n${sources.map((line) => `  - ${line}\n`).join('')}`;
      const { diagnostics, state } = load({ ...files, 'confighub.yaml': project });
      expect(mistakes(diagnostics)).toEqual([]);
      const names = one.services.map(({ name }) => name);
      for (const { values } of state.keys.values()) {
        for (const { context } of values.values()) expect(names).toContain(elementsOf(context)[1]);
      }
      const read = proposals.flatMap((proposal) => proposal.files);
      const bases = Object.keys(files).filter((path) => !/prod|staging|dev|test/.test(path) && /yml|json/.test(path));
      expect(Object.keys(files).filter((path) => !read.includes(path) && !bases.includes(path))).toEqual([]);
    };
    holds(repository, { check, show: (one) => Object.keys(filesOf(one)).join('\n') });
  });

  const word = fc.constantFrom('prod', 'dev', 'test', 'demo', 'a', 'b', 'src', 'main', 'conf', 'config', 'x.y');
  const name = fc.constantFrom(
    'app',
    'app-prod',
    'app-dev',
    'prod',
    'test',
    '.env',
    '.env.dev',
    'a-b',
    'App',
    'app.local',
  );
  const text = fc.constantFrom(
    ...Object.values(CONTENTS),
    'a: 1\n---\na: 2\n',
    '}{',
    'DB.Host=1\n',
    'db.host: [1]\n',
    '',
  );
  const path = fc
    .tuple(fc.array(word, { maxLength: 3 }), name, fc.constantFrom(...Object.keys(CONTENTS)))
    .map(([folders, file, format]) => [...folders, file.startsWith('.env') ? file : `${file}.${format}`].join('/'));

  it('any files: what is offered is read without a mistake', { timeout: LAW_TIMEOUT }, () => {
    const check = (contents: Record<string, string>) => {
      const files = new Map(Object.entries(contents).map(([one, written]) => [one, Buffer.from(written)]));
      const paths = [...files.keys()].sort();
      const projectText: Parameters<typeof offerSources>[1]['projectText'] = (sources) =>
        projectFile({ levels: LEVELS, sources });
      const offering = { paths, others: [], levels: LEVELS, projectFile: 'confighub.yaml', projectText };
      const offered = offerSources(filesInMemory(files), offering);
      const known = [
        ...offered.proposals.flatMap((one) => one.files),
        ...offered.leftOut.map(({ file }) => file ?? ''),
      ];
      expect([...known, ...offered.unused].sort()).toEqual(paths.filter((one) => !isDocument(one, offered)));
      if (offered.proposals.length === 0) return;
      const project = { 'confighub.yaml': Buffer.from(projectText(offered)) };
      const { diagnostics } = loadProject(filesInMemory(new Map([...files, ...Object.entries(project)])), { env: {} });
      expect(mistakes(diagnostics.filter(({ severity }) => severity === 'error'))).toEqual([]);
    };
    holds(fc.dictionary(path, text, { maxKeys: 12 }), { check });
  });

  /** An empty file in `config` is a document that declares nothing. */
  function isDocument(one: string, { hasOtherFiles, proposals }: ReturnType<typeof offerSources>): boolean {
    if (hasOtherFiles || !/^config\/.*\.(?:ya?ml|json)$/.test(one)) return false;
    return proposals.length > 0 && !proposals.some((proposal) => proposal.files.includes(one));
  }
});
