// All pages of a list, in one way that fits forges with pages and forges without.
import { isPlainObject, type PlainObject } from '../model/strict-json.ts';
import type { Api } from './client.ts';
import { ApiProblem } from './result.ts';

export interface Listing {
  items: PlainObject[];
  /** `false`: there are more pages than were read. */
  isWhole: boolean;
}

export interface ListRequest {
  path: string;
  parameters?: Readonly<Record<string, unknown>>;
  maxPages?: number;
}

const MAX_PAGES = 100;
const PAGE_SIZE = 100;

/** The address of the next page is not followed, only heeded: a token goes to no address that an answer names. */
export async function listAll(
  api: Api,
  { path, parameters, maxPages = MAX_PAGES }: ListRequest,
): Promise<Listing> {
  const items: PlainObject[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { data, headers } = await api.ask({
      method: 'GET',
      path,
      parameters: { ...parameters, per_page: PAGE_SIZE, page },
    });
    if (!Array.isArray(data)) throw new ApiProblem('unexpected');
    items.push(...data.filter(isPlainObject));
    if (!hasNext(headers.link)) return { items, isWhole: true };
  }
  return { items, isWhole: false };
}

function hasNext(link: unknown): boolean {
  return typeof link === 'string' && /;\s*rel="?next"?/.test(link);
}
