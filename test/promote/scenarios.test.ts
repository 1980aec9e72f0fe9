// What promoting sets, what it lists, and in which words: a scenario for each sentence of docs/promote.md.
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/errors.ts';
import type { LeftDifference } from '../../src/model/promotion.ts';
import { PromotionFolder, said } from './folder.ts';

function shopOf(keys: string, more: Record<string, string> = {}): PromotionFolder {
  return new PromotionFolder({ 'config/shop.yaml': `keys:\n${keys}`, ...more });
}

const LIMIT = '  limit: { values: { "*": 10, Staging;*: 40 } }\n';

function shortLeft({ why, name, context }: LeftDifference): string {
  return `${why} ${name} ${context}`;
}

describe('goes by the rows of the source', () => {
  it('and sets the same ones, where the target receives something else', () => {
    const folder = shopOf(
      '  a: { values: { Staging;*: 1, Staging;Web: 2, Production;*: 2 } }\n  same: { values: { "*": 1, Staging;*: 1 } }\n',
    );
    const { changes, left } = folder.promote('Staging', 'Production');
    expect(
      changes.map(({ name, action, ...one }) => [action, name, 'context' in one && one.context]),
    ).toEqual([
      ['update', 'a', 'Production;*'],
      ['create', 'a', 'Production;Web'],
    ]);
    expect(left).toEqual([]);
    expect(folder.promote('staging', 'PRODUCTION').writes).toEqual([]);
  });

  it('of one application, if both contexts are given in full', () => {
    const folder = shopOf('  a: { values: { Staging;Web: 2, Staging;*: 1, Production;*: 0 } }\n');
    expect(said(folder.promotion('Staging;Web', 'Production;Web'))).toMatchInlineSnapshot(`
      "From Staging;Web to Production;Web, in the files

        + a  Production;Web  "2"  config/shop.yaml:2:34
            instead of "0" from Production;*

      Edits config/shop.yaml
      Line numbers are those after the edit.

      Promotion: 1 to create, 0 to update, 0 to delete; 1 file to write.
      "
    `);
    expect(said(folder.promotion('Staging;Billing', 'Production;Billing'))).toMatchInlineSnapshot(`
      "From Staging;Billing to Production;Billing, in the files

      Not promoted, because other rows give these values:
        = a  Production;Billing  "0"  config/shop.yaml:2:34
            Staging;Billing gets it from Staging;*, which is not promoted

      Nothing to promote.
      "
    `);
  });

  it('of the keys and files that are asked for', () => {
    const folder = shopOf(
      '  a.x: { values: { Staging;*: 1 } }\n  b.x: { values: { Staging;*: 1 } }\n',
    );
    const { changes } = folder.promotion('Staging', 'Production', { patterns: ['a.*'] });
    expect(changes.map(({ name }) => name)).toEqual(['a.x']);
  });

  it('null and an empty text are values', () => {
    const folder = shopOf(
      '  a: { values: { Staging;*: null, Production;*: "" } }\n  b: { values: { Staging;*: "" } }\n',
    );
    folder.promote('Staging', 'Production');
    expect(folder.text('config/shop.yaml')).toBe(
      'keys:\n  a: { values: { Staging;*: null, Production;*: null } }\n  b: { values: { Staging;*: "", Production;*: "" } }\n',
    );
  });
});

