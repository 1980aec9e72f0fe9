// What may be said of the way to the server besides its address: the token, certificates, and what is allowed in the clear.

/** Options with a text: `--ca-file`, `CONFIGHUB_CA_FILE`. The passphrase comes from the environment only. */
export const TRANSPORT_TEXTS = ['caFile', 'clientCert', 'clientKey', 'clientKeyPassphrase'] as const;

/** Paths are relative to the working directory, and none of it can be said in the project file. */
export interface TransportOptions {
  /** PEM file of the only authorities whose certificates are taken. */
  caFile?: string;
  /** PEM file with the certificate that the server asks for. */
  clientCert?: string;
  /** PEM file with its key; absent: it stands in the file of the certificate. */
  clientKey?: string;
  clientKeyPassphrase?: string;
  /** Lets the token travel over plain http to another machine. */
  insecureHttp: boolean;
}

type TransportTexts = { [Name in (typeof TRANSPORT_TEXTS)[number]]?: string };

/** Those of many texts that belong here. */
export function transportTexts(texts: TransportTexts): TransportTexts {
  const given = TRANSPORT_TEXTS.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]]));
  return Object.fromEntries(given);
}

export const CLIENT_KEY_PROBLEM = 'A client key is given without a client certificate.';

export const TOKEN_PROBLEM =
  'The token contains a line break, a blank or another character that an HTTP header cannot carry. Check that it was copied correctly.';

/** Outer blanks are what copying adds; a token itself is printable ASCII. */
export function parseToken(text: string): string | undefined {
  const token = text.trim();
  return /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}
