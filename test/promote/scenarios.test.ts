// What promoting sets, what it lists, and in which words: a scenario for each sentence of docs/promote.md.
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import { type How, PromotionFolder, said } from './folder.ts';

function shopOf(keys: string): PromotionFolder {
  return new PromotionFolder({ 'config/shop.yaml': `keys:\n${keys.replace(/^/gm, '  ')}\n` });
}

const keysOf = (folder: PromotionFolder) =>
  folder
    .text('config/shop.yaml')
    .replace(/^keys:\n/, '')
    .replace(/^ {2}/gm, '')
    .trimEnd();

interface To extends How {
  to?: string;
}

/** Promotes from Staging. */
function promoted(folder: PromotionFolder, { to = 'Production', ...how }: To) {
  return folder.promote('Staging', to, how);
}

const TIDY = { exact: true, tidy: true };

describe('sets', () => {
  it.each<[what: string, how: To, before: string, after: string]>([
    [
      'the rows of the source, where the target receives something else',
      {},
      'a: { values: { Staging;*: 1, Staging;Web: 2, Production;*: 2 } }\nsame: { values: { "*": 1, Staging;*: 1 } }',
      'a: { values: { Staging;*: 1, Staging;Web: 2, Production;Web: 2, Production;*: 1 } }\nsame: { values: { "*": 1, Staging;*: 1 } }',
    ],
    [
      'the keys that are asked for',
      { patterns: ['a.*'] },
      'a.x: { values: { Staging;*: 1 } }\nb.x: { values: { Staging;*: 1 } }',
      'a.x: { values: { Staging;*: 1, Production;*: 1 } }\nb.x: { values: { Staging;*: 1 } }',
    ],
    [
      'null and an empty text, which are values',
      {},
      'a: { values: { Staging;*: null, Production;*: "" } }\nb: { values: { Staging;*: "" } }',
      'a: { values: { Staging;*: null, Production;*: null } }\nb: { values: { Staging;*: "", Production;*: "" } }',
    ],
    [
      'with --exact, what only the target has',
      { exact: true },
      'a: { values: { "*": 1, Production;*: 2 } }\nb: { values: { Staging;*: 1, Production;Billing: 2 } }',
      'a: { values: { "*": 1, Production;*: 1 } }\nb: { values: { Staging;*: 1, Production;*: 1, Production;Billing: 1 } }',
    ],
    [
      'with --exact --tidy, nothing there, and removes it',
      TIDY,
      'a:\n  values:\n    "*": 1\n    Production;*: 2\nb:\n  values:\n    Staging;*: 1\n    Production;*: 0\n    Production;Billing: 2',
      'a:\n  values:\n    "*": 1\nb:\n  values:\n    Staging;*: 1\n    Production;*: 1',
    ],
    [
      'the broad row, for every environment, and removes nothing',
      { to: '*;*' },
      'limit: { values: { "*": 10, Staging;*: 40 } }',
      'limit: { values: { "*": 40, Staging;*: 40 } }',
    ],
    [
      'the broad row, and removes with --tidy what is equal then',
      { to: '*;*', tidy: true },
      'limit:\n  values:\n    "*": 10\n    Staging;*: 40\n    Production;*: 40\n    Test;*: 20',
      'limit:\n  values:\n    "*": 40\n    Test;*: 20',
    ],
    [
      'the broad row, and keeps a row that keeps another one from being set',
      { to: '*;*', tidy: true },
      'a:\n  values:\n    Staging;*: y\n    Production;*: y\n    Staging;Web: x',
      'a:\n  values:\n    Staging;*: y\n    "*;*": y\n    Production;*: y\n    Staging;Web: x',
    ],
    [
      'with --tidy, but removes no row that the source has none for: it may be there on purpose',
      TIDY,
      'a:\n  values:\n    Staging;*: 1\n    Production;*: 2\n    Production;Web: 1',
      'a:\n  values:\n    Staging;*: 1\n    Production;*: 1\n    Production;Web: 1',
    ],
    [
      'with --exact, a row that wins over that of another environment',
      { to: '*;*', exact: true },
      'a: { values: { Staging;Billing: 1, Production;*: 2 } }',
      'a: { values: { Staging;Billing: 1, "*;Billing": 1, Production;*: 2 } }',
    ],
  ])('%s', (_, how, before, after) => {
    const folder = shopOf(before);
    promoted(folder, how);
    expect(keysOf(folder)).toBe(after);
  });

  it('the broad row with --tidy, and keeps the same row a second time', () => {
    const folder = shopOf(
      'a:\n  values:\n    Staging;*: y\n    Production;*: y\n    Staging;Web: x',
    );
    for (const _ of [1, 2]) promoted(folder, { to: '*;*', tidy: true });
    expect(keysOf(folder)).toContain('Production;*: y');
  });

  it('nothing a second time, in whichever case the elements are named', () => {
    const folder = shopOf('a: { values: { Staging;*: 1 } }');
    expect(promoted(folder, {}).writes).toHaveLength(1);
    expect(folder.promote('staging', 'PRODUCTION').writes).toEqual([]);
  });
});

