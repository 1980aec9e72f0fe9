// What the CLI uses of the process that it runs in, so that a test can run it within its own.

export type Host = Pick<
  NodeJS.Process,
  | 'argv'
  | 'env'
  | 'cwd'
  | 'stdin'
  | 'stdout'
  | 'stderr'
  | 'exitCode'
  | 'on'
  | 'off'
  | 'once'
  | 'prependListener'
>;
