// The server names the values of a key in any order: the plan is the same.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of the server
import { expect, test } from 'vitest';
import { readExport } from '../../src/remote/wire.ts';
import { stateOf } from '../helpers/project.ts';
import { planOf } from '../helpers/repository.ts';

type Rows = Record<string, string>;

function key(name: string, rows: Rows, vdt = 'Text') {
  const values = Object.entries(rows).map(([context, value]) => ({ context, value, active: true }));
  return { key: name, vdt, push: true, deprecated: false, values };
}

const file = (path: string, content: string) => ({ file: path, context: '*;*', content });

const CASES: [what: string, declares: string, name: string, rows: Rows, vdt?: string][] = [
  [
    'carries a change of metadata',
    'keys: { a: { readme: of it } }',
    'a',
    { 'P;*': 'x', '*;*': 'y', 'D;*': 'z' },
  ],
  ['does not fit a new type', 'keys: { a: { vdt: Integer } }', 'a', { 'P;*': 'x', '*;*': 'y' }],
  [
    'closes a cycle of files',
    'files: { f0: { "*": { content: "${e}" } } }',
    'e',
    { '*;*': 'f1', 'P;*': 'f2' },
    'FileEmbed',
  ],
];

test.for(CASES)('a value that %s', ([, declares, name, rows, vdt]) => {
  const others = [
    key('g', { '*;*': 'f0' }, 'FileEmbed'),
    file('f0', ''),
    file('f1', '${g}'),
    file('f2', '${g}'),
  ];
  const reversed = Object.fromEntries(Object.entries(rows).reverse());
  const [plan, again] = [rows, reversed].map((some) =>
    planOf({
      desired: stateOf(declares),
      live: readExport({ data: [key(name, some, vdt), ...others] }),
    }),
  );
  expect(plan?.changes).toHaveLength(1);
  expect(again).toEqual(plan);
});
