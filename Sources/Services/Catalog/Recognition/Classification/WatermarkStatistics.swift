internal import CatalogFormats
internal import TextFolding

/// Finds the name or site of a list's author, which many of its titles have in front or behind: "Low Tide  K.Lists",
/// "@lists Low Tide", "Low Tide www.lists.example".
///
/// Only what is written as no word of a title is: with a dot or "@" inside. One title may be called
/// so ("Low.exe"), a twentieth of a list is not.
package struct WatermarkStatistics: Sendable {
    private var titles = 0
    /// How many titles begin or end so, in lower case.
    private var counts: [String: Int] = [:]

    /// More are not counted.
    private static let maximumMarks = 5_000
    /// Fewer titles are a coincidence, and so are fewer in a hundred.
    private static let (minimumTitles, fewestPercent) = (10, 5)
    /// Bytes.
    private static let (shortestMark, longestMark) = (4, 48)

    package init() {}

    /// Counts one title of a list.
    package mutating func note(_ title: String) {
        titles += 1
        guard Self.mayHave(title) else { return }
        let (first, last) = Self.ends(title)
        for mark in [first, last] {
            guard let mark = mark.flatMap(Self.mark), counts[mark] != nil || counts.count < Self.maximumMarks else {
                continue
            }
            counts[mark, default: 0] += 1
        }
    }

    /// A title without such marks; as it is where nothing else would be left.
    package func cut(_ title: String) -> String {
        guard !counts.isEmpty, Self.mayHave(title) else { return title }
        var rest = title[...]
        let (first, last) = Self.ends(title)
        if let last, let mark = Self.mark(last), isMark(mark) {
            rest = rest[..<last.startIndex]
        }
        if let first, let mark = Self.mark(first), isMark(mark), first.endIndex <= rest.endIndex {
            rest = rest[first.endIndex...]
        }
        let left = String(rest).trimmingSpaces()
        return left.utf8.contains { $0.isLetter || $0.isDigit || $0 >= 0x80 } ? left : title
    }

    private func isMark(_ mark: String) -> Bool {
        let count = counts[mark] ?? 0
        return count >= Self.minimumTitles && count * 100 >= titles * Self.fewestPercent
    }

    /// Cheap, as most titles have none.
    private static func mayHave(_ title: String) -> Bool {
        title.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") }
    }

    /// The first and the last part of a title between spaces; nil where it is the only one.
    private static func ends(_ title: String) -> (first: Substring?, last: Substring?) {
        let bytes = title.utf8
        guard let start = bytes.firstIndex(where: { $0 != 0x20 }),
            let end = bytes[start...].firstIndex(of: 0x20), let space = bytes.lastIndex(of: 0x20)
        else { return (nil, nil) }
        var (first, last) = (title[start..<end] as Substring?, title[bytes.index(after: space)...] as Substring?)
        if first?.isEmpty ?? true { first = nil }
        if last?.isEmpty ?? true { last = nil }
        return (first, last)
    }

    /// What is counted of a part of a title: its letters in lower case. nil when it is written as words are, or as files.
    private static func mark(_ part: Substring) -> String? {
        guard part.utf8.count <= longestMark else { return nil }
        // Some lists set a space of no width behind.
        let visible = part.unicodeScalars.filter { !invisible.contains($0.value) }
        guard visible.count >= shortestMark, visible.allSatisfy(\.isASCII) else { return nil }
        let bytes = visible.map { UInt8($0.value).lowercased }
        if let dot = bytes.lastIndex(of: UInt8(ascii: ".")) {
            let ending = String(decoding: bytes[(dot + 1)...], as: UTF8.self)
            guard !EntryClassifier.movieExtensions.contains(ending), !EntryClassifier.audioExtensions.contains(ending)
            else {
                return nil
            }
        }
        // "Low Tide/Low.Tide.S01/Low Tide S01E02": a path, unlike "lists.example/low".
        if let slash = bytes.firstIndex(of: UInt8(ascii: "/")), !bytes[..<slash].contains(UInt8(ascii: ".")) {
            return nil
        }
        let hasSign =
            bytes.first == UInt8(ascii: "@")
            || bytes.indices.dropFirst().dropLast().contains { index in
                bytes[index] == UInt8(ascii: ".") && bytes[index - 1].isLetter && bytes[index + 1].isLetter
            }
        // "S.W.A.T." is a word.
        let hasWord = bytes.split { !$0.isLetter && !$0.isDigit }.contains { $0.count >= shortestMark }
        return hasSign && hasWord ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// Spaces of no width, and marks of direction.
    private static let invisible: ClosedRange<UInt32> = 0x200B...0x200F
}
