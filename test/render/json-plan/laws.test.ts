// A JSON plan read back says what the plan said; and whatever else a file holds, it is refused or does no harm.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommandError } from '../../../src/errors.ts';
import type { Place } from '../../../src/model/diagnostic.ts';
import { jsonPlan, jsonTargets, planMembers } from '../../../src/render/json.ts';
import { readJsonPlans } from '../../../src/render/read-json-plan.ts';
import { planComment, planSummary } from '../../../src/render/markdown/comment.ts';
import { handedOverStatus } from '../../../src/render/markdown/status.ts';
import { targetsComment } from '../../../src/render/markdown/targets.ts';
import type { TargetPage } from '../../../src/render/markdown/targets-table.ts';
import { mask, type MaskedPlan } from '../../../src/render/mask.ts';
import { readPage, strangeIn } from '../../helpers/markdown.ts';
import { KINDS } from '../markdown/kinds.ts';
import { maskedPlan, mutated, mutation } from './arbitrary.ts';
import { readJsonPlan } from './read-plan.ts';
import { casesOf } from '../../helpers/lane.ts';

const BLOB = 'https://forge.example/acme/shop/blob/head/';
const linkOf = ({ file, line }: Place) => `${BLOB}${file.split('/').map(encodeURIComponent).join('/')}#L${line}`;
const optionsOf = (plan: MaskedPlan) => ({ status: handedOverStatus(plan), linkOf });
const RUNS = { seed: 7, numRuns: casesOf(500) };

function parsed(plan: MaskedPlan): unknown {
  const { unmanagedItems: _, ...read } = plan;
  return JSON.parse(jsonPlan(mask(read)));
}

/** The plan, or the error that a person sees. Anything else that is thrown is a mistake of the program. */
function read(json: string): MaskedPlan | CommandError {
  try {
    return readJsonPlan(json, 'plan.json');
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
}

function expectHarmless(json: string): 'read' | 'refused' {
  const plan = read(json);
  if (plan instanceof CommandError) {
    expect(plan.code).toBe('bad-plan-file');
    expect(plan.message).toMatch(/^plan\.json is not a JSON plan of version 1: (?:`[\w.[\]]+`|it) [\w ,]+\.$/);
    return 'refused';
  }
  const page = readPage(planComment(plan, optionsOf(plan)));
  expect(strangeIn(page, new Set(page.links))).toEqual([]);
  for (const link of page.links) expect(new URL(link).href.startsWith(BLOB)).toBe(true);
  return 'read';
}

function expectTargetsHarmless(json: string): void {
  try {
    const pages = readJsonPlans(json, 'plan.json').plans.map((one): TargetPage => {
      if ('plan' in one) return { name: one.name ?? '', kind: 'planned', plan: one.plan };
      return { name: one.name, kind: 'failed', reason: one.error.message };
    });
    const page = readPage(targetsComment(pages, { status: {}, linkOf }));
    for (const type of ['table', 'tableRow', 'tableCell']) page.types.delete(type);
    expect(strangeIn(page, new Set(page.links))).toEqual([]);
    for (const link of page.links) expect(new URL(link).href.startsWith(BLOB)).toBe(true);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    expect(error.message).toMatch(/^plan\.json is not a JSON plan of version 1: (?:`[\w.[\]]+`|it) [\w ,-]+\.$/);
  }
}

describe('what was written', () => {
  test('is read back: the same Markdown, and the same JSON', () => {
    fc.assert(
      fc.property(maskedPlan, (plan) => {
        const again = readJsonPlan(jsonPlan(plan), 'plan.json');
        expect(planComment(again, optionsOf(again))).toBe(planComment(plan, optionsOf(plan)));
        expect(planSummary(again, optionsOf(again))).toBe(planSummary(plan, optionsOf(plan)));
        expect(JSON.parse(jsonPlan(again))).toEqual(parsed(plan));
      }),
      RUNS,
    );
  });

  test.each(Object.entries(KINDS))('of the kind %s', (_, { plan: { force: _force, ...plan }, options }) => {
    expect(planComment(readJsonPlan(jsonPlan(plan), 'plan.json'), options)).toBe(planComment(plan, options));
  });
});

describe('what was forged', () => {
  test('in one to three members', () => {
    const ends = { read: 0, refused: 0 };
    fc.assert(
      fc.property(maskedPlan, fc.array(mutation, { minLength: 1, maxLength: 3 }), (plan, mutations) => {
        ends[expectHarmless(mutations.reduce(mutated, jsonPlan(plan)))]++;
      }),
      { ...RUNS, numRuns: casesOf(1500) },
    );
    // Otherwise one of the two halves was never tried.
    expect(Math.min(ends.read, ends.refused)).toBeGreaterThan(casesOf(1500) / 8);
  });

  test('in one to three members of the plans of several targets', () => {
    fc.assert(
      fc.property(maskedPlan, fc.array(mutation, { minLength: 1, maxLength: 3 }), (plan, mutations) => {
        const error = { error: { code: 'x', message: plan.target.name, diagnostics: [] } };
        const targets = [
          { name: 'shop', members: planMembers(plan) },
          { name: 'mail', members: error },
        ];
        expectTargetsHarmless(mutations.reduce(mutated, jsonTargets(targets)));
      }),
      RUNS,
    );
  });

  test('in some characters', () => {
    const edit = fc.tuple(fc.nat(), fc.nat(20), fc.string());
    fc.assert(
      fc.property(maskedPlan, edit, (plan, [at, length, text]) => {
        const json = jsonPlan(plan);
        const from = at % json.length;
        expectHarmless(`${json.slice(0, from)}${text}${json.slice(from + length)}`);
      }),
      RUNS,
    );
  });

  test('altogether', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 6 }), fc.string()), (text) => {
        expect(expectHarmless(text)).toBe('refused');
      }),
      RUNS,
    );
  });
});
