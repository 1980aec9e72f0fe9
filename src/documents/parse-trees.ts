// A document, a project file or a nested source → syntax trees, from JSON or YAML.
import type { Report, Source } from '../model/diagnostic.ts';
import type { SourceFormat } from '../model/sources.ts';
import type { Node } from './fields.ts';
import { parseJson } from './parse-json.ts';
import { type Expansion, parseYaml } from './parse-yaml.ts';

interface Parsing {
  /** Default: `json` if the name of the file ends in `.json`, otherwise `yaml`. */
  format?: SourceFormat;
  expansion?: Expansion;
  /** Of YAML: what a tag makes unreadable is not reported, but marked as `refused`. Default: false. */
  keepsTags?: boolean;
}

/** The non-empty documents of a text. One that cannot be parsed is reported once, where parsing stopped, and yields none. */
export function parseTrees(
  source: Source,
  report: Report,
  { format, ...yaml }: Parsing = {},
): Node[] {
  const isJson = format === undefined ? /\.json$/i.test(source.file) : format === 'json';
  return isJson ? parseJson(source, report) : parseYaml(source, report, yaml);
}
