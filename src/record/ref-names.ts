// Names the ref of a project's record after its server, repository and project file.
import { createHash } from 'node:crypto';
import { attempt } from '../lib/attempt.ts';

export interface RecordTarget {
  /** Valid base address of the server. */
  url: string;
  /** `account/name` */
  repository: string;
}

/**
 * `refs/confighub-sync/<host:port and base path>/<account>/<repository>`: the folder of the records of all projects that
 * apply to this repository of the server. Each part is one component that Git accepts.
 */
export function recordsOf({ url, repository }: RecordTarget): string {
  const { host, pathname } = new URL(url);
  const [account = '', ...name] = repository.split('/');
  const parts = [host + pathname.replace(/\/+$/, ''), account, name.join('/')];
  return `${RECORDS}/${parts.map(component).join('/')}`;
}

/**
 * `<records>/<path of the project file>/applied`. Two projects share a ref only if they are the same.
 * @param projectFile its path within the Git repository, with `/`
 */
export function recordRef(target: RecordTarget, projectFile: string): string {
  return `${recordsOf(target)}${endOf(projectFile)}`;
}

/** How the names of all records of a project file end. */
export function endOf(projectFile: string): string {
  return `/${component(projectFile)}/applied`;
}

/** The folder of all records. */
export const RECORDS = 'refs/confighub-sync';

export interface RecordedPlace {
  /** Host, port and base path. */
  server: string;
  /** `account/name` */
  repository: string;
}

/** What the name of a record says about its target; `undefined` if a part of the name was shortened. */
export function placeOf(ref: string): RecordedPlace | undefined {
  const [server, account, name] = ref
    .slice(RECORDS.length + 1)
    .split('/')
    .map((part) => (part.includes('=') ? undefined : decoded(part)));
  if (server === undefined || account === undefined || name === undefined) return undefined;
  return { server, repository: `${account}/${name}` };
}

/** Git appends `.lock` to the file name. */
const LONGEST = 200;

/**
 * The path of the project file in the name of a record's ref; `undefined` if the name was shortened or is no path.
 */
export function projectFileOf(ref: string): string | undefined {
  const name = ref.split('/').at(-2) ?? '';
  const path = decoded(name);
  if (path === undefined || name.includes('=') || /\p{C}/u.test(path)) return undefined;
  return path;
}

function decoded(component: string): string | undefined {
  return attempt(() => decodeURIComponent(component));
}

/** Percent-encodes a text as one component; `=` appears only where this module adds it. */
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
  // An unpaired surrogate has no UTF-8 bytes of its own.
  if (/^[\ud800-\udfff]$/.test(char)) return `%u${char.charCodeAt(0).toString(16)}`;
  return [...Buffer.from(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
