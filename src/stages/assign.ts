// Which stage each row belongs to, by its context.
import { listed, meant } from '../lib/text.ts';
import { type Context, elementsOf, EVERYWHERE } from '../model/context.ts';
import type { Place } from '../model/diagnostic.ts';
import { contextsTest } from '../model/project.ts';
import type { DeclaredStage, Stages } from '../model/stages.ts';
import type { Elements } from '../model/state.ts';

/** The stages of a project file with the contexts of each. */
export interface Assignment {
  stages: Stages;
  /** The indexes of the stages that a context belongs to: exactly one, unless the project file leaves it out or has it twice. */
  stagesOf: (context: Context) => readonly number[];
  /** The element that gives a stage its name, and its level; absent: the stage has globs. */
  elements: readonly (StageElement | undefined)[];
}

interface StageElement {
  name: string;
  level: number;
}

/** What is wrong with a name in `stages`. */
export interface StageProblem {
  message: string;
  hint: string;
  place: Place;
  /** No element has the name. */
  isUnknown?: true;
}

/**
 * @param given.elements those of each level, of the files, the last apply and the server
 * @param given.isComplete whether those of the server are among them; otherwise a name that is not there counts as an
 *   element of the level of the others
 * @param levels names of the levels, broad first
 */
export function assignmentOf(
  declared: readonly DeclaredStage[],
  { elements: elementsByLevel, isComplete }: { elements: Elements; isComplete: boolean },
  levels: readonly string[],
): Assignment | { problems: StageProblem[] } {
  const answers = declared.map((stage) => elementOf(stage, elementsByLevel, levels));
  const [level] = answers.flatMap((answer) => (answer && 'level' in answer ? answer.level : []));
  const resolved = answers.map((answer, index) => {
    const isUnseen =
      answer !== undefined && 'isUnknown' in answer && !isComplete && level !== undefined;
    return isUnseen ? { name: declared[index]?.name ?? '', level } : answer;
  });
  const problems = resolved.flatMap((answer) => (answer && 'message' in answer ? [answer] : []));
  if (problems.length > 0) return { problems };
  const elements = resolved.map((answer) => (answer && 'level' in answer ? answer : undefined));
  const isShort = elements.every((element) => element !== undefined);
  const last = declared.length - 1;
  const named = declared.map(({ contexts }, index) => contexts ?? globsOf(elements[index], levels));
  const others = named.slice(0, last).flatMap((globs) => globs.map((glob) => `!${glob}`));
  const stages = declared.map(({ name }, index) => ({
    name,
    // What no stage names goes with the last one.
    contexts: isShort && index === last ? others : (named[index] ?? []),
  }));
  const tests = named.map((globs) => contextsTest(globs));
  const cache = new Map<Context, readonly number[]>();
  const find = (context: Context) => {
    const indexes = tests.flatMap((test, index) => (test(context) ? [index] : []));
    return indexes.length === 0 && isShort ? [last] : indexes;
  };
  const stagesOf = (context: Context) => {
    const indexes = cache.get(context) ?? find(context);
    cache.set(context, indexes);
    return indexes;
  };
  return { stages, stagesOf, elements };
}

/** `undefined`: the stage has globs. */
function elementOf(
  { name, contexts, place }: DeclaredStage,
  elementsByLevel: Elements,
  levels: readonly string[],
): StageElement | StageProblem | undefined {
  if (contexts !== undefined) return undefined;
  const having = levels.flatMap((_, level) => {
    const element = elementsByLevel[level]?.get(name.toLowerCase());
    return element === undefined ? [] : [{ name: element, level }];
  });
  const [first, second] = having;
  if (first !== undefined && second === undefined) return first;
  if (first === undefined) {
    const names = elementsByLevel.flatMap((elements) => [...elements.values()]);
    const message = `\`stages\` names \`${name}\`, but neither the files, nor the last apply, nor the server have such an element.`;
    return { message, hint: meant(name, names), place, isUnknown: true };
  }
  const where = listed(having.map(({ level }) => levels[level] ?? ''));
  const glob = levels.map((_, level) => (level === first.level ? first.name : '**')).join(';');
  const message = `\`stages\` names \`${name}\`, which is an element of ${where}.`;
  const hint = `Write the stages with their contexts, for example: \`{ name: ${name}, contexts: ["${glob}"] }\`.`;
  return { message, hint, place };
}

function globsOf(element: StageElement | undefined, levels: readonly string[]): string[] {
  if (element === undefined) return [];
  return [levels.map((_, level) => (level === element.level ? element.name : '**')).join(';')];
}

/** Whether a row of this context applies somewhere in the contexts of a stage, such as `*;*` in those of Staging. */
export function reaches(context: Context, globs: readonly string[]): boolean {
  return globs.some((glob) => {
    if (glob.startsWith('!')) return false;
    const elements = elementsOf(glob);
    const row = context === EVERYWHERE ? elements.map(() => '*') : elementsOf(context);
    return elements.every(
      (pattern, level) => row[level] === '*' || contextsTest([pattern])(row[level] ?? ''),
    );
  });
}
