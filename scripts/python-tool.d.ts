/** A program that is a Python package, installed where Python is; otherwise the reason why it is not there. */
export function pythonTool(tool: { name: string; version: string; program?: string }): {
  command?: string;
  reason?: string;
};