describe('what only the target has', () => {
  const KEYS =
    '  a: { values: { "*": 1, Production;*: 2 } }\n  b: { values: { Staging;*: 1, Production;*: 0, Production;Billing: 2 } }\n';

  it('stays, and is listed', () => {
    expect(said(shopOf(KEYS).promotion('Staging', 'Production'))).toMatchInlineSnapshot(`
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

  it('is set to the same with --exact', () => {
    const folder = shopOf(KEYS);
    expect(folder.promote('Staging', 'Production', { exact: true }).left).toEqual([]);
    expect(folder.text('config/shop.yaml')).toBe(
      'keys:\n  a: { values: { "*": 1, Production;*: 1 } }\n  b: { values: { Staging;*: 1, Production;*: 1, Production;Billing: 1 } }\n',
    );
  });

  it('is removed with --exact --tidy', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'keys:\n  a:\n    values:\n      "*": 1\n      Production;*: 2\n  b:\n    values:\n      Staging;*: 1\n      Production;*: 0\n      Production;Billing: 2\n',
    });
    folder.promote('Staging', 'Production', { exact: true, tidy: true });
    expect(folder.text('config/shop.yaml')).toBe(
      'keys:\n  a:\n    values:\n      "*": 1\n  b:\n    values:\n      Staging;*: 1\n      Production;*: 1\n',
    );
  });

  it('is only listed where the source has nothing, or says that there must be nothing', () => {
    const keys =
      '  a: { values: { Production;*: 2 } }\n  b: { values: { Staging;*: { opp: delete }, "*": 1, Production;*: 2 } }\n  c: { values: { Staging;*: 1, Production;*: { opp: delete } } }\n';
    const folder = shopOf(keys);
    const { left, writes } = folder.promotion('Staging', 'Production', { exact: true, tidy: true });
    expect(writes).toEqual([]);
    expect(left.map(shortLeft)).toEqual([
      'deleted a Production;*',
      'deleted b Production;*',
      'deleted c Production;*',
    ]);
  });
});

describe('to every environment', () => {
  it('sets the broad row, and removes with --tidy what is equal then', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'keys:\n  limit:\n    values:\n      "*": 10\n      Staging;*: 40\n      Production;*: 40\n      Test;*: 20\n',
    });
    const { changes } = folder.promote('Staging', '*;*', { tidy: true });
    expect(changes).toHaveLength(3);
    expect(folder.text('config/shop.yaml')).toBe(
      'keys:\n  limit:\n    values:\n      "*": 40\n      Test;*: 20\n',
    );
    expect(folder.promote('Test', '*', { tidy: true }).changes).toHaveLength(2);
  });

  it('removes no row that keeps another one from being set', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'keys:\n  a:\n    values:\n      Staging;*: y\n      Production;*: y\n      Staging;Web: x\n',
    });
    for (const _ of [1, 2]) folder.promote('Staging', '*;*', { tidy: true });
    expect(folder.text('config/shop.yaml')).toBe(
      'keys:\n  a:\n    values:\n      Staging;*: y\n      "*;*": y\n      Production;*: y\n      Staging;Web: x\n',
    );
  });

  it('removes nothing without it', () => {
    const folder = shopOf(LIMIT);
    folder.promote('Staging', '*;*');
    expect(folder.text('config/shop.yaml')).toBe(
      'keys:\n  limit: { values: { "*": 40, Staging;*: 40 } }\n',
    );
  });

  it('but no row that would win over the same text of another environment: its next edit would be lost', () => {
    const keys = '  a: { values: { Staging;Billing: 2, Production;*: 2 } }\n';
    const { changes, left } = shopOf(keys).promotion('Staging', '*;*');
    expect(changes).toEqual([]);
    expect(left.map(shortLeft)).toEqual(['others a *;Billing']);
  });

  it('but no row of which too many contexts would have to be compared', () => {
    const names = Array.from({ length: 150 }, (_, i) => [`Test${i};*: 1`, `'*;App${i}': 1`]);
    const keys = `  a: { values: { Staging;*: 2, ${names.flat().join(', ')} } }\n`;
    const { changes, left } = shopOf(keys).promotion('Staging', '*;*');
    expect(changes).toHaveLength(0);
    expect(left.map(({ why, reason }) => `${why}: ${reason}`)).toContain(
      'others: too many contexts have rows of it to compare them',
    );
  });

  it('but no row that would win over that of another environment, unless --exact asks for it', () => {
    const keys = '  a: { values: { Staging;Billing: 1, Production;*: 2 } }\n';
    const folder = shopOf(keys);
    expect(said(folder.promotion('Staging', '*;*'))).toMatchInlineSnapshot(`
      "From Staging to *;*, in the files

      Not promoted, because applications elsewhere would get them too:
        = a  *;Billing  (no value)  config/shop.yaml:2:18
            the value of Staging;Billing for *;Billing would win over that of Production;*; --exact sets it

      Nothing to promote.
      "
    `);
    folder.promote('Staging', '*;*', { exact: true });
    expect(folder.text('config/shop.yaml')).toBe(
      'keys:\n  a: { values: { Staging;Billing: 1, "*;Billing": 1, Production;*: 2 } }\n',
    );
  });
});

describe('never a secret', () => {
  it('whatever makes it one, in either environment', () => {
    const folder = new PromotionFolder({
      'confighub.yaml':
        'levels: [Environment, Application]\nredact: ["*.license"]\npasswords: { Database: { env: DATABASE_PASSWORD } }\n',
      'config/shop.yaml': `keys:
  by.name.password: { values: { Staging;*: hunter2hunter2, Production;*: other } }
  by.redact.license: { values: { Staging;*: abc } }
  by.group: { securityGroup: Database, values: { Staging;*: abc } }
  by.variable:
    values:
      Staging;*: { env: ONE }
      Production;*: { env: OTHER }
  in.target: { values: { Staging;*: x, Production;*: { env: SECRET } } }
  by.form: { values: { Staging;*: "smtp://u:hunter2hunter2@a", Production;*: x } }
files:
  has.line:
    Staging;*: { content: "a=1\\ndb.password=hunter2hunter2\\n" }
`,
    });
    const { left, writes, changes } = folder.promotion('Staging', 'Production', {
      exact: true,
      tidy: true,
    });
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
    const shown = said(folder.promotion('Staging', 'Production'));
    expect(shown).not.toMatch(/hunter2|abc/);
  });
});

describe('what is kept apart on purpose', () => {
  it('stays, and is listed in every run', () => {
    const folder = new PromotionFolder({
      'confighub.yaml':
        'levels: [Environment, Application]\npromote: { keep: ["*.url", "db.*"] }\n',
      'config/shop.yaml':
        'keys:\n  shop.url: { values: { Staging;*: a, Production;*: b } }\n  db.host: { values: { Staging;*: a } }\n  x: { values: { Staging;*: a } }\n',
    });
    const { changes, left } = folder.promote('Staging', 'Production', { exact: true });
    expect(changes.map(({ name }) => name)).toEqual(['x']);
    expect(left.map(shortLeft)).toEqual([
      'keep db.host Production;*',
      'keep shop.url Production;*',
    ]);
    expect(folder.promotion('Staging', 'Production').left).toHaveLength(2);
  });
});

describe('what a promoted file or value refers to', () => {
  it('is proposed together, if the target does not receive it', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'keys:\n  db.host: { values: { Staging;*: a } }\n  there: { values: { Staging;*: a, Production;*: b } }\n  logo: { vdt: FileRef, values: { Staging;*: logo.svg } }\n  other: { values: { Staging;*: a } }\nfiles:\n  app.conf:\n    Staging;*: { content: "${db.host} ${there}\\n" }\n  logo.svg:\n    Staging;*: { content: "<svg/>\\n" }\n',
    });
    const { changes } = folder.promotion('Staging', 'Production', {
      patterns: ['app.conf', 'logo'],
    });
    expect(changes.map(({ name }) => name)).toEqual(['db.host', 'logo', 'app.conf', 'logo.svg']);
  });

  it('or named, if it cannot be', () => {
    const folder = new PromotionFolder({
      'config/shop.yaml':
        'keys:\n  db.password: { values: { Staging;*: { env: DB } } }\nfiles:\n  app.conf:\n    Staging;*: { content: "${db.password}\\n" }\n',
    });
    const { notes } = folder.promotion('Staging', 'Production', { patterns: ['app.conf'] });
    expect(notes).toEqual([
      'app.conf in Production;* needs the placeholder ${db.password}, but that key has no value there.',
    ]);
  });
});

describe('a text that names the source', () => {
  it('is set, and named with the setting that keeps it apart', () => {
    const folder = shopOf(
      [
        '  docs: { values: { Staging;*: how-stagings-work } }\n',
        '  mail: { values: { Staging;*: ops+STAGING@example.com } }\n',
        '  same: { values: { "*": staging, Staging;*: staging } }\n',
        '  token: { values: { Staging;*: { env: STAGING_TOKEN } } }\n',
        '  url: { values: { Staging;*: "https://staging.example.com" } }\n',
      ].join(''),
    );
    const { notes, changes } = folder.promotion('staging', 'Production');
    expect(changes).toHaveLength(3);
    expect(notes).toEqual([
      '`Staging` occurs in the new text of mail, url. If a text belongs to Staging only, list its name under `promote.keep` in the project file.',
    ]);
  });

  it('is not one that names what both sides share', () => {
    const folder = shopOf('  a: { values: { Staging;Web: web } }\n');
    const { notes, changes } = folder.promotion('Staging;Web', 'Production;Web');
    expect(changes).toHaveLength(1);
    expect(notes).toEqual([]);
  });
});

describe('refuses', () => {
  const refused = (from: string, to: string, folder = shopOf(LIMIT)) => {
    try {
      folder.promotion(from, to);
    } catch (error) {
      if (error instanceof CommandError) return `${error.message} ${error.hint ?? ''}`.trim();
      throw error;
    }
    return undefined;
  };

  it.each([
    ['Stagin', 'Production'],
    ['Staging', 'Staging'],
    ['Staging;*', 'Production'],
    ['Staging', 'Production;Web'],
    ['Staging;**', 'Production;*'],
    ['', 'Production'],
  ])('%s to %s', (from, to) => {
    expect(refused(from, to)).toMatchSnapshot();
  });

  it('an element of two levels, or of another one', () => {
    const folder = shopOf('  a: { values: { Staging;*: 1, "*;Staging": 2, Test;Web: 3 } }\n');
    expect(refused('Staging', 'Production', folder)).toMatchSnapshot();
    expect(refused('Web', 'Test', folder)).toMatchSnapshot();
  });
});
