// Reads `stages` of the project file: elements, or names with their contexts, in the order in which they are applied.
import { contextId, elementsOf, isElementName } from '../model/context.ts';
import { cut } from '../model/diagnostic.ts';
import type { DeclaredStage } from '../model/stages.ts';
import { tokenVariable } from '../model/targets.ts';
import { type Entry, type Fields, nodesOf, type Node } from './fields.ts';
import { itemAt, problemOfContext, readGlobs } from './globs.ts';

const STAGE_FIELDS = ['name', 'contexts'] as const;

/** The valid stages; `undefined` after reporting that they are written in two forms, or that there are none. */
export function readStages(
  fields: Fields,
  entry: Entry,
  levels: readonly string[] | undefined,
): DeclaredStage[] | undefined {
  const items = nodesOf(entry);
  const [first] = items;
  if (first === undefined)
    return refuseEmpty(
      fields,
      entry,
      'Add a stage, as in `stages: [Staging, Production]`, or remove `stages`.',
    );
  const other = items.find((item) => (item.kind === 'mapping') !== (first.kind === 'mapping'));
  if (other !== undefined) {
    const message = '`stages` has both names of elements and stages with `contexts`.';
    const hint = 'Give every stage `name` and `contexts`, or none of them.';
    const related = fields.place(first);
    return fields.error({ code: 'bad-option', at: other, message, hint, related });
  }
  const stages: DeclaredStage[] = [];
  for (const item of items) {
    const stage = readStage(fields, entry, item, levels);
    if (stage !== undefined && !isDuplicate(fields, stage, stages)) stages.push(stage);
  }
  return stages;
}

function refuseEmpty(fields: Fields, { key }: Entry, hint: string): undefined {
  return fields.error({ code: 'empty-value', at: key, message: `\`${key.text}\` is empty.`, hint });
}

function readStage(
  fields: Fields,
  stages: Entry,
  item: Node,
  levels: readonly string[] | undefined,
): DeclaredStage | undefined {
  const place = fields.place(item);
  if (item.kind !== 'mapping') {
    const name = readName(fields, { key: stages.key, value: item });
    return name === undefined ? undefined : { name, place };
  }
  const { name, contexts } = fields.known(item, STAGE_FIELDS, 'A stage');
  if (name === undefined || contexts === undefined) {
    const message = `This stage has no \`${name === undefined ? 'name' : 'contexts'}\`.`;
    const hint = 'Write it like `{ name: production, contexts: ["Production;**", "*;*"] }`.';
    fields.error({ code: 'missing-field', at: item, message, hint });
  }
  const text = name && readName(fields, name);
  const globs = contexts && readContexts(fields, contexts, levels);
  if (name === undefined || text === undefined || globs === undefined) return undefined;
  return { name: text, contexts: globs, place: fields.place(name.value) };
}

/** The name of a stage has the form of that of an element. */
function readName(fields: Fields, entry: Entry): string | undefined {
  return fields.parsed(entry, (text) => (isElementName(text) ? text : undefined), NAME_PROBLEM);
}

const NAME_PROBLEM = {
  code: 'bad-option',
  message: 'This cannot be the name of a stage.',
  hint: 'Use letters, digits, `-`, `_`, `.` and `+`, with a letter or digit at both ends.',
} as const;

/** Globs of contexts, each with an element for every level. */
function readContexts(
  fields: Fields,
  entry: Entry,
  levels: readonly string[] | undefined,
): string[] | undefined {
  const globs = readGlobs(fields, entry, problemOfContext);
  if (globs?.length === 0)
    return refuseEmpty(
      fields,
      entry,
      'Name contexts, as in `contexts: ["Staging;**"]`, or remove the stage.',
    );
  const index = globs?.findIndex((glob) => levels && elementsOf(glob).length !== levels.length);
  if (globs === undefined || index === undefined || index === -1) return globs;
  const message = `\`${cut(globs[index] ?? '')}\` does not have one element for each level.`;
  const hint = `The levels are ${levels?.join(', ')}. \`**\` stands for any element, and \`*\` for the element \`*\`.`;
  return fields.error({ code: 'context-depth', at: itemAt(entry, index), message, hint });
}

/** Reports a stage whose name, or the variable of its token, is that of an earlier one. */
function isDuplicate(
  fields: Fields,
  { name, place }: DeclaredStage,
  earlier: readonly DeclaredStage[],
): boolean {
  const variable = tokenVariable(name);
  const first = earlier.find((other) => tokenVariable(other.name) === variable);
  if (first === undefined) return false;
  const isSame = contextId(first.name) === contextId(name);
  fields.error({
    code: 'duplicate-stage',
    at: place.offset,
    message: isSame
      ? `\`stages\` has \`${cut(name)}\` twice.`
      : `The stages \`${cut(first.name)}\` and \`${cut(name)}\` use the same variable for their token, ${cut(variable)}.`,
    hint: isSame ? 'Keep one of them.' : 'Rename one of them.',
    related: first.place,
  });
  return true;
}
