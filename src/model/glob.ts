// Globs as tests of names and paths: by the syntax of micromatch, in time that never explodes, whatever the glob.
import micromatch from 'micromatch';
import { linearTest } from './linear-match.ts';
import { Unsupported } from './linear-parse.ts';

type Test = (text: string) => boolean;

/** Two `*` and one list of alternatives: there the engine tries no more than each pair of places, for each of them. */
function isSimple(glob: string): boolean {
  const stars = glob.match(/\*+/g)?.length ?? 0;
  return stars <= 2 && !/[()[\]+!@\\]/.test(glob) && glob.indexOf('{') === glob.lastIndexOf('{');
}

/** Names of keys and elements, and paths on the server. A glob that is none matches its own text. */
export function globTest(glob: string, options: { nocase: boolean }): Test {
  const test = patternTest(glob, { dot: true, ...options });
  return (text) => text !== '' && (text === glob || test(text));
}

/** A glob with nothing but the meaning of its regular expression. */
export function patternTest(glob: string, options: micromatch.Options): Test {
  const pattern = micromatch.makeRe(glob, options);
  if (isSimple(glob)) return (text) => pattern.test(text);
  try {
    return linearTest(pattern);
  } catch (error) {
    if (error instanceof Unsupported) return () => false;
    throw error;
  }
}

/** Whether all that it says can be tested in linear time. */
export function isTestable(glob: string): boolean {
  try {
    linearTest(micromatch.makeRe(glob, { dot: true }));
    return true;
  } catch (error) {
    if (error instanceof Unsupported) return false;
    throw error;
  }
}
