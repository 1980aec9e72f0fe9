// Words as they stand on a command line: taking quotes away, and putting them in.

/** A word before the cursor. */
export interface Word {
  /** Without quotes. */
  text: string;
  /** The quote that is still open at the end. */
  quote: '' | '"' | "'";
  /** How many characters of `text` come before what bash replaces. */
  kept: number;
}

interface Reading {
  /** Characters that end what bash replaces, outside of quotes. */
  breaks: string;
  /** White space ends a word. */
  isLine: boolean;
}

/** The words of a command line up to the cursor; the last one, which may be empty, is being typed. */
export function wordsOf(line: string, breaks: string): Word[] {
  return read(line, { breaks, isLine: true });
}

/** One word without its quotes. */
export function unquoted(raw: string): string {
  return read(raw, { breaks: '', isLine: false })[0]?.text ?? '';
}

/** No variable and no command is expanded: completing a line must not run anything. */
function read(line: string, { breaks, isLine }: Reading): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (isLine && !word?.quote && /\s/.test(char)) {
      word = undefined;
      continue;
    }
    word ??= begun(words);
    if (char === '\\' && word.quote !== "'") {
      at += 1;
      word.text += escaped(word.quote, line.charAt(at));
    } else add(word, char, breaks);
  }
  if (word === undefined) begun(words);
  return words;
}

function begun(words: Word[]): Word {
  const word: Word = { text: '', quote: '', kept: 0 };
  words.push(word);
  return word;
}

function add(word: Word, char: string, breaks: string): void {
  if (word.quote !== '' && char === word.quote) word.quote = '';
  else if (word.quote === '' && (char === '"' || char === "'")) {
    word.quote = char;
    word.kept = word.text.length;
  } else {
    word.text += char;
    if (word.quote === '' && breaks.includes(char)) word.kept = word.text.length;
  }
}

/** Within double quotes, a backslash stands for itself before most characters. */
function escaped(quote: Word['quote'], char: string): string {
  return quote === '"' && !/["\\$`]/.test(char) ? `\\${char}` : char;
}

/** What bash inserts for a value in place of the typed word; `undefined` if the open quote cannot hold the value. */
export function insertedByBash(value: string, { quote, kept }: Word): string | undefined {
  const rest = value.slice(kept);
  if (quote === "'") return rest.includes("'") ? undefined : rest;
  if (quote === '"') return rest.replace(/["\\$`]/g, '\\$&');
  return rest.replace(/[^\w\-./:=@%+,\u0080-\uffff]/g, '\\$&');
}

/** In single quotes, if PowerShell would read it differently without. */
export function quotedForPowerShell(value: string): string {
  return /^[\w\-./:=]+$/.test(value) ? value : `'${value.replaceAll("'", "''")}'`;
}
