// [edge] Everything that the CLI does once it knows the command.
export * from './first-steps.ts';
export * from './handlers.ts';
export * from './import.ts';
export * from './record-handlers.ts';
export { run } from './run.ts';
export * from './serve.ts';
