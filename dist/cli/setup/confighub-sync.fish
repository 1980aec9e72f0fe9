# Completion of confighub-sync for fish.
function __confighub_sync_complete
    set -l before (commandline -opc)
    set -l lines (confighub-sync __complete fish $before[2..-1] (commandline -ct | string collect --allow-empty) 2>/dev/null)
    if test "$lines[1]" = files
        __fish_complete_path (commandline -ct)
    else if test (count $lines) -gt 1
        printf '%s\n' $lines[2..-1]
    end
end
complete -c confighub-sync -f -a '(__confighub_sync_complete)'
