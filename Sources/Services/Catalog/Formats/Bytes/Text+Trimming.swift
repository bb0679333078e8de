internal import TextFolding

extension StringProtocol where UTF8View: BidirectionalCollection {
    /// Without spaces, tabs and line breaks at both ends (ASCII only, which is all that the formats use).
    package func trimmingSpaces() -> String {
        let bytes = utf8
        var (start, end) = (bytes.startIndex, bytes.endIndex)
        while start < end, bytes[start].isSpace { bytes.formIndex(after: &start) }
        while start < end, bytes[bytes.index(before: end)].isSpace { bytes.formIndex(before: &end) }
        return String(self[start..<end])
    }

    /// The text truncated to `limit` characters, and whether it was truncated.
    package func cut(toCharacters limit: Int) -> (text: String, wasCut: Bool) {
        guard utf8.count > limit, let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return (String(self), false) }
        return (String(self[..<end]), true)
    }
}
