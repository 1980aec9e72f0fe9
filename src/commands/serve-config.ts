// `serve --config`: what an embedded server is started with, read from YAML or JSON and checked as a whole.
//
// The shape is the `setup` of a recording: one repository at top level, or a list of them under `repositories:`.
//
//   account: acme
//   repository: shop
//   levels: [Environment, Application]        # broad first
//   flags: { tokenFreePush: false, contextGroupsEnabled: true }
//   tokens:
//     ci: { forceKeyPush: true, securityGroups: [Payment] }
//     old: { expired: true, value: fixed-for-tests }
//   securityGroups:
//     - { name: Payment, password: passw0rd, cipher: AES/CBC/PKCS5Padding }
//   contextGroups:
//     - { level: Environment, name: AllProd, members: [Prod, Prod2] }
import { Fields } from '../desired/fields.ts';
import { parseTrees } from '../desired/parse.ts';
import type { Mapping, Node } from '../desired/tree.ts';
import type { Diagnostic, Report } from '../model/diagnostic.ts';
import type { Source } from '../model/place.ts';
import type { RepositorySettings } from '../server/settings.ts';
import { readRepositorySettings } from './serve-repository.ts';

export interface ServeConfig {
  repositories: RepositorySettings[];
  diagnostics: Diagnostic[];
}

/** All mistakes at once; with any of them the repositories are not to be used. */
export function readServeConfig(source: Source): ServeConfig {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const fields = new Fields(source, report);
  const repositories = repositoryNodes(fields, parseTrees(source, report)).flatMap((node) => {
    const settings = readRepositorySettings(fields, node);
    return settings === undefined ? [] : [{ settings, node }];
  });
  reportTwins(fields, repositories);
  if (repositories.length === 0 && diagnostics.length === 0) {
    fields.error({ code: 'missing-field', at: 0, message: 'There is no repository in this file.' });
  }
  return { repositories: repositories.map(({ settings }) => settings), diagnostics };
}

function repositoryNodes(fields: Fields, [tree, second]: readonly Node[]): Mapping[] {
  if (second !== undefined) {
    fields.error({ code: 'wrong-type', at: second, message: 'The file holds one document, not several.' });
  }
  const top = tree === undefined ? undefined : fields.mapping(tree, 'The file');
  if (top === undefined) return [];
  if (!top.entries.some(({ key }) => key.text === 'repositories')) return [top];
  const list = fields.known(top, ['repositories'], 'A file with `repositories`').repositories?.value;
  if (list?.kind === 'sequence') {
    return list.items.flatMap((item) => fields.mapping(item, 'A repository') ?? []);
  }
  if (list !== undefined) {
    fields.error({ code: 'wrong-type', at: list, message: '`repositories` is a list of repositories.' });
  }
  return [];
}

interface Read {
  settings: RepositorySettings;
  node: Node;
}

/** Names of repositories, and values of tokens, say which repository is meant. */
function reportTwins(fields: Fields, repositories: readonly Read[]): void {
  const names = new Map<string, Node>();
  const values = new Map<string, Node>();
  for (const { settings, node } of repositories) {
    const name = `${settings.account}/${settings.repository}`;
    claim(fields, names, { id: name, node, message: `${name} is set up twice.` });
    for (const [token, { value }] of Object.entries(settings.tokens ?? {})) {
      const message = `The value of the token ${token} belongs to another token already.`;
      if (value !== undefined) claim(fields, values, { id: value, node, message });
    }
  }
}

function claim(
  fields: Fields,
  taken: Map<string, Node>,
  { id, node, message }: { id: string; node: Node; message: string },
): void {
  const first = taken.get(id);
  if (first === undefined) taken.set(id, node);
  else fields.error({ code: 'bad-option', at: node, message, related: fields.place(first) });
}
