// A real language server for YAML, as editors start it, with the schemas: what it completes, shows and marks.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
interface Message {
  id?: number | string;
  method?: string;
  params?: { uri?: string; diagnostics?: Mark[]; items?: unknown[] };
  result?: unknown;
}

/** The client's side of the protocol, as far as this test needs it. */
class Editor {
  readonly #server: ChildProcess;
  readonly #waiting = new Map<string | number, (message: Message) => void>();
  #received = Buffer.alloc(0);
  #last = 0;

  constructor() {
    const bin = createRequire(import.meta.url).resolve(
      'yaml-language-server/bin/yaml-language-server',
    );
    this.#server = spawn(process.execPath, [bin, '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#server.stdout?.on('data', (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#take();
    });
  }

  async start(): Promise<void> {
    const hover = { contentFormat: ['markdown'] };
    await this.request('initialize', {
      processId: null,
      rootUri: null,
      capabilities: { textDocument: { hover } },
    });
    this.#send({ method: 'initialized', params: {} });
  }

  async stop(): Promise<void> {
    const ended = once(this.#server, 'exit');
    await this.request('shutdown', {});
    this.#send({ method: 'exit' });
    await ended;
  }

  async request(method: string, params: object): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    return (await answer).result;
  }

  /** Opens a file that names its schema, with the cursor at `^`; what the server marks in it. */
  async open(kind: SchemaKind, text: string): Promise<{ cursor: object; marks: Mark[] }> {
    this.#last += 1;
    const uri = `file:///project/${this.#last}.yaml`;
    const folder = pathToFileURL(join(ROOT, 'schema')).href;
    const named = `${schemaComment(kind, folder)}\n${text.replaceAll('^', '')}`;
    const marked = new Promise<Message>((resolve) => this.#waiting.set(uri, resolve));
    const textDocument = { uri, languageId: 'yaml', version: 1, text: named };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
    const { params } = await marked;
    const [position] = positionsIn(text);
    return { cursor: { textDocument: { uri }, position }, marks: params?.diagnostics ?? [] };
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.#server.stdin?.write(
      Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]),
    );
  }

  #take(): void {
    for (;;) {
      const head = this.#received.indexOf('\r\n\r\n');
      const [, length] =
        /Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, head)) ?? [];
      const end = head + 4 + Number(length);
      if (head === -1 || this.#received.length < end) return;
      const message: Message = JSON.parse(this.#received.toString('utf8', head + 4, end));
      this.#received = this.#received.subarray(end);
      this.#answer(message);
    }
  }

  #answer(message: Message): void {
    const { id, method, params } = message;
    // The server asks for settings: there are none.
    if (id !== undefined && method !== undefined)
      this.#send({ id, result: (params?.items ?? []).map(() => ({})) });
    else this.#waiting.get(id ?? params?.uri ?? '')?.(message);
  }
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

const editor = new Editor();
beforeAll(() => editor.start());
afterAll(() => editor.stop());

describe.concurrent('an editor with a language server for YAML', () => {
  async function completed(text: string) {
    const { cursor } = await editor.open('document', text);
    const answer = await editor.request('textDocument/completion', cursor);
    return (answer as { items: { label: string; documentation: string }[] }).items;
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
    const { cursor, marks } = await editor.open(kind, text);
    expect(marks).toEqual([]);
    const shown = await editor.request('textDocument/hover', cursor);
    const { value } = (shown as { contents: { value: string } }).contents;
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
    const { marks } = await editor.open(kind, text);
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
    expect((await editor.open('document', text)).marks).toEqual([]);
  });
});
