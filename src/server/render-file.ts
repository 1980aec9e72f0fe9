// A file as clients get it: placeholders replaced by values of the context (behaviour.md, section 11).
import { encrypt } from '../model/ciphers.ts';
import { replacePlaceholders } from '../model/placeholders.ts';
import { crashRead, refuseRead } from './read-failed.ts';
import type { FileRow } from './state.ts';
import { fileFor, type View, valueFor, visibleText } from './view.ts';

const NO_VALUE = '[ ERROR: No property value resolved ]';
const NO_FILE = '[ ERROR: No file resolved ]';

/** A file under a cipher whose password is not known is rendered, and encrypted again. */
export function renderFile(file: FileRow, view: View): string {
  const group = view.secrets.group(file.group);
  if (group === undefined || group.cipher === null) return rendered(file.content, view, []);
  const { cipher, password } = group;
  const clear = view.secrets.unsealed(file.content, { group: group.name, password });
  if (clear === undefined) throw refuseRead('DECRYPTION');
  const text = rendered(clear, view, []);
  const isKnown = view.secrets.passwordFor(group.name) !== undefined;
  return isKnown ? text : encrypt(text, { cipher, password });
}

/** `paths`: the files in which this one is embedded. */
function rendered(content: string, view: View, paths: readonly string[]): string {
  return replacePlaceholders(content, (name) => replacement(name, view, paths));
}

function replacement(name: string, view: View, paths: readonly string[]): string {
  const key = view.repository.keys.get(name.toLowerCase());
  if (key === undefined) throw crashRead();
  const row = valueFor(key, view);
  if (row === undefined) return NO_VALUE;
  if (key.vdt === 'FileEmbed' && row.reference) return embedded(row.text ?? '', view, paths);
  const text = visibleText(row, { key, view });
  if (text === null) return key.vdt === 'FileEmbed' || key.vdt === 'FileRef' ? '' : 'null';
  return text.replaceAll('\\', '\\\\');
}

function embedded(path: string, view: View, paths: readonly string[]): string {
  if (paths.includes(path)) throw refuseRead('CIRCULAR');
  const file = fileFor(path, view);
  return file === undefined ? NO_FILE : rendered(file.content, view, [...paths, path]);
}
