// The stages of a project: which it begins with, and how they come, change and go.
import type { Stage } from '../items.ts';
import type { Random, World } from '../world.ts';
import { changeSettings, somewhere } from './edits.ts';

/** The contexts of each stage. With each, a context is in one of them. */
const FORMS: readonly (readonly (readonly string[])[])[] = [
  [['Test;**'], ['!Test;**']],
  [
    ['Production;**', '*;Web'],
    ['*;*', 'Test;**'],
  ],
  [['Test;**'], ['Production;**'], ['*;**']],
  [['*;Web'], ['Test;**', 'Production;**'], ['*;*']],
  [['*;**'], ['!*;**']],
];

export function someStages(random: Random): Stage[] {
  const form = random.pick(FORMS) ?? [];
  return form.map((contexts, i) => ({ name: `stage${i + 1}`, contexts }));
}

/** They go, get other names, or become others. */
export function stages(world: World, random: Random): void {
  const place = somewhere(world, random);
  if (place === undefined) return;
  const [first, ...others] = place.project.settings.stages ?? [];
  const chance = random.chance(0.3);
  if (first !== undefined && chance)
    changeSettings(world, place, 'has no stages', { stages: [], isSeparate: false });
  else if (first !== undefined && random.chance(0.3)) {
    const renamed = { ...first, name: `first${world.step}` };
    const message = `calls its first stage ${renamed.name}`;
    changeSettings(world, place, message, { stages: [renamed, ...others] });
  } else {
    const after = someStages(random);
    const changes = { stages: after, isSeparate: random.chance(0.3) };
    changeSettings(world, place, `has the stages ${stagesText(after)}`, changes);
  }
}

export function stagesText(all: readonly Stage[]): string {
  return all.map(({ name, contexts }) => `${name} (${contexts.join(', ')})`).join(', ');
}
