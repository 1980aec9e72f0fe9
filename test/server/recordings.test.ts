// Replays recorded exchanges against the built-in server, or a real one (test/server/real-stage.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { realStage } from './real-stage.ts';
import {
  expectedOf,
  type Recording,
  receivedOf,
  requestOf,
  type Step,
  withoutElements,
} from './recording.ts';
import { EMBEDDED, type Place } from './stage.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/recorded');
/** The folder that the recordings were copied from, to compare the copies with. */
const ORIGIN = process.env.CONFIGHUB_RECORDINGS;

const STAGE = realStage() ?? EMBEDDED;

function recordingsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((name) => name.endsWith('.json')).sort();
}

describe('recordings', () => {
  const paths = recordingsIn(FOLDER);
  let passed = 0;
  let skipped = 0;

  for (const path of paths) {
    const recording = JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Recording;
    const unfit = STAGE.unfit(recording);
    const test = unfit === undefined ? it : it.skip;
    if (unfit !== undefined) skipped++;
    test(`${path}: ${unfit ?? recording.about}`, async () => {
      await STAGE.play(recording, replay);
      passed++;
    });
  }

  afterAll(() =>
    console.log(`recordings passed ${passed} of ${paths.length} present, ${skipped} skipped`),
  );
});

/** What follows on something done manually in the server's own pages cannot be replayed. */
async function replay(place: Place, steps: readonly Step[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    if (step.before !== undefined) return;
    await replayStep(place, { index, step });
  }
}

async function replayStep(
  place: Place,
  { index, step }: { index: number; step: Step },
): Promise<void> {
  const before = place.revisions();
  const affects = await place.send(requestOf(step, place.token));
  const label = `step ${index} ${step.note ?? ''}: ${step.request.method} ${step.request.path}`;
  const comparable = STAGE.exact
    ? (answer: ReturnType<typeof expectedOf>) => answer
    : withoutElements;
  expect(comparable(receivedOf(affects, step)), label).toEqual(comparable(expectedOf(step)));
  if (step.newRevisions === undefined || before === undefined) return;
  expect((place.revisions() ?? 0) - before, `${label}: revisions`).toBe(step.newRevisions);
}

describe('the copies of the recordings', () => {
  const why = ORIGIN === undefined ? ' (skipped: CONFIGHUB_RECORDINGS names no folder)' : '';
  it.skipIf(ORIGIN === undefined)(`are what they were copied from${why}`, () => {
    const read = (folder: string) =>
      Object.fromEntries(
        recordingsIn(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
      );
    const [copies, origin] = [read(FOLDER), read(ORIGIN ?? '')];
    const names = [...new Set([...Object.keys(copies), ...Object.keys(origin)])].sort();
    expect(
      names.filter((name) => copies[name] !== origin[name]),
      `these differ in ${ORIGIN}`,
    ).toEqual([]);
  });
});
