// Sequences of work: made of a seed, played, and where one shows a fault, made as short as it still shows it.
import { ALL_ITEMS, documentOf, projectFileOf } from './items.ts';
import { settle } from './operations/applies.ts';
import { commit, write } from './operations/edits.ts';
import { someStages, stagesText } from './operations/stages.ts';
import { OPERATIONS, RARE_OPERATIONS } from './operations/table.ts';
import { Random, READS, type Reads, withWorld, type World } from './world.ts';

interface Step {
  /** From 1, those of rare operations from 101; it stays when others are left out. */
  number: number;
  operation: string;
  /** Of what the operation chooses. */
  seed: number;
}

export interface Sequence {
  seed: number;
  reads: Reads;
  steps: readonly Step[];
}

/** Besides the first step, which makes the projects, and the last, which applies them all. */
const STEPS = { least: 4, most: 10 };

/** Nothing is recorded before the first apply. */
const FIRST = [
  'apply all',
  'apply all',
  'apply all',
  'apply all',
  'apply interrupted',
  'apply interrupted',
  'edit',
];

export function sequenceOf(seed: number): Sequence {
  const random = new Random(seed);
  const reads = random.pick(READS) ?? 'export';
  const all = Object.entries(OPERATIONS).flatMap(([name, { weight }]) =>
    Array<string>(weight).fill(name),
  );
  const length = STEPS.least + random.below(STEPS.most - STEPS.least + 1);
  const steps = Array.from({ length }, (_, i) => ({
    number: i + 1,
    operation: random.pick(i === 0 ? FIRST : all) ?? '',
    seed: random.below(2 ** 31),
  }));
  return { seed, reads, steps: withRareSteps(steps, new Random(seed + RARE)) };
}

/** Makes another seed of one. */
const RARE = 1_000_003;

function withRareSteps(steps: readonly Step[], random: Random): Step[] {
  const all = [...steps];
  let number = 100;
  // Some come again.
  for (const [operation, { share }] of Object.entries(RARE_OPERATIONS))
    for (let chance = share; random.chance(chance); chance = share / 2) {
      const step = { number: ++number, operation, seed: random.below(2 ** 31) };
      all.splice(random.below(all.length + 1), 0, step);
    }
  return all;
}

export interface Played {
  /** In words, a line for each step. */
  told: readonly string[];
  /** What nobody would expect. */
  fault?: Error;
}

export function play({ seed, reads, steps }: Sequence): Promise<Played> {
  return withWorld(reads, async (world) => {
    try {
      begin(world, new Random(seed));
      for (const { number, operation, seed: own } of steps) {
        world.step = number;
        world.told.push('');
        const { run } = OPERATIONS[operation] ?? RARE_OPERATIONS[operation] ?? {};
        await run?.(world, new Random(own));
      }
      world.told.push('');
      await settle(world, new Random(seed));
      return { told: world.told };
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      return { told: world.told, fault };
    }
  });
}

/** One to three projects: in a folder each, or all in one. */
function begin(world: World, random: Random): void {
  const isOneFolder = random.chance(0.4);
  const names = ['one', 'two', 'three'].slice(0, 1 + random.below(3));
  const kinds: string[] = [];
  for (const [index, name] of names.entries()) {
    const file = `confighub${isOneFolder && index > 0 ? `.${name}` : ''}.yaml`;
    const folder = isOneFolder ? '' : `${name}/`;
    const documents = isOneFolder ? name : 'config';
    const batch = random.chance(0.25) ? 2 : undefined;
    const settings = {
      documents,
      hidden: [],
      batch,
      keepsDrift: random.chance(0.3),
      stages: random.chance(0.4) ? someStages(random) : [],
      isSeparate: false,
    };
    write(world, `${folder}${file}`, projectFileOf(settings, world.team.url));
    const words = [
      name,
      ...(batch ? ['in pushes of 2 values'] : []),
      ...(settings.keepsDrift ? ['onDrift: keep'] : []),
      ...(settings.stages.length > 0 ? [`stages ${stagesText(settings.stages)}`] : []),
    ];
    kinds.push(words.join(', '));
    // Each third item: projects begin with nothing in common.
    const own = ALL_ITEMS.filter((_, i) => i % names.length === index && random.chance(0.4));
    const half = Math.ceil(own.length / 2);
    for (const [part, items] of [own.slice(0, half), own.slice(half)].entries())
      write(
        world,
        `${folder}${documents}/d${part}.yaml`,
        documentOf(new Map(items.map((item) => [item, 'v0']))),
      );
  }
  world.told.push('');
  commit(
    world,
    'main',
    `the projects (${kinds.join('), (')})${isOneFolder ? ' in one folder' : ''}`,
  );
}

/** Leaves out every step that the fault does not need. */
export async function shrunk(
  sequence: Sequence,
  fault: Error,
): Promise<{ sequence: Sequence; played: Played }> {
  let left = sequence;
  let played = await play(sequence);
  for (const step of sequence.steps.toReversed()) {
    const shorter = { ...left, steps: left.steps.filter((one) => one !== step) };
    const again = await play(shorter);
    if (again.fault === undefined || kindOf(again.fault) !== kindOf(fault)) continue;
    left = shorter;
    played = again;
  }
  return { sequence: left, played };
}

/** What a fault says, whichever items and values it is about. */
function kindOf({ message }: Error): string {
  return message.replace(/`[^`]*`|\b[vod]\d+\b|\S*confighub\S*\.yaml/g, '…');
}
