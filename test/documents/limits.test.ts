// What the files may say at its limits, against the server: what is let through is taken, and found again.
import { describe, expect, it } from 'vitest';
import { emptyRepository, liveOf, planOf, pushTo, send } from '../helpers/repository.ts';
import { loadDocument, fileErrors, stateOf } from '../helpers/project.ts';
import { alsoBySchema } from './schema.ts';

alsoBySchema();

const long = (length: number) => 'x'.repeat(length);
interface Said {
  context?: string;
  value?: string;
  readme?: string;
}

const key = (name: string, { context = '*;*', value = '1', ...more }: Said = {}) => ({
  text: JSON.stringify({ keys: { [name]: { ...more, values: { [context]: value } } } }),
  entry: { key: name, push: true, ...more, values: [{ context, value }] },
});
const file = (path: string, content = 'x') => ({
  text: JSON.stringify({ files: { [path]: { '*;*': { content } } } }),
  entry: { file: path, context: '*;*', content },
});
const element = (name: string) => key('a', { context: `${name};*` });
const readme = (text: string) => key('a', { readme: text });
/** In the short form, and in YAML. */
const value = (text: string) => ({
  ...key('a', { value: text }),
  text: `keys: { a: ${JSON.stringify(text)} }`,
});
const content = (text: string) => file('a', text);

/** A document, and the entry of a push that says the same. */
type Case = [what: string, written: { text: string; entry: object }];

const TAKEN: Case[] = [
  ['a key of 120 characters', key(long(120))],
  ['a key of every character', key('aZ0[](){}'.replace('{}', '*-._+'))],
  ['an element of 255 characters', element(long(255))],
  ['an element of every character', element('aZ0-._+9')],
  ['a path of 255 characters', file(`d/${long(253)}`)],
  ['a path with slashes and spaces inside', file('a//b/ c /d e')],
  ['a path with dots and a backslash', file('../a\\b/ü')],
  ['a long readme', readme(long(5000))],
  ['control characters', value('\x01\t\r\n\x7f')],
];

const REFUSED: Case[] = [
  ['a key of 121 characters', key(long(121))],
  ['a key of a space', key(' ')],
  ['an element of 256 characters', element(long(256))],
  ['an element with a dot at its end', element('a.')],
  ['an element with a line break inside', element('a\nb')],
  ['a path of 256 characters', file(`d/${long(254)}`)],
  ['a folder for a path', file('d/')],
  ['a name of a space in a folder', file('d/ ')],
  ['a control character for a name', file('d/\x01')],
  ['a path of a space', file(' ')],
  ['a line break in a folder', file('a\nb/c')],
  ['a NUL in a path', file('a\0')],
  ['a NUL in a readme', readme('a\0')],
  ['a NUL in a value', value('a\0')],
  ['a NUL in a content', content('a\0')],
];

/** The server takes these, and never finds them again. */
const LOST: Case[] = [
  ['a space in front of a key', key(' a')],
  ['a key with a line break at its end', key('a\n')],
  ['a slash in front of a folder', file('/d/a')],
  ['two slashes in front', file('//a')],
];

function push(entry: object, repository = emptyRepository()) {
  return pushTo(repository, { enableKeyCreation: true, data: [entry] });
}

describe('at the limits', () => {
  it.each(TAKEN)('%s may be declared, and a second plan is empty', (_, { text }) => {
    const desired = stateOf(text);
    const after = send(emptyRepository(), planOf({ desired, live: liveOf(emptyRepository()) }));
    expect(planOf({ desired, live: liveOf(after) }).changes).toEqual([]);
  });

  it.each(REFUSED)('%s is refused, here and by the server', (_, { text, entry }) => {
    expect(fileErrors(loadDocument(text).diagnostics)).not.toEqual([]);
    expect(() => push(entry)).toThrow('refused');
  });

  it.each(LOST)(
    '%s is refused, because the server would not find it again',
    (_, { text, entry }) => {
      expect(fileErrors(loadDocument(text).diagnostics)).not.toEqual([]);
      expect(() => push(entry, push(entry))).toThrow('refused');
    },
  );
});
