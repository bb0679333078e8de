# Turns a page of docs/ into a shell script that runs its code blocks in order (see scripts/try-docs): a block is indented by
# four spaces after an empty line. A comment `<!-- try: WORD ... -->` above a block says how it is run:
#
#   skip REASON     it is not run here, for this reason
#   file NAME       it is a configuration file, which `hearth config` must accept
#   before COMMAND  run first; for what a reader has by then
#   let NAME=CODE   NAME in the block is a placeholder: what the command CODE prints
#   expect REGEX    the block's output has a line like this
function quoted(text) {
    gsub("'", "'\\''", text)
    return "'" text "'"
}
function finish(   n) {
    if (!inside) return
    printf "begin %d %s\n", first, quoted(section)
    for (n = 1; n <= marks; n++) if (mark[n] ~ /^(before|let) /) {
        text = mark[n]
        sub(/^[a-z]+ /, "", text)
        if (mark[n] ~ /^before /) printf "before %s\n", quoted(text)
        else printf "substitute %s \"$(%s)\"\n", quoted(substr(text, 1, index(text, "=") - 1)), substr(text, index(text, "=") + 1)
    }
    verb = "run"
    for (n = 1; n <= marks; n++) {
        if (mark[n] ~ /^skip ./) verb = "skip " quoted(substr(mark[n], 6))
        if (mark[n] ~ /^file ./) verb = "check_file " quoted(substr(mark[n], 6))
    }
    printf "%s <<'END_OF_BLOCK'\n%sEND_OF_BLOCK\n", verb, block
    for (n = 1; n <= marks; n++) if (mark[n] ~ /^expect /) printf "expect %s\n", quoted(substr(mark[n], 8))
    inside = marks = 0
    block = ""
}
/^<!-- try: .* -->$/ {
    finish()
    mark[++marks] = substr($0, 11, length($0) - 14)
    wasEmpty = 0
    next
}
/^    / && (inside || wasEmpty || marks) {
    if (!inside) first = NR
    inside = 1
    block = block blank substr($0, 5) "\n"
    blank = ""
    next
}
/^$/ {
    if (inside) blank = blank "\n"
    wasEmpty = 1
    next
}
{
    finish()
    blank = ""
    wasEmpty = 0
    if (marks) { printf "error: line %d: a mark without a block\n", NR > "/dev/stderr"; exit 1 }
    if (/^#/) { section = $0; sub(/^#+ /, "", section) }
}
END { finish() }
