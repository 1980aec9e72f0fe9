// `stages` in the project file: both forms, and what is refused.
import { describe, expect, it } from 'vitest';
import { fileErrors, load, unmark } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const read = (text: string) =>
  load({ 'confighub.yaml': text, 'config/a.yaml': 'keys: { a: 1 }\n' }, {});

describe('stages', () => {
  it('are elements', () => {
    const { project, diagnostics } = read(
      'stages: [Staging, Production]\napplyStages: separately\n',
    );
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(project).toMatchObject({
      stages: [{ name: 'Staging' }, { name: 'Production' }],
      applyStages: 'separately',
    });
    expect(project.stages.map(({ place }) => String(place))).toEqual([
      'confighub.yaml:1:10',
      'confighub.yaml:1:19',
    ]);
  });

  it('are names with globs of contexts', () => {
    const { project, diagnostics } = read(`levels: [Environment, Application]
stages:
  - { name: staging, contexts: "Staging;**" }
  - { name: production, contexts: ["Production;**", "*;**"] }
`);
    expect(fileErrors(diagnostics)).toEqual([]);
    expect(project.stages).toMatchObject([
      { name: 'staging', contexts: ['Staging;**'] },
      { name: 'production', contexts: ['Production;**', '*;**'] },
    ]);
    expect(project.applyStages).toBe('together');
  });

  it.each([
    ['none', '«empty-value»stages: []\n'],
    ['two forms', 'stages: [Staging, «bad-option»{ name: production, contexts: "*;**" }]\n'],
    ['a name that no element can have', 'stages: [«bad-option»"Staging;*", Production]\n'],
    ['a list in the list', 'stages: [«wrong-type»[Staging], Production]\n'],
    ['one element twice', 'stages: [Staging, «duplicate-stage»staging]\n'],
    ['two names for one variable', 'stages: [eu-1, Test, «duplicate-stage»eu.1]\n'],
    ['no name', 'stages: [«missing-field»{ contexts: "*;**" }]\n'],
    ['no contexts', 'stages: [«missing-field»{ name: all }]\n'],
    ['an empty list of contexts', 'stages: [{ name: all, «empty-value»contexts: [] }]\n'],
    ['an unknown field', 'stages: [{ name: all, contexts: "**", «unknown-field»order: 1 }]\n'],
    ['a glob that is none', 'stages: [{ name: all, contexts: [«bad-option»"@(a|b);*"] }]\n'],
    [
      'a context of fewer levels',
      'levels: [Environment, Application]\nstages: [{ name: all, contexts: ["*;**", «context-depth»"**"] }]\n',
    ],
    ['`applyStages` alone', '«missing-field»applyStages: separately\n'],
    ['another way to apply them', 'stages: [a, b]\napplyStages: «bad-option»parallel\n'],
    [
      '`targets` beside them',
      '«bad-option»stages: [a, b]\n«bad-option»applyStages: separately\ntargets: { shop: { repository: acme/shop } }\n',
    ],
    ['in a target', 'targets: { shop: { repository: acme/shop, «bad-option»stages: [a, b] } }\n'],
  ])('with %s are refused', (_, marked) => {
    const { text, expected } = unmark('confighub.yaml', marked);
    const errors = read(text).diagnostics.filter(({ code }) => code !== 'no-target');
    expect(fileErrors(errors)).toEqual(expected);
  });

  it('name both stages of one variable', () => {
    expect(read('stages: [eu-1, eu.1]\n').diagnostics[0]).toMatchObject({
      message:
        'The stages `eu-1` and `eu.1` use the same variable for their token, CONFIGHUB_TOKEN_EU_1.',
      related: { line: 1, column: 10 },
    });
  });
});
