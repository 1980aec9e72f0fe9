// node:crypto, loaded by the first who uses it: most plans hash and decipher nothing, and loading it takes 6 ms.
import { createRequire } from 'node:module';

let loaded: typeof import('node:crypto') | undefined;

export function crypto(): typeof import('node:crypto') {
  loaded ??= createRequire(import.meta.url)('node:crypto') as typeof import('node:crypto');
  return loaded;
}
