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

  /** Opens a file that names its schema; what the server marks in it. */
  async open(
    kind: SchemaKind,
    text: string,
  ): Promise<{ at: (position: Position) => object; marks: Mark[] }> {
    this.#last += 1;
    const uri = `file:///project/${this.#last}.yaml`;
    const folder = pathToFileURL(join(ROOT, 'schema')).href;
    const named = `${schemaComment(kind, folder)}\n${text}`;
    const marked = new Promise<Message>((resolve) => this.#waiting.set(uri, resolve));
    const textDocument = { uri, languageId: 'yaml', version: 1, text: named };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
    const { params } = await marked;
    return {
      at: (position) => ({ textDocument: { uri }, position }),
      marks: params?.diagnostics ?? [],
    };
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

const editor = new Editor();
beforeAll(() => editor.start());
afterAll(() => editor.stop());

describe.concurrent('an editor with a language server for YAML', () => {
  test('completes `vdt:` with the types, each with its meaning', async () => {
    const { at } = await editor.open('document', 'keys:\n  db.host:\n    vdt: \n');
    const { items } = (await editor.request(
      'textDocument/completion',
      at({ line: 3, character: 9 }),
    )) as {
      items: { label: string; documentation: string }[];
    };
    expect(items.map(({ label }) => label)).toEqual([...VDTS]);
    expect(items.find(({ label }) => label === 'Integer')?.documentation).toBe(
      'A whole number of 32 bits.',
    );
  });

  test('completes the fields of a key', async () => {
    const { at } = await editor.open('document', 'keys:\n  db.host:\n    vdt: Text\n    \n');
    const { items } = (await editor.request(
      'textDocument/completion',
      at({ line: 4, character: 4 }),
    )) as {
      items: { label: string }[];
    };
    expect(items.map(({ label }) => label).sort()).toEqual(
      ['deprecated', 'opp', 'push', 'readme', 'securityGroup', 'value', 'values'].sort(),
    );
  });

  test.each([
    [
      'project',
      'prune: managed\n',
      { line: 1, character: 2 },
      'What an apply deletes, in addition to',
    ],
    ['project', 'limits: { deletes: 30% }\n', { line: 1, character: 12 }, 'The share of the items'],
    [
      'project',
      'sources:\n  - { path: a.yml, separator: _ }\n',
      { line: 2, character: 20 },
      'Joins the parts of a nested name.',
    ],
    [
      'document',
      'keys:\n  db.host: x\n',
      { line: 2, character: 4 },
      'A key: its value, or a mapping',
    ],
    [
      'document',
      'keys:\n  a: { vdt: Text }\n',
      { line: 2, character: 8 },
      'The value type. Without it',
    ],
  ] as const)('shows what a field of a %s is: %s', async (kind, text, position, expected) => {
    const { at, marks } = await editor.open(kind, text);
    expect(marks).toEqual([]);
    const { contents } = (await editor.request('textDocument/hover', at(position))) as {
      contents: { value: string };
    };
    expect(contents.value).toContain(expected);
    expect(contents.value).toContain('See docs/');
  });

  test.each([
    [
      'project',
      'url: https://a.example.com\ninlcude: config/*\n',
      'inlcude',
      'Property inlcude is not allowed.',
    ],
    [
      'project',
      'targets: { shop: { repository: a/b, inlcude: x } }\n',
      'inlcude',
      'Property inlcude is not allowed.',
    ],
    [
      'project',
      'sources:\n  - { path: a.env, as: keys, seperator: _ }\n',
      'seperator',
      'Property seperator is not',
    ],
    [
      'project',
      'repository: shop\n',
      'shop',
      'Use a name of the form account/name, such as acme/shop.',
    ],
    ['document', 'keys:\n  a: { vtd: Text }\n', 'vtd', 'Property vtd is not allowed.'],
    [
      'document',
      'keys:\n  a: { values: { Prod*: x } }\n',
      'Prod*',
      'Property Prod* is not allowed.',
    ],
    [
      'document',
      'keys: { a: { vdt: Integer, value: text } }\n',
      'text',
      'String does not match the pattern',
    ],
  ] as const)('marks an error in a %s at its place: %s', async (kind, text, word, message) => {
    const { marks } = await editor.open(kind, text);
    const lines = text.split('\n');
    const line = lines.findIndex((one) => one.includes(word));
    const character = lines[line]?.indexOf(word) ?? -1;
    const range = {
      start: { line: line + 1, character },
      end: { line: line + 1, character: character + word.length },
    };
    expect(marks).toHaveLength(1);
    expect(marks[0]).toMatchObject({ message: expect.stringContaining(message), range });
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
