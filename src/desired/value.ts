// A value position: a scalar, a value object (`value`, `path`, `env`, `opp`), or a native mapping or list.
import type { Context } from '../model/context.ts';
import type { Place } from '../model/place.ts';
import type { Value } from '../model/state.ts';
import type { ContentReader } from './content.ts';
import type { Fields } from './fields.ts';
import { cut } from './hints.ts';
import { type Mapping, type Node, toJson } from './tree.ts';

const VALUE_FIELDS = ['value', 'path', 'env', 'opp'] as const;
const CHOICES = '`value`, `path`, `env` and `opp: delete`';

export interface ValuePosition {
  fields: Fields;
  reader: ContentReader;
  document: string;
  context: Context;
  /** Of what the value is declared for. */
  place: Place;
}

/** The value that stands at a node; `undefined` after reporting what is wrong with it. */
export function readValue(at: ValuePosition, node: Node): Value | undefined {
  const kind = node.kind === 'mapping' ? kindOf(at.fields, node) : 'plain';
  if (node.kind !== 'mapping' || kind === 'plain') return readPlainValue(at, node);
  const value = readValueObject(at, node);
  return kind === 'mixture' ? undefined : value;
}

/** Whether a mapping is a value object; a mixture is reported, and read for its other mistakes only. */
function kindOf(fields: Fields, node: Mapping): 'plain' | 'object' | 'mixture' {
  const own = node.entries.filter(({ key }) => VALUE_FIELDS.some((field) => field === key.text));
  const other = node.entries.find(({ key }) => !VALUE_FIELDS.some((field) => field === key.text));
  if (own.length === 0) return 'plain';
  if (other !== undefined) {
    const active = other.key.text === 'active';
    fields.error({
      code: active ? 'deactivate' : 'value-object',
      at: other.key,
      message: active
        ? 'A value cannot be declared inactive or active: the server never lets a push see an inactive value again.'
        : `This mapping mixes fields of a value (\`${own[0]?.key.text}\`) with others (\`${cut(other.key.text)}\`).`,
      hint: active
        ? 'Use `opp: delete` to take it away.'
        : 'If the mapping itself is the value, wrap it in `value:`.',
    });
  }
  return other === undefined ? 'object' : 'mixture';
}

function readValueObject(at: ValuePosition, node: Mapping): Value | undefined {
  const found = VALUE_FIELDS.flatMap((field) => node.entries.filter(({ key }) => key.text === field));
  const [entry, second] = found;
  if (entry === undefined) return undefined;
  if (second !== undefined) {
    const message = `A value comes from one of ${CHOICES}, not from two.`;
    return at.fields.error({ code: 'value-object', at: second.key, message, hint: 'Keep one of them.' });
  }
  if (entry.key.text === 'value') return readPlainValue(at, entry.value);
  if (entry.key.text === 'opp') {
    const opp = at.fields.oneOf(entry, ['delete'], 'bad-option');
    return opp && { context: at.context, text: null, absent: true, place: at.place };
  }
  const content =
    entry.key.text === 'env'
      ? at.reader.env(at.fields, entry)
      : at.reader.path(at.fields, entry, at.document);
  return content && { context: at.context, ...content, place: at.place };
}

function readPlainValue(at: ValuePosition, node: Node): Value | undefined {
  const { context, place } = at;
  if (node.kind !== 'scalar') return { context, text: toJson(node), native: true, place };
  const content = at.reader.scalar(at.fields, node);
  return content && { context, text: content.text, place };
}
