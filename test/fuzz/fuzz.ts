// Runs a target on what is kept in its corpus, and then on inputs that were never seen: a few always, more on demand.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recording } from '../server/recording.ts';
import { Random } from './random.ts';

const { CONFIGHUB_FUZZ_SECONDS, CONFIGHUB_FUZZ_SEED } = process.env;
const SECONDS = Number(CONFIGHUB_FUZZ_SECONDS ?? 0);
const ORDINARY_SEED = 20_260_101;
const SEED = Number(
  CONFIGHUB_FUZZ_SEED ?? (SECONDS > 0 ? Math.trunc(Math.random() * 2 ** 31) : ORDINARY_SEED),
);
/** Of one input: far above what any takes. What takes longer hangs, to whoever waits. */
const HANGS_AFTER_MS = 10_000;

/** For the limit of a test. */
export const FUZZ_TIMEOUT = 900_000 + SECONDS * 2000;

export interface Target {
  name: string;
  /** How many inputs an ordinary run tries. */
  runs: number;
  make: (random: Random) => Buffer;
  /** Throws where a property is broken. */
  check: (input: Buffer) => void | Promise<void>;
}

/** What once broke a property, and what else is worth trying in every run. */
export function kept(target: string): Buffer[] {
  const folder = folderOf(target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name)));
}

export async function fuzz({ name, runs, make, check }: Target): Promise<void> {
  for (const input of kept(name)) await tried(name, { input, check });
  const random = new Random(SEED);
  const end = performance.now() + SECONDS * 1000;
  let count = 0;
  while (SECONDS > 0 ? performance.now() < end : count < runs) {
    const input = make(random);
    count++;
    await tried(name, { input, check });
  }
  if (SECONDS > 0) console.info(`${name}: ${count} inputs of the seed ${SEED} in ${SECONDS} s`);
}

async function tried(
  name: string,
  { input, check }: Pick<Target, 'check'> & { input: Buffer },
): Promise<void> {
  const start = performance.now();
  try {
    await check(input);
    if (performance.now() - start > HANGS_AFTER_MS)
      throw new Error(`it took ${performance.now() - start} ms`);
  } catch (cause) {
    const file = keep(name, input);
    const shown = JSON.stringify(input.toString('latin1').slice(0, 500));
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name}, seed ${SEED}: ${file} breaks a property: ${shown}\n${reason}`, {
      cause,
    });
  }
}

/** A long run keeps what it finds: every run afterwards tries it first. */
function keep(name: string, input: Buffer): string {
  const file = createHash('sha256').update(input).digest('hex').slice(0, 16);
  if (SECONDS === 0) return 'an input';
  mkdirSync(folderOf(name), { recursive: true });
  writeFileSync(join(folderOf(name), file), input);
  return `test/fuzz/corpus/${name}/${file}`;
}

function folderOf(target: string): string {
  return join(import.meta.dirname, 'corpus', target);
}

/** Files below a folder of the repository whose names end so. */
export function filesBelow(folder: string, ending: RegExp): Buffer[] {
  const root = join(import.meta.dirname, '../..', folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => readFileSync(path));
}

/** Every exchange with a real server that was recorded. */
export function recordedSteps(): Recording['steps'] {
  return filesBelow('test/fixtures/recorded', /\.json$/).flatMap(
    (file) => (JSON.parse(file.toString()) as Recording).steps,
  );
}

/** The members that every object has: a reader that takes `__proto__` for an address adds to them. */
export function prototypes(): string {
  return [Object.prototype, Array.prototype, Function.prototype]
    .map((one) => Reflect.ownKeys(one).map(String).join())
    .join(';');
}
