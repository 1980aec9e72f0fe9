#compdef confighub-sync
# Completion of confighub-sync for zsh.
_confighub-sync() {
  local line value
  local -a lines values shown options
  lines=("${(@f)$(confighub-sync __complete zsh "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
  [[ $PREFIX == --*=* ]] && compset -P 1 '*='
  if [[ $lines[1] == files ]]; then
    _files
    return
  fi
  for line in "${(@)lines[2,-1]}"; do
    value=${line%%$'\t'*}
    values+=("$value")
    if [[ $line == *$'\t'* ]]; then
      shown+=("${(r:24:)value} -- ${line#*$'\t'}")
      options+=(-l)
    else
      shown+=("$value")
    fi
  done
  compadd "${(@)options}" -d shown -a values
}
if [[ $funcstack[1] == _confighub-sync ]]; then
  _confighub-sync "$@"
else
  compdef _confighub-sync confighub-sync
fi
