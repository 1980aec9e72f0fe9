# Completion of confighub-sync for bash.
_confighub_sync() {
  local kind= word
  COMPREPLY=()
  while IFS= read -r word; do
    if [[ -z $kind ]]; then kind=$word; else COMPREPLY+=("$word"); fi
  done < <(confighub-sync __complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  if [[ $kind == files ]] && ! compopt -o default 2>/dev/null; then
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$2")
  fi
  return 0
}
complete -F _confighub_sync confighub-sync
