// Names that reach the folder `.git` on some file system. Git refuses to check them out, everywhere.

/** Characters that HFS+ ignores in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** NTFS has short names and streams (`.git::$INDEX_ALLOCATION`), Windows drops dots and blanks at the end. */
export function isGitFolder(name: string): boolean {
  const plain = name
    .replace(IGNORED, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}
