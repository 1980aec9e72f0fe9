// The JSON Schemas: they have the fields of the readers, take what the readers take, and refuse what can be known.
// The tests of documents/ hold every text that they read against the schemas, too.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { init } from '../src/commands/init.ts';
import { defaultProject } from '../src/documents/project-fields.ts';
import * as documents from '../src/model/document-fields.ts';
import {
  APPROVALS,
  ATOMIC,
  LIMIT_NAMES,
  LIMITS,
  limitText,
  ON_DRIFT,
  parseUrl,
  PRUNE_MODES,
  SCOPE_FIELDS,
} from '../src/model/project.ts';
import { READ_MODES } from '../src/model/server-reads.ts';
import { SOURCE_FIELDS } from '../src/model/sources.ts';
import { VDTS } from '../src/model/state.ts';
import { type SchemaKind, SCHEMA_NAMES } from './documents/schema-address.ts';
import { documentsOf } from './random/documents.ts';
import { holds, PROPERTY_TIMEOUT } from './random/runs.ts';
import { anchors, fences, filesBelow, PAGES, read } from './helpers/pages.ts';
import { ROOT } from './helpers/run.ts';
import { load } from './helpers/project.ts';
import { state } from './random/states.ts';
import { type Property, SCHEMAS, schemaErrors } from './documents/schema.ts';
import { MemoryFolder } from './import/folder.ts';
import { PROJECT_FIELDS, TARGET_FIELDS } from '../src/documents/project-fields.ts';

/** All objects in a part of a schema. */
function objectsIn(part: object): Property[] {
  const inside = Object.values(part).filter(
    (one): one is object => typeof one === 'object' && one !== null,
  );
  return [...(Array.isArray(part) ? [] : [part]), ...inside.flatMap(objectsIn)];
}

/** Scenarios about errors in files. */
const IS_ERRONEOUS = /^test\/cases\/errors-in-files\/|\/fires\//;
const PROJECT_FILE = /(?:^|\/)confighub[^/]*\.yaml$/;

function kindOf(path: string): SchemaKind {
  return PROJECT_FILE.test(path) ? 'project' : 'document';
}

/** What a field needs beside it. */
const NEEDED: Record<string, object> = {
  order: { levels: ['Environment'] },
  applyStages: { stages: ['Staging', 'Production'] },
};

