// Certificates for tests: paths and texts of test/fixtures/certificates.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../fixtures/certificates');

/** The name that the server's certificate is for, besides 127.0.0.1. Nobody knows it. */
export const SERVER_NAME = 'config.shop.test';
export const PASSPHRASE = 'open-sesame-4711';

export function pemPath(name: string): string {
  return join(FOLDER, `${name}.pem`);
}

export function pem(name: string): string {
  return readFileSync(pemPath(name), 'utf8');
}

export const SERVER_TLS = { key: pem('server-key'), cert: pem('server') };
/** A server that lets in nobody without a certificate of its authority. */
export const STRICT_TLS = {
  ...SERVER_TLS,
  ca: pem('authority'),
  requestCert: true,
  rejectUnauthorized: true,
};
