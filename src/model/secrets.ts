// Which names say that a value is secret.
import micromatch from 'micromatch';

const SECRET_NAME =
  /passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:private|api|access|encryption|signing)[-_.]?key|conn(?:ection)?[-_.]?str/i;

export type IsSecretName = (name: string) => boolean;

/** A test for key names and file paths: the built-in patterns, and the globs of `redact` (without regard to case). */
export function secretNames(redact: readonly string[]): IsSecretName {
  const matches = redact.map((glob) => micromatch.matcher(glob, { dot: true, nocase: true }));
  return (name) => SECRET_NAME.test(name) || matches.some((match) => match(name));
}
