// Reads that are not recorded: caching, equal weights, cycles, planted duplicates.
import { describe, expect, it } from 'vitest';
import type { RepositorySettings } from '../../src/server/settings.ts';
import { exported, push, read, request, SHOP, withServer } from '../helpers/server.ts';
import type { TestServer } from '../helpers/server.ts';

const SECURED: RepositorySettings = {
  ...SHOP,
  tokens: { plain: {}, force: { forceKeyPush: true }, sec: { securityGroups: ['Sec'] } },
  securityGroups: [{ name: 'Sec', password: 'passw0rd', cipher: 'DESede/ECB/PKCS5Padding' }],
};
const MEMBERS = { securityGroup: 'Sec', password: 'passw0rd' };
const SECRET = {
  enableKeyCreation: true,
  data: [
    { key: 's', push: true, ...MEMBERS, values: [{ context: '*;*', value: 'secret' }] },
    { file: 'f', context: '*;*', content: 'x' },
  ],
};

function pull(server: TestServer, headers: Record<string, string> = {}, token = 'plain') {
  const common = { 'Client-Token': server.token(token), Context: 'x;y' };
  return read(server, '/rest/pull', { ...common, ...headers });
}

describe('caching', () => {
  const cached = { ...SECURED, flags: { cachingEnabled: true } };

  it('returns the first answer to everyone until the next push', async () => {
    // The clock stands still: an answer tells the second at which it was made.
    const options = { repositories: [cached], now: () => new Date(0) };
    await withServer(options, async (server) => {
      await push(server, SECRET);
      const first = await pull(server, { 'No-Files': 'true' }, 'sec');
      expect(first).toMatchObject({ properties: { s: { val: 'secret' } } });
      expect(await pull(server, { Context: 'X;Y' })).toEqual(first);
      expect((await push(server, { data: [{ key: 'q', values: [] }] })).status).toBe(304);
      expect(await pull(server)).toEqual(first);
      expect((await push(server, { data: [] })).status).toBe(200);
      const properties = { s: { encryption: 'Sec' } };
      expect(await pull(server)).toMatchObject({ files: { f: {} }, properties });
    });
  });

  it('ignores the account of a repository', async () => {
    const other = { ...cached, account: 'other' };
    await withServer({ repositories: [cached, other] }, async (server) => {
      await push(server, SECRET);
      await pull(server);
      const headers = { 'Client-Token': server.token('plain', 'other/shop'), Context: 'x;y' };
      const kept = { account: 'acme', files: { f: {} } };
      expect(await read(server, '/rest/pull', headers)).toMatchObject(kept);
    });
  });

  it('still requires passwords in JSON', async () => {
    await withServer(cached, async (server) => {
      const headers = { 'Client-Token': server.token('plain'), Context: 'x;y' };
      await read(server, '/rest/pull', headers);
      const bad = { ...headers, 'Security-Profile-Auth': '{bad' };
      expect((await request(server, { path: '/rest/pull', headers: bad })).status).toBe(406);
    });
  });
});

describe('rows of equal weight', () => {
  it('are resolved to the oldest, and logged', async () => {
    const lines: string[] = [];
    const repository: RepositorySettings = {
      ...SHOP,
      levels: ['Env', 'App', 'Inst'],
      contextGroups: [
        { level: 'Env', name: 'AllProd', members: ['Production'] },
        { level: 'App', name: 'Webs', members: ['Web'] },
        { level: 'Inst', name: 'Jims', members: ['Jim'] },
      ],
    };
    const contexts = ['Production;Webs;Jims', 'AllProd;Web;Jim'];
    const values = contexts.map((context) => ({ context, value: context }));
    const options = { repositories: [repository], log: (line: string) => lines.push(line) };
    await withServer(options, async (server) => {
      await push(server, { enableKeyCreation: true, data: [{ key: 'a', push: true, values }] });
      const answer = await pull(server, { Context: 'Production;Web;Jim' });
      expect(answer).toMatchObject({ properties: { a: { val: contexts[0] } } });
    });
    expect(lines.at(-1)).toBe('GET /rest/pull 200 (rows of equal weight: 1, the oldest answers)');
  });
});

describe('planted duplicates', () => {
  it('occur only in new contexts of existing keys', async () => {
    await withServer({ ...SHOP, plantDuplicates: true }, async (server) => {
      const value = (context: string, text: string) => ({ context, value: text });
      const create = { key: 'a', push: true, values: [value('*;*', '1')] };
      await push(server, { enableKeyCreation: true, data: [create] });
      const update = (...values: object[]) => push(server, { data: [{ key: 'a', values }] });
      expect((await update(value('P;*', '2'), value('*;*', '3'))).status).toBe(200);
      const texts = async () => {
        type Key = { values: { context: string; value: string }[] };
        const [key] = (await exported(server)) as Key[];
        return key?.values.map(({ context, value }) => `${context} ${value}`).sort();
      };
      expect(await texts()).toEqual(['*;* 3', 'P;* 2', 'P;* 2']);
      const refused = await update(value('P;*', '4'));
      expect(refused.etag).toContain('Another value with the same context');
      expect((await update({ context: 'P;*', opp: 'delete' })).status).toBe(200);
      expect((await update(value('P;*', '4'))).status).toBe(200);
      expect(await texts()).toEqual(['*;* 3', 'P;* 4']);
    });
  });
});

describe('a cycle that bypassed the checks', () => {
  it('ends a read, not the server', async () => {
    await withServer(SHOP, async (server) => {
      const files = [
        { file: 'a', context: '*;*', content: `\${k}` },
        { file: 'b', context: '*;*', content: 'b' },
      ];
      await push(server, { data: files });
      const key = { key: 'k', push: true, values: [{ context: '*;*', value: 'b' }] };
      await push(server, { data: [{ ...key, vdt: 'FileEmbed' }] }, { token: 'force' });
      // As Text the path is only a text, and b may use the key.
      await push(server, { data: [{ key: 'k', vdt: 'Text', push: true }] });
      expect((await push(server, { data: [{ ...files[1], content: `\${k}` }] })).status).toBe(200);
      await push(server, { data: [{ key: 'k', vdt: 'FileEmbed', push: true }] });
      const headers = { 'Client-Token': server.token('plain'), Context: 'x;y', File: 'a' };
      const { status, etag } = await request(server, { path: '/rest/rawFile', headers });
      expect([status, etag]).toEqual([406, expect.stringMatching(/^"Circular/)]);
    });
  });
});
