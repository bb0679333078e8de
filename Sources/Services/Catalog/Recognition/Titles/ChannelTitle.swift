internal import CatalogFormats
internal import TextFolding

/// Takes from a channel's name what a list adds to it and its own `tvg-name`, `tvg-chno`, `tvg-id` or group tells: the channel's
/// number or its section in front, the copy's number behind, and a size written without a space.
struct ChannelTitle {
    private(set) var clean: CleanTitle
    private let entry: M3UEntry

    /// - Parameter clean: the entry's title, cleaned as a channel's.
    init(_ clean: CleanTitle, of entry: M3UEntry) {
        (self.clean, self.entry) = (clean, entry)
        cutJoinedSize()
        cutCopy()
        stripNumber()
        stripCode()
        stripSection()
    }

    // MARK: In front

    /// "PT073:Low Tide": a country and the channel's number in the list.
    private mutating func stripCode() {
        guard clean.title.utf8.contains(UInt8(ascii: ":")) else { return }
        let name = FoldedText(clean.title)
        guard name.words.count > 1, name.words[0].isUppercase, name.gap(before: 1).first == UInt8(ascii: ":") else {
            return
        }
        let code = name.folded[name.words[0].foldedRange]
        let digits = code.suffix(Self.codeDigits)
        guard code.count == Self.codeDigits + 2, digits.allSatisfy(\.isDigit),
            let country = TagVocabulary.shared.country(String(decoding: code.prefix(2), as: UTF8.self))
        else { return }
        clean.title = name.sourceText(name.words[1].range.lowerBound..<name.source.count)
        clean.number = clean.number ?? String(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        clean.tags.country = clean.tags.country ?? country
    }

    private static let codeDigits = 3

    /// "DOC | Low Tide" in the group "Documentaries", "NEWS UK | Low Tide" in "News | UK": before a bar the group, shortened.
    private mutating func stripSection() {
        guard clean.title.utf8.contains(UInt8(ascii: "|")) else { return }
        let name = FoldedText(clean.title)
        guard
            let end = name.words.indices.dropFirst().prefix(Self.longestSection).first(where: {
                name.gap(before: $0).contains(UInt8(ascii: "|"))
            }), name.words[..<end].allSatisfy({ $0.isUppercase && $0.group == 0 }),
            name.words[end...].contains(where: { $0.number == nil }),
            entry.groups.contains(where: { Self.isShort(name, end, for: FoldedText($0)) })
        else { return }
        clean.title = name.sourceText(name.words[end].range.lowerBound..<name.source.count)
    }

    /// Whether each of the first words begins one of a group's, in their order, and one is shorter: "SKY | Low" is no section of the
    /// group "Sky Sports".
    private static func isShort(_ name: FoldedText, _ end: Int, for group: FoldedText) -> Bool {
        var (next, letters, isShortened) = (0, 0, false)
        for word in name.words[..<end] {
            let bytes = name.folded[word.foldedRange]
            letters += bytes.count
            guard
                let place = group.words[next...].firstIndex(where: {
                    group.folded[$0.foldedRange].starts(with: bytes)
                })
            else { return false }
            if group.words[place].foldedRange.count > bytes.count { isShortened = true }
            next = place + 1
        }
        return letters >= shortestName && isShortened
    }

    /// Words.
    private static let longestSection = 3

    // MARK: Behind

    /// "Low Tide 24HD": behind a figure the letters of a size are no part of a word.
    private mutating func cutJoinedSize() {
        let bytes = Array(clean.title.utf8)
        for size in Self.sizes where bytes.count > size.ending.count {
            let start = bytes.count - size.ending.count
            guard bytes[start...].elementsEqual(size.ending), bytes[start - 1].isDigit,
                bytes[..<start].contains(where: { $0.isLetter || $0 >= 0x80 })
            else { continue }
            clean.title = String(decoding: bytes[..<start], as: UTF8.self)
            clean.tags.quality = clean.tags.quality ?? size.quality
            return
        }
    }

    /// Longer endings first. "1080p" and its like are words of their own.
    private static let sizes: [(ending: [UInt8], quality: StreamQuality)] = [
        ("UHD", 2160, "4K"), ("FHD", 1080, "1080p"), ("HD", 720, "HD"), ("SD", 480, "SD"),
    ].map { (Array($0.0.utf8), StreamQuality(height: $0.1, name: $0.2)) }

    /// "Low Tide 5 (2)": the second link to "Low Tide 5", if the list calls the channel so elsewhere.
    private mutating func cutCopy() {
        let name = FoldedText(clean.title)
        guard name.words.count > 1, let last = name.words.last, last.group > 0,
            name.words[name.words.count - 2].group != last.group, let copy = last.number, Self.copies.contains(copy)
        else { return }
        let title = name.sourceText(0..<name.groups[last.group - 1].range.lowerBound).trimmingSpaces()
        guard isNamed(title) || hasID(title) else { return }
        clean.title = title
        clean.tags.server = clean.tags.server ?? copy
    }

    /// Links to one channel in a list.
    private static let copies = 1...99

    /// "802 Astro Arena 2": a number in front that is the channel's.
    private mutating func stripNumber() {
        let name = FoldedText(clean.title)
        guard clean.number == nil, name.words.count > 1, let number = name.words[0].number, name.words[0].group == 0,
            let rest = name.words.dropFirst().first
        else { return }
        let title = name.sourceText(rest.range.lowerBound..<name.source.count)
        // "5 USA" may well have the number 5.
        let isCounted = number >= Self.smallestPlain && (Int(entry.channelNumber) == number || hasID(title))
        guard isCounted || isNamed(title) else { return }
        (clean.title, clean.number) = (title, String(number))
    }

    /// Numbers in names of channels are smaller.
    private static let smallestPlain = 100

    /// Whether `tvg-name` has this name.
    private func isNamed(_ title: String) -> Bool {
        entry.guideName != entry.title
            && FoldedText(TitleCleaner.clean(entry.guideName, style: .channel).title).compact
                == FoldedText(title).compact
    }

    /// Whether `tvg-id` is made of this name: "LowTide5.uk" of "Low Tide 5".
    private func hasID(_ title: String) -> Bool {
        let letters = FoldedText(title).compact
        guard letters.count >= Self.shortestName, let id = GuideID(entry.guideID) else { return false }
        return id.letters == letters
    }

    /// Bytes.
    private static let shortestName = 3
}
