/// Tags as files of links have them.
enum FileTags {
    /// Tags are separated by commas; without a comma, by spaces.
    static func split(_ text: String) -> [String] {
        text.contains(",") ? listed(text) : text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Tags separated by commas only.
    static func listed(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }

    /// A table's cell: Pocket separates tags by `|`, others by commas or semicolons, or write a bracketed list of
    /// quoted tags (JSON, and Python's `['a', "b's"]`).
    static func cell(_ text: String) -> [String] {
        guard text.hasPrefix("["), text.hasSuffix("]"), text.count > 1 else {
            return text.split { $0 == "|" || $0 == "," || $0 == ";" }.map { $0.filter { $0 != "\"" } }
        }
        return bracketed(text.dropFirst().dropLast())
    }

    private static func bracketed(_ text: Substring) -> [String] {
        var tags: [String] = []
        var (tag, quote, isEscaped): (String, Character?, Bool) = ("", nil, false)
        for character in text {
            if isEscaped {
                tag.append(character)
                isEscaped = false
            } else if let open = quote {
                if character == "\\" {
                    isEscaped = true
                } else if character == open {
                    quote = nil
                } else {
                    tag.append(character)
                }
            } else if character == "," || character == "|" {
                tags.append(tag)
                tag = ""
            } else if character == "\"" || character == "'", tag.allSatisfy(\.isWhitespace) {
                (quote, tag) = (character, "")
            } else {
                tag.append(character)
            }
        }
        return (tags + [tag]).filter { !$0.allSatisfy(\.isWhitespace) }
    }
}

// Linkding's additions to the bookmarks format.
extension FileLink {
    private static let archivedTag = "linkding:bookmarks.archived"
    private static let (notesBegin, notesEnd) = ("[linkding-notes]", "[/linkding-notes]")

    /// A reserved tag marks the link as archived.
    mutating func extractLinkdingTags() {
        let count = tags.count
        tags.removeAll { $0.split(whereSeparator: \.isWhitespace).first.map { $0 == Self.archivedTag } ?? false }
        if tags.count < count { isRead = true }
    }

    /// The notes are in the description between markers.
    mutating func extractLinkdingNotes() {
        guard let text = description, let begin = text.firstRange(of: Self.notesBegin) else { return }
        let rest = text[begin.upperBound...]
        let end = rest.firstRange(of: Self.notesEnd)
        note = String(rest[..<(end?.lowerBound ?? rest.endIndex)])
        let left = text[..<begin.lowerBound] + (end.map { rest[$0.upperBound...] } ?? "")
        description = left.allSatisfy(\.isWhitespace) ? nil : String(left)
    }
}
