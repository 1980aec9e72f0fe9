// Content types of files by their extension (behaviour.md, section 13).

/** With case: `XML` is none of them. */
const CONTENT_TYPES = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['js', 'application/javascript'],
  ['sh', 'application/x-sh'],
  ['sql', 'application/x-sql'],
  ['svg', 'image/svg+xml'],
]);

export function contentTypeOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return (dot === -1 ? undefined : CONTENT_TYPES.get(path.slice(dot + 1))) ?? 'text/plain';
}
