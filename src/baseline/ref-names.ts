// The names of a project's refs, of its baseline and of an apply under way: which server, which repository, which project file.
import { createHash } from 'node:crypto';
import { PROJECT_FILE } from '../model/project.ts';

export interface BaselineTarget {
  /** Base address of the server, already checked: anything else throws a TypeError. */
  url: string;
  /** `account/name` */
  repository: string;
}

/**
 * `refs/confighub-sync/<host:port and base path>/<account>/<repository>`: below it lie the records of all projects that
 * apply to this repository of the server. Each part is one component that Git accepts.
 */
export function recordsOf({ url, repository }: BaselineTarget): string {
  const { host, pathname } = new URL(url);
  const slash = repository.indexOf('/');
  const parts = [
    host + pathname.replace(/\/+$/, ''),
    slash === -1 ? '' : repository.slice(0, slash),
    repository.slice(slash + 1),
  ];
  return `refs/confighub-sync/${parts.map(component).join('/')}`;
}

/**
 * `<records>/<path of the project file>/applied`. Two projects share a ref only if they are the same.
 * @param projectFile its path within the Git repository, with `/`
 */
export function baselineRef(target: BaselineTarget, projectFile: string): string {
  return `${recordsOf(target)}/${component(projectFile)}/applied`;
}

/** Where records were kept when they were named after the folder of the project file; `''` is the root. */
export function formerRef(target: BaselineTarget, folder: string): string {
  return `${recordsOf(target)}/${folder === '' ? '=root' : component(folder)}/applied`;
}

/** The ref beside `applied` by which an apply announces itself. */
export function applyingRef(applied: string): string {
  return applied.replace(/applied$/, 'applying');
}

/** Longer names do not fit into a file name once Git has added `.lock`. */
const LONGEST = 200;

/**
 * Path of the project file that a record's ref is named after, for messages and to look for it; of the former naming,
 * the usual file of the folder. `undefined` where the name was cut, or is no name of a file.
 */
export function projectFileOf(ref: string): string | undefined {
  const name = ref.split('/').at(-2) ?? '';
  if (name === '=root') return PROJECT_FILE;
  const path = decoded(name);
  if (path === undefined || name.includes('=') || /\p{C}/u.test(path)) return undefined;
  return /\.ya?ml$/i.test(path) ? path : `${path}/${PROJECT_FILE}`;
}

function decoded(component: string): string | undefined {
  try {
    return decodeURIComponent(component);
  } catch {
    return undefined;
  }
}

/** What is not plain is percent-encoded; `=` appears only where this module puts it. */
function component(text: string): string {
  const encoded = [...text]
    .map(encode)
    .join('')
    .replace(/^\.|\.$|\.(?=\.|lock$)/g, '%2E');
  if (encoded === '') return '=';
  if (encoded.length <= LONGEST) return encoded;
  return `${encoded.slice(0, 120)}=${createHash('sha256').update(encoded).digest('hex')}`;
}

function encode(char: string): string {
  if (/^[A-Za-z0-9_.-]$/.test(char)) return char;
  // Half a surrogate pair has no bytes of its own, and must not be taken for another half.
  if (/^[\ud800-\udfff]$/.test(char)) return `%u${char.charCodeAt(0).toString(16)}`;
  return [...Buffer.from(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
