// Regular expressions of the readers as patterns of a JSON Schema: those that need to be put together.
import { LEADS_OUT } from '../documents/globs.ts';
import { ABSOLUTE_PATH } from '../documents/project-files.ts';
import { MAX_PATH, PATH_RULES } from '../documents/read-file-entries.ts';
import { EXTENDED_GLOB } from '../lib/glob.ts';
import { ELEMENT_NAME, ELEMENT_NAME_MAX, MAX_LEVELS } from '../model/context.ts';
import { FILE_FIELDS, RESERVED_PREFIXES } from '../model/document-fields.ts';

/** The source of an expression, in the form that JavaScript and Java understand alike. */
export function patternOf({ source }: RegExp): string {
  return source.replaceAll('[[', '[\\[').replaceAll('\\0', '\\x00');
}

/** A text in which an expression is found nowhere. */
function without(expression: RegExp): string {
  const source = patternOf(expression);
  return source.startsWith('^') && !source.includes('|') ? `(?!${source})` : `(?![\\s\\S]*(?:${source}))`;
}

const NOT_BLANK = '(?=[\\s\\S]*\\S)';

/** A glob of the kind that is supported, but for the number of its wildcards. */
export const GLOB = `^${NOT_BLANK}${without(EXTENDED_GLOB)}[^\\\\]*$`;
/** A glob that stays inside of the project folder. */
export const INCLUDE = `^${NOT_BLANK}${without(EXTENDED_GLOB)}(?!${patternOf(LEADS_OUT)})(?![\\s\\S]*[/{,]\\.\\.(?:/|$))[^\\\\]*$`;

/** The path of a source, which names files and excludes none. */
export const SOURCE_PATH = `${INCLUDE.slice(0, 1)}(?!!)${INCLUDE.slice(1)}`;

const ELEMENT = `(?:\\*|${patternOf(ELEMENT_NAME).slice(1, -1)})`;
const TOO_LONG = `(?![\\s\\S]*[^\\s;]{${ELEMENT_NAME_MAX + 1}})`;

/** Elements joined by `;`, with blanks around them. */
export const CONTEXT = `^${TOO_LONG}\\s*${ELEMENT}\\s*(?:;\\s*${ELEMENT}\\s*){0,${MAX_LEVELS - 1}}$`;
/** Below the path of a file, the fields of its content come first. */
export const FILE_CONTEXT = `^(?!(?:${FILE_FIELDS.join('|')})$)${CONTEXT.slice(1)}`;

/** A path on the server. */
export const FILE_PATH = `^${PATH_RULES.map(({ refuses }) => without(refuses)).join('')}[\\s\\S]{1,${MAX_PATH}}$`;

/** A path in the project, relative to the document. */
export const RELATIVE_PATH = `^${NOT_BLANK}${without(ABSOLUTE_PATH)}`;

/** The name of a variable that a document may use. */
export const VARIABLE = `^${NOT_BLANK}(?!(?:${RESERVED_PREFIXES.map(inAnyCase).join('|')})_)`;

function inAnyCase(word: string): string {
  return [...word].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('');
}

/** What `parseUrl` takes, as far as an expression can say: http or https, without credentials, `?` and `#`. */
export const PLAIN_URL = `^\\s*${inAnyCase('http')}[Ss]?:[\\\\/]*(?![^\\\\/?#]*[^\\\\/?#@:][^\\\\/?#]*@)[^\\\\/?#\\s][^?#]*\\??#?\\s*$`;