describe('the files of schema/', () => {
  const project = SCHEMAS.project.properties;
  const { definitions } = SCHEMAS.document;

  test.each([
    ['the project file', project, PROJECT_FIELDS],
    ['a target', SCHEMAS.project.definitions.target?.properties, TARGET_FIELDS],
    ['a source', SCHEMAS.project.definitions.source?.properties, SOURCE_FIELDS],
    ['scope', project.scope?.properties, SCOPE_FIELDS],
    ['ignore', project.ignore?.properties, SCOPE_FIELDS],
    ['limits', project.limits?.properties, LIMIT_NAMES],
    ['a document', SCHEMAS.document.properties, documents.DOCUMENT_FIELDS],
    ['a key', definitions.key?.properties, documents.KEY_FIELDS],
    ['a value', definitions.value?.properties, documents.VALUE_FIELDS],
    ['a file', definitions.file?.properties, documents.FILE_FIELDS],
    ['the content of a file', definitions.content?.properties, documents.FILE_FIELDS],
    ['a key entry', definitions.keyEntry?.properties, documents.KEY_ENTRY_FIELDS],
    ['a value entry', definitions.valueEntry?.properties, documents.VALUE_ENTRY_FIELDS],
    ['a file entry', definitions.fileEntry?.properties, documents.FILE_ENTRY_FIELDS],
  ])('have the fields of %s', (_, properties, fields) => {
    const offered = fields.filter((field) => field !== documents.REFUSED_FIELD);
    expect(Object.keys(properties ?? {}).sort()).toEqual([...offered].sort());
  });

  test.each([
    ['prune', project.prune, PRUNE_MODES],
    ['onDrift', project.onDrift, ON_DRIFT],
    ['reads', project.reads, READ_MODES],
    ['approvals', project.approvals, APPROVALS],
    ['vdt', definitions.key?.properties?.vdt, VDTS],
  ])('have the choices of %s', (_, property, choices) => {
    expect(property?.enum).toEqual([...choices]);
  });

  /** Every `vdt` with its choices, and the values of `types` of a source. */
  const lists = [SCHEMAS.project, SCHEMAS.document]
    .flatMap(objectsIn)
    .filter((one) => one.enum?.includes('FileEmbed'));

  test('have the same value types everywhere', () => {
    expect(lists.length).toBe(3);
    for (const one of lists) expect(one.enum).toEqual([...VDTS]);
  });

  test('say what each choice means', () => {
    const described = [SCHEMAS.project, SCHEMAS.document]
      .flatMap(objectsIn)
      .filter((one) => one.enumDescriptions);
    expect(described.length).toBeGreaterThan(5);
    for (const one of described)
      expect(one.enumDescriptions?.length, String(one.enum)).toBe(one.enum?.length);
  });

  test('say what a value of each type is; every text may be JSON', () => {
    const told = objectsIn(definitions.key ?? {}).flatMap(
      ({ properties: { vdt } = {} }) => vdt?.const ?? [],
    );
    expect(told).toEqual(VDTS.filter((vdt) => vdt !== 'JSON'));
  });

  test('name no address that a stranger could register', () => {
    for (const [kind, file] of Object.entries(SCHEMA_NAMES) as [SchemaKind, string][])
      expect(SCHEMAS[kind].$id).toBe(file);
  });

  test('say with every field which page explains it, and the page is there', () => {
    const texts = Object.values(SCHEMAS)
      .flatMap(objectsIn)
      .flatMap(({ description }) => (typeof description === 'string' ? description : []));
    expect(texts.length).toBeGreaterThan(80);
    for (const text of new Set(texts)) {
      const [, page = '', anchor = ''] =
        /^[A-Z`].*\. See (docs\/[a-z-]+\.md)(?:#([a-z-]+))?\.$/.exec(text) ?? [];
      expect(PAGES, text).toContain(page);
      if (anchor !== '') expect(anchors(read(page)), text).toContain(anchor);
    }
  });

  test('have the defaults of the reader', () => {
    const written = Object.entries(project).flatMap(([field, { default: value }]) =>
      value === undefined ? [] : [[field, value] as const],
    );
    const { version: _, batch: atomic, ...standards } = Object.fromEntries(written);
    expect(atomic).toBe(ATOMIC);
    expect(defaultProject()).toMatchObject(standards);
    const limits = LIMIT_NAMES.map((name) => project.limits?.properties?.[name]?.default);
    expect(limits.map(String)).toEqual(
      LIMIT_NAMES.map((name) => limitText(name, LIMITS[name].standard)),
    );
  });

  test('have examples and defaults that they take', () => {
    for (const [field, { default: standard, examples = [] }] of Object.entries(project)) {
      const beside = NEEDED[field] ?? {};
      for (const value of [...(standard === undefined ? [] : [standard]), ...examples])
        expect(schemaErrors('project', JSON.stringify({ [field]: value, ...beside }))).toEqual([]);
    }
  });
});

describe('the schemas take', () => {
  const errorsOf = ([path, text]: readonly [string, string]) => schemaErrors(kindOf(path), text);

  test('what the pages show', () => {
    const shown = PAGES.flatMap((page) => fences(read(page))).flatMap(({ name, text }) =>
      name.endsWith('.yaml') ? [[name, text] as const] : [],
    );
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.filter((file) => errorsOf(file)?.length !== 0)).toEqual([]);
  });

  test.each(['examples', 'test/cases', 'test/guards'])(
    'the projects of %s that have no error',
    (folder) => {
      const files = filesBelow(
        folder,
        /(?:^|\/)confighub[^/]*\.yaml$|\/config\/[^/]+\.(?:yaml|yml|json)$/,
      );
      expect(files.length).toBeGreaterThan(4);
      const refused = files.filter((path) => errorsOf([path, read(path)])?.length !== 0);
      expect(refused.filter((path) => !IS_ERRONEOUS.test(path))).toEqual([]);
    },
  );

  test('what init writes', async () => {
    const files = await init('confighub.yaml', { levels: ['Environment'] }, { cwd: ROOT, env: {} });
    const [project, document] = files.slice(-2).map(({ after = '' }) => after);
    expect(schemaErrors('project', project ?? '')).toEqual([]);
    expect(schemaErrors('document', document ?? '')).toEqual([]);
  });

  test('random states, as an import and as a push body have them', {
    timeout: PROPERTY_TIMEOUT,
  }, () => {
    holds(state, {
      check: (one) => {
        const folder = new MemoryFolder();
        folder.import(one);
        const imported = [...folder.files].map(([path, bytes]) => [path, bytes.toString()]);
        for (const files of [documentsOf(one), Object.fromEntries(imported)]) {
          if (load(files).diagnostics.some(({ severity }) => severity === 'error')) continue;
          for (const file of Object.entries<string>(files))
            if (/^config.*\.(?:yaml|json)$/.test(file[0])) expect(errorsOf(file)).toEqual([]);
        }
      },
    });
  });

  test('every address that the reader takes', () => {
    const words = 'http HTTPS : / // \\ @ a host ? # :80 [::1]'.split(' ');
    const part = fc.constantFrom(...words, ' ');
    const addresses = fc.oneof(
      fc.webUrl(),
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
    );
    holds(addresses, {
      check: (text) => {
        if (parseUrl(text) !== undefined)
          expect(text).toMatch(new RegExp(SCHEMAS.project.properties.url?.pattern ?? '^$', 'u'));
      },
    });
  });
});

describe('the schemas refuse', () => {
  test.each([
    ['repository: a/b\ntargets: { shop: { repository: acme/shop } }', '/repository'],
    ['order: { Environment: [Production] }', 'levels'],
    ['targets: {}', '/targets'],
    ['include: /etc/*.yaml', '/include'],
    ['protect: "@(a|b)"', '/protect'],
    ['limits: { deletes: 100.5% }', '/limits/deletes'],
    ['passwords: { Database: { env: github_token } }', '/passwords/Database/env'],
    ['sources: [{ path: a.env, root: b }]', '/sources/0/root'],
    ['sources: [{ path: a/*, as: files, separator: _ }]', '/sources/0/separator'],
    ['sources: [{ path: a/*, as: files, reader: npm }]', '/sources/0/reader'],
    ['sources: [{ path: a.env, format: toml }]', '/sources/0/format'],
    ['sources: { context: a;b }', 'path'],
    ['sources: "!a.env"', '/sources'],
    ['sources: [{ path: a.env, types: { "*.port": Number } }]', '/sources/0/types/*.port'],
  ])('%s', (text, place) => expect(schemaErrors('project', text)?.join('\n')).toContain(place));

  test.each([
    ['context: P;*\nkeys: { a: { opp: delete } }', '/keys/a/opp'],
    ['keys: { a: { opp: delete, vdt: Text } }', '/keys/a/vdt'],
    ['keys: { a: { opp: delete, values: { "*": 1 } } }', '/keys/a/values'],
    ['keys: { a: { vdt: Integer, value: 1.5 } }', '/keys/a/value'],
    ['keys: { a: { vdt: Boolean, values: { "*": yes } } }', '/keys/a/values/*'],
    ['keys: { a: { vdt: List, value: { value: { x: 1 } } } }', '/keys/a/value/value'],
    ['keys: { a: { vdt: Text, value: [1] } }', '/keys/a/value'],
    ['keys: { a: { value: { path: /etc/passwd } } }', '/keys/a/value/path'],
    ['keys: { a: { value: { path: x, env: Y } } }', '/keys/a/value'],
    ['files: { a: { content: x, path: y } }', '/files/a'],
    ['files: { a: { opp: delete, securityGroup: G } }', '/files/a/securityGroup'],
    ['data: [{ file: a, context: "*", opp: delete, securityGroup: G }]', '/data/0/securityGroup'],
  ])('%s', (text, place) => expect(schemaErrors('document', text)?.join('\n')).toContain(place));
});
