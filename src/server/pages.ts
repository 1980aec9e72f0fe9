// The HTML that the real server sends where other servers send an error (behaviour.md, section 1).
import type { Answer } from './answer.ts';

/** For everything under `/rest` that it does not know or does not take. Nothing was done. */
export function notFoundPage(): Answer {
  return { status: 200, contentType: 'text/html', etag: 'W/"855-1500000000000"', body: page(855) };
}

/** For every other path of the site. */
export function startPage(): Answer {
  return { status: 200, contentType: 'text/html', etag: 'W/"8365-1500000000000"', body: page(8365) };
}

export function missingHtmlFile(): Answer {
  return { status: 404, contentType: 'text/html', body: page(1172) };
}

export function methodForbidden(): Answer {
  return { status: 403, contentType: 'text/html;charset=utf-8', body: page(993) };
}

export function methodUnknown(): Answer {
  return { status: 501, contentType: 'text/html;charset=utf-8', body: page(1138), close: true };
}

/** Clients are told by length, if by anything. */
function page(bytes: number): string {
  const start = '<!DOCTYPE html><html><head><title>ConfigHub</title></head><body>';
  const end = '</body></html>\n';
  return start + ' '.repeat(bytes - start.length - end.length) + end;
}
