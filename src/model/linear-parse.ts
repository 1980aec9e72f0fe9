// The syntax of regular expressions as a tree: what globs are turned into, and nothing that needs memory of what matched.

export type Tree =
  /** One UTF-16 unit. */
  | { kind: 'unit'; fits: (unit: string) => boolean }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence'; parts: Tree[] }
  | { kind: 'choice'; parts: Tree[] }
  | { kind: 'repeat'; part: Tree; least: number; most: number }
  /** Whether something follows, or does not. */
  | { kind: 'ahead'; part: Tree; isNegative: boolean };

/** Something that cannot be matched in linear time, or that no glob is turned into. */
export class Unsupported extends Error {}

/** Deeper groups come from nobody who means well. */
const MAX_GROUPS = 50;

export function parseRegExp({ source, flags }: RegExp): Tree {
  return new Parser(source, flags).whole();
}

class Parser {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;
  #depth = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  whole(): Tree {
    const tree = this.#choice();
    if (this.#at < this.#source.length) throw new Unsupported('a closing bracket');
    return tree;
  }

  #choice(): Tree {
    if (++this.#depth > MAX_GROUPS) throw new Unsupported('too many groups');
    const parts = [this.#sequence()];
    while (this.#takes('|')) parts.push(this.#sequence());
    this.#depth--;
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(): Tree {
    const parts: Tree[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at)))
      parts.push(this.#quantified(this.#atom()));
    return { kind: 'sequence', parts };
  }

  #quantified(part: Tree): Tree {
    const found = this.#match(/(?:([*+?])|\{(\d{1,3})(,?)(\d{0,3})\})\??/y);
    if (found === undefined) return part;
    const [, sign, from = '', comma, to] = found;
    if (sign !== undefined) {
      const [least, most] = sign === '?' ? [0, 1] : [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY];
      return { kind: 'repeat', part, least, most };
    }
    const least = Number(from);
    const most = to ? Number(to) : comma ? Number.POSITIVE_INFINITY : least;
    return { kind: 'repeat', part, least, most };
  }

  #atom(): Tree {
    if (this.#takes('^')) return { kind: 'start' };
    if (this.#takes('$')) return { kind: 'end' };
    if (this.#takes('(?=')) return { kind: 'ahead', part: this.#group(), isNegative: false };
    if (this.#takes('(?!')) return { kind: 'ahead', part: this.#group(), isNegative: true };
    if (this.#takes('(?:')) return this.#group();
    if (this.#takes('(?')) throw new Unsupported('a group with a mark of its own');
    if (this.#takes('(')) return this.#group();
    return this.#unit();
  }

  #group(): Tree {
    const tree = this.#choice();
    if (!this.#takes(')')) throw new Unsupported('an open bracket');
    return tree;
  }

  /** The engine says what it fits: of one unit it cannot take long. */
  #unit(): Tree {
    const [text = ''] = this.#match(/\[(?:[^\]\\]|\\.)*\]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)|./sy) ?? [];
    if (/^\\[\dbBckpP]$/.test(text)) throw new Unsupported('a reference');
    if (text === '[^/]') return { kind: 'unit', fits: (unit) => unit !== '/' };
    const itself = /^(?:([\w/-])|\\([!-/:-@[-`{-~]))$/.exec(text);
    const unescaped = itself?.[1] ?? itself?.[2];
    if (unescaped !== undefined)
      return this.#flags.includes('i')
        ? eitherCase(unescaped)
        : { kind: 'unit', fits: (unit) => unit === unescaped };
    const pattern = new RegExp(`^(?:${text})$`, this.#flags);
    return { kind: 'unit', fits: (unit) => pattern.test(unit) };
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source) ?? undefined;
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

function eitherCase(letter: string): Tree {
  const [small, capital] = [letter.toLowerCase(), letter.toUpperCase()];
  return { kind: 'unit', fits: (unit) => unit === small || unit === capital };
}
