// Paths and names of the target: those of the source with the name of the element exchanged.
import type { ContextPair } from '../show/compare.ts';
import { exchangedElements } from './asked.ts';

/** What an element is called in paths; `*` may have a name there, too. */
export type ElementNames = (element: string) => readonly string[];

/** In every spelling that the target may have, the likeliest first; empty if the text does not have the name of the source. */
export function exchangedIn(text: string, pair: ContextPair, names: ElementNames): string[] {
  let exchangedTexts: string[] = [text];
  for (const { from, to } of exchangedElements(pair))
    exchangedTexts = exchangedTexts.flatMap((candidate) => {
      const named = names(from).flatMap(spellings);
      const name = named.find(({ text: spelled }) => wordOf(spelled).test(candidate));
      if (name === undefined) return [];
      // Where the source goes by another name, so does the target.
      const isAlias = name.text.toLowerCase() !== from.toLowerCase();
      const others = names(to).filter((other) => other !== '*');
      return (isAlias ? others.toReversed() : others).map((other) =>
        candidate.replace(new RegExp(wordOf(name.text), 'g'), () => name.as(other)),
      );
    });
  return [...new Set(exchangedTexts)].filter((candidate) => candidate !== text);
}

interface Spelling {
  text: string;
  as: (other: string) => string;
}

function spellings(name: string): Spelling[] {
  return [
    { text: name, as: (other) => other },
    { text: name.toLowerCase(), as: (other) => other.toLowerCase() },
    { text: name.toUpperCase(), as: (other) => other.toUpperCase() },
  ];
}

/** A name that is not a part of another one. */
function wordOf(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`);
}

/** `content/app.production.conf` for `content/app.conf`, where the path has no name of an element. */
export function pathWithElement(path: string, pair: ContextPair): string {
  const names = exchangedElements(pair).map(({ to }) => (to === '*' ? 'all' : to.toLowerCase()));
  const at = path.lastIndexOf('/') + 1;
  const dot = path.indexOf('.', at + 1);
  const end = dot === -1 ? path.length : dot;
  return `${path.slice(0, end)}.${names.join('-')}${path.slice(end)}`;
}
