// Changes of a JSON plan, and the places in them, as a plan has them.
import {
  ACTIONS,
  CAUSES,
  type Change,
  type FileChange,
  type KeyChange,
  type ValueChange,
} from '../../model/plan.ts';
import { Place, Source } from '../../model/place.ts';
import type { KeyMetadata } from '../../model/state.ts';
import { VDTS } from '../../model/vdt.ts';
import { MASK } from '../redact.ts';
import {
  listOf,
  Mismatch,
  numberFrom,
  objectOf,
  oneOf,
  orNull,
  type Read,
  text,
  yes,
  yesOrNo,
} from './values.ts';

/** Of names and sentences; lists of settings are the longest. */
export const LINE = 100_000;
/** Of what a value or a file holds. */
const CONTENT = 10_000_000;

/** A place whose text is not at hand. */
class Pointed extends Source {
  readonly #position: { line: number; column: number };

  constructor(file: string, position: { line: number; column: number }) {
    super(file, '');
    this.#position = position;
  }

  override position(): { line: number; column: number } {
    return this.#position;
  }
}

const position = objectOf({
  must: { file: readPath, line: numberFrom(1), column: numberFrom(1) },
  may: {},
});

/** A drive, what some systems take for `/`, and what no address can hold. */
const UNFIT = /^[a-z]:(?:\/|$)|\\|\p{Cs}/iu;

/** Links are made of it: it must not lead out of the folder that they begin with. */
function readPath(value: unknown, where: string): string {
  const path = text(LINE)(value, where);
  const isBelow = path.split('/').every((part) => !['', '.', '..'].includes(part));
  if (isBelow && !UNFIT.test(path)) return path;
  throw new Mismatch(where, 'is no relative path of a file');
}

export const readPlace: Read<Place> = (value, where) => {
  const { file, ...rest } = position(value, where);
  return new Place(new Pointed(file, rest), 0);
};

const must = { action: oneOf(ACTIONS) };
const may = {
  cause: oneOf(CAUSES),
  place: readPlace,
  removedFrom: readPlace,
  secret: yes,
  rewritten: yes,
  pending: yes,
};

const overrides = objectOf({ must: { context: text(LINE) }, may: { place: readPlace } });

const metadata: Read<KeyMetadata> = objectOf({
  must: {},
  may: {
    vdt: oneOf(VDTS),
    readme: text(CONTENT),
    deprecated: yesOrNo,
    push: yesOrNo,
    securityGroup: text(LINE),
  },
});

const keyChange: Read<KeyChange> = objectOf({
  must: { ...must, kind: oneOf(['key']), key: text(LINE), values: numberFrom(0) },
  may: { ...may, before: metadata, after: metadata, whole: yes, anchor: text(LINE) },
});

const valueChange: Read<ValueChange> = objectOf({
  must: { ...must, kind: oneOf(['value']), key: text(LINE), context: text(LINE), vdt: oneOf(VDTS) },
  may: { ...may, overrides, before: orNull(text(CONTENT)), after: orNull(text(CONTENT)) },
});

const fileChange: Read<FileChange> = objectOf({
  must: { ...must, kind: oneOf(['file']), path: text(LINE), context: text(LINE) },
  may: {
    ...may,
    overrides,
    securityGroup: text(LINE),
    withNewKeys: yes,
    before: text(CONTENT),
    after: text(CONTENT),
  },
});

const KINDS = { key: keyChange, value: valueChange, file: fileChange };
const kind = objectOf({ must: { kind: oneOf(['key', 'value', 'file']) }, may: {} });

export const readChanges: Read<Change[]> = listOf((value, where) => {
  const change = KINDS[kind(value, where).kind](value, where);
  if (change.secret && change.kind !== 'key') expectMasked(change, where);
  return change;
});

/** What is masked here was masked when it was written: anything else would be a secret in an artifact. */
function expectMasked(change: ValueChange | FileChange, where: string): void {
  for (const side of ['before', 'after'] as const) {
    const shown = change[side];
    if (shown !== undefined && shown !== MASK) throw new Mismatch(`${where}.${side}`, 'shows a secret');
  }
}
