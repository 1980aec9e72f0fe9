// The server's JSON as states, and what is no answer of such a server.
import { describe, expect, it } from 'vitest';
import { readDetail, readExport, readKeyData, readRepositories, ShapeError } from '../../src/remote/wire.ts';

const KEY = { key: 'A.b', readme: null, deprecated: false, vdt: 'Text', push: true };

describe('an export', () => {
  it('gives keys and files by address, whatever their order', () => {
    const values = [
      { context: 'P;*', value: '', active: true },
      { context: '*;*', value: null, active: true },
    ];
    const data = [
      { ...KEY, values },
      { content: 'x', file: 'F', context: '*;*' },
    ];
    for (const order of [data, [...data].reverse()]) {
      expect(readExport({ data: order })).toEqual({
        keys: new Map([
          [
            'a.b',
            {
              name: 'A.b',
              vdt: 'Text',
              deprecated: false,
              push: true,
              values: new Map([
                ['p;*', { context: 'P;*', text: '' }],
                ['*', { context: '*', text: null }],
              ]),
            },
          ],
        ]),
        files: new Map([['F\0*', { path: 'F', context: '*', content: 'x' }]]),
      });
    }
  });

  it('counts inactive values and duplicate rows of a context', () => {
    const row = { context: 'P;*', value: '1', active: true };
    const data = [
      {
        ...KEY,
        securityGroup: 'G',
        readme: 'r',
        values: [row, { ...row, context: 'p;*' }, { ...row, active: false }],
      },
      { file: 'f', context: '*;*', content: 'x' },
      { file: 'f', context: '*;*', content: 'y' },
    ];
    const { keys, files } = readExport({ data });
    expect(keys.get('a.b')).toMatchObject({ inactive: 1, securityGroup: 'G', readme: 'r' });
    expect([...(keys.get('a.b')?.values.values() ?? [])]).toEqual([
      { context: 'P;*', text: '1', duplicates: 1, rows: ['1', '1'] },
    ]);
    expect([...files.values()]).toEqual([{ path: 'f', context: '*', content: 'x', duplicates: 1 }]);
  });

  it('takes keys without values, and names of every object', () => {
    const data = ['__proto__', 'constructor'].map((key) => ({ ...KEY, key }));
    expect([...readExport({ data }).keys.keys()]).toEqual(['__proto__', 'constructor']);
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ data: {} }],
    [{ data: [null] }],
    [{ data: [{}] }],
    [{ data: [{ ...KEY, vdt: 'text' }] }],
    [{ data: [{ ...KEY, values: {} }] }],
    [{ data: [{ ...KEY, values: [{ value: 'x' }] }] }],
    [{ data: [{ file: 'f', content: 'x' }] }],
  ])('is not %j', (json) => {
    expect(() => readExport(json)).toThrow(ShapeError);
  });
});

describe('other answers', () => {
  it('contain nothing about unlisted levels', () => {
    const { elements } = readDetail({
      account: 'a',
      repository: 'r',
      context: ['constructor'],
      contextElements: {},
    });
    expect(elements).toEqual([new Map()]);
  });

  it('name the repositories, their levels and their elements by lower-cased name', () => {
    const one = {
      account: 'acme',
      name: 'shop',
      vdtEnabled: true,
      securityEnabled: false,
      keyCount: 2,
      valueCount: 3,
      description: null,
      context: ['E', 'A'],
    };
    expect(readRepositories([one])).toEqual([
      {
        account: 'acme',
        name: 'shop',
        description: '',
        isPrivate: false,
        vdtEnabled: true,
        securityEnabled: false,
        keyCount: 2,
        valueCount: 3,
        levels: ['E', 'A'],
      },
    ]);
    const detail = {
      account: 'acme',
      repository: 'shop',
      context: ['E', 'A'],
      contextElements: { A: ['Web'], E: ['Prod', 'QA'] },
      files: [
        { name: 'f', path: 'd/f', secureGroup: 'G' },
        { name: 'f', path: 'd/f' },
        { name: 'g', path: 'g' },
      ],
    };
    expect(readDetail(detail)).toEqual({
      account: 'acme',
      name: 'shop',
      levels: ['E', 'A'],
      elements: [
        new Map([
          ['prod', 'Prod'],
          ['qa', 'QA'],
        ]),
        new Map([['web', 'Web']]),
      ],
      files: new Map<string, object>([
        ['d/f', { count: 2, securityGroup: 'G' }],
        ['g', { count: 1 }],
      ]),
    });
    expect(readDetail({ ...detail, contextElements: undefined }).elements).toBe(undefined);
  });

  it('say that there is no key', () => {
    expect(readKeyData({})).toBe(undefined);
    expect(readKeyData({ ...KEY, vdt: 'Map' })).toEqual({
      name: 'A.b',
      vdt: 'Map',
      deprecated: false,
      push: true,
    });
  });

  it.each([
    [() => readRepositories({})],
    [() => readRepositories([{ account: 'a' }])],
    [() => readDetail([])],
    [() => readKeyData(null)],
  ])('of another shape are refused: %s', (read) => expect(read).toThrow(ShapeError));
});
