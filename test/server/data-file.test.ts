// The data file: acknowledged pushes survive a restart, and foreign files are never overwritten.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../src/server/http-server.ts';
import type { RepositorySettings } from '../../src/server/settings.ts';
import { createRepository } from '../../src/server/state.ts';
import { toStored } from '../../src/server/data-file.ts';
import { exported, push, read, request, SHOP, withServer } from '../helpers/server.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const dataFile = () => join(folder, 'data', 'state.json');
const options = () => ({ repositories: [SHOP], dataFile: dataFile() });

const MAP = { vdt: 'Map', values: [{ context: 'Prod;*', value: '{"x":1}' }] };
const BODY = {
  changeComment: 'first',
  enableKeyCreation: true,
  data: [
    { key: 'A', push: true, readme: 'r', ...MAP },
    { key: 'b', values: [{ context: '*;*', value: 'x', active: false }] },
    { file: 'd/f.txt', context: 'prod;Web', content: 'ü\n' },
  ],
};

const INTACT = toStored([createRepository(SHOP, { now: () => new Date(0), random: () => 'x' })]);

describe('data file', () => {
  it('keeps everything across a restart', async () => {
    const before = await withServer(options(), async (server) => {
      expect((await push(server, BODY, { application: 'ci' })).status).toBe(200);
      return { data: await exported(server), token: server.token('plain') };
    });
    await withServer(options(), async (server) => {
      expect(await exported(server)).toEqual(before.data);
      expect(server.token('plain')).toBe(before.token);
      const time = expect.stringMatching(/^\d{4}-.*Z$/);
      expect(server.history('acme', 'shop')).toMatchObject([
        { token: 'plain', application: 'ci', comment: 'first', time },
      ]);
      // The elements are there as well, in the spelling of their first use: files come before keys.
      const values = [{ context: 'PROD;*', opp: 'delete' }];
      await push(server, { data: [{ key: 'a', vdt: 'Map', values }] });
      const info = await read(server, '/rest/info/acme/shop', { 'Context-Elements': 'true' });
      const contextElements = { Environment: ['prod'], Application: ['Web'] };
      expect(info).toMatchObject({ contextElements });
    });
  });

  it('keeps groups, secured items, and the keys that files use', async () => {
    const repository: RepositorySettings = {
      ...SHOP,
      securityGroups: [{ name: 'Sec', password: 'passw0rd', cipher: 'AES/CBC/PKCS5Padding' }],
      contextGroups: [{ level: 'Environment', name: 'AllProd', members: ['Prod'] }],
    };
    const secured = { ...options(), repositories: [repository] };
    const pair = { securityGroup: 'Sec', password: 'passw0rd' };
    const data = [
      { key: 'k', push: true, ...pair, values: [{ context: 'AllProd;*', value: 'secret' }] },
      { key: 'used', push: true, deprecated: false },
      { key: 'ref', push: true, vdt: 'FileRef', values: [{ context: '*;*', value: 'f' }] },
      { file: 'f', context: '*;*', content: 'x' },
    ];
    const placeholder = { file: 'f', context: '*;*', content: `\${used} \${k}`, ...pair };
    const before = await withServer(secured, async (server) => {
      expect((await push(server, { enableKeyCreation: true, data })).status).toBe(200);
      expect((await push(server, { data: [placeholder] })).status).toBe(200);
      return exported(server);
    });
    await withServer(secured, async (server) => {
      expect(await exported(server)).toEqual(before);
      const refused = await push(server, { data: [{ key: 'used', opp: 'delete' }] });
      expect(refused.etag).toContain('This key is used');
      const auth = { 'Security-Profile-Auth': '{"Sec":"passw0rd"}' };
      const token = { 'Client-Token': server.token('plain'), ...auth };
      const headers = { ...token, Context: 'Prod;x', File: 'f' };
      const { body } = await request(server, { path: '/rest/rawFile', headers });
      expect(body).toBe('[ ERROR: No property value resolved ] secret');
    });
  });

  it('is written before the answer, without leaving temporary files', async () => {
    await withServer(options(), async (server) => {
      await push(server, BODY);
      const { version, repositories } = JSON.parse(readFileSync(dataFile(), 'utf8'));
      expect(version).toBe(1);
      expect(repositories[0].keys).toHaveLength(2);
      const lock = `state.json.${process.pid}.lock`;
      expect(readdirSync(join(folder, 'data'))).toEqual(['state.json', lock]);
    });
  });

  it('does not contain a rejected push', async () => {
    await withServer(options(), async (server) => {
      const before = readFileSync(dataFile(), 'utf8');
      const rejected = { key: 'c', values: [{ context: 'one', value: '' }] };
      const { status } = await push(server, { ...BODY, data: [...BODY.data, rejected] });
      expect(status).toBe(304);
      expect(readFileSync(dataFile(), 'utf8')).toBe(before);
    });
  });

  it('leaves no lock behind, and removes that of a killed process', async () => {
    const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
    await withServer(options(), async () => undefined);
    writeFileSync(`${dataFile()}.${dead}.lock`, '');
    await withServer(options(), async () => undefined);
    expect(readdirSync(join(folder, 'data'))).toEqual(['state.json']);
  });

  it.each([
    ['cut off', '{"version":1,"repositories":[{"account":"ac', 'it is not valid JSON'],
    ['empty', '', 'it is not valid JSON'],
    ['foreign', '{"name":"x"}', 'not a data file of this server'],
    ['a list', '[]', 'not a data file of this server'],
    ['of another version', '{"version":2,"repositories":[]}', 'its version is 2'],
    ['damaged', INTACT.replace('"acme"', '"acmf"'), 'does not match its checksum'],
    ['without its checksum', '{"version":1,"repositories":[]}', 'does not match its checksum'],
  ])('a file that is %s is an error and stays as it is', async (_, text, reason) => {
    const file = join(folder, 'state.json');
    writeFileSync(file, text);
    const message = expect.stringMatching(new RegExp(`${file}.*${reason}`));
    const started = startServer({ repositories: [SHOP], dataFile: file });
    await expect(started).rejects.toMatchObject({ message });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('that was formatted is read', async () => {
    const file = join(folder, 'state.json');
    writeFileSync(file, JSON.stringify(JSON.parse(INTACT), null, 2));
    await withServer({ repositories: [SHOP], dataFile: file }, async (server) =>
      expect(await exported(server)).toEqual([]),
    );
  });

  it('rejects stored data with other levels', async () => {
    await withServer(options(), async (server) => void (await push(server, BODY)));
    const other = { ...options(), repositories: [{ ...SHOP, levels: ['Environment'] }] };
    await expect(startServer(other)).rejects.toThrow('context levels Environment, Application');
  });

  it('answers 500 if it cannot be written', async () => {
    await withServer(options(), async (server) => {
      rmSync(join(folder, 'data'), { recursive: true });
      writeFileSync(join(folder, 'data'), 'in the way');
      const failed = { status: 500, headers: { connection: 'close' } };
      expect(await push(server, BODY)).toMatchObject(failed);
      expect(await exported(server)).toEqual([]);
    });
  });
});
