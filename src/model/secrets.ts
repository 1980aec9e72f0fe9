// Which names say that a value is secret.
import micromatch from 'micromatch';

const SECRET_NAME =
  /passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:private|api|access|encryption|signing)[-_.]?key|conn(?:ection)?[-_.]?str/i;

export type IsSecretName = (name: string) => boolean;

/** A test for key names and file paths: the built-in patterns, and the globs of `redact` (without regard to case). */
export function secretNames(redact: readonly string[]): IsSecretName {
  const isRedacted = nameMatcher(redact);
  return (name) => SECRET_NAME.test(name) || isRedacted(name);
}

/** Whether one of the globs matches the name of a key or the path of a file, without regard to case. */
export function nameMatcher(globs: readonly string[]): (name: string) => boolean {
  const matches = globs.map((glob) => micromatch.matcher(glob, { dot: true, nocase: true }));
  return (name) => matches.some((match) => match(name));
}
