// node:crypto, loaded by the first who uses it: most plans hash and decipher nothing, and loading it takes 6 ms.
import { createRequire } from 'node:module';

export function crypto(): typeof import('node:crypto') {
  return createRequire(import.meta.url)('node:crypto');
}
