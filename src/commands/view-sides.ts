// The two sides of what an application receives: as the files declare it, and as the server answers.
import { isShown } from '../documents/content.ts';
import type { WinningRow } from '../model/application-view.ts';
import { contextId, contextIn, fullContext } from '../model/context.ts';
import { emptyState, type Key, keyId, type State, type Value, type Vdt } from '../model/state.ts';
import type { Pull, PulledValue } from '../remote/pull.ts';
import { comparerOf } from '../remote/pulled-state.ts';
import { renderedIn } from '../semantics/placeholders.ts';
import { receivedText, renderedFiles, type Winners } from '../semantics/rendering.ts';
import type { ContextGroup } from '../semantics/resolution.ts';

export interface SideValue {
  key: string;
  vdt: Vdt;
  text: string | null;
  /** The text is not known: never equal to another. */
  unknown: boolean;
  row: WinningRow & { context: string };
}

export interface SideFile {
  path: string;
  content: string;
  /** Before placeholders are replaced, if known. */
  source?: string;
  unknown: boolean;
  securityGroup?: string;
  row: WinningRow;
}

/** Values by key id, files by path. */
export interface Side {
  values: Map<string, SideValue>;
  files: Map<string, SideFile>;
}

/** The winners of the completed desired state. */
export function desiredSide(winners: Winners, depth: number): Side {
  const values = [...winners.values].map(([id, { key, value }]): [string, SideValue] => {
    const { name, vdt = 'Text' } = key;
    const text = receivedText(vdt, value.text);
    return [id, { key: name, vdt, text, unknown: value.unknown === true, row: rowOf(value, depth) }];
  });
  const contents = renderedFiles(winners);
  const files = [...winners.files].map(([path, file]): [string, SideFile] => {
    const { content: source, securityGroup } = file;
    const content = contents.get(path) ?? '';
    const unknown = isUnknown(path, winners, []);
    const common = { path, content, source, unknown, row: rowOf(file, depth) };
    return [path, { ...common, ...(securityGroup !== undefined && { securityGroup }) }];
  });
  return { values: new Map(values), files: new Map(files) };
}

function rowOf(item: Pick<Value, 'context' | 'place' | 'unknown' | 'variable'>, depth: number): SideValue['row'] {
  const { context, place, unknown, variable } = item;
  return {
    context: fullContext(context, depth),
    ...(place && { place }),
    ...(unknown && variable !== undefined && { unset: shownVariable(variable) }),
  };
}

/** A secret may be in the place of the name of its variable. */
export function shownVariable(name: string): string {
  return isShown(name) ? name : 'its variable';
}

/** Whether the content of a file, or what is put into it, is unknown. */
function isUnknown(path: string, winners: Winners, outer: readonly string[]): boolean {
  const file = winners.files.get(path);
  if (file === undefined || outer.includes(path)) return false;
  if (file.unknown) return true;
  return renderedIn(file.content).some((name) => {
    const found = winners.values.get(keyId(name));
    if (found === undefined) return false;
    const { key, value } = found;
    if (value.unknown) return true;
    return key.vdt === 'FileEmbed' && value.text !== null && isUnknown(value.text, winners, [...outer, path]);
  });
}

interface LiveSide {
  /** As {@link pulledKeys} gives it, decrypted. */
  live: State;
  pull: Pull;
  /** The rows that win by the files. */
  winners: Winners;
  /** All declared rows. */
  declared: State;
  /** Security groups of files, by path. */
  groupOf: (path: string) => string | undefined;
}

/** The answer of the server. A declared file is assumed to win if its content renders to what the server answers. */
export function liveSide({ live, pull, winners, declared, groupOf }: LiveSide, depth: number): Side {
  const values = [...live.keys].flatMap(([id, { name, vdt = 'Text', values }]): [string, SideValue][] =>
    [...values].map(([contextOfRow, { context, text, unknown = false }]) => {
      const place = declared.keys.get(id)?.values.get(contextOfRow)?.place;
      const row = { context: fullContext(context, depth), ...(place && { place }) };
      return [id, { key: name, vdt, text: receivedText(vdt, text), unknown, row }];
    }),
  );
  const compare = comparerOf(pull);
  const files = [...(pull.files ?? [])].map(([path, content]): [string, SideFile] => {
    const file = winners.files.get(path);
    const isSame = file !== undefined && !file.unknown && compare(path, file.content) === 'same';
    const securityGroup = groupOf(path);
    const common = { path, content, unknown: false, ...(securityGroup !== undefined && { securityGroup }) };
    return [path, isSame ? { ...common, source: file.content, row: rowOf(file, depth) } : { ...common, row: {} }];
  });
  return { values: new Map(values), files: new Map(files) };
}

/** Live as far as one pull shows it: the keys with the rows that win. */
export function pulledKeys(values: readonly PulledValue[], groupOf: (id: string) => Pick<Key, 'securityGroup'>): State {
  const keys = values.map((value): [string, Key] => {
    const { name, vdt, deprecated, readme, securityGroup, text, isParsed } = value;
    const id = keyId(name);
    const context = contextIn(value.context);
    const row: Value = {
      context,
      text: text ?? null,
      ...(text === undefined && { unknown: true }),
      ...(isParsed && { native: true }),
    };
    const group = securityGroup === undefined ? groupOf(id) : { securityGroup };
    const common = { name, vdt, deprecated, ...(readme !== undefined && { readme }), ...group };
    return [id, { ...common, values: new Map([[contextId(context), row]]) }];
  });
  return { ...emptyState(), keys: new Map(keys) };
}

/**
 * The context groups that an answer reveals: a row that names neither the asked element nor `*` names a group of it. The
 * server does not list the members of groups.
 */
export function revealedGroups(
  values: readonly PulledValue[],
  { request, levels }: { request: readonly string[]; levels: readonly string[] },
): ContextGroup[] {
  const groups = new Map<string, ContextGroup>();
  for (const { context } of values) {
    for (const [at, name] of context.split(';').entries()) {
      const [level, member = '*'] = [levels[at], request[at]];
      if (level === undefined || name === '*' || name.toLowerCase() === member.toLowerCase()) continue;
      groups.set(`${at} ${name.toLowerCase()}`, { level, name, members: [member] });
    }
  }
  return [...groups.values()];
}
