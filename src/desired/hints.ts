// The quotes that YAML wants around `*;*`.

/** The hint for what YAML took for an alias and a person for a context. */
export function contextHint(written: string): string | undefined {
  if (!/^\*(;.*|:)?$/.test(written)) return undefined;
  return `A context that begins with * needs quotes: "${written.replace(/:$/, '')}".`;
}
