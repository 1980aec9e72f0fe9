// The completion script of each shell. It asks the program what may follow, and never evaluates the answer.

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** `confighub-sync __complete <shell> …` prints what may follow. Not in the help: only the scripts call it. */
export const COMPLETE = '__complete';

/** Bash 3.2, as in macOS, has neither `mapfile` nor `compopt`. */
const BASH = `# Completion of confighub-sync for bash.
_confighub_sync() {
  local kind= word
  COMPREPLY=()
  while IFS= read -r word; do
    if [[ -z $kind ]]; then kind=$word; else COMPREPLY+=("$word"); fi
  done < <(confighub-sync ${COMPLETE} bash "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  if [[ $kind == files ]] && ! compopt -o default 2>/dev/null; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$2")
  fi
  return 0
}
complete -F _confighub_sync confighub-sync
`;

/** Works with \`eval\`, and as a file \`_confighub-sync\` in \`fpath\`. */
const ZSH = `#compdef confighub-sync
# Completion of confighub-sync for zsh.
_confighub-sync() {
  local line value
  local -a lines values shown options
  lines=("\${(@f)$(confighub-sync ${COMPLETE} zsh "\${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  [[ $PREFIX == --*=* ]] && compset -P 1 '*='
  if [[ $lines[1] == files ]]; then
    _files
    return
  fi
  for line in "\${(@)lines[2,-1]}"; do
    value=\${line%%$'\\t'*}
    values+=("$value")
    if [[ $line == *$'\\t'* ]]; then
      shown+=("\${(r:24:)value} -- \${line#*$'\\t'}")
      options+=(-l)
    else
      shown+=("$value")
    fi
  done
  compadd "\${(@)options}" -d shown -a values
}
if [[ $funcstack[1] == _confighub-sync ]]; then
  _confighub-sync "$@"
else
  compdef _confighub-sync confighub-sync
fi
`;

const FISH = `# Completion of confighub-sync for fish.
function __confighub_sync_complete
    set -l before (commandline -opc)
    set -l lines (confighub-sync ${COMPLETE} fish $before[2..-1] (commandline -ct | string collect --allow-empty) 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path (commandline -ct)
    else if test (count $lines) -gt 1
        printf '%s\\n' $lines[2..-1]
    end
end
complete -c confighub-sync -f -a '(__confighub_sync_complete)'
`;

/** An empty argument gets lost on its way to a program, so it is passed as two quotes. */
const POWERSHELL = `# Completion of confighub-sync for PowerShell.
Register-ArgumentCompleter -Native -CommandName confighub-sync -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $current = if ($wordToComplete) { $wordToComplete } else { '""' }
    $lines = @(confighub-sync ${COMPLETE} powershell @before $current 2>$null)
    if ($lines.Count -lt 2) { return }
    $lines[1..($lines.Count - 1)] | ForEach-Object {
        $text, $label, $description = $_ -split "\`t"
        if (-not $description) { $description = $label }
        [System.Management.Automation.CompletionResult]::new($text, $label, 'ParameterValue', $description)
    }
}
`;

/**
 * The first line of an answer says what comes: `words` or `files`. Then each line is one word, with its description
 * behind a tab.
 */
export const SCRIPTS: Record<Shell, string> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};
