// The pointers that Git LFS commits instead of contents.

const FIRST_LINE = Buffer.from('version https://git-lfs.github.com/spec/');

/** Whether a file stands for one that Git LFS keeps elsewhere. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, FIRST_LINE.length)).equals(FIRST_LINE);
}

/** The SHA-256 of the content that a pointer stands for; `undefined`: it is no pointer, or a damaged one. */
export function lfsIdOf(bytes: Uint8Array): string | undefined {
  return isLfsPointer(bytes)
    ? /^oid sha256:([0-9a-f]{64})$/m.exec(Buffer.from(bytes).toString())?.[1]
    : undefined;
}
