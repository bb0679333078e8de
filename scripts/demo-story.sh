# shellcheck shell=bash
# Sourced by scripts/demo: how it tells its story, on a terminal and in a file.

chapters=0

# chapter HEADING SENTENCE: begins a part, and says what it shows.
chapter() {
    chapters=$((chapters + 1))
    if [ -t 1 ]; then
        printf '\n\033[1;36m%d. %s\033[0m\n%s\n' "$chapters" "$1" "$2"
    else
        printf '\n%d. %s\n%s\n' "$chapters" "$1" "$2"
    fi
}

# Shows a command line, in bold on a terminal.
show() {
    if [ -t 1 ]; then printf '\n\033[1m$ %s\033[0m\n' "$*"; else printf '\n$ %s\n' "$*"; fi
}

# The last line of a build's log that says how far it is, such as "[120/345] Compiling Module File.swift".
progress_of() { { tail -c 4000 "$1" | tr '\r' '\n' | grep -o '^\[[0-9]*/[0-9]*\] .*' | tail -n 1; } 2>/dev/null || true; }

# quietly NAME LOG COMMAND...: runs a command with its output in a log; meanwhile one line says how far it is. When it fails,
# the last lines of the log are shown.
quietly() {
    local name=$1 log=$2 start=$SECONDS status=0 process width said=0
    shift 2
    "$@" >>"$log" 2>&1 &
    process=$!
    # A command in the background ignores Ctrl-C.
    trap 'kill "$process" 2>/dev/null; exit 130' INT TERM
    width=$({ stty size </dev/tty | cut -d ' ' -f 2; } 2>/dev/null || true)
    width=${width:-80}
    while kill -0 "$process" 2>/dev/null; do
        if [ -t 1 ]; then
            printf '\r\033[K%s' "$(printf '%s: %d s %s' "$name" $((SECONDS - start)) "$(progress_of "$log")" | cut -c "1-$((width - 1))")"
        elif [ $((SECONDS - start - said)) -ge 30 ]; then
            said=$((SECONDS - start))
            printf '%s: %d s %s\n' "$name" "$said" "$(progress_of "$log")"
        fi
        sleep 0.2
    done
    wait "$process" || status=$?
    trap - INT TERM
    [ ! -t 1 ] || printf '\r\033[K'
    if [ "$status" -eq 0 ]; then
        printf '%s: %d s\n' "$name" $((SECONDS - start))
        return
    fi
    printf '%s: FAILED after %d s. The end of %s:\n\n' "$name" $((SECONDS - start)) "$log" >&2
    tail -n 25 "$log" >&2
    return "$status"
}
