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
  const { settings } = place.project;
  const { stages: before = [] } = settings;
  const [first, ...others] = before;
  const chance = random.chance(0.3);
  if (first !== undefined && chance)
    changeSettings(world, place, {
      settings: { ...settings, stages: [], isSeparate: false },
      message: 'has no stages',
    });
  else if (first !== undefined && random.chance(0.3)) {
    const renamed = { ...first, name: `first${world.step}` };
    changeSettings(world, place, {
      settings: { ...settings, stages: [renamed, ...others] },
      message: `calls its first stage ${renamed.name}`,
    });
  } else {
    const after = someStages(random);
    changeSettings(world, place, {
      settings: { ...settings, stages: after, isSeparate: random.chance(0.3) },
      message: `has the stages ${stagesText(after)}`,
    });
  }
}

export function stagesText(all: readonly Stage[]): string {
  return all.map(({ name, contexts }) => `${name} (${contexts.join(', ')})`).join(', ');
}
