# What .ci/run and .ci/nightly share: read by them, not run.
cd "$(dirname "${BASH_SOURCE[0]}")/.."

only=${1:-} # of the name of a check
passed=0
failed=0
work=$(mktemp -d)
fresh=dist-as-built # inside the checkout: what a build holds may depend on where it lies
trap 'rm -rf "$work" "$fresh"' EXIT

# check <sentence> <command...>: quiet where it passes, the whole output where it does not. Status 77: skipped.
check() {
  local what=$1 start=$SECONDS
  shift
  [[ $what == *"$only"* ]] || return 0
  local output
  output=$(mktemp "$work/output.XXXXXX")
  "$@" >"$output" 2>&1 </dev/null
  local status=$?
  if ((status == 0)); then
    passed=$((passed + 1))
    echo "ok      $what ($((SECONDS - start)) s)"
  elif ((status == 77)); then
    echo "skipped $what: $(tail -n 1 "$output")"
  else
    failed=$((failed + 1))
    echo "FAILED  $what (status $status)"
    sed 's/^/        /' "$output"
  fi
}

# side_by_side <function...>: runs functions that call `check`, prints their lines in order, and counts them.
side_by_side() {
  local one pids=()
  for one in "$@"; do
    "$one" >"$work/lines-$one" 2>&1 &
    pids+=($!)
  done
  for one in "$@"; do
    wait "${pids[0]}" || failed=$((failed + 1)) # it stopped before its last check
    pids=("${pids[@]:1}")
    cat "$work/lines-$one"
    passed=$((passed + $(grep -c '^ok  ' "$work/lines-$one")))
    failed=$((failed + $(grep -c '^FAILED ' "$work/lines-$one")))
  done
}

# The last line, and the status of the whole.
summary() {
  echo
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
