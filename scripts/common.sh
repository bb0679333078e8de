# shellcheck shell=bash
# Sourced by the other scripts: they all run in the root of the checkout and print the duration of each phase.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# The flag rejects imports of modules that a target does not depend on. Every build has it, so that builds share their results.
# Lines of the sources in backtraces take an eighth of a build: CI does without (HEARTH_BUILD=lean). The index takes as much, but
# SwiftPM finds tests by it.
# shellcheck disable=SC2034  # used by the scripts that source this file
build_flags=(--explicit-target-dependency-import-check error)
[ "${HEARTH_BUILD:-}" != lean ] || build_flags+=(-debug-info-format none)

# The files to format and lint.
# shellcheck disable=SC2034
swift_sources=(Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources Fuzz/Tests)
for package in Packages/*; do swift_sources+=("$package"/{Package.swift,Sources,Tests}); done
swift_sources+=(Packages/HearthRPC/Fuzz/{Package.swift,Kit,Sources,Tests})

# Prints a line about the script's own work, to standard error, apart from its commands' output.
say() { printf '==> %s\n' "$*" >&2; }

# Ends the script with a message.
fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# write_command_reference FILE: the help of every command.
write_command_reference() {
    swift build "${build_flags[@]}" --product hearth >&2 || return 1
    "$(swift build "${build_flags[@]}" --show-bin-path)/hearth" command-reference >"$1"
}

# write_settings_schema FILE: the JSON Schema of hearth.yaml.
write_settings_schema() {
    swift build "${build_flags[@]}" --product hearth >&2 || return 1
    "$(swift build "${build_flags[@]}" --show-bin-path)/hearth" config --schema >"$1"
}

# Runs a command as root, if that is possible without a password.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

# install_packages PACKAGE...: installs those of Debian's packages that are missing.
install_packages() {
    command -v dpkg-query >/dev/null || fail "not a Debian system; install the equivalents of: $*"
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null; then
        fail "missing packages, and neither root nor sudo without a password; run: sudo apt-get install ${missing[*]}"
    fi
    say "installing ${missing[*]}"
    as_root apt-get update -qq || say "the package lists could not be renewed; trying with those at hand"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# phase NAME COMMAND...: runs the command and prints its duration, also when it failed.
phase() {
    local name=$1 start=$SECONDS status=0
    shift
    say "$name"
    "$@" || status=$?
    say "$name: $((SECONDS - start)) s$([ "$status" -eq 0 ] || echo ", FAILED")"
    return "$status"
}
