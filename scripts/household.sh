# shellcheck shell=bash
# Sourced by the scripts that run the services without a supervisor in temporary directories and check a household's output:
# builds, finds the services, and ends them when the script does.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# build_household CONFIGURATION [DIRECTORY]: builds, unless a directory has the executables, and sets their paths.
build_household() {
    bin=${2:-}
    if [ -z "$bin" ]; then
        phase "build" swift build -c "$1" "${build_flags[@]}" >&2
        bin=$(swift build -c "$1" "${build_flags[@]}" --show-bin-path)
    fi
    hearth=$bin/hearth
    home=$(mktemp -d "${TMPDIR:-/tmp}/hearth-household-XXXXXX")
    export HEARTH_DATA=$home/data HEARTH_RUN=$home/run
    services=()
    local main
    for main in Sources/Services/*/Main; do
        services+=("$(basename "$(dirname "$main")" | sed 's/\([a-z]\)\([A-Z]\)/\1-\2/g' | tr '[:upper:]' '[:lower:]')")
    done
    trap end_household EXIT
}

declare -A process=()
# start SERVICE: starts one, and returns when it responds.
start() {
    "$bin/$1" --log-level error 2>>"$home/log" &
    process[$1]=$!
    disown
    # A service notifies only an init system of its readiness: poll it, for 20 s at most.
    for _ in $(seq 400); do
        "$hearth" status "$1" >/dev/null 2>&1 && return
        sleep 0.05
    done
    fail "$1 does not come up: $(tail -n 3 "$home/log")"
}

# leaves SERVICE: returns when its process is gone. It is disowned, so that bash does not report its end, and cannot be waited for.
leaves() {
    while kill -0 "${process[$1]}" 2>/dev/null; do sleep 0.01; done
}

end_household() {
    for pid in "${process[@]}"; do
        kill -CONT "$pid" 2>/dev/null || continue
        kill -9 "$pid" 2>/dev/null || continue
    done
    rm -rf "$home"
}

# fill_household: creates a small household with data in every service; `id` is a channel of it.
fill_household() {
    "$hearth" import examples-data/demo/channels.m3u >/dev/null
    scripts/demo-guide >"$home/guide.xml"
    "$hearth" import "$home/guide.xml" >/dev/null
    # shellcheck disable=SC2034  # used by the scripts that source this file
    id=$("$hearth" search harbour --type channel --limit 1 --json | sed -n 's/.*"hits":\[{[^}]*"id":"\([^"]*\)".*/\1/p')
    "$hearth" favourite add "$id" >/dev/null
    "$hearth" read save https://example.org/a --title "Harbour lights" >/dev/null
}

# timed COMMAND...: runs a hearth command; `answer` is its output, `code` its exit code, `took` the milliseconds.
timed() {
    local begun
    begun=$(date +%s%3N)
    code=0
    answer=$("$hearth" "$@" --json 2>&1) || code=$?
    # shellcheck disable=SC2034  # used by the scripts that source this file
    took=$(($(date +%s%3N) - begun))
}

# The services that the last timed command named as missing.
missing() {
    grep -o '"missing":\[[^]]*\]' <<<"$answer" | grep -o '"service":"[^"]*"' | cut -d'"' -f4 | sort -u | paste -sd' ' || true
}

# verdict: the result of the last timed command: whole, without which services, or refused because of which.
verdict() {
    local gone
    gone=$(missing)
    case $code in
        0) echo "${gone:+without }${gone:-whole}" ;;
        # An error that names the service.
        69) echo "refused: $(grep '"error"' <<<"$answer" | grep -o '"service":"[^"]*"' | cut -d'"' -f4 || echo UNNAMED)" ;;
        *) echo "FAILED: exit $code" ;;
    esac
}
