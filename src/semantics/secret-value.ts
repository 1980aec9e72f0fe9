// What a member with a secret name may have as a value.
import { isCredential, type SecretName } from '../model/secrets.ts';

/** Placeholders and words that stand for a value: they say nothing. */
export const OPEN =
  /^(?:|\$\{[^}]*\}|\$\([^)]*\)|\$[A-Za-z_]\w*|\{\{.*\}\}|<[^>]*>|%[\w.]+%|%\w{0,3}\{[^}]*\}?|\*+|x{3,}|\(secret.*\)|null|~|true|false|yes|no|on|off|none|required|optional)$/i;

/** @param name what `secretMember` says of the name of the member */
export function isSecretValue(value: string, name: SecretName): boolean {
  const text = value.trim();
  if (OPEN.test(text)) return false;
  return name === 'certain' || isCredential(text);
}
