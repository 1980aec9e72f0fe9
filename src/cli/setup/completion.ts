// [edge] completion: the script of a shell, which is a file beside the bundle.
import { readFileSync } from 'node:fs';
import type { Shell } from '../completion/shells.ts';

/**
 * Each in full, so that the build finds it; the paths are right from `src/` and from `lib/`. Bash 3.2, as in macOS, has
 * neither `mapfile` nor `compopt`. The script for zsh works with `eval`, and as a file `_confighub-sync` in `fpath`. PowerShell
 * drops empty arguments of a program, so one is passed as two quotes.
 */
const SCRIPTS: Record<Shell, URL> = {
  bash: new URL('../../../src/cli/completion/confighub-sync.bash', import.meta.url),
  zsh: new URL('../../../src/cli/completion/confighub-sync.zsh', import.meta.url),
  fish: new URL('../../../src/cli/completion/confighub-sync.fish', import.meta.url),
  powershell: new URL('../../../src/cli/completion/confighub-sync.ps1', import.meta.url),
};

export function completionScript(shell: Shell): string {
  return readFileSync(SCRIPTS[shell], 'utf8');
}
