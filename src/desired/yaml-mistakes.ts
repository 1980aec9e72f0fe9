// What YAML allows and a document does not: tags, names that are no texts, aliases without bound, texts that nobody can store.
import { withCommas } from '../model/counted.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { contextHint } from './hints.ts';

/** Nesting beyond this is a mistake or an attack, aliases included. */
export const MAX_DEPTH = 100;
/** What aliases and `<<` of all documents of a project may expand to, in nodes. */
export const MAX_EXPANSION = 1_000_000;

export type Mistake = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

export const NO_NAME: Mistake = {
  code: 'wrong-type',
  message: 'A mapping or a list cannot be the name of a field.',
};
export const NO_MAPPING: Mistake = {
  code: 'wrong-type',
  message: '`<<` takes an alias of a mapping, or a list of such aliases.',
};
export const TOO_DEEP: Mistake = {
  code: 'alias-expansion',
  message: `Aliases nest more than ${MAX_DEPTH} levels deep.`,
};
export const TOO_LARGE: Mistake = {
  code: 'alias-expansion',
  message: `The aliases of the documents up to here expand to more than ${withCommas(MAX_EXPANSION)} nodes.`,
  hint: 'Write the values out.',
};

/** An alias without an anchor. Its name is not shown: it may be a password that begins with `*`. */
export function aliasMistake(name: string, { isOpen }: { isOpen: boolean }): Mistake {
  const message = isOpen
    ? 'This alias stands inside the very thing that it names.'
    : 'To YAML this is an alias, and there is no anchor of its name.';
  const hint = contextHint(`*${name}`) ?? 'If it is a text, put it in quotes.';
  return { code: 'yaml-alias', message, hint };
}

export function tagMistake(tag: string): Mistake | undefined {
  if (tag === '!!str' || tag === '!') return undefined;
  return {
    code: 'yaml-tag',
    message: 'To YAML this is a tag, and it has no meaning here.',
    hint: 'If it is a text, put it in quotes; otherwise leave the tag out: every scalar is read as it is written.',
  };
}

/** Of what escapes stand for. */
export function textMistakes(text: string): Mistake[] {
  const mistakes: Mistake[] = [];
  if (text.includes('\0')) {
    mistakes.push({
      code: 'bad-text',
      message: 'This text holds a NUL character (\\0), which the server cannot store.',
      hint: 'Take it out.',
    });
  }
  if (/[\uD800-\uDFFF]/u.test(text)) {
    mistakes.push({
      code: 'bad-text',
      message: 'This text holds half of a surrogate pair, which is no character.',
      hint: 'Write both halves, or take it out.',
    });
  }
  return mistakes;
}
