// [edge] Where a path of the project leads, links followed: inside the root and outside of Git's folder, or a problem.
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { FileProblem } from './project-files.ts';

export function realPath(root: string, path: string): { path: string } | { problem: FileProblem } {
  try {
    const real = realpathSync(join(root, path));
    const inside = relative(realpathSync(root), real);
    // Git keeps credentials in there, and no configuration.
    if (inside.split(sep).some((part) => part.toLowerCase() === '.git')) {
      return problem('outside-root', `${path} lies in Git's own folder.`, 'Name a file of the project.');
    }
    if (!inside.startsWith('..') && !isAbsolute(inside)) return { path: real };
    return problem(
      'outside-root',
      `${path} is a symbolic link that leads out of the project's folder.`,
      'Put the file itself into the project.',
    );
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return problem('file-missing', missingMessage(root, path));
    return problem('file-unreadable', `${path} cannot be read (${code}).`);
  }
}

function missingMessage(root: string, path: string): string {
  return isLink(root, path) ? `${path} is a symbolic link to nothing.` : `There is no file ${path}.`;
}

export function isLink(root: string, path: string): boolean {
  try {
    return (
      lstatSync(join(root, path)).isSymbolicLink() ||
      realpathSync(join(root, path)) !== join(realpathSync(root), path)
    );
  } catch {
    return false;
  }
}

export function folderProblem(path: string): { problem: FileProblem } {
  return problem('not-a-file', `${path} is a folder, not a file.`);
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

export function problem(code: FileProblem['code'], message: string, hint?: string): { problem: FileProblem } {
  return { problem: { code, message, ...(hint === undefined ? {} : { hint }) } };
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
