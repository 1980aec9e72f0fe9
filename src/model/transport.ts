// Options of the connection to the server: token, certificates, unencrypted HTTP.

/** Paths are relative to the working directory. The project file cannot set any of these options. */
export interface TransportOptions {
  /** PEM file with the only trusted certificate authorities. */
  caFile?: string | undefined;
  /** PEM file with the client certificate. */
  clientCert?: string | undefined;
  /** PEM file with its key; by default, the key is in the certificate file. */
  clientKey?: string | undefined;
  clientKeyPassphrase?: string | undefined;
  /** Allows sending the token over unencrypted HTTP to another machine. */
  insecureHttp: boolean;
}

export const CLIENT_KEY_PROBLEM = 'A client key is given without a client certificate.';

export const TOKEN_PROBLEM =
  'The token contains a line break, a blank or another character that an HTTP header cannot carry. Check that it was copied correctly.';

/** Strips surrounding blanks, which copying adds. A token is printable ASCII. */
export function parseToken(text: string): string | undefined {
  const token = text.trim();
  return /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}