describe('lists', () => {
  it.each<[what: string, how: To, keys: string, left: string[]]>([
    [
      'what the source has nothing for, or says that it must not exist',
      TIDY,
      'a: { values: { Production;*: 2 } }\nb: { values: { Staging;*: { opp: delete }, "*": 1, Production;*: 2 } }\nc: { values: { Staging;*: 1, Production;*: { opp: delete } } }',
      ['deleted a Production;*', 'deleted b Production;*', 'deleted c Production;*'],
    ],
    [
      'a row that would win over the same text of another environment: its next edit would be lost',
      { to: '*;*' },
      'a: { values: { Staging;Billing: 2, Production;*: 2 } }',
      ['others a *;Billing'],
    ],
  ])('%s', (_, how, keys, left) => {
    const made = promoted(shopOf(keys), how);
    expect(made.changes).toEqual([]);
    expect(made.left.map(({ why, name, context }) => `${why} ${name} ${context}`)).toEqual(left);
  });

  it('a row of which too many contexts would have to be compared', () => {
    const names = Array.from({ length: 150 }, (_, i) => [`Test${i};*: 1`, `'*;App${i}': 1`]);
    const folder = shopOf(`a: { values: { Staging;*: 2, ${names.flat().join(', ')} } }`);
    const { changes, left } = promoted(folder, { to: '*;*' });
    expect(changes).toEqual([]);
    expect(left.map(({ reason }) => reason)).toContain(
      'too many contexts have rows of it to compare them',
    );
  });

  it('what is kept apart on purpose, in every run', () => {
    const folder = new PromotionFolder({
      'confighub.yaml':
        'levels: [Environment, Application]\npromote: { keep: ["*.url", "db.*"] }\n',
      'config/shop.yaml':
        'keys:\n  shop.url: { values: { Staging;*: a, Production;*: b } }\n  db.host: { values: { Staging;*: a } }\n  x: { values: { Staging;*: a } }\n',
    });
    const kept = [
      { why: 'keep', name: 'db.host' },
      { why: 'keep', name: 'shop.url' },
    ];
    const { changes, left } = promoted(folder, { exact: true });
    expect(changes).toMatchObject([{ name: 'x' }]);
    expect(left).toMatchObject(kept);
    expect(promoted(folder, {}).left).toMatchObject(kept);
  });

  it('never a secret, whatever makes it one, in either environment', () => {
    const folder = new PromotionFolder({
      'confighub.yaml':
        'levels: [Environment, Application]\nredact: ["*.license"]\npasswords: { Database: { env: DATABASE_PASSWORD } }\n',
      'config/shop.yaml': `keys:
  by.name.password: { values: { Staging;*: hunter2hunter2, Production;*: other } }
  by.redact.license: { values: { Staging;*: abc } }
  by.group: { securityGroup: Database, values: { Staging;*: abc } }
  by.variable: { values: { Staging;*: { env: ONE }, Production;*: { env: OTHER } } }
  in.target: { values: { Staging;*: x, Production;*: { env: SECRET } } }
  by.form: { values: { Staging;*: "smtp://u:hunter2hunter2@a", Production;*: x } }
files:
  has.line: { Staging;*: { content: "a=1\\ndb.password=hunter2hunter2\\n" } }
`,
    });
    const { left, writes, changes } = promoted(folder, TIDY);
    expect({ writes, changes }).toEqual({ writes: [], changes: [] });
    expect(left.map(({ why, name, reason }) => `${why} ${name}: ${reason}`)).toMatchInlineSnapshot(`
      [
        "secret by.form: it is not compared; Staging;* has one",
        "secret by.group: declare one with \`{ env: … }\`, and set that variable; Staging;* has one, in the security group Database",
        "secret by.name.password: it is not compared; Staging;* has one",
        "secret by.redact.license: declare one with \`{ env: … }\`, and set that variable; Staging;* has one",
        "secret by.variable: set OTHER; Staging;* takes it from ONE",
        "secret in.target: set SECRET; Staging;* has one",
        "secret has.line: declare one with \`{ env: … }\`, and set that variable; Staging;* has one",
      ]
    `);
    expect(said(promoted(folder, {}))).not.toMatch(/hunter2|abc/);
  });
});

