// Finds secrets among arguments: options of programs, calls of functions, and .netrc.
import { secretMember } from '../model/secrets.ts';
import { isSecretValue, type SecretPart } from './secret-value.ts';

/** Each has a name and a value. Bounded, so that the time stays linear. */
const ARGUMENTS = [
  // `--password x`, also in a list: `"--password", "x"`.
  /(?<![\w-])--([A-Za-z][\w.-]{0,100})(?:["'],)?[^\S\n]{1,40}["']?((?<=["'])[^"'\n]{1,1000}|[^\s"'`,;)\]}-][^\s"'`,;)\]}]{0,1000})/g,
  // `define('PASSWORD', 'x')`.
  /\([^\S\n]{0,8}["'`]([A-Za-z_][\w.-]{0,100})["'`][^\S\n]{0,8},[^\S\n]{0,8}["'`]([^"'`\n]{1,1000})["'`]/g,
  // `machine x login y password z`.
  /\blogin\s{1,8}[^\s]{1,200}\s{1,8}(password)\s{1,8}([^\s]{1,1000})/g,
];

export function partsOfArguments(text: string): SecretPart[] {
  return ARGUMENTS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: all, 1: name = '', 2: value = '', index }) => {
      const start = index + all.lastIndexOf(value);
      const isSecret = secretMember(name) === 'certain' && isSecretValue(value, 'certain');
      return isSecret ? [{ start, end: start + value.length, name }] : [];
    }),
  );
}
