// What messages say of a text without showing more of it than they should.

/** The hint for what YAML took for an alias and a person for a context. It may be a password, so it is not shown. */
export function contextHint(written: string): string | undefined {
  if (!/^\*(;.*|:)?$/.test(written)) return undefined;
  return 'A context that begins with * needs quotes, as in "*;*".';
}

const MAX_QUOTED = 80;

/** A text as messages quote it: what is long would bury the message. */
export function cut(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}
