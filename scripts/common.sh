# shellcheck shell=bash
# Sourced by the other scripts: they all run from the top of the checkout and say how long a phase took.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# The flag keeps a target from importing a module that it does not depend on. Every build has it, so that none redoes another's work.
# shellcheck disable=SC2034  # used by the scripts that source this file
build_flags=(--explicit-target-dependency-import-check error)

# What is formatted and linted.
# shellcheck disable=SC2034
swift_sources=(Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources Fuzz/Tests)

# Prints a line about the script's own work, apart from what the commands that it runs print.
say() { printf '==> %s\n' "$*" >&2; }

# Ends the script with a message.
fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# phase NAME COMMAND...: runs the command and says how long it took, also when it failed.
phase() {
    local name=$1 start=$SECONDS status=0
    shift
    say "$name"
    "$@" || status=$?
    say "$name: $((SECONDS - start)) s$([ "$status" -eq 0 ] || echo ", FAILED")"
    return "$status"
}
