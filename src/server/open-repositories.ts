// The repositories of a starting server: settings combined with the stored state.
import { flagsOf, type RepositorySettings, tokensOf } from './settings.ts';
import { createRepository, findRepository, groupElements, type Repository } from './state.ts';

/** Stored repositories without settings are served unchanged. */
export function openRepositories(
  settings: readonly RepositorySettings[],
  options: Parameters<typeof createRepository>[1] & { stored: readonly Repository[] },
): { repositories: Repository[] } | { problem: string } {
  const names = settings.map((one) => `${one.account}/${one.repository}`);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate !== undefined) return { problem: `${duplicate} is configured twice` };
  const repositories = [...options.stored];
  for (const one of settings) {
    const known = findRepository(repositories, { account: one.account, name: one.repository });
    if (known === undefined) repositories.push(createRepository(one, options));
    else if (known.levels.join(';') === one.levels.join(';')) adopt(known, one, options.random);
    else {
      const [stored, configured] = [known.levels.join(', '), one.levels.join(', ')];
      const name = `${one.account}/${one.repository}`;
      return {
        problem: `${name} is stored with the context levels ${stored}, but configured with ${configured}`,
      };
    }
  }
  return { repositories };
}

function adopt(repository: Repository, settings: RepositorySettings, random: () => string): void {
  repository.flags = flagsOf(settings);
  repository.tokens = tokensOf(settings, { random, known: repository.tokens });
  repository.securityGroups = [...(settings.securityGroups ?? [])];
  repository.contextGroups = [...(settings.contextGroups ?? [])];
  if (settings.plantDuplicates) repository.plantDuplicates = true;
  else delete repository.plantDuplicates;
  repository.elements = repository.elements.map((names, level) => {
    const ofGroups = groupElements(repository.levels[level] ?? '', repository.contextGroups);
    return new Map([...ofGroups, ...names]);
  });
}
