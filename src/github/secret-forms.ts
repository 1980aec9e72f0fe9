// The forms of a secret that a log could show: as it is, line by line, and as HTTP, Git and JSON write it.

/** The forms of a shorter one are so short themselves that they would hide half of a log. */
const SHORTEST = 8;
/** Nothing longer travels in a header or an address. */
const LONGEST = 16 * 1024;

/** Without those that are blank, and each once. The runner compares line by line, so a form is one line or all of it. */
export function secretForms(text: string): string[] {
  const lines = [text, ...text.split(/\r\n|\r|\n/), text.trim()];
  const all = [...lines, ...lines.flatMap(written), ...travelling(text)];
  return [...new Set(all)].filter((form) => form.trim() !== '');
}

/** As JSON writes it, and an address. */
function written(line: string): string[] {
  if (line.length < SHORTEST || line.length > LONGEST) return [];
  return [JSON.stringify(line).slice(1, -1), encodeURIComponent(Buffer.from(line).toString())];
}

/** As base64, whatever stands before it: of each of the three positions what depends on the secret alone. */
function travelling(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < SHORTEST || bytes.length > LONGEST) return [];
  return [0, 1, 2].flatMap((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = shift === 0 ? 0 : shift + 1;
    const own = base64.slice(from, (shift + bytes.length) % 3 === 0 ? undefined : -1);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
