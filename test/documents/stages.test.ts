// `stages` in the project file: both forms, and what is refused.
import { describe, expect, it } from 'vitest';
import { fileErrors, load } from '../helpers/project.ts';
import { loadMarked } from './marked.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const DOCUMENT = { 'config/a.yaml': 'keys: { a: 1 }\n' };
const CHOICE = { choice: { name: 'shop' } };
const read = (text: string) => load({ 'confighub.yaml': text, ...DOCUMENT });

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
    '«empty-value»stages: []\n',
    'stages: [Staging, «bad-option»{ name: production, contexts: "*;**" }]\n',
    'stages: [«bad-option»"Staging;*", Production]\n',
    'stages: [«wrong-type»[Staging], Production]\n',
    'stages: [Staging, «duplicate-stage»staging]\n',
    'stages: [eu-1, Test, «duplicate-stage»eu.1]\n',
    'stages: [«missing-field»{ contexts: "*;**" }]\n',
    'stages: [«missing-field»{ name: all }]\n',
    'stages: [{ name: all, «empty-value»contexts: [] }]\n',
    'stages: [{ name: all, contexts: "**", «unknown-field»order: 1 }]\n',
    'stages: [{ name: all, contexts: [«bad-option»"@(a|b);*"] }]\n',
    'levels: [Environment, Application]\nstages: [{ name: all, contexts: ["*;**", «context-depth»"**"] }]\n',
    '«missing-field»applyStages: separately\n',
    'stages: [a, b]\napplyStages: «bad-option»parallel\n',
    '«bad-option»stages: [a, b]\n«bad-option»applyStages: separately\ntargets: { shop: { repository: acme/shop } }\n',
    'targets: { shop: { repository: acme/shop, «bad-option»stages: [a, b] } }\n',
  ])('are refused at the mark: %j', (text) => {
    loadMarked({ 'confighub.yaml': text, ...DOCUMENT }, CHOICE);
  });

  it('name both stages of one variable', () => {
    const text = 'stages: [«first»eu-1, «duplicate-stage»eu.1]\n';
    const { diagnostics } = loadMarked({ 'confighub.yaml': text, ...DOCUMENT });
    expect(diagnostics[0]?.message).toBe(
      'The stages `eu-1` and `eu.1` use the same variable for their token, CONFIGHUB_TOKEN_EU_1.',
    );
  });
});
