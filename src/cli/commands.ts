// What the commands of the CLI do, by the names under which the entry knows them.
export {
  applyProject,
  initProject,
  runDemo,
  showDrift,
  showInfo,
  showPlan,
  validateProject,
} from './handlers.ts';
export { importRepository } from './import.ts';
export { showHistory, unlockTarget } from './record-handlers.ts';
export { run } from './run.ts';
export { serveRepository } from './serve.ts';
