// The repositories of a starting server: settings combined with the stored state.
import { flagsOf, type RepositorySettings, tokensOf } from './settings.ts';
import { createRepository, findRepository, groupElements, type Repository } from './state.ts';

interface StartOptions {
  stored: readonly Repository[];
  now: () => Date;
  random: () => string;
}

/** Stored repositories without settings are served unchanged. */
export function openRepositories(
  settings: readonly RepositorySettings[],
  options: StartOptions,
): { repositories: Repository[] } | { problem: string } {
  const names = settings.map((one) => `${one.account}/${one.repository}`);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) return { problem: `${duplicate} is configured twice` };
  const repositories = [...options.stored];
  for (const one of settings) {
    const known = findRepository(repositories, { account: one.account, name: one.repository });
    if (known === undefined) repositories.push(createRepository(one, options));
    else if (known.levels.join(';') === one.levels.join(';')) adopt(known, one, options);
    else return { problem: differentLevels(known, one) };
  }
  return { repositories };
}

function adopt(repository: Repository, settings: RepositorySettings, options: StartOptions): void {
  repository.flags = flagsOf(settings);
  repository.tokens = tokensOf(settings, { random: options.random, known: repository.tokens });
  repository.securityGroups = [...(settings.securityGroups ?? [])];
  repository.contextGroups = [...(settings.contextGroups ?? [])];
  if (settings.plantDuplicates) repository.plantDuplicates = true;
  else delete repository.plantDuplicates;
  repository.elements = repository.elements.map((names, level) => {
    const ofGroups = groupElements(repository.levels[level] ?? '', repository.contextGroups);
    return new Map([...ofGroups, ...names]);
  });
}

function differentLevels(repository: Repository, settings: RepositorySettings): string {
  const name = `${repository.account}/${repository.name}`;
  const [before, after] = [repository.levels.join(', '), settings.levels.join(', ')];
  return `${name} is stored with the context levels ${before}, but configured with ${after}`;
}
