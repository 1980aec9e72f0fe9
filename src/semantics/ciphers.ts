// The ciphers of security groups (behaviour.md, 12.3). They are deterministic, so stored texts can be computed here.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { attempt } from '../lib/attempt.ts';
import { javaTrim } from './value-types.ts';

interface Algorithm {
  /** Name in node:crypto. */
  name: string;
  keyBytes: number;
  /** Repetitions of the key for node:crypto: OpenSSL 3 has no plain DES, only triple DES. */
  times: number;
  /** 0: no initialisation vector. Otherwise it is all zero. */
  vectorBytes: number;
}

/** By name, as the server writes it in its answers. */
const ALGORITHMS = {
  'AES/CBC/PKCS5Padding': { name: 'aes-128-cbc', keyBytes: 16, times: 1, vectorBytes: 16 },
  'AES/ECB/PKCS5Padding': { name: 'aes-128-ecb', keyBytes: 16, times: 1, vectorBytes: 0 },
  'DES/CBC/PKCS5Padding': { name: 'des-ede3-cbc', keyBytes: 8, times: 3, vectorBytes: 8 },
  'DES/ECB/PKCS5Padding': { name: 'des-ede3', keyBytes: 8, times: 3, vectorBytes: 0 },
  'DESede/CBC/PKCS5Padding': { name: 'des-ede3-cbc', keyBytes: 24, times: 1, vectorBytes: 8 },
  'DESede/ECB/PKCS5Padding': { name: 'des-ede3', keyBytes: 24, times: 1, vectorBytes: 0 },
} as const satisfies Record<string, Algorithm>;
export type CipherName = keyof typeof ALGORITHMS;
export const CIPHERS = Object.keys(ALGORITHMS) as CipherName[];

/** In bytes, for DES and DESede. */
const SMALLEST_BLOCK = 8;

/** What the server stores for a text. Texts of only spaces are encrypted as the empty text. */
export function encrypt(
  text: string,
  { cipher, password }: { cipher: CipherName; password: string },
): string {
  const { name, key, vector } = prepared(cipher, password);
  const encipher = createCipheriv(name, key, vector);
  const clear = javaTrim(text) === '' ? '' : text;
  return Buffer.concat([encipher.update(clear, 'utf8'), encipher.final()]).toString('base64');
}

/** `undefined` if this is not a cipher text for the password. */
export function decrypt(
  text: string,
  { cipher, password }: { cipher: CipherName; password: string },
): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0) return '';
  const { name, key, vector } = prepared(cipher, password);
  return attempt(() => {
    const decipher = createDecipheriv(name, key, vector);
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8');
  });
}

/** Whether a text can be a cipher text: whole blocks in base64. Clear texts hardly ever are. */
export function looksSealed(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return (
    bytes.length > 0 && bytes.length % SMALLEST_BLOCK === 0 && bytes.toString('base64') === text
  );
}

/** Whether `sealed` is the clear text encrypted with any cipher: reads do not say which cipher a group has. */
export function isSealOf(
  sealed: string,
  { clear, password }: { clear: string; password: string },
): boolean {
  return CIPHERS.some((cipher) => encrypt(clear, { cipher, password }) === sealed);
}

/** The clear text for any of the ciphers; `undefined` if the text is not encrypted with the password. */
export function opened(sealed: string, password: string): string | undefined {
  if (!looksSealed(sealed)) return undefined;
  return CIPHERS.map((cipher) => ({ cipher, clear: decrypt(sealed, { cipher, password }) })).find(
    // Excludes garbage that happens to have valid padding.
    ({ cipher, clear }) => clear !== undefined && encrypt(clear, { cipher, password }) === sealed,
  )?.clear;
}

/** The key is the low byte of each character, padded with zeros or cut. */
function prepared(cipher: CipherName, password: string) {
  const { name, keyBytes, times, vectorBytes }: Algorithm = ALGORITHMS[cipher];
  const once = Buffer.alloc(keyBytes);
  once.write(password, 'latin1');
  const key = Buffer.concat(Array<Buffer>(times).fill(once));
  return { name, key, vector: vectorBytes === 0 ? null : Buffer.alloc(vectorBytes) };
}
