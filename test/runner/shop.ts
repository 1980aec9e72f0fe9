// The shop that the workflows work on: what changes in it, and its first apply.
import { expect } from 'vitest';
import { SMALL } from '../helpers/process.ts';
import type { RunnerStage } from './stage.ts';

export const CHANGED = {
  'config/shop.yaml': SMALL['config/shop.yaml'].replace('Corner Shop', 'Corner Store'),
};
export const WITHOUT_DATABASE = { 'config/shop.yaml': 'keys:\n  shop.title: Corner Shop\n' };

/** How many pushes the server took. */
export function history({ server }: RunnerStage): number {
  return server.history('acme', 'shop').length;
}

/** What is on main is on the server, as after any apply. */
export async function applyFirst(stage: RunnerStage): Promise<void> {
  stage.git('switch', '--quiet', 'main');
  const ran = await stage.run('push', { payload: stage.push(), job: 'apply' });
  expect(ran.outputs, ran.log).toMatchObject({ result: 'applied' });
}
