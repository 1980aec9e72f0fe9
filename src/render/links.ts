// Links from a page to lines of files, at the head commit or at the one that has the lines which a plan removes.
import type { Place } from '../model/diagnostic.ts';

/** The URL of a line at the head commit, or at another one. */
type LinkOf = (place: Place, commit?: string) => string | undefined;

/** What is known about the repository of a page. */
export interface LinkOptions {
  linkOf?: LinkOf;
  /** Folder of the project in the repository, for the paths that are shown. */
  folder?: string;
  /** URL of the folder of the documentation. */
  docs?: string | undefined;
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
}

export interface Links {
  linkOf: LinkOf;
  removedAt: string | undefined;
  docs: string | undefined;
  /** Path from the top of the repository. */
  pathOf: (file: string) => string;
}

export function linksOf({ linkOf = () => undefined, folder = '', docs, removedAt }: LinkOptions): Links {
  return { linkOf, removedAt, docs, pathOf: (file) => (folder === '' ? file : `${folder}/${file}`) };
}

/** The URL of a line that the plan removes. */
export function removedLink(place: Place, { linkOf, removedAt }: Links): string | undefined {
  return removedAt === undefined ? undefined : linkOf(place, removedAt);
}
