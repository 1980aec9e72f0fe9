// schema/plan.schema.json and schema/history.schema.json: they have the choices of the code, and take the plans of all cases.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACTIONS, CAUSES, LIVE_SOURCES } from '../../src/model/plan.ts';
import { ON_DRIFT, PRUNE_MODES } from '../../src/model/project.ts';
import { PRINTED, printedErrors, printedSchema } from '../helpers/json-schemas.ts';
import { ROOT } from '../helpers/run.ts';

const CASES = join(ROOT, 'test/cases');
const plans = readdirSync(CASES)
  .map((name) => join(CASES, name, 'plan.json'))
  .filter((path) => existsSync(path));

describe('the schemas of what is printed', () => {
  test('take the plan of every case, and know each of its members', () => {
    expect(plans.length).toBeGreaterThan(40);
    for (const path of plans)
      expect(printedErrors('plan', JSON.parse(readFileSync(path, 'utf8'))), path).toEqual([]);
  });

  test('refuse what no plan is', () => {
    const [path = ''] = plans;
    const plan = JSON.parse(readFileSync(path, 'utf8'));
    for (const wrong of [{ refused: 'no' }, { version: 2 }, { live: 'cache' }, { more: 1 }])
      expect(printedErrors('plan', { ...plan, ...wrong })).toHaveLength(1);
  });

  test('have the choices of the code, and the address that they are published at', () => {
    const { properties, definitions } = printedSchema('plan');
    const { action, cause } = definitions.change.properties;
    expect([action.enum, cause.enum]).toEqual([[...ACTIONS], [...CAUSES]]);
    const { live, prune, onDrift } = properties;
    const choices = [[...LIVE_SOURCES], [...PRUNE_MODES], [...ON_DRIFT]];
    expect([live.enum, prune.enum, onDrift.enum]).toEqual(choices);
    for (const name of PRINTED)
      expect(printedSchema(name).$id).toBe(
        `https://unpkg.com/confighub-sync@0/schema/${name}.schema.json`,
      );
  });
});
