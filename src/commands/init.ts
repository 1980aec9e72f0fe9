// init: a short project file and a first document, or the sources that a folder already has.
import { CommandError } from '../errors.ts';
import { type NewProject, projectText } from '../import/new-project.ts';
import type { FileWrite } from '../model/import-plan.ts';

const FIRST_DOCUMENT = `# Values of keys, for every context or for some of them: docs/format.md of confighub-sync.
keys:
  shop.title: Corner Shop
  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
  db.pool.size: { vdt: Integer, value: 10 }
`;

/** The project file, and a first document unless there are sources. Throws {@link CommandError} for another folder. */
export function init(config: string, project: NewProject): FileWrite[] {
  if (config.includes('/') || config.includes('\\')) {
    const message = 'init writes only to the working directory.';
    const hint = 'Change to that folder and run init there.';
    throw new CommandError({ code: 'bad-option', message, hint });
  }
  const file = { path: config, after: projectText(project) };
  return project.sources === undefined ? [file, { path: 'config/first.yaml', after: FIRST_DOCUMENT }] : [file];
}
