// What a leak of a secret looks like: every piece of twelve characters of it, as it is and in the forms that it may take.
import { createHash } from 'node:crypto';

export const LENGTH = 12;

/** Digits and letters that stand nowhere else; the same in every run. */
export function noise(name: string, length = 40): string {
  let text = '';
  for (let i = 0; text.length < length; i++) {
    const bytes = createHash('sha512').update(`canary ${name} ${i}`).digest('base64');
    text += bytes.replace(/[^A-Za-z0-9]/g, '');
  }
  return text.slice(0, length);
}

/** A secret with everything in it that some form writes otherwise. */
export function marker(name: string): string {
  const special = ['"<', 'é', '&%', '+\\', "'/", ' |'];
  const parts = special.map((text, i) => `${text}${noise(`${name} ${i}`, 5)}`);
  return `${noise(`${name} a`, 20)}${parts.join('')}${noise(`${name} b`, 20)}`;
}

/** The forms of one text, by name. */
export function forms(secret: string): Record<string, string[]> {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const html = (quotes: Record<string, string>) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replace(/["']/g, (quote) => quotes[quote] ?? quote);
  return {
    plain: [secret],
    json: [json, ascii(json), JSON.stringify(json).slice(1, -1)],
    url: [
      url,
      url.replaceAll('%20', '+'),
      url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
      encodeURI(secret),
    ],
    html: [
      html({}),
      html({ '"': '&quot;', "'": '&#39;' }),
      html({ '"': '&#34;', "'": '&#x27;' }),
      html({ '"': '&quot;', "'": '&apos;' }),
    ],
    hex: [bytes.toString('hex'), bytes.toString('hex').toUpperCase()],
    base64: [0, 1, 2].map((shift) => aligned(bytes, { shift, encoding: 'base64' })),
    base64url: [0, 1, 2].map((shift) => aligned(bytes, { shift, encoding: 'base64url' })),
  };
}

/** Without the characters at both ends that depend on what stands beside the secret. */
function aligned(
  bytes: Buffer,
  { shift, encoding }: { shift: number; encoding: 'base64' | 'base64url' },
): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString(encoding)
    .replace(/=+$/, '');
  return text.slice(shift === 0 ? 0 : shift + 1, (shift + bytes.length) % 3 === 0 ? undefined : -1);
}

function ascii(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Every piece of a secret in every form. */
export function pieces(secret: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [form, texts] of Object.entries(forms(secret))) {
    for (const text of texts) {
      for (let i = 0; i + LENGTH <= text.length; i++) {
        const piece = text.slice(i, i + LENGTH);
        if (!found.has(piece)) found.set(piece, form);
      }
    }
  }
  return found;
}

/** Sees pieces of many secrets in any text. */
export class Detector {
  readonly #pieces = new Map<string, string>();

  constructor(secrets: Readonly<Record<string, string>>) {
    for (const [name, secret] of Object.entries(secrets)) {
      for (const [piece, form] of pieces(secret)) this.#pieces.set(piece, `${name} (${form})`);
    }
  }

  /** Names of the secrets, each with the form in which it stands there. */
  leaks(text: string): string[] {
    const found = new Set<string>();
    for (let i = 0; i + LENGTH <= text.length; i++) {
      const of = this.#pieces.get(text.slice(i, i + LENGTH));
      if (of !== undefined) found.add(of);
    }
    return [...found].sort();
  }
}
