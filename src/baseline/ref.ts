// The names of a project's refs, of its baseline and of an apply under way: which server, which repository, which folder.
import { crypto } from '../model/crypto.ts';

export interface BaselineTarget {
  /** Base address of the server, already checked: anything else throws a TypeError. */
  url: string;
  /** `account/name` */
  repository: string;
  /** Of `confighub.yaml` within the Git repository, with `/`; `''` for its root. */
  folder: string;
}

/**
 * `refs/confighub-sync/<host:port and base path>/<account>/<repository>/<folder, or =root>/applied`.
 * Two targets share a ref only if they are the same; each part is one component that Git accepts.
 */
export function baselineRef({ url, repository, folder }: BaselineTarget): string {
  const { host, pathname } = new URL(url);
  const slash = repository.indexOf('/');
  const parts = [
    host + pathname.replace(/\/+$/, ''),
    slash === -1 ? '' : repository.slice(0, slash),
    repository.slice(slash + 1),
  ];
  const names = [...parts.map(component), folder === '' ? '=root' : component(folder)];
  return `refs/confighub-sync/${names.join('/')}/applied`;
}

/** The ref beside `applied` by which an apply announces itself. */
export function applyingRef(applied: string): string {
  return applied.replace(/applied$/, 'applying');
}

/** Longer names do not fit into a file name once Git has added `.lock`. */
const LONGEST = 200;

/** What is not plain is percent-encoded; `=` appears only where this module puts it. */
function component(text: string): string {
  const encoded = [...text]
    .map(encode)
    .join('')
    .replace(/^\.|\.$|\.(?=\.|lock$)/g, '%2E');
  if (encoded === '') return '=';
  if (encoded.length <= LONGEST) return encoded;
  return `${encoded.slice(0, 120)}=${crypto().createHash('sha256').update(encoded).digest('hex')}`;
}

function encode(char: string): string {
  if (/^[A-Za-z0-9_.-]$/.test(char)) return char;
  // Half a surrogate pair has no bytes of its own, and must not be taken for another half.
  if (/^[\ud800-\udfff]$/.test(char)) return `%u${char.charCodeAt(0).toString(16)}`;
  return [...Buffer.from(char)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