describe('says', () => {
  const ONE = 'a: { values: { Staging;Web: 2, Staging;*: 1, Production;*: 0 } }';

  it('what one application gets, if both contexts are given in full', () => {
    expect(said(shopOf(ONE).promotion('Staging;Web', 'Production;Web'))).toMatchInlineSnapshot(`
      "From Staging;Web to Production;Web, in the files

        + a  Production;Web  "2"  config/shop.yaml:2:34
            instead of "0" from Production;*

      Edits config/shop.yaml
      Line numbers are those after the edit.

      Promotion: 1 to create, 0 to update, 0 to delete; 1 file to write.
      "
    `);
  });

  it('which other row gives the value', () => {
    const folder = shopOf(ONE);
    expect(said(folder.promotion('Staging;Billing', 'Production;Billing'))).toMatchInlineSnapshot(`
      "From Staging;Billing to Production;Billing, in the files

      Not promoted, because other rows give these values:
        = a  Production;Billing  "0"  config/shop.yaml:2:34
            Staging;Billing gets it from Staging;*, which is not promoted

      Nothing to promote.
      "
    `);
  });

  it('which rows only the target has, that stay', () => {
    const folder = shopOf(
      'a: { values: { "*": 1, Production;*: 2 } }\nb: { values: { Staging;*: 1, Production;*: 0, Production;Billing: 2 } }',
    );
    expect(said(folder.promotion('Staging', 'Production'))).toMatchInlineSnapshot(`
      "From Staging to Production, in the files

        ~ b  Production;*  "0" → "1"  config/shop.yaml:3:32
            affects applications in Production;* except Billing

      Only Production has these rows, so they stay:
        = a  Production;*        "2"  config/shop.yaml:2:26
            overrides *;*, which Staging;* gets; --exact sets the same here, --exact --tidy removes this row
        = b  Production;Billing  "2"  config/shop.yaml:3:49
            Staging;Billing gets the row Staging;*; --exact sets the same here, --exact --tidy removes this row

      Edits config/shop.yaml
      Line numbers are those after the edit.

      Promotion: 0 to create, 1 to update, 0 to delete; 1 file to write.
      "
    `);
  });

  it('which applications elsewhere would get it too', () => {
    const folder = shopOf('a: { values: { Staging;Billing: 1, Production;*: 2 } }');
    expect(said(folder.promotion('Staging', '*;*'))).toMatchInlineSnapshot(`
      "From Staging to *;*, in the files

      Not promoted, because applications elsewhere would get them too:
        = a  *;Billing  (no value)  config/shop.yaml:2:18
            the value of Staging;Billing for *;Billing would win over that of Production;*; --exact sets it

      Nothing to promote.
      "
    `);
  });
});

