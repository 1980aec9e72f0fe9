// Links from a page to lines of files, at the head commit or at the one that has the lines which a plan removes.
import type { Place } from '../model/diagnostic.ts';

/** The URL of a line at the head commit, or at another one. */
type LinkOf = (place: Place, commit?: string) => string | undefined;

/** What is known about the repository of a page. */
export interface Links {
  linkOf?: LinkOf | undefined;
  /** Folder of the project in the repository, for the paths that are shown. */
  folder?: string | undefined;
  /** URL of the folder of the documentation. */
  docs?: string | undefined;
  /** The commit that has the lines which the plan removes; absent: unknown. */
  removedAt?: string | undefined;
}

/** Where something is declared, or was before. */
export interface Where {
  place?: Place | undefined;
  /** The line is gone from the file. */
  removedFrom?: Place | undefined;
}

/** Path from the top of the repository. */
export function pathOf(file: string, { folder = '' }: Pick<Links, 'folder'>): string {
  return folder === '' ? file : `${folder}/${file}`;
}

/** The URL of a line, also of one that the plan removes. */
export function urlOf({ place, removedFrom }: Where, { linkOf, removedAt }: Links): string | undefined {
  if (place !== undefined) return linkOf?.(place);
  return removedFrom && removedAt !== undefined ? linkOf?.(removedFrom, removedAt) : undefined;
}
