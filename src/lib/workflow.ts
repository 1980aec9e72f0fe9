// Whether a person is there, as the environment of the process tells.
/** Whether a CI system runs this, so that nobody can be asked. */
export function isWorkflow({
  CI = '',
  GITHUB_ACTIONS,
}: Readonly<Record<string, string | undefined>>): boolean {
  return GITHUB_ACTIONS === 'true' || !['', '0', 'false'].includes(CI);
}
