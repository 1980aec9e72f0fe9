// Reads a page of ours strictly: every `<` must begin a tag that the page may have, with attributes in double quotes.

const VOID = words('meta link input wbr col');
const TAGS = words(`
  html head meta title link style body main script header section div span
  h1 h2 p ul li dl dt dd b strong code pre mark del ins a
  table caption colgroup col thead tbody tr th td details summary wbr
  form label input select option button output fieldset legend
`);
const ATTRIBUTES = words(`
  lang charset http-equiv content name rel href id class hidden open title
  aria-label aria-labelledby aria-hidden aria-keyshortcuts role scope colspan
  data-a data-c data-e data-h data-n type value placeholder autocomplete spellcheck checked
`);

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/;

export interface Element {
  tag: string;
  attributes: Readonly<Record<string, string>>;
  /** Of the element and all in it, entities decoded. */
  text: string;
}

/** All elements of a page in their order. Throws where the page is not exactly what it should be. */
export function elementsOf(page: string): Element[] {
  if (!page.startsWith('<!doctype html>\n')) throw new Error('No doctype.');
  const found: Element[] = [];
  const open: Element[] = [];
  let at = '<!doctype html>\n'.length;
  const say = (text: string) => {
    for (const element of open) element.text += text;
  };
  while (at < page.length) {
    const next = page.indexOf('<', at);
    say(decoded(page.slice(at, next === -1 ? undefined : next)));
    if (next === -1) break;
    const [whole, slash, tag = '', rest = ''] = TAG.exec(page.slice(next, next + 20_000)) ?? [];
    if (whole === undefined || !TAGS.has(tag))
      throw new Error(`Not a tag of ours: ${page.slice(next, next + 80)}`);
    at = next + whole.length;
    if (slash === '/') {
      if (open.pop()?.tag !== tag) throw new Error(`</${tag}> closes nothing.`);
      continue;
    }
    const element = { tag, attributes: attributesOf(rest), text: '' };
    found.push(element);
    if (!VOID.has(tag)) open.push(element);
    if (tag === 'style' || tag === 'script') {
      at = page.indexOf(`</${tag}>`, at);
      element.text = page.slice(next + whole.length, at);
    }
  }
  if (open.length > 0)
    throw new Error(`Open at the end: ${open.map(({ tag }) => tag).join(', ')}.`);
  return found;
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
    if (!ATTRIBUTES.has(name) || name in found)
      throw new Error(`Not an attribute of ours: ${name}.`);
    found[name] = decoded(value);
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};

function decoded(text: string): string {
  if (text.includes('>')) throw new Error(`Not escaped: ${text}`);
  return text.replace(/&([^;]*;?)/g, (whole, name: string) => {
    const character = ENTITIES[name.replace(/;$/, '')];
    if (character === undefined || !name.endsWith(';'))
      throw new Error(`Not an entity of ours: ${whole}`);
    return character;
  });
}
