// What editors with a language server for YAML complete, show and mark by the schemas: its own service, without a process.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { SchemaKind } from './documents/schema-address.ts';
import { schemaComment } from './documents/schema.ts';
import { VDTS } from '../src/model/state.ts';
import { ROOT } from './helpers/run.ts';

interface Position {
  line: number;
  character: number;
}
interface Mark {
  message: string;
  range: { start: Position; end: Position };
}
interface Service {
  configure: (settings: object) => void;
  doComplete: (
    document: object,
    at: Position | undefined,
    isKubernetes: boolean,
  ) => Promise<{ items: { label: string; documentation: string }[] }>;
  doHover: (document: object, at: Position | undefined) => Promise<{ contents: { value: string } }>;
  doValidation: (document: object, isKubernetes: boolean) => Promise<Mark[]>;
}

const server = createRequire(import.meta.url).resolve('yaml-language-server');
const { getLanguageService } = createRequire(server)('./index.js');
const { TextDocument } = createRequire(server)('vscode-languageserver-textdocument');
const service: Service = getLanguageService({
  schemaRequestService: (uri: string) => readFile(fileURLToPath(uri), 'utf8'),
  workspaceContext: { resolveRelativePath: (path: string, at: string) => new URL(path, at).href },
});
service.configure({ validate: true, hover: true, completion: true });
let count = 0;

/** A file that names its schema, with the cursor at `^`, and what is marked in it. */
async function opened(kind: SchemaKind, text: string) {
  const folder = pathToFileURL(join(ROOT, 'schema')).href;
  const named = `${schemaComment(kind, folder)}\n${text.replaceAll('^', '')}`;
  // The service keeps what it has parsed, by address.
  const document = TextDocument.create(`file:///project/${++count}.yaml`, 'yaml', 1, named);
  const [cursor] = positionsIn(text);
  return { document, cursor, marks: await service.doValidation(document, false) };
}

/** Of each `^`, below the comment that names the schema. */
function positionsIn(text: string): Position[] {
  return text
    .split('^')
    .slice(0, -1)
    .map((_, i, parts) => {
      const lines = parts
        .slice(0, i + 1)
        .join('')
        .split('\n');
      return { line: lines.length, character: lines.at(-1)?.length ?? 0 };
    });
}

describe.concurrent('an editor with a language server for YAML', () => {
  async function completed(text: string) {
    const { document, cursor } = await opened('document', text);
    return (await service.doComplete(document, cursor, false)).items;
  }

  test('completes `vdt:` with the types, each with its meaning', async () => {
    const items = await completed('keys:\n  db.host:\n    vdt: ^\n');
    expect(items.map(({ label }) => label)).toEqual([...VDTS]);
    const integer = items.find(({ label }) => label === 'Integer');
    expect(integer?.documentation).toBe('A whole number of 32 bits.');
  });

  test('completes the fields of a key', async () => {
    const items = await completed('keys:\n  db.host:\n    vdt: Text\n    ^\n');
    const fields = 'deprecated opp push readme securityGroup value values'.split(' ');
    expect(items.map(({ label }) => label).sort()).toEqual(fields);
  });

  test.each([
    ['project', 'pr^une: managed\n', 'What an apply deletes, in addition to'],
    ['project', 'limits: { de^letes: 30% }\n', 'The share of the items'],
    ['project', 'sources:\n  - { path: a.yml, se^parator: _ }\n', 'Joins the parts of a nested'],
    ['document', 'keys:\n  db^.host: x\n', 'A key: its value, or a mapping'],
    ['document', 'keys:\n  a: { v^dt: Text }\n', 'The value type. Without it'],
  ] as const)('shows what a field of a %s is: %s', async (kind, text, expected) => {
    const { document, cursor, marks } = await opened(kind, text);
    expect(marks).toEqual([]);
    const { value } = (await service.doHover(document, cursor)).contents;
    expect(value).toContain(expected);
    expect(value).toContain('See docs/');
  });

  const unknown = (name: string) => `Property ${name} is not allowed.`;
  test.each([
    ['project', 'url: https://a.example.com\n^inlcude^: config/*\n', unknown('inlcude')],
    ['project', 'targets: { shop: { repository: a/b, ^inlcude^: x } }\n', unknown('inlcude')],
    ['project', 'sources:\n  - { path: a.env, as: keys, ^seperator^: _ }\n', unknown('seperator')],
    ['project', 'repository: ^shop^\n', 'Use a name of the form account/name, such as acme/shop.'],
    ['document', 'keys:\n  a: { ^vtd^: Text }\n', unknown('vtd')],
    ['document', 'keys:\n  a: { values: { ^Prod*^: x } }\n', unknown('Prod*')],
    [
      'document',
      'keys: { a: { vdt: Integer, value: ^text^ } }\n',
      'String does not match the pattern',
    ],
  ] as const)('marks an error in a %s at its place: %s', async (kind, text, message) => {
    const { marks } = await opened(kind, text);
    const [start, end] = positionsIn(text);
    expect(marks).toMatchObject([
      { message: expect.stringContaining(message), range: { start, end } },
    ]);
  });

  test('marks nothing where values look like other types, and in anchors', async () => {
    const text = [
      'keys:',
      '  zip: 007',
      '  version: 1.10',
      '  day: 2024-01-01',
      '  base: &base { vdt: Integer, value: 1 }',
      '  other: { <<: *base, readme: 5 }',
      '  limits: { vdt: Map, value: { DE: 10 } }',
      'files: { robots.txt: { path: content/robots.txt } }',
      '---',
      'context: Production;*',
      '',
    ].join('\n');
    expect((await opened('document', text)).marks).toEqual([]);
  });
});