describe('what a promoted file or value refers to', () => {
  it('is proposed together, if the target does not receive it', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'keys:\n  db.host: { values: { Staging;*: a } }\n  there: { values: { Staging;*: a, Production;*: b } }\n  logo: { vdt: FileRef, values: { Staging;*: logo.svg } }\n  other: { values: { Staging;*: a } }\nfiles:\n  app.conf:\n    Staging;*: { content: "${db.host} ${there}\\n" }\n  logo.svg:\n    Staging;*: { content: "<svg/>\\n" }\n',
    });
    const { changes } = promoted(folder, { patterns: ['app.conf', 'logo'] });
    expect(changes.map(({ name }) => name)).toEqual(['db.host', 'logo', 'app.conf', 'logo.svg']);
  });

  it('or named, if it cannot be', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'keys:\n  db.password: { values: { Staging;*: { env: DB } } }\nfiles:\n  app.conf:\n    Staging;*: { content: "${db.password}\\n" }\n',
    });
    expect(promoted(folder, { patterns: ['app.conf'] }).notes).toEqual([
      'app.conf in Production;* needs the placeholder ${db.password}, but that key has no value there.',
    ]);
  });
});

it.each([
  [
    'names it with the setting that keeps it apart',
    ['staging', 'Production'],
    `docs: { values: { Staging;*: how-stagings-work } }
mail: { values: { Staging;*: ops+STAGING@example.com } }
same: { values: { "*": staging, Staging;*: staging } }
token: { values: { Staging;*: { env: STAGING_TOKEN } } }
url: { values: { Staging;*: "https://staging.example.com" } }`,
    [
      '`Staging` occurs in the new text of mail, url. If a text belongs to Staging only, list its name under `promote.keep` in the project file.',
    ],
  ],
  [
    'says nothing if both sides share the name',
    ['Staging;Web', 'Production;Web'],
    'a: { values: { Staging;Web: web } }',
    [],
  ],
] as const)('a text that names the source: %s', (_, [from, to], keys, notes) => {
  const promotion = shopOf(keys).promotion(from, to);
  expect(promotion.changes).not.toEqual([]);
  expect(promotion.notes).toEqual(notes);
});

it('refuses what is no pair of elements or contexts', () => {
  const folder = shopOf('a: { values: { Staging;*: 1, "*;Twice": 2, Twice;*: 2, Test;Web: 3 } }');
  const refused = (pair: string) => {
    const [from = '', to = ''] = pair.split(' → ');
    try {
      return folder.promotion(from, to);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return `${error.message} ${error.hint ?? ''}`.trim();
    }
  };
  const pairs = [
    ...['Stagin → Production', 'Staging → Staging', 'Twice → Production', 'Web → Test'],
    ...['Staging;* → Production', 'Staging → Production;Web', 'Staging;** → Production;*'],
    ' → Production',
  ];
  expect(pairs.map(refused)).toMatchInlineSnapshot(`
    [
      "No value or file exists for \`Stagin\`, so there is nothing to promote. Did you mean \`Staging\`?",
      "Staging and Staging are the same: there is nothing to promote.",
      "\`Twice\` is an element of two levels: Environment and Application. Name a context in full, with ** for each element of a level, such as --from "Staging;**" --to "Production;**".",
      "\`Test\` is an element of Environment, not of Application. Promote between two elements of the same level.",
      "Staging;* and Production cannot be promoted: name an element in both, or a context in full. For example: promote --from Staging --to Production, or --from "Staging;Billing" --to "Production;Billing".",
      "Staging;** and Production;Web cannot be promoted: both need \`**\` at the same levels, and at least one level without it. For example: promote --from Staging --to Production.",
      "Staging;** and Production;* cannot be promoted: both need \`**\` at the same levels, and at least one level without it. For example: promote --from Staging --to Production.",
      "and Production cannot be promoted: name an element in both, or a context in full. For example: promote --from Staging --to Production, or --from "Staging;Billing" --to "Production;Billing".",
    ]
  `);
});
