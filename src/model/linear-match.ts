// Matching a regular expression in steps that grow with the text, whatever it is: all ways are followed at once.
import { parseRegExp, type Tree, Unsupported } from './linear-parse.ts';

type Step =
  | { kind: 'unit'; fits: (unit: string) => boolean }
  | { kind: 'start' | 'end' | 'done' }
  | { kind: 'either'; ways: number[] }
  | { kind: 'ahead'; steps: readonly Step[]; isNegative: boolean };

/** Repetitions are written out. */
const MAX_STEPS = 20_000;

/**
 * A test like `RegExp.test` for an expression that begins with `^`. The engine's own tries one way after the other,
 * which for `(a+)+b` and thirty letters takes for ever. Throws {@link Unsupported}.
 */
export function linearTest(pattern: RegExp): (text: string) => boolean {
  const steps = compiled(parseRegExp(pattern));
  return (text) => matches(steps, { text, from: 0, known: new Map() });
}

function compiled(tree: Tree): Step[] {
  const steps: Step[] = [];
  add(tree, steps);
  steps.push({ kind: 'done' });
  return steps;
}

/** The steps of a tree go on at the step behind the last of them. */
function add(tree: Tree, steps: Step[]): void {
  if (steps.length > MAX_STEPS) throw new Unsupported('too many repetitions');
  if (tree.kind === 'sequence') for (const part of tree.parts) add(part, steps);
  else if (tree.kind === 'choice') addChoice(tree.parts, steps);
  else if (tree.kind === 'repeat') addRepeat(tree, steps);
  else if (tree.kind === 'ahead')
    steps.push({ kind: 'ahead', steps: compiled(tree.part), isNegative: tree.isNegative });
  else steps.push(tree);
}

function addChoice(parts: readonly Tree[], steps: Step[]): void {
  const begin: { kind: 'either'; ways: number[] } = { kind: 'either', ways: [] };
  steps.push(begin);
  const ends = parts.map((part) => {
    begin.ways.push(steps.length);
    add(part, steps);
    const end: { kind: 'either'; ways: number[] } = { kind: 'either', ways: [] };
    steps.push(end);
    return end;
  });
  for (const end of ends) end.ways.push(steps.length);
}

function addRepeat({ part, least, most }: Extract<Tree, { kind: 'repeat' }>, steps: Step[]): void {
  for (let i = 0; i < least; i++) add(part, steps);
  const again = most === Number.POSITIVE_INFINITY;
  const leaving: number[][] = [];
  for (let i = 0; i < (again ? 1 : most - least); i++) {
    const begin = steps.length;
    const ways = [begin + 1];
    steps.push({ kind: 'either', ways });
    add(part, steps);
    if (again) steps.push({ kind: 'either', ways: [begin] });
    leaving.push(ways);
  }
  for (const ways of leaving) ways.push(steps.length);
}

interface Run {
  text: string;
  from: number;
  /** What follows a place does not change. */
  known: Map<readonly Step[], (boolean | undefined)[]>;
}

function matches(steps: readonly Step[], { text, from, known }: Run): boolean {
  const last = steps.length - 1;
  /** For each step, behind how many units it was last reached; one more, because 0 is nowhere. */
  const seen = new Uint32Array(steps.length);
  let places = reached([0], { steps, seen, run: { text, from, known } });
  for (let at = from; places.length > 0; at++) {
    if (seen[last] === at + 1) return true;
    if (at >= text.length) return false;
    const unit = text.charAt(at);
    const next: number[] = [];
    for (const place of places) {
      const step = steps[place];
      if (step?.kind === 'unit' && step.fits(unit)) next.push(place + 1);
    }
    places = reached(next, { steps, seen, run: { text, from: at + 1, known } });
  }
  return false;
}

/** Every step that is reached without taking a unit, each once; `open` is used up. */
function reached(
  open: number[],
  { steps, seen, run }: { steps: readonly Step[]; seen: Uint32Array; run: Run },
): number[] {
  const places: number[] = [];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen[place] === run.from + 1) continue;
    seen[place] = run.from + 1;
    const step = steps[place];
    if (step?.kind === 'unit' || step?.kind === 'done') places.push(place);
    else if (step?.kind === 'either') for (const way of step.ways) open.push(way);
    else if (step !== undefined && goesOn(step, run)) open.push(place + 1);
  }
  return places;
}

function goesOn(step: Step, { text, from, known }: Run): boolean {
  if (step.kind === 'start') return from === 0;
  if (step.kind === 'end') return from === text.length;
  if (step.kind !== 'ahead') return false;
  const answers = known.get(step.steps) ?? [];
  known.set(step.steps, answers);
  const answer = answers[from] ?? matches(step.steps, { text, from, known });
  answers[from] = answer;
  return answer !== step.isNegative;
}
